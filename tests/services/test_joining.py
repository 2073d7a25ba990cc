"""The file of another copy of a club joins the club that is there: what is new comes in once, and goes back in one."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from referee import errors
from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library
from referee.season.money import KITTY, STAKE, Terms
from referee.services.clubs import clubs, evenings, money, removal, rulebooks, seasons
from referee.services.clubs.evening_views import EveningForm
from referee.services.clubs.money_views import TermsForm
from referee.services.deliveries import WriteTag
from referee.services.house import data as data_services
from referee.services.house import joining, notebooks
from referee.services.house.notebooks import BroughtIn, Choices
from referee.storage.clubs import notebooks as store
from referee.storage.engine.transactions import writing
from referee.storage.tables.database import db
from referee.storage.tables.money import MoneyEntry
from tests.services.carrying import brought_in, exported, small_club
from tests.services.desk import tag

Elsewhere = Callable[[], Any]
pytestmark = pytest.mark.usefixtures("among_clubs")


def typed_in(club: str, day: str, totals: dict[str, int], season: str | None = None) -> str:
    sheet = PaperGame(
        library.load("contract"), day, tuple(PaperColumn(name, (total, 0), None) for name, total in totals.items())
    )
    code = data_services.type_in(sheet, WriteTag(f"{day}-{club}-{len(totals)}", 0, ""), club, season)
    assert isinstance(code, str), code
    return code


def looked_at(club: str, data: bytes, **names: str) -> joining.Joining:
    kept = notebooks.keep(club, "club.jsonl", data)
    preview = notebooks.look(club, kept, Choices(names=names))
    assert isinstance(preview, joining.Joining)
    return preview


def joined(club: str, data: bytes, **names: str) -> BroughtIn:
    preview = looked_at(club, data, **names)
    return notebooks.join(preview, preview.looked)


def codes(club: str) -> set[str]:
    return {game.id for game in seasons.games_of_club(club)[0]}


def names(club: str) -> list[str]:
    return sorted(player.name for player in seasons.players(club))


def test_a_copy_that_went_its_own_way_comes_back_to_the_same_bytes_everywhere(elsewhere: Elsewhere) -> None:
    club = small_club()
    before = exported(club)
    with elsewhere():
        copy = brought_in(before)
        played = typed_in(copy, "2026-02-01", {"Ann": 10, "Benjamin Ö": 20, "Dora": 30})
        season = clubs.make_season(copy, clubs.SeasonForm("Spring", "2026-02-01", None, clubs.rule_from())).id
        clubs.set_season(played, season)
        evening = evenings.make(copy, EveningForm("2026-02-01", "19:30"))
        evenings.put_game(played, evening.id)
        contract = library.load("contract")
        points = {"points": {**contract.points, "JK": 60}}
        saved = rulebooks.save_rulebook(copy, contract, "Dear jokers", tag(), points)
        assert isinstance(saved, rulebooks.Saved)
        grown = exported(copy)
    preview = looked_at(club, grown)
    assert [line.code for line in preview.of(joining.TO_COME)] == [played]
    assert (preview.seasons, preview.evenings, preview.rulebooks) == (("Spring",), 1, ("Dear jokers",))
    assert exported(club) == before, "a look changes nothing"
    assert notebooks.join(preview, preview.looked).games == 1
    assert exported(club) == grown
    again = looked_at(club, grown)
    assert not again.can_come_in, "the same file adds nothing"
    with pytest.raises(errors.Rejected, match="everything in this file is already here"):
        notebooks.join(again, again.looked)
    with elsewhere():
        assert exported(brought_in(exported_again := grown)) == exported_again


def test_players_of_another_club_are_matched_by_name_or_by_hand_and_remembered(elsewhere: Elsewhere) -> None:
    club = seasons.first_club().id
    typed_in(club, "2026-01-01", {"Ada": 1, "Anna": 2, "Cleo": 3})
    with elsewhere():
        other = seasons.first_club().id
        typed_in(other, "2026-01-02", {"Ada": 5, "Ana": 6, "Dan": 7})
        file = exported(other)
    preview = looked_at(club, file)
    assert {person.name: person.suggested == "new" for person in preview.people} == {
        "Ada": False, "Ana": True, "Dan": True
    }  # fmt: skip
    assert "New players: Ana (perhaps Anna?), Dan" in joining.in_words(preview)
    ana = next(person.id for person in preview.people if person.name == "Ana")
    anna = next(player.id for player in seasons.players(club) if player.name == "Anna")
    joined(club, file, **{ana: anna})
    assert names(club) == ["Ada", "Anna", "Cleo", "Dan"]
    with elsewhere():
        later = seasons.first_club().id
        typed_in(later, "2026-01-03", {"Ada": 5, "Ana": 6, "Dan": 7})
        second = exported(later)
    assert joined(club, second).players == 0
    assert len(codes(club)) == 3


def test_it_goes_back_in_one_step_and_comes_back_in_one(elsewhere: Elsewhere) -> None:
    club = seasons.first_club().id
    typed_in(club, "2026-01-01", {"Ada": 1, "Ben": 2, "Cleo": 3})
    seen = {player.name: player.used_at for player in seasons.players(club)}
    with elsewhere():
        other = seasons.first_club().id
        season = clubs.make_season(other, clubs.SeasonForm("Spring", "2026-02-01", None, clubs.rule_from())).id
        played = typed_in(other, "2026-02-02", {"Ada": 5, "Ben": 6, "Dan": 7}, season)
        evening = evenings.make(other, EveningForm("2026-02-02", season=season))
        evenings.put_game(played, evening.id)
        file = exported(other)
    file_id = joined(club, file).id
    whole = exported(club)
    notebooks.take_back(club, file_id)
    assert played not in codes(club)
    assert names(club) == ["Ada", "Ben", "Cleo"]
    assert {player.name: player.used_at for player in seasons.players(club)} == seen
    assert seasons.seasons(club) == ()
    assert evenings.evenings(club).lines == ()
    removal.bring_back(club, "notebook", file_id)
    assert exported(club) == whole


def test_a_season_and_an_evening_of_which_no_game_comes_in_stay_out() -> None:
    """A file of one club joins another one on the same server: the codes of its games are taken."""
    club = seasons.first_club().id
    season = clubs.make_season(club, clubs.SeasonForm("Spring", "2026-02-01", None, clubs.rule_from())).id
    clubs.make_season(club, clubs.SeasonForm("Planned", "2027-02-01", None, clubs.rule_from()))
    evening = evenings.make(club, EveningForm("2026-02-02", season=season))
    evenings.put_game(typed_in(club, "2026-02-02", {"Ada": 5, "Ben": 6, "Dan": 7}, season), evening.id)
    other = clubs.make_club("Other club").id
    preview = looked_at(other, exported(club))
    assert len(preview.of(joining.FAULTY)) == 1
    assert (preview.seasons, preview.evenings, preview.left_out) == (("Planned",), 0, ("Spring", "2026-02-02"))
    assert "Without a game that comes in, left out: Spring, 2026-02-02" in joining.in_words(preview)
    preview = notebooks.look(other, preview.id, Choices(leave_out=True))
    assert isinstance(preview, joining.Joining)
    notebooks.join(preview, preview.looked)
    assert [season.name for season in seasons.seasons(other)] == ["Planned"]
    assert evenings.evenings(other).lines == ()


def test_rulebooks_that_came_with_a_file_go_and_come_back_with_it(elsewhere: Elsewhere) -> None:
    club = seasons.first_club().id
    with elsewhere():
        other = seasons.first_club().id
        typed_in(other, "2026-01-02", {"Ada": 5, "Ben": 6, "Dan": 7})
        contract = library.load("contract")
        saved = rulebooks.save_rulebook(
            other, contract, "Dear jokers", tag(), {"points": {**contract.points, "JK": 60}}
        )
        assert isinstance(saved, rulebooks.Saved)
        file = exported(other)
    file_id = joined(club, file).id
    whole = exported(club)
    [book] = rulebooks.own_rulebooks(club)
    notebooks.take_back(club, file_id)
    assert rulebooks.own_rulebooks(club) == []
    removal.bring_back(club, "notebook", file_id)
    assert exported(club) == whole
    own = rulebooks.rulebook(club, book.id)
    columns = tuple(PaperColumn(name, (points, 0), None) for name, points in (("Ada", 1), ("Ben", 2), ("Cleo", 3)))
    game = PaperGame(own, "2026-03-01", columns)
    assert isinstance(data_services.type_in(game, WriteTag("by-this-book", 0, ""), club, None), str)
    notebooks.take_back(club, file_id)
    assert rulebooks.own_rulebooks(club) == [book], "a game of the club's own is played by it"


def test_money_by_hand_comes_in_with_players_matched_once_and_goes_with_the_file(elsewhere: Elsewhere) -> None:
    club = seasons.first_club().id
    typed_in(club, "2026-01-01", {"Ada": 1, "Ben": 2, "Cleo": 3})
    with elsewhere():
        other = seasons.first_club().id
        typed_in(other, "2026-01-02", {"Ada": 5, "Ben": 6, "Dan": 7})
        money.save_terms(other, TermsForm("chips", False, Terms("2099-01-01", STAKE, 9)))
        ada, dan = (next(p.id for p in seasons.players(other) if p.name == name) for name in ("Ada", "Dan"))
        money.enter(other, dan, ada, 30, "pizza", settles=False)
        money.enter(other, ada, KITTY, 5, "", settles=True)
        file = exported(other)
    assert looked_at(club, file).money_out
    money.save_terms(club, TermsForm("€", True, Terms("2099-01-01", STAKE, 50)))
    assert looked_at(club, file).money_out, "what one of them counts is not what the other counts"
    money.save_terms(club, TermsForm("chips", False, Terms("2099-01-01", STAKE, 50)))
    preview = looked_at(club, file)
    assert (len(preview.match.entries), preview.money_out) == (2, False)
    assert "New entries of money: 2" in joining.in_words(preview)
    file_id = notebooks.join(preview, preview.looked).id
    page = money.page(club)
    assert {page.names.get(who, "kitty"): amount for who, amount in page.balances.items()} == {
        "Dan": 30, "Ada": -25, "kitty": -5
    }  # fmt: skip
    assert [each.amount for each in page.money.terms] == [50], "what is played for stays"
    assert not looked_at(club, file).can_come_in, "the same file adds nothing"
    whole = exported(club)
    notebooks.take_back(club, file_id)
    assert money.page(club).balances == {}
    again = looked_at(club, file)
    assert again.match.entries == (), "they come back with the file that brought them, and only once"
    removal.bring_back(club, "notebook", file_id)
    assert exported(club) == whole


def test_what_went_with_a_file_forgets_who_entered_it(elsewhere: Elsewhere) -> None:
    club = seasons.first_club().id
    typed_in(club, "2026-01-01", {"Ada": 1, "Ben": 2, "Cleo": 3})
    money.save_terms(club, TermsForm("chips", False, Terms("2099-01-01", STAKE, 50)))
    with elsewhere():
        other = seasons.first_club().id
        typed_in(other, "2026-01-02", {"Ada": 5, "Ben": 6, "Dan": 7})
        money.save_terms(other, TermsForm("chips", False, Terms("2099-01-01", STAKE, 9)))
        ada, dan = (next(p.id for p in seasons.players(other) if p.name == name) for name in ("Ada", "Dan"))
        money.enter(other, dan, ada, 30, "pizza", settles=False)
        with writing():
            db.session.execute(update(MoneyEntry).values(by="Ada and Dan"))
        file = exported(other)
    file_id = joined(club, file).id
    notebooks.take_back(club, file_id)
    with writing():
        store.nobody_wrote(club, lambda by: by.replace("Ada", "Somebody"))
    removal.bring_back(club, "notebook", file_id)
    assert "Somebody and Dan" in exported(club).decode()


def test_what_cannot_come_in_is_named_and_all_or_nothing_comes(elsewhere: Elsewhere) -> None:
    club = seasons.first_club().id
    typed_in(club, "2026-01-01", {"Ada": 1, "Ben": 2, "Cleo": 3})
    with elsewhere():
        other = seasons.first_club().id
        typed_in(other, "2026-01-02", {"Ada": 5, "Bea": 6, "Dan": 7})
        file = exported(other)
    ids = {person.name: person.id for person in looked_at(club, file).people}
    ada = next(player.id for player in seasons.players(club) if player.name == "Ada")
    preview = looked_at(club, file, **{ids["Bea"]: ada})
    assert [line.why for line in preview.of(joining.FAULTY)] == ["Ada is in this game twice."]
    before = exported(club)
    with pytest.raises(errors.Rejected, match="some games can’t come in"):
        notebooks.join(preview, preview.looked)
    assert exported(club) == before
    with pytest.raises(errors.Rejected, match="too early"):
        notebooks.keep(club, "club.jsonl", file[:-20])
    with pytest.raises(errors.Rejected, match="Look at the file again"):
        notebooks.join(looked_at(club, file), "")


def test_a_club_that_is_here_says_where_its_file_can_come_in() -> None:
    data = exported(small_club())
    with pytest.raises(errors.Rejected, match="Old games from a file"):
        data_services.import_club(data_services.read_club(io.BytesIO(data)))
