"""The waits helper behind the pages' port. Keeps nothing of what it is asked."""

import asyncio
from collections.abc import Callable, Sequence
from http import HTTPStatus

from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.state import GameState
from table_daemon.game.waiting import waiting
from table_daemon.rules.tiles import Tile
from table_daemon.views.waits import WaitView, wait_view
from web_display.ports import Refused


class WaitsHelper:
    """Answers from the state as it is when asked."""

    def __init__(self, state: Callable[[], GameState]) -> None:
        self._state = state
        self._one_at_a_time = asyncio.Lock()

    async def waits(self, seat: int, held: Sequence[Tile]) -> Sequence[WaitView] | Refused:
        """What the concealed tiles of ``seat`` wait for in the hand being played."""
        # A hand of many wilds takes a part of a second, in which the pages and the camera must go on.
        async with self._one_at_a_time:
            found = await asyncio.to_thread(waiting, self._state(), seat, tuple(held))
        if isinstance(found, Rejection):
            bad = found.reason is RejectionReason.BAD_VALUE
            status = HTTPStatus.UNPROCESSABLE_ENTITY if bad else HTTPStatus.CONFLICT
            return Refused(found.message, found.message_en, status)
        return tuple(wait_view(one) for one in found)
