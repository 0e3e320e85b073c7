"""Trains the finder: ``python -m vision.training.train_detector --minutes 30 --out /tmp/finder.pt``."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from vision.detect import to_batch
from vision.training.networks import FinderNet
from vision.training.photos import load_photos, shared_vision
from vision.training.renders import as_boxed, rendered_tables
from vision.training.scatter import scattered
from vision.training.schedule import train_for
from vision.training.sources import Sources, load_sources
from vision.training.split import Slice
from vision.training.targets import Lesson, Targets, targets_of
from vision.training.windows import BoxedPicture, boxed_picture, window

BATCH = 12


class Lessons:
    """Draws lessons from photographs, from strewn real faces and from renders."""

    def __init__(self, sources: Sources, pictures: list[BoxedPicture], renders: list[BoxedPicture]) -> None:
        self._sources = sources
        self._pictures = pictures
        self._renders = renders

    def draw(self, rng: np.random.Generator) -> Lesson:
        """Return one lesson."""
        chance = rng.random()
        if self._renders and chance < 0.45:
            return window(rng, self._renders[int(rng.integers(len(self._renders)))])
        if chance < 0.72:
            return window(rng, self._pictures[int(rng.integers(len(self._pictures)))])
        return scattered(rng, self._sources.bank.draw, self._sources.backgrounds)


def loss_of(maps: Any, targets: list[Targets]) -> Any:
    """Return the loss of the network's maps (N, 8, H, W)."""
    heat = torch.from_numpy(np.stack([target.heat for target in targets]))
    weight = torch.from_numpy(np.stack([target.weight for target in targets]))
    rows = np.concatenate([np.column_stack([np.full(len(t.cells), i), t.cells]) for i, t in enumerate(targets)])
    at = torch.from_numpy(rows)
    outlined = maps[at[:, 0], :, at[:, 1], at[:, 2]]
    return _heat_loss(maps[:, 0], heat, weight) + _outline_loss(outlined, targets)


def _heat_loss(logits: Any, heat: Any, weight: Any) -> Any:
    chance = logits.sigmoid().clamp(1e-5, 1 - 1e-5)
    middle = (heat > 0.999).float()
    found = middle * (1 - chance) ** 2 * chance.log()
    clear = (1 - middle) * (1 - heat) ** 4 * chance**2 * (1 - chance).log()
    return -((found + clear) * weight).sum() / middle.sum().clamp(min=1)


def _outline_loss(outlined: Any, targets: list[Targets]) -> Any:
    offsets, shapes, hulls = (
        torch.from_numpy(np.concatenate([getattr(target, name) for target in targets]))
        for name in ("offsets", "shapes", "hulls")
    )
    exact = torch.from_numpy(np.concatenate([target.exact for target in targets])).float()[:, None]
    offset_loss = nn.functional.smooth_l1_loss(outlined[:, 1:3], offsets, beta=0.2)
    size_loss = (
        nn.functional.smooth_l1_loss(outlined[:, 3:6], shapes[:, :3], reduction="none", beta=0.05) * exact
    ).mean()
    spin_loss = (
        nn.functional.smooth_l1_loss(outlined[:, 6:8], shapes[:, 3:], reduction="none", beta=0.2) * exact
    ).mean()
    angle = torch.atan2(outlined[:, 7], outlined[:, 6] + 1e-6) / 4
    cos, sin = angle.cos(), angle.sin()
    xx, xy, yy = outlined[:, 3], outlined[:, 4], outlined[:, 5]
    wide = (xx * cos + xy * sin).abs() + (xy * cos - xx * sin).abs()
    high = (xy * cos + yy * sin).abs() + (yy * cos - xy * sin).abs()
    hull_loss = (
        nn.functional.smooth_l1_loss(torch.stack([wide, high], 1), hulls, reduction="none", beta=0.05) * (1 - exact)
    ).mean()
    return offset_loss + 3.0 * size_loss + spin_loss + 2.0 * hull_loss


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--peak", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--tables", type=int, default=200, help="how many rendered tables to learn from, 0 for none")
    parser.add_argument("--table-seed", type=int, default=1)
    parser.add_argument("--store", type=Path, help="folder that keeps rendered tables for the next run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args(arguments)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    cv2.setNumThreads(1)
    os.nice(5)
    renders: list[BoxedPicture] = []
    if args.tables > 0:
        renders = [as_boxed(table) for table in rendered_tables(args.tables, seed=args.table_seed, store=args.store)]
    photos = [photo for photo in load_photos(shared_vision()) if photo.slice is Slice.TRAIN]
    pictures = [picture for photo in photos if (picture := boxed_picture(photo)) is not None]
    lessons = Lessons(load_sources(shared_vision()), pictures, renders)
    rng = np.random.default_rng(args.seed)

    def step_loss(net: Any) -> Any:
        drawn = [lessons.draw(rng) for _ in range(BATCH)]
        inputs = torch.from_numpy(to_batch(np.stack([lesson.image for lesson in drawn])))
        return loss_of(net(inputs), [targets_of(lesson) for lesson in drawn])

    net = FinderNet()
    if args.start is not None:
        net.load_state_dict(torch.load(args.start, weights_only=True))
    average = train_for(
        net,
        step_loss,
        minutes=args.minutes,
        peak=args.peak,
        on_part=lambda _, part: torch.save(part.state_dict(), args.out),
    )
    torch.save(average.state_dict(), args.out)


if __name__ == "__main__":
    main()
