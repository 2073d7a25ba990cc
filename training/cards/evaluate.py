"""The figures of the reader: on photographs that people took, and on scenes in decks that trained nothing."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from referee.vision import reader
from referee.vision.reading import Reading, Seen
from training.cards import layouts, photos
from training.cards.lying import match

STRETCHED = {"amm_many": (1024, 576)}
"""Sets whose pictures were pressed into squares, with the size that undoes it."""
SUIT_HEIGHT = 18
"""From this height of an index in the picture on, suits are promised."""


@dataclass
class Figures:
    """Of one set of photographs."""

    photos: int = 0
    cards: int = 0
    read: int = 0
    hits: int = 0
    exact: int = 0
    nearly: int = 0
    corrections: int = 0
    sure: int = 0
    sure_wrong: float = 0
    suits_known: int = 0
    suits_right: int = 0
    seconds: float = 0.0
    confused: Counter[str] = field(default_factory=Counter)

    def add(self, truth: list[str], read: list[str], seconds: float) -> None:
        wanted, got = Counter(truth), Counter(read)
        missing, extra = wanted - got, got - wanted
        short, over = missing.total(), extra.total()
        self.photos += 1
        self.cards += wanted.total()
        self.read += got.total()
        self.hits += (wanted & got).total()
        self.exact += wanted == got
        self.nearly += short + over <= 1 or (short == over == 1)
        self.corrections += 2 * min(short, over) + abs(short - over)
        self.seconds += seconds
        if short == over == 1:
            self.confused[f"{next(iter(missing))} as {next(iter(extra))}"] += 1
        else:
            self.confused.update({"missed": short, "extra": over})

    def line(self, name: str) -> str:
        def share(part: float, whole: float) -> str:
            return f"{part / whole:.3f}" if whole else "-"

        return (
            f"| {name} | {self.photos} / {self.cards} | {share(self.hits, self.cards)} | {share(self.hits, self.read)} "
            f"| {share(self.exact, self.photos)} | {share(self.nearly, self.photos)} "
            f"| {share(self.corrections, self.cards)} | {self.sure} of {self.read}, {self.sure_wrong:g} wrong "
            f"| {share(self.suits_right, self.suits_known)} | {share(self.seconds, self.photos)} |"
        )


HEAD = (
    "| photos | photos / cards | rank recall | precision | all ranks right | at most 1 wrong | corrections a card "
    "| sure | rank and suit | seconds of processor |\n" + "|---" * 10 + "|"
)


def read_timed(pixels: np.ndarray) -> tuple[Reading, float]:
    start = time.process_time()
    reading = reader.read_pixels(pixels, pixels.shape[1], pixels.shape[0])
    return reading, time.process_time() - start


def real(folder: Path, half: str, wanted: str | None, show: bool) -> None:
    """Sets of photographs of a ``photos.json``; each at even places (``looked``), at odd ones (``kept``), or all."""
    listed = json.loads((folder.parent / "photos.json").read_text())
    print(HEAD)
    for name in dict.fromkeys(photo["set"] for photo in listed):
        if wanted not in (None, name):
            continue
        chosen = [photo for photo in listed if photo["set"] == name]
        chosen = {"looked": chosen[::2], "kept": chosen[1::2], "all": chosen}[half]
        figures = Figures()
        for photo in chosen:
            reading, seconds = read_timed(load(folder / photo["file"], STRETCHED.get(name)))
            figures.add(photo["ranks"], [card.rank for card in reading.cards], seconds)
            _sure_of(figures, photo["ranks"], reading.cards)
            if "cards" in photo:
                truth, read = Counter(photo["cards"]), Counter(card.rank + card.suit for card in reading.cards)
                figures.suits_known += truth.total()
                figures.suits_right += (truth & read).total()
            if show and (text := _difference(photo["ranks"], reading.cards)):
                print(f"    {photo['file']}: {text}")
        print(figures.line(f"{name}, {half}"))
        print(f"    {dict(figures.confused.most_common(12))}")


def load(path: Path, stretched: tuple[int, int] | None) -> np.ndarray:
    picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    if stretched:
        picture = picture.resize(stretched, Image.Resampling.BOX)
    if max(picture.size) > 2048:
        picture.thumbnail((2048, 2048))
    return np.asarray(picture)


def _sure_of(figures: Figures, truth: list[str], cards: tuple[Seen, ...]) -> None:
    """How many were said to be sure, and how many of those cannot be: more of a rank than lie there."""
    sure = Counter(card.rank for card in cards if card.sure)
    figures.sure += sure.total()
    figures.sure_wrong += (sure - Counter(truth)).total()


def _difference(truth: list[str], cards: tuple[Seen, ...]) -> str:
    wanted, got = Counter(truth), Counter(card.rank for card in cards)
    missing = " ".join(sorted((wanted - got).elements()))
    extra = " ".join(f"{card.rank}({card.certainty:.2f})" for card in cards if card.rank in got - wanted)
    return f"missing {missing or '-'}, extra {extra or '-'}" if missing or extra else ""


def clean(folder: Path, first: int, count: int) -> None:
    """What a careful player photographs, drawn: cards apart, and cards in a row, of decks that trained nothing."""
    print(HEAD)
    for name, lie in (("cards apart, drawn", layouts.apart), ("cards in a row, drawn", layouts.in_a_row)):
        figures = Figures()
        for pixels, cards in photos.made(folder, first, count, lie):
            reading, seconds = read_timed(pixels)
            matched = [(seen, match(seen.place, 0.0, cards)) for seen in reading.cards]
            counted = [seen for seen, lies in matched if lies is None or lies.asked]
            asked = [card for card in cards if card.asked]
            figures.add([card.rank for card in asked], [seen.rank for seen in counted], seconds)
            _sure_of(figures, [card.rank for card in cards], reading.cards)
            for card in (card for card in asked if card.suit):
                figures.suits_known += 1
                figures.suits_right += any(
                    (seen.rank, seen.suit) == (card.rank, card.suit) for seen, lies in matched if lies is card
                )
        print(figures.line(name))
        print(f"    {dict(figures.confused.most_common(12))}")


def synthetic(folder: Path, first: int, count: int) -> None:
    """Scenes of the generator: what was read by place, by height of the index, jokers, and what was said to be sure."""
    whole, jokers = Figures(), [0, 0, 0]
    by_height: dict[str, list[int]] = {}
    for pixels, cards in photos.made(folder, first, count):
        reading, seconds = read_timed(pixels)
        matched = {id(seen): match(seen.place, 0.0, cards) for seen in reading.cards}
        counted = [seen for seen in reading.cards if (lies := matched[id(seen)]) is None or lies.asked]
        asked = [card for card in cards if card.asked]
        whole.add([card.rank for card in asked], [seen.rank for seen in counted], seconds)
        read: set[int] = set()
        for seen in sorted(counted, key=lambda seen: -seen.certainty):
            lies = matched[id(seen)]
            wrong = lies is None or lies.rank != seen.rank or id(lies) in read  # or counted twice
            read.add(id(lies))
            whole.sure += seen.sure
            whole.sure_wrong += seen.sure and wrong
            jokers[2] += seen.rank == "JK" and wrong
        for card in asked:
            seen_as = [seen for seen in reading.cards if matched[id(seen)] is card]
            right = any(seen.rank == card.rank for seen in seen_as)
            height = max(tall for _, _, tall in card.corners)
            row = by_height.setdefault(_band(height), [0, 0, 0, 0])
            row[0] += 1
            row[1] += right
            if card.suit:
                row[2] += 1
                row[3] += any(seen.rank == card.rank and seen.suit == card.suit for seen in seen_as)
                if height >= SUIT_HEIGHT:
                    whole.suits_known += 1
                    whole.suits_right += any(seen.rank == card.rank and seen.suit == card.suit for seen in seen_as)
            if card.rank == "JK":
                jokers[0] += 1
                jokers[1] += right
    print(HEAD)
    print(whole.line("scenes in decks that trained nothing"))
    print(f"    {dict(whole.confused.most_common(12))}")
    print(f"Jokers: {jokers[0]}, recall {jokers[1] / max(1, jokers[0]):.3f}, read where none was {jokers[2]}")
    print("| height of the index | cards | rank right | with its suit, where that is seen |\n|---|---|---|---|")
    for name in sorted(by_height, key=lambda band: int(band.split()[0])):
        cards_, ranks, suited, suits = by_height[name]
        print(f"| {name} px | {cards_} | {ranks / cards_:.3f} | {suits / max(1, suited):.3f} |")


BANDS = (6, 9, 12, 15, 18, 24, 32, 400)


def _band(height: float) -> str:
    low = max((band for band in BANDS if band <= height), default=0)
    return f"{low} to {BANDS[BANDS.index(low) + 1]}" if low in BANDS[:-1] else f"{low} or more"


def evaluate(
    folder: Path,
    real_photos: Path | None,
    half: str,
    wanted: str | None,
    scenes: int,
    show: bool,
    first: int | None = None,
) -> None:
    """``first``: the seed of the first drawn photograph, for others than those that are always measured."""
    if real_photos:
        real(real_photos, half, wanted, show)
    if scenes:
        first = photos.MEASURING if first is None else first
        clean(folder, first, scenes // 2)
        synthetic(folder, first, scenes)
