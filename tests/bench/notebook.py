"""Five years of a made-up notebook brought in by one file, and four thousand plays: ``python -m tests.bench.notebook``.

The file is sent to the pages as a phone sends it, and the time of each request is taken. Afterwards every figure of the
standings is counted again by a second program, of nothing but the lines of the club's export.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
import time
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from referee import create_app
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.services.clubs import seasons
from referee.services.house import data
from referee.storage.clubs import clubs, results
from referee.storage.engine.transactions import reading
from tests.web.plain import Phone

SHEETS, NUMBERS, PLAYS = 225, 8_479, 4_000
NAMES = [f"Player {number}" for number in range(1, 10)]
ROUNDS = 7
_POINTS = (5, 10, 15, 20, 25, 30, 45, 60, 85)


def notebook(random: Random) -> str:
    """225 evenings of three to five players: the day, the names, seven rounds, and the totals."""
    seats = [random.choice((3, 4, 5)) for _sheet in range(SHEETS)]
    per_seat = ROUNDS + 1
    while (short := -(-NUMBERS // per_seat) - sum(seats)) != 0:  # the last column has no total
        at = random.randrange(SHEETS)
        seats[at] = min(5, max(3, seats[at] + (1 if short > 0 else -1)))
    lines: list[str] = []
    for number, players in enumerate(seats):
        day = date(2016, 1, 8) + timedelta(days=8 * number)
        names = random.sample(NAMES, players)
        rounds = []
        for _round in range(ROUNDS):
            out = random.randrange(players)
            rounds.append([0 if at == out else random.choice(_POINTS) for at in range(players)])
        lines += [f"{day.day}.{day.month}.{day.year};Contract Rummy", ";".join(["", *names])]
        lines += [";".join(map(str, [at, *scores])) for at, scores in enumerate(rounds, start=1)]
        lines += [";".join(["Total", *(str(sum(column)) for column in zip(*rounds, strict=True))]), ""]
    lines[-2] = lines[-2].rpartition(";")[0] + ";"
    return "\n".join(lines)


def plays(random: Random) -> str:
    """Four thousand plays as BG Stats writes them: 60 games, 30 players, sums among the scores."""
    games = [{"id": at, "uuid": f"g{at}", "name": f"Game {at}", "highestWins": at % 3 > 0} for at in range(1, 61)]
    players = [{"id": at, "uuid": f"p{at}", "name": f"Player {at}", "isAnonymous": at == 30} for at in range(1, 31)]
    each = []
    for number in range(PLAYS):
        seats = random.sample(range(1, 31), random.choice((2, 3, 4, 5)))
        scores = [random.randint(-20, 400) for _seat in seats]
        each.append({
            "uuid": f"play{number}",
            "playDate": f"{date(2012, 1, 1) + timedelta(days=number)} 20:00:00",
            "gameRefId": random.randint(1, 60),
            "durationMin": 45,
            "playerScores": [
                {"playerRefId": seat, "score": f"{score - 5}+5" if at == 0 else str(score), "winner": False, "rank": 0}
                for at, (seat, score) in enumerate(zip(seats, scores, strict=True))
            ],
        })  # fmt: skip
    return json.dumps({"plays": each, "games": games, "players": players})


class Timed:
    """A phone whose taps are counted, and the time of each."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.taps = phone, list[tuple[str, float]]()

    def tap(self, what: str, path: str, fields: dict[str, Any]) -> None:
        began = time.perf_counter()
        self.phone._take(self.phone.client.post(path, data=fields, follow_redirects=True))
        self.taps.append((what, time.perf_counter() - began))
        assert self.phone.status == 200, self.phone.text[:500]


def bring_in(phone: Phone, club: str, name: str, text: str) -> list[tuple[str, float]]:
    """Choose the file (two taps, one of them in the phone's own list), read it, bring it in."""
    timed = Timed(phone.open(f"/clubs/{club}/notebook"))
    fields = phone.fields(phone.one("form", enctype="multipart/form-data"))
    file = (io.BytesIO(text.encode()), name)
    timed.tap("read it", phone.path, {**fields, "file": file})
    form = phone.one("form", id_="look")
    timed.tap("bring it in", str(form.get("action")), phone.fields(form))
    return timed.taps


def counted_again(lines: Iterator[str]) -> dict[str, Fraction]:
    """Place points by player, from the lines of an export and with no code of the app."""
    names: dict[str, str] = {}
    shares: dict[str, list[Fraction]] = {}
    for line in map(json.loads, lines):
        if line["type"] == "player":
            names[line["id"]] = line["name"]
        if line["type"] != "game":
            continue
        totals = {seat: 0 for seat, *_rest in line["seats"]}
        for _at, _by, event in line["events"]:
            if event["type"] == "ResultEntered":
                totals = {int(seat): total for seat, total in event["totals"].items()}
            if event["type"] == "RoundClosed":
                for seat, (_cards, points, *_met) in event["lines"].items():
                    totals[int(seat)] += points
        for seat, player, *_rest in line["seats"]:
            others = [total for other, total in totals.items() if other != seat]
            behind = sum(2 if total > totals[seat] else total == totals[seat] for total in others)
            shares.setdefault(names[player], []).append(Fraction(50 * behind, len(others)))
    return {name: sum(each, Fraction(0)) / len(each) for name, each in shares.items()}


def figures(text: str) -> dict[str, Fraction]:
    """The same from the file itself, read as plain lines."""
    shares: dict[str, list[Fraction]] = {}
    names, sums = list[str](), list[int]()
    for row in csv.reader(io.StringIO(text), delimiter=";"):
        if row and not row[0]:
            names, sums = row[1:], [0] * (len(row) - 1)
        elif row and row[0].isdigit():
            sums = [total + int(cell) for total, cell in zip(sums, row[1:], strict=True)]
        elif row and row[0] == "Total":
            for at, name in enumerate(names):
                others = sums[:at] + sums[at + 1 :]
                behind = sum(2 if total > sums[at] else total == sums[at] for total in others)
                shares.setdefault(name, []).append(Fraction(50 * behind, len(others)))
    return {name: sum(each, Fraction(0)) / len(each) for name, each in shares.items()}


def main() -> None:
    text = notebook(Random(41))
    numbers = sum(bool(re.fullmatch(r"\d+", cell)) for line in text.splitlines() for cell in line.split(";")[1:])
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"TESTING": True, "DATA_DIR": folder})
        with app.app_context():
            club = seasons.first_club().id
        phone = Phone(app.test_client())
        taps = bring_in(phone, club, "notebook.csv", text)
        print(f"notebook: {SHEETS} sheets, {numbers} numbers, {len(text.encode()) // 1024} KB")
        print("  " + ", ".join(f"{what} {seconds:.1f} s" for what, seconds in taps), f"({len(taps) + 2} taps)")
        with app.app_context():
            lines: list[str] = []
            data.export_club(club, lines.append)
            with reading():
                people = clubs.people(club)
                table = standings(results.games_of_club(club, people), SeasonRule(), people.names)
        shown = {row.name: row.value for row in table.rows}
        again = counted_again(iter(lines))
        differing = [name for name in shown if not shown[name] == again[name] == figures(text)[name]]
        print(f"  {len(shown)} players over {table.games} games, {len(differing)} figures differ from two other counts")
        assert not differing
        assert set(shown) == set(again) == set(figures(text))
        taps = bring_in(phone, club, "plays.bgsplay", plays(Random(41)))
        print(f"plays: {PLAYS}")
        print("  " + ", ".join(f"{what} {seconds:.1f} s" for what, seconds in taps), f"({len(taps) + 2} taps)")
        print("  " + " ".join(phone.text.split())[:200])


if __name__ == "__main__":
    main()
