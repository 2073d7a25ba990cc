"""Events as stored: every type round-trips, and what is no event is refused."""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import json
import typing
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.effects import AGAINST_UNDO, EFFECTS, AgainstUndo
from referee.game.fold import fold
from referee.game.judges.outcome import DECIDES
from referee.game.replay import Senseless
from referee.game.rulings.plays import PLAYS
from referee.game.story.answers import sentence
from referee.game.story.events import TELLS
from referee.game.values import Line
from referee.rules.rulebook.model import BEFORE, digest_of
from referee.storage.engine.wire import Misshapen
from referee.storage.games.codec import read_event
from tests.game import plays
from tests.game.play import Game
from tests.random_games import evening, table

EXAMPLES: list[ev.Event] = [
    Game("shanghai").log[0].event,
    ev.ResultEntered({1: 120, 2: -5, 3: 0}, {}),
    ev.ResultEntered({}, {1: 2, 2: 1, 3: 2}),
    ev.CutRecorded(1, 2, exact=True),
    ev.WentOutSaid(1, None),
    ev.WentOutSaid(1, 2),
    ev.WentOutSaid(1, 2, one_turn=True),
    ev.CardsLeftEntered(1, 2, "K K", 20),
    ev.CardsLeftEntered(1, 2, None, 35),
    ev.CardsLeftCleared(1, 2),
    ev.Counted(1, 2, 1),
    ev.Counted(1, 2, -1),
    ev.RoundClosed(1, 1, 2, {1: Line("K", 10), 2: Line("", 0), 3: Line(None, 35)}),
    ev.CellCorrected(1, 2, "", 0),
    ev.WinnerCorrected(1, None, {2: Line("K", 10)}),
    ev.BuysSaid({1: 2, 2: 0}),
    ev.SeatAdded(5, "Eve", None, 2, -7, "said"),
    ev.SeatDropped(5, 3),
    ev.SeatDropped(4, 3, True),
    ev.HandicapAgreed({2: -40}),
    ev.SeatReturned(4, 3),
    ev.SeatRenamed(5, "Eva"),
    ev.SeatsReordered((2, 1, 3), 4),
    ev.DealerChanged(2, 4),
    ev.NoteAdded("tea ♥"),
    ev.RulingRecorded(None, {"question": "deal", "round": 2}, None, "Deal 10.", "contract/deal", "stated"),
    ev.RulingRecorded(3, {"question": "meld", "cards": "5C 6C 7C 8C"}, True, "Yes.", "contract/run", "stated"),
    ev.Undone(7),
    ev.GameFinished(),
    ev.GameReopened(),
    ev.GameAbandoned(),
    ev.CarriedOn(),
    ev.MayITaken(1, 3, None, False, 1, 0, (3, 4), {4: "contract/may-i"}),
    ev.WentDown(1, 4, 2, ("5H 5S JK=5", "9C 9D 9H")),
    ev.MeldLaid(2, 5, 1, "3H 4H 5H 6H", "run of 4"),
    ev.LaidOff(2, 5, 1, 200, "7H", "3H 4H 5H 6H", "3H 4H 5H 6H 7H"),
    ev.LaidOff(2, 5, 1, None, "7H", "3H 4H 5H 6H", "3H 4H 5H 6H 7H", 2),
    ev.WildTaken(2, 6, 1, 200, "4H", "JK", "lay off now", "3H JK=4H 5H 6H", "3H 4H 5H 6H"),
    ev.ScrewedOver(
        round=1,
        turn=7,
        by=1,
        owner=2,
        meld=None,
        was="5H 5S 5D",
        take="5S",
        give="KD",
        use="new_meld",
        melds=("5S 5C 5D",),
        replaces=None,
        onto=None,
        onto_was="",
        onto_became="",
        to_owner="5H 5D KD",
        stays="",
        owed="set of 3",
    ),
    ev.ShanghaiCalled(1, 2, 3, "7H", 300, "3H 4H 5H 6H", "3H 4H 5H 6H 7H"),
    ev.StockShuffled(4),
    ev.TurnLost(2, 3, 1, passed=True),
    ev.IrregularityNoted(2, 3, "misdeal", "points", 10, "the third round too"),
    ev.IrregularityNoted(1, 3, "too many cards", "points", 10, "one of Ben’s", 7),
    ev.RoundVoided(2, None, "wrong pack", "a king was under the table", 7),
    ev.RuleDecided(
        "may-i-penalty", {"may_i_penalty": [2, 2]}, ({"address": "contract/may-i-penalty"},), ("may-i",), True
    ),
    ev.RuleDecided("score", {"points": {"K": 10}}, (), (), False, "", 1, {2: {1: Line("K", 10)}}),
    ev.RulesAgreed((ev.RuleDecided("natural", {}, ({"address": "contract/natural"},), ("meld",), True),)),
    ev.RuleRevoked(9),
    ev.RuleRevoked(9, "natural"),
    ev.RulebookChanged({"name": "Shanghai"}, "0", 1, {2: {1: Line("K", 10), 3: Line("", 0, False)}}, kept=True),
    ev.RulebookChanged({"name": "Shanghai"}, "0", 4),
]


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_from_json_unchanged(event: ev.Event) -> None:
    assert read_event(json.loads(json.dumps(ev.to_data(event)))) == event


def test_every_type_has_an_example_a_fold_and_a_sentence() -> None:
    kinds = set(ev.EVENT_TYPES.values())
    assert {type(event) for event in EXAMPLES} == kinds == set(EFFECTS) == set(TELLS)


def test_every_command_has_its_judge_and_is_played_in_the_random_evenings() -> None:
    assert set(DECIDES) == set(cmd.COMMAND_TYPES)
    trees = [ast.parse(inspect.getsource(module)) for module in (evening, table)]
    played = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    others = [kind.__name__ for kind in cmd.COMMAND_TYPES if kind is not cmd.RecordPlay]
    missing = [name for name in (*others, *plays.BY_QUESTION.values()) if name not in played]
    assert set(plays.BY_QUESTION) == set(PLAYS)
    assert not missing, f"nothing in tests/random_games sends {', '.join(missing)}"


def test_every_type_says_what_stands_against_undoing_it() -> None:
    assert set(AGAINST_UNDO) == set(ev.EVENT_TYPES.values())
    drafts = [kind for kind, against in AGAINST_UNDO.items() if against is AgainstUndo.DRAFT]
    assert all("round" in typing.get_type_hints(kind) for kind in drafts), "a draft belongs to a round"


def test_a_part_that_forgets_a_type_fails_at_import() -> None:
    with pytest.raises(AssertionError, match="the chart does not know CarriedOn"):
        ev.check_complete({kind: None for kind in ev.EVENT_TYPES.values() if kind is not ev.CarriedOn}, "the chart")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "Nonsense"},
        {"type": "SeatDropped", "seat": 1},
        {"type": "SeatDropped", "seat": 1, "round": 2, "why": "late"},
        {"type": "SeatDropped", "seat": "1", "round": 2},
        {"type": "SeatDropped", "seat": True, "round": 2},
        {"type": "SeatDropped", "seat": None, "round": 2},
        {"type": "CutRecorded", "round": 1, "seat": 1, "exact": 1},
        {"type": "SeatsReordered", "order": "12", "round": 1},
        {"type": "SeatsReordered", "order": ["1"], "round": 1},
        {"type": "RoundClosed", "round": 1, "dealer": 1, "went_out": None, "lines": {"x": ["K", 10]}},
        {"type": "RoundClosed", "round": 1, "dealer": 1, "went_out": None, "lines": {"1": ["K"]}},
        {"type": "RoundClosed", "round": 1, "dealer": 1, "went_out": None, "lines": [["K", 10]]},
        {"type": "RoundClosed", "round": 1, "dealer": 1, "went_out": 1.5, "lines": {}},
    ],
)
def test_what_is_no_event_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Misshapen):
        read_event(data)


def test_a_season_that_was_not_stored_is_none() -> None:
    data = ev.to_data(EXAMPLES[0])
    del data["season"]
    assert read_event(data) == EXAMPLES[0]


def recorded(*events: ev.Event) -> list[ev.Recorded]:
    opening = Game("liverpool").log[0].event
    return [ev.Recorded(seq, "2026-01-05T10:00:00Z", "", event) for seq, event in enumerate((opening, *events), 1)]


@pytest.mark.parametrize(
    "event",
    [
        EXAMPLES[0],
        ev.RoundClosed(2, 1, 1, {}),
        ev.RoundClosed(1, 1, 1, {1: Line("", 0)}),
        ev.RoundClosed(1, 2, 1, dict.fromkeys((1, 2, 3, 4), Line("", 0))),
        ev.CellCorrected(1, 1, "K", 10),
        ev.WinnerCorrected(1, 1, {}),
        ev.SeatAdded(1, "Eve", None, 1, 0, "zero"),
        ev.SeatAdded(5, "Eve", 9, 1, 0, "zero"),
        ev.SeatAdded(5, "Eve", None, 3, 0, "zero"),
        ev.SeatDropped(9, 1),
        ev.SeatRenamed(9, "Ida"),
        ev.SeatsReordered((1, 2), 1),
        ev.DealerChanged(9, 1),
        ev.DealerChanged(2, 2),
        ev.Undone(1),
        ev.Undone(2),
        ev.GameReopened(),
        ev.CarriedOn(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_makes_no_sense_does_not_fold(event: ev.Event) -> None:
    with pytest.raises(Senseless):
        fold(recorded(event))


def test_a_log_begins_with_its_opening() -> None:
    with pytest.raises(Senseless):
        fold([])
    with pytest.raises(Senseless):
        fold(recorded(ev.NoteAdded("tea"))[1:])


def test_a_winner_corrected_to_somebody_with_cards_does_not_fold() -> None:
    closed = ev.RoundClosed(1, 1, 1, {1: Line("", 0), 2: Line("K", 10), 3: Line("K", 10), 4: Line("K", 10)})
    for lines in ({2: Line("K", 10)}, {9: Line("", 0), 2: Line("", 0)}):
        with pytest.raises(Senseless):
            fold(recorded(closed, ev.WinnerCorrected(1, 2, lines)))
    with pytest.raises(Senseless):
        fold(recorded(closed, ev.CellCorrected(1, 9, "K", 10)))


def test_a_rulebook_that_was_tampered_with_does_not_fold() -> None:
    opening = Game("contract").log[0].event
    assert isinstance(opening, ev.GameOpened)
    data = ev.to_data(opening)
    data["digest"] = "0" * 64
    data["rulebook"] = {**opening.rulebook, "name": "Another game"}
    with pytest.raises(Senseless) as wrong:
        fold([ev.Recorded(1, "2026-01-05T10:00:00Z", "", read_event(data))])
    assert "The rulebook in this game’s record isn’t the one it was opened with." in sentence(wrong.value.why)


def test_a_game_that_was_opened_when_a_rule_had_no_value_yet_is_played_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = Game("liverpool").log[0]
    assert isinstance(opened.event, ev.GameOpened)
    early = copy.deepcopy(opened.event.rulebook)
    del early["values"]["cut_bonus"]
    event = dataclasses.replace(opened.event, rulebook=early, digest=digest_of(early))
    log = (opened._replace(event=event),)
    with pytest.raises(Senseless) as wrong:
        fold(log)
    assert "cut_bonus: this rule value is missing" in sentence(wrong.value.why)
    monkeypatch.setitem(BEFORE, "cut_bonus", 0)
    assert fold(log).book.cut_bonus == 0


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "An event must be an object."),
        ({"type": ["CutRecorded"]}, "['CutRecorded'] isn’t an event of this version."),
        ({"type": "CutRecorded", "round": 1}, "CutRecorded: exact, seat are missing."),
        ({"type": "CutRecorded", "round": 1, "seat": 1, "exact": 1}, "CutRecorded: exact must be true or false."),
        ({"type": "CutRecorded", "round": 1, "seat": 1, "exact": True, "why": ""}, "CutRecorded: why is unknown."),
        ({"type": "WentOutSaid", "round": 1, "seat": "2"}, "WentOutSaid: seat must be a whole number or null."),
        ({"type": "NoteAdded", "text": None}, "NoteAdded: text must be a text."),
        ({"type": "BuysSaid", "buys": {"x": 1}}, "BuysSaid: buys isn’t in the right format."),
    ],
)
def test_what_is_wrong_with_an_event_is_said_in_words(data: Any, sentence: str) -> None:
    with pytest.raises(Misshapen) as refused:
        read_event(data)
    assert str(refused.value) == sentence
