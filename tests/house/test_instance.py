"""Where the data lies, and the secret that is kept there."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee import create_app
from referee.app import instance
from referee.app.instance import BadSecret, data_dir, secret_key
from tests.apps import dispose


def test_the_folder_asked_for_wins_over_the_environment(tmp_path: Path) -> None:
    assert data_dir(tmp_path / "asked", {"REFEREE_DATA": "/elsewhere"}) == tmp_path / "asked"
    assert data_dir(None, {"REFEREE_DATA": str(tmp_path)}) == tmp_path


def test_a_checkout_keeps_its_data_in_instance() -> None:
    assert data_dir(None, {}) == instance.ROOT / "instance"
    assert (instance.ROOT / "pyproject.toml").is_file()


def test_an_installed_app_keeps_its_data_in_the_users_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(instance, "IN_CHECKOUT", False)
    monkeypatch.setattr(instance.sys, "platform", "linux")
    assert data_dir(None, {"XDG_DATA_HOME": str(tmp_path)}) == tmp_path / "referee"
    assert data_dir(None, {}) == Path.home() / ".local" / "share" / "referee"
    monkeypatch.setattr(instance.sys, "platform", "win32")
    assert data_dir(None, {"LOCALAPPDATA": str(tmp_path)}) == tmp_path / "referee"


def test_the_first_run_makes_a_secret_that_only_its_owner_reads(tmp_path: Path) -> None:
    secret = secret_key(tmp_path / "new")
    assert len(secret) == 64
    assert stat.S_IMODE((tmp_path / "new" / "secret").stat().st_mode) == 0o600
    assert secret_key(tmp_path / "new") == secret
    assert os.listdir(tmp_path / "new") == ["secret"]


def test_a_secret_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    secret_key(tmp_path)
    (tmp_path / "secret").chmod(0o644)
    secret_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_two_first_runs_at_once_agree_on_one_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(secret_key, [tmp_path] * 8))) == 1


@pytest.mark.parametrize("known", ["", "dev", "changeme", "Change-Me", "short", "x" * 40])
def test_a_secret_that_protects_nothing_is_refused(known: str, tmp_path: Path) -> None:
    with pytest.raises(BadSecret, match="16 random characters"):
        secret_key(tmp_path, known)
    (tmp_path / "secret").write_text(known)
    with pytest.raises(BadSecret):
        secret_key(tmp_path)
    with pytest.raises(BadSecret):
        create_app({"DATA_DIR": str(tmp_path), "SECRET_KEY": known})


def test_a_given_secret_is_used_and_not_kept(tmp_path: Path) -> None:
    app = create_app({"DATA_DIR": str(tmp_path), "SECRET_KEY": "0123456789abcdefghij"})
    assert app.config["SECRET_KEY"] == "0123456789abcdefghij"
    assert not (tmp_path / "secret").exists()
    dispose(app)
