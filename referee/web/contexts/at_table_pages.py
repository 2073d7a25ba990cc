"""The pages on which a round in play is recorded: May I's, the stock, what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.game.asking import ask, named
from referee.game.asking_may_i import may_is
from referee.game.deciding_irregular import KINDS
from referee.game.state import GameState, RunningRound
from referee.game.table_commands import TakeDiscard
from referee.rules.requests import RequestError
from referee.web import words
from referee.web.contexts.at_table import Cited, SeatAtTable, action_word, cited, seat_at_table
from referee.web.contexts.bar import Bar, bar
from referee.web.frame import Trouble

ACTIVE, SAME = "active", "same"
SAME_ANSWERS = (("yes", "Same interruption"), ("no", "A new turn"))


class Answer(NamedTuple):
    """One answer to a question that decides: the field, its value, and what the key says."""

    name: str
    value: str
    label: str


@dataclass(frozen=True)
class Question:
    """A fact that decides, asked back with the answers as keys."""

    words: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class WouldBe:
    """Who would get the discard, before it is recorded."""

    word: str
    tone: str
    sentence: str
    losers: tuple[str, ...]
    clauses: tuple[Cited, ...]
    records: bool


@dataclass(frozen=True)
class MayIPage:
    bar: Bar
    round: int
    heading: str
    several: bool
    seats: tuple[SeatAtTable, ...]
    asked: tuple[tuple[int, str], ...]
    """Who asked so far, in their order."""
    claims: str
    rest: tuple[SeatAtTable, ...]
    """Who may still be tapped."""
    same: str
    last: str
    """Who took the discard before, where this may be the next one of the same interruption; else empty."""
    penalty: str
    active: str
    active_takes: bool
    question: Question | None
    would_be: WouldBe | None
    clauses: tuple[Cited, ...]


def may_i_page(code: str, state: GameState, running: RunningRound, trouble: Trouble, typed: dict[str, str]) -> MayIPage:
    """``typed``: claims, several, active, same, active_takes as in the address or the refused form."""
    claims = tuple(seat for seat in _seats(typed.get("claims", "")) if seat in running.seats)
    several = typed.get("several") == "1" or len(claims) > 1
    seats = tuple(seat_at_table(state, running, one) for one in may_is(state))
    chain = running.play.chain
    active = _one(typed.get("active", ""), running)
    command = TakeDiscard(
        running.number,
        claims,
        active,
        {"yes": True, "no": False}.get(typed.get("same", "")),
        typed.get("active_takes") == "yes",
    )
    question = _asked_back(state, running, trouble, claims)
    would_be = None
    if several and len(claims) > 1 and question is None:
        would_be, question = _would_be(state, running, command)
    penalty = state.book.may_i_penalty[running.plays - 1]
    word = action_word(state.book)
    return MayIPage(
        bar=bar(code, state),
        round=running.number,
        heading="Who asked, one after the other?" if several else f"{word}: who took the discard?",
        several=several,
        seats=seats,
        asked=tuple((seat, state.name(seat)) for seat in claims),
        claims=",".join(map(str, claims)),
        rest=tuple(one for one in seats if one.seat not in claims),
        same=typed.get("same", ""),
        last=state.name(chain) if chain is not None and chain in state.by_id else "",
        penalty=_penalty(penalty, state.book.may_i_price),
        active=str(active or ""),
        active_takes=command.active_takes,
        question=question,
        would_be=would_be,
        clauses=cited(state.book, trouble.clauses),
    )


def _penalty(cards: int, price: int) -> str:
    said = "with no penalty card" if not cards else f"with {cards} card{'' if cards == 1 else 's'} from the stock"
    return said + (f" and {price} {'penny' if price == 1 else 'pennies'} into the kitty" if price else "")


def _seats(text: str) -> list[int]:
    found = [int(piece) for piece in text.split(",") if piece.isascii() and piece.isdigit() and len(piece) < 7]
    return list(dict.fromkeys(found))


def _one(text: str, running: RunningRound) -> int | None:
    seats = _seats(text)
    return seats[0] if seats and seats[0] in running.seats else None


def _asked_back(state: GameState, running: RunningRound, trouble: Trouble, claims: tuple[int, ...]) -> Question | None:
    for field in (ACTIVE, SAME):
        if field in trouble.fields:
            return question_of(state, running, field, trouble.fields[field], claims)
    return None


def question_of(
    state: GameState, running: RunningRound, field: str, words: str, claims: tuple[int, ...]
) -> Question | None:
    """What is asked back, with the answers that there are."""
    if field == SAME:
        return Question(words, tuple(Answer(SAME, value, label) for value, label in SAME_ANSWERS))
    if field == ACTIVE:
        others = [seat for seat in running.seats if seat not in claims or state.book.may_i_active] or running.seats
        return Question(words, tuple(Answer(ACTIVE, str(seat), state.name(seat)) for seat in others))
    return None


def _would_be(state: GameState, running: RunningRound, command: TakeDiscard) -> tuple[WouldBe | None, Question | None]:
    try:
        ruling = ask(state, running, command).ruling
    except RequestError:
        return None, None
    if ruling.needs:
        need = ruling.needs[0]
        return None, question_of(state, running, need.field, need.question, command.claims)
    adds, names = ruling.adds, [state.name(seat) for seat in running.seats]
    losers = tuple(
        f"{names[int(place) - 1]}: {named(why, state, running)}" for place, why in adds.get("refused", {}).items()
    )
    clauses = cited(state.book, [one.clause for one in ruling.because])
    if not ruling.legal:
        sentence = "" if losers else named(ruling.sentence, state, running)
        return WouldBe("Nobody gets it", "no", sentence, losers, clauses, False), None
    winner = names[adds["winner"] - 1]
    sentence = f"{_penalty(adds['penalty'], adds['price']).capitalize()}."
    return WouldBe(f"{winner} gets it", "yes", sentence, losers, clauses, True), None


@dataclass(frozen=True)
class StockPage:
    bar: Bar
    round: int
    shuffles: int
    shuffled: str
    stock: int
    clauses: tuple[Cited, ...]


def stock_page(code: str, state: GameState, running: RunningRound) -> StockPage:
    book = state.book
    return StockPage(
        bar(code, state),
        running.number,
        running.play.shuffles,
        words.times(running.play.shuffles),
        running.deal.stock,
        cited(book, [f"{book.id}/exhausted", f"{book.id}/exhausted-again"]),
    )


@dataclass(frozen=True)
class IrregularPage:
    bar: Bar
    round: int
    rounds: tuple[tuple[str, str], ...]
    """Rounds that it can concern, the running one first."""
    kinds: tuple[tuple[str, str], ...]
    kind: str
    seats: tuple[tuple[str, str], ...]
    seat: str
    points: str
    text: str
    clauses: tuple[Cited, ...]
    errors: dict[str, str]


def irregular_page(code: str, state: GameState, number: int, trouble: Trouble) -> IrregularPage:
    """For the round ``number``: the running one, or one that is closed."""
    running = state.running
    if running is not None and running.number == number:
        seats: tuple[int, ...] = running.seats
    else:
        seats = tuple(state.rounds[number - 1].cells)
    typed = trouble.typed
    last = len(state.rounds) + (running is not None)
    book = state.book
    return IrregularPage(
        bar=bar(code, state),
        round=number,
        rounds=tuple((str(one), f"Round {one}") for one in range(last, 0, -1)),
        kinds=tuple((kind, f"{kind[:1].upper()}{kind[1:]}") for kind in KINDS),
        kind=typed.get("kind", ""),
        seats=(*((str(seat), state.name(seat)) for seat in seats), ("0", "The whole table")),
        seat=typed.get("seat", ""),
        points=typed.get("points", ""),
        text=typed.get("text", ""),
        clauses=cited(book, [f"{book.id}/illegal-meld", f"{book.id}/misdeal"]),
        errors=dict(trouble.fields),
    )
