"""What the tiles a player holds wait for in the hand being played. Records nothing and changes nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.game.judge import cannot_be
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.rules.errors import RulesError
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.melds import Meld
from table_daemon.rules.waits import waits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.state import GameState, HandState
    from table_daemon.rules.tiles import Tile
    from table_daemon.rules.waits import Wait

_HELD: Final = 13
_COPIES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A tile that completes the hand."""

    wait: Wait
    left: int
    """Copies that neither the player holds nor anybody sees lying open."""


def waiting(state: GameState, seat: int, held: Sequence[Tile]) -> tuple[Waiting, ...] | Rejection:
    """What ``held``, the concealed tiles of ``seat`` without a draw, waits for beside the melds that lie.

    Scored as an ordinary draw: 杠开, 天和 and 放炮 are the winning tile's affair and not foreseen.
    """
    hand = _being_played(state)
    if isinstance(hand, Rejection):
        return hand
    refused = _unfit(hand, seat, held)
    if refused is not None:
        return refused
    try:
        found = waits(
            hand=held,
            melds=[Meld(lying.meld.kind, min(lying.meld.tiles)) for lying in hand.seats[seat].melds],
            wilds=hand.wilds,
            flags=WinFlags(dubao=hand.dubao[seat], shangdatai=hand.shangdatai[seat]),
            profile=hand.profile,
            indicator=hand.indicator,
        )
    except RulesError as error:
        return Rejection(RejectionReason.BAD_VALUE, cannot_be(error).words.zh, str(error))
    gone = _lying_open(hand) + Counter(held)
    return tuple(Waiting(wait=wait, left=max(0, _COPIES - gone[wait.tile])) for wait in found)


def _being_played(state: GameState) -> HandState | Rejection:
    hand = None if state.match is None or state.match.ended else state.match.hand
    if hand is None:
        return Rejection(RejectionReason.NO_HAND, "现在没有在打的牌", "no hand is being played")
    if hand.ended or hand.settled is not None:
        return Rejection(RejectionReason.HAND_OVER, f"第{hand.number}把已经打完", f"hand {hand.number} is over")
    if hand.indicator is None:
        return Rejection(RejectionReason.NO_HAND, "混儿还没翻", "the wilds are not known yet: no tile is turned up")
    return hand


def _unfit(hand: HandState, seat: int, held: Sequence[Tile]) -> Rejection | None:
    side = hand.seats[seat]
    if side.foul is not None:
        return Rejection(RejectionReason.CONFLICT, "相公不能和", "a player who has fouled can't win this hand")
    want = _HELD - 3 * len(side.melds)
    if len(held) != want:
        return Rejection(
            RejectionReason.BAD_VALUE,
            f"手里要 {want} 张，现在 {len(held)} 张",
            f"{len(held)} tiles: with {len(side.melds)} melds it must be {want}, without a drawn one",
        )
    return None


def _lying_open(hand: HandState) -> Counter[Tile]:
    """The tiles everybody sees; a claimed discard lies in its meld."""
    seen = Counter() if hand.indicator is None else Counter([hand.indicator])
    for side in hand.seats:
        seen.update(discard.tile for discard in side.discards if discard.claimed_by is None)
        for lying in side.melds:
            seen.update(lying.meld.tiles)
    return seen
