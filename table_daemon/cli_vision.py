"""``queyan read`` and ``queyan classify``: what photographs show, a line each. The seeing is done in ``vision``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from table_daemon.cli_enroll import enroll

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from pydantic import JsonValue

    from vision.classify import Naming, TileNamer
    from vision.pipeline import PhotoReading
    from vision.runtime import Network

BATCH = 64
"""Single faces in memory at a time."""

_JSON_HELP = "Answer with one JSON object a picture."
_CALIBRATION_HELP = "Where the table lies in the pictures, for the dice; unset: it is looked for."
_THREADS_HELP = "Threads for the networks."
_TILE_SET_HELP = "This table's own tiles, a file made by queyan enroll."


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command()(read)
    app.command()(classify)
    app.command()(enroll)


def read(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Photographs of a table.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help=_JSON_HELP)] = False,
    tile_set: Annotated[Path | None, typer.Option("--tile-set", help=_TILE_SET_HELP)] = None,
    calibration: Annotated[Path | None, typer.Option("--calibration", help=_CALIBRATION_HELP)] = None,
    threads: Annotated[int, typer.Option(min=1, help=_THREADS_HELP)] = 1,
) -> None:
    """Find and name the tiles in photographs, and read the dice; no calibration is needed."""
    from vision.detect import TileFinder  # noqa: PLC0415 -- OpenCV and the runtime load only for this command
    from vision.dice import DICE  # noqa: PLC0415 -- same
    from vision.errors import VisionError  # noqa: PLC0415 -- same
    from vision.pictures import load_picture  # noqa: PLC0415 -- same
    from vision.pipeline import PhotoReader  # noqa: PLC0415 -- same
    from vision.runtime import MODELS, Network  # noqa: PLC0415 -- same

    reader = PhotoReader(TileFinder.load(threads=threads), _namer(tile_set, threads=threads, as_json=as_json))
    network = Network(MODELS / DICE, threads=threads)
    failed = False
    for path in images:
        try:
            image = load_picture(path)
            dice = _dice(image, network, calibration)
        except VisionError as error:
            failed = True
            _tell({"image": str(path), "error": str(error)}, _about(path, str(error)), as_json=as_json, to_stderr=True)
            continue
        reading = replace(reader.read(image), dice=dice)
        height, width = image.shape[:2]
        answer = _reading_line(str(path), (width, height), reading)
        _tell(answer, _reading_text(str(path), reading), as_json=as_json)
    if failed:
        raise typer.Exit(1)


def _dice(image: NDArray[uint8], network: Network, calibration: Path | None) -> tuple[int, ...] | None:
    """Return what the dice surely show. Raises CalibrationError for a calibration that does not serve."""
    from vision.calibration.store import load_calibration  # noqa: PLC0415 -- OpenCV loads only for this command
    from vision.photo_dice import USUAL_SIDE_MM, dice_of_photo  # noqa: PLC0415 -- same

    if calibration is None:
        return dice_of_photo(image, network)
    size_px = (image.shape[1], image.shape[0])
    stored = load_calibration(calibration, size_px=size_px, table_side_mm=USUAL_SIDE_MM)
    return dice_of_photo(image, network, camera=stored.camera)


def classify(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE_OR_DIR...", help="Pictures of single tile faces.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help=_JSON_HELP)] = False,
    tile_set: Annotated[Path | None, typer.Option("--tile-set", help=_TILE_SET_HELP)] = None,
    threads: Annotated[int, typer.Option(min=1, help=_THREADS_HELP)] = 1,
) -> None:
    """Name single tile faces, whichever way up; a folder stands for all pictures below it."""
    from vision.errors import VisionError  # noqa: PLC0415 -- OpenCV and the runtime load only for this command

    namer = _namer(tile_set, threads=threads, as_json=as_json)
    failed = False
    for path in paths:
        try:
            for batch in _batches(path):
                failed |= _classify_batch(batch, namer, as_json=as_json)
        except VisionError as error:
            failed = True
            _tell({"image": str(path), "error": str(error)}, str(error), as_json=as_json, to_stderr=True)
    if failed:
        raise typer.Exit(1)


def _namer(path: Path | None, *, threads: int, as_json: bool) -> TileNamer:
    """Return the namer, adapted to the tile set in a file; a file that is none ends the command."""
    from vision.classify import TileNamer  # noqa: PLC0415 -- OpenCV and the runtime load only for this command
    from vision.errors import TileSetError  # noqa: PLC0415 -- same
    from vision.thresholds import LOOK_AGAIN_BELOW  # noqa: PLC0415 -- same
    from vision.tile_set import TileSet  # noqa: PLC0415 -- same

    try:
        tile_set = None if path is None else TileSet.load(path)
        return TileNamer.load(threads=threads, tile_set=tile_set, again_below=LOOK_AGAIN_BELOW)
    except TileSetError as error:
        _tell({"tile_set": str(path), "error": str(error)}, str(error), as_json=as_json, to_stderr=True)
        raise typer.Exit(1) from error


def _batches(path: Path) -> Iterator[list[Path]]:
    """Yield a folder's pictures, or the one picture, a batch at a time.

    Raises UnreadableImageError when there is none or the folder may not be looked into.
    """
    from vision.errors import UnreadableImageError  # noqa: PLC0415 -- same as above
    from vision.pictures import each_picture  # noqa: PLC0415 -- same

    found = each_picture(path)
    batch = list(islice(found, BATCH))
    if not batch:
        raise UnreadableImageError(f"{path} holds no picture; give a folder of JPEG, PNG, WebP, BMP or TIFF files")
    while batch:
        yield batch
        batch = list(islice(found, BATCH))


def _classify_batch(paths: Sequence[Path], namer: TileNamer, *, as_json: bool) -> bool:
    """Name one batch and print it in order; return whether a file could not be read."""
    from vision.classify import to_square  # noqa: PLC0415 -- OpenCV and the runtime load only for this command
    from vision.errors import VisionError  # noqa: PLC0415 -- same
    from vision.pictures import load_picture  # noqa: PLC0415 -- same

    squares, errors = [], {}
    for path in paths:
        try:
            squares.append(to_square(load_picture(path)))
        except VisionError as error:
            errors[path] = str(error)
    namings = iter(namer.name(squares, all_turns=True))
    for path in paths:
        if path in errors:
            line: dict[str, JsonValue] = {"image": str(path), "error": errors[path]}
            _tell(line, _about(path, errors[path]), as_json=as_json, to_stderr=True)
        else:
            naming = next(namings)
            _tell(_naming_line(str(path), naming), _naming_text(str(path), naming), as_json=as_json)
    return bool(errors)


def _about(path: Path, error: str) -> str:
    """Return an error with its picture's name, which most begin with."""
    return error if error.startswith(str(path)) else f"{path}: {error}"


def _tell(line: dict[str, JsonValue], text: str, *, as_json: bool, to_stderr: bool = False) -> None:
    """Print one picture's answer; for people an error goes to standard error."""
    if as_json:
        # A file's name may hold bytes that are no UTF-8, which JSON must be.
        typer.echo(json.dumps(line, ensure_ascii=False).encode(errors="backslashreplace").decode())
    else:
        typer.echo(text, err=to_stderr)


def _reading_line(image: str, size: tuple[int, int], reading: PhotoReading) -> dict[str, JsonValue]:
    return {
        "image": image,
        "width": size[0],
        "height": size[1],
        "tiles": [
            {
                "class": tile.label.value,
                "confidence": round(tile.confidence, 4),
                "quad": [[round(x, 1), round(y, 1)] for x, y in tile.quad],
            }
            for tile in reading.tiles
        ],
        "dice": list(reading.dice) if reading.dice is not None else None,
        "took_ms": round(reading.took_ms, 1),
    }


def _reading_text(image: str, reading: PhotoReading) -> str:
    lines = [f"{image}: {len(reading.tiles)} tiles in {reading.took_ms:.0f} ms"]
    if reading.dice is not None:
        lines.append("  dice  " + " ".join(map(str, reading.dice)))
    lines += [f"  {text}" for text in _tile_texts(reading)]
    return "\n".join(lines)


def _tile_texts(reading: PhotoReading) -> Iterator[str]:
    for tile in reading.tiles:
        x, y = (sum(corner[axis] for corner in tile.quad) / 4 for axis in (0, 1))
        doubt = "" if tile.confidence >= 0.9 else f", or {tile.second} {tile.second_confidence:.0%}"
        yield f"{tile.label:5} {tile.confidence:4.0%} at ({x:.0f}, {y:.0f}){doubt}"


def _naming_line(image: str, naming: Naming) -> dict[str, JsonValue]:
    return {
        "image": image,
        "class": naming.label.value,
        "confidence": round(naming.confidence, 4),
        "second": naming.second.value,
        "second_confidence": round(naming.second_confidence, 4),
    }


def _naming_text(image: str, naming: Naming) -> str:
    doubt = "" if naming.confidence >= 0.9 else f", or {naming.second} {naming.second_confidence:.0%}"
    return f"{image}: {naming.label} {naming.confidence:.0%}{doubt}"
