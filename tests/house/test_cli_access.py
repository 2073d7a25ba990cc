"""``referee set-password`` and ``recover``."""

from __future__ import annotations

import getpass
import io
import sys
from pathlib import Path

import pytest

from referee import create_app, errors
from referee.cli.main import main
from referee.services.deliveries import WriteTag
from referee.services.phones import access, phones
from referee.services.phones.access import Role
from tests.apps import dispose

HERE = "127.0.0.1"


def organiser_by(folder: Path, way: str, key: str) -> bool:
    """Whether a new phone becomes organiser by typing this at the door."""
    app = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    try:
        with app.app_context():
            phone = access.make_phone(access.new_cookie(), Role.NOBODY)
            assert phone is not None
            enter = phones.sign_in if way == "password" else phones.recover
            try:
                enter(key, HERE, lambda: phone.id)
            except errors.NoEntry:
                return False
            return access.role_of(WriteTag("", 0, "", phone.id, Role.NOBODY)) is Role.ORGANISER
    finally:
        dispose(app)


def test_the_password_of_the_command_line_opens_the_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long evening of cards\n"))
    assert main(["set-password", "--instance", str(tmp_path)]) == 0
    assert "password is set" in capsys.readouterr().out
    assert organiser_by(tmp_path, "password", "a long evening of cards")
    assert not organiser_by(tmp_path, "password", "another evening of cards")


@pytest.mark.parametrize(
    ("answer", "stays"), [("", True), ("y", True), ("n", False), ("--all-out", False), (None, True)]
)
def test_a_new_password_asks_whether_those_who_came_in_by_the_old_one_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str | None, stays: bool
) -> None:
    old, new = "a long evening of cards", "another evening of cards"
    app = create_app({"TESTING": True, "DATA_DIR": str(tmp_path)})
    with app.app_context():
        phones.set_password(old)
        phone = access.make_phone(access.new_cookie(), Role.NOBODY)
        assert phone is not None
        phones.sign_in(old, HERE, lambda: phone.id)
    dispose(app)
    asked: list[str] = []
    line = ["set-password", "--instance", str(tmp_path)]
    if answer in (None, "--all-out"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{new}\n"))
        line += [answer] if answer else []
    else:
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(getpass, "getpass", lambda _: new)
        monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or answer)
    assert main(line) == 0
    assert ("stay organiser" if stays else "must sign in again") in capsys.readouterr().out
    assert [question for question in asked if "1 phone signed in with the old password" in question] == asked
    app = create_app({"TESTING": True, "DATA_DIR": str(tmp_path)})
    with app.app_context():
        is_organiser = access.role_of(WriteTag("", 0, "", phone.id, Role.NOBODY)) is Role.ORGANISER
    dispose(app)
    assert is_organiser is stays


def test_a_short_password_is_refused_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("short\n"))
    with pytest.raises(SystemExit, match="at least 8"):
        main(["set-password", "--instance", str(tmp_path)])
    assert not organiser_by(tmp_path, "password", "short")


@pytest.mark.parametrize("again", ["a long evening of cards", "a long evening of card"])
def test_a_password_that_is_typed_is_typed_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], again: str
) -> None:
    typed = iter(["a long evening of cards", again])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(getpass, "getpass", lambda _: next(typed))
    if again != "a long evening of cards":
        with pytest.raises(SystemExit, match=r"the two passwords differ\. Nothing was changed"):
            main(["--instance", str(tmp_path), "set-password"])
    else:
        assert main(["--instance", str(tmp_path), "set-password"]) == 0
        assert "The password is set." in capsys.readouterr().out


def test_a_code_to_recover_works_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recover", "--instance", str(tmp_path)]) == 0
    code = capsys.readouterr().out.splitlines()[0]
    assert organiser_by(tmp_path, "recover", code)
    assert not organiser_by(tmp_path, "recover", code)
