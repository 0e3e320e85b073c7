"""Where the witnesses meet: observations and link events go to the tracker, its proposals to the game."""

import logging
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.messages import LinkEvent
from table_daemon.fusion.proposal import Proposal
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.turning import turned
from table_daemon.game.commands import Command
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
        self._last_refusal = ""

    @property
    def hands_played(self) -> int:
        """The match's finished hands: once it changes another one is coming."""
        match = self._service.state.match
        return 0 if match is None else len(match.history)

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
            rejection = self._service.witness(self._with_picture(proposal, image))
            if rejection is not None:
                self._log_refusal(f"{rejection.message_en} ({type(proposal.command).__name__})")
                self._tracker.refused(proposal)
        log.error("the tracker does not come to an end; the rest of this look is left out")

    def _with_picture(self, proposal: Proposal, image: NDArray[np.uint8] | None) -> Command:
        """The command with its picture kept before the event is told, or without one where none could be."""
        command = proposal.command
        name = command.source.picture
        if name is None:
            return command
        kept = image is not None and self._keeper.save(name, image, proposal.shows)
        self._service.note_pictures(self._keeper.problem)
        return command if kept else replace(command, source=replace(command.source, picture=None))

    def _log_refusal(self, text: str) -> None:
        """Log a refusal once: what lies on the table is proposed again at every look."""
        if text != self._last_refusal:
            log.info("not recorded: %s", text)
        self._last_refusal = text
