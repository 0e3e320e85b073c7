import numpy as np
import pytest

from vision.detect import CELL_PX, SHAPE_UNIT_PX, FoundQuad, read_maps, without_doubles
from vision.shape import shape_of


def quad_at(x: float, y: float, *, width: float = 30.0, length: float = 40.0) -> FoundQuad:
    half = np.array([width / 2, length / 2])
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half + (x, y)
    return FoundQuad(corners, 0.9)


def maps_saying(quads: list[FoundQuad], *, cells: int = 40) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    maps = np.zeros((8, cells, cells), np.float32)
    maps[0] = -8
    for quad in quads:
        spot = (quad.corners.mean(axis=0) + 0.5) / CELL_PX - 0.5
        column, row = np.round(spot).astype(int)
        maps[0, row, column] = np.log(quad.score / (1 - quad.score))
        maps[1:3, row, column] = spot - (column, row)
        shape = shape_of(quad.corners[None])[0]
        maps[3:8, row, column] = shape / (SHAPE_UNIT_PX, SHAPE_UNIT_PX, SHAPE_UNIT_PX, 1, 1)
    return maps


def test_maps_are_read_as_the_quads_they_were_made_of() -> None:
    quads = [quad_at(40, 50.5), quad_at(71, 50), quad_at(100.3, 120.7)]
    found = sorted(read_maps(maps_saying(quads), least=0.3), key=lambda quad: quad.corners[0].tolist())
    assert [quad.score for quad in found] == pytest.approx([0.9] * 3, abs=1e-5)
    for one, other in zip(found, quads, strict=True):
        gaps = [np.abs(np.roll(one.corners, 2 * k, axis=0) - other.corners).max() for k in range(2)]
        assert min(gaps) < 0.01


def test_maps_that_say_nothing_give_nothing() -> None:
    assert read_maps(maps_saying([]), least=0.3) == []


def test_of_two_finds_on_one_tile_the_surer_stays_and_neighbours_both() -> None:
    sure, double, neighbour = quad_at(50, 50), quad_at(54, 48), quad_at(81, 50)
    kept = without_doubles([sure, double, neighbour])
    assert [quad is other for quad, other in zip(kept, [sure, neighbour], strict=True)] == [True, True]
