"""What reaches the daemon from the simulated table, moment by moment, and what truth knows beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from table_daemon.simulator.acts import Act
    from table_daemon.simulator.truth import HandTruth
    from vision.synthetic.scene import Scene


@dataclass(frozen=True, slots=True)
class Picture:
    """What the camera would see now."""

    t_ms: int
    """Game time."""
    scene: Scene


@dataclass(frozen=True, slots=True)
class LiftPressed:
    """Somebody presses the lift button: the console rises, or sinks and the walls come up."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class DicePressed:
    """A player presses his dice button; the dice will show ``dice``."""

    t_ms: int
    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchAgreed:
    """People start a match on a page."""

    t_ms: int
    names: tuple[str, str, str, str]
    profile: str
    first_dealer: int


@dataclass(frozen=True, slots=True)
class ZuoWished:
    """A player sets what he wants to do as dealer: 坐 or not."""

    t_ms: int
    seat: int
    value: bool


@dataclass(frozen=True, slots=True)
class LaWished:
    """A player sets how often he 拉庄."""

    t_ms: int
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class PowerCut:
    """The daemon's power goes and comes back."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class Happened:
    """Truth: an act was done; the pictures and words about it follow."""

    t_ms: int
    act: Act


@dataclass(frozen=True, slots=True)
class HandOver:
    """Truth: a hand has ended, and everything that tells of its end has been shown."""

    t_ms: int
    truth: HandTruth


Wish: TypeAlias = MatchAgreed | ZuoWished | LaWished
"""What people say through the pages."""

Pressed: TypeAlias = LiftPressed | DicePressed
"""What people do to the machine; what its controller then says follows from its mechanics."""

Cue: TypeAlias = Picture | Pressed | Wish | PowerCut | Happened | HandOver
