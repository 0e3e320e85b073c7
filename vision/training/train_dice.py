"""Trains the dice network on rendered windows and writes ``vision/models/dice.onnx``.

``python -m vision.training.train_dice --windows 16000 --minutes 15``.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision import dice_window
from vision.dice import CELL_PX, DICE
from vision.runtime import MODELS
from vision.synthetic.random_dice import random_dice_window
from vision.training.networks import Block

OPSET = 17
CELLS = dice_window.SIDE_PX // CELL_PX
CROP_CELLS = 24
BATCH = 64
IGNORED = -1
_MIDDLE_CELLS = 1.2
_AROUND_CELLS = 2.6
_CHUNK = 250


class DiceNet(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """A window in 0..1 to maps of seven logits at a quarter of its size: no die's middle here, or one showing 1..6."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Block(3, 16, stride=2),
            Block(16, 32, stride=2),
            Block(32, 32),
            Block(32, 32),
            Block(32, 32),
            Block(32, 32),
            nn.Conv2d(32, 7, 1),
        )

    def forward(self, x: Any) -> Any:
        """Return the logits (N, 7, H/4, W/4)."""
        return self.body((x - 0.5) * 4.0)


def windows(count: int, *, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return rendered windows (N, H, W, 3) and for each cell of their maps 0, a value or IGNORED."""
    rng = np.random.default_rng(seed)
    images, targets = [], []
    for _ in range(count):
        window = random_dice_window(rng)
        images.append(window.pixels)
        targets.append(target_of(window.values, window.places_mm))
    return np.stack(images), np.stack(targets)


def target_of(values: tuple[int, ...], places_mm: tuple[tuple[float, float], ...]) -> NDArray[np.int64]:
    """Return what each cell should say; cells near a die's middle but not on it say anything."""
    target = np.zeros((CELLS, CELLS), np.int64)
    rows, columns = np.mgrid[0:CELLS, 0:CELLS]
    cell_mm = CELL_PX / dice_window.PX_PER_MM
    far = [
        np.hypot(columns - (x + dice_window.HALF_MM) / cell_mm + 0.5, rows - (y + dice_window.HALF_MM) / cell_mm + 0.5)
        for x, y in places_mm
    ]
    for distance in far:
        target[distance < _AROUND_CELLS] = IGNORED
    for value, distance in zip(values, far, strict=True):
        target[distance < _MIDDLE_CELLS] = value
    return target


def rendered(count: int, *, seed: int, workers: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return windows drawn by several processes."""
    starts = range(0, count, _CHUNK)
    with ProcessPoolExecutor(workers) as pool:
        parts = list(pool.map(_chunk, [(min(_CHUNK, count - k), seed * 100_000 + k) for k in starts]))
    return np.concatenate([images for images, _ in parts]), np.concatenate([targets for _, targets in parts])


def _chunk(order: tuple[int, int]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    return windows(order[0], seed=order[1])


def turned(images: Any, targets: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """Return a batch mirrored and turned by quarters, its colours changed: no pip pattern minds."""
    if rng.random() < 0.5:
        images, targets = images.flip(3), targets.flip(2)
    quarters = int(rng.integers(4))
    images, targets = torch.rot90(images, quarters, (2, 3)), torch.rot90(targets, quarters, (1, 2))
    count = images.shape[0]
    gain = torch.from_numpy(rng.uniform(0.6, 1.3, (count, 1, 1, 1)) * rng.normal(1, 0.06, (count, 3, 1, 1)))
    shift = torch.from_numpy(rng.normal(0, 0.04, (count, 1, 1, 1)))
    return (images * gain.float() + shift.float()).clamp(0, 1), targets


def cropped(image: NDArray[np.uint8], target: NDArray[np.int64], rng: np.random.Generator) -> tuple[Any, Any]:
    """Return a piece of a window and of its target, mostly one with a die: background teaches little."""
    rows, columns = np.nonzero(target > 0)
    if len(rows) and rng.random() < 0.8:
        which = int(rng.integers(len(rows)))
        row, column = (int(place[which]) - int(rng.integers(4, CROP_CELLS - 4)) for place in (rows, columns))
    else:
        row, column = (int(value) for value in rng.integers(0, CELLS - CROP_CELLS + 1, 2))
    top, left = (int(np.clip(value, 0, CELLS - CROP_CELLS)) for value in (row, column))
    piece = image[top * CELL_PX : (top + CROP_CELLS) * CELL_PX, left * CELL_PX : (left + CROP_CELLS) * CELL_PX]
    return piece, target[top : top + CROP_CELLS, left : left + CROP_CELLS]


def train(images: NDArray[np.uint8], targets: NDArray[np.int64], *, minutes: float, seed: int) -> Any:
    """Return the network trained for this long, learning slower and slower."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    net = DiceNet()
    best = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-4)
    weights = torch.tensor([1.0, *[4.0] * 6])
    begun, step = time.monotonic(), 0
    while (share := (time.monotonic() - begun) / (60 * minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = 3e-3 * 0.5 * (1 + np.cos(np.pi * share)) + 1e-5
        chosen = rng.choice(len(images), BATCH, replace=False)
        pieces = [cropped(images[number], targets[number], rng) for number in chosen]
        batch = torch.from_numpy(np.stack([piece for piece, _ in pieces]).transpose(0, 3, 1, 2).copy()).float() / 255
        x, y = turned(batch, torch.from_numpy(np.stack([target for _, target in pieces])), rng)
        loss = nn.functional.cross_entropy(net(x), y, weight=weights, ignore_index=IGNORED)
        best.zero_grad()
        loss.backward()
        best.step()
        step += 1
        if step % 100 == 0:
            print(f"{share:5.1%} step {step} loss {loss.item():.5f}", flush=True)
    return net.eval()


def main() -> None:
    """Render, train, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=int, default=16_000)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kept", type=Path, help="keep the windows in this file, or take them from it")
    parser.add_argument("--out", type=Path, default=MODELS / DICE)
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.kept is not None and options.kept.exists():
        with np.load(options.kept) as kept:
            images, targets = kept["images"], kept["targets"]
    else:
        images, targets = rendered(options.windows, seed=options.seed, workers=options.workers)
        if options.kept is not None:
            np.savez(options.kept, images=images, targets=targets)
    print(f"{len(images)} windows", flush=True)
    net = train(images, targets, minutes=options.minutes, seed=options.seed)
    side = dice_window.SIDE_PX
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, side, side),),
        str(options.out),
        input_names=["image"],
        output_names=["logits"],
        dynamic_axes={"image": {0: "batch"}, "logits": {0: "batch"}},
        opset_version=OPSET,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
