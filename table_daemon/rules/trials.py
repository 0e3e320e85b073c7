"""Every reading of a hand that could be the best: with and without each 龙, with each use of the last tile.

Finds readings; what they are worth is asked of the fans. The list is not every layout there is, but for
every layout it holds a reading worth at least as much (checked against brute force in the tests): the fans ask
for no more than the three runs of the 龙 and the group of the last tile, so those are laid first and the rest
is completed in any way that fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from table_daemon.rules.drafts import Draft
from table_daemon.rules.fitting import completes
from table_daemon.rules.layout import GroupKind
from table_daemon.rules.reading import LastUse
from table_daemon.rules.tiles import FIVE_WAN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.rules.pool import Pool
    from table_daemon.rules.tiles import Tile

_WAN_456 = (3, 4, 5)
_DRAGONS = (0, 9, 18)
_MOST_GROUPS = 3
"""Sets that a 龙 takes."""


_GROUPS = (
    *((GroupKind.PAIR, (face,) * 2) for face in range(34)),
    *((GroupKind.PUNG, (face,) * 3) for face in range(34)),
    *((GroupKind.CHOW, (low, low + 1, low + 2)) for suit in _DRAGONS for low in range(suit, suit + 7)),
)
"""Every group there is, by kind and faces."""


class Trial(NamedTuple):
    """A reading that can be completed, with what it has laid so far."""

    dragon: int | None
    use: LastUse
    draft: Draft


def trials(pool: Pool, last: Tile) -> Iterator[Trial]:
    """Yield readings of ``pool`` with ``last`` as the winning tile, the best among them; none if none fits."""
    if not completes(pool, sets=pool.sets):
        return
    last_place = None if last in pool.wilds else last.index
    uses = _uses(pool, last_place)
    for dragon in (None, *_dragons(pool)):
        for use in uses:
            draft = _begin(pool, last_place, dragon, use)
            # Without a 龙 and with the last tile anywhere nothing is laid yet, and ``completes`` has said yes.
            free = dragon is None and use is LastUse.ANY
            if draft is not None and (free or draft.can_be_completed):
                yield Trial(dragon, use, draft)


def joins_a_natural(pool: Pool, last: Tile) -> bool:
    """Whether the hand can be laid so that the last tile's group holds a natural tile beside it."""
    last_place = None if last in pool.wilds else last.index
    for kind, faces in _GROUPS:
        for place in range(len(faces)):
            if last_place not in {None, faces[place]}:
                continue
            draft = Draft(list(pool.naturals), len(pool.wild_pieces), pool.sets)
            draft.take_last(last_place)
            draft.add(kind, faces, last=place, wild_last=last_place is None)
            natural = len(draft.groups[-1].gaps - {place}) < len(faces) - 1
            if natural and draft.is_possible and draft.can_be_completed:
                return True
    return False


def _dragons(pool: Pool) -> list[int]:
    """Suits that a 龙 could lie in, by their first index: wilds must fill every face that is missing."""
    if pool.sets < _MOST_GROUPS:
        return []
    most = len(pool.wild_pieces)
    return [first for first in _DRAGONS if pool.naturals[first : first + 9].count(0) <= most]


def _uses(pool: Pool, last: int | None) -> list[LastUse]:
    """What the last tile (``None``: a wild) could be laid for."""
    standing = len(pool.wild_pieces) - (last is None)
    uses = []
    if last in {None, FIVE_WAN.index}:
        uses += [LastUse.MIDDLE_OF_DRAGON, LastUse.MIDDLE]
        uses += [LastUse.MIDDLE_OF_WILDS] if standing > 1 else []
    uses += [LastUse.SET_OF_WILDS] if standing > 1 else []
    uses += [LastUse.PAIR_OF_WILD] if standing else []
    return [*uses, LastUse.ANY]


def _begin(pool: Pool, last: int | None, dragon: int | None, use: LastUse) -> Draft | None:
    """Lay the group the last tile is wanted for and the 龙; ``None`` where they cannot be laid."""
    if use is LastUse.MIDDLE_OF_DRAGON and dragon != 0:
        return None
    draft = Draft(list(pool.naturals), len(pool.wild_pieces), pool.sets)
    if not _lay_last(draft, last, use):
        return None
    if dragon is not None:
        _lay_dragon(draft, dragon, use, wild_last=last is None)
    return draft if draft.is_possible else None


def _lay_dragon(draft: Draft, first: int, use: LastUse, *, wild_last: bool) -> None:
    """Lay 123 456 789 of the suit that begins at ``first``."""
    for low in (first, first + 3, first + 6):
        middle = use is LastUse.MIDDLE_OF_DRAGON and low == _WAN_456[0]
        faces = (low, low + 1, low + 2)
        draft.add(GroupKind.CHOW, faces, last=1 if middle else None, wild_last=wild_last)


def _lay_last(draft: Draft, last: int | None, use: LastUse) -> bool:
    """Lay the group the last tile is wanted for; ``last`` is ``None`` for a wild. False if it cannot be."""
    if use is LastUse.ANY:
        return True
    draft.take_last(last)
    wild_last = last is None
    match use:
        case LastUse.MIDDLE_OF_DRAGON:
            return True
        case LastUse.MIDDLE | LastUse.MIDDLE_OF_WILDS:
            all_wild = use is LastUse.MIDDLE_OF_WILDS
            draft.add(GroupKind.CHOW, _WAN_456, last=1, wild_last=wild_last, all_wild=all_wild)
        case LastUse.SET_OF_WILDS:
            face = 0 if last is None else last
            draft.add(GroupKind.PUNG, (face,) * 3, last=2, wild_last=wild_last, all_wild=True)
        case LastUse.PAIR_OF_WILD:
            face = FIVE_WAN.index if last is None else last
            draft.add(GroupKind.PAIR, (face,) * 2, last=1, wild_last=wild_last, all_wild=True)
        case _:
            assert_never(use)
    return draft.is_possible
