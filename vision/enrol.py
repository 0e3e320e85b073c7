"""Enrols a table's own tile set: from a folder of faces by class, or from one photograph of all faces laid in rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.classify import TileNamer, cut_straight, to_square
from vision.clear_faces import refuse_unclear
from vision.errors import TileSetError, VisionError
from vision.labels import FACES, Label
from vision.laid_out import PLACES, in_rows
from vision.pictures import load_picture, pictures_under
from vision.pipeline import PhotoReader, Quad, ReadTile
from vision.tile_set import FacePicture, HardPair, Pixels, TileSet, in_order
from vision.words import label_zh

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
    exchanged: tuple[Label, ...] = ()
    """Faces each of which surely looks like the next one, the last like the first: their tiles changed places."""


def enrolled_from_folder(folder: Path, namer: TileNamer) -> Enrolment:
    """Return the tile set of ``folder``/<class>/<picture>, any number of each. Raises TileSetError."""
    pictures = []
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
    contradicted = _contradicted([picture for picture, _ in pictures], namer)
    doubts = tuple(
        f"{picture.label.value}/{name} looks like {contradicted[place].value}, not {picture.label.value}"
        for place, (picture, name) in enumerate(pictures)
        if place in contradicted
    )
    # A face of which one picture is right is not taken for another, whatever its other pictures show.
    held = {picture.label for place, (picture, _) in enumerate(pictures) if place not in contradicted}
    seen = {pictures[place][0].label: label for place, label in contradicted.items()}
    exchanged = _exchanged({label: other for label, other in seen.items() if label not in held})
    return Enrolment(_finished(folder.name, [picture for picture, _ in pictures], namer), doubts, exchanged=exchanged)


def enrolled_from_layout(image: Pixels, name: str, namer: TileNamer, reader: PhotoReader) -> Enrolment:
    """Return the tile set that one photograph of the guided layout shows. Raises TileSetError where it does not fit."""
    return enrolled_from_tiles(image, reader.read(image).tiles, name, namer)


def enrolled_from_tiles(image: Pixels, tiles: Sequence[ReadTile], name: str, namer: TileNamer) -> Enrolment:
    """Return the tile set of a layout whose tiles have been found.

    Raises TileSetError where it does not fit or does not show the faces clearly.
    """
    refuse_unclear([_cut(image, tile) for tile in tiles])
    laid = [
        (tile, label)
        for row, labels in zip(in_rows(tiles), PLACES, strict=True)
        for tile, label in zip(row, labels, strict=True)
    ]
    pictures = [FacePicture(label, _cut(image, tile)) for tile, label in laid]
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
    exchanged = _exchanged({face.label: face.seen for face in faces if not face.agrees})
    return Enrolment(_finished(name, pictures, namer), doubts, faces, exchanged)


def _cut(image: Pixels, tile: ReadTile) -> Pixels:
    return cut_straight(image, np.array(tile.quad, np.float64))


def _place(label: Label) -> str:
    row, place = divmod(FACES.index(label), 9)
    return f"row {row + 1}, place {place + 1}"


def joined_sets(enrolments: Sequence[Enrolment], namer: TileNamer, *, name: str) -> TileSet:
    """Return one tile set of several enrolments of the same tiles.

    Raises TileSetError where tiles changed places: such a set would be surely wrong about them ever after.
    """
    for one in enrolments:
        if one.exchanged:
            raise _changed_places(one.exchanged)
    return _finished(name, [picture for one in enrolments for picture in one.tile_set.pictures], namer)


def _changed_places(faces: Sequence[Label]) -> TileSetError:
    pairs = list(zip(faces, [*faces[1:], faces[0]], strict=True))
    shown = ", ".join(f"{other.value} is in the place of {label.value}" for label, other in pairs)
    shown_zh = "，".join(f"{label_zh(label)}的位置放的是{label_zh(other)}" for label, other in pairs)
    return TileSetError(
        f"tiles changed places: {shown}; put them right and take the picture again",
        zh=f"有牌放错了位置：{shown_zh}；摆对以后再拍一次",
    )


def _exchanged(seen: Mapping[Label, Label]) -> tuple[Label, ...]:
    """Return the faces of a ring in which each is seen as the next one, if there is one."""
    for start in seen:
        ring = [start]
        while (other := seen.get(ring[-1])) is not None and other not in ring:
            ring.append(other)
        if other == start:
            return tuple(ring)
    return ()


def _contradicted(pictures: Sequence[FacePicture], namer: TileNamer) -> dict[int, Label]:
    """Return what pictures surely show that is not the face they are given for, by their place."""
    namings = namer.name([picture.square for picture in pictures], all_turns=True)
    return {
        place: naming.label
        for place, (picture, naming) in enumerate(zip(pictures, namings, strict=True))
        if naming.label is not picture.label and naming.confidence >= SURE
    }


def _finished(name: str, pictures: Sequence[FacePicture], namer: TileNamer) -> TileSet:
    kept = in_order(pictures)
    return replace(TileSet(name, kept), hard_pairs=_hard_pairs(kept, namer))


def _hard_pairs(pictures: Sequence[FacePicture], namer: TileNamer) -> tuple[HardPair, ...]:
    pairs: dict[tuple[Label, Label], float] = namer.prototypes(pictures).pairs()
    hard = [HardPair(a, b, likeness) for (a, b), likeness in pairs.items() if likeness >= HARD_LIKENESS]
    return tuple(sorted(hard, key=lambda pair: -pair.likeness)[:MOST_PAIRS])
