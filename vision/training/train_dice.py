"""Trains the dice network on rendered windows, makes its chances honest and writes ``vision/models/dice.onnx``.

``python -m vision.training.train_dice --windows 20000 --minutes 35 --half``.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision import dice_window
from vision.dice import DICE, SURE, chances_of, joined_looks, reading_of
from vision.runtime import MODELS
from vision.training.dice_data import IGNORED, Windows, rendered
from vision.training.dice_net import DiceNet, HonestDice, dice_net_of
from vision.training.schedule import train_for

OPSET = 17
BATCH = 64
CALIBRATION_SEED = 2
PEAK = 3e-3
"""Highest learning rate."""
SECOND, ROUNDS = 0.4, 2
"""Share of the time in which it learns from its mistakes, and how often these are looked for."""
MISTAKES = 0.5
"""Share of the pieces that show one."""
_DOUBTED = 0.9
_FEW = 64
"""Windows that settle the norms of exported weights."""
_MAP_BATCH = 500
_SCALES = tuple(float(scale) for scale in np.geomspace(0.5, 1.4, 13))
_STILL_SURE = 0.965
"""Share of the calibration windows that must be told as sure; whatever caution that leaves is taken."""


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


Place = tuple[int, int, int]
"""A window and a cell of it."""


def train(
    known: Windows, *, minutes: float, seed: int, half: bool, net: Any = None, wrong: Sequence[Place] = ()
) -> Any:
    """Return the network trained for so long, from nothing or from ``net``, on the places it got ``wrong`` as well."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    weights = torch.tensor([1.0, *[4.0 if net is None else 1.5] * 6])

    def piece() -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        if len(wrong) and rng.random() < MISTAKES:
            return known.piece_around(wrong[int(rng.integers(len(wrong)))], rng)
        return known.piece(int(rng.integers(len(known.images))), rng)

    def step_loss(learner: Any) -> Any:
        pieces = [piece() for _ in range(BATCH)]
        batch = torch.from_numpy(np.stack([image for image, _ in pieces])).permute(0, 3, 1, 2).float() / 255
        x, y = turned(batch, torch.from_numpy(np.stack([target for _, target in pieces]).astype(np.int64)), rng)
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            logits = learner(x.contiguous(memory_format=torch.channels_last))
        return nn.functional.cross_entropy(logits.float(), y, weight=weights, ignore_index=IGNORED)

    learner = (DiceNet() if net is None else net).to(memory_format=torch.channels_last)
    return train_for(learner, step_loss, minutes=minutes, peak=PEAK if net is None else PEAK / 3)


def mistakes(net: Any, known: Windows, *, half: bool) -> list[Place]:
    """Return where the network sees a die and none is, or doubts one that is there."""
    found: list[Place] = []
    for start in range(0, len(known.images), _MAP_BATCH):
        part = slice(start, start + _MAP_BATCH)
        chances = _maps(net, known.images[part], half=half)
        chances = np.exp(chances - chances.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        targets = known.targets[part].astype(np.int64)
        true = np.take_along_axis(chances, np.maximum(targets, 0)[:, None], axis=1)[:, 0]
        for number, row, column in np.argwhere((targets != IGNORED) & (true < _DOUBTED)):
            found.append((start + int(number), int(row), int(column)))
    return found


def learnt(known: Windows, net: Any, *, minutes: float, seed: int, half: bool) -> Any:
    """Return the network trained from nothing and then on its own mistakes; one that is given only on these."""
    if net is None:
        net = train(known, minutes=minutes * (1 - SECOND), seed=seed, half=half)
        minutes *= SECOND
    for part in range(ROUNDS):
        wrong = mistakes(net, known, half=half)
        print(f"{len(wrong)} doubtful places", flush=True)
        net = train(known, minutes=minutes / ROUNDS, seed=seed + 1 + part, half=half, net=net, wrong=wrong)
    return net


def honest_scale(net: Any, windows: Windows) -> float:
    """Return what to multiply the logits by: the most cautious scale at which enough readings are sure.

    A wrong throw that is told as sure costs a hand, one that is asked about costs a glance: readings are told as a
    little less sure than they are right.
    """
    turns = [_maps(net, np.ascontiguousarray(np.rot90(windows.images, quarters, (1, 2)))) for quarters in range(4)]
    maps = [joined_looks(np.stack(looks)) for looks in zip(*turns, strict=True)]
    chosen = _SCALES[-1]
    for scale in _SCALES:
        readings = [reading_of(chances_of(logits * scale)) for logits in maps]
        right = np.array(
            [sorted(seen.values) == sorted(true) for seen, true in zip(readings, windows.values, strict=True)]
        )
        sure = np.clip([seen.confidence for seen in readings], 1e-6, 1 - 1e-6)
        loss = -float(np.mean(np.where(right, np.log(sure), np.log(1 - sure))))
        wrong = np.sort(sure[~right])[::-1]
        print(f"scale {scale:.2f} right {right.mean():.4f} sure {(sure >= SURE).mean():.4f} loss {loss:.4f}", end=" ")
        print("surest wrong", wrong[:4].round(3), flush=True)
        if scale < chosen and (sure >= SURE).mean() >= _STILL_SURE:
            chosen = scale
    return chosen


def _maps(net: Any, images: NDArray[np.uint8], *, half: bool = False) -> NDArray[np.float32]:
    net.eval()
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=half):
        parts = [net(_inputs(images[i : i + 32])).float().numpy() for i in range(0, len(images), 32)]
    return np.concatenate(parts)


def _inputs(images: NDArray[np.uint8]) -> Any:
    inputs = torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
    return inputs.contiguous(memory_format=torch.channels_last)


def export(net: Any, scale: float, path: Path) -> None:
    """Write the network as ONNX."""
    side = dice_window.SIDE_PX
    torch.onnx.export(
        HonestDice(net.to(memory_format=torch.contiguous_format), scale).eval(),
        (torch.zeros(1, 3, side, side),),
        str(path),
        input_names=["image"],
        output_names=["logits"],
        dynamic_axes={"image": {0: "batch"}, "logits": {0: "batch"}},
        opset_version=OPSET,
        dynamo=False,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Render, train, make honest, export."""
    args = _parsed(arguments)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if args.start is None and args.minutes <= 0:
        parser_error = "--minutes 0 needs --start"
        raise SystemExit(parser_error)
    fresh = rendered(args.calibration, seed=CALIBRATION_SEED, workers=args.workers, store=args.store)
    net = None if args.start is None else dice_net_of(args.start, _inputs(fresh.images[:_FEW]))
    if args.minutes > 0:
        known = rendered(args.windows, seed=args.seed, workers=args.workers, store=args.store)
        net = learnt(known, net, minutes=args.minutes, seed=args.seed, half=args.half)
        if args.weights is not None:
            torch.save(net.state_dict(), args.weights)
    export(net, honest_scale(net, fresh), args.out)


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=int, default=20_000)
    parser.add_argument("--calibration", type=int, default=4_000, help="windows that make the chances honest")
    parser.add_argument("--minutes", type=float, default=35.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--store", type=Path, help="folder that keeps the windows for the next run")
    parser.add_argument("--weights", type=Path, help="file that keeps the weights")
    parser.add_argument(
        "--start", type=Path, help="weights to go on from, a .pt or the .onnx; with --minutes 0 only exported"
    )
    parser.add_argument("--half", action="store_true", help="compute in bfloat16, faster where the processor can")
    parser.add_argument("--out", type=Path, default=MODELS / DICE)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
