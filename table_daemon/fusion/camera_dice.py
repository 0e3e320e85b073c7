"""Dice as the camera sees them: which throws belong to a hand. The link's word comes first, wherever it tells dice.

Between two throws an observation shows no dice, even if both show the same (``vision.observation``); dice that lay
there before a hand began are the last one's.
"""

from collections import deque
from dataclasses import dataclass

from vision.observation import Observation

_PATIENCE_MS = 3_000
"""While a line is up its own word may still be on the way: pictures and line differ by half of this at most."""
_DICE = 2


@dataclass(frozen=True, slots=True)
class SeenThrow:
    """Two dice that came to rest."""

    t_ms: int
    dice: tuple[int, ...]


class CameraDice:
    """Counts the throws that the pictures show."""

    def __init__(self) -> None:
        self._lying: tuple[int, ...] | None = None
        self._known_ms: int | None = None
        """Since when it is known what lies there: a throw before that would go unnoticed."""
        self._away = False
        self._throws: deque[SeenThrow] = deque(maxlen=8)

    def see(self, observation: Observation) -> None:
        """Take in one observation; only still ones say anything."""
        if not observation.still or observation.problems:
            return
        dice = observation.dice
        if dice is None:
            self._away = self._lying is not None
            return
        if self._lying is None:
            self._known_ms = observation.t_ms
        elif (dice != self._lying or self._away) and len(dice) == _DICE:
            self._throws.append(SeenThrow(observation.t_ms, dice))
        self._lying, self._away = dice, False

    def throw(self, number: int, *, since_ms: int, now_ms: int, linked: bool) -> SeenThrow | None:
        """A hand's throw ``number`` (0 or 1) if seen since the hand began and no longer to be waited for."""
        if self._known_ms is None or self._known_ms > since_ms:
            return None
        thrown = [throw for throw in self._throws if throw.t_ms >= since_ms]
        if number >= len(thrown):
            return None
        waited = now_ms - thrown[number].t_ms >= _PATIENCE_MS
        return thrown[number] if waited or not linked else None
