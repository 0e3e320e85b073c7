"""The finished hands of the sitting, oldest first, with the running scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.views.corrections import CorrectionView, corrections

if TYPE_CHECKING:
    from table_daemon.game.state import GameState, HandSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulRow:
    """A foul that stood in a hand."""

    seat: int
    foul: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    """One finished hand; ``winner`` is ``None`` for 荒庄."""

    hand: int
    dealer: int
    winner: int | None
    names: tuple[str, ...]
    fan: int
    net: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    fouls: tuple[FoulRow, ...]
    by_hand: bool = False
    """People said what is paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryView:
    """A sitting's finished hands; ``match`` is ``None`` before the first one."""

    match: str | None
    players: tuple[str, ...]
    hands: tuple[HandRow, ...]
    unsettled: tuple[int, ...] = ()
    """Numbers of earlier hands that are not settled yet."""
    corrections: tuple[CorrectionView, ...] = ()


def history(state: GameState) -> HistoryView:
    """The finished hands of the current or last sitting."""
    match = state.match
    if match is None:
        return HistoryView(match=None, players=(), hands=())
    return HistoryView(
        match=match.match,
        players=match.names,
        hands=tuple(_row(hand) for hand in match.history),
        unsettled=match.unsettled,
        corrections=corrections(match),
    )


def _row(hand: HandSummary) -> HandRow:
    return HandRow(
        hand=hand.number,
        dealer=hand.dealer,
        winner=hand.winner,
        names=hand.names,
        fan=hand.fan,
        net=hand.net,
        scores=hand.scores,
        fouls=tuple(FoulRow(seat=seat, foul=foul) for seat, foul in hand.fouls),
        by_hand=hand.by_hand,
    )
