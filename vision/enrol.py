"""Enrols a table's own tile set: from a folder of faces by class, or from one photograph of all faces laid in rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.classify import TileNamer, cut_straight, to_square
from vision.errors import TileSetError, VisionError
from vision.labels import FACES, Label
from vision.laid_out import PLACES, in_rows
from vision.pictures import load_picture, pictures_under
from vision.pipeline import PhotoReader
from vision.tile_set import FacePicture, HardPair, Pixels, TileSet, in_order

HARD_LIKENESS = 0.8
"""Faces whose nearest pictures are more alike than this are told as hard to tell apart ..."""
MOST_PAIRS = 10
"""... the worst of them."""
SURE = 0.9
MOST_CONTRADICTIONS = 8
"""When so many places of a layout surely show another face than belongs there, the layout is another."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A tile set and what is to be told about it."""

    tile_set: TileSet
    doubts: tuple[str, ...]
    """Pictures that look like another face than they are enrolled as."""


def enrolled_from_folder(folder: Path, namer: TileNamer) -> Enrolment:
    """Return the tile set of ``folder``/<class>/<picture>, any number of each. Raises TileSetError."""
    pictures, doubts = [], []
    for label in FACES:
        paths = pictures_under(folder / label.value) if (folder / label.value).is_dir() else []
        for path in paths:
            try:
                pictures.append((FacePicture(label, to_square(load_picture(path))), path.name))
            except VisionError as error:
                raise TileSetError(f"{error}; replace the picture or take it away") from error
    if not pictures:
        classes = ", ".join(label.value for label in (*FACES[:2], FACES[-1]))
        raise TileSetError(f"{folder} holds no face; put pictures into folders named by class ({classes} …)")
    doubts = _doubts([(picture, f"{picture.label.value}/{name}") for picture, name in pictures], namer)
    return Enrolment(_finished(folder.name, [picture for picture, _ in pictures], namer), tuple(doubts))


def enrolled_from_layout(image: Pixels, name: str, namer: TileNamer, reader: PhotoReader) -> Enrolment:
    """Return the tile set that one photograph of the guided layout shows. Raises TileSetError where it does not fit."""
    rows = in_rows(reader.read(image).tiles)
    pictures = []
    for row, labels in zip(rows, PLACES, strict=True):
        for place, (tile, label) in enumerate(zip(row, labels, strict=True), 1):
            square = cut_straight(image, np.array(tile.quad, np.float64))
            where = f"row {PLACES.index(labels) + 1}, place {place}"
            pictures.append((FacePicture(label, square), where))
    doubts = _doubts(pictures, namer)
    if len(doubts) > MOST_CONTRADICTIONS:
        raise TileSetError(
            f"{len(doubts)} of 34 tiles look like other faces than belong there ({doubts[0]}); "
            "lay 1-9万, 1-9饼, 1-9条 and 东南西北白发中 in four rows, all one way up, and take the photo again"
        )
    return Enrolment(_finished(name, [picture for picture, _ in pictures], namer), tuple(doubts))


def joined_sets(sets: Sequence[TileSet], namer: TileNamer, *, name: str) -> TileSet:
    """Return one tile set of several enrolments of the same tiles."""
    return _finished(name, [picture for one in sets for picture in one.pictures], namer)


def _doubts(pictures: Sequence[tuple[FacePicture, str]], namer: TileNamer) -> list[str]:
    namings = namer.name([picture.square for picture, _ in pictures], all_turns=True)
    return [
        f"{where} looks like {naming.label.value}, not {picture.label.value}"
        for (picture, where), naming in zip(pictures, namings, strict=True)
        if naming.label is not picture.label and naming.confidence >= SURE
    ]


def _finished(name: str, pictures: Sequence[FacePicture], namer: TileNamer) -> TileSet:
    kept = in_order(pictures)
    return replace(TileSet(name, kept), hard_pairs=_hard_pairs(kept, namer))


def _hard_pairs(pictures: Sequence[FacePicture], namer: TileNamer) -> tuple[HardPair, ...]:
    pairs: dict[tuple[Label, Label], float] = namer.prototypes(pictures).pairs()
    hard = [HardPair(a, b, likeness) for (a, b), likeness in pairs.items() if likeness >= HARD_LIKENESS]
    return tuple(sorted(hard, key=lambda pair: -pair.likeness)[:MOST_PAIRS])
