"""Where the witnesses meet: observations and link events go to the tracker, its proposals to the game."""

import logging

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.messages import LinkEvent
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.turning import turned
from table_daemon.pictures import PictureKeeper
from table_daemon.service import GameService
from vision.observation import Observation, Side

log = logging.getLogger(__name__)

_MOST_PROPOSALS = 64
"""More than a whole hand's worth of catching up from one look; beyond it something contradicts itself."""


class Witnesses:
    """Feeds one tracker and carries out what it proposes, keeping the pictures that show it."""

    def __init__(self, tracker: Tracker, service: GameService, keeper: PictureKeeper, *, seat0: Side) -> None:
        self._tracker = tracker
        self._service = service
        self._keeper = keeper
        self._seat0 = seat0

    def hear(self, event: LinkEvent) -> None:
        """Take in one event of the link."""
        self._tracker.hear(event)
        self._work(None)

    def see(self, observation: Observation, image: NDArray[np.uint8]) -> None:
        """Take in one observation and the picture it came from."""
        self._tracker.see(turned(observation, self._seat0))
        self._work(image)

    def _work(self, image: NDArray[np.uint8] | None) -> None:
        for _ in range(_MOST_PROPOSALS):
            proposal = self._tracker.next(self._service.state)
            if proposal is None:
                return
            command = proposal.command
            if image is not None and command.source.picture is not None:
                # Kept before the event is told, so that a page that shows the event finds its picture.
                self._keeper.save(command.source.picture, image, proposal.shows)
            rejection = self._service.carry_out(command)
            if rejection is not None:
                log.info("not recorded: %s (%s)", rejection.message_en, type(command).__name__)
                self._tracker.refused(proposal)
        log.error("the tracker does not come to an end; the rest of this look is left out")
