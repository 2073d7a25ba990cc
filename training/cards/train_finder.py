"""Trains the finder on the scenes of a folder, in several processes that share its weights."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as mp
from torch import Tensor
from torch.nn import functional as F

from training.cards import targets
from training.cards.nets import RANKS, SUITS, Finder

BATCH = 16
RATE = 2e-3
KEPT_STEPS = 500
"""A checkpoint is written every so many steps."""


class Scenes:
    """Those of all files there are; looked for again from time to time, because more may be being made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[Path, tuple[np.ndarray, np.ndarray]] = {}
        self.look()

    def look(self) -> None:
        for path in sorted(self.folder.glob("scenes-*.npz")):
            if path not in self.files:
                with np.load(path) as file:
                    self.files[path] = file["pixels"], file["labels"]
        self.listed = list(self.files.values())

    def one(self, chance: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
        pixels, labels = self.listed[chance.randint(len(self.listed))]
        number = chance.randint(len(pixels))
        return pixels[number][..., ::-1], labels[number]  # red, green, blue, as the reader has them


def batch(scenes: Scenes, chance: np.random.RandomState) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Pieces; heat and what counts, by cell; the answering cells as piece, down, right; their facts."""
    pieces, heats, counts, cells, facts = [], [], [], [], []
    for number in range(BATCH):
        pixels, rows = targets.piece(*scenes.one(chance), chance)
        shown = pixels.astype(np.float32)
        if chance.rand() < 0.5:
            shown = shown * chance.uniform(0.8, 1.2, 3).astype(np.float32) + np.float32(chance.uniform(-20, 20))
        heat, count, answering = targets.answer(rows)
        pieces.append(shown.clip(0, 255) / 127.5 - 1)
        heats.append(heat)
        counts.append(count)
        cells.append(np.concatenate([np.full((len(answering), 1), number), answering[:, :2]], 1))
        facts.append(targets.facts(rows, answering))
    taken = torch.from_numpy(np.stack(pieces)).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
    stacked = (torch.from_numpy(np.stack(part)) for part in (heats, counts))
    return taken, *stacked, torch.from_numpy(np.concatenate(cells)), torch.from_numpy(np.concatenate(facts))  # type: ignore[return-value]


def loss(out: Tensor, heat: Tensor, counts: Tensor, cells: Tensor, facts: Tensor) -> tuple[Tensor, dict[str, float]]:
    """The loss of a batch, and its parts for the log."""
    there = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat == 1).float()
    missed = peak * (1 - there) ** 2 * torch.log(there)
    made_up = (1 - peak) * (1 - heat) ** 4 * there**2 * torch.log(1 - there) * counts
    finding = -(missed + made_up).sum() / peak.sum().clamp(min=1)
    said = out[cells[:, 0], :, cells[:, 1], cells[:, 2]]
    ranks, suits, rest = said[:, 1 : 1 + RANKS], said[:, 1 + RANKS : 1 + RANKS + SUITS], said[:, 1 + RANKS + SUITS :]
    naming = F.cross_entropy(ranks, facts[:, 0].long(), label_smoothing=0.02)
    seen = facts[:, 1] >= 0
    suiting = F.cross_entropy(suits[seen], facts[seen, 1].long(), label_smoothing=0.02) if seen.any() else out.sum() * 0
    placing = F.l1_loss(rest[:, :2], facts[:, 2:4])
    sizing = F.l1_loss(rest[:, 2], facts[:, 4])
    turning = F.l1_loss(rest[:, 3:5], facts[:, 5:7])
    centring = F.smooth_l1_loss(rest[:, 5:7], facts[:, 7:9], beta=0.3)
    right = (ranks.argmax(1) == facts[:, 0]).float().mean()
    right_suit = (suits[seen].argmax(1) == facts[seen, 1]).float().mean()
    whole = finding + naming + 0.5 * suiting + 0.5 * placing + 0.5 * sizing + 0.7 * turning + 0.7 * centring
    parts = {"finding": finding, "rank": right, "suit": right_suit, "place": placing, "size": sizing, "up": turning}
    return whole, {name: float(value.detach()) for name, value in {**parts, "centre": centring}.items()}


def rate_at(share: float, step: int, highest: float = RATE) -> float:
    """Up in the first hundred steps, then down along a cosine to nearly nothing."""
    return highest * min(1, (step + 1) / 100) * (0.5 * (1 + np.cos(np.pi * min(1.0, share))) + 0.005)


class Average:
    """The weights averaged over the last steps, which are better than the last ones."""

    def __init__(self, net: torch.nn.Module) -> None:
        self.state = {name: value.clone() for name, value in net.state_dict().items()}

    def add(self, net: torch.nn.Module, step: int) -> None:
        keep = min(0.998, (1 + step) / (10 + step))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.state[name].mul_(keep).add_(value, alpha=1 - keep)
            else:
                self.state[name].copy_(value)


def _work(process: int, net: Finder, folder: Path, out: Path, steps: int, seed: int, highest: float) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(seed + process)
    chance = np.random.RandomState(seed * 100 + process)
    scenes, average = Scenes(folder), Average(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    net.train()
    started, log = time.monotonic(), []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step / steps, step, highest)
        taken, *known = batch(scenes, chance)
        with torch.autocast("cpu", torch.bfloat16):
            said = net(taken)
        value, parts = loss(said.float(), *known)
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.add(net, step)
        log.append(parts)
        if process == 0 and step % 50 == 49:
            scenes.look()
            means = " ".join(f"{name} {np.nanmean([row[name] for row in log[-50:]]):.3f}" for name in parts)
            print(
                f"{(time.monotonic() - started) / 60:5.1f} min, step {step + 1}, {len(scenes.files)} files: {means}",
                flush=True,
            )
        if process == 0 and (step % KEPT_STEPS == KEPT_STEPS - 1 or step == steps - 1):
            torch.save(average.state, out)


def train(folder: Path, steps: int, processes: int, seed: int, start: Path | None = None, rate: float = RATE) -> None:
    """Writes ``finder.pt`` into the folder; ``steps`` are those of each process."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    net = Finder().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start, weights_only=True))
    net.share_memory()
    print(f"{sum(p.numel() for p in net.parameters())} parameters", flush=True)
    mp.spawn(_work, (net, folder, folder / "finder.pt", steps, seed, rate), nprocs=processes)
