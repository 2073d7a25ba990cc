"""A rule value as a sentence that a table would say: for a house rule that was given no words of its own.

Rulebooks are written in English, so ``sentence`` is English whatever the page speaks: what a rulebook says does not
hang on who saved it. Pages show a value by ``rule_in_words``, in the language at hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from referee.messages import N_, in_english, in_force, ngettext, translated
from referee.messages import gettext as _
from referee.rules import packs
from referee.rules.cards import JOKER_NAME, RANKS, SUIT_WORDS, SUITS
from referee.rules.packs import PACKS, SKIPS_IN_A_DECK, STANDARD_PACK, played_with
from referee.rules.rulebook.kinds import EVERY_WILD, LOWEST, NO_LIMIT, NO_RANK, Payments, doubled_suits
from referee.rules.rulebook.slots import COLOUR, FREE, MIXED, SUIT, Slot, is_free, slot_said, ways_to_meet
from referee.rules.rulebook.wordings import (
    ACES,
    LAY_OFFS,
    LEFT_TO_DISCARD,
    LEVEL_AT_THE_POINTS,
    MOST_CONTRACTS_WIN,
    SCREWS,
    SWAPS,
    TIES,
    WILD_PLACES,
    WINS,
)

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", JOKER_NAME: "joker"}
_ORDER = ("A", "K", "Q", "J", *map(str, range(10, 1, -1)), JOKER_NAME)
Values = Mapping[str, Any]


def sentence(name: str, values: Values) -> str:
    """``"A meld has at most two wild cards."``, of one rule value among all of them, as a rulebook has it."""
    if in_force.get() is None:
        return rule_in_words(name, values)
    with in_english():
        return rule_in_words(name, values)


def _wins(values: Values) -> str:
    return translated(MOST_CONTRACTS_WIN if values["own_contracts"] else WINS[values["winning_total"]])


def ties(values: Values) -> str:
    """Who is equal at the end, as a rulebook has it."""
    return TIES[values["own_contracts"], values["tie_break"] != "none"]


def level_at_the_points(values: Values) -> str:
    """What then, where points end a game: likewise."""
    return LEVEL_AT_THE_POINTS[values["tie_break"] != "none"]


def rule_in_words(name: str, values: Values) -> str:
    """The same for a page."""
    if values["pack"] == STANDARD_PACK:
        return _in_words(name, values)
    with played_with(values["pack"]):
        of_colours = packs.in_force.get().in_colours
        if (words := (_OF_NUMBERS if of_colours else _OF_STARS).get(name)) is not None:
            return words(values)
        return in_colours(_in_words(name, values)) if of_colours else _in_words(name, values)


def _in_words(name: str, values: Values) -> str:
    words = SENTENCES[name]
    if isinstance(words, Mapping):
        return translated(words[values[name]])
    return words(values)


def in_colours(words: str) -> str:
    """What is said of suits, ranks and jokers, said of colours, numbers and wild cards."""
    for was, now in (("suit", "colour"), ("rank", "number"), ("joker", "wild card")):
        words = words.replace(was, now).replace(begun(was), begun(now))
    return words


def of_the_pack(words: str) -> str:
    """Words about cards in general, as the pack in force has these."""
    return in_colours(words) if packs.in_force.get().in_colours else words


def change(name: str, was: Values, now: Values) -> str:
    """The sentence of a value that is not as it was any more; of the contracts only the rounds that are otherwise."""
    if name != "contracts":
        return rule_in_words(name, now)
    old, new = was[name], now[name]
    gone = range(len(new) + 1, len(old) + 1)
    rounds = [
        _round(n, slots, now["own_contracts"]) for n, slots in enumerate(new, 1) if n > len(old) or slots != old[n - 1]
    ]
    if gone:
        rounds.append(ngettext("There is no %(rounds)s.", "There are no %(rounds)s.", len(gone), rounds=_rounds(gone)))
    return " ".join(rounds)


def shortest_run(values: Values) -> int:
    """The fewest cards that a run has in some round."""
    contracts: Sequence[Sequence[Slot]] = values["contracts"]
    least: int = values["run_least"]
    return min([least, *(slot.size for slots in contracts for slot in slots if slot.kind == "run")])


def number(count: int) -> str:
    """``"two"``; digits above twelve."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def begun(text: str) -> str:
    """Words with which a line begins."""
    text = str(text)  # that of the language at hand, where it is looked up late
    return text[:1].upper() + text[1:]


def _count(count: int, singular: str, plural: str = "") -> str:
    return f"{number(count)} {singular if count == 1 else plural or singular + 's'}"


def _listed(pieces: Sequence[str], last: str = "and") -> str:
    if len(pieces) < 2:
        return "".join(pieces)
    parameters = {"most": ", ".join(pieces[:-1]), "last": pieces[-1]}
    return _("%(most)s and %(last)s", **parameters) if last == "and" else _("%(most)s or %(last)s", **parameters)


def _cards(count: int) -> str:
    return f"{count} cards"


def _spans(numbers: Sequence[int]) -> str:
    """``"1 to 3 and 5"``, ``"3, 4 and 6"``."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    by_span = (
        [_("%(first)s to %(last)s", first=span[0], last=span[-1])] if len(span) > 2 else map(str, span)
        for span in spans
    )
    return _listed([piece for pieces in by_span for piece in pieces])


def _rounds(numbers: Sequence[int]) -> str:
    return ngettext("round %(rounds)s", "rounds %(rounds)s", len(numbers), rounds=_spans(numbers))


def rounds_of(value: Sequence[Any]) -> dict[Any, list[int]]:
    """The numbers of the rounds in which a value by round is each of those that it is."""
    where: dict[Any, list[int]] = {}
    for number, detail in enumerate(value, 1):
        where.setdefault(detail, []).append(number)
    return where


def _by_round(value: Sequence[Any], each: Callable[[Any], str]) -> str:
    """``"10 cards in rounds 1 to 3 and 12 cards in rounds 4 to 7"``; what is the same in all of them once."""
    where = rounds_of(value)
    if len(where) == 1:
        return each(value[0])
    return _listed(
        [_("%(what)s in %(rounds)s", what=each(detail), rounds=_rounds(numbers)) for detail, numbers in where.items()]
    )


def _by_players(value: Mapping[int, int], each: Callable[[int], str], more: str = "") -> str:
    where: dict[int, list[int]] = {}
    for players, detail in value.items():
        where.setdefault(detail, []).append(players)
    if len(where) == 1:
        return _("Take %(what)s.", what=f"{each(next(iter(where)))}{more}")
    each_said = [
        _("%(what)s with %(numbers)s players", what=each(detail), numbers=_spans(players))
        for detail, players in where.items()
    ]
    return _("Take %(what)s.", what=_listed(each_said))


def _decks(values: Values) -> str:
    if PACKS[values["pack"]].in_colours:
        return _by_players(values["decks"], _numbers) + " " + _("A skip has no colour and fits no meld.")
    of_cards = " of 52 cards" if values["pack"] == STANDARD_PACK else " of 55 cards, from 3 to king in five suits"
    always = _by_players(values["decks"], lambda decks: _count(decks, "deck"), of_cards)
    further = {more: numbers for more, numbers in rounds_of(values["decks_by_round"]).items() if more}
    if not further:
        return always
    added = [
        _("%(decks)s in %(rounds)s", decks=_count(more, "further deck"), rounds=_rounds(numbers))
        for more, numbers in further.items()
    ]
    return f"{always} " + _("Shuffle in %(added)s, without further jokers.", added=_listed(added))


def _numbers(decks: int) -> str:
    return _(
        "%(number)s cards of each number from 1 to 12 in each of four colours, and %(skips)s",
        number=number(decks),
        skips=_count(SKIPS_IN_A_DECK * decks, "skip"),
    )


def _slots(slots: Sequence[Slot]) -> str:
    counts = Counter(slots).items()
    return _listed([slot_said(slot, "a", number(n) if n > 1 else "") for slot, n in counts])


def _contracts(values: Values) -> str:
    own, contracts = values["own_contracts"], values["contracts"]
    if len(contracts) > 1 and not own and len(set(contracts)) == 1 and is_free(contracts[0]):
        rounds = [_("Every round: %(contract)s.", contract=_contract(contracts[0]))]
    else:
        rounds = [_round(number, slots, own) for number, slots in enumerate(contracts, 1)]
    kinds = {slot.kind for slots in values["contracts"] for slot in slots}
    loose = [translated(says) for kind, says in _LOOSE_SAID.items() if kind in kinds]
    only_there = [translated(_ONLY_IN_A_CONTRACT)] if loose else []
    free = [slot for slots in values["contracts"] for slot in slots if slot.kind == FREE]
    freely = [translated(_FREELY)] if free else []
    pure = [translated(_PURE)] if any(slot.pure for slot in free) else []
    return " ".join([*rounds, *loose, *only_there, *freely, *pure])


_LOOSE_SAID = {
    MIXED: N_("The cards of a run in any suits follow each other as in any run, but needn’t be of one suit."),
    COLOUR: N_("Cards of one colour are all red or all black, of any ranks."),
    SUIT: N_("Cards of one suit may be of any ranks."),
}
_ONLY_IN_A_CONTRACT = N_(
    "Such a meld is legal only as part of the contract. Cards that fit can be laid off on it like on any other."
)

_FREELY = N_("Any sets and runs will do, as many and as long as you like.")
_PURE = N_("A pure run has no wild cards.")


def _contract(slots: Sequence[Slot]) -> str:
    return either([_slots(way) for way in ways_to_meet(tuple(slots))])


def _round(number: int, slots: Sequence[Slot], own: bool) -> str:
    contract = _contract(slots)
    if own:
        return _("Contract %(number)s: %(contract)s.", number=number, contract=contract)
    return _("Round %(number)s: %(contract)s.", number=number, contract=contract)


def either(pieces: Sequence[str]) -> str:
    """``"two sets of 3 or two runs of 4"``; a comma where a piece is itself a list, or there are more than two."""
    return (", or " if len(pieces) > 2 or any(" and " in piece for piece in pieces) else " or ").join(pieces)


def _own_contracts(values: Values) -> str:
    most = values["rounds_most"]
    if not values["own_contracts"]:
        everyone = _("Everyone has the contract of the round, whether or not they met the one before.")
        if most == NO_LIMIT:
            return everyone
        return f"{everyone} " + ngettext(
            "The game has %(num)s round at most.", "The game has %(num)s rounds at most.", most
        )
    kept = _("Each player has a contract of their own: it stays until they meet it, and then they go on to the next.")
    if most == NO_LIMIT:
        return f"{kept} " + _("The game ends with the round in which a player meets the last contract.")
    return f"{kept} " + ngettext(
        "The game ends with the round in which a player meets the last contract, or after %(num)s round.",
        "The game ends with the round in which a player meets the last contract, or after %(num)s rounds.",
        most,
    )


def _play_until(values: Values) -> str:
    until = values["play_until"]
    if until == NO_LIMIT:
        return _("No number of points ends the game: it ends with the last contract.")
    return ngettext(
        "The game ends with the round after which a total is %(num)s point or more.",
        "The game ends with the round after which a total is %(num)s points or more.",
        until,
    )


def _last_round(values: Values) -> str:
    numbers = sorted(values["all_cards_rounds"])
    if not numbers:
        return _("No round asks for the whole hand at once.")
    return _("In %(rounds)s every card in hand goes down at once, without a discard.", rounds=_rounds(numbers))


def _wild_limit(values: Values) -> str:
    limit = _limit_of_meld(values)
    if not values["wilds_more_later"]:
        return limit
    if _no_limit_of_meld(values):
        return f"{limit} " + _("If the table sets a limit, it holds only for the contract when you go down.")
    return f"{limit} " + _("This holds only for the contract when you go down: melds on the table may have more.")


def _no_limit_of_meld(values: Values) -> bool:
    return (values["wilds_most"], values["wilds_most_by"]) == (NO_LIMIT, "number")


def _limit_of_meld(values: Values) -> str:
    most = values["wilds_most"]
    if most == 0:
        return _("A meld has no wild cards.")
    if values["wilds_most_by"] == "natural cards":
        if most == NO_LIMIT:
            return _("A meld never has more wild cards than natural ones.")
        return _(
            "A meld has at most %(cards)s, and never more wild cards than natural ones.",
            cards=_count(most, "wild card"),
        )
    if most == NO_LIMIT:
        return _("A meld may have any number of wild cards.")
    return _("A meld has at most %(cards)s.", cards=_count(most, "wild card"))


def _run(values: Values) -> str:
    ordinary, least = values["run_least"], shortest_run(values)
    cards = {"number": number(ordinary), "least": least, "fewer": number(least)}
    run = (
        _(
            "A run is %(number)s or more cards of one suit in sequence; where the contract asks for runs of "
            "%(least)s, %(fewer)s are enough.",
            **cards,
        )
        if least < ordinary
        else _("A run is %(number)s or more cards of one suit in sequence.", **cards)
    )
    if PACKS[values["pack"]].in_colours:
        return f"{run} " + _("It ends with the 12 at the highest.")
    if values["pack"] != STANDARD_PACK:
        return f"{run} " + _("It begins with the 3 at the lowest and ends with the king at the highest.")
    return f"{run} {translated(ACES[values['run_ace']])}"


def _set(values: Values) -> str:
    cards = {"number": number(values["set_least"])}
    if values["set_suits"] == "any":
        return _(
            "A set is %(number)s or more cards of one rank. Suits don’t matter, and two identical cards are allowed.",
            **cards,
        )
    return _("A set is %(number)s or more cards of one rank, all of different suits.", **cards)


def _least_cards(values: Values) -> str:
    ordinary, least = values["run_least"], shortest_run(values)
    melds = {"sets": number(values["set_least"]), "runs": number(ordinary)}
    if least == ordinary:
        return _("sets of %(sets)s or more, runs of %(runs)s or more", **melds)
    return _(
        "sets of %(sets)s or more, runs of %(runs)s or more, or of %(least)s where the contract asks for such runs",
        **melds,
        least=number(least),
    )


def _melds_exact(values: Values) -> str:
    if values["melds_exact"]:
        return _("Going down, you lay down exactly the cards the contract asks for. Extra cards stay in your hand.")
    return _("The melds of your contract may be longer than it asks: %(melds)s.", melds=_least_cards(values))


def _new_melds(values: Values) -> str:
    if values["new_melds"] == "never":
        return _("After your contract you may not lay down new melds in that round.")
    melds = {"melds": _least_cards(values)}
    if values["new_melds"] == "later turn":
        return _("From the turn after your contract you may lay down new melds: %(melds)s.", **melds)
    return _("Once your contract is down you may lay down new melds, even in the same turn: %(melds)s.", **melds)


def _lay_off(values: Values) -> str:
    whose = LAY_OFFS["own" if values["lay_off_whose"] == "own" else "any"]
    return translated(whose[values["lay_off_same_turn"]])


def _wild(values: Values) -> str:
    ranks = [rank for rank in (JOKER_NAME, *_ORDER[:-1]) if rank in values["wild_ranks"]]
    cards = [*map(many_of, ranks), *map(single_cards, wild_alone(values["wild_cards"], values["wild_ranks"]))]
    always = _("%(cards)s are wild.", cards=begun(_listed(cards)))
    further = [
        _("%(cards)s in %(rounds)s", cards=many_of(rank), rounds=_rounds(numbers))
        for rank, numbers in rounds_of(values["wild_by_round"]).items()
        if rank not in ranks and rank != NO_RANK
    ]
    if not further:
        return always
    return _("%(always)s So are %(further)s.", always=always, further=_listed(further))


def wild_alone(cards: Collection[str], ranks: Collection[str]) -> list[list[str]]:
    """Single cards, those of one rank together, but for the ranks that are wild anyway."""
    by_rank = [[rank + suit for suit in SUITS if rank + suit in cards] for rank in _ORDER[:-1] if rank not in ranks]
    return [alike for alike in by_rank if alike]


def single_cards(alike: Sequence[str]) -> str:
    """``"red aces"``, ``"the queen of spades"``, ``"the aces of clubs and hearts"``, of cards of one rank."""
    rank, suits = alike[0][:-1], {card[-1] for card in alike}
    if suits == {"D", "H"}:
        return _("red %(cards)s", cards=many_of(rank))
    if suits == {"C", "S"}:
        return _("black %(cards)s", cards=many_of(rank))
    named = _listed([SUIT_WORDS[SUITS.index(card[-1])] for card in alike])
    return _("the %(cards)s of %(suits)s", cards=_NAMES.get(rank, rank) + "s" * (len(alike) > 1), suits=named)


def many_of(rank: str) -> str:
    """``"kings"``, ``"2s"``, ``"jokers"``."""
    if (pack := packs.in_force.get()).in_colours:
        name = pack.joker_said if rank == JOKER_NAME else pack.names[RANKS.index(rank)]
        return f"{name}s"
    return f"{_NAMES.get(rank, rank)}s"


def _points_of_numbers(values: Values) -> str:
    """By points, the numbers as spans: ``"5 for a card from 1 to 9"``."""
    points: Mapping[str, int] = values["points"]
    pack = PACKS[values["pack"]]
    where: dict[int, list[int]] = {}
    for rank in range(1, pack.highest + 1):
        where.setdefault(points[RANKS[rank - 1]], []).append(rank)
    costs = [_cost(cost, [_("a number %(numbers)s", numbers=_spans(ranks))]) for cost, ranks in where.items()]
    costs += [_cost(points[RANKS[-1]], [_("a skip")]), _cost(points[JOKER_NAME], [_("a wild card")])]
    return _("A card left in hand counts %(costs)s.", costs="; ".join(costs))


_OF_NUMBERS: Mapping[str, Callable[[Values], str]] = {
    "points": _points_of_numbers,
    "jokers": lambda values: _by_players(values["jokers"], lambda jokers: _count(jokers, "wild card")),
    "wild_ranks": lambda _values: _("A wild card stands for any number in any colour."),
    "wild_by_round": lambda _values: _("A wild card stands for any number in any colour."),
    "wild_cards": lambda _values: _("A wild card stands for any number in any colour."),
    "run_longest": lambda _values: _("A run has at most 12 cards."),
    "pack": _decks,
}
"""What a pack of numbers and colours says otherwise."""
_OF_STARS: Mapping[str, Callable[[Values], str]] = {"run_longest": lambda _values: _("A run has at most 11 cards.")}
"""What a pack of five suits says otherwise."""


def _points(values: Values) -> str:
    points: Mapping[str, int] = values["points"]
    where: dict[int, list[str]] = {}
    order = PACKS[values["pack"]].order
    numbers = [rank for rank in order if rank.isdecimal()]
    plain = [rank for rank in numbers if points[rank] == int(rank)]
    for rank in order:
        if rank not in plain or len(plain) < len(numbers):
            cost = max(points[rank], points.get(EVERY_WILD, 0)) if rank == JOKER_NAME else points[rank]
            where.setdefault(cost, []).append(_NAMES.get(rank, rank))
    costs = [_cost(cost, [_a(name) for name in names]) for cost, names in where.items()]
    others = [_("the number on it for any other")] if plain == numbers else []
    if EVERY_WILD in points:
        costs.append(_("%(points)s for anything else that is wild", points=points[EVERY_WILD]))
    doubled = doubled_suits(points)
    single: dict[int, list[str]] = {}
    for card in (rank + suit for rank in _ORDER for suit in SUITS if suit not in doubled):
        if card in points:
            single.setdefault(points[card], []).append(_card(card))
    costs += [_cost(cost, [f"the {card}" for card in cards]) for cost, cards in single.items()]
    twice = _listed([SUIT_WORDS[SUITS.index(suit)] for suit in doubled])
    says = _("A card left in hand counts %(costs)s.", costs="; ".join([*costs, *others]))
    return says + " " + _("%(suits)s count double.", suits=begun(twice)) if twice else says


def _cost(points: int, cards: Sequence[str]) -> str:
    return _("%(points)s for %(cards)s", points=points, cards=_listed(cards, "or"))


def _card(name: str) -> str:
    """``"queen of spades"``, ``"10 of hearts"``."""
    return f"{_NAMES.get(name[:-1], name[:-1])} of {SUIT_WORDS[SUITS.index(name[-1])]}"


def _a(name: str) -> str:
    return f"{'an' if name in ('ace', '8') else 'a'} {name}"


def _swap(name: str) -> Callable[[Values], str]:
    def words(values: Values) -> str:
        says = translated(SWAPS[name][values[name]])
        if values["swap"] != "no":
            return says
        return _("Wild cards stay where they are. If the table allows taking one: %(rule)s", rule=says)

    return words


def _whole_hand(values: Values) -> str:
    says = translated(LEFT_TO_DISCARD[values["final_discard"]])
    numbers = sorted(values["whole_hand_rounds"])
    if not numbers or not values["final_discard"].startswith("required"):
        return says
    out = _("In %(rounds)s a contract that uses up the whole hand goes out without a discard.", rounds=_rounds(numbers))
    return f"{says} {out}"


def _playable(values: Values) -> str:
    if values["discard_playable"]:
        return _("You may discard a card that could be laid off.")
    says = _("You may not discard a card that could be laid off.")
    draws, points = values["playable_draws"], values["playable_points"]
    costs = _count(points, "point")
    if draws and points:
        what = _(
            "If you do, you take it back and draw %(cards)s, and it costs %(points)s.",
            cards=_drawn(draws),
            points=costs,
        )
    elif draws:
        what = _("If you do, you take it back and draw %(cards)s.", cards=_drawn(draws))
    elif points:
        what = _("If you do, it costs %(points)s.", points=costs)
    else:
        return says
    return f"{says} {what}"


def _drawn(cards: int) -> str:
    return _count(cards, "card")


def _screw_joker(values: Values) -> str:
    return translated(SCREWS[values["screw_over"]][values["screw_joker"]])


def _limit(values: Values) -> str:
    limits = values["may_i_limit"]
    if set(limits) == {NO_LIMIT} and values["may_i_saved"]:
        return _("There is no limit to how often you may take the discard out of turn, so nothing carries over.")
    if set(limits) == {NO_LIMIT}:
        return _("There is no limit to how often you may take the discard out of turn.")
    if set(limits) == {0}:
        return _("The discard is never taken out of turn.")
    each = _by_round(limits, lambda most: _("any number of discards") if most == NO_LIMIT else _count(most, "discard"))
    if len(set(limits)) == 1:
        says = _("Each player may take %(discards)s out of turn per round.", discards=each)
    else:
        says = _("Out of turn, each player may take %(discards)s.", discards=each)
    return f"{says} " + _("What a player doesn’t use carries over to later rounds.") if values["may_i_saved"] else says


def _penalty(values: Values) -> str:
    cards = _by_round(values["may_i_penalty"], lambda cards_: _count(cards_, "card"))
    says = _("If you take the discard out of turn, you also take %(cards)s from the stock.", cards=cards)
    if not (more := values["may_i_penalty_grows"]):
        return says
    return f"{says} " + _("Each further time in that round it is %(cards)s more.", cards=_count(more, "card"))


def _price(values: Values) -> str:
    pennies, points = values["may_i_price"], _count(values["may_i_points"], "point")
    if not pennies:
        if values["may_i_points"]:
            return _("Taking the discard out of turn costs %(points)s.", points=points)
        return _("Taking the discard out of turn doesn’t cost money.")
    kitty = _(
        "Taking the discard out of turn puts %(pennies)s into the kitty.", pennies=_count(pennies, "penny", "pennies")
    )
    if not values["may_i_points"]:
        return kitty
    return f"{kitty} " + _("It also costs %(points)s.", points=points)


def _cut_bonus(values: Values) -> str:
    bonus = values["cut_bonus"]
    if not bonus:
        return _("There is no reward for an exact cut.")
    if values["winning_total"] != LOWEST:
        return ngettext("An exact cut adds %(num)s point.", "An exact cut adds %(num)s points.", bonus)
    return ngettext("An exact cut takes %(num)s point off.", "An exact cut takes %(num)s points off.", bonus)


def _tie_break(values: Values) -> str:
    if values["tie_break"] == "none":
        return _("Equal totals stay tied.")
    if values["winning_total"] != LOWEST:
        return _("A tie goes to the player who won more rounds, then to more points in the last round.")
    return _("A tie goes to the player who won more rounds, then to fewer points in the last round.")


def _go_out_bonus(values: Values) -> str:
    highest = values["winning_total"] != LOWEST
    if not any(values["go_out_bonus"]):
        if highest:
            return _("There is no bonus for going out.")
        if values["go_out_bonus_for"] == "one turn":
            return _("Going out scores 0 and takes no points off, even if you went down in the same turn.")
        return _("Going out scores 0 and takes no points off.")
    points = _by_round(values["go_out_bonus"], lambda points: _count(points, "point"))
    if highest and values["go_out_bonus_for"] == "going out":
        return _("Going out adds %(points)s to your total.", points=points)
    if highest:
        return _(
            "Going down and going out in the same turn adds %(points)s to your total. If you went down earlier, going "
            "out adds nothing.",
            points=points,
        )
    if values["go_out_bonus_for"] == "going out":
        return _("Going out takes %(points)s off your total.", points=points)
    return _(
        "Going down and going out in the same turn takes %(points)s off your total. If you went down earlier, going "
        "out takes nothing off.",
        points=points,
    )


def _settlement(values: Values) -> str:
    paid = values["settlement"]
    if paid == "none":
        return _("No money changes hands at the end.")
    if not isinstance(paid, Payments):
        return _("At the end each player pays the winner two pennies for every player who did better.")
    owed = [piece.split(" pays ") for piece in str(paid).split(", ")]
    each = [
        _("%(place)s pays %(pennies)s", place=who, pennies=_count(int(pennies), "penny", "pennies"))
        for who, pennies in owed
    ]
    return _("At the end %(payments)s to the winner.", payments=_listed(each))


def _players(says: str, name: str) -> Callable[[Values], str]:
    return lambda values: _(says, number=number(values[name]))


SENTENCES: Mapping[str, Mapping[Any, str] | Callable[[Values], str]] = {
    "players_min": _players(N_("At least %(number)s play."), "players_min"),
    "players_max": _players(N_("At most %(number)s play."), "players_max"),
    "players_best": lambda values: (
        _("%(number)s is the best number.", number=begun(number(values["players_best"]))) if values["players_best"]
        else _("The rules don’t name a best number of players.")
    ),
    "pack": _decks,
    "decks": _decks,
    "decks_by_round": _decks,
    "jokers": lambda values: _by_players(values["jokers"], lambda jokers: _count(jokers, "joker")),
    "first_dealer": {
        "random": "The first dealer is drawn at random.",
        "low card": "Each player draws a card, and the lowest deals first.",
    },
    "direction": {
        "left": "Play and deal go to the left, clockwise: the player on the dealer’s left begins, and deals next.",
        "right": "Play and deal go to the right, counterclockwise: the player on the dealer’s right begins, "
        "and deals next.",
    },
    "deal": lambda values: _("Each player is dealt %(cards)s.", cards=_by_round(values["deal"], _cards)),
    "contracts": _contracts,
    "own_contracts": _own_contracts,
    "rounds_most": _own_contracts,
    "play_until": _play_until,
    "contracts_again": {
        "the first": "If the game goes on after the last contract, the contracts begin again with the first.",
        "the last": "If the game goes on after the last contract, each further round has that contract again.",
    },
    "low_ace": {
        "one": "Where a contract asks for points, a melded card counts what it costs in hand, and a wild card what the "
        "card costs that it stands for. An ace that begins a run, as in A-2-3, counts 1.",
        "as in hand": "Where a contract asks for points, a melded card counts what it costs in hand, and a wild card "
        "what the card costs that it stands for. An ace counts the same in A-2-3 as in any other meld.",
    },
    "all_cards_rounds": _last_round,
    "run_ace": _run,
    "run_least": _run,
    "run_longest": {
        13: "A run has at most 13 cards.",
        14: "A run can grow to 14 cards, with an ace at each end.",
    },
    "set_suits": _set,
    "set_least": _set,
    "set_longest": lambda values: (
        _("Once melded, a set can take any number of further cards of its rank.") if values["set_longest"] == NO_LIMIT
        else _("A set has at most %(cards)s.", cards=_count(values["set_longest"], "card"))
    ),
    "wild_ranks": _wild,
    "wild_by_round": _wild,
    "wild_cards": _wild,
    "wilds_most": _wild_limit,
    "wilds_most_by": _wild_limit,
    "wilds_more_later": _wild_limit,
    "wilds_going_down": lambda values: (
        _("Going down, the whole contract may have any number of wild cards.")
        if values["wilds_going_down"] == NO_LIMIT
        else _("Going down, the whole contract has at most %(cards)s.",
               cards=_count(values["wilds_going_down"], "wild card")) if values["wilds_going_down"]
        else _("Going down, the contract has no wild cards.")
    ),
    "naturals_least": {
        0: "A meld doesn’t need a natural card: it may have any number of wild cards.",
        1: "Every meld needs at least one natural card.",
        2: "Every meld needs at least two natural cards.",
    },
    "wilds_side_by_side": {
        True: "Wild cards may be side by side in a run.",
        False: "Wild cards may not be side by side in a run.",
    },
    "wild_as_itself": {
        True: "A wild card with a rank of its own may count as itself.",
        False: "A wild card never counts as itself, only as another card.",
    },
    "wild_place": WILD_PLACES,
    "melds_exact": _melds_exact,
    "runs_of_one_suit": {
        "not touching": "Two runs of one suit in your contract may not touch, as 3-4-5-6 and 7-8-9-10 do.",
        "any": "Two runs of one suit in your contract may touch: 3-4-5-6 and 7-8-9-10 are two runs.",
        "one": "You may meld only one run in each suit with your contract.",
    },
    "runs_that_meet": {
        "two": "Two runs on the table that meet by laying off stay two runs.",
        "one": "Two runs on the table that meet by laying off become one run.",
    },
    "runs_cut": {
        True: "A long run on the table may be cut in two if each part is long enough to be a run.",
        False: "A run on the table may not be cut in two.",
    },
    "ace_ends_touch": {
        True: "J-Q-K-A and A-2-3-4 of one suit touch.",
        False: "J-Q-K-A and A-2-3-4 of one suit don’t touch.",
    },
    "sets_of_one_rank": {
        True: "Two sets of a contract may have the same rank.",
        False: "Two sets of a contract may not have the same rank.",
    },
    "down_only_out": {
        True: "You lay melds down only to go out: all your cards but the discard must be in them. If the others have "
        "one more turn after a player goes out, they may then lay down whatever melds they have.",
        False: "You may go down as soon as you can, even if other cards stay in your hand.",
    },
    "new_melds": _new_melds,
    "lay_off_same_turn": _lay_off,
    "lay_off_whose": _lay_off,
    "take_back": {
        True: "Until you discard, you may take back what you have laid on the table in this turn.",
        False: "What you have laid on the table stays there, even in the same turn.",
    },
    "swap": {
        "no": "A melded wild card stays, even if you hold the card it stands for.",
        "runs": "If you hold the card that a wild card in a run stands for, you may swap them. A wild card in a set "
        "stays.",
        "any": "If you hold the card that a wild card stands for, you may swap them, in a set as in a run.",
    },
    "swap_when": _swap("swap_when"),
    "swap_whose": _swap("swap_whose"),
    "swap_joker": _swap("swap_joker"),
    "joker_moves": {
        True: "You may lay off the card that a joker in a run stands for; the joker then moves to an end.",
        False: "A melded joker keeps its place: laying off the card it stands for doesn’t push it to an end.",
    },
    "draw_cards": lambda values: (
        _("Draw the top card of the stock or of the discard pile. The player whose turn it is has first right to the "
          "discard and pays nothing for it.") if values["draw_cards"] == 1
        else _("Draw two cards: both from the stock, or the top discard and one from the stock. The player whose turn "
               "it is has first right to the discard and pays nothing for it.")
    ),
    "draw_down": {
        True: "Players who are already down may still take the discard on their own turn.",
        False: "A player who is already down draws from the stock and may not take the discard on their own turn.",
    },
    "down_draws": {
        True: "A player who is down still draws and discards in each turn.",
        False: "From the turn after going down, a player neither draws nor discards, but may lay down cards.",
    },
    "stock_again": {
        "shuffle": "Each time the stock runs out, the discards make a new stock. The round ends this way only when "
        "both piles are empty.",
        "deal again": "If the stock runs out a second time, no points are scored. The same player deals again, and "
        "the same contract is played.",
    },
    "final_discard": {
        "required": "You go out by discarding your last card. You may not lay it off.",
        "required, else stay in": "You go out by discarding your last card. If you lay it off, you stay in.",
        "optional": "You go out by melding, laying off or discarding your last card.",
        "never": "You go out only by playing every card to the table. The last card is never discarded.",
    },
    "whole_hand_rounds": _whole_hand,
    "only_down_goes_out": {
        True: "Only a player who is down may go out.",
        False: "You don’t have to be down to go out.",
    },
    "last_turns": {
        True: "When a player goes out, each of the others has one more turn before the round ends.",
        False: "When a player goes out, the round ends at once.",
    },
    "one_turn_doubles": {
        True: "If a player goes down and goes out in the same turn, the others’ cards count double.",
        False: "If a player goes down and goes out in the same turn, the others’ cards count as in any round.",
    },
    "discard_playable": _playable,
    "playable_draws": _playable,
    "playable_points": _playable,
    "discard_wild": {True: "You may discard a wild card.", False: "You may not discard a wild card."},
    "discard_taken": {
        True: "You may discard the card you have just taken from the discard pile.",
        False: "You may not discard the card you have just taken from the discard pile.",
    },
    "may_i_order": {
        "turn order": "If several players want the discard out of turn, it goes to the one whose turn comes soonest.",
        "first to ask": "If several players want the discard out of turn, the first to ask gets it.",
    },
    "may_i_until": {
        "draw": "The others may ask for the discard until the player whose turn it is draws from the stock.",
        "meld": (
            "The others may ask for the discard until the player whose turn it is lays a card on the table or discards."
        ),
        "discard": "The others may ask for the discard until the player whose turn it is discards.",
    },
    "may_i_same_moment": {
        "turn order": "If several players ask first at the same moment, the one whose turn comes soonest gets the "
        "discard.",
        "nobody": "If several players ask first at the same moment, none of them gets the discard.",
    },
    "may_i_chain": {
        True: "When a discard has been taken out of turn, the others may ask for the one below it, and so on.",
        False: "When a discard has been taken out of turn, no one may ask for the one below it.",
    },
    "may_i_twice_running": {
        True: "A player may take two discards in a row out of turn.",
        False: "A player may not take two discards in a row out of turn.",
    },
    "may_i_active": {
        True: "The player whose turn it is may also buy the discard, ahead of everyone else, and then still draws.",
        False: "The player whose turn it is takes the discard as the draw or passes it.",
    },
    "may_i_changed_mind": {
        "final": "A player who has passed the discard may no longer take it.",
        "until asked": "A player who has passed the discard may still take it until someone asks for it.",
        "until taken": "A player who has passed the discard may still take it until someone else has it.",
    },
    "may_i_own": {
        True: "You may ask for the card you discarded yourself.",
        False: "You may not ask for the card you discarded yourself.",
    },
    "may_i_down": {
        True: "Players who are already down may also ask for the discard.",
        False: "Players who are already down may not ask for the discard.",
    },
    "may_i_penalty": _penalty,
    "may_i_penalty_grows": _penalty,
    "may_i_limit": _limit,
    "may_i_saved": _limit,
    "may_i_in_game": lambda values: (
        _("There is no limit for the whole game on taking the discard out of turn.")
        if values["may_i_in_game"] == NO_LIMIT
        else _("In the whole game each player may take %(discards)s out of turn.",
               discards=_count(values["may_i_in_game"], "discard"))
    ),
    "may_i_price": _price,
    "may_i_points": _price,
    "screw_over": {
        True: "The screw-over is played: you may take a card out of another player’s meld.",
        False: "There is no screw-over: you may not take cards out of another player’s meld.",
    },
    "screw_joker": _screw_joker,
    "cut_bonus": _cut_bonus,
    "shanghai_call": {
        True: "The Shanghai call is played: you may claim a discard that could have been laid off.",
        False: "There is no Shanghai call. A discard that would fit a meld is a discard like any other.",
    },
    "points": _points,
    "told_in": {
        "cards": "At the end of a round the players tell the cards they have left. Points will do as well.",
        "points": "At the end of a round the players tell points only: a number, or a sum like 12+5. Cards will do as "
        "well.",
    },
    "go_out_bonus": _go_out_bonus,
    "go_out_bonus_for": _go_out_bonus,
    "winning_total": _wins,
    "tie_break": _tie_break,
    "settlement": _settlement,
    "kitty_split": {
        "winner": "The kitty goes to the winner.",
        "two thirds and one third": "The winner gets two thirds of the kitty, and second place one third.",
    },
}  # fmt: skip
