"""Going down, what is done with melds on the table, and the Shanghai call that lays a discard on one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.game.play import LaidMeld
from referee.game.rulings.melds import card_names, fitting
from referee.game.rulings.plays import ask, names_of, read
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.rules.cards import parse_card
from referee.rules.questions.fields import LAST_TURN
from referee.rules.questions.kinds import CARD, MELD, MELDS
from referee.rules.speech.typed import tidy
from referee.rules.speech.words import owed_all, owed_any, written_out
from referee.web.parts.cards import drawn_meld, meld_on_table
from referee.web.parts.question_fields import CardsField, cards_field
from referee.web.play.forms import LAY_OFF, NEW, PLAY_OF, SWAP, recorded
from referee.web.play.steps import (
    DOWN,
    DOWN_ANSWERS,
    READING,
    AskBack,
    Key,
    Preview,
    Step,
    Steps,
    Telling,
    Told,
    Way,
    asks_last_turn,
    asks_when_down,
    next_step,
    reading_keys,
    seat_keys,
    seats_there,
    spoken,
)
from referee.web.shell import words

PAD = "pad"
"""Stands in the address where the cards laid off are tapped in, and none of those that fit is chosen."""
OWNER, ONTO = "owner", "onto_cards"
"""Whose meld it is and how it lies there, where nobody has told it before."""


def down_page(tell: Telling) -> Steps:
    """Who went down; for a seat, with which melds."""
    seat, melds = tell.seat("seat"), tell.text("melds")
    contract = tell.running.of(seat).deal.contract
    page = tell.page(
        heading=_("%(player)s goes down", player=tell.state.name(seat)) if seat else _("Who goes down?"),
        page="play.down",
        record="play.went_down",
        typed={
            "seat": str(seat or ""),
            "melds": melds,
            **{name: text for name in (READING, LAST_TURN.name) if (text := tell.text(name))},
        },
        rule=words.by_rule(tell.state.book, "contracts", f"{words.contract(contract)}.")
        if seat or not tell.running.own
        else None,
    )
    if asks := next_step(tell, page, _WHO_GOES_DOWN):
        return asks
    if seat in tell.running.play.noted_down:
        page = page.but(adds=True)
    enough = bool(melds.strip()) and tell.checks
    field = cards_field("melds", _("The cards laid down"), MELDS, melds, tell.checks and not enough)
    field.meets_contract, field.asked_for = True, tuple(contract)
    if ruled := tell.answered(
        page, enough, {LAST_TURN.name: partial(asks_last_turn, tell=tell)}, lambda _: ({"melds": "melds"}, (field,))
    ):
        return ruled.but(rule=None) if ruled.ruled else ruled.but(records=True)
    return page.but(fields=(field,), records=True)


def _down_keys(tell: Telling, _page: Steps) -> Iterator[Key]:
    play = tell.running.play
    for seat in tell.running.there:
        key = Key({"seat": str(seat)}, tell.state.name(seat))
        if seat in play.noted_down:
            key = replace(key, note=_("is down: add the melds"), completes=True)
        elif seat in play.down:
            key = replace(key, adds=None, note=_("is down"))
        yield key


def _melds_may_follow(_tell: Telling, page: Steps) -> Steps:
    return page.but(
        lead=_("You can add the melds later. Then lay-offs, swaps and calls are checked against them."), typed={}
    )


_WHO_GOES_DOWN = Step(("seat",), lambda *_of: _("Who goes down?"), _down_keys, notes=True, also=_melds_may_follow)


def melds_follow(state: GameState, seat: int) -> bool:
    """Whether the page for the melds comes after a noted going down: not at a table that has left others untold."""
    if state.running is None or seat not in state.running.play.noted_down:
        return False
    return state.running.play.noted_down == {seat} and not any(round_.play.noted_down for round_ in state.rounds)


def meld_page(meld: LaidMeld | None, tell: Telling) -> Steps:
    """Something done with one meld on the table, or a further one laid down (``meld`` is None then)."""
    state, running = tell.state, tell.running
    seat = tell.seat("seat")
    ways = _ways(state, running, meld, seat) or (LAY_OFF,)
    tell = _by_way(tell, ways)
    page = _about_meld(tell).but(
        page="play.on_table" if meld else "play.new_meld",
        record="play.onto_meld" if meld else "play.laid",
        place={"code": tell.code, "meld": meld.id} if meld else {"code": tell.code},
        meld=meld_on_table(state, meld) if meld else None,
    )
    way = page.typed["way"]
    page = page.but(heading=_heading(state, running, meld.owner if meld else None, way, seat))

    def who(_tell: Telling, _page: Steps) -> Iterable[Key]:
        owed = {other: _("owes %(meld)s", meld=owed_all(what)) for other, what in running.play.owes.items()}
        return _down_first(tell, [other for other in running.there if _ways(state, running, meld, other)], owed)

    if asks := next_step(tell, page, Step(("seat",), lambda _tell, page: page.heading, who)):
        screws = [meld.id] if meld and state.book.screw_over else []
        places = [{"code": tell.code, "meld": number} for number in screws]
        return asks.but(more=tuple(Way(_("Screw-over"), "play.screw_over", place) for place in places))
    if answered := _ruled_on(page, tell, meld):
        return answered
    other_ways = _other_ways(page, ways)
    if meld and way == LAY_OFF and PAD not in tell.typed and "ask" not in tell.typed and not tell.trouble:
        fits = [
            Key({"laid": cards}, "", "", drawn_meld(cards), spoken(cards))
            for cards in fitting(state, running, meld.cards)
        ]
        other = Way(_("Other cards"), page.page, {**page.place, **_without_cards(page), PAD: "1"})
        if fits:
            return page.but(keys=tuple(fits), notes="laid", more=(other, *other_ways))
    return page.but(fields=(_laid_field(page, tell.checks),), more=other_ways)


def other_meld_page(tell: Telling) -> Steps:
    """Something done with a meld on the table that nobody has told: whose it is and how it lies is told with it."""
    state, running = tell.state, tell.running
    seat, owner = tell.seat("seat"), tell.seat(OWNER)
    ways = (LAY_OFF, SWAP) if state.book.swap != "no" else (LAY_OFF,)
    if owner is None and seat and ways == (LAY_OFF,) and state.book.lay_off_whose == "own":
        owner = seat
    tell, lies = _by_way(tell, ways), tell.text(ONTO)
    page = _about_meld(tell).but(page="play.other_meld", record="play.onto_other")
    page = page.but(heading=_heading(state, running, tell.seat(OWNER), page.typed["way"], seat))
    if owner and seat:
        page = page.but(typed={**page.typed, OWNER: str(owner), **({ONTO: lies} if lies else {})})

    if asks := next_step(tell, page, _WHO_PUTS, _WHOSE):
        return asks
    if answered := _ruled_on(page, tell, None):
        return answered
    onto = cards_field(ONTO, _("The meld as it is"), MELD, lies, tell.checks)
    return page.but(fields=(onto, _laid_field(page, tell.checks)), more=_other_ways(page, ways))


def _own_last(tell: Telling, _page: Steps) -> Iterable[Key]:
    return seat_keys(tell.state, OWNER, sorted(tell.running.seats, key=lambda seat: seat == tell.seat("seat")), {})


def _down_first(tell: Telling, seats: Iterable[int], notes: Mapping[int, str]) -> Iterable[Key]:
    """Keys for those who can put something to a meld; of the others somebody may only not have noted that they can."""
    down = tell.running.play.down
    untold = {seat: _("not noted as down") for seat in seats if seat not in down} if down else {}
    return seat_keys(tell.state, "seat", sorted(seats, key=lambda seat: seat in untold), {**untold, **notes})


_WHO_PUTS = Step(
    ("seat",), lambda *_of: _("Who lays off?"), lambda tell, _page: _down_first(tell, tell.running.there, {})
)
_WHOSE = Step((OWNER,), lambda *_of: _("Whose meld is it?"), _own_last)


def _by_way(tell: Telling, ways: Sequence[str]) -> Telling:
    """The play that is told by one of these ways, the first where none is."""
    way = tell.text("way") if tell.text("way") in ways else ways[0]
    return replace(tell, play=PLAY_OF[way], typed={**tell.typed, "way": way})


def _about_meld(tell: Telling) -> Steps:
    """The page of something done with a meld, before anything of it is asked."""
    down = tell.text(DOWN)
    filled = {"seat": str(tell.seat("seat") or ""), "way": tell.text("way"), "laid": tell.text("laid")}
    filled |= {DOWN: down if down in dict(DOWN_ANSWERS) else "", READING: tell.text(READING)}
    given = {name: text for name, text in filled.items() if text}
    return tell.page(heading="", page="", record="", typed=given)


def _ruled_on(page: Steps, tell: Telling, meld: LaidMeld | None) -> Steps | None:
    """The ruling once everything is told, or the question it comes back with."""
    required = ["laid", ONTO] if OWNER in page.typed else ["laid"]
    enough = tell.checks and all(page.typed.get(name, "").strip() for name in required)
    back = asks_when_down(tell, tell.seat("seat"))
    answered = tell.answered(page, enough, back, lambda of: _where_suits_are_told(page, meld, of))
    if answered and answered.fields and answered.needs.keys() & {ONTO} and meld:
        # the suits of the meld itself decide: named with them, it is the one that lies there
        typed = {**page.typed, OWNER: str(meld.owner), ONTO: meld.cards}
        place = {"code": tell.code}
        return answered.but(typed=typed, page="play.other_meld", record="play.onto_other", place=place, meld=None)
    return answered


def _where_suits_are_told(
    page: Steps, meld: LaidMeld | None, of: str
) -> tuple[Mapping[str, str], tuple[CardsField, ...]]:
    """By what the ruling calls cards, the field of the page for them; and the fields, with the meld as it lies."""
    fields = [_laid_field(page, checking=False)]
    lies = meld.cards if meld and of == "meld" else page.typed.get(ONTO, "") if OWNER in page.typed else None
    if lies is not None:
        fields.insert(0, cards_field(ONTO, _("The meld as it is"), MELD, lies))
    return {"cards": "laid", "card": "laid", "meld": ONTO}, tuple(fields)


def _without_cards(page: Steps) -> dict[str, str]:
    return {name: text for name, text in page.typed.items() if name != "laid"}


def _other_ways(page: Steps, ways: Sequence[str]) -> tuple[Way, ...]:
    """What else can be done with the meld."""
    labels, kept = {SWAP: _("Takes the wild card"), LAY_OFF: _("Lays off")}, _without_cards(page)
    others = (way for way in ways if way != kept["way"])
    return tuple(Way(labels[way], page.page, {**page.place, **kept, "way": way}) for way in others)


def _laid_field(page: Steps, checking: bool) -> CardsField:
    laid = page.typed.get("laid", "")
    if page.typed["way"] == SWAP:
        return cards_field("laid", _("The card put in its place"), CARD, laid, checking)
    return cards_field("laid", _("The cards"), MELD, laid, checking)


def _heading(state: GameState, running: RunningRound, owner: int | None, way: str, seat: int | None) -> str:
    if seat is None:
        return (
            _("%(owner)s’s meld: who lays off?", owner=state.name(owner))
            if owner
            else _("Who lays down a further meld?")
        )
    who = state.name(seat)
    if owner:
        onto = _("their own meld") if owner == seat else _("%(owner)s’s meld", owner=state.name(owner))
        return (
            _("%(player)s takes the wild card from %(meld)s", player=who, meld=onto)
            if way == SWAP
            else _("%(player)s lays off on %(meld)s", player=who, meld=onto)
        )
    owed = running.play.owes.get(seat)
    return (
        _("%(player)s replaces %(meld)s", player=who, meld=owed_any(owed, "the"))
        if owed
        else _("%(player)s lays down a further meld", player=who)
    )


def _ways(state: GameState, running: RunningRound, meld: LaidMeld | None, seat: int | None) -> tuple[str, ...]:
    """What somebody can do with a meld: one thing only where there is no choice, none where nothing is allowed."""
    if meld is None:
        return (NEW,)
    book = state.book_in(running.number)
    wild = any(book.may_be_wild(parse_card(name, suits=False)) for name in card_names(meld.cards))
    theirs = state.book.lay_off_whose == "own" and seat not in (None, meld.owner)
    return (*(() if theirs else (LAY_OFF,)), *((SWAP,) if wild and state.book.swap != "no" else ()))


def shanghai_page(tell: Telling) -> Steps:
    """Who discarded what, and who called; with ``ask``, the ruling on it."""
    state, running = tell.state, tell.running
    filled = {name: tell.typed[name] for name in names_of("shanghai") if tell.text(name).strip()}
    if filled.get("meld", "") not in map(str, running.play.melds):
        filled.pop("meld", None)
    for name in ("discarder", "seat"):
        if tell.seat(name) is None:
            filled.pop(name, None)
    discarder, seat = tell.seat("discarder"), tell.seat("seat")
    page = tell.page(heading="", page="play.shanghai", record="play.called", typed=filled)
    if discarder:
        page = page.but(so_far=(Told(_("%(player)s discarded", player=state.name(discarder)), (), {}),))
    if asks := next_step(tell, page, _WHO_DISCARDED, _WHO_CALLED):
        return asks
    assert seat
    called = Told(_("%(player)s called", player=state.name(seat)), (), {"discarder": str(discarder)})
    return _call(page.but(heading=_("The Shanghai call"), so_far=(*page.so_far, called)), tell)


def _callers(tell: Telling, _page: Steps) -> Iterable[Key]:
    discarder = tell.seat("discarder")
    notes = {discarder: _("keeps it out of reach")} if discarder else {}
    return seat_keys(tell.state, "seat", tell.running.there, notes)


_WHO_DISCARDED = Step(("discarder",), lambda *_of: _("Shanghai: who discarded?"), seats_there("discarder"))
_WHO_CALLED = Step(("seat",), lambda *_of: _("Shanghai: who called?"), _callers, notes=True)


def _call(page: Steps, tell: Telling) -> Steps:
    """The card and the meld of a call between two known players, or the ruling on it."""
    state, running, filled = tell.state, tell.running, page.typed
    card, tracked = tidy(filled.get("card", "")), running.play.tracked
    another = {name: text for name, text in {**page.place, **filled}.items() if name not in ("meld", "all_told")}

    def which_meld(page: Steps, _ruled: Preview | None) -> Steps:
        lying = [meld_on_table(state, laid) for laid in running.play.melds.values()]
        ruling = ask(state, running, read(recorded(running.number, tell.play, filled)))
        fits = [lying[index] for index in ruling.adds["melds"]]
        keys = (Key({"meld": str(drawn.id), "ask": "1"}, drawn.owner, "", drawn.cards, drawn.spoken) for drawn in fits)
        return page.but(heading=_("Which meld does %(card)s go on?", card=written_out(card)), keys=tuple(keys))

    def other_melds(page: Steps, _ruled: Preview | None) -> Steps:
        none = Way(_("No other meld"), page.page, {**another, "all_told": "yes", "ask": "1"})
        field = cards_field("table", _("Another meld on the table"), MELD, filled.get("table", ""))
        return page.but(fields=(field,), more=(none,))

    back: AskBack = {"meld": which_meld, READING: reading_keys}
    if tracked and card and "another" not in tell.typed:
        back = {**back, "table": other_melds}
    enough = bool(tell.checks and card and (filled.get("table") or tracked))
    if answered := tell.answered(page, enough, back, lambda _: ({"card": "card"}, ())):
        return answered
    discard = cards_field("card", _("The discard"), CARD, filled.get("card", ""), tell.checks)
    if not tracked or "another" in tell.typed:
        label = _("The meld on the table that it fits")
        return page.but(fields=(discard, cards_field("table", label, MELD, filled.get("table", ""), tell.checks)))
    other = Way(_("Another meld"), page.page, {**another, "another": "1"})
    return page.but(fields=(discard,), more=(other,) if filled["seat"] != filled["discarder"] else ())
