"""An eye for a table nobody has calibrated: it waits for a picture in which the table is surely found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from table_daemon.finding import NOT_CALIBRATED, FindingEye
from table_daemon.looking import Eye, Sight
from tests.daemon.doubles import tile
from vision.calibration.calibrate import Calibrated, calibrate
from vision.calibration.profile import TableProfile
from vision.geometry import TableCamera
from vision.motion import Motion
from vision.observation import SeenTile
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels
from vision.synthetic.render import render
from vision.synthetic.scene import Scene
from vision.table import Region

CAMERA = TableCamera.overhead(width_px=1352, height_px=1014)
GREY = np.full((1014, 1352, 3), 90, np.uint8)


@pytest.fixture(scope="module")
def table() -> Pixels:
    return render(Scene(), CAMERA, noise=Noise(sigma=2), rng=np.random.default_rng(1)).image


class Still:
    """Sees one tile in any picture; nothing ever moves."""

    def read(self, _image: Pixels, *, region: Region | None = None) -> tuple[SeenTile, ...]:  # noqa: ARG002
        return (tile(0, 200),)

    def look(self, _image: Pixels) -> Motion:
        return Motion(still=True, hands=frozenset(), moving=(), changed=())

    def commit(self) -> None:
        pass


class Search:
    """Looks for the table as the daemon does, and counts how often; an eye is made of what it found."""

    def __init__(self, *, worse_by_mm: float = 0.0) -> None:
        self.searches = 0
        self.found: list[Calibrated] = []
        self.eye = FindingEye(self._find, self._make)
        self._worse_by_mm = worse_by_mm
        self._looks = 0

    def look(self, image: Pixels) -> tuple[int, tuple[str, ...]]:
        """How many tiles a picture shows, and its problems."""
        self._looks += 1
        seen = self.eye.look(image, t_ms=1000 * self._looks, image_id=self._looks)
        assert seen.t_ms == 1000 * self._looks
        return len(seen.tiles), seen.problems

    def _find(self, image: Pixels) -> Calibrated:
        self.searches += 1
        found = calibrate(image, TableProfile())
        return replace(found, residual=replace(found.residual, rms_mm=found.residual.rms_mm + self._worse_by_mm))

    def _make(self, found: Calibrated) -> Eye:
        self.found.append(found)
        return Eye(Still(), Still(), Sight(side_mm=870.0, sure=0.9))


def test_nothing_is_read_before_the_table_is_found(table: Pixels) -> None:
    search = Search()
    assert search.look(GREY) == (0, (NOT_CALIBRATED,))
    assert "not calibrated" in search.eye.trouble
    assert search.eye.standing is None
    assert search.look(table) == (1, ())
    assert search.eye.trouble == ""
    assert "setup page" in search.eye.note
    assert float(np.abs(search.found[0].camera.project([(0, 0, 0)]) - CAMERA.project([(0, 0, 0)])).max()) < 2


def test_once_found_it_is_not_looked_for_again(table: Pixels) -> None:
    search = Search()
    for image in (table, table, GREY, table):
        search.look(image)
    assert search.searches == 1


def test_a_place_that_is_not_exact_is_not_used(table: Pixels) -> None:
    search = Search(worse_by_mm=5.0)
    assert search.look(table) == (0, (NOT_CALIBRATED,))
    assert "not exact" in search.eye.trouble
    assert search.found == []


def test_a_search_that_finds_nothing_becomes_seldom() -> None:
    search = Search()
    for _ in range(120):
        search.look(GREY)
    assert 20 < search.searches < 25
