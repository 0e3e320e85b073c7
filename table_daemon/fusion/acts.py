"""Acts that need no player named: the indicator turned, the wall spent, the table swept."""

from table_daemon.fusion.proposal import Proposal, camera_source, rules_source
from table_daemon.fusion.table import Table
from table_daemon.fusion.table_events import HAND_END_ANSWERS, HAND_END_QUESTION, is_spent
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import DrawHand, OpenReview, TurnIndicator
from table_daemon.game.events import ReviewKind, Source, Witness

_ABOUT_THE_END = frozenset({ReviewKind.HAND_END, ReviewKind.WINNING_HAND, ReviewKind.WINNING_TILE})


def indicator(table: Table) -> Proposal | None:
    """The tile face up on the wall, while none is known; asks when it can't be read."""
    if table.hand.indicator is not None:
        return None
    up = sorted(table.look.wall, key=lambda t: -t.confidence)
    if not up:
        return None
    image_id = table.look.seen.image_id
    tile = table.memory.settle_doubt(up[0], image_id, table.limits)
    if tile is None:
        return None
    source = camera_source(table.look.seen, (tile,))
    t_ms = table.look.seen.t_ms
    if tile.confidence >= table.limits.sure and len(up) == 1:
        return Proposal(TurnIndicator(t_ms=t_ms, tile=tile_of(tile.label), source=source), (tile,))
    if any(r.about is ReviewKind.INDICATOR_TILE for r in table.reviews):
        return None
    answers = tuple(dict.fromkeys(x.value for t in up[:2] for x in (t.label, t.second) if is_face(x)))
    review = OpenReview(
        t_ms=t_ms,
        about=ReviewKind.INDICATOR_TILE,
        question="翻出来的混是哪张?",
        answers=answers,
        of=None,
        source=source,
        reason=ReviewReason.INDICATOR_UNREAD,
    )
    return Proposal(review, tuple(up[:2]))


def wall_spent(table: Table) -> Proposal | None:
    """The wall has no draw left, its last tile is discarded and nobody claimed it: 荒庄 (B31)."""
    hand = table.hand
    if hand.wall_left != 0 or not hand.must_draw or not hand.discard_order or table.look.seen.hands:
        return None
    if table.look.seen.t_ms - table.memory.last_ms < table.limits.wall_spent_ms:
        return None
    return Proposal(DrawHand(t_ms=table.look.seen.t_ms, source=rules_source()))


def swept(table: Table) -> Proposal | None:
    """Nothing lies on the table any more, walls included: the hand is over, whether or not the link told of it."""
    hand = table.hand
    if table.look.seen.tiles or table.look.seen.hands or not hand.discard_order:
        return None
    if any(review.about in _ABOUT_THE_END for review in table.reviews):
        return None
    t_ms = table.look.seen.t_ms
    if is_spent(hand, seen=table.memory.wall_spent):
        return Proposal(DrawHand(t_ms=t_ms, source=rules_source()))
    source = Source(witness=Witness.CAMERA)
    return Proposal(
        OpenReview(
            t_ms=t_ms,
            about=ReviewKind.HAND_END,
            question=HAND_END_QUESTION,
            answers=HAND_END_ANSWERS,
            of=None,
            source=source,
            reason=ReviewReason.END_UNSEEN,
        )
    )
