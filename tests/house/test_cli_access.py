"""``referee set-password`` and ``recover``."""

from __future__ import annotations

import getpass
import io
import sys
from pathlib import Path

import pytest

from referee import create_app, errors
from referee.cli.main import main
from referee.services import access, phones
from referee.services.access import Role
from referee.services.deliveries import WriteTag
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


def test_a_short_password_is_refused_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("short\n"))
    with pytest.raises(SystemExit, match="At least 8"):
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
        with pytest.raises(SystemExit, match="the two passwords differ; nothing was changed"):
            main(["--instance", str(tmp_path), "set-password"])
    else:
        assert main(["--instance", str(tmp_path), "set-password"]) == 0
        assert "The password is set." in capsys.readouterr().out


def test_a_code_to_recover_works_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recover", "--instance", str(tmp_path)]) == 0
    code = capsys.readouterr().out.splitlines()[0]
    assert organiser_by(tmp_path, "recover", code)
    assert not organiser_by(tmp_path, "recover", code)
