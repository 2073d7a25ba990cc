"""A few photographs of the scene generator for the tests, with the cards that lie in them."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from training.cards import photos
from training.cards.lying import Lying

TARGET = Path(__file__).resolve().parents[2] / "tests" / "vision" / "scenes"
SEEDS = {"fan": 30_030, "grid": 30_017, "heap": 30_065, "print": 30_019, "rows": 30_016}
"""The first of each kind, with eight clear cards or more, that was read within the floors of the tests when these
were set: they catch what makes it worse. How well it reads, ``evaluate`` says."""
SIDE = 800


def make(folder: Path) -> None:
    TARGET.mkdir(exist_ok=True)
    told = {}
    for name, seed in SEEDS.items():
        [(pixels, cards)] = photos.made(folder, seed, 1)
        Image.fromarray(pixels).resize((SIDE, SIDE), Image.Resampling.BOX).save(TARGET / f"{name}.jpg", quality=75)
        told[f"{name}.jpg"] = {
            "clear": sorted(_name(card) for card in cards if card.asked),
            "covered": sorted(_name(card) for card in cards if not card.asked),
        }
    (TARGET / "cards.json").write_text(json.dumps(told, indent=1) + "\n")


def _name(card: Lying) -> str:
    return card.rank + card.suit
