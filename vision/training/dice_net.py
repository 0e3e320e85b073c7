"""The network that finds and reads dice. Shapes only; no data, no losses."""

from pathlib import Path
from typing import Any

import torch
from torch import nn

from vision.training.networks import Block, settle_norms, unfold


class DiceNet(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """A window in 0..1 to maps of seven logits at a quarter of its size: no die's middle here, or one showing 1..6.

    A branch at an eighth sees the whole of the largest die and what lies beside it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(Block(3, 16, stride=2), Block(16, 40, stride=2), Block(40, 40))
        self.eighth = nn.Sequential(Block(40, 64, stride=2), Block(64, 64), Block(64, 64), Block(64, 64))
        self.down = nn.Conv2d(64, 40, 1)
        self.head = nn.Sequential(Block(40, 40), Block(40, 40), nn.Conv2d(40, 7, 1))

    def forward(self, x: Any) -> Any:
        """Return the logits (N, 7, H/4, W/4)."""
        fine = self.quarter((x - 0.5) * 4.0)
        coarse = nn.functional.interpolate(self.down(self.eighth(fine)), scale_factor=2.0, mode="nearest")
        return self.head(fine + coarse)


def dice_net_of(path: Path, inputs: Any) -> DiceNet:
    """Return the network of a checkpoint, or of the exported file with its norms settled on ``inputs``."""
    net = DiceNet()
    if path.suffix == ".onnx":
        unfold(net, path)
        settle_norms(net, inputs)
    else:
        net.load_state_dict(torch.load(path, weights_only=True))
    return net


class HonestDice(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """The dice network with what makes its chances honest built in."""

    def __init__(self, net: Any, scale: float) -> None:
        super().__init__()
        self.net = net
        self.scale = scale

    def forward(self, x: Any) -> Any:
        """Return the logits (N, 7, H/4, W/4)."""
        return self.net(x) * self.scale
