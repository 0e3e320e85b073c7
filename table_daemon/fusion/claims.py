"""A new meld in a strip: which kind it is, and whose discard it took."""

from collections.abc import Sequence

from table_daemon.fusion.crowd_claims import first_of_crowd, unseen
from table_daemon.fusion.evidence import Doubt
from table_daemon.fusion.middle import distance
from table_daemon.fusion.proposal import Proposal, camera_source
from table_daemon.fusion.seats import Zone, seat_of_side
from table_daemon.fusion.strips import LaidMeld, find_meld
from table_daemon.fusion.table import Table, unrecorded
from table_daemon.fusion.throws import First, Throw
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.fusion.whose import MOST_IN_ORDER, doubt_giver, first_throw
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import OpenReview, RecordDiscard, RecordMeld, RetractDiscard
from table_daemon.game.events import LaidMeld as AskedMeld
from table_daemon.game.events import ReviewKind, TableMeld
from table_daemon.game.state import DiscardOnTable
from table_daemon.game.words import tile_zh
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile
from vision.observation import SeenTile


def meld(table: Table) -> Proposal | None:
    """The next new meld lying in any strip, or the discard it must have taken if nobody saw that one lie."""
    for seat in range(4):
        strip = table.strip(seat)
        laid = find_meld(strip, table.known_melds(seat))
        if laid is None:
            continue
        doubtful = min(t.confidence for t in laid.tiles) < table.limits.sure
        if doubtful and not _fills_the_gap(table, laid) and not _looked_enough(table, laid.tiles[0]):
            continue
        proposal = _explain(table, seat, laid)
        if proposal is not None:
            return proposal
    return None


def _explain(table: Table, seat: int, laid: LaidMeld) -> Proposal | None:
    if (not laid.alike and not _fills_the_gap(table, laid)) or _something_first(table, seat, laid):
        return None
    wild = laid.tile in table.hand.wilds
    match laid.count:
        case 1:
            return _added(table, seat, laid)
        case 2:
            return _record(table, seat, laid, MeldKind.JIN if wild else MeldKind.AN, None)
        case 4 if wild:
            return _record(table, seat, laid, MeldKind.JIN, None)
        case 4 if seat == table.hand.to_act and not _may_be_claimed(table, seat, laid):
            return _record(table, seat, laid, MeldKind.AN, None)
        case _:
            return _claimed(table, seat, laid)


def _may_be_claimed(table: Table, seat: int, laid: LaidMeld) -> bool:
    """Whether one of four open faces at the seat in turn may be a discard: a recorded one, or one not recorded yet."""
    waited = _taken(table, seat, laid).place is not None
    busy = {seat_of_side(side) for side in table.look.reached} - {seat}
    at_once = bool(table.middle().new) and 0 < len(busy) < 3
    missed = unseen(unrecorded(table)) or (seat, laid.tile) in table.memory.claim_margins
    taken = _took_last(table, laid) or _was_the_claimed(table, seat, _last_discard(table))
    return taken or waited or at_once or missed


def _something_first(table: Table, seat: int, laid: LaidMeld) -> bool:
    """Whether a tile waits in the middle that must have been thrown before ``seat`` laid this kong of its own."""
    own = laid.count <= 2 or (laid.count == 4 and laid.tile in table.hand.wilds)
    match = table.middle()
    calm = len(match.gone) + match.moved < table.limits.disturbed
    if not own or not calm or not match.new or seat == table.hand.to_act:
        return False
    table.memory.hurry = True
    return True


def _claimed(table: Table, seat: int, laid: LaidMeld) -> Proposal | None:
    """A 碰 or 明杠 of the last discard; if the last discard is another tile, one was thrown that nobody saw lie."""
    kind = MeldKind.PUNG if laid.count == 3 else MeldKind.MING
    last = _last_discard(table)
    if last is not None and _fills_the_gap(table, laid) and table.seat_of(last.event) != seat:
        return _record(table, seat, laid, kind, last)
    if _was_the_claimed(table, seat, last):
        assert last is not None  # noqa: S101 -- ``_was_the_claimed`` says so
        source = camera_source(table.look.seen, laid.tiles)
        return Proposal(RetractDiscard(t_ms=table.look.seen.t_ms, of=last.event, source=source), laid.tiles)
    unseen = last is None or last.claimed_by is not None or last.event in table.middle().lying
    if not unseen or laid.tile in table.hand.wilds:
        return _ask(table, seat, laid)
    return _thrown_last(table, seat, laid) or _claimed_unrecorded(table, seat, laid)


def _claimed_unrecorded(table: Table, seat: int, laid: LaidMeld) -> Proposal | None:
    """A 碰 or 明杠 of a tile that was not recorded: what was thrown before it comes first, then that tile."""
    taken = _taken(table, seat, laid)
    table.note_claimed(taken)
    waiting = unrecorded(table)
    if len(waiting) > MOST_IN_ORDER or unseen(waiting) or (seat, laid.tile) in table.memory.claim_margins:
        if _lay_there_before(table, waiting, taken, laid):
            table.memory.hurry = True
            return None
        told = first_of_crowd(table, taken, laid.tile, waiting)
        if told is not None:
            return _unseen(table, laid, told, whole_story=True)
        return None if table.planned() or table.waits() else _ask(table, seat, laid)
    first = first_throw(table, taken, waiting)
    if first.throw is not taken:
        # The claimed tile was thrown after one that still waits: that one comes first.
        table.memory.hurry = True
        return None
    if first.margin < table.limits.sure_seat and table.hand.to_act == seat:
        return _ask(table, seat, laid)
    return _unseen(table, laid, first)


def _lay_there_before(table: Table, waiting: Sequence[Doubt], taken: Throw, laid: LaidMeld) -> bool:
    """Whether a tile still waits that was seen before the claimed one can have been thrown."""
    seen_first = table.memory.claims_seen.setdefault((taken.claimer, laid.tile), table.look.seen.image_id)
    born = seen_first if taken.place is None else taken.look
    return any(doubt.first_image < born for doubt in waiting)


def _thrown_last(table: Table, seat: int, laid: LaidMeld) -> Proposal | None:
    """Of discards that fell while nobody looked the claimed one was thrown last: it is recorded anew as that."""
    source = camera_source(table.look.seen, laid.tiles)
    t_ms = table.look.seen.t_ms
    if table.memory.retold is not None and table.memory.retold[0] == laid.tile:
        _, thrower = table.memory.retold
        table.memory.retold = None
        return Proposal(RecordDiscard(t_ms=t_ms, seat=thrower, tile=laid.tile, sure=False, source=source), laid.tiles)
    taken = _taken_unseen(table, seat, laid.tile)
    if taken is None:
        return None
    table.memory.retold = (laid.tile, table.seat_of(taken.event))
    return Proposal(RetractDiscard(t_ms=t_ms, of=taken.event, source=source), laid.tiles)


def _taken_unseen(table: Table, seat: int, tile: Tile) -> DiscardOnTable | None:
    """Of the last discards, which fell while nobody looked, the one that a meld took: its face, else one read badly."""
    gone, fell = table.middle().gone, list[DiscardOnTable]()
    for discard in reversed([d for d in table.discards() if d.claimed_by is None]):
        if not table.fell_unseen(discard.event):
            break
        if discard.event in gone and table.seat_of(discard.event) != seat:
            fell.append(discard)
    same = [d for d in fell if d.tile == tile]
    return next(iter(same or [d for d in fell if d.second == tile]), None)


def _taken(table: Table, seat: int, laid: LaidMeld) -> Throw:
    """The discard that a meld took and that is not recorded: one that waited to be read, or one nobody saw lie."""
    for doubt in table.memory.doubts:
        readings = (doubt.best.label, doubt.best.second)
        if any(is_face(face) and tile_of(face) == laid.tile for face in readings) and _is_gone(table, doubt):
            return Throw(doubt.best.centre_mm, doubt.first_image, doubt.reached, claimer=seat)
    return Throw(None, table.look.seen.image_id, table.look.reached, claimer=seat)


def _is_gone(table: Table, doubt: Doubt) -> bool:
    """Whether a tile that lay in the middle lies there no more."""
    place, reach = doubt.best.centre_mm, table.limits.same_place_mm
    if table.zones.zone(place) is not Zone.MIDDLE:
        return False
    return not any(distance(tile.centre_mm, place) <= reach for tile in table.look.middle)


def _unseen(table: Table, laid: LaidMeld, first: First, *, whole_story: bool = False) -> Proposal:
    """Record the discard that a meld took, of which nobody is sure where it lay.

    After discards whose turn nobody knows nobody is in turn for sure. What the ``whole_story`` of many tiles and melds
    tells is not sure for that, but needs no question.
    """
    last = _last_discard(table)
    clear = first.margin >= table.limits.sure_seat and (
        whole_story or last is None or not table.fell_unseen(last.event)
    )
    # Of two melds that appear at once nobody knows which was laid first.
    sure = clear and not whole_story and len(table.middle().new) <= MOST_IN_ORDER and _new_melds(table) <= 1
    if not sure and not (whole_story and clear):
        table.memory.disputed.append(laid.tiles[0].centre_mm)
    else:
        table.memory.claimed_unseen = {table.look.seen.image_id: laid.tiles[0].centre_mm}
    source = camera_source(table.look.seen, laid.tiles)
    t_ms = table.look.seen.t_ms
    return Proposal(
        RecordDiscard(t_ms=t_ms, seat=first.seat, tile=laid.tile, sure=sure, source=source),
        laid.tiles,
    )


def _was_the_claimed(table: Table, seat: int, last: DiscardOnTable | None) -> bool:
    """Whether the last discard, recorded as another tile, is gone from the middle: then this meld took it.

    It was misread, or taken back for another that nobody saw lie; in either case it is taken back and recorded anew
    as what lies in the meld.
    """
    if last is None or last.claimed_by is not None or table.seat_of(last.event) == seat:
        return False
    match = table.middle()
    if last.event in match.lying or table.look.seen.hands or len(match.gone) > 1:
        return False
    return all(tile_of(tile.label) != last.tile for tile in match.new)


def _new_melds(table: Table) -> int:
    """How many melds lie there that are not recorded yet; several in one strip count as two."""
    strips = [table.strip(seat) for seat in range(4)]
    return sum(
        1 + (len(strip.new) > 4) for strip in strips if find_meld(strip, table.known_melds(strip.seat)) is not None
    )


def _added(table: Table, seat: int, laid: LaidMeld) -> Proposal:
    pung = next(
        m for m in table.hand.seats[seat].melds if m.meld.kind is MeldKind.PUNG and m.meld.tiles[0] == laid.tile
    )
    before = table.memory.meld_places.get((seat, MeldKind.PUNG, laid.tile), ())
    table.memory.meld_places[seat, MeldKind.MING, laid.tile] = (*before, laid.tiles[0].centre_mm)
    command = RecordMeld(
        t_ms=table.look.seen.t_ms,
        seat=seat,
        meld=TableMeld(kind=MeldKind.MING, tiles=(laid.tile,) * 4, from_seat=pung.meld.from_seat),
        claimed=None,
        added=True,
        source=camera_source(table.look.seen, laid.tiles),
    )
    return Proposal(command, laid.tiles)


def _record(
    table: Table,
    seat: int,
    laid: LaidMeld,
    kind: MeldKind,
    claimed: DiscardOnTable | None,
) -> Proposal:
    table.memory.meld_places[seat, kind, laid.tile] = tuple(t.centre_mm for t in laid.tiles)
    if claimed is not None:
        doubt_giver(table, claimed.event)
    size = 3 if kind is MeldKind.PUNG else 4
    command = RecordMeld(
        t_ms=table.look.seen.t_ms,
        seat=seat,
        meld=TableMeld(
            kind=kind,
            tiles=(laid.tile,) * size,
            from_seat=None if claimed is None else table.seat_of(claimed.event),
        ),
        claimed=None if claimed is None else claimed.event,
        added=False,
        source=camera_source(table.look.seen, laid.tiles),
    )
    return Proposal(command, laid.tiles)


def _ask(table: Table, seat: int, laid: LaidMeld) -> Proposal | None:
    """Ask about a meld that nothing explains, once a hidden tile or a discard taken back can't be why."""
    looks = table.memory.hand_looks.setdefault((seat, laid.count), set())
    looks.add(table.look.seen.image_id)
    if table.look.seen.hands or len(looks) <= table.limits.gone_looks:
        return None
    if (seat, laid.tile) in table.memory.asked or any(r.about is ReviewKind.MELD for r in table.reviews):
        return None
    table.memory.asked.add((seat, laid.tile))
    review = OpenReview(
        t_ms=table.look.seen.t_ms,
        about=ReviewKind.MELD,
        question=f"这副{tile_zh(laid.tile)}是谁打出来的?",
        answers=("0", "1", "2", "3"),
        of=None,
        source=camera_source(table.look.seen, laid.tiles),
        meld=_unexplained(seat, laid),
        reason=ReviewReason.WHOSE_MELD,
    )
    return Proposal(review, laid.tiles)


def _unexplained(seat: int, laid: LaidMeld) -> AskedMeld:
    """The meld as it lies, for the game to record with the answer."""
    kind = MeldKind.PUNG if laid.count == 3 else MeldKind.MING
    return AskedMeld(
        seat=seat, meld=TableMeld(kind=kind, tiles=(laid.tile,) * (3 if kind is MeldKind.PUNG else 4), from_seat=None)
    )


def _took_last(table: Table, laid: LaidMeld) -> bool:
    """Whether the last discard is of this face: with four copies in all it must be one of the meld."""
    last = _last_discard(table)
    return last is not None and last.tile == laid.tile and last.claimed_by is None


def _fills_the_gap(table: Table, laid: LaidMeld) -> bool:
    """Whether the last discard is of this face and gone from the middle: it must lie in this meld."""
    last = _last_discard(table)
    return last is not None and _took_last(table, laid) and last.event not in table.middle().lying


def _last_discard(table: Table) -> DiscardOnTable | None:
    discards = table.discards()
    return discards[-1] if discards else None


def _looked_enough(table: Table, tile: SeenTile) -> bool:
    return table.memory.settle_doubt(tile, table.look.seen.image_id, table.limits) is not None
