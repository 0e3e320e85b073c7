"""Discards: the next tile thrown, and the last one taken back."""

from collections.abc import Sequence
from itertools import product

from table_daemon.fusion.evidence import Doubt
from table_daemon.fusion.middle import MiddleMatch
from table_daemon.fusion.proposal import Proposal, camera_source
from table_daemon.fusion.seats import seat_of_side
from table_daemon.fusion.suspicion import read_discard
from table_daemon.fusion.table import Table, unrecorded
from table_daemon.fusion.throws import First, Throw, unlikeliness
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.fusion.whose import MOST_IN_ORDER, ask_who, doubt_seat, first_throw
from table_daemon.game.commands import Correct, RecordDiscard, RetractDiscard
from table_daemon.game.events import Source, Witness
from table_daemon.rules.tiles import COPIES, Tile
from vision.observation import SeenTile

_NAMED = 0.8
"""So much of the probability both readings of a doubtful tile must have between them to be all that it may be."""
_BEFORE_DEG = 50.0
"""A tile no more to the side than this may well be that player's."""


def discard(table: Table) -> Proposal | None:
    """The next new tile in the middle, by the player whom turn, place and hands name."""
    match = table.middle()
    if not match.new or len(match.gone) + match.moved >= table.limits.disturbed or table.waits():
        return ask_who(table)
    exchanged = _exchanged(table, match)
    if exchanged is not None:
        return exchanged
    ready = _thrown_first(table, match.new)
    planned = table.planned()
    if planned is not None:
        return _in_a_crowd(table, planned, table.hand.to_act)
    if len(ready) > MOST_IN_ORDER or any(doubt.crowd for doubt in ready):
        return _one_of_many(table, ready)
    return _next_of(table, ready) if ready else None


def _next_of(table: Table, ready: Sequence[Doubt]) -> Proposal | None:
    first = first_throw(table, table.claimed(), ready)
    doubt = next((d for d in ready if d.best.centre_mm == first.throw.place), None)
    if doubt is None:
        return None
    if first.margin < table.limits.sure_seat:
        for other in ready:
            other.mixed = other is not doubt
    if first.seat == table.hand.to_act:
        return _thrown_by(table, doubt, first)
    if _told_of(table, doubt, first.seat):
        return None
    return _out_of_order(table, doubt, first, alone=len(ready) == len(table.middle().new))


def _told_of(table: Table, doubt: Doubt, seat: int) -> bool:
    """Whether the tile is the last discard, of which a person told before it was seen; it counts as they told it."""
    order = table.hand.discard_order
    if not order or table.seat_of(order[-1]) != seat or table.place_of(order[-1]) is not None:
        return False
    table.lies_at(order[-1], doubt.best.centre_mm)
    return True


def _out_of_order(table: Table, doubt: Doubt, first: First, *, alone: bool) -> Proposal | None:
    """A tile that place and hand give to another seat than the order does: why may yet come in sight."""
    if _dealer_in_doubt(table):
        return _deals(table, first.seat, doubt.best)
    doubt.held = True
    if not doubt.is_clear(table.limits) and alone and not table.memory.hurry:
        return None
    return _thrown_by(table, doubt, first)


def _thrown_by(table: Table, doubt: Doubt, first: First) -> Proposal:
    """A tile of a player who is named by turn, place and hand together; people are asked where these disagree.

    A first discard out of turn is asked about in any case: it would mean that another deals than is thought.
    """
    limit, begun = table.limits.sure_throw, bool(table.hand.discard_order)
    told = first.margin >= limit and (begun or first.seat == table.hand.dealer)
    sure = told and not doubt.mixed
    if not sure and (first.seat_margin < limit or not begun or doubt.mixed):
        doubt_seat(table, doubt, first.seat)
    return _thrown(table, doubt.best, first.seat, disputed=not sure)


def _thrown(table: Table, tile: SeenTile, seat: int, *, disputed: bool) -> Proposal:
    """A tile that ``seat`` threw, read as it may best be."""
    lying_open = table.open_tiles()
    read = read_discard(tile, table.hand.wilds, lying_open, table.habits, table.limits)
    if read.tile in table.hand.wilds:
        plain = not read.others and read.confidence >= table.limits.sure_foul
    else:
        # What the other tiles make likely is recorded, but is not yet seen for sure.
        plain = read.tile == tile_of(tile.label) and tile.confidence >= table.limits.sure_discard and not read.others
    sure = plain and not disputed and lying_open[read.tile] < COPIES
    command = RecordDiscard(
        t_ms=table.look.seen.t_ms,
        seat=seat,
        tile=read.tile,
        sure=sure,
        source=camera_source(table.look.seen, (tile,)),
        other_readings=() if sure else read.others,
        second=_second(tile, read.tile),
    )
    return Proposal(command, (tile,))


def _second(tile: SeenTile, read: Tile) -> Tile | None:
    """What the tile is if it is not what it was taken for; ``None`` where its two readings leave too much open."""
    if not is_face(tile.second) or tile.confidence + tile.second_confidence < _NAMED:
        return None
    other = tile_of(tile.second)
    return tile_of(tile.label) if other == read else other


def _dealer_in_doubt(table: Table) -> bool:
    """Whether nothing has been played and an earlier hand is still with people, so that nobody may know who deals."""
    played = table.hand.discard_order or any(seat.melds for seat in table.hand.seats)
    return not played and bool(table.left or table.match.unsettled)


def _deals(table: Table, seat: int, tile: SeenTile) -> Proposal:
    """Who discards first deals."""
    command = Correct(
        t_ms=table.look.seen.t_ms,
        of=table.hand.log[0].seq,
        field="dealer",
        value=str(seat),
        why="这一家先打牌",
        source=camera_source(table.look.seen, (tile,)),
    )
    return Proposal(command, (tile,))


def _one_of_many(table: Table, thrown: Sequence[Doubt]) -> Proposal:
    """The likeliest next of many tiles thrown while nobody looked: never sure, for nobody can say their order."""
    for doubt in thrown:
        doubt.crowd = True

    def oddness(choice: tuple[int, Doubt]) -> tuple[bool, int, float]:
        turns, doubt = choice
        askew = table.zones.askew_deg((table.hand.to_act + turns) % 4, doubt.best.centre_mm)
        return askew > _BEFORE_DEG, turns, askew

    turns, doubt = min(product(range(4), thrown), key=oddness)
    return _in_a_crowd(table, doubt, (table.hand.to_act + turns) % 4)


def _in_a_crowd(table: Table, doubt: Doubt, seat: int) -> Proposal:
    """One of many tiles as the seat's that likely threw it next."""
    askew = [table.zones.askew_deg(other, doubt.best.centre_mm) for other in range(4)]
    if askew[seat] > _BEFORE_DEG or any(angle <= _BEFORE_DEG for other, angle in enumerate(askew) if other != seat):
        doubt_seat(table, doubt, seat)
    table.memory.unordered.append(doubt.best.centre_mm)
    return _thrown(table, doubt.best, seat, disputed=True)


def _exchanged(table: Table, match: MiddleMatch) -> Proposal | None:
    """The last discard is gone and its player reached in to lay another: it was taken back for that one.

    If others threw at once upon it, the tiles lie before them as they would if that were so.
    """
    order = table.hand.discard_order
    if not order or order[-1] not in match.gone or table.place_of(order[-1]) is None or table.look.seen.hands:
        return None
    seat = table.seat_of(order[-1])
    reached = {seat_of_side(side) for side in table.look.reached}
    if reached != {seat} and (seat not in reached or not _fits_better(table, seat)):
        return None
    source = camera_source(table.look.seen, match.new[:1])
    return Proposal(RetractDiscard(t_ms=table.look.seen.t_ms, of=order[-1], source=source), match.new[:1])


def _fits_better(table: Table, first: int) -> bool:
    """Whether the new tiles were clearly thrown by the seats from ``first`` on rather than from the one in turn on."""
    new = unrecorded(table)
    if len(new) > MOST_IN_ORDER:
        return False
    throws = [Throw(d.best.centre_mm, d.first_image, d.reached) for d in new]
    stands = unlikeliness(throws, table.hand.to_act, table.zones)
    return unlikeliness(throws, first, table.zones) + table.limits.sure_seat < stands


def taken_back(table: Table) -> Proposal | None:
    """The last discard has been missing for a while, and no meld took it: it was taken back."""
    standing = [d for d in table.discards() if d.claimed_by is None]
    if not table.look.seen.tiles:
        return None  # swept away with all the rest, walls included
    if not standing or table.look.seen.hands or standing[-1].event != table.hand.discard_order[-1]:
        return None
    last = standing[-1]
    match = table.middle()
    if last.event in match.lying:
        table.memory.gone_looks.pop(last.event, None)
        return None
    missed = table.memory.gone_looks.setdefault(last.event, set())
    missed.add(table.look.seen.image_id)
    if len(missed) < table.limits.gone_looks or len(match.gone) >= table.limits.disturbed:
        return None
    source = Source(witness=Witness.CAMERA)
    return Proposal(RetractDiscard(t_ms=table.look.seen.t_ms, of=last.event, source=source))


def _thrown_first(table: Table, new: Sequence[SeenTile]) -> list[Doubt]:
    """Of the new tiles those that were seen first; none while they should be looked at again.

    They are waited for together, since an unclear one may have been thrown before a clear one, and only until the next
    tile is thrown: play that goes on tells who threw what, a surer reading later does not.
    """
    image_id = table.look.seen.image_id
    clear = [table.memory.settle_doubt(t, image_id, table.limits) is not None for t in new]
    found = [table.memory.doubt_about(t, table.limits) for t in new]
    pairs = [(d, ok) for d, ok in zip(found, clear, strict=True) if d is not None]
    first = min(d.first_image for d, _ in pairs)
    earliest = [(d, ok) for d, ok in pairs if d.first_image == first]
    late = table.memory.hurry or len(earliest) < len(pairs)
    return [d for d, _ in earliest] if late or all(ok for _, ok in earliest) else []
