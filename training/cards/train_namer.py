"""Trains the namer on the cuts of a folder."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from referee.vision.naming import SIDE
from referee.vision.reading import SUITS as SUIT_SIGNS
from training.cards.cuts import NO_INDEX
from training.cards.faces import JOKER
from training.cards.nets import RANKS, SUITS, Namer
from training.cards.train_finder import RATE, Average, rate_at

BATCH = 64
COARSE = 0.5
"""In that part of the batches one half is coarse."""
REAL = 0.65
"""The part of a batch that is an index; the rest is something else."""
OFTEN = {"C": 2.3, "S": 1.7, "": 2.0}
"""So much more often some are shown: clubs and spades are hard to tell apart, and no two decks have the same joker."""


class Batches:
    """Cuts between -1 and 1 in ever other light, with which they are."""

    def __init__(self, cuts: np.ndarray, ranks: np.ndarray, suits: np.ndarray, seed: int) -> None:
        self.cuts = cuts
        self.chance = np.random.RandomState(seed)
        self.real, self.other = np.where(ranks != NO_INDEX)[0], np.where(ranks == NO_INDEX)[0]
        signs = np.where(ranks[self.real] == JOKER, len(SUIT_SIGNS), suits[self.real])
        by_sign = np.array([*(OFTEN.get(sign, 1.0) for sign in SUIT_SIGNS), OFTEN[""], 1.0])
        often = by_sign[signs]  # the last for those whose suit is hidden
        self.often = np.cumsum(often / often.sum())
        self.noise = self.chance.normal(0, 0.03, (2 * BATCH, SIDE, SIDE, 3)).astype(np.float32)

    def next(self) -> tuple[Tensor, np.ndarray]:
        c, count = self.chance, int(BATCH * REAL)
        real = self.real[np.searchsorted(self.often, c.uniform(0, self.often[-1], count))]
        chosen = np.concatenate([real, c.choice(self.other, BATCH - count)])
        light = c.uniform(0.75, 1.25, (BATCH, 1, 1, 1)) * c.uniform(0.9, 1.1, (BATCH, 1, 1, 3)) / 127.5
        shown = self.cuts[chosen] * light.astype(np.float32)
        shown += c.uniform(-1.15, -0.85, (BATCH, 1, 1, 1)).astype(np.float32)
        shown += self.noise[c.randint(BATCH) :][:BATCH]
        taken = torch.from_numpy(shown.clip(-1, 1)).permute(0, 3, 1, 2)
        if c.rand() < COARSE:  # a webcam's picture, made larger
            small = F.interpolate(taken[::2], scale_factor=float(c.uniform(0.45, 0.8)), mode="bilinear", antialias=True)
            taken[::2] = F.interpolate(small, size=(SIDE, SIDE), mode="bilinear")
        return taken.contiguous(memory_format=torch.channels_last), chosen


def loss(out: Tensor, ranks: Tensor, suits: Tensor) -> tuple[Tensor, tuple[float, float, float]]:
    """The loss, and how many are right of: index or not, rank, suit."""
    real = ranks != NO_INDEX
    told_ranks, told_suits = out[:, 1 : 1 + RANKS], out[:, 1 + RANKS : 1 + RANKS + SUITS]
    seen = suits >= 0
    value = F.binary_cross_entropy_with_logits(out[:, 0], real.float())
    value = value + F.cross_entropy(told_ranks[real], ranks[real], label_smoothing=0.02)
    value = value + F.cross_entropy(told_suits[seen], suits[seen], label_smoothing=0.02)
    right = (
        ((out[:, 0] > 0) == real).float().mean(),
        (told_ranks[real].argmax(1) == ranks[real]).float().mean(),
        (told_suits[seen].argmax(1) == suits[seen]).float().mean(),
    )
    return value, tuple(float(share) for share in right)  # type: ignore[return-value]


def train(folder: Path, steps: int, seed: int, start: Path | None = None, rate: float = RATE) -> None:
    """Writes ``namer.pt`` into the folder."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    with np.load(folder / "cuts.npz") as file:
        cuts, ranks, suits = file["cuts"], file["ranks"], file["suits"]
    batches = Batches(cuts, ranks, suits, seed)
    net = Namer().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start, weights_only=True))
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    average, started, log = Average(net), time.monotonic(), []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step / steps, step, rate)
        taken, chosen = batches.next()
        with torch.autocast("cpu", torch.bfloat16):
            out = net(taken)
        value, right = loss(out.float(), torch.from_numpy(ranks[chosen]), torch.from_numpy(suits[chosen]))
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
        average.add(net, step)
        log.append(right)
        if step % 100 == 99:
            index, rank, suit = np.mean(log[-100:], 0)
            minutes = (time.monotonic() - started) / 60
            right_of = f"index {index:.3f} rank {rank:.3f} suit {suit:.3f}"
            print(f"{minutes:5.1f} min, step {step + 1}: {right_of}", flush=True)
        if step % 500 == 499 or step == steps - 1:
            torch.save(average.state, folder / "namer.pt")
