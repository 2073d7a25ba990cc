"""Where other devices find this computer, also after it woke up on another Wi-Fi."""

from __future__ import annotations

import threading

import pytest

from referee.app import addresses
from referee.app.addresses import Listening


def test_a_server_on_one_address_names_that_one_only() -> None:
    assert addresses.reachable("192.168.1.20") == ["192.168.1.20"]
    assert addresses.reachable("127.0.0.1") == []
    assert "127.0.0.1" not in addresses.reachable("0.0.0.0")


@pytest.fixture
def wifi(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that this computer has; change them as another Wi-Fi would."""
    now = ["192.168.1.20"]
    monkeypatch.setattr(addresses, "_answers", {})
    monkeypatch.setattr(addresses, "reachable", lambda _: list(now))
    return now


def test_another_address_is_named_within_seconds(wifi: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(addresses.time, "monotonic", lambda: clock[0])
    home = Listening("0.0.0.0", 5000)
    assert addresses.phone_urls(home) == ["http://192.168.1.20:5000/"]
    wifi[:] = ["10.0.0.7", "fd00::7"]
    assert addresses.phone_urls(home) == ["http://192.168.1.20:5000/"], "it is not looked for at each page"
    clock[0] += addresses.FRESH_SECONDS
    assert addresses.phone_urls(home) == ["http://10.0.0.7:5000/", "http://[fd00::7]:5000/"]


def test_a_page_does_not_wait_for_a_slow_search(wifi: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(addresses.time, "monotonic", lambda: clock[0])
    home = Listening("0.0.0.0", 5000)
    addresses.phone_urls(home)
    clock[0] += addresses.FRESH_SECONDS
    looking, over = threading.Event(), threading.Event()

    def slow(_: str) -> list[str]:
        looking.set()
        assert over.wait(30)
        return ["10.0.0.7"]

    monkeypatch.setattr(addresses, "reachable", slow)
    first = threading.Thread(target=addresses.phone_urls, args=(home,))
    first.start()
    assert looking.wait(30)
    assert addresses.phone_urls(home) == ["http://192.168.1.20:5000/"]
    over.set()
    first.join(30)
    assert addresses.phone_urls(home) == ["http://10.0.0.7:5000/"]


def test_a_usual_port_is_left_out() -> None:
    assert addresses.url(Listening("0.0.0.0", 80), "10.0.0.7") == "http://10.0.0.7/"
    assert addresses.url(Listening("0.0.0.0", 443, "https"), "10.0.0.7") == "https://10.0.0.7/"
    assert addresses.url(Listening("0.0.0.0", 80, "https"), "10.0.0.7") == "https://10.0.0.7:80/"


def test_the_name_on_the_home_network_has_one_dot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: "Kitchen.fritz.box")
    assert addresses.local_name() == "kitchen.local"


def test_a_certificate_with_a_name_comes_first_and_the_addresses_stay_plain(wifi: list[str]) -> None:
    named = Listening("0.0.0.0", 5000, "https", "cards.example.org")
    assert addresses.phone_urls(named) == ["https://cards.example.org:5000/", "http://192.168.1.20:5000/"]
