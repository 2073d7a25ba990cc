"""The words of every phrase that a judge can use, in English; nothing else in ``rules`` knows a sentence of a ruling.

A phrase has a template, ``"{card:the} is not in the hand"``: a name from what the phrase is about, and the form in
which it is said (see ``FORMS``). Where the words hang on more than that, it has a function. What ends with a point or a
question mark is a sentence, which another language can put as it likes; the rest are names that stand inside one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import starmap
from string import Formatter

from referee.messages import N_, ngettext, translated
from referee.messages import gettext as _
from referee.rules import packs
from referee.rules.cards import Placed
from referee.rules.melds.readings import Reading
from referee.rules.rulebook.kinds import LOWEST
from referee.rules.rulebook.slots import CALLED, MIXED, SUIT, Slot, is_free
from referee.rules.rulings import UNSAID, Phrase, Player
from referee.rules.speech.best_turns import best_turns
from referee.rules.speech.in_game import IN_GAME
from referee.rules.speech.irregular import IRREGULAR
from referee.rules.speech.melds import (
    a_meld,
    any_of_the_group,
    gap,
    groups_differ,
    no_such_rank,
    no_such_suit,
    not_of_the_group,
    or_a_joker,
    rank_twice,
    ranks_differ,
    without,
)
from referee.rules.speech.piles import PILES
from referee.rules.speech.screw import SCREW
from referee.rules.speech.turns import TURNS
from referee.rules.speech.words import (
    JOKER_AFTER,
    OWED,
    a_rank,
    any_alike,
    any_of,
    bare,
    begun,
    contract_words,
    copies,
    counted,
    how_many,
    is_are,
    joker_said,
    listed,
    number,
    of_suit,
    one_of,
    place_said,
    places_of,
    ranks_said,
    reading_said,
    suit_said,
    the,
    the_cards,
    the_placed,
    the_reading,
    ways,
    wild_places,
    without_suits,
)

PLAYER_BEGINS, PLAYER_STARTS_SENTENCE, PLAYER_ENDS = "\ue000", "\ue001", "\ue002"
"""Around a player in words that nobody has named yet: signs that no text has."""
FEW = 3
"""So many cards are named one by one in a sentence; of more only the number is said."""
_ORDINALS = (
    N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"), N_("seventh"), N_("eighth"),
    N_("ninth"), N_("tenth"),
)  # fmt: skip


def _ordinal(place: int) -> str:
    return translated(_ORDINALS[place])


def words_of(phrase: Phrase) -> str:
    """A phrase in words, a sentence with a capital at its beginning, unless it is a name that stands inside one.

    Its players are still marked: ``speech.rulings`` names them.
    """
    if UNSAID in phrase.about:
        rest = {name: value for name, value in phrase.about.items() if name != UNSAID}
        with without_suits(phrase.about[UNSAID]):
            return words_of(Phrase(phrase.name, rest))
    template = PHRASES[phrase.name]
    if phrase.name in OF_NUMBERS and packs.in_force.get().in_colours:
        template = OF_NUMBERS[phrase.name]
    if not isinstance(template, str):
        return template(**phrase.about)
    pattern, slots = _taken_apart(translated(template))
    about = phrase.about
    words = pattern % tuple([say(about[name]) for name, say in slots])
    return _begins(words) if words.endswith((".", "?")) else words


def _begins(words: str) -> str:
    """Words with which a sentence begins; a player's name stays as it is written."""
    return PLAYER_STARTS_SENTENCE + words[1:] if words.startswith(PLAYER_BEGINS) else begun(words)


@cache
def _taken_apart(template: str) -> tuple[str, list[tuple[str, Callable[..., str]]]]:
    """A template taken apart once: its text with a gap for each name, and how the value of each is said."""
    pattern = ""
    slots: list[tuple[str, Callable[..., str]]] = []
    for text, name, form, _conversion in Formatter().parse(template):
        pattern += text.replace("%", "%%")
        if name:
            form, _blank, what = (form or "").partition(" ")
            say = FORMS[form] if form else plain
            slots.append((name, partial(_with, say, what) if what else say))
            pattern += "%s"
    return pattern, slots


def _with(say: Callable[..., str], what: str, value: object) -> str:
    return say(value, what)


def plain(value: object) -> str:
    if isinstance(value, Phrase):
        return words_of(value)
    if isinstance(value, Player):
        return f"{PLAYER_BEGINS}{value.who}{PLAYER_ENDS}"
    words = str(value)
    return _IN_COLOURS[words] if words in _IN_COLOURS and packs.in_force.get().in_colours else words


_IN_COLOURS = {CALLED[MIXED]: "run in any colours", CALLED[SUIT]: "group of one colour"}
"""What melds of a loose kind are called where the suits are colours."""


def _starting(player: Player) -> str:
    """A player with whom a sentence begins."""
    return f"{PLAYER_STARTS_SENTENCE}{player.who}{PLAYER_ENDS}"


def kept(hand: Sequence[int]) -> str:
    """Cards that stay in hand: named while they are few."""
    return the_cards(hand) if len(hand) <= FEW else counted(len(hand), "card")


_FORMS = (
    the, bare, one_of, the_cards, the_placed, the_reading, reading_said, any_of, kept, place_said, ways, number,
    is_are,
)  # fmt: skip
FORMS: dict[str, Callable[..., str]] = {form.__name__: form for form in (*_FORMS, *OWED)} | {
    "ranks": ranks_said,
    "suits": lambda suits: listed(list(map(suit_said, suits))),
    "both": lambda runs: f"{places_of(runs[0])} and {places_of(runs[1])}{of_suit(runs[0].suit)}",
    "slots": contract_words,
    "suit_said": suit_said,
    "any_alike": any_alike,
    "both_runs": lambda runs: listed([reading_said(run) for run in runs]),
    "alike": lambda cards: copies(cards[0], len(cards)),
    "count": counted,
    "ordinal": _ordinal,
    "joker_after": lambda after: translated(JOKER_AFTER[after]),
    "starts": _starting,
}
"""How a template says a value, ``{card:the}``; what stands behind a blank goes to the form too."""


# of contracts


def _meets(round: int, contract: Sequence[Slot], cards: Sequence[Placed], worth: int | None, declare: bool) -> str:
    """``worth``: that of all melds together, where the contract asks for so many points."""
    places = wild_places(cards)
    parameters = {"round": round, "contract": contract_words(contract)}
    says = [_("That meets the contract of round %(round)s, %(contract)s.", **parameters)]
    says += _worth(worth)
    says += [f"{begun(places)}."] if places else []
    says += [_("It isn’t clear what each wild card stands for, so the player must say.")] if declare else []
    return " ".join(says)


def _worth(points: int | None) -> list[str]:
    """What melds are worth, where the contract asks for points."""
    if points is None:
        return []
    return [ngettext("The melds are worth %(num)s point.", "The melds are worth %(num)s points.", points)]


def _no_choice(contract: Sequence[Slot]) -> str:
    """``"These cards can’t make a set of 3 or a run of 4."``; what any melds with a pure run lack is that run."""
    if is_free(contract) and contract[0].pure and not contract[0].points and len(contract) == 1:
        return _("These cards don’t make a run without wild cards.")
    return _("These cards can’t make %(contract)s.", contract=contract_words(contract))


def _goes_down(
    melds: Sequence[Reading], cards: Sequence[Placed], left: Sequence[int], points: int, worth: int | None
) -> str:
    """``"You can lay down a set of 5s and a set of kings. The joker stands for a king. Two cards stay in hand, …"``."""
    says = [_("You can lay down %(melds)s.", melds=listed(map(reading_said, melds)))]
    says += _worth(worth)
    says += [f"{begun(places)}." for places in [wild_places(cards)] if places]
    if left:
        parameters = {"cards": begun(kept(left)), "points": ngettext("%(num)s point", "%(num)s points", points)}
        says.append(
            ngettext(
                "%(cards)s stays in hand, %(points)s.", "%(cards)s stay in hand, %(points)s.", len(left), **parameters
            )
        )
    return " ".join(says)


def _all_of(hints: Sequence[Phrase]) -> str:
    return " ".join(map(words_of, hints))


# of the table


def _which_suits(cards: Sequence[int]) -> str:
    return ngettext("Which suit is %(cards)s?", "Which suits are %(cards)s?", len(cards), cards=the_cards(cards))


def _which_colours(cards: Sequence[int]) -> str:
    return ngettext("Which colour is %(cards)s?", "Which colours are %(cards)s?", len(cards), cards=the_cards(cards))


def _does_not_fit(cards: Sequence[Placed], meld: Reading, why: Phrase, in_part: bool) -> str:
    parameters = {"cards": begun(the_placed(cards, "the two")), "meld": the_reading(meld), "why": words_of(why)}
    if in_part and len(cards) == 2:
        return _("%(cards)s don’t both fit %(meld)s. %(why)s", **parameters)
    if in_part:
        return _("%(cards)s don’t all fit %(meld)s. %(why)s", **parameters)
    return ngettext(
        "%(cards)s doesn’t fit %(meld)s. %(why)s",
        "%(cards)s don’t fit %(meld)s. %(why)s",
        len(cards),
        **parameters,
    )


def _fits_melds(card: int, melds: Sequence[tuple[Reading, Sequence[Placed]]]) -> str:
    """``"The 9 of clubs fits 5-6-7-8 of clubs or the set of 9s"``; by their cards where they are called the same."""
    names = [the_reading(reading) for reading, _ in melds]
    alike = {name for name in names if names.count(name) > 1}
    cards_or_name = [
        the_placed(cards) if name in alike else name for name, (_meld, cards) in zip(names, melds, strict=True)
    ]
    return _("%(card)s fits %(melds)s.", card=begun(the(card)), melds=listed(dict.fromkeys(cards_or_name), "or"))


def _gets_it(winner: Player, cards: int, pennies: int, points: int, shuffled: bool) -> str:
    who = {"player": _starting(winner), "cards": counted(cards, "card")}
    if cards and pennies:
        says = ngettext(
            "%(player)s gets it for one penny, plus %(cards)s from the stock.",
            "%(player)s gets it for %(num)s pennies, plus %(cards)s from the stock.",
            pennies,
            **who,
        )
    elif pennies:
        says = ngettext("%(player)s gets it for one penny.", "%(player)s gets it for %(num)s pennies.", pennies, **who)
    elif cards:
        says = _("%(player)s gets it, plus %(cards)s from the stock.", **who)
    else:
        says = _("%(player)s gets it.", **who)
    if points:
        says += " " + ngettext("That costs %(num)s point.", "That costs %(num)s points.", points)
    return says + " " + _("Shuffle the discards for it first.") if shuffled else says


def _none_in_round(word: str, round: int) -> str:
    if word == "buy":
        return _("There is no buying in round %(round)s.", round=round)
    return _("There is no %(what)s in round %(round)s.", what=word, round=round)


# of counting


def _score(
    ranks: Mapping[str, int], points: Mapping[str, int], cut: int, out: int, whose: str = LOWEST, doubled: bool = False
) -> str:
    cards = _priced(ranks, points)
    if doubled:
        cards = [_("%(cards)s, doubled", cards=_together(cards))]
    if cards and whose == "highest, own cards come off":
        cards = [_("%(cards)s, which come off the total", cards=_together(cards))]
    elif cards and whose != LOWEST:
        cards = [_("%(cards)s, for the player who goes out", cards=_together(cards))]
    rewards = []
    if out:
        rewards.append(
            _("%(points)s off for going out", points=out)
            if whose == LOWEST
            else _("%(points)s for going out", points=out)
        )
    if cut:
        rewards.append(
            _("%(points)s off for the exact cut", points=cut)
            if whose == LOWEST
            else _("%(points)s for the exact cut", points=cut)
        )
    return _together([*cards, *rewards]) or _("no cards left")


def _together(pieces: Sequence[str]) -> str:
    is_long = len(pieces) == 2 and any(joint in pieces[0] for joint in (" and ", ", "))
    return ", and ".join(pieces) if is_long else listed(pieces)


def _priced(ranks: Mapping[str, int], points: Mapping[str, int]) -> list[str]:
    """What cards cost, in pieces: ``"two kings and a jack at 10 each"``, ``"a joker at 15"``, ``"a 5"``."""
    costing: dict[int, list[str]] = {}
    own: list[str] = []
    for rank, count in ranks.items():
        if rank == str(points[rank]):
            own.append(how_many(rank, count))
        else:
            costing.setdefault(points[rank], []).append(rank)
    pieces = []
    for each, names in costing.items():
        cards = sum(ranks[rank] for rank in names)
        parameters = {"cards": listed(how_many(rank, ranks[rank]) for rank in names), "points": each}
        pieces.append(ngettext("%(cards)s at %(points)s", "%(cards)s at %(points)s each", cards, **parameters))
    return pieces + own


def _settle(payments: Sequence[tuple[Player, int]]) -> str:
    return " ".join(starmap(_payment, payments))


def _payment(seat: Player, pennies: int) -> str:
    if not pennies:
        return _("%(player)s pays nothing.", player=_starting(seat))
    if pennies > 0:
        return ngettext(
            "%(player)s receives one penny.", "%(player)s receives %(num)s pennies.", pennies, player=_starting(seat)
        )
    return ngettext("%(player)s pays one penny.", "%(player)s pays %(num)s pennies.", -pennies, player=_starting(seat))


def _at_the_end(by_place: Mapping[int, Sequence[Player]]) -> str:
    each = [
        _("%(players)s share %(nth)s place.", players=_begins(listed(map(plain, seats))), nth=_ordinal(place - 1))
        if len(seats) > 1
        else _("%(player)s is %(nth)s.", player=_starting(seats[0]), nth=_ordinal(place - 1))
        for place, seats in by_place.items()
    ]
    return " ".join(each)


def _deal(
    cards: int, players: int, decks: int, jokers: int, pack: int, contract: Sequence[Slot], leader: Player | None
) -> str:
    in_suits = not packs.in_force.get().in_colours
    says = _(
        "Deal %(cards)s cards each to %(players)s players from %(decks)s and %(jokers)s, %(pack)s cards. "
        "The contract is %(contract)s.",
        cards=cards,
        players=players,
        decks=counted(decks, "deck") if in_suits else _("%(number)s of each card", number=number(decks)),
        jokers=counted(jokers, joker_said()),
        pack=pack,
        contract=contract_words(contract),
    )
    return says + " " + _("%(player)s leads.", player=_starting(leader)) if leader else says


PHRASES: Mapping[str, str | Callable[..., str]] = {
    **IN_GAME,
    **TURNS,
    **best_turns(words_of),
    # what cards can be
    "a meld": a_meld,
    "no cards": "A meld needs cards.",
    "which suits": _which_suits,
    "joker not wild": "Jokers aren’t wild here.",
    "skip fits no meld": "A skip fits no meld.",
    "not wild": "{card:the} isn’t wild, so it can’t stand for {place:place_said}.",
    "no pair asked": "Pairs are not asked for here.",
    "pair too long": "A pair is two cards, and this has {count:number}.",
    "too few naturals": "A meld needs at least {least:count natural card}.",
    "more wilds than naturals": "A meld may not hold more wild cards than natural ones, and this has "
    "{count:count wild card} and {naturals:count natural card}.",
    "too many wilds": "A meld may hold at most {most:count wild card}, and this has {count:number}.",
    "ranks differ": ranks_differ,
    "no such rank": no_such_rank,
    "suits differ": "A run is cards of one suit, and this has {suits:suits}.",
    "no such suit": no_such_suit,
    "groups differ": groups_differ,
    "not of the group": not_of_the_group,
    "too short": "A {kind} needs at least {least:number} cards, and this has only {count:number}.",
    "too long": "A {kind} has at most {most:number} cards, and this has {count:number}.",
    "wilds fit nowhere": "However you place the wild cards, it isn’t a {kind}.",
    "suit twice": "A set here is cards of different suits, and {suits:suits} come twice.",
    "wilds touch": "Two wild cards would be side by side.",
    "rank twice": rank_twice,
    "ace high only": "The ace is only high, so it can’t be the low end of a run.",
    "ace low only": "The ace is only low, so it can’t be the high end of a run.",
    "around the corner": "A run doesn’t go round the corner from king to ace to two.",
    "gap": gap,
    # what would make them a meld
    "other kind": "It is legal as a {kind}.",
    "completes": "{offer} completes the {kind}.",
    "instead": "Use {offer} in place of {card:the_placed}.",
    "instead of one": "Use {offer} in place of one of {cards:the_placed the two}.",
    "stand for itself": "Let {card:the} stand for itself.",
    "stand elsewhere": "Let {card:the} stand for {place:place_said}.",
    "stand for itself, of several": "Let {card:the_placed} stand for itself instead.",
    "stand elsewhere, of several": "Let {card:the_placed} stand for {place:place_said} instead.",
    "one suit": "The same ranks in one suit would be a run.",
    "without": without,
    "without any": "Leave out any one card, and it is a {kind}.",
    "without one of several": "Leave out one of several of its cards, and it is a {kind}.",
    "any of the group": any_of_the_group,
    "any of": any_of,
    "any natural card": or_a_joker(N_("any natural card")),
    "one of many natural cards": or_a_joker(N_("one of many natural cards")),
    "or any wild card": "{offer} or any wild card",
    "any wild card": "any wild card",
    "any card": "any card",
    "would do": "{offer} would do.",
    "not all looked at": "This hand can be laid down in too many ways to try every card.",
    # what melds meet the contract
    "meets contract": _meets,
    "which round": "Which round is it?",
    "which round, decks": "Which round is it? There are more decks in some rounds than in others.",
    "which round, wild": "Which round is it? What is wild changes from round to round.",
    "which round, smaller melds": "Which round is it? In some rounds the contract asks for smaller melds.",
    "which round, whole hand": "Which round is it? In one of them the whole hand goes down without a discard.",
    "in the contract": "Is it part of the contract? For that it has too many wild cards.",
    "round decides": "That depends on the round. {question}",
    "which round, such melds": "Which round is it? It is a meld only where the contract asks for it.",
    "round decides, such melds": "That depends on the round: it is a meld only where the contract asks for it.",
    "round decides, smaller melds": "That depends on the round: in some the contract asks for smaller melds.",
    "meets no contract": "These melds don’t meet the contract of any round.",
    "nth is no meld": "The {nth:ordinal} meld doesn’t work. {why}",
    "no meld": "{cards:the_cards the two} {cards:is_are} not a meld. {why}",
    "no meld on the table": "{cards:the_placed the two} {cards:is_are} not a meld. {why}",
    "sets of one rank": "Two sets of one contract may not have the same rank, and both are {rank:ranks}.",
    "runs of one suit": "{runs:both} are two runs of one suit, and only one is allowed.",
    "too many wilds going down": "Going down, the whole contract may have at most {most:count wild card}, and this "
    "one has {count:number}.",
    "runs touch": "{runs:both} touch, so they count as one run.",
    "runs touch at the ace": "{runs:both} touch at the ace, so they count as one run.",
    "cards would stay": "{cards:kept} would stay in hand, but in round {round} the whole hand is melded at once.",
    "meld missing": "{missing:slots a} {missing:is_are} missing, and the contract goes down all at once.",
    "asks for": "Round {round} asks for {contract:slots}. {why}",
    "nearest of a choice": "Round {round} asks for {contract:slots}. The nearest is {nearest:slots}. {why}",
    "slots missing": "{missing:slots a} {missing:is_are} missing.",
    "missing because": "{missing} {why}",
    "too short for it": "{meld:the_reading} has only {count:count card}.",
    "is none": "{meld:the_reading} isn’t one.",
    "is none of these": "{meld:the_reading} isn’t one of these.",
    "too many melds": "{count:count meld} are too many.",
    "more than the minimum": "{meld:the_reading} has {count:count card}, and only {size:number} go down with the "
    "contract.",
    "nothing goes down": "Nothing goes down here.",
    "as one meld": "Lay two of them down as one meld.",
    "no pure run": "None of these is a run without wild cards.",
    "worth too little": "These are worth {points:count point}, {short:number} too few.",
    "worth at most": "The best melds of this hand are worth {points:count point}, {short:number} too few.",
    "leave in hand": "Leave {cards:the_cards} in hand.",
    "wait for the rest": "Wait until you have the rest, then lay it all down at once.",
    "add it": "Add it to the melds.",
    "add them": "Add them to the melds.",
    "leave a gap": "Leave a gap between the two runs or let them overlap.",
    "another suit": "Make one of the two runs in another suit.",
    "another rank": "Make one of the two sets of another rank.",
    "for the nth meld": "For the {nth:ordinal} meld: {hint}",
    "all of these": _all_of,
    "lay down only": "Lay down only {contract:slots}.",
    "lay down only, then the rest": "Lay down {contract:slots} first, then the rest as new melds.",
    "lay down only, the rest later": "Lay down only {contract:slots}, and lay the rest down in a later turn.",
    # what a hand can put down
    "goes down": _goes_down,
    "undecided": (
        "Not decided: this hand can be laid down in too many ways to look at all of them. "
        "Lay out the melds you mean and ask whether they meet the contract."
    ),
    "hand meets no contract": "This hand can’t meet the contract of any round.",
    "only to go out": "You lay melds down only to go out, and {cards:kept} would stay in hand.",
    "only to go out, unsaid": "You lay melds down only to go out, and more than a discard would stay in hand.",
    "keep until all fit": "Keep your cards until all of them are in melds.",
    "keep until one is left": "Keep your cards until all but one of them are in melds.",
    "has another gone out": "Has another player gone out already?",
    "hand would stay": "At best {cards:the_cards} would stay in hand, and the whole hand must be melded.",
    "no choice": _no_choice,
    "because": "{what} {why}",
    "more wilds": "{count:count more wild card} would do.",
    "would stay even then": "Even with {wilds:count more wild card}, at best {count:count card} would stay in hand, "
    "and the whole hand must be melded.",
    # melds on the table
    "all cards": "In round {round} the whole hand goes down at once and play ends. {what}",
    "no laying off": "There is no laying off.",
    "no taking a wild card": "There is no taking a wild card.",
    "no further melds": "There are no further melds.",
    "no going out by discarding": "There is no going out by discarding.",
    "no melds lie": "There is no meld on the table.",
    "which meld": "Which meld on the table?",
    "which cards to lay off": "Which cards are laid off?",
    "when down": "When did the player meld the contract: not yet, in this turn, or in an earlier turn?",
    "whose meld": "Whose meld is it: the player’s own or someone else’s?",
    "lay off: not down": "Only a player who has melded the contract may lay off.",
    "lay off: down this turn": "You may not lay off in the turn you go down.",
    "lay off: own meld": "In the turn you go down you may lay off only on other players’ melds.",
    "place taken": "{wilds:one_of} already stands for {card:the} in {meld:the_reading} and does not move.",
    "does not fit": _does_not_fit,
    "meld first": "Meld the contract first.",
    "lay off: another's meld": "You may lay off only on your own melds, and this one is another player’s.",
    "your own meld": "Lay off on a meld of your own.",
    "meld first, then wait": "Meld the contract first and wait for a later turn.",
    "wait": "Wait until your next turn.",
    "wait or another's meld": "Wait until your next turn, or lay it off on another player’s meld.",
    "take the wild card": "Put {card:the} in the wild card’s place and take the wild card.",
    "lay off only": "Lay off only {cards:the_placed}, without {card:the}.",
    "lay off only, not the other": "Lay off only {cards:the_placed}, without the other {card:bare}.",
    "lay off only so many": "Lay off only {count:number} of them.",
    "lay off no more than": "Lay off only {cards:the_placed}.",
    "would take": "You’d need {offer}.",
    "laid off": "With {cards:the_cards} it is {meld:reading_said}.",
    "laid off, which": "With {cards:the_cards} it is {melds:ways}. The player says which.",
    "laid off, which wild card": "With {cards:the_cards} it is {meld:reading_said}. The player says what each wild "
    "card stands for.",
    "which place": "Where in the run is the wild card? Name the cards in their order on the table.",
    "owes first": "First replace {owed:owed_all the} that went back. {what}",
    "cards are laid off": "Only then may you lay off.",
    "a wild card is taken": "Only then may you take a wild card.",
    # new melds
    "no new melds": "There are no new melds after the contract.",
    "new meld: not down": "New melds come only after the contract.",
    "new meld: down this turn": "You may not lay down more melds in the turn you go down.",
    "new meld": "{meld:reading_said} may be laid down.",
    "replaces": "{meld:reading_said} replaces the {owed}.",
    "replace first": "First replace {owed:owed_any}, by a meld of exactly that kind and size. {this}",
    "is another": "This is {meld:reading_said}.",
    "has so many": "This has {count:count card}.",
    # taking a wild card
    "offered for": "Which card is offered for the wild card?",
    "never swapped": "Wild cards on the table stay there.",
    "jokers stay": "Jokers on the table stay there.",
    "goes out: not down": "Only a player who is down may go out.",
    "swap: not down": "Only a player who is down may take a wild card.",
    "swap: down this turn": "Only a player who went down in an earlier turn may take a wild card.",
    "swap: own meld": "A wild card may be taken only from other players’ melds.",
    "swapped": "{card:the} goes into the meld in place of {taken:one_of}. {after:joker_after}",
    "swapped, which": "{card:the} goes into the meld in place of {taken:one_of}. {after:joker_after} The player says "
    "which.",
    "dead in a set": "A wild card in a set is dead and stays there.",
    "offer of the group": "Offer {this:any_alike}.",
    "dead in a group": "Wild cards are taken only from runs.",
    "no wild card there": "There is no wild card in {meld:the_reading}.",
    "not for a wild card": "A wild card is taken for the card that it stands for in {meld:the_reading}, not for "
    "another wild card.",
    "none stands for it": "No wild card in {meld:the_reading} stands for {card:the}.",
    "offer": "Offer {cards:any_of}.",
    # the turn's end
    "which discard": "Which card was discarded?",
    "which melds": "Which melds are on the table?",
    "not in hand": "{card:the} is not in the hand.",
    "too few in hand": "There {cards:is_are} only {cards:alike} in the hand.",
    "cards stayed": "In round {round} the whole hand goes down at once, and {count:count card} stayed in hand.",
    "last card played": "The last card may not be discarded; it must be played to the table.",
    "no wild discard": "No wild card may be discarded.",
    "at a price": "{what} {price}",
    "playable": "{card:the} could be laid off, and a player who is down may not discard such a card.",
    "lay it off instead": "Lay it off instead.",
    "lay it off or keep it": "Lay it off, or keep it if it fits nowhere.",
    "the others play on": "{what} The others have one more turn each.",
    "down draws nothing": "A player who went down in an earlier turn doesn’t draw.",
    "down discards nothing": "A player who went down in an earlier turn doesn’t discard.",
    "end without a discard": "End the turn without a discard.",
    "down keeps cards": "A player who went down in an earlier turn keeps the cards that are left.",
    "goes out": "{card:the} is the last card, and discarding it goes out.",
    "may be discarded": "{card:the} may be discarded.",
    "must discard": "A turn ends with a discard, and {count:count card} would stay in hand.",
    "discard one": "Discard one of them.",
    "discard it": "Discard it.",
    "discard one of these": "Discard {cards:one_of}.",
    "ends without a discard": "{card:the} can’t be laid off, and the last card is not discarded, so the turn ends "
    "without a discard.",
    "last card fits": "{card:the} is the last card and could be laid off.",
    "lay it off and go out": "Lay it off and go out.",
    "not melded now": "In round {round} a hand is emptied only by melding all of it in this turn.",
    "whole hand melded": "The whole hand is melded, and round {round} ends without a discard.",
    "whole hand goes out": "The whole hand is melded, and in round {round} that goes out without a discard.",
    "all played": "Every card is played to the table, so the player goes out.",
    "stays in": "Yes, but that is not going out: the player stays in with an empty hand and draws on the next turn.",
    "contract leaves a card": "The turn must end with a discard, so the contract must leave a card for it.",
    "last card is the discard": "The last card must be the discard, so it may not be laid off.",
    "keep one": "Keep one card to discard.",
    # the Shanghai call
    "no Shanghai": "There is no Shanghai call in this rulebook.",
    "fits no meld": "{card:the} doesn’t fit any meld on the table.",
    "fits melds": _fits_melds,
    "Shanghai": "{fits} Shanghai may be called.",
    "Shanghai by the discarder": "{fits} In the next player’s turn no one may draw it or ask for it.",
    "Shanghai by another": "{fits} {caller:starts} lays it there, and {discarder} draws a card from {caller}’s hand.",
    "protected": "Shanghai was called on {card:the} by its discarder, so no one may take it in this turn.",
    "still protected": "Is it still the turn after the Shanghai call on {card:the}?",
    "say if later": "Say so, if a later turn has begun.",
    # the discard out of turn
    **PILES,
    # what went wrong
    **IRREGULAR,
    "taken on turn": "The player whose turn it is takes the discard, so no one else gets it.",
    "ordinary draw": "An ordinary draw is not a request and costs nothing.",
    "none in this round": _none_in_round,
    "nobody asked": "No one asked for it.",
    "one claim only": "Only one discard may be claimed in a turn, and one has been.",
    "asked later": "{first} was first.",
    "later in turn": "{first} comes before {seat} in turn.",
    "own turn": "{seat} has the turn and takes the discard as the draw or not at all.",
    "limit": "{seat} has already had {limit:number} in this round, and that is the limit.",
    "limit and saved": (
        "{seat} has already had the {limit:number} of this round and the {saved:number} left over from other rounds, "
        "and that is the limit."
    ),
    "game limit": "{seat} has already had {limit:number} in this game, and that is the limit.",
    "two running": "{seat} took the discard before this one, and no one takes two in a row.",
    "own discard": "{seat} has just discarded that card.",
    "gets it": _gets_it,
    **SCREW,
    # counting
    "which cards": "Which cards?",
    "which melds laid down": "Which melds are laid down?",
    "which hand": "Which cards are in the hand?",
    "which hand to discard": "Which cards are left before the discard?",
    "which card discarded": "Which card is discarded, if any?",
    "down in that turn": "Did the player who went out go down in that same turn?",
    "which cards left": "Which cards are left in the hand?",
    "which totals": "What is each seat’s total?",
    "how many buys": "How often has each seat bought?",
    "score": _score,
    "settle": _settle,
    "at the end": _at_the_end,
    "how many contracts": "How many contracts has each seat met?",
    "how many won": "How many rounds has each seat won?",
    "last round cost": "How many points did each seat score in the last round?",
    "leaves when": "Is a round being played?",
    "leaves": ("They score the cards in their hand and take no part in later rounds. The others play on and close up."),
    "leaves with, highest": (
        "The cards in their hand, {points:count point}, count like those of any player who doesn’t go out. They take "
        "no part in later rounds. The others play on and close up."
    ),
    "leaves with": (
        "They score the cards in their hand, {points:count point}, and take no part in later rounds. "
        "The others play on and close up."
    ),
    "leaves between rounds": "They take no part in later rounds, and their total stays as it is. The others close up.",
    "deal": _deal,
}
"""By name, in the order of a game: the words, or what makes them of what the phrase is about."""
OF_NUMBERS: Mapping[str, str | Callable[..., str]] = {
    "which suits": _which_colours,
    "suits differ": N_("A run is cards of one colour, and this has {suits:suits}."),
    "no such suit": N_(
        "A run is cards of one colour, and {cards:the_placed the two} {cards:is_are} not {suit:suit_said}."
    ),
    "suit twice": N_("A set here is cards of different colours, and {suits:suits} come twice."),
    "around the corner": N_("A run doesn’t go on from the 12 to the 1."),
    "one suit": N_("The same numbers in one colour would be a run."),
    "ranks differ": lambda ranks: _(
        "A set is cards of one number, and this has %(ranks)s.", ranks=listed(map(a_rank, ranks))
    ),
    "another suit": N_("Make one of the two runs in another colour."),
    "another rank": N_("Make one of the two sets of another number."),
    "sets of one rank": N_("Two sets of one contract may not have the same number, and both are {rank:ranks}."),
    "runs of one suit": N_("{runs:both} are two runs of one colour, and only one is allowed."),
    "ace low only": N_("A run ends with the 12 at the highest."),
    "jokers stay": N_("Wild cards on the table stay there."),
}
"""The same where a pack has numbers and colours."""
