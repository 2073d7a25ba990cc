"""The two nets: one finds indices in a picture, one names an index that is seen close and upright."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate, relu

RANKS, SUITS = 14, 4
FINDER_OUT = 1 + RANKS + SUITS + 2 + 1 + 2 + 2
"""Whether an index is here; its rank; its suit; where in the cell; its size; its way up; the centre of its card."""
NAMER_OUT = 1 + RANKS + SUITS
"""Whether it is an index at all; its rank; its suit."""


def layer(inputs: int, outputs: int, size: int = 3, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """Convolution, batch norm, rectifier."""
    conv = nn.Conv2d(inputs, outputs, size, stride, spread * (size // 2), dilation=spread, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions beside a way past them."""

    def __init__(self, channels: int, spread: int = 1) -> None:
        super().__init__()
        self.first = layer(channels, channels, spread=spread)
        self.second = layer(channels, channels)[:2]

    def forward(self, x: Tensor) -> Tensor:
        return relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """For each field of four by four pixels, what index has its centre there, if it is within 50 degrees of upright."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(layer(3, 16, stride=2), layer(16, 24, stride=2), Residual(24))
        self.eighth = nn.Sequential(layer(24, 48, stride=2), Residual(48), Residual(48))
        self.sixteenth = nn.Sequential(layer(48, 96, stride=2), Residual(96), Residual(96, 2), Residual(96, 2))
        self.from_sixteenth = layer(96, 48, size=1)
        self.mix_eighth = layer(48, 48)
        self.from_eighth = layer(48, 32, size=1)
        self.from_fourth = layer(24, 32, size=1)
        self.mix_fourth = layer(32, 32)
        self.head = nn.Conv2d(32, FINDER_OUT, 1)
        nn.init.zeros_(self.head.bias)
        with torch.no_grad():
            self.head.bias[0] = -4.0  # nearly nowhere is one

    def forward(self, x: Tensor) -> Tensor:
        fourth = self.stem(x)
        eighth = self.eighth(fourth)
        sixteenth = self.sixteenth(eighth)
        eighth = self.mix_eighth(eighth + interpolate(self.from_sixteenth(sixteenth), scale_factor=2.0))
        fourth = self.mix_fourth(self.from_fourth(fourth) + interpolate(self.from_eighth(eighth), scale_factor=2.0))
        return self.head(fourth)


class Namer(nn.Module):
    """One index, turned upright and brought to one size, with its suit below it."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            layer(3, 24, stride=2),
            layer(24, 48, stride=2),
            Residual(48),
            layer(48, 80, stride=2),
            Residual(80),
            Residual(80),
        )
        self.head = nn.Linear(80 * 16, NAMER_OUT)
        self.dropout = nn.Dropout(0.2)

    def forward(self, x: Tensor) -> Tensor:
        halves = nn.functional.avg_pool2d(self.body(x), 2)  # 4 by 4: where a shape stands tells rank from suit
        return self.head(self.dropout(halves.flatten(1)))
