"""What the eye reads and when, with motion and readings told beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from table_daemon.looking import Eye, Sight
from tests.daemon.doubles import grey, tile
from vision.labels import Label
from vision.motion import Box, Motion
from vision.observation import Observation, SeenTile, Side
from vision.table import Region

IMAGE = grey(8, 8)
STILL = Motion(still=True, hands=frozenset(), moving=(), changed=())
MOVING = Motion(still=False, hands=frozenset(), moving=(Box(0, 0, 50, 50),), changed=(Box(0, 0, 50, 50),))


def changed(*boxes: tuple[float, float, float, float], hands: Sequence[Side] = ()) -> Motion:
    return Motion(still=True, hands=frozenset(hands), moving=(), changed=tuple(Box(*box) for box in boxes))


@dataclass
class Scripted:
    """A table of tiles that is read where asked, a sequence of motions, and what was asked for."""

    motions: list[Motion]
    tiles: list[SeenTile] = field(default_factory=list)
    regions: list[Region | None] = field(default_factory=list)
    commits: int = 0

    def __post_init__(self) -> None:
        self.eye = Eye(self, _Motions(self), Sight(side_mm=870.0, sure=0.9))
        self._t_ms = 0

    def read(self, _image: NDArray[np.uint8], *, region: Region | None = None) -> tuple[SeenTile, ...]:
        self.regions.append(region)
        return tuple(t for t in self.tiles if region is None or region.holds(*t.centre_mm))

    def look(self, after_ms: int = 100) -> Observation:
        self._t_ms += after_ms
        return self.eye.look(IMAGE, t_ms=self._t_ms, image_id=1)


@dataclass
class Missing(Scripted):
    """The same, but some reads show nothing, by their number."""

    misses: tuple[int, ...] = ()

    def read(self, image: NDArray[np.uint8], *, region: Region | None = None) -> tuple[SeenTile, ...]:
        seen = super().read(image, region=region)
        return () if len(self.regions) - 1 in self.misses else seen


@dataclass
class _Motions:
    script: Scripted

    def look(self, _image: NDArray[np.uint8]) -> Motion:
        return self.script.motions.pop(0)

    def commit(self) -> None:
        self.script.commits += 1


def test_the_first_still_picture_is_read_whole_and_a_moving_one_not_at_all() -> None:
    table = Scripted([MOVING, STILL], [tile(0, 0)])
    first = table.look()
    assert not first.still
    assert table.regions == []
    assert table.look().tiles == (tile(0, 0),)
    assert table.regions == [None]


def test_a_still_table_without_changes_is_not_read_again() -> None:
    table = Scripted([STILL] * 5, [tile(0, 0)])
    seen = [table.look() for _ in range(5)]
    assert table.regions == [None]
    assert all(look.tiles == (tile(0, 0),) for look in seen)


def test_only_what_changed_is_read_with_a_tiles_length_around() -> None:
    table = Scripted([STILL, changed((100, 100, 130, 140))], [tile(-300, 0)])
    table.look()
    table.tiles.append(tile(115, 120, Label.M5))
    assert table.look().tiles == (tile(-300, 0), tile(115, 120, Label.M5))
    region = table.regions[1]
    assert region is not None
    assert region.left < 75
    assert region.right < 200


def test_what_lay_in_a_changed_part_and_is_no_more_is_forgotten() -> None:
    table = Scripted([STILL, changed((90, 90, 110, 110))], [tile(100, 100), tile(-300, 0)])
    table.look()
    table.tiles = [tile(-300, 0)]
    assert table.look().tiles == (tile(-300, 0),)


def test_overlapping_changes_are_read_once_and_distant_ones_apart() -> None:
    boxes = (0, 0, 20, 20), (30, 0, 50, 20), (300, 300, 320, 320)
    table = Scripted([STILL, changed(*boxes)], [tile(10, 10), tile(40, 10), tile(310, 310)])
    table.look()
    table.look()
    assert len(table.regions) == 1 + 2


def test_a_table_that_changed_mostly_is_read_whole() -> None:
    table = Scripted([STILL, changed((-400, -400, 400, 200))])
    table.look()
    table.look()
    assert table.regions == [None, None]


def test_a_still_table_is_read_whole_again_after_long() -> None:
    table = Scripted([STILL] * 3)
    table.look()
    table.look(after_ms=19_000)
    assert table.regions == [None]
    table.look(after_ms=2_000)
    assert table.regions == [None, None]


def test_a_clock_that_was_set_back_does_not_put_off_the_next_whole_look() -> None:
    table = Scripted([STILL] * 3)
    table.look(after_ms=5_000_000)
    table.look(after_ms=-3_600_000)
    assert table.regions == [None, None]
    table.look()
    assert table.regions == [None, None]


def test_a_doubtful_tile_is_read_at_every_still_look_until_it_is_clear() -> None:
    table = Scripted([STILL] * 4, [tile(0, 0), tile(200, 0, Label.P4, confidence=0.6)])
    table.look()
    table.look()
    region = table.regions[1]
    assert region is not None
    assert region.holds(200, 0)
    assert not region.holds(0, 0)
    table.tiles[1] = tile(200, 0, Label.P4)
    assert table.look().tiles[-1].confidence == 0.99
    table.look()
    assert len(table.regions) == 3


def test_nothing_is_committed_while_a_hand_rests_on_the_table() -> None:
    resting = changed((100, 200, 140, 435), hands=[Side.BOTTOM])
    table = Scripted([STILL, resting, resting, changed((100, 200, 140, 240))], [tile(0, 0)])
    table.look()
    assert table.commits == 1
    seen = table.look()
    table.look()
    assert seen.still
    assert seen.hands == {Side.BOTTOM}
    assert table.commits == 1
    table.tiles.append(tile(120, 220))
    assert tile(120, 220) in table.look().tiles
    assert table.commits == 2


def test_a_moving_picture_commits_nothing() -> None:
    table = Scripted([STILL, MOVING])
    table.look()
    table.look()
    assert table.commits == 1


def test_a_tile_on_a_regions_edge_is_neither_lost_nor_seen_twice() -> None:
    """Its middle is measured a few tenths of a millimetre off each time, now inside the region, now outside."""
    edge = 100.0 + 10.0 + 30.0
    for before, after in [(edge - 0.2, edge + 0.2), (edge + 0.2, edge - 0.2)]:
        for off in (0.0, 15.0):
            table = Scripted([STILL, changed((90, 90, 110, 110))], [tile(before + off, 100)])
            table.look()
            table.tiles = [tile(after + off, 100)]
            assert len(table.look().tiles) == 1


def test_tiles_that_a_resting_hand_hid_are_seen_again_when_it_is_gone() -> None:
    """Once the hand has left, the picture is the committed one again: motion has no change to tell of."""
    resting = changed((100, 200, 140, 435), hands=[Side.BOTTOM])
    table = Scripted([STILL, resting, resting, STILL, STILL], [tile(0, 0), tile(120, 300)])
    table.look()
    table.tiles = [tile(0, 0)]
    table.look()
    assert table.look().tiles == (tile(0, 0),)
    table.tiles = [tile(0, 0), tile(120, 300)]
    assert table.look().tiles == (tile(0, 0), tile(120, 300))
    reads = len(table.regions)
    table.look()
    assert len(table.regions) == reads


def test_a_whole_look_with_a_hand_over_the_table_is_made_good_afterwards() -> None:
    resting = changed((100, 200, 140, 435), hands=[Side.BOTTOM])
    table = Scripted([resting, STILL], [tile(0, 0)])
    table.look()
    table.tiles.append(tile(120, 300))
    assert table.look().tiles == (tile(0, 0), tile(120, 300))


def test_a_hand_that_stays_becomes_part_of_the_picture() -> None:
    """One that was there from the first picture on would otherwise be seen for ever after it has gone."""
    resting = changed((100, 200, 140, 435), hands=[Side.BOTTOM])
    table = Scripted([STILL, *[resting] * 8])
    for _ in range(9):
        table.look()
    assert 1 < table.commits < 9


def test_a_change_that_shows_no_tile_is_looked_at_once_more_and_then_left() -> None:
    table = Scripted([STILL, changed((100, 100, 130, 140)), STILL, STILL])
    table.look()
    assert table.look().tiles == ()
    table.tiles.append(tile(115, 120, Label.P4))
    assert table.look().tiles == (tile(115, 120, Label.P4),)
    table.look()
    first, second = table.regions[1], table.regions[-1]
    assert len(table.regions) == 1 + 4 + 1
    assert first is not None
    assert second is not None
    assert second.left < first.left


def test_a_tile_that_one_cut_misses_is_not_lost() -> None:
    """The second look's first cut shows nothing; the tile lay there, and another cut shows it."""
    table = Missing([STILL, changed((190, 190, 210, 210))], [tile(200, 200), tile(230, 200, Label.P4)], misses=(1,))
    table.look()
    assert set(table.look().tiles) == set(table.tiles)
    assert len(table.regions) == 1 + 4


def test_a_tile_that_a_hand_hid_is_not_lost_to_one_cut_afterwards() -> None:
    resting = changed((100, 200, 140, 435), hands=[Side.BOTTOM])
    table = Missing([STILL, resting, STILL], [tile(0, 0), tile(120, 300)], misses=(1, 2))
    table.look()
    assert table.look().tiles == (tile(0, 0),)
    assert len(table.regions) == 2
    assert table.look().tiles == (tile(0, 0), tile(120, 300))


def test_a_tile_that_a_hand_took_is_gone() -> None:
    resting = changed((100, 200, 140, 435), hands=[Side.BOTTOM])
    table = Scripted([STILL, resting, STILL, STILL], [tile(0, 0), tile(120, 300)])
    table.look()
    table.tiles = [tile(0, 0)]
    table.look()
    assert table.look().tiles == (tile(0, 0),)
    reads = len(table.regions)
    table.look()
    assert len(table.regions) == reads
