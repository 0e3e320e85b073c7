"""Lying tiles gathered into rows of touching neighbours, each in reading order for the player they lie before."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

from table_daemon.fusion.seats import to_local
from vision.labels import Label
from vision.observation import SeenTile


@dataclass(frozen=True, slots=True)
class Row:
    """Touching tiles, left to right as their player sees them."""

    tiles: tuple[SeenTile, ...]


def rows(tiles: Iterable[SeenTile], *, seat: int, reach_mm: float) -> tuple[Row, ...]:
    """Gather tiles whose middles are at most ``reach_mm`` apart into rows, left-most row first."""
    left = sorted(tiles, key=lambda t: to_local(seat, t.centre_mm).u)
    found: list[list[SeenTile]] = []
    for tile in left:
        near = [row for row in found if any(_gap(tile, other) <= reach_mm for other in row)]
        merged = [tile]
        for row in near:
            merged = row + merged
            found.remove(row)
        found.append(merged)
    ordered = [sorted(row, key=lambda t: to_local(seat, t.centre_mm).u) for row in found]
    ordered.sort(key=lambda row: to_local(seat, row[0].centre_mm).u)
    return tuple(Row(tuple(row)) for row in ordered)


def runs(row: Row) -> tuple[tuple[SeenTile, ...], ...]:
    """Split a row into stretches of equal labels."""
    out: list[list[SeenTile]] = []
    for tile in row.tiles:
        if out and out[-1][-1].label is tile.label:
            out[-1].append(tile)
        else:
            out.append([tile])
    return tuple(tuple(run) for run in out)


def count(tiles: Iterable[SeenTile], label: Label) -> int:
    """How many of ``tiles`` read as ``label``."""
    return sum(1 for t in tiles if t.label is label)


def _gap(a: SeenTile, b: SeenTile) -> float:
    return hypot(a.centre_mm[0] - b.centre_mm[0], a.centre_mm[1] - b.centre_mm[1])
