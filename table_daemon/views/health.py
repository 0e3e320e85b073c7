"""How the machine is doing, as people and monitors read it. Measured elsewhere and passed in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class HealthLevel(StrEnum):
    """How bad it is, mildest first."""

    OFF = "off"
    """Not fitted or switched off on purpose."""
    OK = "ok"
    WARN = "warn"
    """Play goes on; somebody should look."""
    BAD = "bad"
    """What the table shows may be missing or late."""


_ORDER = (HealthLevel.OFF, HealthLevel.OK, HealthLevel.WARN, HealthLevel.BAD)


class HealthPart(StrEnum):
    """What is watched."""

    CAMERA = "camera"
    PICTURE = "picture"
    CALIBRATION = "calibration"
    TILE_SET = "tile_set"
    LINK = "link"
    PANEL = "panel"
    STORE = "store"
    CLOCK = "clock"
    DISK = "disk"
    BACKUP = "backup"
    POWER = "power"
    HEAT = "heat"
    SHUTDOWN = "shutdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthFigure:
    """One measured figure beside its limit (``None``: it could not be measured), and what to do when it is beyond."""

    name: str
    value: float | None
    limit: float
    unit: str
    bad: bool
    advice: str
    advice_zh: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthItem:
    """One part: how it is, in words that say what to do, and since when (``None``: unknown)."""

    part: HealthPart
    level: HealthLevel
    message: str = ""
    since_ms: int | None = None
    message_zh: str = ""
    """The same in Chinese, where the part knows it."""
    figures: tuple[HealthFigure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthView:
    """Every watched part, in the order shown."""

    items: tuple[HealthItem, ...] = ()

    @property
    def level(self) -> HealthLevel:
        """The worst of all parts; ``OK`` where nothing is watched.

        >>> HealthView().level
        <HealthLevel.OK: 'ok'>
        """
        return max((item.level for item in self.items), key=_ORDER.index, default=HealthLevel.OK)

    def summary(self) -> HealthSummary:
        """The same with the worst level written out, as the public state carries it."""
        return HealthSummary(level=self.level, items=self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthSummary:
    """Health inside the public state."""

    level: HealthLevel
    items: tuple[HealthItem, ...]
