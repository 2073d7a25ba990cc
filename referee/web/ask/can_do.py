"""What a player can do in this turn, beside the hand: what the page shows, and what was told on it.

The hand is in play. It is read, answered and forgotten: it stands in no log, no address and no draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

from werkzeug.datastructures import MultiDict

from referee.game.play import LaidMeld, Standing
from referee.game.rulings import inside
from referee.game.rulings.best_turn import ask_best_turn
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.rules.question import Option
from referee.rules.questions.kinds import CARDS, MELDS
from referee.rules.rulings import RequestError
from referee.rules.speech import rulings
from referee.rules.speech.typed import lines, tidy
from referee.web.ask.page import Verdict, verdict
from referee.web.parts.cards import MeldOnTable, meld_on_table
from referee.web.parts.question_fields import LONGEST_SHOWN, CardsField, cards_field
from referee.web.shell import words
from referee.web.shell.bar import Bar
from referee.web.shell.forms import small_number
from referee.web.shell.hands import Hands

QUESTION = "best_turn"


class Told(NamedTuple):
    """What was typed and tapped; nothing yet where ``sent`` is false."""

    sent: bool = False
    seat: int | None = None
    hand: str = ""
    melds: frozenset[int] = frozenset()
    """Which of the recorded melds lie on the table."""
    others: str = ""
    own: str = ""
    down: Standing | None = None
    drawn: bool | None = None
    last_turn: bool | None = None


def told_by(form: MultiDict[str, str]) -> Told:
    standings: Mapping[str, Standing] = {standing: standing for standing in get_args(Standing)}
    hand, others, own = (form.get(name, "")[:LONGEST_SHOWN] for name in ("hand", "others", "own"))
    melds = frozenset(number for text in form.getlist("meld") if (number := small_number(text)))
    seat, down = small_number(form.get("seat", "")), standings.get(form.get("down", ""))
    drawn, last_turn = (_YES_OR_NO.get(form.get(name, "")) for name in ("drawn", "last_turn"))
    return Told(True, seat, hand, melds, others, own, down, drawn, last_turn)


_YES_OR_NO = {"yes": True, "no": False}


def _yes_or_no(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"


class Answer(NamedTuple):
    """The verdict, or what has to be told for it; neither where nothing was asked."""

    ruled: Verdict | None = None
    asks: tuple[str, ...] = ()
    """What has to be told yet, as questions."""
    asks_suits: bool = False
    asks_drawn: bool = False
    asks_last_turn: bool = False


class Tick(NamedTuple):
    """A recorded meld, and whether it lies there."""

    meld: MeldOnTable
    lies: bool


@dataclass(frozen=True)
class CanDo:
    bar: Bar
    round: int
    seats: tuple[Option, ...]
    """Whose hand it may be; none where this phone is one player's."""
    seat: int | None
    melds: tuple[Tick, ...]
    hand: CardsField
    others: CardsField
    own: CardsField
    all_told: bool
    """Whether every meld on the table is recorded."""
    downs: tuple[Option, ...]
    """When the player may have gone down; none where the log knows."""
    down: str
    drawn: str
    """``yes`` or ``no``; empty where nobody said it, and the hand tells it mostly."""
    last_turn: str | None
    """The same of whether another player has gone out; None where that decides nothing or the log knows it."""
    pad: words.CardPad
    problems: tuple[str, ...]
    answer: Answer

    @property
    def faulty(self) -> bool:
        """Whether some card could not be read."""
        return bool(self.hand.errors or self.others.errors or self.own.errors)


def can_do(state: GameState, hands: Hands, entered: Told, bar: Bar, names: Mapping[str, str]) -> CanDo:
    """The page of the running round; there must be one. ``names``: the rulebooks, by id."""
    running = state.running
    assert running is not None, "without a running round the question is asked without a log"
    play = running.play
    # nothing is written, so a phone without a seat in the round may ask for any
    able = hands.mine if hands.mine and not hands.others else running.there
    seat = hands.alone or (entered.seat if entered.seat in able else None) or (able[0] if len(able) == 1 else None)
    hand = cards_field("hand", _("Your hand"), CARDS, entered.hand, checking=entered.sent)
    others = cards_field("others", _("Other melds on the table"), MELDS, entered.others)
    own = cards_field("own", _("Yours among them"), MELDS, entered.own)
    problems: list[str] = []
    answer = Answer()
    if entered.sent and seat is None:
        problems.append(_("Choose whose hand it is."))
    elif entered.sent and entered.hand.strip() and seat is not None:
        try:
            answer = _answered(state, running, seat, entered, names)
        except RequestError as wrong:
            _blame({"hand": hand, "table": others, "own": own}, wrong, problems)
    standings = play.standings(seat, None) if seat else (None,)
    downs = Option("no", _("Not yet")), Option("this turn", _("In this turn")), Option("earlier", _("Before"))
    return CanDo(
        bar=bar,
        round=running.number,
        seats=() if hands.alone else tuple(Option(str(each), state.name(each)) for each in able),
        seat=seat,
        melds=tuple(_tick(state, meld, entered) for meld in play.melds.values()),
        hand=hand,
        others=others,
        own=own,
        all_told=play.knows_all_melds(running.seats),
        downs=downs if standings == (None,) or len(standings) > 1 else (),
        down=entered.down or "",
        drawn=_yes_or_no(entered.drawn),
        last_turn=_yes_or_no(entered.last_turn) if _asks_last_turn(state, running, seat) else None,
        pad=words.CardPad(words.keys(state.book, priced=False), suits=True, melds=True),
        problems=tuple(problems),
        answer=answer,
    )


def _tick(state: GameState, meld: LaidMeld, entered: Told) -> Tick:
    return Tick(meld_on_table(state, meld), not entered.sent or meld.id in entered.melds)


def _answered(state: GameState, running: RunningRound, seat: int, entered: Told, names: Mapping[str, str]) -> Answer:
    ruling = ask_best_turn(
        state,
        running,
        seat,
        tidy(entered.hand),
        lying=entered.melds,
        others=[tidy(line) for line in lines(entered.others)],
        own=[tidy(line) for line in lines(entered.own)],
        down=entered.down,
        drawn=entered.drawn,
        last_turn=entered.last_turn,
    )
    asks = tuple(map(rulings.question, ruling.needs))
    request: dict[str, Any] = {"question": QUESTION, "hand": entered.hand}
    ruled = verdict(state.book, request, ruling, {}, names, inside.names(state, request).get)
    return Answer(
        None if asks else ruled,
        asks,
        asks_suits=any(need.asks_suits for need in ruling.needs),
        asks_drawn=any(need.field == "drawn" for need in ruling.needs),
        asks_last_turn=any(need.field == "last_turn" for need in ruling.needs),
    )


def _asks_last_turn(state: GameState, running: RunningRound, seat: int | None) -> bool:
    return state.book.down_only_out and state.book.last_turns and not running.gone_out_before(seat)


def _blame(fields: Mapping[str, CardsField], wrong: RequestError, problems: list[str]) -> None:
    """Say what cannot be read at its field."""
    field = fields.get(wrong.field)
    if field is None:
        problems.append(wrong.message)
        return
    field.errors = [wrong.message]
    field.too_many = wrong.too_many
