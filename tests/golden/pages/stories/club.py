"""A club: its seasons and players, an old sheet of paper, its data, and what is taken away."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest

from referee.app.config import database_file
from referee.services.games import games
from referee.storage.files.keeping import Keeper
from tests.golden.pages.story import Story, Teller, story
from tests.services.desk import closing, must


def season_form(phone: Teller, **changed: Any) -> Teller:
    """The form of a season as it stands on the page, with some of it typed over."""
    return phone.send("/change" if phone.path.endswith("/change") else "/new", **changed)


@story
def seasons(house: Story) -> None:
    """A winter of a club: level players, a substitute, a merged double, a player who is removed."""
    ann, club = house.phone("Ann"), house.club
    base = f"/clubs/{club.id}"
    house.chapter("A season is made, after some that are not")
    ann.open(f"{base}/seasons/new")
    season_form(ann, name="", starts="yesterday", ends="2020-13-01", minimum="x", best_of="0", tie_1="odd")
    season_form(ann, name="Winter", starts="2026-02-01", ends="2026-01-01")
    season_form(ann, name="Winter", starts="2026-01-01", ends="2026-12-31", minimum="2", planned="6", way="odd")
    ann.open(f"{base}/seasons/new")
    season_form(
        ann, name="Winter", starts="2026-01-01", ends="2026-12-31", minimum="2", planned="6", way="points per round"
    )
    winter = ann.path.rsplit("/", 1)[-1]
    for page in (f"/seasons/{winter}", "/standings", base, f"{base}/players", f"{base}/records"):
        ann.open(page)
    house.chapter("Four evenings; Ben and Cora level on everything, Dan once only")
    club.evenings(winter)
    club.game(winter, "2026-02-02", {"Bea": (0, 5), "Ada": (10, 0), "Cora": (5, 5)}, "screw")
    club.game(None, "2026-02-09", {"Ada": (0, 5), "Eli": (10, 0), "Cora": (5, 5)}, "short")
    for page in (f"/seasons/{winter}", f"/seasons/{winter}?sort=name", f"/seasons/{winter}?sort=-games", base):
        ann.open(page)
    for page in (f"{base}/records", f"{base}/players", f"{base}/standings", "/"):
        ann.open(page)
    for name in ("Ada", "Dan"):
        ann.open(f"/players/{club.player(name)}")
    ada, ben, cora, dan, bea = (club.player(name) for name in ("Ada", "Ben", "Cora", "Dan", "Bea"))
    ann.open(f"/players/{ada}/against/{ben}").open(f"/players/{ada}/against?other={cora}")
    ann.open(f"/players/{ada}/against/{ada}")
    ann.open(f"{base}/all-time").open(f"{base}/all-time?players=4&season={winter}").open(f"{base}/all-time?time=1999")
    ann.open(f"/players/{ada}/rating").open(f"/players/{club.player('Eli')}/rating")
    house.chapter("The season is changed")
    ann.open(f"/seasons/{winter}/change")
    before = ann.fields(ann.form("/change"))["before"]
    season_form(ann, best_of="x")
    season_form(ann, best_of="2", way="total points", ends="")
    ann.open(f"/seasons/{winter}")
    ann.open(f"/seasons/{winter}/change")
    season_form(ann, name="Spring", before=before)
    house.chapter("The season is closed by hand, looked at as a picture, and opened again")
    ann.open(f"/seasons/{winter}/picture").open(f"/seasons/{winter}/close")
    ann.send("/close", shown="another").send("/close")
    for page in (
        f"/seasons/{winter}/close",
        f"/seasons/{winter}/picture",
        f"/seasons/{winter}/picture.svg",
        f"/seasons/{winter}/picture.png",
        base,
    ):
        ann.open(page)
    ann.open(f"{base}/all-time").open("/").open(f"/seasons/{winter}").send("/open-again", write_id="x").send(
        "/open-again"
    )
    house.chapter("A game in its club: another season, a substitute, another player in a seat")
    ann.game = ann.client.get(f"/api/seasons/{winter}/standings").get_json() and _first_game(ann, winter)
    ann.see("/club")
    for path in (f"{base}/seasons/new",):
        ann.open(path)
    season_form(ann, name="Guests", starts="2026-01-01", take_in="")
    guests = ann.path.rsplit("/", 1)[-1]
    ann.see("/club")
    ann.tap("/club/season", choice="nosuch")
    ann.tap("/club/season", choice=guests, before="")
    ann.tap("/club/season", choice=guests, before=winter)
    ann.tap("/club/season", choice=winter, before=guests)
    ann.tap("/club/seats/1/absent", choice="nosuch")
    ann.tap("/club/seats/3/absent", choice=dan)
    ann.tap("/club/seats/9/player", choice=ben)
    ann.tap("/club/seats/2/player", choice="nosuch")
    ann.see("/club")
    ann.open(f"/seasons/{winter}")
    house.chapter("Players: another name, a guest, a double, somebody removed")
    ann.open(f"/players/{bea}/change")
    ann.send("/rename", name="Ben")
    ann.open(f"/players/{bea}/change").send("/rename", name="Beatrix")
    ann.open(f"{base}/players").send("/players", names="x" * 41)
    ann.open(f"{base}/players").send("/players", names="Zoe\nYan\nada")
    ann.open(f"/players/{dan}/change").send("/guest", guest="")
    ann.send("/guest", guest="yes")
    ann.open(f"/seasons/{winter}")
    ann.open(f"/players/{bea}/merge").open(f"/players/{bea}/merge?double={ben}")
    for fields in ({"double": "nosuch", "sure": "1"}, {"double": ben}, {"double": bea, "sure": "1"}):
        ann.open(f"/players/{bea}/merge?double={ben}").send("/merge", **fields)
    ann.open(f"/players/{bea}/merge?double={ben}").send("/merge", sure="1")
    ann.open(f"/seasons/{winter}").open(f"/players/{bea}").open(f"/players/{bea}/change")
    ann.post(f"/players/{ben}/unmerge", write_id="u" * 32)
    ann.post(f"/players/{ben}/unmerge", write_id="v" * 32)
    ann.open(f"/players/{cora}/remove").send("/remove", sure="")
    ann.send("/remove", sure="1")
    ann.open(f"/players/{cora}").open(f"/seasons/{winter}").open(f"{base}/players")
    house.chapter("A season ends, and is taken away with a game and the club; all of it comes back")
    house.clock.goes(days=30)
    house.starts()
    house.clock.goes(days=30)
    ann.open(f"/seasons/{winter}").send("/goes-on", write_id="x").send("/goes-on").open(f"/seasons/{winter}/change")
    season_form(ann, ends="2026-06-30")
    ann.open(f"/seasons/{winter}").open(f"{base}/standings").open("/")
    ann.see("/club/remove").send("/club/remove", sure="")
    ann.send("/club/remove", sure="1")
    ann.see("/result", "/club")
    ann.open(base)
    ann.post(f"{base}/bring-back/game/{ann.game}", write_id="w" * 32)
    ann.post(f"{base}/bring-back/game/nosuch", write_id="x" * 32)
    ann.open(f"/seasons/{guests}/remove").send("/remove", sure="")
    ann.send("/remove", sure="1")
    ann.post(f"{base}/bring-back/season/{guests}", write_id="y" * 32)
    ann.open("/clubs/new").send("/clubs/new", name="")
    ann.send("/clubs/new", name="Our club")
    ann.open("/clubs/new").send("/clubs/new", name="The neighbours")
    theirs = ann.path
    ann.open("/clubs").open("/standings").open(f"{theirs}/players").open(f"{theirs}/records")
    ann.open(f"{theirs}/remove").send("/remove", sure="")
    ann.send("/remove", sure="1")
    ann.open("/clubs")
    ann.post(f"{theirs}/bring-back/club/{theirs.rsplit('/', 1)[-1]}", write_id="z" * 32)
    ann.open(base)
    ann.post(f"{base}/choose", write_id="c" * 32)
    ann.post("/clubs/nosuch/choose", write_id="d" * 32)
    ann.open(base).send("/rename", name="", before="Our club")
    ann.open(base).send("/rename", name="Our old club")
    ann.open(base)


def _first_game(phone: Teller, season: str) -> str:
    """The code of the first game of a season."""
    answer = phone.client.get(f"/clubs/{phone.story.club.id}/games.csv").get_data(as_text=True)
    lines = [line for line in answer.splitlines() if "2026-01-19" in line]
    assert lines, (season, answer)
    return next(piece for piece in lines[0].split(",") if piece.isupper() and piece.isalnum() and len(piece) == 6)


@story
def accounts(house: Story) -> None:
    """A club that plays for nothing begins to play for stakes: debts, entries by hand, settled and taken back."""
    ann, club = house.phone("Ann"), house.club
    base = f"/clubs/{club.id}"
    club.game(None, "2026-11-12", {"Ada": (0, 10, 0), "Ben": (20, 0, 30), "Cora": (20, 30, 0)})
    house.chapter("It plays for nothing")
    ann.open(f"{base}/money").open(f"{base}/money/change")
    ann.post(f"{base}/money/enter", write_id="k" * 32, who="kitty", what="owes", other="kitty", amount="3")
    house.chapter("It plays for stakes, after some that make no sense")
    ann.open(f"{base}/money/change").send("/money/change", way="bets", amount="x", since="someday", dues="-1")
    ann.send("/money/change", way="stake", amount="", since="2026-11-01")
    ann.send("/money/change", unit="€", hundredths="yes", amount="0.50", since="2026-11-01", dues="2")
    ann.open(base)
    house.chapter("Entries, and what is settled")
    ben, cora = club.player("Ben"), club.player("Cora")
    ann.open(f"{base}/money").send("/enter", who="", what="owes", other="kitty", amount="3")
    ann.send("/enter", who="kitty", what="owes", other=ben, amount="x", word="pizza")
    ann.send("/enter", who="kitty", what="owes", other=ben, amount="12,50", word="pizza")
    ann.send("/enter", who=cora, what="paid", other="kitty", amount="5", word="")
    sent = ann.fields(ann.form("/settle"))
    ann.send("/settle").post(f"{base}/money/settle", **{**sent, "write_id": "l" * 32})
    ann.open(f"{base}/money").send("/take-back").post(f"{base}/money/take-back", write_id="m" * 32, entry="nosuch")
    house.chapter("A point costs two chips; then it plays for nothing again")
    ann.open(f"{base}/money/change")
    ann.send("/money/change", unit="chips", hundredths="", way="points", amount="2", dues="", since="2026-11-10")
    ann.open(f"{base}/money/change").send("/stop")
    ann.open(f"{base}/money")


@story
def evenings(house: Story) -> None:
    """An evening is asked about, played at two tables, and counted as one night; a late guest, a change by hand."""
    ann, base = house.phone("Ann"), f"/clubs/{house.club.id}/evenings"
    names = "Ada, Ben, Cora, Dan, Eli, Fay"
    house.chapter("Planned, after one that cannot be")
    ann.open(base).open(f"{base}/new").send("/new", day="someday", begins="25:00", name="x" * 41)
    ann.send("/new", day="2026-11-20", begins="20:00", name="Final night", place="at home")
    evening = ann.path
    ann.open("/").open(f"{evening}/change").send("/change", begins="late")
    ann.send("/change", begins="20:30")
    house.chapter("Who comes?")
    ann.open(f"{evening}/invitation").send("/invitation")
    secret = (ann.one("input", id_="link-to-send").get("value") or "").partition("#")[2]
    ann.open(f"{evening}/coming").send("/coming", coming="yes", name="")
    ann.send("/coming", coming="yes", name="Ada")
    zoe = house.phone("Zoe", "8.8.8.8")
    zoe.open(f"{evening}/coming")
    zoe.sends_only({"secret": "…"})
    zoe.post("/join", write_id="j" * 32, secret=secret)
    zoe.open(f"{evening}/coming").send("/coming", coming="no", name="Zoe")
    zoe.open(evening).open("/").post(f"{evening}/invitation", write_id="m" * 32)
    zoe.post(f"{evening}/uninvite", write_id="n" * 32)
    ann.open(f"/clubs/{house.club.id}/phones").open(f"{evening}/invitation").send("/uninvite")
    zoe.open(f"{evening}/coming")
    house.chapter("Who is here, and who sits where?")
    ann.open(evening).post(f"{evening}/seat", write_id="k" * 32)
    ann.open(evening).send("/here", newcomers="x" * 41)
    ann.send("/here", newcomers=names)
    ann.send("/seat").send("/me", player="nosuch")
    ann.open(evening).send("/me", player=house.club.player("Ada"))
    ann.open("/").open("/tv").open(f"{evening}/tv")
    ann.open(evening).send("/move", player=house.club.player("Ben"), to=house.club.player("Ada"), before="older")
    ann.open(evening).send("/move", player=house.club.player("Ben"), to=house.club.player("Ada"))
    ann.follow("at table 2").send("/new", rulebook="short")
    first = ann.path.split("/")[2]
    ann.open(evening).send("/here", newcomers="Gus")
    ann.send("/seat")
    house.chapter("Two tables, one night")
    ann.send("/start", rulebook="nosuch")
    ann.open(evening).send("/start")
    ann.game = ann.path.split("/")[2]
    for game in (first, ann.game):
        _play(house, game)
        ann.open(evening)
    ann.open(f"/api{base}").open(f"/api{evening}").open("/api/evenings/nosuch").open(f"/api{base}?limit=0")
    ann.open(base).open(f"{evening}/picture").open(f"{evening}/picture.png").open(f"{evening}/picture.svg")
    ann.see("/result", "/club").tap("/club/evening", choice="nosuch")
    ann.see("/club").tap("/club/evening", choice="")
    ann.open(f"{evening}/remove").send("/remove", sure="").send("/remove", sure="1")
    ann.open(evening)
    ann.post(f"/clubs/{house.club.id}/bring-back/evening/{evening.split('/')[2]}", write_id="l" * 32)
    ann.open(f"{evening}/evening.ics")


def _play(house: Story, code: str) -> None:
    """Every round of a game, won by the second seat."""
    with house.app.app_context():
        while not (state := games.game(code)).last_round_closed:
            house.wrote()
            must(code, closing(state, state.seats[1].id))


@story
def paper(house: Story) -> None:
    """An old score sheet is typed in: a total that does not agree, a late joiner, an absence, who went out."""
    ann, base = house.phone("Ann"), f"/clubs/{house.club.id}/paper"
    house.club.season("Back then", "2019-01-01")

    def go(to: str, **typed: Any) -> None:
        fields = {**ann.fields(ann.one("form", id_="sheet")), **typed, "go": to}
        ann.open(f"{base}?{urlencode(fields, doseq=True)}")

    ann.open(base)
    go("1", player=["Ada", "", ""], played_on="someday", rulebook="contract")
    go("1", player=["Ada", "ada", "Cora"], played_on="2019-12-28", rulebook="contract")
    go("1", player=["Ada", "Ben", "Cora"], played_on="2019-12-28", rulebook="contract")
    go("grid")
    go("out", s1=["0", "15", "x"], s2=["", "0", "0"], s3=["12+5", "", "3"], t1="32")
    go("1")
    go("2", s1=["0", "15", "x"], t1="32")
    go("2", s1=["0", "15", "7"], t1="32")
    go("2", s1=["0", "15", "7"], t1="20")
    go("2", agreed1=ann.one("input", type="checkbox").get("value"))
    go("3", s2=["", "0", "0"])
    go("3", s2=["", "0", "0"], j2="12", away2="1")
    go("out", s3=["40", "", "3"])
    go("out", s3=["40", "0", "3"])
    go("check")
    go("check", out2="2")
    ann.post(base, write_id="p" * 32, **{**ann.fields(ann.one("form", id_="sheet")), "played_on": "2019-12-99"})
    house.chapter("The same sheet once more, and written")
    with ann.quiet():
        ann.open(base)
        go("1", player=["Ada", "Ben", "Cora"], played_on="2019-12-28", rulebook="contract")
        go("2", s1=["0", "15", "7"])
        go("3", s2=["25", "0", "8"])
        go("out", s3=["40", "3", "0"])
    go("check")
    ann.send("/paper", write_id="", file=(io.BytesIO(b"no picture"), "paper.jpg"))
    ann.send("/paper", file=(io.BytesIO(b"no picture"), "paper.jpg"))
    ann.send("/paper")
    ann.see("/history", "/club", "/score")


@story
def notebook(house: Story) -> None:
    """Old games come in by a file: a date to be settled, a name to be matched, what is wrong, and all of it back."""
    ann, base = house.phone("Ann"), f"/clubs/{house.club.id}/notebook"
    house.club.season("Back then", "2019-01-01", "2019-12-31")
    lines = "date,player,total,place\n"
    lines += "03/04/2019,Ada,12,1\n03/04/2019,Bennie,30,2\n04/05/2019,Ada,9,2\n04/05/2019,Bennie,40,1\n"
    lines += "2018,Ada,,2\n2018,Cora,,1\n05/05/2019,Ada,ten,\n05/05/2019,Cora,5,\n"

    def look(where: str = "", **typed: Any) -> None:
        form = ann.one("form", id_="look")
        fields = {**ann.fields(form), **typed}
        ann.post(f"{form.get('action')}{where}", **fields)
        if ann.status in (302, 303):
            ann.open(str(ann.answer.location))

    ann.open(base)
    for number, content in enumerate((b"", b"no games", lines.encode())):
        file = (io.BytesIO(content), "old games.csv")
        ann.post(base, write_id=f"notebook-{number}", file=file)
    ann.open(str(ann.answer.location))
    look("/again", dates="mdy", **{"who-Bennie": "=Ada", "col-3": "place"})
    look("/again", kind="across", **{"who-Bennie": ""})
    look("/again", write_id="")
    look("/again", kind="lines", **{"who-Bennie": "new"})
    look()
    look(season="none", leave_out="yes", **{"who-Bennie": "=Cora"})
    look(leave_out="yes")
    for page in ("all-time", "players", "games.csv", "notebook"):
        ann.open(f"/clubs/{house.club.id}/{page}")
    house.chapter("The same file again, which adds nothing, and is dropped")
    ann.post(base, write_id="notebook-again", file=(io.BytesIO(lines.encode()), "again.csv"))
    ann.open(str(ann.answer.location))
    look(leave_out="yes")
    for write_id in ("", "d" * 32):
        ann.send("/drop", write_id=write_id)
    house.chapter("All of it goes, and comes back")
    ann.open(base).follow("old games.csv").send("/undo", write_id="")
    ann.send("/undo")
    ann.open(f"/clubs/{house.club.id}")
    form = next(e for e in ann.elements if e.tag == "form" and "/bring-back/notebook/" in (e.get("action") or ""))
    ann.post(str(form.get("action")), **ann.fields(form))
    ann.open(base).follow("old games.csv")
    house.chapter("The club's own file adds nothing to it")
    file = ann.client.get(f"/clubs/{house.club.id}/club.jsonl").data
    ann.post(base, write_id="notebook-club", file=(io.BytesIO(file), "club.jsonl"))
    ann.open(str(ann.answer.location))
    look()
    ann.send("/drop", write_id="e" * 32)


@story
def data(house: Story) -> None:
    """What goes out and comes in, and the copies of the book."""
    ann, club = house.phone("Ann"), house.club
    base = f"/clubs/{club.id}"
    ann.open(f"{base}/data")
    season = club.evenings()
    ann.open(f"{base}/plays.bgsplay")
    for page in (f"{base}/games.csv", f"/seasons/{season}/standings.csv", f"{base}/feed.atom", f"/api{base}/games"):
        ann.open(page)
    for page in (f"/api/seasons/{season}/standings", "/api/clubs", "/api/clubs/x/games", "/api/seasons/x/standings"):
        ann.open(page)
    ann.open(f"{base}/club.jsonl")
    for content in (b"", b"nonsense", ann.answer.get_data()):
        file = (io.BytesIO(content), "club.jsonl")
        ann.post(f"{base}/import", write_id=f"import-{len(content)}", file=file)
    house.chapter("A copy of the book, and one for which there is no room")
    keeper = Keeper(database_file(Path(house.app.instance_path)), lambda: 0.0)
    try:
        ann.open(f"{base}/data")
        with pytest.MonkeyPatch.context() as full:
            full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2048))
            keeper._due = -1.0
            club.game(season, "2026-02-09", {"Ada": (0, 5), "Ben": (5, 0), "Cora": (9, 9)})
            assert keeper.look() is None
        ann.open(f"{base}/data").open("/")
        keeper._due = -1.0
        assert keeper.look(), "or else the next house in this folder would hear of it"
        ann.open(f"{base}/data").open("/")
    finally:
        keeper.close()
