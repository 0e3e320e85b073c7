"""Play that goes on after a hand was won: then that hand did not win, and people are asked.

Everything shown tells of a win as it should be, but its player may have fouled by a tile that was read as another.
"""

from table_daemon.fusion.middle import distance
from table_daemon.fusion.proposal import Proposal, camera_source
from table_daemon.fusion.table import Table
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import OpenReview
from table_daemon.game.events import ReviewKind

QUESTION = "亮牌以后还在打牌：这手牌没有和成吗？"
ANSWERS = ("false_hu 不能和，继续打", "none 和了，这一局打完了")

_LOOKS = 2
"""Still looks that show a new discard and the hand taken up: tiles pushed together after a win soon move all."""


def play_goes_on(table: Table) -> Proposal | None:
    """Ask about the win of a settled hand once that hand is taken up and new tiles are thrown beside the old ones."""
    hand, seen, memory = table.hand, table.look.seen, table.memory
    if hand.won is None or hand.claim_seq is None or seen.hands or not table.look.wall:
        return None
    match = table.middle()
    if memory.left_over is None:
        memory.left_over = tuple(tile.centre_mm for tile in match.new)
    reach = table.limits.same_place_mm
    thrown = tuple(
        tile
        for tile in match.new
        if tile.confidence >= table.limits.sure and all(distance(tile.centre_mm, at) > reach for at in memory.left_over)
    )
    if not thrown or table.strip(hand.won.winner).new or len(match.gone) + match.moved > 1:
        return None
    if seen.image_id in memory.went_on:
        return None
    memory.went_on.add(seen.image_id)
    if len(memory.went_on) != _LOOKS:
        return None
    review = OpenReview(
        t_ms=seen.t_ms,
        about=ReviewKind.FALSE_HU,
        question=QUESTION,
        answers=ANSWERS,
        of=hand.claim_seq,
        source=camera_source(seen, thrown[:1]),
        reason=ReviewReason.PLAYED_ON,
    )
    return Proposal(review, thrown[:1])
