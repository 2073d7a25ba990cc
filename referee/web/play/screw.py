"""The screw-over, told step by step: who, whom, which meld, the card taken, how it is used, the card given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from referee.game.play import LaidMeld
from referee.game.rulings.melds import left_of
from referee.game.rulings.plays import names_of
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext, translated
from referee.rules.cards import RANK_OF_CARD, split_cards
from referee.rules.questions import field_of
from referee.rules.questions.kinds import CARD, CARDS, MELD, MELDS
from referee.rules.speech.typed import NONE, tidy
from referee.web.parts.cards import bare, drawn_meld, meld_on_table
from referee.web.parts.question_fields import CardsField, cards_field
from referee.web.play.steps import (
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
    asks_when_down,
    next_step,
    reading_keys,
    seat_in,
    spoken,
)
from referee.web.shell import words

OTHERS, STOLEN = "owner_melds", "stolen"
OPEN = "open"
"""Stands for the use to be asked for, though whoever is not down can only go down with the card."""
SCREW = names_of("screw")
"""Everything that is told, in this order: to change one thing forgets what comes after it."""
USES = field_of("screw", "use").kind.options
_USED = {
    "contract": lazy_gettext("To go down"),
    "lay_off": lazy_gettext("To lay it off"),
    "new_meld": lazy_gettext("In a new meld"),
}


def screw_page(tell: Telling) -> Steps:
    """The next step of the screw-over; with everything told and ``ask``, the ruling.

    ``half``: the field whose cards are still being tapped in.
    """
    running, half = tell.running, tell.text("half")
    texts = {name: tell.typed[name] for name in SCREW if tell.text(name).strip() and name != half}
    fields = _sensible(running, texts)
    by = seat_in(running, fields.get("by", ""))
    page = tell.page(
        heading=_("The screw-over"),
        page="play.screw_over",
        record="play.screwed",
        typed=fields,
        rule=None if by else words.by_rule(tell.state.book, "screw_over", words.SCREW_ONCE),
    )
    asks = next_step(tell, page, *_STEPS)
    checks = "ask" in tell.typed or bool(tell.trouble)
    laid_on = fields.get("use") != "lay_off" or fields.keys() & {"onto", "onto_cards"}
    is_told = bool(asks is None and laid_on and (checks or half == OTHERS) and {"give", "use_cards"} <= fields.keys())
    heading = asks.heading if asks else page.heading if is_told else _("The cards")
    page = page.but(heading=heading, so_far=_so_far(tell.state, running, fields, is_told), asks=asks is None)
    suits = partial(_where_suits_are_told, tell, page)
    if answered := tell.answered(page, is_told and not tell.trouble, _asks_back(tell, page), suits):
        return answered
    if asks and (asks.keys or asks.fields):
        return asks.but(so_far=page.so_far)
    taken = bare(tidy(fields.get("take", "")))
    suit = taken[-1:] if taken in RANK_OF_CARD else ""  # more of it are to come, as likely as of any other
    return page.but(fields=_fields(fields, checks), suit=suit, records=True)


def _asks_back(tell: Telling, page: Steps) -> AskBack:
    """How the one thing is asked for that the ruling still needs."""
    state, fields = tell.state, page.typed
    by, owner = seat_in(tell.running, fields.get("by", "")), seat_in(tell.running, fields.get("owner", ""))

    def was_stolen(page: Steps, _ruled: Preview | None) -> Steps:
        answers = (Key({STOLEN: "yes", "ask": "1"}, _("Yes")), Key({STOLEN: "no", "ask": "1"}, _("No")))
        card, player = spoken(bare(tidy(fields["take"]))), state.name(by or 0)
        heading = _("Was the %(card)s stolen from %(player)s in this round?", card=card, player=player)
        return page.but(heading=heading, keys=answers)

    def other_melds(page: Steps, _ruled: Preview | None) -> Steps:
        none = Way(_("None left"), page.page, {**page.place, **fields, OTHERS: NONE, "ask": "1"})
        return page.but(fields=(_others(state, owner or 0, tell.text(OTHERS)),), half=OTHERS, more=(none,))

    def which_meld(page: Steps, _ruled: Preview | None) -> Steps:
        field = cards_field("cards_of", _("The meld, entered"), MELD, fields["cards_of"])
        return page.but(fields=(field,), half="cards_of")

    return {
        **asks_when_down(tell, by),
        **({"stolen_from_by": was_stolen} if by else {}),
        **({OTHERS: other_melds} if owner else {}),
        READING: reading_keys,
        **({"meld": which_meld} if "cards_of" in fields else {}),
    }


def _where_suits_are_told(tell: Telling, page: Steps, of: str) -> tuple[Mapping[str, str], tuple[CardsField, ...]]:
    """By what the ruling calls cards, the field of the page for them; and the fields, with melds as they lie there."""
    running, fields = tell.running, page.typed
    shown = _fields(fields, checking=False)
    places = {"take": "take", "give": "give", "use": "use_cards", "meld": "cards_of", "owner_melds": OTHERS}
    owner = seat_in(running, fields.get("owner", ""))
    if of == "meld":
        lies = fields.get("cards_of", _meld_cards(running, fields))
        shown = (cards_field("cards_of", _("The meld"), MELD, lies), *shown)
    elif of == "use" and "onto" in fields:
        onto = next(meld.cards for meld in _left(running, fields) if str(meld.id) == fields["onto"])
        shown += (cards_field("onto_cards", _("On this meld"), MELD, fields.get("onto_cards", onto)),)
    elif of == "owner_melds" and owner:
        lying = [meld.cards for meld in running.play.melds_of(owner) if str(meld.id) != fields.get("meld")]
        shown += (_others(tell.state, owner, fields.get(OTHERS, "\n".join(lying))),)
    return places, shown


def _others(state: GameState, owner: int, value: str) -> CardsField:
    """The field for the owner's melds beside the one from which is taken."""
    label = _("%(owner)s’s other melds, one per line", owner=state.name(owner))
    return cards_field(OTHERS, label, MELDS, value)


def _whose_card(tell: Telling, page: Steps) -> Steps:
    """What stands above the cards of each owner; and who else takes one, where that went without saying."""
    state, running, by = tell.state, tell.running, seat_in(tell.running, page.typed["by"])
    first = {seat: melds[0].id for seat in running.seats if (melds := running.play.melds_of(seat))}
    above = {group: _("One of %(player)s’s cards", player=state.name(seat)) for seat, group in first.items()}
    if by != tell.hands.alone:
        return page.but(above=above)
    last = max(running.play.melds, default=0) + 1
    others = [_by_key(state, running, seat) for seat in running.there if seat != by]
    keys = tuple(replace(key, group=last, completes=True) for key in others)
    return page.but(keys=(*page.keys, *keys), above={**above, last: _("Someone else takes a card")})


def _sensible(running: RunningRound, fields: dict[str, str]) -> dict[str, str]:
    """Without seats and melds that are not there; a meld chosen first says whose it is."""
    melds = {str(number): meld for number, meld in running.play.melds.items()}
    for name in ("meld", "onto"):
        if fields.get(name) not in melds:
            fields.pop(name, None)
    if "meld" in fields:
        fields["owner"] = str(melds[fields["meld"]].owner)
    for name in ("by", "owner"):
        if seat_in(running, fields.get(name, "")) is None:
            fields.pop(name, None)
    if {"by", "meld", "take"} <= fields.keys() and int(fields["by"]) not in running.play.down:
        fields.setdefault("use", "contract")
    for name, answers in (("use", USES), ("down", DOWN_ANSWERS)):
        if fields.get(name) not in dict(answers):
            fields.pop(name, None)
    for name in ("cards_of", "take", "give", "onto_cards"):
        if not tidy(fields.get(name, "")):
            fields.pop(name, None)
    return fields


def _meld_cards(running: RunningRound, fields: Mapping[str, str]) -> str:
    """The cards of the meld from which is taken."""
    if "meld" in fields:
        return running.play.melds[int(fields["meld"])].cards
    return tidy(fields.get("cards_of", ""))


def _left(running: RunningRound, fields: Mapping[str, str]) -> list[LaidMeld]:
    """The melds on the table once the card is taken, what is left of its own among them."""
    melds = running.play.melds.values()
    took, take = fields.get("meld"), tidy(fields.get("take", ""))
    return [replace(meld, cards=left_of(meld.cards, take)) if str(meld.id) == took else meld for meld in melds]


def _before(fields: Mapping[str, str], name: str) -> dict[str, str]:
    """What was told before one thing."""
    earlier = SCREW[: SCREW.index(name)]
    return {field: text for field, text in fields.items() if field in earlier}


def _so_far(state: GameState, running: RunningRound, fields: Mapping[str, str], is_told: bool) -> tuple[Told, ...]:
    by, owner = seat_in(running, fields.get("by", "")), seat_in(running, fields.get("owner", ""))
    rows = []
    if by:
        rows.append(Told(_("%(player)s takes a card", player=state.name(by)), (), _before(fields, "by")))
    if owner:
        is_named = by and fields.keys() & {"meld", "cards_of"}
        cards = drawn_meld(_meld_cards(running, fields)) if is_named else ()
        name = state.name(owner)
        label = _("From %(owner)s’s meld", owner=name) if cards else _("From %(owner)s", owner=name)
        rows.append(Told(label, cards, _before(fields, "owner")))
    if "take" in fields:
        rows.append(Told(_("Taken"), drawn_meld(tidy(fields["take"])), _before(fields, "take")))
    if "use" in fields:
        rows.append(Told(_USED.get(fields["use"], ""), (), {**_before(fields, "use"), "use": OPEN}))
    if "onto" in fields:
        onto = next(meld for meld in _left(running, fields) if str(meld.id) == fields["onto"])
        rows.append(
            Told(
                _("On %(player)s’s meld", player=state.name(onto.owner)),
                drawn_meld(onto.cards),
                _before(fields, "onto"),
            )
        )
    if is_told:
        rows.append(Told(_("Given"), drawn_meld(tidy(fields["give"])), {k: v for k, v in fields.items() if k != "ask"}))
    return tuple(rows)


def _by_keys(tell: Telling, _page: Steps) -> Iterable[Key]:
    return [_by_key(tell.state, tell.running, seat) for seat in tell.running.there]


def _owner_keys(tell: Telling, page: Steps) -> Iterable[Key]:
    state, running = tell.state, tell.running
    others = [seat for seat in running.seats if str(seat) != page.typed["by"]]
    names = [Key({"owner": str(seat)}, state.name(seat), _lies(running, seat)) for seat in others]
    return names + [key for seat in others for key in _cards_of(running, seat, state.name(seat))]


def _use_keys(tell: Telling, page: Steps) -> Iterable[Key]:
    is_down = int(page.typed["by"]) in tell.running.play.down
    notes = {"contract": _("is down already")} if is_down else {}
    return [Key({"use": value}, translated(label), notes.get(value, "")) for value, label in USES]


def _onto_keys(tell: Telling, page: Steps) -> Iterable[Key]:
    melds = [meld_on_table(tell.state, meld) for meld in _left(tell.running, page.typed)]
    return [Key({"onto": str(meld.id)}, meld.owner, "", meld.cards, meld.spoken) for meld in melds]


def _player(tell: Telling, page: Steps, field: str) -> str:
    """Whom a field names."""
    return tell.state.name(int(page.typed[field]))


def _by_key(state: GameState, running: RunningRound, seat: int) -> Key:
    """Who screws somebody over, once a round; what was only noted can be completed."""
    owner = running.play.screws.get(seat)
    if owner is None:
        return Key({"by": str(seat)}, state.name(seat))
    if seat in running.play.noted_screws:
        adds = {"by": str(seat), "owner": str(owner)}
        return Key(adds, state.name(seat), _("has screwed %(owner)s: add the cards", owner=state.name(owner)))
    return Key(None, state.name(seat), _("has screwed %(owner)s, once a round", owner=state.name(owner)))


def _lies(running: RunningRound, seat: int) -> str:
    count = len(running.play.melds_of(seat))
    return ngettext("%(num)s meld", "%(num)s melds", count) if count else ""


def _cards_of(running: RunningRound, seat: int, whose: str = "") -> list[Key]:
    """A key for each card on the table in somebody's melds."""
    melds = running.play.melds_of(seat)
    return [key for meld in melds for key in _card_keys(meld.cards, {"meld": str(meld.id)}, meld.id, whose)]


def _card_keys(cards: str, adds: Mapping[str, str] = {}, group: int = 0, whose: str = "") -> list[Key]:
    """A key for each card of a meld, to be taken from it."""
    pieces = dict.fromkeys(split_cards(cards))
    return [
        Key({**adds, "take": piece}, "", "", drawn_meld(piece), _spoken(piece, whose), group, completes=True)
        for piece in pieces
    ]


def _spoken(piece: str, whose: str) -> str:
    card = spoken(piece)
    return _("%(card)s, %(player)s’s", card=card, player=whose) if whose else card


def _fields(fields: Mapping[str, str], checking: bool) -> tuple[CardsField, ...]:
    use, taken = fields.get("use", ""), bare(tidy(fields.get("take", "")))
    cards = fields.get("use_cards", taken)
    shown = [cards_field("give", _("The card left in its place"), CARD, fields.get("give", ""), checking)]
    if use == "contract":
        shown.append(cards_field("use_cards", _("The contract with that card, one meld per line"), MELDS, cards))
    elif use == "lay_off":
        shown.append(cards_field("use_cards", _("Laid off, with that card"), CARDS, cards))
        if "onto" not in fields:
            shown.append(cards_field("onto_cards", _("On this meld"), MELD, fields.get("onto_cards", ""), checking))
    else:
        shown.append(cards_field("use_cards", _("The new meld, with that card"), MELD, cards))
    return tuple(shown)


_STEPS = (
    Step(("by",), lambda *_of: _("Who is stealing a card?"), _by_keys),
    Step(
        ("owner",),
        lambda tell, page: _("%(player)s takes from whom?", player=_player(tell, page, "by")),
        _owner_keys,
        notes=True,
        also=_whose_card,
    ),
    Step(
        ("meld", "cards_of"),
        lambda tell, page: _("Which meld of %(owner)s?", owner=_player(tell, page, "owner")),
        lambda tell, page: _cards_of(tell.running, int(page.typed["owner"])),
        pad="cards_of",
        also=lambda tell, page: page.but(
            heading=_("Which of %(owner)s’s cards is taken?", owner=_player(tell, page, "owner"))
        ),
    ),
    Step(
        ("take",),
        lambda *_of: _("Which card is taken?"),
        lambda tell, page: _card_keys(_meld_cards(tell.running, page.typed)),
    ),
    Step(("use",), lambda *_of: _("How is it used at once?"), _use_keys),
    Step(
        ("onto", "onto_cards"),
        lambda *_of: _("Laid off on which meld?"),
        _onto_keys,
        pad="onto_cards",
        when=lambda tell, page: page.typed["use"] == "lay_off" and tell.running.play.tracked,
    ),
)
