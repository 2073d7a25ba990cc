"""The words of every phrase that a judge can use, in English; nothing else in ``rules`` knows a sentence of a ruling.

A phrase has a template, ``"{card:the} is not in the hand"``: a name from what the phrase is about, and the form in
which it is said (see ``FORMS``). Where the words hang on more than that, it has a function. What is said of a "yes" or
a sum is whole sentences; everything else stands inside one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import starmap
from string import Formatter

from referee.messages import N_, ngettext, translated
from referee.messages import gettext as _
from referee.rules.cards import SUIT_WORDS, Placed
from referee.rules.melds.readings import Reading
from referee.rules.rulebook.slots import Slot
from referee.rules.rulings import UNSAID, Phrase, Player
from referee.rules.speech.best_turns import best_turns
from referee.rules.speech.in_game import IN_GAME
from referee.rules.speech.irregular import IRREGULAR
from referee.rules.speech.melds import (
    a_meld,
    gap,
    no_such_rank,
    no_such_suit,
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
    RANKS_SAID_MANY,
    any_of,
    bare,
    contract_words,
    copies,
    counted,
    how_many,
    is_are,
    listed,
    number,
    one_of,
    only,
    place_said,
    places_of,
    reading_said,
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


def words_of(phrase: Phrase) -> str:
    """A phrase in words, with its players still marked (``speech.rulings`` names them)."""
    if UNSAID in phrase.about:
        rest = {name: value for name, value in phrase.about.items() if name != UNSAID}
        with without_suits(phrase.about[UNSAID]):
            return words_of(Phrase(phrase.name, rest))
    words = PHRASES[phrase.name]
    if not isinstance(words, str):
        return words(**phrase.about)
    pattern, slots = _taken_apart(translated(words))
    about = phrase.about
    return pattern % tuple([say(about[name]) for name, say in slots])


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
    return str(value)


def _starting(player: Player) -> str:
    """A player with whom a sentence begins."""
    return f"{PLAYER_STARTS_SENTENCE}{player.who}{PLAYER_ENDS}"


def kept(hand: Sequence[int]) -> str:
    """Cards that stay in hand: named while they are few."""
    return the_cards(hand) if len(hand) <= FEW else counted(len(hand), "card")


_FORMS = (
    the, bare, one_of, the_cards, the_placed, the_reading, reading_said, any_of, kept, place_said, ways, number, only,
    is_are,
)  # fmt: skip
FORMS: dict[str, Callable[..., str]] = {form.__name__: form for form in (*_FORMS, *OWED)} | {
    "ranks": lambda rank: RANKS_SAID_MANY[rank - 1],
    "suits": lambda suits: listed([SUIT_WORDS[suit] for suit in suits]),
    "both": lambda runs: f"{places_of(runs[0])} and {places_of(runs[1])} of {SUIT_WORDS[runs[0].suit]}",
    "slots": contract_words,
    "both_runs": lambda runs: listed([reading_said(run) for run in runs]),
    "alike": lambda cards: copies(cards[0], len(cards)),
    "count": counted,
    "ordinal": _ORDINALS.__getitem__,
    "joker_after": JOKER_AFTER.__getitem__,
    "starts": _starting,
}
"""How a template says a value, ``{card:the}``; what stands behind a blank goes to the form too."""


# of contracts


def _meets(round: int, contract: Sequence[Slot], cards: Sequence[Placed], declare: bool) -> str:
    places = wild_places(cards)
    parameters = {"round": round, "contract": contract_words(contract)}
    says = _("that meets the contract of round %(round)s, %(contract)s", **parameters)
    says = f"{says}; {places}." if places else f"{says}."
    return says + " " + _("It isn’t clear what each wild card stands for, so the player must say.") if declare else says


def _goes_down(melds: Sequence[Reading], cards: Sequence[Placed], left: Sequence[int], points: int) -> str:
    """``"a set of 5s and a set of kings; the joker stands for a king; two cards stay in hand, 12 points."``."""
    pieces = [listed(map(reading_said, melds))]
    pieces += [places for places in [wild_places(cards)] if places]
    if left:
        parameters = {"cards": kept(left), "points": ngettext("%(num)s point", "%(num)s points", points)}
        pieces.append(
            ngettext(
                "%(cards)s stays in hand, %(points)s", "%(cards)s stay in hand, %(points)s", len(left), **parameters
            )
        )
    return f"{'; '.join(pieces)}."


def _all_of(hints: Sequence[Phrase]) -> str:
    return "; ".join(map(words_of, hints))


# of the table


def _which_suits(cards: Sequence[int]) -> str:
    return ngettext("Which suit is %(cards)s?", "Which suits are %(cards)s?", len(cards), cards=the_cards(cards))


def _does_not_fit(cards: Sequence[Placed], meld: Reading, why: Phrase, in_part: bool) -> str:
    parameters = {"cards": the_placed(cards, "the two"), "meld": the_reading(meld), "why": words_of(why)}
    if in_part and len(cards) == 2:
        return _("%(cards)s do not both fit %(meld)s: %(why)s", **parameters)
    if in_part:
        return _("%(cards)s do not all fit %(meld)s: %(why)s", **parameters)
    return ngettext(
        "%(cards)s does not fit %(meld)s: %(why)s",
        "%(cards)s do not fit %(meld)s: %(why)s",
        len(cards),
        **parameters,
    )


def _fits_melds(card: int, melds: Sequence[tuple[Reading, Sequence[Placed]]]) -> str:
    """``"the 9 of clubs fits 5-6-7-8 of clubs or the set of 9s"``; by their cards where they are called the same."""
    names = [the_reading(reading) for reading, _ in melds]
    alike = {name for name in names if names.count(name) > 1}
    cards_or_name = [
        the_placed(cards) if name in alike else name for name, (_meld, cards) in zip(names, melds, strict=True)
    ]
    return _("%(card)s fits %(melds)s", card=the(card), melds=listed(dict.fromkeys(cards_or_name), "or"))


def _gets_it(winner: Player, cards: int, pennies: int, shuffled: bool) -> str:
    extras = [_("with %(cards)s from the stock", cards=counted(cards, "card"))] if cards else []
    if pennies:
        extras.append(ngettext("for one penny", "for %(num)s pennies", pennies))
    gets = _("%(player)s gets it", player=plain(winner))
    says = f"{gets}, {listed(extras)}." if extras else f"{gets}."
    return says + " " + _("Shuffle the discards for it first.") if shuffled else says


def _none_in_round(word: str, round: int) -> str:
    what = _("buying") if word == "buy" else word
    return _("there is no %(what)s in round %(round)s", what=what, round=round)


# of counting


def _score(ranks: Mapping[str, int], points: Mapping[str, int], cut: int, out: int) -> str:
    pieces = _priced(ranks, points)
    if out:
        pieces.append(_("%(points)s off for going out", points=out))
    if cut:
        pieces.append(_("%(points)s off for the exact cut", points=cut))
    together = ", and ".join(pieces) if len(pieces) == 2 and " and " in pieces[0] else listed(pieces)
    return f"{together}." if together else _("no cards are left.")


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
    return _("In pennies: %(payments)s.", payments=listed(starmap(_payment, payments)))


def _payment(seat: Player, pennies: int) -> str:
    if not pennies:
        return _("%(player)s pays nothing", player=plain(seat))
    parameters = {"player": plain(seat), "pennies": abs(pennies)}
    return (
        _("%(player)s receives %(pennies)s", **parameters)
        if pennies > 0
        else _("%(player)s pays %(pennies)s", **parameters)
    )


def _at_the_end(by_place: Mapping[int, Sequence[Player]]) -> str:
    each = [
        _("%(players)s share %(nth)s place", players=listed(map(plain, seats)), nth=translated(_ORDINALS[place - 1]))
        if len(seats) > 1
        else _("%(player)s is %(nth)s", player=plain(seats[0]), nth=translated(_ORDINALS[place - 1]))
        for place, seats in by_place.items()
    ]
    return _("In the end %(places)s.", places=listed(each))


def _deal(
    cards: int, players: int, decks: int, jokers: int, pack: int, contract: Sequence[Slot], leader: Player | None
) -> str:
    says = _(
        "Deal %(cards)s cards each to %(players)s players from %(decks)s and %(jokers)s, %(pack)s cards. "
        "The contract is %(contract)s.",
        cards=cards,
        players=players,
        decks=counted(decks, "deck"),
        jokers=counted(jokers, "joker"),
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
    "no cards": "a meld needs cards",
    "which suits": _which_suits,
    "joker not wild": "jokers are not wild here",
    "not wild": "{card:the} is not wild, so it cannot stand for {place:place_said}",
    "no pair asked": "pairs are not asked for here",
    "pair too long": "a pair is two cards, and this has {count:number}",
    "too few naturals": "a meld needs at least {least:count natural card}",
    "too many wilds": "a meld may hold at most {most:count wild card}, and this has {count:number}",
    "ranks differ": ranks_differ,
    "no such rank": no_such_rank,
    "suits differ": "a run is cards of one suit, and this has {suits:suits}",
    "no such suit": no_such_suit,
    "too short": "a {kind} needs at least {least:number} cards, and {count:only}",
    "too long": "a {kind} has at most {most:number} cards, and this has {count:number}",
    "wilds fit nowhere": "no way of placing the wild cards makes a {kind}",
    "suit twice": "a set here is cards of different suits, and {suits:suits} come twice",
    "wilds touch": "two wild cards would lie side by side",
    "rank twice": rank_twice,
    "ace high only": "the ace is high only, so it can't be the low end of a run",
    "ace low only": "the ace is low only, so it can't be the high end of a run",
    "around the corner": "a run does not go around the corner from king to ace to two",
    "gap": gap,
    # what would make them a meld
    "other kind": "as a {kind} it is legal",
    "completes": "{offer} completes the {kind}",
    "instead": "{offer} in place of {card:the_placed}",
    "instead of one": "{offer} in place of one of {cards:the_placed the two}",
    "stand for itself": "let {card:the} stand for itself",
    "stand elsewhere": "let {card:the} stand for {place:place_said}",
    "stand for itself, of several": "let {card:the_placed} stand for itself instead",
    "stand elsewhere, of several": "let {card:the_placed} stand for {place:place_said} instead",
    "one suit": "the same ranks in one suit would be a run",
    "without": without,
    "without any": "without any one of its cards it is a {kind}",
    "without one of several": "without one of several of its cards it is a {kind}",
    "any of": any_of,
    "any natural card": or_a_joker(N_("any natural card")),
    "one of many natural cards": or_a_joker(N_("one of many natural cards")),
    "or any wild card": "{offer} or any wild card",
    "any wild card": "any wild card",
    "any card": "any card",
    "would do": "{offer} would do",
    "not all looked at": "this hand can be laid down in too many ways to try every card",
    # what melds meet the contract
    "meets contract": _meets,
    "which round": "Which round is it?",
    "which round, smaller melds": "Which round is it? In some rounds the contract asks for smaller melds.",
    "which round, whole hand": "Which round is it? In one of them the whole hand goes down without a discard.",
    "round decides": "That depends on the round. {question}",
    "round decides, smaller melds": "That depends on the round: in some the contract asks for smaller melds.",
    "meets no contract": "these melds do not meet the contract of any round",
    "nth is no meld": "the {nth:ordinal} meld doesn't work: {why}",
    "no meld": "{cards:the_cards the two} {cards:is_are} not a meld: {why}",
    "no meld on the table": "{cards:the_placed the two} {cards:is_are} not a meld: {why}",
    "sets of one rank": "two sets of one contract may not have the same rank, and both are {rank:ranks}",
    "runs of one suit": "{runs:both} are two runs of one suit, and only one is allowed",
    "too many wilds going down": (
        "going down, the whole contract may have at most {most:count wild card}, and this one has {count:number}"
    ),
    "runs touch": "{runs:both} touch, so they count as one run",
    "runs touch at the ace": "{runs:both} touch at the ace, so they count as one run",
    "cards would stay": "{cards:kept} would stay in hand, but in round {round} the whole hand is melded at once",
    "meld missing": "{missing:slots a} {missing:is_are} missing, and the contract goes down all at once",
    "asks for": "round {round} asks for {contract:slots}, and {why}",
    "nearest of a choice": "round {round} asks for {contract:slots}; the nearest is {nearest:slots}, and {why}",
    "slots missing": "{missing:slots a} {missing:is_are} missing",
    "missing because": "{missing}: {why}",
    "too short for it": "{meld:the_reading} has only {count:count card}",
    "is none": "{meld:the_reading} is not one",
    "is none of these": "{meld:the_reading} is not one of these",
    "too many melds": "{count:count meld} are too many",
    "more than the minimum": (
        "{meld:the_reading} has {count:count card}, and only {size:number} go down with the contract"
    ),
    "leave in hand": "leave {cards:the_cards} in hand",
    "wait for the rest": "wait until you have the rest, and lay it all down at once",
    "add it": "add it to the melds",
    "add them": "add them to the melds",
    "leave a gap": "leave a gap between the two runs or let them overlap",
    "another suit": "make one of the two runs in another suit",
    "another rank": "make one of the two sets of another rank",
    "for the nth meld": "for the {nth:ordinal} meld, {hint}",
    "all of these": _all_of,
    "lay down only": "lay down only {contract:slots}",
    "lay down only, then the rest": "lay down {contract:slots} first, and then the rest as new melds",
    "lay down only, the rest later": "lay down only {contract:slots}, and lay the rest down in a later turn",
    # what a hand can put down
    "goes down": _goes_down,
    "undecided": (
        "Not decided: this hand can be laid down in too many ways to look at all of them. "
        "Lay out the melds you mean and ask whether they meet the contract."
    ),
    "hand meets no contract": "this hand cannot meet the contract of any round",
    "hand would stay": "at best {cards:the_cards} would stay in hand, and the whole hand must be melded",
    "no choice": "these cards cannot make {contract:slots}",
    "because": "{what}, because {why}",
    "more wilds": "{count:count more wild card} would do",
    "would stay even then": (
        "even with {wilds:count more wild card}, at best {count:count card} would stay in hand, "
        "and the whole hand must be melded"
    ),
    # melds on the table
    "all cards": "in round {round} the whole hand goes down at once and play ends, so {what}",
    "nobody lays off": "nobody lays off",
    "nobody takes a wild card": "nobody takes a wild card",
    "nobody lays down more": "nobody lays down a further meld",
    "nobody goes out by discarding": "nobody goes out by discarding",
    "no melds lie": "there is no meld on the table",
    "which meld": "Which meld on the table?",
    "which cards to lay off": "Which cards are laid off?",
    "when down": "When did the player meld the contract: not yet, in this turn, or in an earlier turn?",
    "whose meld": "Whose meld is it: the player's own or somebody else's?",
    "lay off: not down": "only a player who has melded the contract may lay off",
    "lay off: down this turn": "nothing may be laid off in the turn of going down",
    "lay off: own meld": "in the turn of going down, cards may be laid off only on other players' melds",
    "place taken": "{wilds:one_of} already stands for {card:the} in {meld:the_reading} and does not move",
    "does not fit": _does_not_fit,
    "meld first": "meld the contract first",
    "lay off: another's meld": "cards are laid off only on your own melds, and this one is another player's",
    "your own meld": "lay off on a meld of your own",
    "meld first, then wait": "meld the contract first and wait for a later turn",
    "wait": "wait until your next turn",
    "wait or another's meld": "wait until your next turn, or lay it off on another player's meld",
    "take the wild card": "put {card:the} in the wild card's place and take the wild card",
    "lay off only": "lay off only {cards:the_placed}, without {card:the}",
    "lay off only, not the other": "lay off only {cards:the_placed}, without the other {card:bare}",
    "lay off only so many": "lay off only {count:number} of them",
    "lay off no more than": "lay off only {cards:the_placed}",
    "would take": "it would take {offer}",
    "laid off": "with {cards:the_cards} it is {meld:reading_said}.",
    "laid off, which": "with {cards:the_cards} it is {melds:ways}; the player says which.",
    "laid off, which wild card": (
        "with {cards:the_cards} it is {meld:reading_said}; the player says what each wild card stands for."
    ),
    "which place": "Where in the run does the wild card lie? Name the cards in the order in which they lie.",
    "owes first": "{what} only once {owed:owed_all the} that went back {owed:is_are} replaced",
    "cards are laid off": "cards are laid off",
    "a wild card is taken": "a wild card is taken",
    # new melds
    "no new melds": "after the contract no new melds are made here",
    "new meld: not down": "new melds come only after the contract",
    "new meld: down this turn": "nothing more may be melded in the turn of going down",
    "new meld": "{meld:reading_said} may be laid down.",
    "replaces": "{meld:reading_said} replaces the {owed}.",
    "replace first": "{owed:owed_any} must be replaced first, by a meld of just that kind and size, and {this}",
    "is another": "this is {meld:reading_said}",
    "has so many": "this has {count:count card}",
    # taking a wild card
    "offered for": "Which card is offered for the wild card?",
    "never swapped": "a melded wild card is never taken here",
    "goes out: not down": "only a player who is down may go out",
    "swap: not down": "only a player who is down may take a wild card",
    "swap: down this turn": "only a player who is down since an earlier turn may take a wild card",
    "swap: own meld": "a wild card is taken from other players' melds only",
    "swapped": "{card:the} goes into the meld in place of {taken:one_of}, {after:joker_after}.",
    "swapped, which": (
        "{card:the} goes into the meld in place of {taken:one_of}, {after:joker_after}; the player says which."
    ),
    "dead in a set": "a wild card in a set is dead and stays there",
    "no wild card there": "there is no wild card in {meld:the_reading}",
    "not for a wild card": (
        "a wild card is taken for the card that it stands for in {meld:the_reading}, not for another wild card"
    ),
    "none stands for it": "no wild card in {meld:the_reading} stands for {card:the}",
    "offer": "offer {cards:any_of}",
    # the turn's end
    "which discard": "Which card was discarded?",
    "which melds": "Which melds are on the table?",
    "not in hand": "{card:the} is not in the hand",
    "too few in hand": "there {cards:is_are} only {cards:alike} in the hand",
    "cards stayed": "in round {round} the whole hand goes down at once, and {count:count card} stayed in hand",
    "last card played": "the last card may not be discarded; it must be played to the table",
    "no wild discard": "no wild card may be discarded",
    "playable": "{card:the} could be laid off, and a player who is down may not discard such a card",
    "lay it off instead": "lay it off instead",
    "lay it off or keep it": "lay it off, or keep it if it fits nowhere",
    "goes out": "{card:the} is the last card, and discarding it goes out.",
    "may be discarded": "{card:the} may be discarded.",
    "must discard": "a turn ends with a discard, and {count:count card} would stay in hand",
    "discard one": "discard one of them",
    "discard it": "discard it",
    "discard one of these": "discard {cards:one_of}",
    "ends without a discard": (
        "{card:the} cannot be laid off, and the last card is not discarded, so the turn ends without a discard."
    ),
    "last card fits": "{card:the} is the last card and could be laid off",
    "lay it off and go out": "lay it off and go out",
    "not melded now": "in round {round} a hand is emptied only by melding all of it in this turn",
    "whole hand melded": "the whole hand is melded, and round {round} ends without a discard.",
    "whole hand goes out": "the whole hand is melded, and in round {round} that goes out without a discard.",
    "all played": "every card is played to the table, so the player goes out.",
    "stays in": "Yes, but that is not going out: the player stays in with an empty hand and draws on the next turn.",
    "contract leaves a card": "the turn must end with a discard, so the contract must leave a card for it",
    "last card is the discard": "the last card must be the discard, so it may not be laid off",
    "keep one": "keep one card to discard",
    # the Shanghai call
    "no Shanghai": "this rulebook has no Shanghai call",
    "fits no meld": "{card:the} does not fit any meld on the table",
    "fits melds": _fits_melds,
    "Shanghai": "{fits}, so Shanghai may be called.",
    "Shanghai by the discarder": "{fits}. In the next player's turn nobody may draw it or ask for it.",
    "Shanghai by another": "{fits}. {caller:starts} lays it there, and {discarder} draws a card from {caller}'s hand.",
    "protected": "Shanghai was called on {card:the} by its discarder, so nobody may take it in this turn",
    "still protected": "Is it still the turn after the Shanghai call on {card:the}?",
    "say if later": "say so, if a later turn has begun",
    # the discard out of turn
    **PILES,
    # what went wrong
    **IRREGULAR,
    "taken on turn": "the player whose turn it is takes the discard, so nobody else gets it",
    "ordinary draw": "an ordinary draw is not a request and costs nothing",
    "none in this round": _none_in_round,
    "nobody asked": "nobody asked for it",
    "one claim only": "only one discard may be claimed in a turn, and one has been",
    "asked later": "{first} was first",
    "later in turn": "{first} comes before {seat} in turn",
    "own turn": "{seat} has the turn and takes the discard as the draw or not at all",
    "limit": "{seat} has had {limit:number} in this round already, and that is the limit",
    "game limit": "{seat} has had {limit:number} in this game already, and that is the limit",
    "two running": "{seat} took the discard before this one, and nobody takes two in a row",
    "own discard": "{seat} has just discarded that card",
    "gets it": _gets_it,
    **SCREW,
    # counting
    "which cards": "Which cards?",
    "which melds laid down": "Which melds are laid down?",
    "which hand": "Which cards are in the hand?",
    "which hand to discard": "Which cards are left before the discard?",
    "which card discarded": "Which card is discarded, if any?",
    "which cards left": "Which cards are left in the hand?",
    "which totals": "What is each seat’s total?",
    "how many buys": "How often has each seat bought?",
    "score": _score,
    "settle": _settle,
    "at the end": _at_the_end,
    "how many won": "How many rounds has each seat won?",
    "last round cost": "How many points did each seat score in the last round?",
    "leaves when": "Is a round being played?",
    "leaves": ("They score the cards in their hand and take no part in later rounds. The others play on and close up."),
    "leaves with": (
        "They score the cards in their hand, {points:count point}, and take no part in later rounds. "
        "The others play on and close up."
    ),
    "leaves between rounds": "They take no part in later rounds, and their total stays as it is. The others close up.",
    "deal": _deal,
}
"""By name, in the order of a game: the words, or what makes them of what the phrase is about."""
