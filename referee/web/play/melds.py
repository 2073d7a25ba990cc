"""Going down, what is done with melds on the table, and the Shanghai call that lays a discard on one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.game.play import LaidMeld, rank_of
from referee.game.rulings.melds import card_names, fitting
from referee.game.rulings.plays import ask, names_of, read
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
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
    Key,
    Steps,
    Told,
    Way,
    down_keys,
    needed,
    preview,
    reading_keys,
    seat_in,
    seat_keys,
    spoken,
    steps,
    when_down,
    which_suits,
)
from referee.web.shell import words
from referee.web.shell.frame import Trouble

PAD = "pad"
"""Stands in the address where the cards laid off are tapped in, and none of those that fit is chosen."""
OWNER, ONTO = "owner", "onto_cards"
"""Whose meld it is and how it lies there, where nobody has told it before."""


def down_page(code: str, state: GameState, running: RunningRound, typed: Mapping[str, str], trouble: Trouble) -> Steps:
    """``typed``: seat, melds, reading, ask."""
    seat, melds = seat_in(running, typed.get("seat", "")), typed.get("melds", "")
    reading = typed.get(READING, "")
    checking = "ask" in typed and not trouble
    page = steps(
        code,
        state,
        running,
        trouble,
        heading=_("%(player)s goes down", player=state.name(seat)) if seat else _("Who goes down?"),
        page="play.down",
        record="play.went_down",
        typed={"seat": str(seat or ""), "melds": melds, **({READING: reading} if reading else {})},
        rule=words.by_rule(state.book, "contracts", f"{words.contract(running.deal.contract)}."),
    )
    if seat is None:
        down = running.play.down
        noted = running.play.noted_down
        keys = (
            Key({"seat": str(seat_)}, state.name(seat_), _("is down: add the melds"), completes=True)
            if seat_ in noted
            else Key(None, state.name(seat_), _("is down"))
            if seat_ in down
            else Key({"seat": str(seat_)}, state.name(seat_))
            for seat_ in running.there
        )
        says = _("The melds can follow: then lay-offs, swaps and calls are judged against them.")
        return page.but(keys=tuple(keys), notes="seat", lead=says, typed={})
    label = _("The cards laid down")
    if melds.strip() and checking:
        ruled = preview(state, running, recorded(running.number, "contract", page.typed))
        if READING in (needs := needed(ruled, trouble)):
            return page.but(heading=needs[READING], keys=reading_keys(ruled), needs=needs)
        if asks := which_suits(page, ruled, {"melds": "melds"}, cards_field("melds", label, MELDS, melds)):
            return asks.but(records=True)
        return page.but(ruled=ruled, rule=None)
    return page.but(fields=(cards_field("melds", label, MELDS, melds, checking),), records=True)


def melds_follow(state: GameState, seat: int) -> bool:
    """Whether the page for the melds comes after a noted going down: not at a table that has left others untold."""
    if state.running is None or seat not in state.running.play.noted_down:
        return False
    return state.running.play.noted_down == {seat} and not any(round_.play.noted_down for round_ in state.rounds)


def meld_page(
    meld: LaidMeld | None,
    code: str,
    state: GameState,
    running: RunningRound,
    typed: Mapping[str, str],
    trouble: Trouble,
) -> Steps:
    """Something done with one meld on the table, or a further one laid down (``meld`` is None then).

    ``typed``: seat, way, laid, down, ask.
    """
    seat = seat_in(running, typed.get("seat", ""))
    ways = _ways(state, meld, seat) or (LAY_OFF,)
    page = _about_meld(code, state, running, typed, trouble, ways).but(
        page="play.on_table" if meld else "play.new_meld",
        record="play.onto_meld" if meld else "play.laid",
        place={"code": code, "meld": meld.id} if meld else {"code": code},
        meld=meld_on_table(state, meld) if meld else None,
    )
    way = page.typed["way"]
    page = page.but(heading=_heading(state, running, meld.owner if meld else None, way, seat))
    if seat is None:
        owed = {other: _("owes %(meld)s", meld=owed_all(what)) for other, what in running.play.owes.items()}
        screws = [meld.id] if meld and state.book.screw_over else []
        screw = tuple(Way(_("Screw-over"), "play.screw_over", {"code": code, "meld": number}) for number in screws)
        seats = [other for other in running.there if _ways(state, meld, other)]
        return page.but(keys=seat_keys(state, "seat", seats, owed), more=screw)
    if answered := _ruled_on(page, state, running, typed, trouble, seat, meld):
        return answered
    other_ways = _other_ways(page, ways)
    if meld and way == LAY_OFF and PAD not in typed and "ask" not in typed and not trouble:
        fits = [
            Key({"laid": cards}, "", "", drawn_meld(cards), spoken(cards))
            for cards in fitting(state, running, meld.cards)
        ]
        other = Way(_("Other cards"), page.page, {**page.place, **_without_cards(page), PAD: "1"})
        if fits:
            return page.but(keys=tuple(fits), notes="laid", more=(other, *other_ways))
    return page.but(fields=(_laid_field(page, "ask" in typed and not trouble),), more=other_ways)


def other_meld_page(
    code: str, state: GameState, running: RunningRound, typed: Mapping[str, str], trouble: Trouble
) -> Steps:
    """Something done with a meld on the table that nobody has told: whose it is and how it lies is told with it.

    ``typed``: as of ``meld_page``, with owner and onto_cards.
    """
    seat, owner = seat_in(running, typed.get("seat", "")), seat_in(running, typed.get(OWNER, ""))
    ways = (LAY_OFF, SWAP) if state.book.swap != "no" else (LAY_OFF,)
    page = _about_meld(code, state, running, typed, trouble, ways).but(page="play.other_meld", record="play.onto_other")
    page = page.but(heading=_heading(state, running, owner, page.typed["way"], seat))
    if seat is None:
        return page.but(heading=_("Who lays off?"), keys=seat_keys(state, "seat", running.there, {}))
    if owner is None and ways == (LAY_OFF,) and state.book.lay_off_whose == "own":
        owner = seat
    if owner is None:
        own_last = sorted(running.seats, key=lambda other: other == seat)
        return page.but(heading=_("Whose meld is it?"), keys=seat_keys(state, OWNER, own_last, {}))
    lies = typed.get(ONTO, "")
    page = page.but(typed={**page.typed, OWNER: str(owner), **({ONTO: lies} if lies else {})})
    if answered := _ruled_on(page, state, running, typed, trouble, seat, None):
        return answered
    checking = "ask" in typed and not trouble
    onto = cards_field(ONTO, _("The meld as it stands"), MELD, lies, checking)
    return page.but(fields=(onto, _laid_field(page, checking)), more=_other_ways(page, ways))


def _about_meld(
    code: str,
    state: GameState,
    running: RunningRound,
    typed: Mapping[str, str],
    trouble: Trouble,
    ways: Sequence[str],
) -> Steps:
    """The page of something done with a meld, before anything of it is asked."""
    seat, down = seat_in(running, typed.get("seat", "")), typed.get(DOWN, "")
    way = typed.get("way", "") if typed.get("way", "") in ways else ways[0]
    filled = {"seat": str(seat or ""), "way": way, "laid": typed.get("laid", "")}
    filled |= {DOWN: down if down in dict(DOWN_ANSWERS) else "", READING: typed.get(READING, "")}
    given = {name: text for name, text in filled.items() if text}
    return steps(code, state, running, trouble, heading="", page="", record="", typed=given)


def _ruled_on(
    page: Steps,
    state: GameState,
    running: RunningRound,
    typed: Mapping[str, str],
    trouble: Trouble,
    seat: int,
    meld: LaidMeld | None,
) -> Steps | None:
    """The ruling once everything is told, or the question it comes back with."""
    filled, ruled = page.typed, None
    required = ["laid", ONTO] if OWNER in filled else ["laid"]
    if all(filled.get(name, "").strip() for name in required) and "ask" in typed and not trouble:
        onto = {"meld": str(meld.id)} if meld else {}
        ruled = preview(state, running, recorded(running.number, PLAY_OF[filled["way"]], {**filled, **onto}))
    needs = needed(ruled, trouble)
    if DOWN in needs:
        return page.but(heading=when_down(state.name(seat)), keys=down_keys(running, seat), needs=needs)
    if READING in needs:
        return page.but(heading=needs[READING], keys=reading_keys(ruled), needs=needs)
    fields = [_laid_field(page, checking=False)]
    if meld and ruled and ruled.suits_of == "meld":  # its own decide: named with them, it is the one that lies there
        filled = {**filled, OWNER: str(meld.owner), ONTO: meld.cards}
        place, meld = {"code": page.place["code"]}, None
        page = page.but(typed=filled, page="play.other_meld", record="play.onto_other", place=place, meld=None)
    if meld is None and OWNER in filled:
        fields.insert(0, cards_field(ONTO, _("The meld as it stands"), MELD, filled.get(ONTO, "")))
    places = {"cards": "laid", "card": "laid", **({} if meld else {"meld": ONTO})}
    if asks := which_suits(page, ruled, places, *fields):
        return asks
    return page.but(ruled=ruled) if ruled else None


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
            _("%(owner)s's meld: who lays off?", owner=state.name(owner))
            if owner
            else _("Who lays down a further meld?")
        )
    who = state.name(seat)
    if owner:
        onto = _("their own meld") if owner == seat else _("%(owner)s's meld", owner=state.name(owner))
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


def _ways(state: GameState, meld: LaidMeld | None, seat: int | None) -> tuple[str, ...]:
    """What somebody can do with a meld: one thing only where there is no choice, none where nothing is allowed."""
    if meld is None:
        return (NEW,)
    wild = any(rank_of(name) in state.book.wild_ranks for name in card_names(meld.cards))
    theirs = state.book.lay_off_whose == "own" and seat not in (None, meld.owner)
    return (*(() if theirs else (LAY_OFF,)), *((SWAP,) if wild and state.book.swap != "no" else ()))


def shanghai_page(
    code: str, state: GameState, running: RunningRound, typed: Mapping[str, str], trouble: Trouble
) -> Steps:
    """``typed``: what the call says; with ``ask``, the ruling."""
    filled = {name: typed[name] for name in names_of("shanghai") if typed.get(name, "").strip()}
    if filled.get("meld", "") not in map(str, running.play.melds):
        filled.pop("meld", None)
    for name in ("discarder", "seat"):
        if seat_in(running, filled.get(name, "")) is None:
            filled.pop(name, None)
    discarder, seat = seat_in(running, filled.get("discarder", "")), seat_in(running, filled.get("seat", ""))
    page = steps(
        code,
        state,
        running,
        trouble,
        heading=_("Shanghai: who discarded?"),
        page="play.shanghai",
        record="play.called",
        typed=filled,
    )
    if discarder is None:
        return page.but(keys=seat_keys(state, "discarder", running.there, {}))
    discarded = Told(_("%(player)s discarded", player=state.name(discarder)), (), {})
    if seat is None:
        notes = {discarder: _("keeps it out of reach")}
        callers = seat_keys(state, "seat", running.there, notes)
        return page.but(heading=_("Shanghai: who called?"), so_far=(discarded,), keys=callers, notes="seat")
    called = Told(_("%(player)s called", player=state.name(seat)), (), {"discarder": str(discarder)})
    page = page.but(heading=_("The Shanghai call"), so_far=(discarded, called))
    return _call(page, state, running, typed, trouble)


def _call(page: Steps, state: GameState, running: RunningRound, typed: Mapping[str, str], trouble: Trouble) -> Steps:
    """The card and the meld of a call between two known players, or the ruling on it."""
    filled = page.typed
    checking = "ask" in typed and not trouble
    command = recorded(running.number, "shanghai", filled)
    card, told_enough = tidy(filled.get("card", "")), filled.get("table") or running.play.tracked
    ruled = preview(state, running, command) if checking and card and told_enough else None
    needs = needed(ruled, trouble)
    if "meld" in needs:
        lying = [meld_on_table(state, laid) for laid in running.play.melds.values()]
        fits = [lying[index] for index in ask(state, running, read(command)).adds["melds"]]
        keys = (Key({"meld": str(drawn.id), "ask": "1"}, drawn.owner, "", drawn.cards, drawn.spoken) for drawn in fits)
        return page.but(
            heading=_("Which meld does %(card)s go on?", card=written_out(card)), keys=tuple(keys), needs=needs
        )
    if READING in needs:
        return page.but(heading=needs[READING], keys=reading_keys(ruled), needs=needs)
    another = {name: text for name, text in {**page.place, **filled}.items() if name not in ("meld", "all_told")}
    if "table" in needs and running.play.tracked and card and "another" not in typed:
        none = Way(_("No other meld"), page.page, {**another, "all_told": "yes", "ask": "1"})
        field = cards_field("table", _("Another meld on the table"), MELD, filled.get("table", ""))
        return page.but(heading=needs["table"], fields=(field,), more=(none,), needs=needs)
    if asks := which_suits(page, ruled, {"card": "card"}):
        return asks
    if ruled:
        return page.but(ruled=ruled)
    discard = cards_field("card", _("The discard"), CARD, filled.get("card", ""), checking)
    if not running.play.tracked or "another" in typed:
        label = _("The meld on the table that it fits")
        return page.but(fields=(discard, cards_field("table", label, MELD, filled.get("table", ""), checking)))
    other = Way(_("Another meld"), page.page, {**another, "another": "1"})
    return page.but(fields=(discard,), more=(other,) if filled["seat"] != filled["discarder"] else ())
