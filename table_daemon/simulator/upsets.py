"""What befalls the table and its witnesses in one hand, whatever the players do: light, haste, power."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from random import Random
from typing import TYPE_CHECKING

from table_daemon.simulator.cues import CameraBumped, CameraLost, ClockJumped, LinkCut, LinkRestarted, PowerCut
from table_daemon.simulator.mishaps import Mishap
from vision.synthetic.scene import Light

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.simulator.cues import Upset
    from table_daemon.simulator.mishaps import Mishaps

_HOUR_MS = 3_600_000
_TWO_YEARS_MS = 2 * 365 * 24 * _HOUR_MS
_FIRST, _LATEST = 3, 25
"""Between which discards something befalls the hand."""


@dataclass(slots=True, kw_only=True)
class Upsets:
    """The plan of one hand, and how far it has come."""

    lamp_at: int | None = None
    glare_at: int | None = None
    power_cut_at: int | None = None
    bump_at: int | None = None
    link_loss_at: int | None = None
    link_reboot_at: int | None = None
    camera_loss_at: int | None = None
    clock_jump_at: int | None = None
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
            bump_at=at(Mishap.CAMERA_BUMP),
            link_loss_at=at(Mishap.LINK_LOSS),
            link_reboot_at=at(Mishap.LINK_REBOOT),
            camera_loss_at=at(Mishap.CAMERA_LOSS),
            clock_jump_at=at(Mishap.CLOCK_JUMP),
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

    def befalls(self, discards: int, t_ms: int) -> Iterator[Upset]:
        """What befalls witnesses and daemon after so many discards."""
        if discards == self.power_cut_at:
            yield PowerCut(t_ms)
        if discards == self.bump_at:
            far, way = self.rng.uniform(5.0, 60.0), self.rng.uniform(0.0, 2 * pi)
            yield CameraBumped(t_ms, (far * cos(way), far * sin(way)), self.rng.uniform(-3.0, 3.0))
        if discards == self.link_loss_at:
            yield LinkCut(t_ms, self.rng.randint(2_000, 300_000))
        if discards == self.link_reboot_at:
            yield LinkRestarted(t_ms)
        if discards == self.camera_loss_at:
            yield CameraLost(t_ms, self.rng.randint(2_000, 60_000))
        if discards == self.clock_jump_at:
            yield ClockJumped(t_ms, self.rng.choice((-t_ms, _TWO_YEARS_MS, -_HOUR_MS)))

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
