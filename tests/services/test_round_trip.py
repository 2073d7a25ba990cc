"""Generated clubs go out and come back byte for byte. 6 of them here; REFEREE_CLUBS=200 for all that were promised."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from referee import errors
from referee.days import evening as evening_of
from referee.game.events import GameOpened
from referee.game.fold import fold
from referee.game.paper import PaperColumn, PaperGame, log_of, problems_of
from referee.game.state import GameState
from referee.rulebooks import library, own
from referee.rules import packs
from referee.season.measures import MEASURES
from referee.season.money import KITTY, NOTHING, WAYS, Terms
from referee.season.rules import TIES, SeasonRule, to_data
from referee.services.clubs import clubs as club_services
from referee.services.clubs import evenings, money, rulebooks, seasons
from referee.services.clubs.evening_views import EveningForm
from referee.services.clubs.money_views import TermsForm
from referee.services.games import photos
from referee.services.house import data as data_services
from referee.services.house import demo
from referee.storage.engine.transactions import writing
from referee.storage.files import importing
from referee.storage.games import log
from referee.storage.tables import own_rulebooks
from referee.storage.tables.clubs import Club, Season
from referee.storage.tables.database import db, new_id
from referee.storage.tables.games import LONGEST_BY
from referee.storage.tables.money import LONGEST_UNIT, MoneyEntry
from referee.storage.tables.own_rulebooks import OwnRulebook
from tests.museum.evening import PHOTO
from tests.random_games.evening import Evening
from tests.services.carrying import brought_in, exported, small_club
from tests.services.desk import open_game, tag
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured

CLUBS = int(os.environ.get("REFEREE_CLUBS", sized("6", "20")))
WRITERS = ("", "Ann", "Ann, Ben and Cleo", "a" * LONGEST_BY, 'Q"uote', "phone K7", " ", "\u2028", "李")
"""Whoever may have written something: nobody, where a phone has no seat and no name."""
PICTURES = tuple(PHOTO.replace(PHOTO[25:26], bytes([shade]), 1) for shade in (20, 21, 99))
"""Three that differ by what their first grey is divided by."""
NAMES = ("Zoë", "O'Neil", "=SUM(A1)", "李", "a" * 40, 'Q"uote', "Ünal", "name, with comma", "👩‍🚀", "\U0001faff 2099")


def generated(seed: int) -> str:
    """A club of a few evenings with odd names, rules, merges, guests, substitutes and removed things."""
    random = Random(seed)
    packs.use(packs.STANDARD_PACK)  # as at the beginning of each request: the club before may have played with another
    with writing():
        club = Club(id=new_id(), name=random.choice(NAMES), founded_at="2024-01-01T00:00:00Z", demo=bool(seed % 2))
        db.session.add(club)
        db.session.flush()
        id_ = club.id
        rule = SeasonRule(
            way=(way := random.choice(sorted(MEASURES))),
            best_of=2 if way == "total points" else random.choice([None, 3]),
            minimum=random.randint(2, 3),
            ties=tuple(random.sample(sorted(TIES), random.randint(0, 4))),
        )
        season = Season(id=new_id(), club=id_, name=random.choice(NAMES), starts="2025-01-01", rule=to_data(rule))
        db.session.add(season)
        db.session.flush()
        codes = []
        for state in [*(evening.state for evening in demo.evenings(random.randint(1, 5), seed)), anything(seed)]:
            code = log.new_code()
            belongs = random.choice([season.id, None])
            opened, *others = (entry._replace(by=random.choice(WRITERS)) for entry in state.log)
            assert isinstance(opened.event, GameOpened)
            signed = (opened._replace(event=dataclasses.replace(opened.event, day=state.day)), *others)
            data_services._write_game(code, fold(signed), id_, belongs, importing.WRITE_ID)
            codes.append(code)
        codes += sheets(random, id_)
        for version in range(random.randint(0, 2)):
            book = own.read(own.make(library.load("contract"), "Our rules", {"jokers": version}))
            text = own.rewritten(book, book.id, book.name)
            own_rulebooks.save(id_, book, text, "2025-01-01T00:00:00Z", random.choice(WRITERS))
    players = seasons.players(id_)
    for player in random.sample(players, 2):
        club_services.mark_guest(player.id, random.random() < 0.5)
        club_services.rename_player(player.id, f"{random.choice(NAMES)[:30]} {player.name}")
    for one, other in (random.sample(players, 2), random.sample(players, 2)):
        for attempt in (
            lambda one=one, other=other: club_services.merge_players(one.id, other.id),
            lambda other=other: club_services.mark_substitute(codes[0], 1, other.id),
        ):
            try:
                attempt()
            except errors.Rejected:
                continue  # they sat together: as good as any other club
    if random.random() < 0.3:
        club_services.remove_game(codes[0])
    return id_


def with_an_evening(club: str, seed: int) -> str:
    """The same club with an evening: an older version knows of none."""
    random = Random(seed)
    players = [player.id for player in seasons.players(club)]
    form = EveningForm("2099-01-31", "19:30", random.choice(NAMES)[:40], season=seasons.seasons(club)[0].id)
    evening = evenings.make(club, form).id
    evenings.set_here(evening, random.sample(players, 4), ())
    evenings.say_coming(evening, random.choice(players), random.random() < 0.5)
    evenings.seat(evening, 0)
    for game in seasons.games_of_club(club)[0][:2]:
        evenings.put_game(game.id, evening)
    return club


def with_money_and_photos(club: str, seed: int) -> str:
    """The same club with what it plays for, entries by hand and pictures of the paper."""
    random = Random(seed)
    accounts = [*(player.id for player in seasons.players(club)), KITTY]
    unit, hundredths = random.choice(["", "€", "=1", "🍫 & nuts", "u" * LONGEST_UNIT]), random.random() < 0.5
    for since in sorted(random.sample(["0001-01-01", "2024-02-29", "2025-03-01", "2099-12-31"], random.randint(1, 3))):
        way = random.choice(WAYS)
        amount = 0 if way == NOTHING else random.choice([1, 50, money.MOST])
        money.save_terms(
            club, TermsForm(unit, hundredths, Terms(since, way, amount, random.choice([0, 25]))), again=True
        )
    for _ in range(random.randint(0, 6)):
        giver, receiver = random.sample(accounts, 2)
        word = random.choice(["", *NAMES])
        entry = money.enter(
            club, giver, receiver, random.choice([1, 99, money.MOST]), word, settles=random.random() < 0.5
        )
        if random.random() < 0.3:
            money.take_back(club, entry.id)
    for _ in range(random.randint(0, 2)):
        for payment in money.page(club).payments[:1]:  # each one changes which are proposed
            money.settle(club, payment)
    with writing():
        for row in db.session.scalars(select(MoneyEntry).where(MoneyEntry.club == club)):
            row.by = random.choice(WRITERS)
            row.back_by = random.choice(WRITERS) if row.back_at else row.back_by
    if random.random() < 0.2:
        money.stop(club)
    for game in seasons.games_of_club(club)[0][: random.randint(0, 3)]:
        for picture in random.sample(PICTURES, random.randint(1, 2)):
            photos.keep(game.id, picture, tag(by=random.choice(WRITERS)))
    return club


def sheets(random: Random, club: str) -> list[str]:
    """Old score sheets with what may stand on one, as far as they are taken."""
    codes = []
    for _ in range(12):
        house = {"cut_bonus": 50, "go_out_bonus": 10, "go_out_bonus_for": random.choice(["going out", "one turn"])}
        house["one_turn_doubles"] = house["go_out_bonus_for"] == "one turn"
        book = library.with_house_rules(library.load("contract"), house)
        columns = [
            PaperColumn(name, tuple(random.choice([-60, -50, -10, 0, 5, 9999, None]) for _ in range(2)), None)
            for name in ("Ada", "Ben", "Cora")
        ]
        outs = tuple(random.choice([None, 0, 1]) for _ in range(2)) if random.random() < 0.5 else ()
        sheet = PaperGame(book, random.choice(["0001-01-01", "1999-12-31", "2025-06-01"]), tuple(columns), outs)
        if not problems_of(sheet):
            state = fold(log_of(sheet, random.choice(WRITERS), evening_of(sheet.played_on), "2026-01-01T00:00:00Z"))
            code = log.new_code()
            data_services._write_game(code, state, club, None, importing.WRITE_ID)
            codes.append(code)
    return codes


def anything(seed: int) -> GameState:
    """An evening with everything that people do: undone, corrected, decided otherwise, left and come back."""
    evening = Evening(seed)
    evening.play_on()
    return evening.state


def games_with_photos(club: str) -> list[Any]:
    return [game for game in seasons.games_of_club(club)[0] if photos.of_game(game.id)]


def pages(club: str) -> list[Any]:
    shown = [seasons.club_page(club), data_services.csv_of_games(club)]
    shown += [seasons.season_page(season.id) for season in seasons.seasons(club)]
    shown += [seasons.player_page(player.id) for player in seasons.players(club)]
    if money.plays(club):
        shown.append(money.page(club))
    shown += [photos.picture(game.id, kept.id) for game in games_with_photos(club) for kept in photos.of_game(game.id)]
    return shown


def test_generated_clubs_come_back_byte_for_byte_with_every_page(elsewhere: Callable[[], Any]) -> None:
    with elsewhere():
        clubs = [with_money_and_photos(with_an_evening(generated(seed), seed), seed) for seed in range(CLUBS)]
        made = {club: (exported(club), pages(club)) for club in clubs}
        assert data_services.rebuild(check=True).differing == ()
    with elsewhere():
        for club, (data, shown) in made.items():
            assert brought_in(data) == club
            assert exported(club) == data
            assert pages(club) == shown
        assert data_services.rebuild(check=True).differing == ()
        assert db.session.query(Club).count() == CLUBS, "the first one gave way to what was brought in"


def test_an_own_rulebook_that_this_version_cannot_read_goes_along_as_it_is(elsewhere: Callable[[], Any]) -> None:
    with elsewhere():
        club = small_club()
        with writing():
            row = db.session.get_one(OwnRulebook, (club, "our-rules", 1))
            row.text = row.text.replace("[clauses.", "[clauses.from-a-later-version-")
        data = exported(club)
    with elsewhere():
        assert brought_in(data) == club
        assert exported(club) == data
        with pytest.raises(errors.UnreadableRulebook):
            rulebooks.rulebook(club, "our-rules", 1)
        assert rulebooks.rulebook(club, "our-rules").points["JK"] == 30


def renamed(first: str) -> object:
    return club_services.rename_club(first, "Our friends")


def opened(_: str) -> object:
    return open_game("contract", "Ann", "Ben", "Cid")


def with_a_season(first: str) -> object:
    form = club_services.SeasonForm("Winter", "2026-01-01", None, SeasonRule())
    return club_services.make_season(first, form)


def with_a_rulebook(first: str) -> object:
    return rulebooks.save_rulebook(first, library.load("contract"), "Ours", tag(), {"jokers": 0})


def with_an_evening_to_come(first: str) -> object:
    return evenings.make(first, EveningForm("2099-01-31"))


def beside_another(_: str) -> object:
    return club_services.make_club("Others")


def removed(first: str) -> object:
    club_services.make_club("Others")
    return club_services.remove_club(first)


@pytest.mark.parametrize(
    "touch", [renamed, opened, with_a_season, with_a_rulebook, with_an_evening_to_come, beside_another, removed]
)
def test_a_first_club_that_anybody_touched_stays_beside_what_is_brought_in(
    elsewhere: Callable[[], Any], touch: Callable[[str], object]
) -> None:
    with elsewhere():
        data = exported(small_club())
    with elsewhere():
        first = seasons.first_club().id
        touch(first)
        brought_in(data)
        assert db.session.query(Club).filter(Club.id == first).count() == 1


def test_an_untouched_first_club_gives_way_to_a_club_but_to_no_demo(elsewhere: Callable[[], Any]) -> None:
    with elsewhere():
        data = exported(small_club())
        shown = exported(data_services.make_demo().id)
    with elsewhere():
        first = seasons.first_club()
        brought_in(shown)
        assert seasons.first_club() == first
        club = brought_in(data)
        assert seasons.first_club().id == club
        assert [one.id for one in seasons.clubs() if not one.demo] == [club]
