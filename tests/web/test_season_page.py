"""The standings as a phone without script meets them."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.services.clubs import clubs
from referee.services.clubs import seasons as season_services
from referee.services.house import data as data_services
from referee.web.season.page import season_view
from referee.web.shell.words import day
from tests.house.reading import Element
from tests.web.plain import Phone
from tests.web.season_club import Club


def cells(phone: Phone) -> list[list[str]]:
    table = next(e for e in phone.all("table", cls="places"))
    rows = [e for e in phone.elements if e.tag == "tr" and e.within("table") is table]
    return [[cell.text() for cell in row.children] for row in rows[1:]]


def test_the_standings_are_one_tap_from_the_start(phone: Phone, club: Club) -> None:
    club.evenings()
    phone.open("/").follow("Standings")
    assert phone.path == "/standings"
    assert phone.heading.startswith("Winter")


def test_a_club_without_a_game_is_told_what_a_season_is(phone: Phone, club: Club) -> None:
    assert phone.open("/standings").heading == "No season yet"
    assert "A season collects games" in phone.text


def test_a_club_without_a_season_sees_a_table_of_all_its_games(phone: Phone, club: Club) -> None:
    for evening in ("2026-01-05", "2026-01-06"):
        code = club.game(None, evening, {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    club.game(None, "2026-01-07", {"Dan": (0, 5), "Ben": (20, 0), "Eve": (20, 20)})
    phone.open(f"/g/{code}").follow("Standings")
    assert (phone.heading, phone.path) == ("Standings", f"/clubs/{club.id}/standings")
    table = phone.one("table", cls="places")
    rows = [row.text() for row in phone.all("tr")[1:] if row.within("table") is table]
    for row, (place, name) in zip(
        rows,
        [
            ("1st, shared", "Ada"),
            ("1st, shared", "Cora"),
            ("3rd", "Ben"),
            ("not ranked yet", "Dan"),  # who won the only one they played
            ("not ranked yet", "Eve"),
        ],
        strict=True,
    ):
        assert place in row
        assert name in row
    assert "All 3 of the club’s finished games count." in phone.text
    assert "You are ranked once you have played 2 games" in phone.text
    assert "3 finished games don’t belong to a season" in phone.text
    club.season()
    assert phone.open("/standings").heading.startswith("Winter"), "from then on it is a season’s"
    assert phone.follow("All games of the club").heading == "All time"
    assert phone.path == f"/clubs/{club.id}/all-time"
    assert phone.follow("Winter").heading.startswith("Winter")


def test_a_season_without_games_says_so_and_shows_its_rule(phone: Phone, club: Club) -> None:
    club.season(minimum=3)
    phone.open("/standings")
    assert "No games are finished in this season yet" in phone.text
    assert "ranked once you have played 3 games" in phone.text


def test_the_table_says_place_movement_name_value_and_games(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")
    assert [row[0] for row in cells(phone)] == [
        "1st, as before the last game",
        "2nd, shared, as before the last game",
        "2nd, shared, as before the last game",
        "not ranked yet",
    ]
    assert [row[2] for row in cells(phone)] == ["66.7", "38.9", "38.9", "66.7"]
    ada, *_ = cells(phone)
    assert ada[1].startswith("Ada")
    assert "leads" in ada[1]
    assert [row[3] for row in cells(phone)] == ["3", "3", "3", "1 of 2"]
    assert [row[4] for row in cells(phone)] == ["2", "½", "½", "0"]


def test_movement_is_said_with_a_sign_and_in_words(phone: Phone, club: Club) -> None:
    season = club.season()
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (30, 0)})
    club.game(season, "2026-01-12", {"Ada": (90, 10), "Ben": (0, 0), "Cora": (30, 30)})
    phone.open(f"/seasons/{season}")
    assert [row[0] for row in cells(phone)] == [
        "1st, up 1 place since the last game",
        "2nd, down 1 place since the last game",
        "3rd, as before the last game",
    ]
    [table] = phone.all("table", cls="places")
    moved = [mark.get("class") for mark in phone.all("small", cls="moved") if mark.within("table") is table]
    assert moved == ["moved up", "moved down"]


def test_the_rule_and_the_order_of_the_ties_stand_under_the_table(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")
    rules = [rule.text() for rule in phone.one("ol", cls="numbered").children]
    assert rules == ["more of the games won", "fewer points against the table’s average", "the better best game"]
    assert "0 to 100 place points" in phone.text
    assert "Missing a night neither helps nor costs" in phone.text


def test_places_over_time_are_drawn_with_a_table_behind(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")
    [chart] = phone.all("svg", cls="bumps", role="img")
    title = next(e for e in chart.children if e.tag == "title")
    assert title.text() == "Places after each of 2 games", "from the first game after which somebody is ranked"
    rows = [e for e in phone.elements if e.tag == "tr" and _in_sheet(e, "Places over time")]
    assert len(rows) == 1 + 2
    assert rows[1].text().startswith(day("2026-01-19"))


def _in_sheet(e: Element, label: str) -> bool:
    table = e.within("table")
    return table is not None and table.parent is not None and table.parent.get("aria-label") == label


def test_what_each_game_brought_everybody_stands_below_the_table(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings(club.season(best_of=2))}")
    rows = [
        [cell.text() for cell in e.children] for e in phone.elements if e.tag == "tr" and _in_sheet(e, "Game by game")
    ]
    assert rows == [
        ["Game", "Ada", "Dan", "Ben", "Cora"],
        [day("2026-01-19"), "100", "66.7", "(16.7)", "(16.7)"],
        [day("2026-01-12"), "(0)", "", "75", "75"],
        [day("2026-01-05"), "100", "", "25", "25"],
    ]
    assert "In brackets: not among the best 2, and left out." in phone.text


def test_what_is_still_possible_is_said_of_those_in_reach_alone(phone: Phone, club: Club) -> None:
    season = club.evenings(club.season(minimum=3, planned=4))
    phone.open(f"/seasons/{season}")
    possible = phone.one("section", aria_labelledby="possible")
    assert possible.text() == (
        "As things stand, Ben and Cora can no longer catch Ada. "
        "Can’t reach the minimum number of games: Dan (2 missing)."
    )
    phone.open(f"/seasons/{season}/change").send("/change", planned="6", minimum="1")
    possible = phone.one("section", aria_labelledby="possible")
    assert "What each player still needs on average, if the players ahead stay where they are" in possible.text()
    assert "3 games left" in phone.text
    assert [e.text() for e in phone.all("strong", cls="names") if e.within("section") is possible] == [
        "Dan",
        "Ben",
        "Cora",
    ], "not Ada, who leads"


def test_a_season_that_is_over_says_who_won_it_and_no_longer_what_is_possible(phone: Phone, club: Club) -> None:
    season = club.evenings(club.season(minimum=2, planned=40))
    phone.open(f"/seasons/{season}")
    glance = phone.one("section", aria_labelledby="glance")
    assert glance.text() == f"Ada leads 3 of 40 games · last on {day('2026-01-19')}"
    assert "37 games left" in phone.text
    phone.open(f"/seasons/{season}/change").send("/change", ends="2026-01-31")
    glance = phone.one("section", aria_labelledby="glance")
    assert glance.text() == (
        f"Ada won 1st Ada 66.7 2nd, shared Ben 38.9 2nd, shared Cora 38.9 3 games · ended on {day('2026-01-31')}"
    )
    assert "leads" not in phone.text
    assert "games left" not in phone.text
    assert "of 40 games" not in phone.text


def test_a_season_is_over_too_when_all_its_games_are_played(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings(club.season(planned=3))}")
    glance = phone.one("section", aria_labelledby="glance")
    assert glance.text().startswith("Ada won Ada and Dan are level on 66.7 place points. Decided by")
    assert glance.text().endswith(f"3 games · last on {day('2026-01-19')}")


def test_a_shared_first_place_is_no_one_players_win(phone: Phone, club: Club) -> None:
    season = club.season(ends="2026-01-06")
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (10, 0), "Cora": (30, 0)})
    assert "Ada and Ben share the win" in phone.open(f"/seasons/{season}").text
    season = club.season("Spring")
    club.game(season, "2026-01-12", {"Ada": (0, 10), "Ben": (10, 0), "Cora": (5, 5), "Dan": (9, 9)})
    assert "3 players share the lead" in phone.open(f"/seasons/{season}").text


def test_before_anybody_is_ranked_nobody_leads(phone: Phone, club: Club) -> None:
    season = club.season(minimum=2)
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    assert phone.open(f"/seasons/{season}").one("section", aria_labelledby="glance").text() == (
        f"No one is ranked yet 1 game · {day('2026-01-05')}"
    )
    phone.open(f"/seasons/{season}/change").send("/change", ends="2026-01-06")
    assert "No one was ranked" in phone.text
    assert not phone.all("svg", cls="bumps")


def test_the_own_place_and_its_movement_stand_on_the_first_screen(phone: Phone, other: Phone, club: Club) -> None:
    game = f"/g/{phone.start().code}"
    season = club.season()
    for evening, names in (
        ("2026-01-05", ("Ada", "Ben", "Cora", "Player 1", "Player 2")),
        ("2026-01-12", ("Dan", "Eve", "Fay")),
        ("2026-01-19", ("Player 2", "Player 1", "Fay")),
    ):
        club.game(season, evening, {name: (at, 10 * at) for at, name in enumerate(names)})
    phone.open(game + "/who").send("/who/seat", seat="2").open(f"/seasons/{season}")
    lines = [e.text() for e in phone.elements if e.tag == "li" and e.within("section") is first_screen(phone)]
    assert lines[-1] == "4th Player 2, up 3 places since the last game you games won 50.0% 50.0"
    assert len(lines) == 4
    [own] = phone.all("tr", cls="own-row")
    assert "Player 2 you" in own.text()
    assert [e.get("id") for e in phone.all("input", name="lit") if "checked" in e.attributes] == [
        f"lit-{club.player('Player 2')}"
    ]
    assert not other.open(f"/seasons/{season}").all("tr", cls="own-row")


def first_screen(phone: Phone) -> Element:
    return phone.one("section", aria_labelledby="glance")


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", "Ada Ben Cora Dan"),
        ("place", "Ada Ben Cora Dan"),
        ("-place", "Dan Cora Ben Ada"),
        ("-name", "Dan Cora Ben Ada"),
        ("value", "Ada Dan Ben Cora"),
        ("-value", "Cora Ben Dan Ada"),
        ("games", "Ada Ben Cora Dan"),
        ("-games", "Dan Cora Ben Ada"),
        ("won", "Ada Ben Cora Dan"),
        ("nosuch", "Ada Ben Cora Dan"),
    ],
)
def test_an_address_sorts_the_table(phone: Phone, club: Club, sort: str, names: str) -> None:
    phone.open(f"/seasons/{club.evenings()}?sort={sort}")
    assert [row[1].split()[0] for row in cells(phone)] == names.split()


def test_who_is_not_ranked_yet_is_folded_below_the_table_unless_it_is_who_looks(phone: Phone, club: Club) -> None:
    season = club.season(minimum=2)
    for on, others in (("2026-01-05", ("Cora", "Dan")), ("2026-01-12", ("Eva", "Finn"))):
        club.game(season, on, {name: [at, 0] for at, name in enumerate(("Ada", "Ben", *others))})
    phone.open(f"/seasons/{season}")
    rows = [row for row in phone.elements if row.tag == "tr" and row.within("tbody")]
    assert [(row.get("class") or "").split() for row in rows[:6]] == [["leads"], [], *[["folded"]] * 4]
    assert "4 more, not ranked yet" in phone.text
    phone.open(f"/seasons/{season}?sort=name")
    assert "folded" not in phone.answer.text, "six are few in any other order"
    with club.app.app_context():
        view = season_view(season_services.season_page(season), mine={club.player("Eva")})
    assert [row.of.name for row in view.table.rows if row.folded] == ["Cora", "Dan", "Finn"]


def test_the_heads_are_links_that_sort_and_turn_round(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")

    def head(words: str) -> tuple[str | None, str]:
        [found] = [e for e in phone.all("th", scope="col") if e.text() == words and e.within("table") is table(phone)]
        [link] = [e for e in found.children if e.tag == "a"]
        return found.get("aria-sort"), link.get("href") or ""

    assert head("Place")[0] == "ascending"
    assert head("Games")[0] is None
    phone.open(head("Games")[1])
    assert (head("Place")[0], head("Games")[0]) == (None, "descending")
    phone.open(head("Games")[1])
    assert head("Games")[0] == "ascending"
    assert [row[1].split()[0] for row in cells(phone)] == ["Dan", "Cora", "Ben", "Ada"]


def table(phone: Phone) -> Element:
    return phone.one("table", cls="places")


def test_where_wins_rank_no_column_says_them_twice(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings(club.season(way='wins', ties=()))}")
    assert [e.text() for e in phone.all("th", scope="col") if e.within("table") is table(phone)] == [
        "Place",
        "Player",
        "Games won",
        "Games",
    ]
    assert len(cells(phone)[0]) == 4


def test_a_corrected_game_is_named_with_its_day(phone: Phone, club: Club, app: Flask) -> None:
    with app.app_context():
        demo = data_services.make_demo()
        seasons = season_services.seasons(demo.id)
    for season in seasons:
        phone.open(f"/seasons/{season.id}")
        if "corrected on" in phone.text:
            return
    pytest.fail("the demo holds a corrected game, and no page says so")


def test_a_removed_season_is_not_there(phone: Phone, club: Club, app: Flask) -> None:
    season = club.evenings()
    with app.app_context():
        clubs.remove_season(season)
    assert phone.open(f"/seasons/{season}").status == 404
    assert phone.open("/standings").heading == "Standings", "its games are still there"
    assert phone.open("/clubs/nosuch/standings").status == 404


def test_what_parted_players_of_the_same_value_stands_in_their_rows(phone: Phone, club: Club) -> None:
    season = club.season()
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Eve": (50, 60)})
    club.game(season, "2026-01-06", {"Cora": (0, 1), "Ben": (20, 0), "Eve": (50, 60)})
    club.game(season, "2026-01-07", {"Dan": (0, 20), "Ben": (30, 0), "Eve": (50, 60)})
    phone.open(f"/seasons/{season}")
    rows = [row.text() for row in phone.all("tr")[1:4]]
    assert all(name in row for row, name in zip(rows, ("Cora", "Ada", "Dan"), strict=True)), rows
    assert all("100.0" in row for row in rows)
    parted = ("2.3%", "21.4%", "37.5%")
    assert all(f"share of the table’s average {value}" in row for row, value in zip(rows, parted, strict=True)), rows


def test_the_first_page_names_the_clubs_where_there_are_several(phone: Phone, club: Club) -> None:
    phone.open("/").follow("Club")
    assert phone.heading == "Our club"
    assert "current club" not in phone.open("/").text, "as long as it is the only one, its tab leads there"
    phone.open("/clubs").follow("Create another club").send("/clubs/new", name="Thursdays")
    phone.open("/")
    assert "Our club current club" in phone.text or "Thursdays current club" in phone.text
    assert {"Our club", "Thursdays"} <= {one.text().removesuffix("current club").strip() for one in phone.all("a")}


def test_the_hall_of_fame_has_the_winners_of_seasons_that_are_over(phone: Phone, club: Club) -> None:
    past = club.evenings(club.season("Winter", "2026-01-01", "2026-02-28", minimum=2))
    shared = club.season("Spring", "2025-03-01", "2025-05-31")
    club.game(shared, "2025-03-05", {"Ada": (5, 0), "Ben": (0, 5), "Cora": (9, 9)})
    club.season("Empty", "2024-01-01", "2024-12-31")
    club.season("Now", "2026-01-01")
    phone.open(f"/clubs/{club.id}/all-time")
    hall = phone.one("section", aria_labelledby="hall").text()
    assert re.search(r"Ada ?Winter · .* ?66\.7", hall)
    assert re.search(r"Ada and Ben ?Spring · .*75\.0", hall)
    assert "Empty" not in hall
    assert "Now" not in hall
    assert {"Now", "Empty"} <= set(phone.text.split())
    assert f"/seasons/{past}" in phone.links().values()


def test_too_few_games_stand_on_the_fold_that_says_how_it_is_counted(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")
    [folded] = [e.text() for e in phone.all("summary") if "How it is counted" in e.text()]
    assert folded == "How it is counted Too few games to rule out luck"


def test_an_odd_value_of_an_address_is_not_read_out_on_the_page_of_all_games(phone: Phone, club: Club) -> None:
    club.evenings()
    for query in ("season=no%20such", "rulebook=no%20such", "players=no%20such", "time=no%20such"):
        phone.open(f"/clubs/{club.id}/all-time?{query}")
        assert phone.status == 200
        assert "no such" not in phone.text, query
        assert "Unknown" in phone.text
    assert "2019" in phone.open(f"/clubs/{club.id}/all-time?time=2019").text, "a year in which nothing was played"
