"""``queyan enroll``: this table's own tile set from pictures of its faces. The enrolling is done in ``vision``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pydantic import JsonValue

    from vision.classify import TileNamer
    from vision.enrol import Enrolment
    from vision.tile_set import TileSet


def enroll(
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="DIR_OR_PHOTO...",
            help="Folders DIR/<class>/*.jpg (1m … 9m, 1p … 9p, 1s … 9s, 1z … 7z), or photos of all 34 faces laid in "
            "four rows: 1-9万, 1-9饼, 1-9条, 东南西北白发中, all one way up.",
        ),
    ],
    *,
    out: Annotated[Path, typer.Option("--out", help="The tile set's file to write.")],
    name: Annotated[str, typer.Option(help="What to call the set; else the first source's name.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
    threads: Annotated[int, typer.Option(min=1, help="Threads for the networks.")] = 1,
) -> None:
    """Learn this table's own tiles from one to three pictures a face, for --tile-set."""
    from vision.classify import TileNamer  # noqa: PLC0415 -- OpenCV and the runtime load only for this command
    from vision.enrol import joined_sets  # noqa: PLC0415 -- same
    from vision.errors import VisionError  # noqa: PLC0415 -- same
    from vision.whole_file import refuse_unwritable  # noqa: PLC0415 -- same

    try:
        refuse_unwritable(out)
        namer = TileNamer.load(threads=threads)
        enrolments = [_enrolled(source, namer, threads=threads) for source in sources]
        tile_set = joined_sets(enrolments, namer, name=name or sources[0].stem)
        tile_set.save(out)
    except (VisionError, OSError) as error:
        typer.echo(json.dumps({"error": str(error)}, ensure_ascii=False) if as_json else str(error), err=not as_json)
        raise typer.Exit(1) from error
    doubts = [doubt for one in enrolments for doubt in one.doubts]
    typer.echo(
        json.dumps(_record(tile_set, doubts, out), ensure_ascii=False) if as_json else _text(tile_set, doubts, out)
    )


def _enrolled(source: Path, namer: TileNamer, *, threads: int) -> Enrolment:
    from vision.detect import TileFinder  # noqa: PLC0415 -- OpenCV and the runtime load only for this command
    from vision.enrol import enrolled_from_folder, enrolled_from_layout  # noqa: PLC0415 -- same
    from vision.pictures import load_picture  # noqa: PLC0415 -- same
    from vision.pipeline import PhotoReader  # noqa: PLC0415 -- same

    if source.is_dir():
        return enrolled_from_folder(source, namer)
    image = load_picture(source)
    return enrolled_from_layout(image, source.stem, namer, PhotoReader(TileFinder.load(threads=threads), namer))


def _record(tile_set: TileSet, doubts: list[str], out: Path) -> dict[str, JsonValue]:
    return {
        "tile_set": str(out),
        "name": tile_set.name,
        "pictures": {label.value: count for label, count in tile_set.counts.items()},
        "missing": [label.value for label in tile_set.missing],
        "hard_pairs": [[p.first.value, p.second.value, round(p.likeness, 3)] for p in tile_set.hard_pairs],
        "doubts": list(doubts),
    }


def _text(tile_set: TileSet, doubts: list[str], out: Path) -> str:
    lines = [f"{out}: {len(tile_set.counts)} of 34 faces of {tile_set.name}, {len(tile_set.pictures)} pictures"]
    if tile_set.missing:
        lines.append("  without a picture: " + ", ".join(label.value for label in tile_set.missing))
    if tile_set.hard_pairs:
        pairs = ", ".join(f"{p.first.value}/{p.second.value} {p.likeness:.2f}" for p in tile_set.hard_pairs)
        lines.append(f"  hard to tell apart in this set: {pairs}")
    lines += [f"  check: {doubt}; if it is another tile, put it right and enrol again" for doubt in doubts]
    return "\n".join(lines)
