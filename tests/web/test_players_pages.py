"""A page for each player, two against each other, names, guests and doubles."""

from __future__ import annotations

from flask import Flask

from referee.season.games import Claims
from referee.season.narrowing import Narrowing
from referee.season.people import player_page
from referee.services.clubs import clubs
from referee.services.clubs.season_views import ClubView, PlayerPageView, PlayerView
from referee.web.players.page import one_player
from referee.web.shell.words import day
from tests.season.evenings import game
from tests.season.test_other_packs import PHASES
from tests.web.plain import Phone
from tests.web.season_club import Club


def test_everybody_who_sat_down_is_listed(phone: Phone, club: Club) -> None:
    assert "No players yet." in phone.open(f"/clubs/{club.id}/players").text
    club.evenings()
    phone.open("/clubs").follow("Players")
    assert {"Ada", "Ben", "Cora", "Dan"} <= set(phone.text.split())


def test_a_players_page_counts_their_games(phone: Phone, club: Club) -> None:
    club.evenings()
    phone.open("/standings").follow("Ada")
    assert phone.heading == "Ada"
    assert "Games 3 9 rounds" in phone.text
    assert "Won 2 67% of the games" in phone.text
    assert "Points per round 7.8 lower is better" in phone.text
    assert f"{day('2026-01-12')}: 3rd of 3" in phone.text
    assert "Two sets of 3 Contract Rummy, round 1 · 3 times, out twice (67%)" in phone.text


def test_of_many_games_the_last_ones_are_shown_and_the_others_are_one_tap_away(phone: Phone, club: Club) -> None:
    season = club.season()
    for on in range(1, 15):
        club.game(season, f"2026-01-{on:02}", {"Ada": [0, 5], "Ben": [10, 0], "Cora": [5, 5]})
    phone.open(f"/players/{club.player('Ada')}")
    assert f"{day('2026-01-14')}: 1st of 3" in phone.text
    assert f" {day('2026-01-11')}: 1st of 3" not in phone.text
    phone.follow("All 14 games")
    assert f"{day('2026-01-14')}: 1st of 3" in phone.text
    assert f" {day('2026-01-02')}: 1st of 3" in phone.text
    assert "All 14 games" not in phone.text


def test_no_round_is_among_the_best_and_the_costliest(phone: Phone, club: Club) -> None:
    others = {"Ben": [0, 5, 9], "Cora": [7, 0, 0]}
    club.game(None, "2026-01-01", {"Ada": [10, 20, 30], **others})
    ada = f"/players/{club.player('Ada')}"
    for headings in (("Best rounds", "Costliest rounds"), ("with known cards",)):
        assert not any(heading in phone.open(ada).text for heading in headings)
    club.game(None, "2026-01-02", {"Ada": [40, 50, 60], **others})
    text = phone.open(ada).text
    best, costliest = text.index("Best rounds"), text.index("Costliest rounds")
    assert "two sets of 3 10 " in text[best:costliest]
    assert "two runs of 4 60 " in text[costliest:]


def test_two_players_against_each_other(phone: Phone, club: Club) -> None:
    club.evenings()
    phone.open(f"/players/{club.player('Ada')}").follow("Ben")
    assert phone.heading == "Ada and Ben"
    assert "Ada is ahead, 2 to 1 in 3 games together." in phone.text
    phone.open(f"/players/{club.player('Ada')}/against?other={club.player('Dan')}")
    assert phone.heading == "Ada and Dan"
    assert phone.open(f"/players/{club.player('Ada')}/against/{club.player('Ada')}").status == 404


def test_a_player_without_a_finished_game_has_a_page(phone: Phone, club: Club, app: Flask) -> None:
    phone.start()
    assert "No finished game yet" in phone.open(f"/players/{club.player('Player 1')}").text


def test_another_name_shows_everywhere(phone: Phone, club: Club) -> None:
    season = club.evenings()
    phone.open(f"/players/{club.player('Ada')}/change").send("/rename", name="Adelheid")
    assert "Adelheid" in phone.heading
    assert "Adelheid" in phone.open(f"/seasons/{season}").text
    phone.open(f"/players/{club.player('Adelheid')}/change").send("/rename", name="Ben")
    assert phone.status == 422
    assert "merge them" in phone.text
    assert phone.one("input", id_="name").get("value") == "Ben"


def test_a_guest_leaves_the_table_and_comes_back(phone: Phone, club: Club) -> None:
    season, dan = club.evenings(), club.player("Dan")
    phone.open(f"/players/{dan}/change").send("/guest", guest="yes")
    assert "guest, not in the standings" in phone.heading
    assert "Dan is a guest now, and not in the tables." in phone.text
    assert "Dan" not in phone.open(f"/seasons/{season}").one("table", cls="places").text()
    phone.open(f"/players/{dan}/change").send("/guest", guest="")
    assert (phone.status, "A guest or not?" in phone.text) == (422, True), "nothing said is no no"
    phone.open(f"/players/{dan}/change").send("/guest", guest="no")
    assert "Dan is in the tables again." in phone.text
    assert "Dan" in phone.open(f"/seasons/{season}").one("table", cls="places").text()


def test_a_double_is_shown_first_merged_by_a_tick_and_taken_apart(phone: Phone, club: Club) -> None:
    season = club.season()
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    club.game(season, "2026-01-12", {"Addie": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    ada, addie = club.player("Ada"), club.player("Addie")
    phone.open(f"/players/{ada}/merge?double={addie}")
    assert phone.heading == "Is Addie really Ada?"
    assert "Addie’s games (1 game, including games in progress) will count for Ada." in phone.text
    phone.send("/merge")
    assert phone.status == 422
    assert "Tick the box" in phone.text
    phone.send("/merge", sure="yes")
    assert phone.heading == "Ada also Addie"
    assert "Games 2" in phone.text
    assert phone.open(f"/players/{addie}").heading == "Ada also Addie"
    assert "Addie" not in phone.open(f"/seasons/{season}").text
    phone.open(f"/players/{ada}/change").send("/unmerge")
    assert phone.heading == "Addie"
    assert "Addie" in phone.open(f"/seasons/{season}").text


def test_who_sat_at_one_table_cannot_be_merged(phone: Phone, club: Club, app: Flask) -> None:
    club.evenings()
    ada, ben = club.player("Ada"), club.player("Ben")
    phone.open(f"/players/{ada}/merge?double={ben}")
    assert "they are two people" in phone.text
    assert not phone.all("button", form="confirm")
    phone.post(f"/players/{ada}/merge", double=ben, sure="yes", write_id="12345678")
    assert phone.status == 422
    assert "they are two" in phone.text
    with app.app_context():
        assert clubs.rename_player(ben, "Ben").id == ben


def test_who_is_not_there_is_not_found(phone: Phone, club: Club) -> None:
    for path in ("/players/nobody", "/players/nobody/change", "/players/nobody/merge", "/clubs/none/players"):
        assert phone.open(path).status == 404


def test_jokers_may_is_and_screw_overs_are_told_as_far_as_they_were_noted() -> None:
    marks = {"a": {"claims": Claims(3, 1, 0)}, "b": {"claims": Claims(0, 0, 1)}, "c": {"claims": Claims(1)}}
    played = [game("2026-01-01", {"a": "50(JK,JK) out", "b": "out 20(JK)", "c": "5(5) 15(A)"}, marks)]

    def told(player: str) -> str:
        club = ClubView("club", "Club", demo=False)
        one = PlayerView(player, "club", player, guest=False, used_at="2026-01-01", doubles=(), removed=False)
        view = PlayerPageView(club, one, (), player_page(played, player, {}))
        return " ".join(one_player(view, Narrowing()).sentences)

    assert "Caught with 2 jokers in 1 of 2 rounds with known cards, at most 2 at once." in told("a")
    assert "Recorded: 3 May I’s, 1 screw-over given and 0 against them." in told("a")
    assert "Caught with 1 joker in 1 of 2 rounds with known cards." in told("b")
    assert "Recorded: 0 May I’s, 0 screw-overs given and 1 against them." in told("b")
    assert told("c") == "Never caught with a joker (2 rounds with known cards). Recorded: 1 May I."


def test_a_round_that_stands_out_names_the_cards_of_its_game(app: Flask) -> None:
    columns = {"a": "50(Q,K,JK) 60 70 5 6 7", "b": "out out out out out out"}
    club = ClubView("club", "Club", demo=False)
    one = PlayerView("a", "club", "Ada", guest=False, used_at="2026-01-04", doubles=(), removed=False)
    with app.test_request_context():
        shown = one_player(
            PlayerPageView(club, one, (), player_page([game("2026-01-04", columns, PHASES)], "a", {})), Narrowing()
        )
        assert "holding 12 skip wild" in " ".join(line.details for line in shown.worst_rounds)


def test_a_page_can_be_narrowed_to_some_games_and_back(phone: Phone, club: Club) -> None:
    season = club.evenings()
    club.game(None, "2025-05-05", {"Ada": (0, 5), "Ben": (10, 0), "Cora": (10, 5), "Dan": (10, 9)}, "shanghai")
    ada, ben = club.player("Ada"), club.player("Ben")
    phone.open(f"/players/{ada}?season={season}&players=3")
    assert "Only: Winter · 3 players." in phone.text
    assert "Games 2 6 rounds" in phone.text
    phone.follow("Show all games")
    assert "Games 4 11 rounds" in phone.text
    assert phone.open(f"/players/{ada}/against/{ben}?time=2025").text.count("Shanghai Rummy, rounds") == 1
    records = phone.open(f"/clubs/{club.id}/records?rulebook=Shanghai+Rummy")
    assert records.heading == "Records of 1 game"
    assert "Just for fun" not in records.text
    phone.open(f"/clubs/{club.id}/records?time=1999")
    assert "No finished game is one of these." in phone.text
    assert "Only: 1999." in phone.text, "what was asked for stands among the choices"


def test_players_are_added_from_a_list_and_offered_for_a_new_game(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/players").send("/players", names="Zoe\nYan\n" + "x" * 41)
    assert phone.status == 422
    assert "A name has at most 40 letters" in phone.text or "40" in phone.text
    assert phone.one("textarea", name="names").text().startswith("Zoe"), "what was typed stays"
    phone.send("/players", names="Zoe\nYan")
    assert "Added Zoe and Yan." in phone.text
    assert "no game yet" in phone.text
    phone.send("/players", names="zoe")
    assert "The club knows all of them already." in phone.text
    assert "Zoe" in phone.open("/new").text


def test_a_nemesis_and_a_favourite_opponent_are_named_once_it_is_sure(phone: Phone, club: Club) -> None:
    for number in range(1, 6):
        club.game(None, f"2026-01-0{number}", {"Ada": (10, 10), "Ben": (0, 5), "Cora": (30, 40)})
        assert ("Nemesis" in phone.open(f"/players/{club.player('Ada')}").text) is (number == 5)
    ada, ben, cora = (club.player(name) for name in ("Ada", "Ben", "Cora"))
    page = phone.open(f"/players/{ada}").text
    assert "Nemesis: Ben, ahead in 5 of 5 games." in page
    assert "Favourite opponent: Cora, behind in 5 of 5 games." in page
    assert "Ben is Ada’s nemesis" in phone.open(f"/players/{ada}/against/{ben}").text
    assert "Cora is Ada’s favourite opponent" in phone.open(f"/players/{ada}/against/{cora}").text
    assert "Nemesis" not in phone.open(f"/players/{ada}?time=1999").text
    phone.open(f"/players/{ben}/remove").send("/remove", sure="yes")
    assert "Nemesis" not in phone.open(f"/players/{ada}").text
