"""The daemon's eye: pictures in, observations out. Reads again only what has changed since it last looked.

Knows cameras and readers, not the game; the order is motion, then reading where something changed and lies still.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from table_daemon.dome import Dome
from table_daemon.part_looks import SAME_MM, Part, is_among, read_part
from table_daemon.steadiness import DiceSense, Footing, MotionSense, Parts, Reader, Standing
from vision.motion import Box, Motion
from vision.observation import Observation, SeenTile
from vision.table import Region

CAMERA_MOVED = "camera_moved"
"""The problem an observation has while the camera does not hang where it was calibrated."""
_WHOLE_SHARE = 0.35
"""When more of the felt than this has changed, one read of the whole costs less than many of parts."""
_GROW_MM = 30.0
"""A tile whose edge changed is read whole: most of a tile's length around each change."""
_RESTING_LOOKS = 4
"""Still looks in a row with a hand over the table after which it is taken as part of the picture."""
_SHIFT_MM = 2.0
"""A second read is cut a little differently, so that it does not miss the same tile for the same reason."""
_LOOK_AGAIN_MS = 20_000
"""A still table is read afresh this often, should a reading have gone wrong unnoticed."""


class Guard(Protocol):
    """Says whether the camera still hangs where it is thought to."""

    trouble: str
    """What people should do about it; empty when all is well."""
    note: str
    """What happened and was mended."""

    @property
    def standing(self) -> Standing:
        """Where the camera is thought to hang now, and how far that is from where it was calibrated."""

    def check(self, image: NDArray[np.uint8]) -> Footing:
        """Look at a still picture in which something changed."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The table's size for deciding how much to read."""

    side_mm: float
    sure: float
    """Readings less confident than this are read again at each look."""


class Eye:
    """Keeps the tiles seen so far and brings them up to date with each picture."""

    def __init__(
        self,
        reader: Reader,
        motion: MotionSense,
        sight: Sight,
        *,
        dice: DiceSense | None = None,
        guard: Guard | None = None,
    ) -> None:
        self._reader = reader
        self._motion = motion
        self._sight = sight
        self._dome = Dome(dice)
        self._guard = guard
        self._guarded = False
        self._tiles: tuple[SeenTile, ...] = ()
        self._read_ms: int | None = None
        self._with_hands = 0
        self._under_hands: tuple[Region, ...] = ()
        """Read with a hand over it: what it hid must be read again, though nothing may differ once it is gone."""
        self._hidden: tuple[SeenTile, ...] = ()
        """The tiles that were not seen any more once a hand was over the table: it may be that it only hides them."""
        self._again: tuple[Region, ...] = ()
        """Changed, yet no tile was found there: looked at once more, lest one was only just missed."""

    def look(self, image: NDArray[np.uint8], *, t_ms: int, image_id: int) -> Observation:
        """What a picture says; its tiles are complete only when it is still. CPU-bound: call it off the event loop."""
        motion = self._motion.look(image)
        if motion.still and not self._stands_firm(image, motion):
            return Observation(t_ms=t_ms, image_id=image_id, still=False, hands=motion.hands, problems=(CAMERA_MOVED,))
        self._dome.look(image, motion, again=self._is_due(t_ms))
        if motion.still:
            changed = tuple(_region(box) for box in motion.changed)
            before = (*self._tiles, *self._hidden)
            self._update(image, changed, t_ms, clear=not motion.hands)
            self._hidden = self._unseen_of(before) if motion.hands else ()
            self._again = tuple(r.grown(_SHIFT_MM) for r in changed if not self._shows_a_tile(r))
            self._under_hands = () if self._commit(motion) else changed
        return Observation(
            t_ms=t_ms,
            image_id=image_id,
            still=motion.still,
            tiles=self._tiles,
            hands=motion.hands,
            dice=self._dome.shown,
        )

    @property
    def trouble(self) -> str:
        """What people should do about the camera's place; empty when all is well."""
        return "" if self._guard is None else self._guard.trouble

    @property
    def note(self) -> str:
        """What happened to the camera's place and was mended."""
        return "" if self._guard is None else self._guard.note

    @property
    def standing(self) -> Standing | None:
        """From where the table is looked at; None where nobody watches over it."""
        return None if self._guard is None else self._guard.standing

    def _stands_firm(self, image: NDArray[np.uint8], motion: Motion) -> bool:
        """Whether a still picture may be read; where the camera was moved, what looks is made anew for its place."""
        if self._guard is None or (self._guarded and not motion.changed):
            return True
        footing = self._guard.check(image)
        self._guarded = footing.firm
        if footing.parts is not None:
            self._look_from(footing.parts, image)
        return footing.firm

    def _look_from(self, parts: Parts, image: NDArray[np.uint8]) -> None:
        """Look with other parts from now on: nothing that was read from the old place counts."""
        self._reader, self._motion = parts.reader, parts.motion
        self._dome.use(parts.dice)
        self._tiles, self._read_ms, self._under_hands, self._again = (), None, (), ()
        self._hidden, self._with_hands = (), 0
        self._motion.look(image)

    def _commit(self, motion: Motion) -> bool:
        """Make the picture the reference, unless a hand rests in it: one that stays for long is part of the table.

        A hand in the very first picture would otherwise look like one for ever after it has gone.
        """
        self._with_hands = self._with_hands + 1 if motion.hands else 0
        if 0 < self._with_hands < _RESTING_LOOKS:
            return False
        self._with_hands = 0
        self._motion.commit()
        return True

    def _update(self, image: NDArray[np.uint8], changed: Sequence[Region], t_ms: int, *, clear: bool) -> None:
        stale = (*changed, *self._under_hands, *self._again)
        if self._is_due(t_ms) or self._mostly(stale):
            self._tiles = self._reader.read(image)
            self._read_ms = t_ms
            return
        for region in self._merged([*stale, *self._doubtful()]):
            lay = tuple(t for t in (*self._tiles, *self._hidden) if region.holds(*t.centre_mm))
            part = Part(region, lay, tuple(box for box in changed if _overlap(box, region)))
            fresh = read_part(self._reader, image, part, clear=clear)
            kept = tuple(t for t in self._tiles if not region.holds(*t.centre_mm) and not is_among(t, fresh))
            self._tiles = kept + fresh

    def _unseen_of(self, before: Sequence[SeenTile]) -> tuple[SeenTile, ...]:
        same = set(self._tiles)
        return tuple(tile for tile in before if tile not in same and not is_among(tile, self._tiles))

    def _shows_a_tile(self, region: Region) -> bool:
        around = region.grown(SAME_MM)
        return any(around.holds(*tile.centre_mm) for tile in self._tiles)

    def _is_due(self, t_ms: int) -> bool:
        """Whether the whole table must be read again; a clock that was set back does not put it off."""
        return self._read_ms is None or not 0 <= t_ms - self._read_ms <= _LOOK_AGAIN_MS

    def _mostly(self, changed: Sequence[Region]) -> bool:
        area = sum((r.right - r.left) * (r.bottom - r.top) for r in changed)
        return area > _WHOLE_SHARE * self._sight.side_mm**2

    def _doubtful(self) -> list[Region]:
        return [Region(x, y, x, y) for x, y in (t.centre_mm for t in self._tiles if t.confidence < self._sight.sure)]

    def _merged(self, regions: Sequence[Region]) -> list[Region]:
        """The regions grown by a tile, overlapping ones joined, so that nothing is read twice."""
        left = [region.grown(_GROW_MM) for region in regions]
        out: list[Region] = []
        while left:
            region = left.pop()
            touching = next((o for o in out if _overlap(o, region)), None)
            if touching is None:
                out.append(region)
            else:
                out.remove(touching)
                left.append(_hull(touching, region))
        return out


def _region(box: Box) -> Region:
    return Region(box.left_mm, box.top_mm, box.right_mm, box.bottom_mm)


def _overlap(a: Region, b: Region) -> bool:
    return a.left <= b.right and b.left <= a.right and a.top <= b.bottom and b.top <= a.bottom


def _hull(a: Region, b: Region) -> Region:
    return Region(min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom))
