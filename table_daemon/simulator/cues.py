"""What reaches the daemon from the simulated table, moment by moment, and what truth knows beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from table_daemon.simulator.acts import Act
    from table_daemon.simulator.truth import HandTruth
    from vision.labels import Label
    from vision.observation import Point
    from vision.synthetic.scene import Scene


BUMPED_WIDTH_PX = 2028
"""The picture width that a bump's figures are told for."""


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A lying tile that no camera reads well where it lies: dirt, a reflection, a worn face."""

    at_mm: Point
    strength: float
    """0: as any other; 1: nobody could read it."""
    looks_like: Label | None = None
    """Another face that it shows; ``None``: its own, smeared."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What the camera would see now."""

    t_ms: int
    """Game time."""
    scene: Scene
    clock_off_ms: int = 0
    """How far the clock that stamps the picture is off by now."""
    spoilt: tuple[Spoilt, ...] = ()
    """Faces that cannot be read well where they lie."""


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
class CameraBumped:
    """Somebody knocks against the camera's mount."""

    t_ms: int
    shift_px: tuple[float, float]
    """How far the picture moves, on a picture ``BUMPED_WIDTH_PX`` wide."""
    turn_deg: float


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no picture for a while."""

    t_ms: int
    for_ms: int


@dataclass(frozen=True, slots=True)
class LinkCut:
    """The controller's plug is pulled, and put back after a while."""

    t_ms: int
    for_ms: int


@dataclass(frozen=True, slots=True)
class LinkMended:
    """The plug is back."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class LinkRestarted:
    """The controller starts anew in the middle of everything."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class ClockJumped:
    """The daemon's clock is set by ``by_ms``."""

    t_ms: int
    by_ms: int


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

LinkUpset: TypeAlias = LinkCut | LinkMended | LinkRestarted
"""What befalls the table's line."""

Upset: TypeAlias = LinkUpset | CameraBumped | CameraLost | ClockJumped | PowerCut
"""What befalls the witnesses and the daemon."""

Cue: TypeAlias = Picture | Pressed | Wish | Upset | Happened | HandOver
