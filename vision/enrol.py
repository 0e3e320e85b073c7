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
from vision.pipeline import PhotoReader, Quad, ReadTile
from vision.tile_set import FacePicture, HardPair, Pixels, TileSet, in_order

HARD_LIKENESS = 0.8
"""Faces whose nearest pictures are more alike than this are told as hard to tell apart ..."""
MOST_PAIRS = 10
"""... the worst of them."""
SURE = 0.9
MOST_CONTRADICTIONS = 8
"""When so many places of a layout surely show another face than belongs there, the layout is another."""


@dataclass(frozen=True, slots=True)
class LaidFace:
    """One place of a photographed layout: the face that belongs there and what it looks like."""

    label: Label
    seen: Label
    confidence: float
    quad: Quad

    @property
    def agrees(self) -> bool:
        """Whether it may well be the face that belongs there."""
        return self.seen is self.label or self.confidence < SURE


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A tile set and what is to be told about it."""

    tile_set: TileSet
    doubts: tuple[str, ...]
    """Pictures that look like another face than they are enrolled as."""
    faces: tuple[LaidFace, ...] = ()
    """Of a layout: every place, row by row."""


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
    return enrolled_from_tiles(image, reader.read(image).tiles, name, namer)


def enrolled_from_tiles(image: Pixels, tiles: Sequence[ReadTile], name: str, namer: TileNamer) -> Enrolment:
    """Return the tile set of a layout whose tiles have been found. Raises TileSetError where it does not fit."""
    laid = [
        (tile, label)
        for row, labels in zip(in_rows(tiles), PLACES, strict=True)
        for tile, label in zip(row, labels, strict=True)
    ]
    pictures = [FacePicture(label, cut_straight(image, np.array(tile.quad, np.float64))) for tile, label in laid]
    namings = namer.name([picture.square for picture in pictures], all_turns=True)
    faces = tuple(
        LaidFace(label, naming.label, naming.confidence, tile.quad)
        for (tile, label), naming in zip(laid, namings, strict=True)
    )
    doubts = tuple(
        f"{_place(face.label)} looks like {face.seen.value}, not {face.label.value}"
        for face in faces
        if not face.agrees
    )
    if len(doubts) > MOST_CONTRADICTIONS:
        raise TileSetError(
            f"{len(doubts)} of 34 tiles look like other faces than belong there ({doubts[0]}); "
            "lay 1-9万, 1-9饼, 1-9条 and 东南西北白发中 in four rows, all one way up, and take the photo again",
            zh=f"34 张里有 {len(doubts)} 张不像该放在那里的牌：第一行一万到九万，第二行一饼到九饼，第三行一条到九条，"
            "第四行东南西北白发中，都朝同一个方向，再拍一次",
        )
    return Enrolment(_finished(name, pictures, namer), doubts, faces)


def _place(label: Label) -> str:
    row, place = divmod(FACES.index(label), 9)
    return f"row {row + 1}, place {place + 1}"


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
