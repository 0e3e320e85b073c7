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
from vision.runtime import Network
from vision.training.networks import FinderNet, settle_norms, unfold
from vision.training.photos import load_photos, shared_vision
from vision.training.renders import as_boxed, rendered_tables
from vision.training.scatter import scattered
from vision.training.schedule import train_for
from vision.training.sources import Sources, load_sources
from vision.training.split import Slice
from vision.training.targets import Lesson, Targets, targets_of, turned
from vision.training.windows import BoxedPicture, boxed_picture, window

BATCH = 12
FRESH = 4
"""New lessons in a batch."""
KEPT = 240
"""Lessons come back from so many."""
SURELY_NOTHING = -6.0
"""A teacher's logits below this all say the same."""
SEEN = 0.1
"""Where a teacher is as sure as this, its outlines are learnt too."""


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


class Replay:
    """Shows each lesson again, at other turns: making one costs nearly as much as learning from it."""

    def __init__(self, lessons: Lessons, rng: np.random.Generator) -> None:
        self._lessons = lessons
        self._rng = rng
        self._kept: list[Lesson] = []

    def next(self) -> list[Lesson]:
        """Return a batch: a third of it new, as soon as there is enough to come back to."""
        fresh = [self._lessons.draw(self._rng) for _ in range(FRESH if len(self._kept) >= KEPT else BATCH)]
        places = self._rng.permutation(len(self._kept))[: BATCH - len(fresh)]
        again = [turned(self._kept[int(place)], int(self._rng.integers(1, 4))) for place in places]
        self._kept = (self._kept + fresh)[-KEPT:]
        return fresh + again


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


def taught(maps: Any, shown: Any) -> Any:
    """Return how far the maps lie from a teacher's: everywhere its centres, where it sees a tile the outline too."""
    heat_loss = nn.functional.smooth_l1_loss(
        maps[:, 0].clamp(min=SURELY_NOTHING), shown[:, 0].clamp(min=SURELY_NOTHING), reduction="none"
    )
    near = (shown[:, 0].sigmoid() > SEEN).float()
    outline_loss = nn.functional.smooth_l1_loss(maps[:, 1:], shown[:, 1:], reduction="none", beta=0.05)
    weights = torch.tensor([1.0, 1.0, 3.0, 3.0, 3.0, 1.0, 1.0])[None, :, None, None]
    told = near.sum().clamp(min=1)
    outline_loss = (outline_loss * weights * near[:, None]).sum() / told / 3
    return (heat_loss * (1 + 9 * near)).sum() / (10 * told) + outline_loss


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and save."""
    args = _parsed(arguments)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    cv2.setNumThreads(1)
    os.nice(5)
    lessons = _lessons(args)
    rng = np.random.default_rng(args.seed)
    replay = Replay(lessons, rng)
    teacher = None if args.teacher is None else Network(args.teacher, threads=args.threads)

    def step_loss(net: Any) -> Any:
        drawn = replay.next()
        batch = to_batch(np.stack([lesson.image for lesson in drawn]))
        maps = net(torch.from_numpy(batch).contiguous(memory_format=torch.channels_last))
        loss = loss_of(maps, [targets_of(lesson) for lesson in drawn])
        return loss if teacher is None else loss + taught(maps, torch.from_numpy(teacher.run(batch)[0]))

    net = FinderNet()
    if args.start is not None and args.start.suffix == ".onnx":
        unfold(net, args.start)
        first = to_batch(np.stack([lessons.draw(rng).image for _ in range(4 * BATCH)]))
        settle_norms(net, torch.from_numpy(first))
    elif args.start is not None:
        net.load_state_dict(torch.load(args.start, weights_only=True))
    average = train_for(
        net.to(memory_format=torch.channels_last),
        step_loss,
        minutes=args.minutes,
        peak=args.peak,
        on_part=lambda _, part: torch.save(part.state_dict(), args.out),
    )
    torch.save(average.state_dict(), args.out)


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to go on from, a .pt or the exported .onnx")
    parser.add_argument("--teacher", type=Path, help="an exported finder, of any shape, to learn from as well")
    parser.add_argument("--peak", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--tables", type=int, default=200, help="how many rendered tables to learn from, 0 for none")
    parser.add_argument("--table-seed", type=int, default=1)
    parser.add_argument("--store", type=Path, help="folder that keeps rendered tables for the next run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args(arguments)


def _lessons(args: argparse.Namespace) -> Lessons:
    """Return every source that was asked for."""
    renders: list[BoxedPicture] = []
    if args.tables > 0:
        renders = [as_boxed(table) for table in rendered_tables(args.tables, seed=args.table_seed, store=args.store)]
    photos = [photo for photo in load_photos(shared_vision()) if photo.slice is Slice.TRAIN]
    pictures = [picture for photo in photos if (picture := boxed_picture(photo)) is not None]
    return Lessons(load_sources(shared_vision()), pictures, renders)


if __name__ == "__main__":
    main()
