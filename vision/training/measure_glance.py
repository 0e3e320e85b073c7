"""Measures what the small network that looks at a table first spares, and what that costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.classify import TileNamer, glanced, is_plain, to_square
from vision.detect import Pixels
from vision.labels import Label
from vision.runtime import Network
from vision.training.measure import Answers, Tally
from vision.training.photos import Crop


@dataclass(slots=True)
class GlanceFigures:
    """Naming by one look each."""

    plain: Tally = field(default_factory=Tally)
    """Faces for which the small network's word stands."""
    right: Tally = field(default_factory=Tally)
    answers: Answers = field(default_factory=Answers)
    """Of both networks together."""
    alone: Tally = field(default_factory=Tally)
    """Named right by the large network alone."""


def measure_glance(crops: Sequence[Crop], glance: Network, namer: TileNamer) -> GlanceFigures:
    """Return how the crops, each at its four turns, are named as on a table."""
    figures = GlanceFigures()
    for start in range(0, len(crops), 64):
        squares, labels = zip(*_turned(crops[start : start + 64]), strict=True)
        add_named(figures, np.stack(squares), labels, glance=glance, namer=namer)
    return figures


def add_named(
    figures: GlanceFigures, squares: Pixels, labels: Sequence[Label], *, glance: Network, namer: TileNamer
) -> None:
    """Count how squares (N, 64, 64, 3) of these labels are named."""
    for label, quick, slow in zip(labels, glanced(squares, glance), namer.name(list(squares)), strict=True):
        naming = quick if is_plain(quick) else slow
        figures.plain.add(right=is_plain(quick))
        figures.right.add(right=naming.label is label)
        figures.answers.add(naming.confidence, right=naming.label is label)
        figures.alone.add(right=slow.label is label)


def _turned(crops: Sequence[Crop]) -> Iterator[tuple[Pixels, Label]]:
    for crop in crops:
        square = to_square(np.asarray(cv2.imread(str(crop.path)), np.uint8))
        for quarters in range(4):
            yield np.ascontiguousarray(np.rot90(square, quarters)), crop.label
