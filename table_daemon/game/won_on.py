"""Whether a laid-down hand was drawn by its player or won on the last discard (放炮), where that is played.

Scores nothing: what a hand is worth is judged elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from table_daemon.rules.choices import Ruleset

if TYPE_CHECKING:
    from table_daemon.game.events import LaidHand
    from table_daemon.game.state import DiscardOnTable, HandState
    from table_daemon.rules.tiles import Tile

_TILES: Final = 14
"""Of a whole hand, the winning one included; a meld stands for three."""


class LastDiscard(NamedTuple):
    """The newest discard while nobody has claimed it and nothing was done since."""

    giver: int
    lying: DiscardOnTable


class Readings(NamedTuple):
    """How a laid-down hand can have been won; with both it is for people to say."""

    drawn: LaidHand | None
    """As the player's own draw."""
    given: LaidHand | None
    """On the last discard, which is its winning tile."""


def last_discard(hand: HandState) -> LastDiscard | None:
    """The discard that can be won on now."""
    if not hand.discard_order or not hand.must_draw or hand.kongs_in_a_row:
        return None
    for seat, side in enumerate(hand.seats):
        for lying in side.discards:
            if lying.event == hand.discard_order[-1] and lying.claimed_by is None:
                return LastDiscard(seat, lying)
    return None


def readings(hand: HandState, laid: LaidHand) -> Readings:
    """How the hand can have been won; as the player's own draw where a discard is never won on."""
    last = last_discard(hand) if hand.profile.ruleset is Ruleset.DAIHUN else None
    if laid.discarder is not None or last is None or last.giver == laid.seat:
        return Readings(laid, None)
    given = on_discard(hand, laid, last)
    missing = len(_all(laid)) - (_TILES - 3 * len(hand.seats[laid.seat].melds))
    drawn = laid if given is None or (laid.seat == hand.to_act and missing == 0) else None
    return Readings(drawn, given)


def on_discard(hand: HandState, laid: LaidHand, last: LastDiscard) -> LaidHand | None:
    """The hand as it is won on that discard, which lies among its tiles or still where it was thrown."""
    tiles = list(_all(laid))
    tile = last.lying.tile
    missing = _TILES - 3 * len(hand.seats[laid.seat].melds) - len(tiles)
    if missing == 0 and tile in tiles and laid.draw in (None, tile):
        tiles.remove(tile)
    elif missing != 1:
        return None
    return replace(laid, hand=tuple(tiles), draw=tile, discarder=last.giver)


def _all(laid: LaidHand) -> tuple[Tile, ...]:
    return laid.hand if laid.draw is None else (*laid.hand, laid.draw)
