"""The frame of every page: whole or as a part, its look, its files, and what it never does."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rules import packs
from referee.rules.cards import format_card, parse_card
from tests.web.plain import Phone


def test_htmx_gets_the_inner_part_and_a_browser_the_whole(client: FlaskClient) -> None:
    whole, part = client.get("/"), client.get("/", headers={"HX-Request": "true"})
    assert "<html" in whole.text
    assert "<html" not in part.text
    assert "<title>" in part.text
    assert "<h1" in part.text
    assert "HX-Request" in whole.headers["Vary"]
    assert whole.headers["Cache-Control"] == "no-store"


def test_whoever_finds_a_page_by_a_search_reads_what_it_is_for(client: FlaskClient) -> None:
    found = {
        path: re.search('<meta name="description" content="([^"]*)">', client.get(path).get_data(as_text=True))
        for path in ("/", "/rulebooks/liverpool")
    }
    said = {path: match[1] for path, match in found.items() if match}
    assert said["/"].startswith("Keeps score and settles disputes when you play Contract Rummy")
    assert said["/rulebooks/liverpool"].startswith("Contract Rummy, with 50 points off for cutting")


def test_going_back_in_the_history_gets_a_whole_page(client: FlaskClient) -> None:
    answer = client.get("/", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<html" in answer.text


def test_a_write_by_htmx_is_answered_with_the_page_that_follows(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over")
    fields = {**phone.fields(phone.form("/round/went-out")), "seat": "1"}
    path = f"/g/{phone.code}/round/went-out"
    answer = phone.client.post(path, data=fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.headers["HX-Push-Url"] == f"/g/{phone.code}/round?seat=2"
    assert "Round 1: Player 2’s cards left" in answer.text
    again = phone.client.post(path, data=fields)
    assert (again.status_code, again.headers["Location"]) == (303, f"/g/{phone.code}/round?seat=2")


def test_the_key_of_undo_shows_an_object_and_speaks_the_whole_sentence(phone: Phone) -> None:
    phone.open("/new").send("/new", player=["Bartholomew-Maximilian", "Ben", "Cid"], rulebook="contract", how="random")
    phone.follow("Round over").send("/round/went-out", seat="1")
    [key] = [each for each in phone.all("button") if "Undo: " in each.text()]
    assert key.text() == "Undo: Round 1: Bartholomew-Maximilian went out"
    [shown] = [e for e in key.children if e.get("aria-hidden") and e.tag == "span"]
    assert str(shown.own_text[-1]).strip() == "Who went out"
    assert [e for e in key.children if e.tag == "svg"], "beside its arrow"


def test_undo_and_redo_answered_at_once_stand_for_the_page_that_is_shown(phone: Phone) -> None:
    phone.start("contract", 3).round(1, {2: "K", 3: "Q"}).open(f"/g/{phone.code}/score")
    for step, heading in (("undo", "Score"), ("redo", "Score")):
        fields = {**phone.fields(phone.form(f"/{step}")), "confirmed": "1"}
        assert fields["from"] == "score.page"
        answer = phone.client.post(f"/g/{phone.code}/{step}", data=fields, headers={"HX-Request": "true"})
        assert answer.headers["HX-Push-Url"] == f"/g/{phone.code}/score"
        assert heading in answer.text
        assert 'name="from" value="history.' not in answer.text
        phone.open(f"/g/{phone.code}/score")


def test_a_refused_write_by_htmx_keeps_the_address(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    fields = {**phone.fields(phone.form("/round/cards-left")), "cards": "foo"}
    path = f"/g/{phone.code}/round/cards-left"
    answer = phone.client.post(path, data=fields, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert answer.headers["HX-Push-Url"] == "false"


def test_htmx_is_set_up_without_eval_or_inline_styles(phone: Phone) -> None:
    config = json.loads(phone.open("/").one("meta", name="htmx-config").get("content") or "")
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False
    assert config["selfRequestsOnly"] is True
    assert config["historyCacheSize"] == 0
    assert 5000 <= config["timeout"] <= 30000
    shown = [rule for rule in config["responseHandling"] if rule["swap"]]
    assert any(rule["code"].startswith("[45]") for rule in shown)


def test_the_look_is_kept_in_a_cookie_and_stands_in_the_first_paint(phone: Phone) -> None:
    assert phone.open("/").one("html").get("data-theme") is None
    phone.send("/look", theme="dark", suits="two")
    assert phone.path == "/"
    page = phone.one("html")
    assert (page.get("data-theme"), page.get("data-suits")) == ("dark", "two")
    phone.send("/look", theme="system", suits="four")
    assert phone.one("html").get("data-theme") is None
    assert phone.one("html").get("data-suits") is None, "four colours from the start"


@pytest.mark.parametrize("back", ["//evil.example", "/\\evil.example", "https://evil.example", "", "/g/ABC?x=//y"])
def test_the_look_leads_back_only_to_a_page_of_this_house(client: FlaskClient, back: str) -> None:
    assert client.post("/look", data={"theme": "pink", "back": back}).headers["Location"] == "/"


def test_every_static_file_of_a_page_is_there_and_kept_for_good(phone: Phone) -> None:
    phone.open("/")
    addresses = [e.get("href") or e.get("src") or "" for e in phone.elements if e.tag in ("link", "script", "use")]
    assert len(addresses) > 4
    for address in addresses:
        with phone.client.get(address.partition("#")[0]) as answer:
            assert answer.status_code == 200, address
            kept = "no-cache" if address.endswith(".webmanifest") else "immutable"  # its address never changes
            assert kept in answer.headers["Cache-Control"], address


def test_all_style_sheets_come_in_two(client: FlaskClient, app: Flask) -> None:
    sheets = {path for path in Path(str(app.static_folder)).glob("*.css") if path.name != "noscript.css"}
    assert len(sheets) > 3
    addresses = {found for found in re.findall(r'"([^"]*\.css[^"]*)"', client.get("/").text) if "noscript" not in found}
    assert len(addresses) == 2
    answers = [client.get(address) for address in addresses]
    assert {(sent.mimetype, "immutable" in sent.headers["Cache-Control"]) for sent in answers} == {("text/css", True)}
    without_spaces = re.sub(r"\s", "", "".join(sent.text for sent in answers))
    for sheet in sheets:
        first = re.search(r"^[^/\s].*\{ .* \}$", sheet.read_text(encoding="utf-8"), re.M)
        assert first
        assert re.sub(r"\s|;(?=\s*\})", "", first[0]) in without_spaces, sheet.name


@pytest.mark.parametrize(
    ("path", "sheets"), [("/", ["styles"]), ("/new", ["styles"]), ("/clubs/new", ["styles", "later"])]
)
def test_a_page_waits_for_the_styles_that_it_needs(client: FlaskClient, path: str, sheets: list[str]) -> None:
    assert re.findall(r'<link rel="stylesheet" href="/static/(styles|later)-', client.get(path).text) == sheets


def test_who_asks_for_older_styles_gets_those_of_today_and_does_not_keep_them(client: FlaskClient) -> None:
    older = client.get("/static/styles-0123456789.css")
    assert ("--paper:" in older.text, older.headers["Cache-Control"]) == (True, "no-store")


def test_files_are_asked_for_below_the_path_that_the_app_stands_under(client: FlaskClient) -> None:
    page = client.get("/", environ_overrides={"SCRIPT_NAME": "/cards"}).text
    addresses = re.findall(r'(?:src|href)="([^"]*static/[^"]*)"', page)
    assert {Path(address.partition("?")[0]).suffix for address in addresses} >= {".css", ".js", ".svg"}
    assert all(address.startswith("/cards/static/") for address in addresses)


MODULE = re.compile(r"/static/v-(\w+)/([\w-]+)\.js")
IMPORTED = re.compile(r'(?:from ?|import\()["`]\./([\w-]+)\.js')


def modules_of(client: FlaskClient, path: str) -> dict[str, str]:
    """The modules that a page loads, by name, and what they say."""
    addresses = list(MODULE.finditer(client.get(path).text))
    assert len({address[1] for address in addresses}) == 1, "one version"
    return {address[2]: client.get(address[0]).text for address in addresses}


def test_a_page_loads_the_modules_that_it_needs_and_what_they_import_at_once(phone: Phone) -> None:
    start = modules_of(phone.client, "/")
    assert "start" in start
    for name in ("page", "bar", "queue"):
        assert code_in(str(phone.client.application.static_folder), name) in "".join(start["start"].split())
    assert not start.keys() & {"pad", "cards-left", "question", "faces", "cards", "paper", "share", "new-game"}
    phone.start("contract", 3)
    for path, name in (("/new", "new-game"), ("/ask/meld", "faces"), (f"/g/{phone.code}/result", "awake")):
        loaded = modules_of(phone.client, path)
        assert name in loaded
        for text in loaded.values():
            assert set(IMPORTED.findall(text)) <= loaded.keys(), "nothing is found out only while another one is read"


def test_no_module_imports_from_elsewhere_and_none_another_of_which_it_is_imported(app: Flask) -> None:
    folder = Path(str(app.static_folder))
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.js") if "htmx" not in path.name}
    imports = {name: set(IMPORTED.findall(text)) for name, text in texts.items()} | {"cards": set()}
    assert all(text.count(' from "') == len(IMPORTED.findall(text)) for text in texts.values())
    assert all(others <= imports.keys() for others in imports.values())
    while leaves := {name for name, others in imports.items() if not others & imports.keys()}:
        imports = {name: others for name, others in imports.items() if name not in leaves}
    assert imports == {}, "a circle"
    assert max(text.count("\n") for text in texts.values()) <= 300


def code_of(source: str) -> Iterator[str]:
    """The lines of a script that are no comment."""
    within = False
    for line in source.splitlines():
        text = line.strip()
        within = within or (text.startswith("/*") and ("*/" not in text or text.endswith("*/")))
        if not within and not text.startswith("//"):
            code, mark, _ = line.rpartition(" // ")
            behind = mark and code.rstrip()[-1] in ";{},)"
            yield re.sub(r"(?<=[{;]) /\*.*?\*/", "", code.rstrip() if behind else line)
        within = within and not text.endswith("*/")


def code_in(folder: str, name: str) -> str:
    """A module as it stands in what goes out, without its imports, spaces and the word that exports something."""
    lines = "\n".join(code_of((Path(folder) / f"{name}.js").read_text(encoding="utf-8")))
    bare = re.sub(r"^import [^;]*;|^export (?!const setUp\b|function setUp\b)", "", lines, flags=re.M)
    return "".join(bare.split())


def test_phones_are_spared_the_comments_and_miss_no_line_of_code(app: Flask) -> None:
    sent = modules_of(app.test_client(), "/new")
    folder = Path(str(app.static_folder))
    everything = "".join("".join(sent.values()).split())
    names = [path.stem for path in folder.glob("*.js") if "htmx" not in path.name]
    parts = [name for name in names if code_in(str(folder), name) in everything]
    assert set(parts) >= {"start", "page", "queue", "taps", "search", "new-game", "draft-forms"}
    assert sent.keys() <= {*parts}
    code = "".join("".join(code_of((folder / f"{name}.js").read_text(encoding="utf-8"))) for name in parts)
    assert sum(map(len, sent.values())) < len(code), "nor does a phone load what sets the lines in"


def test_another_content_of_one_module_gives_all_of_them_another_address(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(str(app.static_folder), tmp_path / "static")
    monkeypatch.setattr(app, "static_folder", str(folder))  # the app is lent, and goes on to other tests
    client = app.test_client()
    before = MODULE.findall(client.get("/new").text)
    (folder / "search.js").write_text(
        (folder / "search.js").read_text(encoding="utf-8") + "export const more = 1;\n", encoding="utf-8"
    )
    after = MODULE.findall(client.get("/new").text)
    assert [name for _, name in before] == [name for _, name in after]
    assert {version for version, _ in before}.isdisjoint({version for version, _ in after})
    old, new = (client.get(f"/static/v-{version}/search.js") for version, _ in (before[0], after[0]))
    assert old.text == new.text, "who comes late gets the one of today"
    assert (old.headers["Cache-Control"], "immutable" in new.headers["Cache-Control"]) == ("no-store", True)
    assert new.mimetype == "text/javascript"
    assert client.get(f"/static/v-{after[0][0]}/nothing.js").status_code == 404


def test_cards_are_read_by_the_phone_as_by_the_engine(client: FlaskClient) -> None:
    module = modules_of(client, "/ask/meld")["faces"]
    standard = json.JSONDecoder().raw_decode(module.partition("STANDARD=")[2].strip())[0]
    assert len(standard["RANKS"]) > 13
    for typed_rank, rank in standard["RANKS"].items():
        for typed_suit, suit in standard["SUITS"].items():
            assert format_card(parse_card(typed_rank + typed_suit)) == rank + suit
    assert {"JOKER", "★"} <= set(standard["OTHERS"])
    starred = json.JSONDecoder().raw_decode(module.partition("STARS=")[2].strip())[0]
    assert len(starred["RANKS"]) == 12
    with packs.played_with(packs.STARS_PACK):
        for (typed_rank, rank), (typed_suit, suit) in product(starred["RANKS"].items(), starred["SUITS"].items()):
            assert packs.letters(format_card(parse_card(typed_rank + typed_suit))) == rank + suit


def test_no_picture_font_or_script_comes_from_elsewhere(app: Flask) -> None:
    for file in Path(str(app.static_folder)).iterdir():
        if file.suffix == ".css":
            text = file.read_text(encoding="utf-8")
            for named in re.findall(r"url\(([^)]*)\)", text):
                own = named.strip('"')
                assert own.startswith("#") or (file.parent / own).is_file(), (file.name, named)
            assert "@import" not in text, file.name


def test_messages_stay_on_the_page_once_and_can_be_dismissed(phone: Phone) -> None:
    phone.start("contract", 3)
    assert len(phone.all("div", cls="notice")) == 1
    assert phone.one("button", cls="dismiss").text().startswith("Dismiss: The pack")
    assert not phone.open(f"/g/{phone.code}").all("div", cls="notice")


def test_what_is_typed_is_read_by_the_one_parser_without_writing(phone: Phone) -> None:
    phone.start("contract", 3)
    path = f"/g/{phone.code}/read-hand"
    good = phone.client.post(path, data={"cards": "two kings and a five"})
    assert "K K 5" in good.text
    assert 'data-total="25"' in good.text
    assert 'data-ranks=\'{"5": 1, "K": 2}\'' in good.text
    bad = phone.client.post(path, data={"cards": "two kinks"})
    assert bad.status_code == 200
    assert "<mark" in bad.text
    assert "data-ranks" not in bad.text
    assert "data-ranks" not in phone.client.post(path, data={"cards": "35"}).text
    assert "&lt;b&gt;" in phone.client.post(path, data={"cards": "<b>"}).text
