"""The two networks: one names a face, one finds tiles. Shapes only; no data, no losses."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.labels import LABELS

EMBEDDING = 128
WIDTHS = (24, 32, 64, 112, 160)
"""Channels of the namer's stages."""


_STAGES = (0, 1, 2, 4, 6)
"""The blocks of the namer that open a stage."""


class Block(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """Convolution, batch norm, ReLU; with a shortcut where the shape stays."""

    def __init__(self, inputs: int, outputs: int, *, stride: int = 1, kernel: int = 3) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.shortcut = inputs == outputs and stride == 1

    def forward(self, x: Any) -> Any:
        """Return the block's output."""
        y = self.norm(self.conv(x))
        return torch.relu(y + x if self.shortcut else y)


class NamerNet(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """64 x 64 BGR in 0..1 to label logits, turn logits and an embedding."""

    def __init__(self, widths: Sequence[int] = WIDTHS) -> None:
        super().__init__()
        self.widths = tuple(widths)
        stem, half, quarter, eighth, sixteenth = widths
        self.body = nn.Sequential(
            Block(3, stem, stride=2, kernel=5),
            Block(stem, half),
            Block(half, quarter, stride=2),
            Block(quarter, quarter),
            Block(quarter, eighth, stride=2),
            Block(eighth, eighth),
            Block(eighth, sixteenth, stride=2),
            Block(sixteenth, sixteenth),
            Block(sixteenth, 48, kernel=1),
        )
        self.drop = nn.Dropout(0.2)
        self.embed = nn.Linear(48 * 16, EMBEDDING)
        self.name = nn.Linear(EMBEDDING, len(LABELS))
        self.turn = nn.Linear(EMBEDDING, 4)

    def forward(self, x: Any) -> tuple[Any, Any, Any]:
        """Return (logits, turn logits, embedding)."""
        features = self.body((x - 0.5) * 4.0)
        embedding = torch.relu(self.embed(self.drop(features.flatten(1))))
        return self.name(embedding), self.turn(embedding), embedding


def namer_of(state: dict[str, Any]) -> NamerNet:
    """Return the namer with these weights, as wide as they are."""
    net = NamerNet([len(state[f"body.{place}.conv.weight"]) for place in _STAGES])
    net.load_state_dict(state)
    return net


def weights_of(path: Path) -> dict[str, Any]:
    """Return the namer's weights from a checkpoint, or from the exported network where no checkpoint is left."""
    if path.suffix != ".onnx":
        state: dict[str, Any] = torch.load(path, weights_only=True)
        return state
    return _from_onnx(path)


def _from_onnx(path: Path) -> dict[str, Any]:
    graph = onnx.load(path).graph
    kept = {tensor.name: torch.tensor(numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    net = NamerNet([len(kept[convolutions[place].input[1]]) for place in _STAGES])
    unfold(net, path)
    state: dict[str, Any] = net.state_dict()
    for name in ("embed", "name", "turn"):
        for part in ("weight", "bias"):
            state[f"{name}.{part}"] = kept[f"net.{name}.{part}"]
    return state


def unfold(net: Any, path: Path) -> None:
    """Give convolutions the weights of an export: there each batch norm is folded in, here it lets everything pass."""
    graph = onnx.load(path).graph
    kept = {tensor.name: torch.tensor(numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    folded = [node.input[1:3] for node in graph.node if node.op_type == "Conv"]
    # A convolution without a bias of its own is followed by its norm.
    layers = [layer for layer in net.modules() if isinstance(layer, (nn.Conv2d, nn.BatchNorm2d))]
    norms = iter([*layers[1:], None])
    convolutions = [(layer, after) for layer, after in zip(layers, norms, strict=True) if isinstance(layer, nn.Conv2d)]
    with torch.no_grad():
        for (layer, after), (weight, bias) in zip(convolutions, folded, strict=True):
            layer.weight.copy_(kept[weight])
            (after if layer.bias is None else layer).bias.copy_(kept[bias])


def settle_norms(net: Any, inputs: Any) -> None:
    """Give unfolded batch norms the statistics of ``inputs`` without changing what the network says."""

    def settle(norm: Any, given: tuple[Any, ...]) -> None:
        y = given[0]
        mean, variance = y.mean((0, 2, 3)), y.var((0, 2, 3))
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        shift = norm.bias - norm.running_mean * scale
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(scale * (variance + norm.eps).sqrt())
        norm.bias.copy_(shift + mean * scale)

    hooks = [norm.register_forward_pre_hook(settle) for norm in net.modules() if isinstance(norm, nn.BatchNorm2d)]
    net.eval()
    with torch.no_grad():
        net(inputs)
    for hook in hooks:
        hook.remove()


class FinderNet(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """A picture (sides multiples of 16) to maps at a quarter of its size.

    Channels: centre logit, centre offset x, y (cells), shape xx, xy, yy, spin cos, sin (``vision.detect``). Each stage
    costs about the same: what looks closest is narrowest.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Block(3, 16, stride=2), Block(16, 24, stride=2))
        self.eighth = Block(24, 48, stride=2)
        self.sixteenth = nn.Sequential(Block(48, 80, stride=2), Block(80, 80), Block(80, 80))
        self.down16 = nn.Conv2d(80, 48, 1)
        self.mix8 = Block(48, 48)
        self.down8 = nn.Conv2d(48, 24, 1)
        self.mix4 = Block(24, 24)
        self.head = nn.Sequential(Block(24, 48, kernel=1), nn.Conv2d(48, 8, 1))
        nn.init.constant_(self.head[1].bias[:1], -4.0)

    def forward(self, x: Any) -> Any:
        """Return the maps."""
        quarter = self.stem(x)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        up8 = nn.functional.interpolate(self.down16(sixteenth), scale_factor=2.0, mode="nearest")
        eighth = self.mix8(eighth + up8)
        up4 = nn.functional.interpolate(self.down8(eighth), scale_factor=2.0, mode="nearest")
        return self.head(self.mix4(quarter + up4))
