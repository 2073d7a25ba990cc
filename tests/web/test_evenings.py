"""Evenings of a club on a phone: planned, ticked, seated, played at several tables, counted as one night."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask

from referee.days import today
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs, evenings, removal, season_ends
from referee.services.clubs.clubs import SeasonForm
from referee.services.clubs.evening_views import EveningForm
from referee.services.games import games
from referee.web.evenings.page import Tick
from tests.services.desk import closing, must
from tests.web.plain import PASSWORD, Phone
from tests.web.season_club import Club

SEVEN = ", ".join(f"Player {number}" for number in range(1, 8))
LONG = "Maximiliane Konstantinopolou Featherston"


def planned(phone: Phone, club: Club, **typed: str) -> Phone:
    """On the page of an evening of today."""
    phone.open(f"/clubs/{club.id}/evenings/new").send("/new", **typed)
    assert phone.status == 200, phone.text
    return phone


def finish(app: Flask, code: str, winner: int = 2) -> None:
    with app.app_context():
        while not (state := games.game(code)).last_round_closed:
            must(code, closing(state, winner))


def id_of(page: str) -> str:
    """The evening of an address."""
    return page.split("/")[2]


def game_of(path: str) -> str:
    return path.split("/")[2]


def test_a_name_without_letters_is_no_long_word() -> None:
    assert not Tick("player", "-", False, "").is_long
    assert Tick("player", "Maximiliane-Konstantinopolou", False, "").is_long


def test_an_evening_from_the_empty_list_to_its_result(app: Flask, phone: Phone, club: Club) -> None:
    phone.open("/clubs").follow("Evenings")
    assert "No evenings yet." in phone.text
    phone.follow("Plan an evening").send("/new", begins="19:30", place="at home")
    page = phone.path
    assert "19:30 · at home" in phone.text
    assert phone.open(f"/evenings/{id_of(page)}/picture").status == 404
    phone.open(page)
    phone.send("/here", newcomers=SEVEN)
    assert "7 people are here." in phone.text
    phone.send("/seat")
    assert "Seated everyone at 2 tables." in phone.text
    codes = []
    phone.follow("at table 1").send("/new", rulebook="contract")
    codes.append(game_of(phone.path))
    phone.open(page).send("/start")
    codes.append(game_of(phone.path))
    for code in codes:
        finish(app, code)
    text = phone.open(page).text
    assert "share the first place" in text
    assert "Result of the night, by place points" in text
    phone.follow("Picture")
    assert phone.one("img", cls="result-picture").get("src") == f"/evenings/{id_of(page)}/picture.png"
    assert phone.client.get(f"/evenings/{id_of(page)}/picture.png").data.startswith(b"\x89PNG")
    assert "Place points" in phone.client.get(f"/evenings/{id_of(page)}/picture.svg").text
    phone.open(f"/g/{codes[0]}/result").follow("All tables of the evening")
    assert phone.path == page
    assert "share the first place" in phone.open(f"/clubs/{club.id}/evenings").text


def test_the_new_game_of_a_table_has_its_seats_and_its_first_dealer(app: Flask, phone: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers=SEVEN)
    phone.send("/seat").follow("at table 2")
    names = [e.get("value") for e in phone.all("input", name="player") if e.get("value")]
    with app.app_context():
        assert names == [name for _, name in evenings.page(id_of(page)).tables[1].seats]
    phone.send("/new", rulebook="nosuch")
    assert phone.status == 422
    phone.send("/new", rulebook="contract")
    assert "Open the game" in phone.open(page).text


def test_the_form_of_an_evening_keeps_what_was_typed(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/evenings/new")
    phone.send("/new", day="someday", begins="25:00", place="x" * 41, name="\u202e")
    assert phone.status == 422
    assert phone.one("input", name="day").get("value") == "someday"
    phone.send("/new", day="2026-02-30", begins="")
    assert "Enter a date, like 2026-01-31." in phone.text
    phone.send("/new", day=today(), begins="20:00", place="at home", name="Final night")
    assert "Final night · 20:00 · at home" in phone.text
    page = phone.path
    phone.open(f"/evenings/{id_of(page)}/change").send("/change", place="elsewhere", before="an older one")
    assert "Someone changed this evening" in phone.text
    phone.open(f"/evenings/{id_of(page)}/change").send("/change", place="elsewhere")
    assert "elsewhere" in phone.text
    phone.open(f"/evenings/{id_of(page)}/change").send("/change")
    assert "Nothing changed" in phone.text


def test_who_is_ticked_stays_ticked_where_a_name_is_refused(phone: Phone, club: Club) -> None:
    club.evenings()
    ada, ben = club.player("Ada"), club.player("Ben")
    planned(phone, club).send("/here", here=[ada], newcomers="x" * 41)
    assert phone.status == 422
    assert [e.get("value") for e in phone.all("input", name="here") if "checked" in e.attributes] == [ada]
    phone.send("/here", here=[ada, ben], newcomers=LONG)
    assert "3 people are here." in phone.text
    phone.send("/here", here=[ada, "nosuch"])
    assert phone.status == 404


def test_one_person_gets_no_table_and_two_sit_at_one(phone: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers="Player 1")
    assert "Seat everyone" not in phone.text
    phone.post(f"{page}/seat", write_id="seat-one-person")
    assert "Tick at least two people" in phone.text
    phone.open(page).send("/here", newcomers="Player 2").send("/seat")
    assert "Table 1" in phone.text
    phone.follow("Start a game").send("/new", rulebook="contract")
    assert phone.status == 422


def test_places_are_changed_and_a_stale_page_is_told(phone: Phone, other: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers=SEVEN)
    phone.send("/seat", tables="2")
    other.open(page)
    movers = [o.get("value") or "" for o in phone.one("select", name="player").children]
    phone.send("/move", player=movers[0], to=movers[-1])
    assert "Moved" in phone.text
    other.send("/move", player=movers[1], to="")
    assert other.status == 422
    assert "Someone else changed the tables." in other.text
    other.send("/move", player=movers[1], to="")
    assert "Without a seat" in other.text
    other.send("/move", to="nosuch")
    assert other.status == 404


def test_a_phone_says_whose_it_is_and_hears_where_they_sit(app: Flask, phone: Phone, other: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers=SEVEN)
    phone.send("/seat")
    with app.app_context():
        table = evenings.page(id_of(page)).tables[1]
    (first, _), (player, name), *_ = table.seats
    phone.send("/me", player=player)
    assert f"You are at table 2, seat 2. {table.seats[0][1]} deals first." in phone.text
    assert "You are at table 2, seat 2." in phone.open("/").text
    assert name in phone.open(page).text
    other.open(page).send("/me", player=player)
    assert "Another phone already speaks for this player." in other.text
    other.send("/me", player=first)
    assert "You are at table 2, seat 1, and you deal first." in other.text


def test_the_television_says_who_sits_where_until_every_game_has_begun(phone: Phone, club: Club) -> None:
    page = planned(phone, club, name="Final night").path
    assert "Seat everyone on a phone." in phone.open(f"/evenings/{id_of(page)}/tv").text
    phone.open(page).send("/here", newcomers="Player 1, Player 2, " + LONG)
    phone.send("/seat")
    for path in ("/tv", f"/evenings/{id_of(page)}/tv"):
        assert LONG in phone.open(path).text
        assert "Table 1" in phone.text
    phone.open(page).follow("Start a game").send("/new", rulebook="contract")
    assert "Table 1" not in phone.open("/tv").text


def test_the_television_of_an_evening_shows_its_result_once_every_game_is_over(
    app: Flask, phone: Phone, club: Club
) -> None:
    page = planned(phone, club, name="Final night").path
    phone.send("/here", newcomers="Ada, Ben, Cora")
    phone.send("/seat")
    phone.follow("Start a game").send("/new", rulebook="contract")
    code = game_of(phone.path)
    assert "Table 1" in phone.open(f"/evenings/{id_of(page)}/tv").text
    finish(app, code)
    text = phone.open(f"/evenings/{id_of(page)}/tv").text
    assert "Table 1" not in text
    assert phone.heading.endswith(" wins")
    assert "1st" in text
    assert "100" in text


def test_a_game_is_put_to_an_evening_on_the_page_of_its_club(app: Flask, phone: Phone, club: Club) -> None:
    code = club.game(None, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (20, 30)})
    with app.app_context():
        evening = evenings.make(club.id, EveningForm("2026-01-05")).id
    phone.open(f"/g/{code}/club").send("/club/evening", choice=evening)
    assert "Saved the evening." in phone.text
    assert phone.client.get(f"/api/games/{code}").json["evening"] == evening  # type: ignore[index]
    assert phone.client.get(f"/api/clubs/{club.id}/games").json["games"][0]["evening"] == evening  # type: ignore[index]
    assert "Ada wins" in phone.open(f"/evenings/{evening}").text
    phone.open(f"/g/{code}/club").send("/club/evening", choice="nosuch")
    assert phone.status == 404
    phone.open(f"/g/{code}/club").send("/club/evening", choice="")
    assert "Ada wins" not in phone.open(f"/evenings/{evening}").text


def test_an_evening_is_removed_after_a_second_question_and_brought_back(phone: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.open(f"/evenings/{id_of(page)}/remove").send("/remove", sure="")
    assert "Tick the box to confirm." in phone.text
    phone.send("/remove", sure="yes")
    assert "Removed the evening" in phone.text
    assert phone.open(page).status == 404
    phone.open("/clubs").send(f"/bring-back/evening/{id_of(page)}")
    assert phone.open(page).status == 200


def test_many_people_with_long_names_are_folded(phone: Phone, club: Club) -> None:
    page = planned(phone, club).path
    many: Sequence[str] = [f"{LONG[:36]} {number:02}" for number in range(12)]
    phone.send("/here", newcomers=", ".join(many))
    phone.send("/here", here=[e.get("value") for e in phone.all("input", name="here")][:5], newcomers=SEVEN)
    assert phone.status == 200
    assert "7 more" in phone.open(page).text


def invited(phone: Phone, club: Club) -> tuple[str, str]:
    """The page of a new evening, and the secret of the link to it."""
    page = planned(phone, club, day=today()).path
    phone.follow("Ask who comes").send("/invitation")
    url = phone.one("input", id_="link-to-send").get("value") or ""
    return page, url.partition("#")[2]


def stranger(hosted: Flask) -> Phone:
    client = hosted.test_client()
    client.environ_base.update({"REMOTE_ADDR": "203.0.113.9"})
    return Phone(client)


def organiser(hosted: Flask) -> Phone:
    phone = Phone(hosted.test_client())
    phone.open("/door").send("/door", key=PASSWORD)
    return phone


def test_who_has_the_link_says_whether_they_come_and_can_do_nothing_else(hosted: Flask, club: Club) -> None:
    club.evenings()
    host = organiser(hosted)
    page, secret = invited(host, club)
    ann = stranger(hosted)
    assert ann.open(f"{page}/coming").status == 403
    ann.post("/join", write_id="stranger-joins", secret=secret)
    assert ann.path == f"/evenings/{id_of(page)}/coming"
    ann.send("/coming", coming="yes")
    assert "Choose who you are, or enter your name." in ann.text
    ann.send("/coming", coming="yes", name="New One")
    assert "New One is coming." in ann.text
    ann.send("/coming", coming="no", player=club.player("Ada"))
    assert "Ada is not coming." in ann.text
    ann.send("/coming", coming="no", player="", name="Beside Me")
    assert "Beside Me is not coming." in ann.text, "a second one on the same phone, at once"
    assert ann.open("/").path == f"{page}/coming"
    for path in (page, f"/evenings/{id_of(page)}/invitation", "/clubs", f"/clubs/{club.id}/players", "/standings"):
        assert ann.open(path).status == 403, path
    for last in ("here", "seat", "me", "uninvite"):
        assert ann.post(f"{page}/{last}", write_id=f"stranger-{last}").status == 403, last
    assert "Coming: New One" in host.open(page).text
    host.open(f"{page}/remove").send("/remove", sure="yes")
    assert ann.open(f"{page}/coming").status == 404
    assert ann.open("/").status == 200
    host.open("/clubs").send(f"/bring-back/evening/{id_of(page)}")
    assert "Coming or not, one evening" in host.open(f"/clubs/{club.id}/phones").text
    host.open(f"/evenings/{id_of(page)}/invitation").send("/uninvite")
    assert "Make the link" in host.text
    assert ann.open(f"{page}/coming").status == 403
    ann.post("/join", write_id="stranger-again", secret=secret)
    assert ann.status == 403
    assert "Coming: New One" in host.open(page).text


def test_the_link_to_one_evening_opens_no_other(hosted: Flask, club: Club) -> None:
    host = organiser(hosted)
    _, secret = invited(host, club)
    other = planned(host, club).path
    ann = stranger(hosted)
    ann.post("/join", write_id="stranger-joins", secret=secret)
    assert ann.open(f"{other}/coming").status == 403
    assert ann.post(f"{other}/coming", write_id="other-evening", coming="yes", name="Ann").status == 403


def test_a_player_answers_without_a_link_and_one_that_only_watches_does_not(hosted: Flask, club: Club) -> None:
    club.evenings()
    host = organiser(hosted)
    page = planned(host, club).path
    host.follow("Are you coming?").send("/coming", coming="yes", player=club.player("Ben"))
    assert "Ben is coming." in host.text
    host.send("/coming", coming="unsure")
    assert "Ben hasn’t decided yet." in host.text
    host.send("/coming", coming="yes", player="nosuch")
    assert host.status == 404
    host.open("/invite").send("/invite/make", kind="watch")
    secret = (host.one("input", id_="link-to-send").get("value") or "").partition("#")[2].partition(".")[0]
    ann = stranger(hosted)
    ann.post("/join", write_id="watcher-joins", secret=secret)
    assert ann.open(f"{page}/coming").status == 200
    assert ann.post(f"{page}/coming", write_id="watcher-answers", coming="yes", name="Ann").status == 403


def test_an_evening_that_is_over_takes_no_answer(app: Flask, phone: Phone, club: Club) -> None:
    with app.app_context():
        evening = evenings.make(club.id, EveningForm("2020-01-05")).id
    assert "This evening is over." in phone.open(f"/evenings/{evening}/coming").text
    phone.post(f"/evenings/{evening}/coming", write_id="too-late-now", coming="yes", name="Ann")
    assert phone.status == 422
    assert "This evening is over." in phone.open(f"/evenings/{evening}/invitation").text


def test_a_calendar_reads_the_evening(app: Flask, phone: Phone, club: Club) -> None:
    with app.app_context():
        evening = evenings.make(club.id, EveningForm("2099-01-05", "19:30", "Final; night, really", "李" * 40)).id
    answer = phone.client.get(f"/evenings/{evening}/evening.ics")
    assert answer.mimetype == "text/calendar"
    lines = answer.data.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    whole = answer.data.replace(b"\r\n ", b"").decode().split("\r\n")
    assert "DTSTART:20990105T193000" in whole
    assert "SUMMARY:Final\\; night\\, really · Our club" in whole
    assert f"LOCATION:{'李' * 40}" in whole
    assert (whole[0], whole[-2:]) == ("BEGIN:VCALENDAR", ["END:VCALENDAR", ""])


def test_without_a_time_the_evening_takes_the_day(app: Flask, phone: Phone, club: Club) -> None:
    with app.app_context():
        evening = evenings.make(club.id, EveningForm("2099-01-05")).id
    text = phone.client.get(f"/evenings/{evening}/evening.ics").text
    assert "DTSTART;VALUE=DATE:20990105" in text
    assert "LOCATION" not in text


def test_the_next_game_of_the_same_players_is_of_the_evening_too(app: Flask, phone: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers="Player 1, Player 2, Player 3").send("/seat")
    phone.follow("Start a game").send("/new", rulebook="contract")
    first = game_of(phone.path)
    finish(app, first)
    phone.open(f"/new?again={first}")
    assert phone.fields(phone.form("/new"))["evening"] == id_of(page)
    phone.send("/new")
    second = game_of(phone.path)
    phone.open(f"/new?again={first}").send("/new", evening="")
    phone.open(f"/new/sheet?again={first}").send("/new/sheet", title="Hearts", evening="nosuch")
    with app.app_context():
        assert {game.code for game in evenings.page(id_of(page)).games} == {first, second}


def test_a_table_that_was_made_again_is_said_to_be_gone(phone: Phone, other: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers=SEVEN).send("/seat")
    other.open(page).follow("at table 1")
    phone.open(page).send("/seat")
    other.send("/new", rulebook="contract")
    assert other.status == 422
    assert "this table is gone" in other.text
    other.send("/new")
    assert other.path.startswith("/g/")


def test_no_one_wins_a_night_on_which_a_table_still_plays(app: Flask, phone: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers=SEVEN).send("/seat")
    phone.follow("at table 1").send("/new", rulebook="contract")
    first = game_of(phone.path)
    phone.open(page).send("/start")
    finish(app, first)
    drawing = f"/evenings/{id_of(page)}/picture.svg"
    assert "The night so far" in phone.client.get(drawing).text
    assert " wins" not in phone.open(f"/clubs/{club.id}/evenings").text
    finish(app, game_of(phone.open(page).follow("Open the game").path))
    assert "The night so far" not in phone.client.get(drawing).text
    assert "share the first place" in phone.open(f"/clubs/{club.id}/evenings").text


def test_a_game_of_an_evening_does_not_count_in_a_season_that_was_closed(app: Flask, phone: Phone, club: Club) -> None:
    with app.app_context():
        made = clubs.make_season(club.id, SeasonForm("Winter", "2020-01-01", None, SeasonRule()))
    page = planned(phone, club, season=made.id).path
    phone.send("/here", newcomers=SEVEN).send("/seat")
    phone.follow("at table 1")
    assert phone.fields(phone.form("/new"))["season"] == made.id
    phone.send("/new", rulebook="contract")
    first = game_of(phone.path)
    finish(app, first)
    with app.app_context():
        season_ends.close(made.id)
    phone.open(page).send("/start")
    second = game_of(phone.path)
    assert "Winter (over)" in phone.open(f"/evenings/{id_of(page)}/change").text
    assert phone.open(f"/g/{second}/club").fields(phone.form("/club/season"))["choice"] == ""
    assert "Winter (over)" in phone.text


def test_a_player_who_was_removed_sits_down_at_no_new_game(app: Flask, phone: Phone, club: Club) -> None:
    page = planned(phone, club).path
    phone.send("/here", newcomers="Player 1, Player 2, Player 3").send("/seat")
    with app.app_context():
        removal.remove_player(next(person.id for person in evenings.page(id_of(page)).people if person.came))
    phone.open(page)
    assert "Removed player" not in phone.text
    phone.follow("Start a game")
    assert "Removed player" not in phone.text
