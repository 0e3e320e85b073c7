"""New melds whose faces differ, which only daihun plays: 吃 of the 上家's discard, and 风头杠 before the first draw."""

from table_daemon.fusion.proposal import Proposal, camera_source
from table_daemon.fusion.table import Table
from table_daemon.fusion.translate import tile_of
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import OpenReview, RecordMeld
from table_daemon.game.decide_play import is_mixed_meld
from table_daemon.game.events import LaidMeld, ReviewKind, TableMeld
from table_daemon.game.state import DiscardOnTable
from table_daemon.game.words import tiles_zh
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.turns import next_seat
from vision.observation import SeenTile

_KINDS = (MeldKind.CHOW, MeldKind.FENGTOU_JIAN, MeldKind.FENGTOU_FENG)


def mixed_meld(table: Table) -> Proposal | None:
    """The next 吃 or 风头杠 lying in any strip; asks about a run that nothing explains."""
    if table.match.profile.ruleset is not Ruleset.DAIHUN:
        return None
    for seat in range(4):
        strip = table.strip(seat)
        meld = _laid(strip.new) if len(strip.rows()) == 1 else None
        if meld is None or any(tile in table.hand.wilds for tile in meld.tiles) or not _readable(table, strip.new):
            continue
        proposal = _claimed(table, seat, meld) if meld.kind is MeldKind.CHOW else _opening(table, seat, meld)
        if proposal is not None:
            return proposal
    return None


def _laid(tiles: tuple[SeenTile, ...]) -> Meld | None:
    """The meld that just these tiles are."""
    faces = [tile_of(tile.label) for tile in tiles]
    kind = next((kind for kind in _KINDS if is_mixed_meld(kind, faces)), None)
    return None if kind is None else Meld(kind, min(faces))


def _readable(table: Table, tiles: tuple[SeenTile, ...]) -> bool:
    """Whether every tile is sure, or was looked at as often as that helps."""
    worst = min(tiles, key=lambda tile: tile.confidence)
    if worst.confidence >= table.limits.sure:
        return True
    return table.memory.settle_doubt(worst, table.look.seen.image_id, table.limits) is not None


def _opening(table: Table, seat: int, meld: Meld) -> Proposal | None:
    """A 风头杠 of a player who has discarded nothing yet."""
    return None if table.hand.seats[seat].discards else _record(table, seat, meld, None, None)


def _claimed(table: Table, seat: int, meld: Meld) -> Proposal | None:
    """A 吃 of the last discard, once that lies in the middle no more."""
    last = next(iter(reversed(table.discards())), None)
    if last is None or last.claimed_by is not None or last.tile not in meld.tiles:
        return _ask(table, seat, meld)
    giver = table.seat_of(last.event)
    if seat != next_seat(giver):
        return _ask(table, seat, meld)
    if last.event in table.middle().lying:
        return None
    return _record(table, seat, meld, last, giver)


def _record(table: Table, seat: int, meld: Meld, claimed: DiscardOnTable | None, giver: int | None) -> Proposal:
    tiles = table.strip(seat).new
    table.memory.meld_places[seat, meld.kind, meld.tiles[0]] = tuple(tile.centre_mm for tile in tiles)
    command = RecordMeld(
        t_ms=table.look.seen.t_ms,
        seat=seat,
        meld=TableMeld(kind=meld.kind, tiles=meld.tiles, from_seat=giver),
        claimed=None if claimed is None else claimed.event,
        added=False,
        source=camera_source(table.look.seen, tiles),
    )
    return Proposal(command, tiles)


def _ask(table: Table, seat: int, meld: Meld) -> Proposal | None:
    """Ask whose discard a run took, once looking again can't tell."""
    tiles = table.strip(seat).new
    looks = table.memory.hand_looks.setdefault((seat, len(tiles)), set())
    looks.add(table.look.seen.image_id)
    if table.look.seen.hands or len(looks) <= table.limits.gone_looks:
        return None
    if (seat, meld.tile) in table.memory.asked or any(r.about is ReviewKind.MELD for r in table.reviews):
        return None
    table.memory.asked.add((seat, meld.tile))
    review = OpenReview(
        t_ms=table.look.seen.t_ms,
        about=ReviewKind.MELD,
        question=f"这副{tiles_zh(meld.tiles)}吃的是谁打的?",
        answers=(*(str(other) for other in range(4) if other != seat), "none 没有吃"),
        of=None,
        source=camera_source(table.look.seen, tiles),
        meld=LaidMeld(seat=seat, meld=TableMeld(kind=meld.kind, tiles=meld.tiles, from_seat=None)),
        reason=ReviewReason.WHOSE_MELD,
    )
    return Proposal(review, tiles)
