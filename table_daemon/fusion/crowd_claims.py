"""Melds laid while nobody looked: whose discard each took, by one story of all that was thrown and claimed then."""

from collections import Counter
from collections.abc import Sequence
from math import inf

from table_daemon.fusion.crowd import told_by
from table_daemon.fusion.evidence import Doubt
from table_daemon.fusion.strips import find_meld
from table_daemon.fusion.table import Table
from table_daemon.fusion.throws import First, Throw, seat_costs
from table_daemon.fusion.translate import tile_of
from table_daemon.rules.tiles import Tile
from vision.observation import Side

_MELD = 3
"""So many faces in a row at least are a meld that may have taken a discard."""


def unseen(waiting: Sequence[Doubt]) -> bool:
    """Whether tiles came to lie while nobody looked: anybody may have thrown them."""
    return any(len(doubt.reached) == len(Side) for doubt in waiting)


def first_of_crowd(table: Table, taken: Throw, tile: Tile, waiting: Sequence[Doubt]) -> First | None:
    """What was thrown first of ``waiting`` and of what new melds took; ``taken`` is ``tile`` of the meld asked about.

    ``None`` while it waits for something: for another meld that is explained first, or for the next tile, whose
    player may tell what the others leave open. What comes first among tiles that lie there is planned to be next.
    """
    melds, seat = _unexplained(table), taken.claimer
    if seat is None or _last_lies_in(table, melds):
        return None
    crowd, late = _parted(waiting, begun=bool(table.memory.claim_margins))
    story = told_by(
        tuple(_costs(table, doubt) for doubt in crowd),
        tuple(claimer for claimer, _ in melds),
        table.hand.to_act,
        tuple(_costs(table, doubt) for doubt in late),
    )
    if story is None or (seat, tile) not in melds:
        return First(taken, table.hand.to_act, 0.0, 0.0)
    mine = melds.index((seat, tile))
    margins = table.memory.claim_margins
    if min(story.margins) < table.limits.sure_seat and not (late or margins or table.memory.hurry):
        table.wait()
        return None
    for meld, margin in zip(melds, story.margins, strict=True):
        margins[meld] = min(margin, margins.get(meld, inf))
    for doubt in crowd:
        doubt.crowd = True
    if story.claim == mine:
        return First(taken, table.hand.to_act, margins[seat, tile], margins[seat, tile])
    if story.tile is not None:
        table.plan(crowd[story.tile])
        table.memory.hurry = True
    return None


def _parted(waiting: Sequence[Doubt], *, begun: bool) -> tuple[list[Doubt], list[Doubt]]:
    """The tiles that were thrown unseen, and those seen to be thrown after them in their order; of many at first all.

    ``begun``: some of what was thrown unseen is recorded already.
    """
    crowd = [doubt for doubt in waiting if doubt.crowd or len(doubt.reached) == len(Side)]
    if not crowd and not begun:
        began = min((doubt.first_image for doubt in waiting), default=0)
        crowd = [doubt for doubt in waiting if doubt.first_image == began]
    late = [doubt for doubt in waiting if not any(doubt is other for other in crowd)]
    return crowd, sorted(late, key=lambda doubt: doubt.first_image)


def _costs(table: Table, doubt: Doubt) -> tuple[float, ...]:
    return tuple(seat_costs(Throw(doubt.best.centre_mm, doubt.first_image, doubt.reached), table.zones))


def _unexplained(table: Table) -> list[tuple[int, Tile]]:
    """Seat and face of each new meld that took a discard, a player's earlier one (the right-most) before his later."""
    found: list[tuple[int, Tile]] = []
    for seat in range(4):
        strip = table.strip(seat)
        if find_meld(strip, table.known_melds(seat)) is None:
            continue
        rows = [row.tiles for row in reversed(strip.rows()) if len(row.tiles) >= _MELD]
        faces = [Counter(tile_of(tile.label) for tile in row).most_common(1)[0][0] for row in rows]
        found += [(seat, face) for face in faces if face not in table.hand.wilds]
    return found


def _last_lies_in(table: Table, melds: Sequence[tuple[int, Tile]]) -> bool:
    """Whether one of the melds took the last recorded discard: that one was laid before all others."""
    last = next(iter(reversed(table.discards())), None)
    gone = last is not None and last.claimed_by is None and last.event not in table.middle().lying
    return last is not None and gone and any(face == last.tile for _, face in melds)
