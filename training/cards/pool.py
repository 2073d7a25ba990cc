"""The files of a training run: decks, printed sheets and scenes, in a folder outside the project."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import cv2
import numpy as np

from training.cards import clutter, faces, fonts, scenes

DECKS, SHEETS = (200, 24), (400, 60)
"""So many that train, and so many that only measure."""
A_FILE = 250
"""Scenes in one file."""
HELD_SEED = 900_000


def make_decks(
    folder: Path,
    font_folder: Path,
    first: int = 0,
    decks: tuple[int, int] = DECKS,
    sheets: tuple[int, int] = SHEETS,
) -> None:
    """Decks and sheets that train, from a seed on, and those that only measure, in fonts of their own."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for held, name in enumerate(("train", "held")):
        found = fonts.find(font_folder, bool(held))
        start = HELD_SEED if held else first
        drawn = [faces.deck(found, start + number) for number in range(decks[held])]
        np.save(folder / f"faces-{name}.npy", np.stack([pixels for pixels, _ in drawn]))
        (folder / f"indices-{name}.pickle").write_bytes(pickle.dumps([indices for _, indices in drawn]))
        np.save(folder / f"sheets-{name}.npy", np.stack([clutter.sheet(found, start + n) for n in range(sheets[held])]))
        counted = f"{decks[held]} decks and {sheets[held]} sheets"
        print(f"{name}: {counted} in {len(found.ranks)} fonts, {len(found.suits)} with suits")


def material(folder: Path, held: bool) -> scenes.Material:
    name = "held" if held else "train"
    indices = pickle.loads((folder / f"indices-{name}.pickle").read_bytes())  # noqa: S301 - written by make_decks
    return scenes.Material(
        np.load(folder / f"faces-{name}.npy", mmap_mode="r"),
        indices,
        np.load(folder / f"sheets-{name}.npy", mmap_mode="r"),
    )


def make_scenes(folder: Path, first: int, count: int, in_a_file: int = A_FILE) -> None:
    """Files of scenes, the file's number being its seed, every other one from near; what is there is not made again."""
    cv2.setNumThreads(1)
    stuff = material(folder, held=False)
    for number in range(first, first + count):
        target = folder / f"scenes-{number:04d}.npz"
        if target.exists():
            continue
        table = scenes.Table(stuff, number, tall=scenes.TALL_CARDS if number % 2 else scenes.NEAR_CARDS)
        made = [table.scene() for _ in range(in_a_file)]
        unfinished = folder / f"unfinished-{number:04d}.npz"
        np.savez(unfinished, pixels=np.stack([p for p, _ in made]), labels=np.stack([rows for _, rows in made]))
        os.replace(unfinished, target)
        print(target.name, flush=True)
