"""铲 that hangs on a tile nobody read for sure: put to people before it is paid, or passed over (A3.9, B4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.asking import ReviewReason
from table_daemon.game.events import MeldMade, ReviewKind, ReviewOpened
from table_daemon.game.fouls import source_of
from table_daemon.game.words import tile_zh
from table_daemon.rules.turns import SEATS, in_turn_order

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.state import DiscardOnTable, HandState
    from table_daemon.rules.tiles import Tile


def ask_about_chan(draft: Draft) -> None:
    """Ask about each doubtful tile of an opening whose other tiles are all one kind, as soon as four lie there.

    Two doubtful tiles that were both read as others than the rest are not both misread: that is no 铲, and no question;
    nor is one that is doubtful between two others.
    """
    hand = draft.hand
    if not draft.match.profile.chan or len(hand.discard_order) != len(SEATS):
        return
    opening = _opening(hand)
    kinds = {discard.tile for discard in opening if discard.sure}
    if not opening or len(kinds) != 1 or _claimed(hand):
        return
    followed = next(iter(kinds))
    if sum(discard.tile != followed for discard in opening) > 1:
        return
    asked = {review.of for review in (*draft.state.reviews, *draft.state.left)}
    for seat, discard in zip(in_turn_order(hand.dealer), opening, strict=True):
        if _may_follow(discard, followed) and discard.event not in asked:
            _ask(draft, seat, discard, followed)


def _may_follow(discard: DiscardOnTable, followed: Tile) -> bool:
    """Whether it hangs on a doubtful tile that it is the one the others threw, or that it is not."""
    return not discard.sure and (discard.tile == followed or discard.second in (followed, None))


def _opening(hand: HandState) -> list[DiscardOnTable]:
    """The first discard of each seat in turn order; none where the order was another."""
    first = [side.discards[0] for side in hand.seats if side.discards]
    ordered = sorted(first, key=lambda discard: discard.event)
    in_turn = [hand.seats[seat].discards[0] for seat in in_turn_order(hand.dealer) if hand.seats[seat].discards]
    return in_turn if len(first) == len(SEATS) and ordered == in_turn else []


def _claimed(hand: HandState) -> bool:
    return any(isinstance(recorded.event, MeldMade) and recorded.event.claimed is not None for recorded in hand.log)


def _ask(draft: Draft, seat: int, discard: DiscardOnTable, followed: Tile) -> None:
    read = (discard.tile, discard.second, followed)
    tiles = dict.fromkeys(tile for tile in read if tile is not None)
    answers = [f"{tile} {tile_zh(tile)}" + ("，跟打" if tile == followed else "，没跟打") for tile in tiles]
    draft.add(
        ReviewOpened(
            review=draft.state.reviews_opened + 1,
            about=ReviewKind.DISCARD_TILE,
            question=f"{draft.name_of(seat)}第一张打的是{tile_zh(followed)}吗？（铲）",
            answers=tuple(answers),
            of=discard.event,
            source=source_of(draft.hand, discard.event),
            in_hand=draft.hand.number,
            reason=ReviewReason.MAYBE_FOLLOWED,
            seat=seat,
            tile=followed,
        )
    )
