"""Reading a part of the table: which cuts are read, and what of them is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from table_daemon.part_looks import Part, read_part
from tests.daemon.doubles import grey, tile
from vision.labels import Label
from vision.observation import SeenTile
from vision.table import Region

IMAGE = grey(8, 8)
REGION = Region(0, 0, 100, 100)
HERE = tile(50, 50, Label.M5)
CHANGE = Region(30, 25, 70, 75)
ALL = (0, 1, 2, 3)


@dataclass
class Blind:
    """A reader that sees a tile in some of the cuts only, counted as they are asked for."""

    shows: Sequence[tuple[SeenTile, Sequence[int]]]
    cuts: list[Region] = field(default_factory=list)

    def read(self, _image: NDArray[np.uint8], *, region: Region | None = None) -> tuple[SeenTile, ...]:
        assert region is not None
        self.cuts.append(region)
        number = len(self.cuts) - 1
        return tuple(seen for seen, cuts in self.shows if number in cuts and region.holds(*seen.centre_mm))

    def part(self, *lay: SeenTile, changes: tuple[Region, ...] = (), clear: bool = True) -> tuple[SeenTile, ...]:
        return read_part(self, IMAGE, Part(REGION, lay, changes), clear=clear)


def test_a_read_that_explains_everything_is_the_only_one() -> None:
    reader = Blind([(HERE, ALL)])
    assert reader.part(HERE, changes=(CHANGE,)) == (HERE,)
    assert reader.cuts == [REGION.grown(15)]


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_tile_whose_place_did_not_change_is_kept_if_any_cut_shows_it(cut: int) -> None:
    assert Blind([(HERE, [cut])]).part(HERE) == (HERE,)


@pytest.mark.parametrize(("cuts", "believed"), [([2], False), ([1, 3], True)])
def test_a_tile_whose_place_changed_is_kept_if_two_cuts_show_it(*, cuts: list[int], believed: bool) -> None:
    seen = Blind([(HERE, cuts)]).part(HERE, changes=(CHANGE,))
    assert seen == ((HERE,) if believed else ())


def test_a_tile_that_no_cut_shows_is_gone() -> None:
    reader = Blind([])
    assert reader.part(HERE) == ()
    assert len(reader.cuts) == 4


def test_every_other_cut_is_its_own_and_holds_the_whole_part() -> None:
    reader = Blind([])
    reader.part(HERE)
    reader.part(HERE)
    first, again = reader.cuts[:4], reader.cuts[4:]
    assert first == again
    assert len({(cut.left, cut.top) for cut in first}) == 4
    for cut in first:
        assert cut.holds(REGION.left, REGION.top)
        assert cut.holds(REGION.right, REGION.bottom)


@pytest.mark.parametrize(("cuts", "believed"), [([1], False), ([0], True), ([1, 3], True), ([0, 2], True)])
def test_a_new_tile_is_believed_by_the_first_cut_alone_or_by_two(*, cuts: list[int], believed: bool) -> None:
    seen = Blind([(HERE, cuts)]).part(changes=(CHANGE,))
    assert seen == ((HERE,) if believed else ())


def test_a_find_beside_a_lost_tile_needs_more_than_one_cut() -> None:
    ghost = tile(10, 90)
    assert Blind([(ghost, [0]), (HERE, [2])]).part(HERE) == (HERE,)


@pytest.mark.parametrize("clear", [True, False])
def test_what_a_hand_hides_is_not_looked_for(*, clear: bool) -> None:
    reader = Blind([])
    reader.part(HERE, changes=(CHANGE,), clear=clear)
    assert len(reader.cuts) == (4 if clear else 1)


def test_a_change_with_room_for_a_second_tile_is_looked_at_again() -> None:
    beside = tile(82, 50, Label.P2)
    reader = Blind([(HERE, ALL), (beside, [1, 2])])
    assert set(reader.part(changes=(Region(30, 25, 100, 75),))) == {HERE, beside}
    reader = Blind([(HERE, ALL), (beside, [1, 2])])
    assert reader.part(changes=(CHANGE,)) == (HERE,)


def test_readings_of_one_tile_count_once_by_the_surest_of_what_most_say() -> None:
    shaky = replace(HERE, confidence=0.6)
    sure = replace(HERE, confidence=0.97, centre_mm=(50.4, 49.5))
    other = replace(HERE, label=Label.M6, confidence=0.99)
    assert Blind([(shaky, [1]), (sure, [2]), (other, [3])]).part(HERE) == (sure,)


def test_no_two_tiles_lie_within_each_other() -> None:
    off = tile(65, 50, Label.M6)
    assert Blind([(HERE, [1, 2, 3]), (off, [1, 2])]).part(HERE, tile(10, 10)) == (HERE,)
