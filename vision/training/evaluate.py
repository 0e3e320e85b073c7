"""Measures the exported networks: ``python -m vision.training.evaluate [--readme]``."""

import argparse
import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import cv2

from vision.classify import TileNamer
from vision.detect import TileFinder
from vision.dice import DICE
from vision.pipeline import PhotoReader
from vision.runtime import GLANCE, MODELS, Network
from vision.training.confusions import write_confusions
from vision.training.measure import measure_crops, measure_photos, measure_tables
from vision.training.measure_dice import measure_dice
from vision.training.measure_glance import GlanceFigures, measure_glance
from vision.training.measure_sets import SetFigures, art_sets, joined_figures, measure_set, single_sets
from vision.training.photos import Crop, load_crops, load_photos, shared_vision
from vision.training.report import Report, written
from vision.training.split import Slice

RENDER_SEED = 90_000
SINGLES = "single_faces"
GAIN_SETS = (SINGLES, "fluffystuff_cc0", "cangjie6_ccbysa4")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print and, where asked, write the README beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--tables", type=int, default=40, help="how many rendered tables")
    parser.add_argument("--seed", type=int, default=RENDER_SEED)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", choices=["crops", "photos", "tables", "dice"])
    parser.add_argument("--dice", type=int, default=2500, help="how many rendered windows over dice")
    parser.add_argument(
        "--blind",
        action="append",
        default=[],
        metavar="DIR:NAME,NAME",
        help="models of a run that left these out (art folders, single_faces), to measure them as strangers",
    )
    parser.add_argument(
        "--gain",
        metavar="DIR:DIR",
        help="models of two like runs that left single_faces and the art out, without and with anything drawn",
    )
    parser.add_argument("--readme", action="store_true", help="write the report to README.md beside the weights")
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    report = measured(args.models, only=args.only, tables=args.tables, seed=args.seed, threads=args.threads)
    if args.only in {None, "dice"}:
        report.dice = measure_dice(args.dice, Network(args.models / DICE, threads=args.threads))
    for blind in args.blind:
        folder, _, names = blind.rpartition(":")
        report.strangers += strangers(Path(folder), names.split(","))
    if args.gain is not None:
        report.gain = [(name, strangers(Path(folder), GAIN_SETS)) for name, folder in _halves(args.gain)]
    text = written(report, args.models)
    print(text)
    print("worst photographs:", report.photos.worst[:12])
    print("\n".join(report.tables.faults[:60]))
    if args.readme:
        (args.models / "README.md").write_text(text, encoding="utf-8")
        if report.strangers:
            write_confusions(args.models / "confusions.png", report.all_confusions)


def measured(models: Path, *, only: str | None, tables: int, seed: int, threads: int) -> Report:
    """Return the figures, or with ``only`` a part of them."""
    namer, finder = TileNamer.load(models, threads=threads), TileFinder.load(models, threads=threads)
    held_out = [crop for crop in load_crops(shared_vision()) if crop.slice is Slice.HELD_OUT]
    crops = held_out if only in {None, "crops"} else []
    photos = load_photos(shared_vision()) if only in {None, "photos"} else []
    count = tables if only in {None, "tables"} else 0
    return Report(
        date=dt.datetime.now(tz=dt.UTC).date().isoformat(),
        crops=measure_crops(crops, namer, all_turns=True),
        turned_crops=measure_crops(crops, namer, turns=range(4)),
        photos=measure_photos([p for p in photos if p.slice is Slice.HELD_OUT], PhotoReader(finder, namer)),
        tables=measure_tables(count, finder, namer, seed=seed),
        table_count=count,
        render_seed=seed,
        glance=_glance(models, crops, namer, threads=threads),
    )


def _glance(models: Path, crops: Sequence[Crop], namer: TileNamer, *, threads: int) -> GlanceFigures:
    if not crops or not (models / GLANCE).is_file():
        return GlanceFigures()
    return measure_glance(crops, Network(models / GLANCE, threads=threads), namer)


def _halves(gain: str) -> list[tuple[str, str]]:
    without, _, drawn = gain.partition(":")
    return [("photographs alone", without), ("photographs, renders and designs", drawn)]


def strangers(models: Path, names: Sequence[str]) -> list[SetFigures]:
    """Return the figures of the sets that the weights in ``models`` never saw."""
    namer = TileNamer.load(models)
    art = [name for name in names if name != SINGLES]
    figures = [measure_set(one, namer, models, all_turns=True) for one in art_sets(shared_vision(), art)]
    if SINGLES in names:
        singles = [measure_set(one, namer, models, all_turns=True) for one in single_sets(shared_vision())]
        figures.append(joined_figures(f"{SINGLES}, {len(singles)} photographed sets", singles))
    return figures


if __name__ == "__main__":
    main()
