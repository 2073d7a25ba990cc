"""Export and import over HTTP: tables, a whole club, a feed, and the API that reads."""

from __future__ import annotations

import csv
import io
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from referee.services.clubs import clubs, evenings
from referee.services.clubs.evening_views import EveningForm
from referee.services.games import games
from referee.services.house import data
from referee.web.api.description import description
from referee.web.shell import bodies
from tests.apps import lent
from tests.conftest import CheckedClient
from tests.web.json_schema import against
from tests.web.plain import Phone
from tests.web.season_club import Club

ATOM = "{http://www.w3.org/2005/Atom}"


def rows(client: FlaskClient, path: str) -> list[list[str]]:
    answer = client.get(path)
    assert answer.mimetype == "text/csv"
    assert "attachment" in answer.headers["Content-Disposition"]
    text = answer.get_data(as_text=True)
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:])))


def test_tables_for_a_spreadsheet_that_runs_nothing(client: FlaskClient, club: Club) -> None:
    season = club.evenings()
    club.game(season, "2026-02-01", {"=1+1": (0, 0), "Ben": (5, 5), "Cora": (9, 9)})
    games = rows(client, f"/clubs/{club.id}/games.csv")
    assert len(games) == 1 + 3 + 3 + 4 + 3
    assert "'=1+1" in [row[4] for row in games]
    table = rows(client, f"/seasons/{season}/standings.csv")
    assert table[1][:3] == ["1", "", "Ada"]
    assert client.get("/seasons/nosuch/standings.csv").status_code == 404


def test_the_separator_of_a_table_can_be_chosen_and_stays_chosen_on_the_page(client: FlaskClient, club: Club) -> None:
    season = club.evenings()
    page = client.get(f"/clubs/{club.id}/data?separator=semicolon").get_data(as_text=True)
    assert f"/seasons/{season}/standings.csv?separator=semicolon" in page
    text = client.get(f"/clubs/{club.id}/games.csv?separator=semicolon").get_data(as_text=True)
    assert text.startswith("\ufeffgame;date;season;")
    assert (
        client.get(f"/clubs/{club.id}/games.csv?separator=nothing").get_data(as_text=True).startswith("\ufeffgame,date")
    )


def test_the_games_of_a_club_are_plays_for_bg_stats(client: FlaskClient, club: Club) -> None:
    club.evenings()
    answer = client.get(f"/clubs/{club.id}/plays.bgsplay")
    assert answer.headers["Content-Disposition"].endswith('.bgsplay"')
    assert len(answer.get_json()["plays"]) == 3
    assert client.get("/clubs/nosuch/plays.bgsplay").status_code == 404


def brought(client: FlaskClient, club: str, content: bytes) -> tuple[int, str]:
    fields: dict[str, Any] = {"write_id": "12345678", "file": (io.BytesIO(content), "club.jsonl")}
    answer = client.post(f"/clubs/{club}/import", data=fields, follow_redirects=True)
    return answer.status_code, answer.get_data(as_text=True)


def test_a_club_goes_out_and_comes_into_another_house_unchanged(
    client: FlaskClient, club: Club, settings: dict[str, Any]
) -> None:
    season = club.evenings()
    file = client.get(f"/clubs/{club.id}/club.jsonl").get_data()
    assert brought(client, club.id, file)[0] == 422, "the same games cannot be twice in one house"
    with lent(settings) as elsewhere:
        elsewhere.test_client_class = CheckedClient
        there = elsewhere.test_client()
        status, text = brought(there, Club(elsewhere).id, file)
        assert (status, "This phone now uses it" in text) == (200, True)
        assert there.get(f"/clubs/{club.id}/club.jsonl").get_data() == file
        same = f"/api/seasons/{season}/standings"
        assert there.get(same).get_data() == client.get(same).get_data()


def test_a_club_that_was_played_through_the_pages_and_unsigned_goes_out_and_in(
    phone: Phone, club: Club, settings: dict[str, Any]
) -> None:
    """From a phone without a seat every entry is signed with nothing."""
    phone.start("screw", 4)
    code = phone.code
    phone.follow("May I").send("/may-i", claims="3").open(f"/g/{code}/table").send("/table/note", text="Cake")
    phone.open(f"/g/{code}").round(1, {2: "K K", 3: "joker", 4: "A 5"})
    phone.open(f"/g/{code}/score/1/2").send("/score/1/2", cards="K")
    phone.send("/undo")
    with phone.client.application.app_context():
        log = games.game(code).log
        assert {recorded.by for recorded in log} == {""}
        assert len(log) > 8
    out = f"/clubs/{club.id}/club.jsonl"
    assert phone.open(f"/clubs/{club.id}/data").status == 200
    assert out in phone.links().values()
    file = phone.client.get(out).get_data()
    with lent(settings) as elsewhere:
        elsewhere.test_client_class = CheckedClient
        there = Phone(elsewhere.test_client())
        there.open(f"/clubs/{Club(elsewhere).id}/data").send("/import", file=(io.BytesIO(file), "club.jsonl"))
        assert there.status == 200
        assert "This phone now uses it" in there.text
        assert there.client.get(out).get_data() == file
        shown = [each.open(f"/g/{code}/history").main for each in (phone, there)]
    assert shown[0] == shown[1]


def test_a_broken_file_is_refused_with_its_line(phone: Phone, club: Club) -> None:
    club.evenings()
    file = phone.client.get(f"/clubs/{club.id}/club.jsonl").get_data()
    lines = file.splitlines(keepends=True)
    broken = b"".join([*lines[:3], b"{\n", *lines[4:]])
    for content, said in ((broken, "Line 4"), (b"", "Nothing was imported."), (b"\x00\xff" * 99, "Line 1")):
        status, text = brought(phone.client, club.id, content)
        assert status == 422
        assert said in text
    phone.open(f"/clubs/{club.id}/data").send("/import")
    assert "Choose a file first." in phone.text


def test_a_club_that_no_page_can_import_says_so_where_it_is_exported(
    phone: Phone, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.evenings()
    address, way_back = f"/clubs/{club.id}/data", "use “referee import” on the server’s computer"
    assert way_back not in phone.open(address).text
    file = phone.client.get(f"/clubs/{club.id}/club.jsonl").data
    with phone.client.application.app_context():
        about = data.export_size(club.id)
    assert 0.7 < about / len(file) < 1.3
    monkeypatch.setitem(bodies.LARGEST, "data.import_", about - 1)
    assert way_back in phone.open(address).text


def test_a_feed_of_finished_games(client: FlaskClient, club: Club) -> None:
    club.evenings()
    answer = client.get(f"/clubs/{club.id}/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    tree = ElementTree.fromstring(answer.get_data())
    entries = tree.findall(f"{ATOM}entry")
    assert entries[0].findtext(f"{ATOM}title") == "Ada wins: Contract Rummy, 19 Jan 2026"
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 3
    again = client.get(f"/clubs/{club.id}/feed.atom", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def evening_of(club: Club, code: str, day: str = "2026-02-01") -> str:
    """An evening with this game, to which Dan came without playing."""
    with club.app.app_context():
        evening = evenings.make(club.id, EveningForm(day, "19:30", "First night", "at home")).id
        evenings.put_game(code, evening)
        evenings.set_here(evening, (), (), "Dan")
        return evening


def test_the_api_reads_the_evenings_of_a_club_and_one_with_its_result(client: FlaskClient, club: Club) -> None:
    code = club.game(None, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
    evening = evening_of(club, code)
    with club.app.app_context():
        later = evenings.make(club.id, EveningForm("2026-02-08")).id
    address = f"/api/clubs/{club.id}/evenings"
    listed = client.get(address).get_json()["evenings"]
    assert [(each["id"], each["came"], each["games"], each["first"]) for each in listed] == [
        (evening, 4, 1, ["Ada"]),
        (later, 0, 0, []),
    ]
    for query in ("since=2026-02-02", "limit=1", "since=2026-01-01&limit=1"):
        assert [each["id"] for each in client.get(f"{address}?{query}").get_json()["evenings"]] == [later]
    night = client.get(f"/api/evenings/{evening}").get_json()
    assert (night["day"], night["begins"], night["place"], night["final"]) == ("2026-02-01", "19:30", "at home", True)
    assert sorted(person["name"] for person in night["came"]) == ["Ada", "Ben", "Cora", "Dan"]
    assert night["games"] == [{"code": code, "rulebook_name": "Contract Rummy", "status": "finished", "table": None}]
    assert [(row["name"], row["place"], row["value"]) for row in night["result"]] == [
        ("Ada", 1, 100),
        ("Ben", 2, 50),
        ("Cora", 3, 0),
    ]
    assert "place points" in night["rule"][0]


def test_every_answer_of_the_api_is_as_described_and_has_an_etag(client: FlaskClient, club: Club) -> None:
    season = club.evenings()
    code = club.game(season, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
    evening = evening_of(club, code)
    document = description()
    paths = {
        "/api/clubs": "/api/clubs",
        "/api/clubs/{club}/evenings": f"/api/clubs/{club.id}/evenings",
        "/api/evenings/{evening}": f"/api/evenings/{evening}",
        "/api/clubs/{club}/games": f"/api/clubs/{club.id}/games?season={season}",
        "/api/seasons/{season}/standings": f"/api/seasons/{season}/standings",
        "/api/games/{code}": f"/api/games/{code.lower()}",
        "/api/games/{code}/history": f"/api/games/{code}/history",
        "/api/rulebooks/{rulebook}/compare/{other}": "/api/rulebooks/contract/compare/screw",
    }
    described = {path for path, methods in document["paths"].items() if "get" in methods}
    assert described == set(paths)
    for path, address in paths.items():
        answer = client.get(address)
        assert answer.status_code == 200, address
        content = document["paths"][path]["get"]["responses"]["200"]["content"]
        assert against(answer.get_json(), content["application/json"]["schema"], document) == [], address
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.get_data()) == (304, b"")


def test_what_the_api_reads_is_what_was_played(client: FlaskClient, club: Club) -> None:
    season = club.evenings()
    table = client.get(f"/api/seasons/{season}/standings").get_json()
    assert [(row["name"], row["place"], row["games"]) for row in table["rows"]] == [
        ("Ada", 1, 3),
        ("Ben", 2, 3),
        ("Cora", 2, 3),
        ("Dan", None, 1),
    ]
    games = client.get(f"/api/clubs/{club.id}/games").get_json()["games"]
    assert [player["total"] for player in games[0]["players"]] == [10, 50, 50]
    assert client.get(f"/api/clubs/{club.id}/games?season=other").get_json() == {"games": []}
    later = client.get(f"/api/clubs/{club.id}/games?since=2026-01-12").get_json()["games"]
    assert [game["day"] for game in later] == ["2026-01-12", "2026-01-19"]
    last = client.get(f"/api/clubs/{club.id}/games?since=2026-01-12&limit=1").get_json()["games"]
    assert [game["day"] for game in last] == ["2026-01-19"]
    before = client.get(f"/api/clubs/{club.id}/games?limit=1&skip=1").get_json()["games"]
    assert [game["day"] for game in before] == ["2026-01-12"]
    assert client.get(f"/api/clubs/{club.id}/games?skip=3").get_json() == {"games": []}
    game = client.get(f"/api/games/{games[0]['code']}").get_json()
    assert (game["status"], len(game["rounds"])) == ("finished", 3)


def test_a_game_is_in_the_season_it_counts_in_now(client: FlaskClient, club: Club) -> None:
    first, second = club.season("First"), club.season("Second")
    code = club.game(first, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
    address = f"/api/games/{code}"
    before = client.get(address)
    assert before.get_json()["season"] == first
    with club.app.app_context():
        clubs.set_season(code, second)
    after = client.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.get_json()["season"]) == (200, second)
    with club.app.app_context():
        clubs.remove_season(second)
    assert client.get(address).get_json()["season"] is None


def test_a_change_has_another_etag(client: FlaskClient, club: Club) -> None:
    season = club.evenings()
    address = f"/api/seasons/{season}/standings"
    before = client.get(address).headers["ETag"]
    club.game(season, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
    assert client.get(address, headers={"If-None-Match": before}).status_code == 200


def test_what_is_not_there_is_a_fault_in_json(client: FlaskClient) -> None:
    for path in (
        "/api/clubs/no/games",
        "/api/clubs/no/evenings",
        "/api/evenings/no",
        "/api/seasons/no/standings",
        "/api/games/NOSUCH",
        "/api/games/NOSUCH/history",
    ):
        answer = client.get(path)
        assert answer.status_code == 404
        assert against(answer.get_json(), {"$ref": "#/components/schemas/Error"}, description()) == []


@pytest.mark.parametrize(
    "query", ["since=yesterday", "since=2026-02-30", "limit=0", "limit=x", "limit=-1", "limit=²", "skip=x"]
)
def test_an_odd_value_of_a_query_is_a_fault_in_json_that_names_it(client: FlaskClient, club: Club, query: str) -> None:
    for listed in ("games", "evenings"):
        answer = client.get(f"/api/clubs/{club.id}/{listed}?{query}")
        assert answer.status_code == 422
        assert answer.get_json()["error"]["field"] == query.partition("=")[0]


@pytest.mark.parametrize(
    "path", ["/api/clubs", "/api/clubs/no/evenings", "/api/evenings/no", "/api/games/NOSUCH", "/api/openapi.json"]
)
def test_another_way_of_asking_is_refused_in_json_with_those_that_are_allowed(client: FlaskClient, path: str) -> None:
    answer = client.delete(path)
    assert (answer.status_code, answer.mimetype) == (405, "application/json")
    assert "GET" in answer.headers["Allow"]
    assert answer.get_json()["error"]["field"] == "request"


def test_an_address_of_the_api_that_is_none_is_answered_in_json(client: FlaskClient) -> None:
    answer = client.get("/api/nothing")
    assert (answer.status_code, answer.mimetype) == (404, "application/json")


def test_a_removed_game_is_marked_for_programs(client: FlaskClient, club: Club) -> None:
    code = club.game(None, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
    assert client.get(f"/api/games/{code}").get_json()["removed"] is False
    with club.app.app_context():
        clubs.remove_game(code)
    for path in ("", "/history"):
        answer = client.get(f"/api/games/{code}{path}")
        assert answer.status_code == 410
        assert answer.get_json()["code"] == code
    assert client.get(f"/api/games/{code}").get_json()["removed"] is True
    assert client.get(f"/api/clubs/{club.id}/games").get_json() == {"games": []}


def test_a_finished_game_tells_programs_what_was_left_in_each_hand(phone: Phone, club: Club) -> None:
    phone.start("contract", 3)
    for _ in range(7):
        phone.round(1, {2: "KC 5", 3: "2 2"})
    [game] = phone.client.get(f"/api/clubs/{club.id}/games").get_json()["games"]
    cards = {player["name"]: player["cards"][0] for player in game["players"]}
    assert sorted(cards.values(), key=str) == ["", "2 2", "K 5"]
