"""What a hand waits for, for the one player who asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.game.waiting import Waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitView:
    """A tile that completes the hand."""

    tile: str
    fan: int
    """What it scores; 0 where it may not win."""
    wins: bool
    """Whether it is worth enough to win."""
    left: int
    """Copies that neither the player holds nor anybody sees lying open."""


def wait_view(waiting: Waiting) -> WaitView:
    """One wait as the page shows it."""
    score = waiting.wait.score
    return WaitView(tile=str(waiting.wait.tile), fan=score.fan, wins=score.win, left=waiting.left)
