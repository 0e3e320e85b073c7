"""Measures the namer on tile sets that its weights never saw, plain and once they are enrolled. Prints nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from vision.classify import TileNamer, to_square
from vision.labels import Label
from vision.tile_set import FacePicture, TileSet
from vision.training.designs import art_faces
from vision.training.faces import whole
from vision.training.measure import Answers, Tally
from vision.training.photos import load_crops
from vision.training.strangers import ENROLLED_STRENGTH, STRENGTH, StrangerSet, shown

SEED = 91_000
LOOKS_A_FACE = 8
FIRST_SORTED_SINGLE = 260
SINGLES_A_SET = 42
"""Single faces from this number on lie set by set, flowers included, about so many numbers each."""


@dataclass(slots=True)
class SetFigures:
    """One set: as strangers see it, with one and with three pictures a face."""

    name: str
    plain: Answers = field(default_factory=Answers)
    one_picture: Answers = field(default_factory=Answers)
    three_pictures: Answers = field(default_factory=Answers)
    confusions: dict[tuple[Label, Label], int] = field(default_factory=dict)

    @staticmethod
    def tally(answers: Answers) -> Tally:
        """Return how many were right."""
        return Tally(sum(answers.right), len(answers.right))


def art_sets(root: Path, names: Sequence[str]) -> list[StrangerSet]:
    """Return the sets of these art folders."""
    return [StrangerSet(name, tuple(art_faces(root / "art" / name / "png"))) for name in names]


def single_sets(root: Path) -> list[StrangerSet]:
    """Return the photographed single faces that are sorted by set, one picture a face."""
    sets: dict[int, list[Path]] = {}
    labels: dict[Path, Label] = {}
    for crop in load_crops(root):
        number = int("".join(c for c in crop.path.stem if c.isdigit()))
        if crop.folder == "single_faces" and number >= FIRST_SORTED_SINGLE and crop.label is not Label.OTHER:
            sets.setdefault((number - FIRST_SORTED_SINGLE) // SINGLES_A_SET, []).append(crop.path)
            labels[crop.path] = crop.label
    return [
        StrangerSet(
            f"single faces {place}",
            tuple(whole(np.asarray(cv2.imread(str(path)), np.uint8), labels[path], 0) for path in paths),
        )
        for place, paths in sorted(sets.items())
    ]


def measure_set(one: StrangerSet, namer: TileNamer, models: Path, *, all_turns: bool) -> SetFigures:
    """Return how a set's faces are named: laid and cut at random, any turn, any light."""
    rng = np.random.default_rng(SEED)
    cuts, labels = shown(one, rng, times=LOOKS_A_FACE, strength=STRENGTH)
    figures = SetFigures(one.name)
    for pictures, answers in ((0, figures.plain), (1, figures.one_picture), (3, figures.three_pictures)):
        adapted = namer if pictures == 0 else TileNamer.load(models, tile_set=_enrolled(one, rng, pictures))
        for label, naming in zip(labels, adapted.name(list(cuts), all_turns=all_turns), strict=True):
            answers.add(naming.confidence, right=naming.label is label)
            if naming.label is not label and pictures == 0:
                pair = (label, naming.label)
                figures.confusions[pair] = figures.confusions.get(pair, 0) + 1
    return figures


def _enrolled(one: StrangerSet, rng: np.random.Generator, pictures: int) -> TileSet:
    """Return the set enrolled from other cuts than those to be named."""
    cuts, labels = shown(replace(one), rng, times=pictures, strength=ENROLLED_STRENGTH)
    return TileSet(one.name, tuple(FacePicture(label, to_square(cut)) for cut, label in zip(cuts, labels, strict=True)))


def joined_figures(name: str, parts: Sequence[SetFigures]) -> SetFigures:
    """Return the figures of several sets as one."""
    whole_figures = SetFigures(name)
    for part in parts:
        for mine, theirs in (
            (whole_figures.plain, part.plain),
            (whole_figures.one_picture, part.one_picture),
            (whole_figures.three_pictures, part.three_pictures),
        ):
            mine.confidences += theirs.confidences
            mine.right += theirs.right
        for pair, count in part.confusions.items():
            whole_figures.confusions[pair] = whole_figures.confusions.get(pair, 0) + count
    return whole_figures
