"""Numbers for whoever brings the token, and lines of the log for machines; nobody's name, code or address in either."""

from __future__ import annotations

import io
import json
import logging
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from referee import create_app, errors
from referee.app import logs, metrics
from referee.app.config import database_file
from referee.app.instance import BadSecret
from referee.services.games import live
from referee.storage.engine import transactions
from referee.storage.engine.transactions import writing
from referee.storage.files.keeping import Keeper
from referee.storage.tables.database import db
from tests.web.plain import PASSWORD, Phone

parser = pytest.importorskip("prometheus_client.parser", reason="the extra hosted is not installed")
TOKEN = "a token of nobody else 42"
NAMES = ("Annabella", "Bertholdt", "Cassiopeia")
CLUB = "Thursday Ladies"
ADDRESS = "203.0.113.77"


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    return {**settings, "METRICS": TOKEN}


@pytest.fixture
def lines(new_app: Flask) -> Iterator[io.StringIO]:
    """What the app writes into its log, as a host reads it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.AsJson())
    loggers = [logging.getLogger("referee"), logging.getLogger("referee.requests")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.INFO)
    loggers[0].addHandler(handler)
    yield written
    loggers[0].removeHandler(handler)
    for logger, level in zip(loggers, before, strict=True):
        logger.setLevel(level)


def scraped(app: Flask, token: str = TOKEN) -> str:
    answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    return answer.text


def number(app: Flask, name: str, **labels: str) -> float:
    """One number as it is read; 0 where it was never counted."""
    for family in parser.text_string_to_metric_families(scraped(app)):
        for sample in family.samples:
            if sample.name == name and labels.items() <= sample.labels.items():
                return float(sample.value)
    return 0


def an_evening(app: Flask) -> tuple[str, str]:
    """Everything that a host might read of: pages, writes, refusals, another page's form and a fault."""
    phone = Phone(app.test_client())
    club = phone.open("/clubs").links()["Club"]
    phone.open(club).send("/rename", name=CLUB)
    phone.open("/new").send("/new", rulebook="contract", player=list(NAMES), how="chosen", dealer="1")
    code = phone.code
    phone.open(f"/g/{code}").round(1, {2: "K K", 3: "5"})
    for page in ("score", "history", "table", "nonsense"):
        phone.open(f"/g/{code}/{page}")
    app.config["HOSTED"] = True
    stranger = app.test_client()
    stranger.environ_base["REMOTE_ADDR"] = ADDRESS
    assert stranger.get(f"/g/{code}/score").status_code == 403
    assert stranger.post("/door", data={"key": PASSWORD}).status_code == 422
    assert stranger.post("/look", headers={"Origin": f"https://{ADDRESS}"}).status_code == 403
    app.config["HOSTED"] = False
    return code, club.rpartition("/")[2]


def test_without_a_token_in_the_settings_there_are_no_numbers(app: Flask) -> None:
    app.config["METRICS"] = ""
    answer = app.test_client().get("/metrics", headers={"Authorization": "Bearer "})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "sent", [None, "Bearer ", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer ö"]
)
def test_whoever_brings_another_token_is_told_no_number(app: Flask, sent: str | None) -> None:
    answer = app.test_client().get("/metrics", headers={"Authorization": sent} if sent else {})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "referee_" not in answer.text


@pytest.mark.parametrize("weak", ["short", "password", "a" * 30])
def test_a_token_that_anybody_guesses_is_refused_at_the_start(tmp_path: Path, weak: str) -> None:
    with pytest.raises(BadSecret, match="REFEREE_METRICS"):
        create_app({"DATA_DIR": str(tmp_path), "METRICS": weak})


def test_answers_are_counted_by_the_pattern_of_their_address(new_app: Flask) -> None:
    code, _ = an_evening(new_app)
    of_score = {"method": "GET", "route": "/g/<code>/score"}
    assert number(new_app, "referee_requests_total", **of_score, status="200") == 1
    assert number(new_app, "referee_requests_total", **of_score, status="403") == 1
    assert number(new_app, "referee_requests_total", route="", status="404") == 1
    assert number(new_app, "referee_request_seconds_count", route="/g/<code>/score") == 2
    assert 0 < number(new_app, "referee_request_seconds_sum", route="/g/<code>/score") < 60
    new_app.test_client().open(f"/g/{code}", method="WHOEVER")
    assert number(new_app, "referee_requests_total", method="other") == 1


def test_writes_are_counted_by_how_they_ended(new_app: Flask) -> None:
    def ended(outcome: str) -> float:
        return number(new_app, "referee_writes_total", outcome=outcome)

    before = ended("committed")
    with new_app.app_context():
        with writing():
            pass
        for raised in (errors.Busy, errors.Full, errors.UnknownGame):
            with pytest.raises(raised), writing():
                raise raised
    assert [ended(outcome) for outcome in metrics.WRITES] == [before + 1, 1, 1, 1]
    new_app.config["BUSY_SECONDS"] = 0.01
    with new_app.app_context(), transactions._in_turn("GAME"), pytest.raises(errors.Busy), writing("GAME"):
        pass
    assert ended("busy") == 2


def test_the_streams_and_the_connections_in_use_are_told(new_app: Flask) -> None:
    with new_app.app_context():
        in_use = number(new_app, "referee_database_connections")
        with db.engine.connect(), db.engine.connect():
            assert number(new_app, "referee_database_connections") == in_use + 2
        assert number(new_app, "referee_database_connections") == in_use
        listeners = [live.wait({live.game_key("AAAAAA"): "0.0"}, ADDRESS, "") for _ in range(3)]
        assert number(new_app, "referee_streams") == 3
        for listener in listeners:
            assert listener is not None
            live.leaving(listener)()
            live.leaving(listener)()
        assert number(new_app, "referee_streams") == 0
        pool = db.engine.pool
        assert number(new_app, "referee_database_connections_most") > pool.size()  # type: ignore[attr-defined]


@pytest.mark.database_file
def test_copies_are_counted_and_those_that_could_not_be_made(new_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Keeper(database_file(Path(new_app.instance_path)), lambda: 0.0, counted=metrics.of(new_app).copies)
    try:
        Phone(new_app.test_client()).start()
        assert keeper.look()
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2048))
        keeper._due = -1.0
        Phone(new_app.test_client()).start()
        assert keeper.look() is None
    finally:
        keeper.close()
    assert [number(new_app, "referee_copies_total", outcome=outcome) for outcome in metrics.COPIES] == [1, 1]


def test_every_answer_has_an_id_of_its_own_that_the_log_repeats(new_app: Flask, lines: io.StringIO) -> None:
    client = new_app.test_client()
    given = [client.get(page).headers[logs.HEADER] for page in ("/", "/", "/nowhere", "/rulebooks")]
    given.append(client.get("/", headers={"Host": "evil.example"}).headers[logs.HEADER])
    assert len(set(given)) == 5
    assert all(re.fullmatch(r"[0-9a-f]{16}", each) for each in given)
    read = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [line["request"] for line in read if line["message"] == "answered"] == given
    assert [line["status"] for line in read if line["message"] == "answered"] == [200, 200, 404, 200, 421]


def test_the_id_of_a_proxy_counts_where_there_is_one_and_only_where_it_is_an_id(new_app: Flask) -> None:
    def answered(sent: str) -> str:
        return new_app.test_client().get("/healthz", headers={logs.HEADER: sent}).headers[logs.HEADER]

    assert answered("of-a-phone-1") != "of-a-phone-1"
    new_app.config["BEHIND_PROXY"] = True
    assert answered("of-a-proxy-1") == "of-a-proxy-1"
    for odd in ("short", 'a"b"c"d"e"f', "x" * 65, "Annabella is here"):
        assert answered(odd) != odd


def test_an_evening_leaves_no_name_code_or_address_in_the_log_or_the_numbers(
    new_app: Flask, lines: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    code, club = an_evening(new_app)
    new_app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)

    def breaks(code: str) -> str:
        raise ValueError(f"{NAMES[0]} at {ADDRESS} in {code}")

    new_app.view_functions["game.now"] = breaks
    new_app.test_client_class = None
    assert new_app.test_client().get(f"/g/{code}").status_code == 500
    private = (code, club, CLUB, PASSWORD, ADDRESS, *NAMES, "127.0.0.1")
    assert [each for each in private if each in lines.getvalue() + scraped(new_app)] == []
    assert code in caplog.text, "the lines for people at home do say which game"
    read = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [line for line in read if line["message"].startswith("refused")]
    [fault] = [line for line in read if "error" in line]
    assert (fault["level"], fault["route"], fault["error"][0]) == ("error", "/g/<code>", "ValueError")
    assert fault["error"][-1].endswith(" breaks")
    assert len({line["request"] for line in read}) > 10


def test_of_a_message_only_numbers_are_filled_in() -> None:
    def line(message: str, *values: Any) -> str:
        record = logging.LogRecord("gunicorn.error", logging.WARNING, "", 1, message, values, None)
        return str(json.loads(logs.AsJson().format(record))["message"])

    assert line("Worker (pid:%s) was sent %s!", 4711, "SIGKILL") == "Worker (pid:4711) was sent …!"
    assert line("Invalid request from ip=%s: %s", ADDRESS, OSError(28, "No space left")) == (
        "Invalid request from ip=…: OSError (No space left)"
    )
    assert line("%(host)s took %(seconds).1f s, 100%%", {"host": ADDRESS, "seconds": 1.5}) == "… took 1.5 s, 100%"
    assert line("%s and %s", "one") == "… and …"
    assert line("refused: %s %r, %s at %s: %s", *"abcde") == "refused: … at …"


def test_an_error_is_told_with_what_caused_it_and_without_its_words() -> None:
    try:
        try:
            raise KeyError(secrets.token_hex(4))
        except KeyError as cause:
            raise errors.Busy(NAMES[0]) from cause
    except errors.Busy as failed:
        told = logs.described(failed)
    assert [line for line in told if not line.startswith("  ")] == ["Busy", "KeyError"]
    assert NAMES[0] not in "\n".join(told)
