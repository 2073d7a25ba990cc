"""Words and sentences of the pages, in one place: contracts, packs, cards, places, money and moments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple, Protocol

from markupsafe import Markup, escape

from referee.days import is_year, local_time, today
from referee.game.state import Cell, GameState, Seat
from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext, pgettext
from referee.rules import packs
from referee.rules.cards import JOKER, JOKER_NAME, RANK_OF_CARD, RANKS, SUITLESS, parse_card
from referee.rules.judges.dealing import Deal
from referee.rules.judges.scoring import Place
from referee.rules.rulebook.in_words import many_of, single_cards, wild_alone
from referee.rules.rulebook.kinds import EVERY_WILD, NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import COLOUR, MIXED, SUIT, Slot, is_free, slot_said, ways_to_meet
from referee.rules.speech.hands import in_order, shown
from referee.rules.speech.words import begun as begun
from referee.rules.speech.words import contract_words, with_sign
from referee.rules.speech.words import reward as reward

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_RUN = re.compile(r"\b(?:1[0-2]|[1-9AJQK])(?:-(?:1[0-2]|[1-9AJQK]))+\b")
_DAY = re.compile(r"\b[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)\b")
_QUOTED = re.compile(r'"([^"]*)"')
_OLD_PHONE = re.compile(r"phone [A-Z][0-9]")
JOKER_FACES = frozenset(pack.joker_face for pack in packs.PACKS.values())
PAD_ORDER = packs.STANDARD.keys
"""The keys of the pad, five in a row."""


def suit_keys() -> Iterator[tuple[str, str, str, str]]:
    """The suits of the pack: as they are typed, drawn, called by the stylesheet and spoken."""
    pack = packs.in_force.get()
    return zip(pack.suits, pack.signs, pack.classes, pack.suit_words, strict=True)


def has_colours() -> bool:
    """Whether the suits of the pack are colours."""
    return packs.in_force.get().in_colours


def script_pack() -> str:
    """What the scripts call the pack of the page; empty for one of 52."""
    return {packs.NUMBERS: "NUMBERS", packs.WITH_STARS: "STARS"}.get(packs.in_force.get(), "")


def example_cards(single: bool) -> str:
    """Cards as they may be typed, one or several."""
    if has_colours():
        return "5R" if single else "5R 6R W"
    if script_pack():
        return "5*" if single else "5* 6* JK"
    return "5C" if single else "5C 6C JK"


def spoken_rank(rank: str) -> str:
    """A rank, or the wild card, as a screen reader says it."""
    pack = packs.in_force.get()
    return pack.joker_said if rank == JOKER_NAME else pack.spoken[RANKS.index(rank)]


_WEEKDAYS = (
    lazy_gettext("Monday"),
    lazy_gettext("Tuesday"),
    lazy_gettext("Wednesday"),
    lazy_gettext("Thursday"),
    lazy_gettext("Friday"),
    lazy_gettext("Saturday"),
    lazy_gettext("Sunday"),
)
_MONTHS = (
    lazy_gettext("Jan"),
    lazy_gettext("Feb"),
    lazy_gettext("Mar"),
    lazy_gettext("Apr"),
    lazy_gettext("May"),
    lazy_gettext("Jun"),
    lazy_gettext("Jul"),
    lazy_gettext("Aug"),
    lazy_gettext("Sep"),
    lazy_gettext("Oct"),
    lazy_gettext("Nov"),
    lazy_gettext("Dec"),
)
LOWEST_WINS = lazy_gettext("lowest total wins")
HIGHEST_WINS = lazy_gettext("highest total wins")
MOST_CONTRACTS_WIN = lazy_gettext("most contracts met wins")


class Moment(NamedTuple):
    """A time for a person and, as ``iso``, for the phone, which shows it in its own time zone."""

    iso: str
    shown: str


class Face(NamedTuple):
    """A card as it is drawn and as it is spoken. ``suit`` is ``c d h s`` or empty."""

    rank: str
    sign: str
    suit: str
    spoken: str


class Key(NamedTuple):
    """A key of the pad: a rank, with its points under the rulebook where points are asked for."""

    rank: str
    label: str
    points: int | None
    name: str
    """Its spoken name."""
    typed: str
    """How it is added to a hand in words: a lone ``A`` would be an article there."""
    shown: str
    """How it stands among cards that are read back."""

    @property
    def look(self) -> str:
        """What the stylesheet calls it; empty for a plain rank."""
        if self.label in JOKER_FACES:
            return "joker" if self.label == "★" else "jk"
        if self.shown == self.rank:
            return ""
        return "single" if len(self.rank) > 1 else "word"


class CardPad(NamedTuple):
    """What the pad of cards has: its keys, suits, a key for the next of several melds."""

    keys: tuple[Key, ...]
    suits: bool = True
    melds: bool = False
    types: bool = True
    """Whether the phone's own keyboard stays away until a key asks for it."""
    suit: str = ""
    """The suit that is chosen when the page opens."""


class MeldView(NamedTuple):
    kind: str
    """``run`` where its cards climb, ``set`` where they lie side by side, or the ``or`` between two ways."""
    size: int
    words: str
    suits: str = ""
    """The suits of its cards, one after the other; none where they are all of one."""


def number(count: int) -> str:
    """``"three"``; digits above twelve and below zero."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def listing(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``; empty for nothing."""
    *most, end = [*words] or [""]
    if not most:
        return end
    parameters = {"most": ", ".join(most), "last": end}
    return _("%(most)s and %(last)s", **parameters) if last == "and" else _("%(most)s or %(last)s", **parameters)


@lru_cache(maxsize=4096)
def unbroken(text: str) -> Markup:
    """A sentence for a page, in which no line ends within the ranks of a run."""
    return Markup(_RUN.sub(r'<span class="whole-run">\g<0></span>', str(escape(text))))  # noqa: S704 - escaped before


def times(count: int) -> str:
    """``"once"``, ``"twice"``, ``"3 times"``."""
    return _("twice") if count == 2 else ngettext("once", "%(num)s times", count)


def points(count: int) -> str:
    return ngettext("%(num)s point", "%(num)s points", count)


def cards(count: int) -> str:
    return ngettext("%(num)s card", "%(num)s cards", count)


def pennies(count: int) -> str:
    return ngettext("%(num)s penny", "%(num)s pennies", count)


def signed(count: int) -> str:
    """A total with a real minus sign."""
    return f"−{-count}" if count < 0 else str(count)


def handicap(state: GameState) -> str:
    """With what points players began, as a sentence; empty where nothing was agreed."""
    given = [f"{state.name(seat)} {with_sign(points)}" for seat, points in state.handicaps.items()]
    return _("Handicap: %(given)s.", given=", ".join(given)) if given else ""


def about(count: int) -> str:
    """A total that isn't settled yet."""
    return _("about %(points)s", points=signed(count))


def begins(seat: Seat) -> str:
    """The total that somebody begins with: ``"22"``, or ``"about 22"`` until the round before is closed."""
    return signed(seat.opening) if seat.settled else about(seat.opening)


def total(state: GameState, seat: int) -> str:
    """Somebody's total; a dash for whoever has left without having played a round, and where only places are left."""
    if not state.has_points:
        return "–"
    came = bool(state.rounds) and not state.has_played(seat)
    if came and (state.over or state.by_id[seat] in state.gone):
        return "–"
    return begins(state.by_id[seat]) if came else signed(state.totals[seat])


class Winning(Protocol):
    """A rulebook or a finished game."""

    @property
    def own_contracts(self) -> bool: ...
    @property
    def highest_wins(self) -> bool: ...


def what_wins(of: Winning) -> str:
    """``"lowest total wins"``: what is printed under scores and results."""
    if of.own_contracts:
        return str(MOST_CONTRACTS_WIN)
    return str(HIGHEST_WINS if of.highest_wins else LOWEST_WINS)


def decks_here(book: Rulebook, deal: Deal) -> tuple[Fact, ...]:
    """How many decks are dealt from, where that changes from round to round."""
    return (Fact(_("Decks"), str(deal.decks), book.clause_of("decks").topic),) if any(book.decks_by_round) else ()


def rounds_to_play(state: GameState) -> int:
    """How many rounds there will be; 0 while nobody can say."""
    return 0 if state.is_open_ended else state.planned


def round_of(number: int, planned: int) -> str:
    """``"Round 4 of 7"``; ``"Round 4"`` where nobody can say how many there will be."""
    if not planned:
        return _("Round %(number)s", number=number)
    return _("Round %(number)s of %(planned)s", number=number, planned=planned)


def none_left(book: Rulebook) -> str:
    """That no round is left to play; where points or contracts end a game, nobody has planned how many there are."""
    return _("Played to the end") if book.rounds_vary else _("All rounds played")


def contract(slots: Sequence[Slot]) -> str:
    """``"Two sets of 3 and one run of 4"``, where a line begins with it; empty where there is none."""
    return begun(contract_words(slots)) if slots else ""


_DRAWN = {
    "set": ("set", "shdc"),
    "pair": ("set", "shdc"),
    MIXED: ("run", "shdc"),
    COLOUR: ("set", "hd"),
    SUIT: ("set", ""),
}
"""How the cards of a meld lie, and their suits; the others lie as a run does."""
_IN_COLOURS = str.maketrans("shdc", "yrbg")


def contract_in_brief(slots: Sequence[Slot]) -> str:
    """The kinds of its melds alone: ``"2 runs"``, ``"Set, run"``, ``"2 sets or run + set"``."""
    if not slots:
        return ""
    each = ways_to_meet(tuple(slots))
    joint = ", " if len(each) == 1 else " + "
    ways = [_any_melds(way[0]) if is_free(way) else joint.join(_kinds(way)) for way in each]
    return begun(" {} ".format(pgettext("between two ways", "or")).join(ways))


def _any_melds(slot: Slot) -> str:
    if not slot.points:
        return _("any melds, pure run") if slot.pure else _("any melds")
    if slot.pure:
        return _("worth %(points)s, pure run", points=slot.points)
    return _("worth %(points)s", points=slot.points)  # not “40 points”: on the sheet the round’s number stands above it


def _kinds(way: Sequence[Slot]) -> Iterator[str]:
    counts = Counter("set" if slot.kind == "pair" else slot.kind for slot in way)
    return (_some(kind, count) for kind, count in counts.items())


def _some(kind: str, count: int) -> str:
    if kind == "set":
        return ngettext("set", "%(num)s sets", count)
    if kind == MIXED and not has_colours():
        return ngettext("mixed run", "%(num)s mixed runs", count)
    if kind == COLOUR:
        return ngettext("one colour", "%(num)s groups of one colour", count)
    if kind == SUIT and has_colours():
        return ngettext("one colour", "%(num)s groups of one colour", count)
    if kind == SUIT:
        return ngettext("one suit", "%(num)s groups of one suit", count)
    return ngettext("run", "%(num)s runs", count)


def melds(slots: Sequence[Slot]) -> tuple[MeldView, ...]:
    """The contract's melds, to be drawn one by one, with a word between two ways to meet it; those that the player may
    choose have no size, and are words alone."""
    return tuple(_drawn(slot) for slot in slots)


def _drawn(slot: Slot) -> MeldView:
    kind, suits = _DRAWN.get(slot.kind, (slot.kind, ""))
    if has_colours():
        suits = suits.translate(_IN_COLOURS)
    return MeldView(kind, slot.size, slot_said(slot, "").strip(), suits)


def pack(deal: Deal) -> str:
    """``"2 decks and 3 jokers: 107 cards"``."""
    if has_colours():
        return _(
            "%(decks)s of each number in each colour, %(skips)s and %(wild)s: %(cards)s cards",
            decks=deal.decks,
            skips=ngettext("%(num)s skip", "%(num)s skips", packs.SKIPS_IN_A_DECK * deal.decks),
            wild=ngettext("%(num)s wild card", "%(num)s wild cards", deal.jokers),
            cards=deal.pack,
        )
    decks = ngettext("%(num)s deck", "%(num)s decks", deal.decks)
    if not deal.jokers:
        return _("%(decks)s without jokers: %(cards)s cards", decks=decks, cards=deal.pack)
    jokers = ngettext("%(num)s joker", "%(num)s jokers", deal.jokers)
    return _("%(decks)s and %(jokers)s: %(cards)s cards", decks=decks, jokers=jokers, cards=deal.pack)


def wild(book: Rulebook) -> str:
    """``"jokers and 2s"``; ``"nothing"`` where no card is wild."""
    there = sorted(
        book.wild_ranks.intersection(ranks(book)), key=lambda rank: (rank != JOKER_NAME, PAD_ORDER.index(rank))
    )
    if has_colours():
        return _("the wild cards")
    cards = [_("jokers") if rank == JOKER_NAME else many_of(rank) for rank in there]
    always = listing([*cards, *map(single_cards, wild_alone(book.wild_cards, book.wild_ranks))])
    if not book.wild_varies:
        return always or _("nothing")
    return _("%(cards)s and, in some rounds, another rank", cards=always) if always else _("one rank in some rounds")


def wild_fact(book: Rulebook) -> tuple[Fact, ...]:
    """What is wild, by its name; nothing where that is what the cards are called."""
    if book.cards.in_colours:
        return ()
    return (Fact(_("Wild"), wild(book), book.clause_of("wild_ranks").topic),)


def wild_in_brief(book: Rulebook) -> str:
    """``"jokers and 2s"``; of a pack with wild cards of its own, how many there are."""
    if not book.cards.in_colours:
        return wild(book)
    return ngettext("%(num)s card", "%(num)s cards", max(book.jokers.values()))


def further_here(book: Rulebook, plays: int) -> tuple[Special, ...]:
    """What there is in one round of the rulebook besides what always is: further decks, and what is wild."""
    more = book.decks_by_round[plays - 1]
    says = ngettext("Play with %(num)s more deck.", "Play with %(num)s more decks.", more)
    return (*((by_rule(book, "decks_by_round", says),) if more else ()), *wild_here(book, plays))


def wild_here(book: Rulebook, plays: int) -> tuple[Special, ...]:
    """What is wild in one round of the rulebook besides what always is."""
    rank = book.wild_by_round[plays - 1]
    if rank not in ranks(book) or rank in book.wild_ranks:
        return ()
    return (by_rule(book, "wild_by_round", _("%(cards)s are wild as well.", cards=begun(many_of(rank)))),)


_OF_MELDS = {"set": "set_least", "run": "run_least"}
"""The rule value whose clause says what a meld of this kind is."""


def meanings(book: Rulebook, contracts: Iterable[Sequence[Slot]]) -> tuple[Special, ...]:
    """What the rulebook says of sets and of runs, as far as these contracts ask for any."""
    kinds = {slot.kind for contract in contracts for slot in contract}
    values = (value for kind, value in _OF_MELDS.items() if kind in kinds)
    return tuple(by_rule(book, value, book.clause_of(value).text) for value in values)


SCREW_ONCE = lazy_gettext("The screw-over: once for each player.")


class Fact(NamedTuple):
    """A value of the rules, what it is called, and the topic of the clause that says so; empty where none is marked."""

    label: str
    value: str
    topic: str = ""


class Special(NamedTuple):
    """A sentence on what is special in a round, and the topic of the clause that says so."""

    sentence: str
    topic: str


def special(book: Rulebook, plays: int) -> tuple[Special, ...]:
    """What is special in one round of the rulebook."""
    sentences = dict[str, str]()
    if plays in book.all_cards_rounds:
        sentences["all_cards_rounds"] = _("You meld the whole hand at once, without a discard.")
    elif plays in book.whole_hand_rounds and book.final_discard.startswith("required"):
        sentences["whole_hand_rounds"] = _("If you meld the whole hand, you go out without a discard.")
    if book.draw_cards > 1:
        cards = book.draw_cards
        sentences["draw_cards"] = ngettext("Draw %(num)s card in each turn.", "Draw %(num)s cards in each turn.", cards)
    limit, penalty = book.may_i_limit[plays - 1], book.may_i_penalty[plays - 1]
    begins = {"word": _("Buying") if book.may_i_word == "buy" else begun(book.may_i_word)}
    if limit == 0 and any(book.may_i_limit):  # where no round has one, it is special in none
        sentences["may_i_limit"] = (
            _("No buying in this round.")
            if book.may_i_word == "buy"
            else _("No %(word)s in this round.", word=book.may_i_word)
        )
    elif limit not in (0, NO_LIMIT):
        sentences["may_i_limit"] = _limited(begins["word"], int(limit), penalty)
    elif limit and (len(set(book.may_i_limit)) > 1 or penalty != 1):
        sentences["may_i_limit"] = _unlimited(begins["word"], penalty)
    if limit != 0 and book.may_i_penalty_grows:
        sentences["may_i_penalty_grows"] = grows(book)
    if limit != 0 and book.may_i_saved:
        sentences["may_i_saved"] = _("%(word)s: what you don’t use carries over to later rounds.", **begins)
    if limit != 0 and isinstance(book.may_i_in_game, int):
        often = times(book.may_i_in_game)
        sentences["may_i_in_game"] = _("%(word)s: %(times)s for each player in the whole game.", **begins, times=often)
    if book.final_discard == "never":
        sentences["final_discard"] = _("Go out by playing every card to the table; the last card is never discarded.")
    if not book.down_draws:
        sentences["down_draws"] = _("Once you are down, you neither draw nor discard.")
    if book.down_only_out:
        sentences["down_only_out"] = _("You lay melds down only to go out.")
    if book.last_turns:
        sentences["last_turns"] = _("After a player goes out, the others have one more turn each.")
    if book.one_turn_doubles:
        sentences["one_turn_doubles"] = _("If a player goes down and out in one turn, the others’ cards count double.")
    if book.screw_over:
        sentences["screw_over"] = str(SCREW_ONCE)
    if book.shanghai_call:
        sentences["shanghai_call"] = _("The Shanghai call is on.")
    return tuple(by_rule(book, value, sentence) for value, sentence in sentences.items())


def grows(book: Rulebook) -> str:
    """How the extra cards of a discard taken out of turn become more; empty where they stay as many."""
    more = book.may_i_penalty_grows
    if not more:
        return ""
    return ngettext(
        "Each further time in the round it is %(num)s card more.",
        "Each further time in the round it is %(num)s cards more.",
        more,
    )


def _limited(word: str, limit: int, penalty: int) -> str:
    at = {"word": word, "times": times(limit)}
    if not penalty:
        return _("%(word)s: %(times)s for each player, no extra card.", **at)
    return _(
        "%(word)s: %(times)s for each player, plus %(cards)s from the stock each time.", **at, cards=cards(penalty)
    )


def _unlimited(word: str, penalty: int) -> str:
    if not penalty:
        return _("%(word)s: as often as you like, no extra card.", word=word)
    return _(
        "%(word)s: as often as you like, plus %(cards)s from the stock each time.", word=word, cards=cards(penalty)
    )


def by_rule(book: Rulebook, value: str, sentence: str) -> Special:
    """A sentence that follows a value of the rulebook."""
    return Special(sentence, book.clause_of(value).topic)


def values_of_cards(book: Rulebook) -> str:
    """What the cards left cost, dear ones first: ``"Ace, joker 15; 10–K = 10; 2–9 = their number"``."""
    with packs.played_with(book.pack):
        return _values_of_cards(book)


def _values_of_cards(book: Rulebook) -> str:
    by_value: dict[int, list[str]] = {}
    for name in priced_names(book):
        by_value.setdefault(book.prices[name], []).append(name)
    numbers = [name for value, names in by_value.items() for name in names if names == [str(value)]]
    alone = numbers if len(numbers) > 1 else []
    every = book.points.get(EVERY_WILD) if book.wild_varies else None
    wild = [] if every is None else [f"{_('any wild card')} {every}"]
    dear = sorted(by_value.items(), reverse=True)
    groups = wild + [_worth(names, value) for value, names in dear if names[0] not in alone]
    return begun("; ".join([*groups, _("%(cards)s face value", cards=_in_brief(alone))] if alone else groups))


def _worth(names: Sequence[str], value: int) -> str:
    """``"ace, joker 15"``: behind a figure or within a range, the number alone would be read as one card more."""
    cards = _in_brief(names)
    return f"{cards} {value}" if cards[-2:].isalpha() else f"{cards} = {value}"


def _in_brief(names: Sequence[str]) -> str:
    """Cards as people list them, three or more in a row as a range: ``"ace, joker"``, ``"10–K"``, ``"2, joker"``."""
    pack = packs.in_force.get()
    ladder = pack.keys[: pack.highest] if pack.in_colours else RANKS[1:]
    rows: list[list[str]] = []
    for name in sorted(names, key=lambda name: (name not in ladder, ladder.index(name) if name in ladder else 0)):
        if rows and name in ladder and ladder.index(name) and rows[-1][-1] == ladder[ladder.index(name) - 1]:
            rows[-1].append(name)
        else:
            rows.append([name])
    cards = {JOKER_NAME: spoken_rank(JOKER_NAME)}
    cards |= {"A": spoken_rank("A")} if pack.has_aces else {}
    spans = [[packs.letters(row[0]), packs.letters(row[-1])] for row in rows]
    pieces = [
        "–".join(span) if len(row) > 2 else ", ".join(cards.get(n, spaced(n)) for n in row)
        for row, span in zip(rows, spans, strict=True)
    ]
    return ", ".join(pieces)


def place(at: Place) -> str:
    """``"1"`` or, shared, ``"2="``."""
    return f"{at.place}=" if at.shared else str(at.place)


def ordinal_place(at: Place) -> str:
    """``"1st"``, ``"2nd, shared"``: as it is spoken."""
    return _("%(place)s, shared", place=ordinal(at.place)) if at.shared else ordinal(at.place)


def place_of(at: Place, players: int) -> str:
    """``"2nd of 4"``, ``"shared 1st of 4"``."""
    where = {"place": ordinal(at.place), "players": players}
    return _("shared %(place)s of %(players)s", **where) if at.shared else _("%(place)s of %(players)s", **where)


def ordinal(number: int) -> str:
    """``"1st"``, ``"2nd"``, ``"11th"``."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def money(pennies: int) -> str:
    """``"gets 14 pennies"``, ``"pays 1 penny"``, ``"even"``."""
    if not pennies:
        return _("even")
    if pennies > 0:
        return ngettext("gets %(num)s penny", "gets %(num)s pennies", pennies)
    return ngettext("pays %(num)s penny", "pays %(num)s pennies", -pennies)


def number_of_cents(cents: int) -> str:
    """``"3.40"``; a real minus sign for what is below zero."""
    return f"{'−' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02}"


def score(cell: Cell | None) -> str:
    """What a round brought: ``"+35"``, or ``"out"``; empty for whoever did not play it.

    ``"35 left"`` where only who goes out gets points.
    """
    if cell is None:
        return ""
    if cell.counts == 0 == cell.score and cell.held:
        return _("%(points)s left", points=cell.held)
    if cell.went_out and not cell.score:
        return pgettext("a round, to whoever went out", "out")
    return signed(cell.score) if cell.score < 0 else f"+{cell.score}"


def line(cards: str | None, value: int, times: int = 1) -> str:
    """Cards left as they are read back: ``"35 (K K 10 5)"``, ``"0 (no cards)"``, ``"35"``; ``"2 × 35"`` twice."""
    points = signed(value) if times == 1 or not value else f"{times} × {value}"
    if cards is None:
        return points
    shown_cards = spaced(cards) or _("no cards")
    return f"{points} ({shown_cards})"


def spaced(cards: str) -> str:
    """Cards with jokers in a word: ``"K K 10 joker"``."""
    return shown(cards)


def rank_face(rank: str) -> Face:
    """A card whose suit does not matter, or one such as ``QS`` that has points of its own."""
    return (
        card_face(parse_card(rank))
        if rank in RANK_OF_CARD
        else Face(_on_a_face(rank), "", _class_alone(rank), spoken_rank(rank))
    )


def _on_a_face(rank: str) -> str:
    """A rank as it is drawn; a wild card has a face of its own in each pack."""
    return rank if rank == JOKER_NAME else packs.letters(rank)


def _class_alone(rank: str) -> str:
    """The class of a card without a suit, where it has one of its own: a joker among stars is drawn in letters."""
    return "jk" if rank == JOKER_NAME and packs.in_force.get().joker_face == JOKER_NAME else ""


def hand_faces(cards: str | None) -> tuple[Face, ...]:
    """The cards of a line, to be drawn; none where only points were said."""
    return tuple(rank_face(rank) for rank in (cards or "").split())


def card_face(card: int) -> Face:
    """A card of the pack, or one of which nobody said the suit."""
    if card >= SUITLESS:
        return rank_face(RANKS[card - SUITLESS])
    if card == JOKER:
        return rank_face(JOKER_NAME)
    pack, rank, suit = packs.in_force.get(), RANKS[card % 13], card // 13
    if card % 13 >= pack.highest:
        return rank_face(rank)
    word, its = spoken_rank(rank), pack.suit_words[suit]
    spoken = f"{its} {word}" if pack.in_colours else f"{word} of {its}"
    return Face(packs.letters(rank), pack.signs[suit], pack.classes[suit], spoken)


def keys(book: Rulebook, *, priced: bool = True) -> tuple[Key, ...]:
    """The ranks of a rulebook's pad; where points are asked for, their prices, and the cards that have their own."""
    return tuple(
        Key(
            packs.letters(name),
            book.cards.joker_face if name == JOKER_NAME else begun(spaced(name)),
            book.prices[name] if priced else None,
            rank_face(name).spoken,
            spoken_rank(name) if name == "A" and book.cards.has_aces else packs.letters(name),
            spaced(name),
        )
        for name in (priced_names(book) if priced else ranks(book))
    )


def ranks(book: Rulebook) -> tuple[str, ...]:
    """The ranks that can be left in hand, the joker only where it is played with, in the order of the pad."""
    return book.cards.keys if book.has_jokers else tuple(rank for rank in book.cards.keys if rank != JOKER_NAME)


def priced_names(book: Rulebook) -> tuple[str, ...]:
    """What can be left in hand: the ranks, and behind each the cards that have points of their own."""
    if book.cards is not packs.STANDARD:
        return ranks(book)
    return tuple(in_order({*ranks(book), *RANK_OF_CARD} & book.prices.keys()))


LONG_NAME = 18
"""Letters of a name that a key still has room for beside another key."""


def long_name(name: str) -> bool:
    """Whether its key has a line of its own on a phone."""
    return len(name) > LONG_NAME


_LETTERS_NAMED = 60
"""So many letters of three and more winners are named in a heading; who they are is said below it."""


def win(names: Sequence[str]) -> str:
    """``"Ada wins"``, ``"Ada and Ben share the first place"``, ``"8 share the first place"``."""
    who = listing(names)
    if len(names) > 2 and len(who) > _LETTERS_NAMED:
        return _("%(number)s share the first place", number=len(names))
    return _("%(player)s wins", player=who) if len(names) == 1 else _("%(names)s share the first place", names=who)


def called(names: Sequence[str], longest: int) -> dict[str, str]:
    """Each name as it stands where there is room for so many letters."""
    return dict(zip(names, short_names(names, longest), strict=True))


def short_names(names: Sequence[str], longest: int = 7) -> tuple[str, ...]:
    """Each name cut to fit a narrow column, no two alike."""
    short = [_shortened(name, longest) for name in names]
    alike = {name for name in short if short.count(name) > 1}
    for at, name in enumerate(short):
        if name in alike:  # the family name's letter tells them apart, or how they end
            words = names[at].split()
            end = words[-1][0] if len(words) > 1 else ""
            short[at] = f"{words[0][: longest - 2]} {end}" if end else _contracted(words[0], longest)
    firsts = [name.partition(" ")[0][: longest - 2] for name in names]
    return tuple(name if short.count(name) == 1 else f"{firsts[at]} {at + 1}" for at, name in enumerate(short))


def _contracted(name: str, longest: int) -> str:
    """``"Grandma"`` is ``"Gra’ma"`` in six letters: cut at its end, it would be one with ``"Grandpa"``."""
    return name if len(name) <= longest else f"{name[: longest - 3]}’{name[-2:]}"


def _shortened(name: str, longest: int) -> str:
    """``"Oma Liesel"`` is ``"Oma L."`` where that fits, else ``"Oma"``, and ``"Player 3"`` is ``"P3"``.

    A word that is cut ends in a full stop.
    """
    if len(name) <= longest:
        return name
    first, *others = name.split()
    if others and others[-1].isdigit():
        return f"{first[0]}{others[-1][:3]}"
    family = next((word for word in reversed(others) if word[0].isupper()), others[-1] if others else "")
    end = f"{family[0]}." if family else ""
    if end and len(f"{first} {end}") <= longest:
        return f"{first} {end}"
    return first if len(first) <= longest else f"{first[: longest - 1].rstrip('-')}."


def moment(at: str) -> Moment:
    """A time of the log in the server's own time zone, until the phone knows better."""
    local = local_time(at)
    return Moment(at, f"{_day(local.date(), int(today()[:4]))}, {local:%H:%M}")


def day(at: str, *, year: bool = False) -> str:
    """``"12 Jan"`` of a day or a time of the log, in the server's own time zone; with its year if that is over.

    ``year``: always with its year, for what leaves the app and is read later. Of some old games only a year is left.
    """
    if is_year(at):
        return at
    return _day(local_time(at).date(), 0 if year else int(today()[:4]))


def weekday(at: str) -> str:
    """``"Monday, 12 Jan"`` of a day; with its year if it is not this one."""
    on = local_time(at).date()
    return _("%(weekday)s, %(day)s", weekday=_WEEKDAYS[on.weekday()], day=day(at))


def _day(on: date, this_year: int) -> str:
    parameters = {"day": on.day, "month": _MONTHS[on.month - 1]}
    return (
        _("%(day)s %(month)s %(year)s", **parameters, year=on.year)
        if on.year != this_year
        else _("%(day)s %(month)s", **parameters)
    )


def dated(text: str) -> str:
    """A text with days and quotation marks as people write them: ``"the table, 21 Nov"``, ``"pagat.com, “Rummy”"``."""
    return _QUOTED.sub(r"“\1”", _DAY.sub(lambda match: day(match[0]), text))


def apart(readings: Sequence[str]) -> dict[str, list[str]]:
    """The melds of each reading, ``; `` between them, without those that all of them have."""
    melds = {reading: reading.split("; ") for reading in readings}
    everywhere = set.intersection(*map(set, melds.values())) if len(melds) > 1 else set()
    return {reading: [meld for meld in each if meld not in everywhere] for reading, each in melds.items()}


def writer(by: str, me: str) -> str:
    """Who wrote something, as the log has it, for the phone of ``me``; empty where nobody knows.

    Logs of an older version name phones by a letter and a digit, which nobody at the table ever saw.
    """
    if by and by == me:
        return pgettext("who wrote it", "you")
    return _("another phone") if _OLD_PHONE.fullmatch(by) else by


NOTHING_CHANGED = lazy_gettext("Nothing changed: it was already like that.")
"""What is said where something was written that is so already."""


def clock(at: str) -> str:
    """``"20:14"`` of a time of the log, in the server's own time zone."""
    return f"{local_time(at):%H:%M}"
