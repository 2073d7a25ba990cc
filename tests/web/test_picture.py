"""The picture of a result: a drawing, the PNG made of it, and what a chat shows of a link."""

from __future__ import annotations

import struct
from xml.etree import ElementTree

import pytest

from referee.season.awards import awards, chosen
from referee.season.games import FinishedGame
from referee.services.clubs.season_views import ClubView, EndedGame
from referee.web.parts.pen import Block, Drawing, Words, can_draw, png, width_of
from referee.web.parts.poster import GOLD, INK, PALE
from referee.web.result.picture import picture, preview
from tests.browser.seasons import FORTY
from tests.season.evenings import NAMES, game
from tests.web.plain import Phone
from tests.web.season_club import Club

TEN = ("Ada", "Ben", "Cora", "Dan", "Ella", "Finn", "Greta", "Hugo", "Żaneta", "Δημήτρης")
SHEET = {"Ada": (0, 0, 5, 0, 0, 3, 0), "Ben": (30, 10, 0, 25, 40, 0, 20), "Cora": (20, 15, 30, 5, 5, 30, 35)}
SVG = "{http://www.w3.org/2000/svg}"


def columns(players: int, rounds: int) -> dict[str, str]:
    """Somebody else goes out each round; what the others pay differs."""
    letters = "abcdefghij"[:players]
    return {
        each: " ".join("out" if number % players == at else str(3 + 7 * (at + number) % 60) for number in range(rounds))
        for at, each in enumerate(letters)
    }


def evening(played: FinishedGame, names: tuple[str, ...] = ()) -> EndedGame:
    called = NAMES | dict(zip("abcdefghij", names, strict=False))
    return EndedGame(ClubView("c", "Club", False), None, played, called, awards(played, called))


LONG_BOOK = "Grandmother Margaret's Wednesday evening rules with two jokers"
EVENINGS = {
    "three": evening(game("2026-01-05", columns(3, 7))),
    "eight of forty letters": evening(game("2026-01-05", columns(8, 15), rulebook_name=LONG_BOOK), FORTY),
    "ten": evening(game("2026-01-05", columns(10, 21)), TEN),
    "one round": evening(game("2026-01-05", {"a": "out", "b": "50"})),
    "all level": evening(game("2026-01-05", {"a": "10 10 out", "b": "out 10 10", "c": "10 out 10"})),
    "one left, one came late": evening(
        game(
            "2026-01-05",
            {"a": "out 10 20 30 5", "b": "20 out - - -", "c": "- - out 35 out"},
            {"b": {"stayed": False}, "c": {"opening": 30}},
        )
    ),
    "eight level": evening(game("2026-01-05", dict.fromkeys("abcdefgh", "5 5")), FORTY),
}


def box(words: Words) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a line of text."""
    wide = width_of(words.text, words.size, words.face)
    left = words.x - {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    return left, words.y - 0.75 * words.size, left + wide, words.y + 0.2 * words.size


def on_one_another(drawing: Drawing) -> list[str]:
    lines = [(each.text, *box(each)) for each in drawing.shapes if isinstance(each, Words)]
    wide, high = drawing.width - 20, drawing.height - 20
    found = [text for text, x, y, right, foot in lines if x < 20 or y < 20 or right > wide or foot > high]
    for at, (text, x, y, right, foot) in enumerate(lines):
        for other, x2, y2, right2, foot2 in lines[at + 1 :]:
            if x < right2 and x2 < right and y < foot2 and y2 < foot:
                found.append(f"{text} on {other}")
    return found


@pytest.mark.parametrize("kind", EVENINGS)
def test_whoever_played_it_stays_inside_the_picture_and_no_line_lies_on_another(kind: str) -> None:
    for drawing in (picture(EVENINGS[kind]).drawing, preview(EVENINGS[kind])):
        assert on_one_another(drawing) == []
        assert can_draw(drawing)
        size = struct.unpack(">II", png(drawing)[16:24])
        assert size == drawing.pixels == (2 * drawing.width, 2 * drawing.height)
        assert size[1] < 3000, "a phone shows it without much scrolling"


def test_lines_that_lie_on_one_another_would_be_found() -> None:
    drawing = Drawing(200, 100, (Words(40, 50, "Ada", 20, "#fff"), Words(60, 55, "Ben", 20, "#fff")))
    assert on_one_another(drawing) == ["Ada on Ben"]


def test_the_line_of_the_game_has_every_player_and_the_winner_on_top() -> None:
    shapes = picture(EVENINGS["three"]).drawing.shapes
    lines = [each for each in shapes if type(each).__name__ == "Stroke" and len(each.points) > 2]
    assert [len(line.points) for line in lines] == [8, 8, 8]
    assert lines[-1].thick > lines[0].thick


def test_its_awards_are_those_of_the_page() -> None:
    played = evening(game("2026-01-05", {"a": "out out out out 5 5", "b": "30 9 9 9 out 9", "c": "20 0 20 20 20 out"}))
    shown = [each.text for each in picture(played).drawing.shapes if isinstance(each, Words)]
    drawn = [award.title for award in played.awards if award.title in shown]
    assert drawn == [award.title for award in chosen(played.awards)]
    assert 1 < len(drawn) < len(played.awards)


def cards_at(drawing: Drawing, colours: tuple[str, ...]) -> list[tuple[float, float]]:
    """Where the cards of the race stand: the middle of each, from above."""
    blocks = [
        each for each in drawing.shapes if isinstance(each, Block) and each.width == 16 and each.colour in colours
    ]
    return [(each.x + 8, each.y) for each in blocks]


def test_the_race_is_drawn_beside_the_names_where_everybody_came_in_and_who_was_where_before() -> None:
    drawing = picture(evening(game("2026-01-05", {"a": "10 20", "b": "5 40", "c": "20 50"}))).drawing
    (first, top), (second, middle), (third, foot) = cards_at(drawing, (GOLD, INK))
    assert first > second > third
    assert top < middle < foot
    assert len(cards_at(drawing, (PALE,))) == 3, "each was somewhere else before the last round"
    assert not cards_at(picture(EVENINGS["eight level"]).drawing, (GOLD, INK, PALE)), "nobody is ahead of anybody"
    assert len(cards_at(picture(EVENINGS["one left, one came late"]).drawing, (GOLD, INK))) == 2


def test_it_is_a_drawing_of_its_own_that_no_name_can_break(phone: Phone, club: Club) -> None:
    names = ("<b>&\"'", "Maximiliana-Theodora von Hohenstein-Klee", "Cora")
    code = club.game(None, "2026-01-05", dict(zip(names, SHEET.values(), strict=True)))
    answer = phone.client.get(f"/g/{code}/picture.svg")
    assert answer.mimetype == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.get_data())
    words = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    assert "<b>&\"' wins" in words
    assert any(word.startswith("Maximiliana-Theodora") and word.endswith("…") for word in words)
    assert len(list(drawing.iter(f"{SVG}polyline"))) > 3
    assert not [e for e in drawing.iter() if "style" in e.attrib or any(name.startswith("on") for name in e.attrib)]


def test_it_keeps_who_wins_in_sight_whatever_the_name(phone: Phone, club: Club) -> None:
    long = "Maximiliana-Theodora von Hohenstein-Klee"[:40]
    for totals, said in (
        ({long: (0, 0), "Ben": (9, 9), "Cora": (9, 9)}, "Maximiliana-Theodora von Hohenstein-… wins"),
        ({long: (0, 5), "Ben": (5, 0), "Cora": (9, 9)}, "2 share the first place"),
    ):
        code = club.game(None, "2026-01-05", totals)
        drawing = ElementTree.fromstring(phone.client.get(f"/g/{code}/picture.svg").get_data())
        assert said in [text.text for text in drawing.iter(f"{SVG}text")]


def test_the_result_leads_to_the_picture_without_a_script_and_a_chat_is_told_of_it(phone: Phone, club: Club) -> None:
    code = club.game(None, "2026-01-05", SHEET)
    phone.open(f"/g/{code}/result")
    told = {e.get("property"): e.get("content") for e in phone.elements if e.tag == "meta" and e.get("property")}
    assert told["og:title"] == "Ada wins · Contract Rummy"
    assert told["og:description"] == "1 Ada 8; 2 Ben 125; 3 Cora 140"
    assert told["og:image"] == f"http://localhost/g/{code}/preview.png"
    assert told["og:image:alt"] == f"Ada wins. {told['og:description']}"
    answer = phone.client.get(told["og:image"])
    assert answer.mimetype == told["og:image:type"] == "image/png"
    size = struct.unpack(">II", answer.data[16:24])
    assert size == (int(told["og:image:width"]), int(told["og:image:height"]))
    assert size[0] / size[1] == pytest.approx(1200 / 630, abs=0.01), "as chats cut it"
    phone.follow("Picture")
    [shown] = [e for e in phone.elements if e.tag == "img"]
    assert "Ada wins. Contract Rummy, 5 Jan 2026, 7 rounds. 1 Ada 8; 2 Ben 125; 3 Cora 140." in (shown.get("alt") or "")
    [save] = phone.all("a", download=f"result-{code}.png")
    assert save.get("href") == shown.get("src") == f"/g/{code}/picture.png"
    answer = phone.client.get(f"/g/{code}/picture.png")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(b"\x89PNG")


def test_letters_that_the_server_cannot_write_are_left_to_the_phone(phone: Phone, club: Club) -> None:
    names = ("山田", "Жанна", "Łukasz")
    code = club.game(None, "2026-01-05", dict(zip(names, SHEET.values(), strict=True)))
    assert phone.client.get(f"/g/{code}/picture.png").location == f"/g/{code}/picture.svg"
    phone.open(f"/g/{code}/picture")
    assert [e.get("src") for e in phone.elements if e.tag == "img"] == [f"/g/{code}/picture.svg"]
    assert phone.client.get(f"/g/{code}/preview.png").location == f"/g/{code}/picture.svg"
    phone.open(f"/g/{code}/result")
    told = {e.get("property") for e in phone.elements if e.tag == "meta"}
    assert "og:title" in told
    assert "og:image" not in told, "a chat shows no drawing"
    code = club.game(None, "2026-01-06", dict(zip(("Żaneta", *names[1:]), SHEET.values(), strict=True)))
    assert phone.client.get(f"/g/{code}/picture.png").mimetype == "image/png"


def test_a_game_without_a_result_has_no_preview(phone: Phone) -> None:
    phone.start("progressive", 4).round(1, {2: "K K", 3: "K K Q", 4: "K K Q J"}).open(f"/g/{phone.code}/table")
    phone.send("/abandon")
    assert phone.heading == "Abandoned"
    assert not [e for e in phone.elements if e.get("property")]
    assert not phone.all("a", href=f"/g/{phone.code}/picture")
    assert phone.open(f"/g/{phone.code}/picture").status == 404
