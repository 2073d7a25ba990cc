"""From trained nets to the one file that the reader has: batch norms folded in, sixteen bits a number."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from referee.vision import nets
from referee.vision.certainty import FACTS
from training.cards.calibrate import COUNT, calibrate
from training.cards.nets import Finder, Namer

TARGET = Path(__file__).resolve().parents[2] / "referee" / "vision" / "weights.npz"
MOST_BYTES = 3 * 2**20


def export(folder: Path, target: Path = TARGET, photographs: int = COUNT) -> None:
    """Writes both nets, with what they came from; how certain they are is fitted on so many photographs."""
    arrays = {}
    for name, net in (("finder", Finder()), ("namer", Namer())):
        net.load_state_dict(torch.load(folder / f"{name}.pt", weights_only=True))
        arrays.update(_folded(name, net))
    arrays["certainty"] = np.zeros(FACTS, np.float32)
    about = {"command": "python -m training.cards", "data": _digest(folder)}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(target, **arrays)
    nets.FILE = target  # the reader as it will be
    arrays["certainty"] = calibrate(folder, photographs)
    np.savez_compressed(target, **arrays)
    size = target.stat().st_size
    print(f"{target.name}: {size} bytes, {about}")
    if size > MOST_BYTES:
        raise SystemExit("That is more than the project takes.")


def _folded(name: str, net: nn.Module) -> dict[str, np.ndarray]:
    """Weights as (down, right, from, to), so that a picture with its colours last is multiplied from the left."""
    found: dict[str, np.ndarray] = {}
    modules = dict(net.named_modules())
    for path, module in modules.items():
        parent, _, last = path.rpartition(".")
        if isinstance(module, nn.Conv2d):
            weight = module.weight.detach().double()
            bias = module.bias.detach().double() if module.bias is not None else torch.zeros(len(weight)).double()
            norm = modules.get(f"{parent}.{int(last) + 1}") if last.isdigit() else None
            if isinstance(norm, nn.BatchNorm2d):
                scale = norm.weight.detach().double() / torch.sqrt(norm.running_var.double() + norm.eps)
                weight = weight * scale[:, None, None, None]
                bias = norm.bias.detach().double() + (bias - norm.running_mean.double()) * scale
            folded = weight.permute(2, 3, 1, 0).numpy()
        elif isinstance(module, nn.Linear):
            folded, bias = module.weight.detach().numpy().T, module.bias.detach()
        else:
            continue
        key = f"{name}.{parent if last.isdigit() else path}"
        found[f"{key}.weight"] = folded.astype(np.float16)
        found[f"{key}.bias"] = bias.numpy().astype(np.float16)
    return found


def _digest(folder: Path) -> str:
    """SHA-256 over the scenes and cuts that trained, in order."""
    digest = hashlib.sha256()
    for path in sorted([*folder.glob("scenes-*.npz"), folder / "cuts.npz"]):
        with np.load(path) as file:
            for name in sorted(file.files):
                digest.update(file[name].tobytes())
    return digest.hexdigest()
