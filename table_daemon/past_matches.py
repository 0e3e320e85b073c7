"""Earlier matches as the log holds them, saved or still waiting for the disk: found, folded, listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.commands import Correct, Undo
from table_daemon.game.fold import fold
from table_daemon.store.errors import StoreError
from table_daemon.views.matches import MatchRow, match_rows

if TYPE_CHECKING:
    from table_daemon.game.state import GameState
    from table_daemon.saving import Saver
    from web_display.ports import Intent


class PastMatches:
    """Reads earlier matches anew each time: few ask for them, and in memory they would only grow."""

    def __init__(self, saver: Saver) -> None:
        self._saver = saver

    def meant(self, intent: Intent, now: GameState) -> str | None:
        """Id of the earlier match that a wish is about; ``None``: the one being played, or the last one.

        Raises a ``StoreError``.
        """
        playing = None if now.match is None else now.match.match
        match = intent.match
        if match is None and isinstance(intent.command, Correct | Undo):
            match = self._match_of(intent.command.of, now)
        return None if match == playing else match

    def _match_of(self, seq: int, now: GameState) -> str | None:
        """The match that an event is about; while the log can't be read, what is recent is taken for the newest's."""
        try:
            return self._saver.match_of(seq)
        except StoreError:
            if now.match is None or seq < now.match.began:
                raise
            return now.match.match

    def folded(self, match: str) -> GameState | None:
        """The state of a match with all that was recorded about it later; ``None`` for an unknown one.

        Raises a ``StoreError``.
        """
        log = self._saver.match_log(match)
        return fold(log) if log else None

    def rows(self, now: GameState) -> tuple[MatchRow, ...]:
        """Every match, newest first. Raises a ``StoreError``."""
        return match_rows(self._saver.matches(), playing=now.match)
