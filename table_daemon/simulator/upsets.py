"""What befalls the table and its witnesses in one hand, whatever the players do: light, haste, power."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from table_daemon.simulator.mishaps import Mishap
from vision.synthetic.scene import Light

if TYPE_CHECKING:
    from table_daemon.simulator.mishaps import Mishaps

_FIRST, _LATEST = 3, 25
"""Between which discards something befalls the hand."""


@dataclass(slots=True, kw_only=True)
class Upsets:
    """The plan of one hand, and how far it has come."""

    lamp_at: int | None = None
    glare_at: int | None = None
    power_cut_at: int | None = None
    haste: float = 0.0
    """How likely a discard is followed at once by the next act."""
    rng: Random = field(default_factory=lambda: Random(0))
    light: Light | None = None
    """How the table is lit now; ``None`` as it always is."""
    fast: bool = False
    """Whether the next act follows at once."""

    @classmethod
    def planned(cls, key: str, mishaps: Mishaps) -> Upsets:
        """Plan the hand called ``key``; mishaps that were not chosen change nothing for the others."""

        def at(mishap: Mishap) -> int | None:
            rng = Random(f"{key}/{mishap}")
            return rng.randrange(_FIRST, _LATEST) if rng.random() < mishaps.rate(mishap) else None

        return cls(
            lamp_at=at(Mishap.LAMP),
            glare_at=at(Mishap.GLARE),
            power_cut_at=at(Mishap.POWER_CUT),
            haste=mishaps.rate(Mishap.FAST_PLAY),
            rng=Random(f"{key}/upsets"),
        )

    def count(self, discards: int) -> None:
        """Let happen to the light what is due after so many discards."""
        if discards == self.lamp_at:
            self.light = _another_light(self.rng)
        if discards == self.glare_at:
            spot = (self.rng.uniform(-250.0, 250.0), self.rng.uniform(-250.0, 250.0))
            self.light = replace(self.light or Light(), glare_mm=spot)

    def choose_pace(self) -> None:
        """Decide whether the next act follows at once."""
        self.fast = self.haste > 0 and self.rng.random() < self.haste


def _another_light(rng: Random) -> Light:
    """Somebody switches a lamp on or off."""
    return Light(
        brightness=rng.uniform(0.75, 1.25),
        temperature_k=rng.choice((2700.0, 4000.0, 6500.0)),
        gradient=rng.uniform(0.05, 0.3),
        gradient_deg=rng.uniform(0.0, 360.0),
    )
