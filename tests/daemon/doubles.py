"""Stand-ins for the daemon's surroundings: a disk that fails on demand, a clock set by hand, tiles and pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from table_daemon.clocks import GameClock
from table_daemon.game.events import Recorded
from table_daemon.health import HealthBoard
from table_daemon.service import GameService, MatchDefaults
from table_daemon.store.errors import StoreError
from table_daemon.store.memory import MemoryStore
from table_daemon.store.port import IntentRecord, Store
from table_daemon.views import HealthItem, HealthPart
from vision.labels import Label
from vision.observation import Point, SeenTile

NAMES = ("王", "李", "张", "赵")
DEFAULTS = MatchDefaults(names=NAMES, profile="tianjin", first_dealer=2)


class FailingStore(MemoryStore):
    """A store in memory that raises ``failure`` from everything, ``refuses_writing`` from writing, while it is set."""

    def __init__(self) -> None:
        super().__init__()
        self.failure: StoreError | None = None
        self.refuses_writing: StoreError | None = None

    def append(self, events: Sequence[Recorded], *, intent: IntentRecord | None = None) -> None:
        self._fail()
        if self.refuses_writing is not None:
            raise self.refuses_writing
        super().append(events, intent=intent)

    def read(self, after: int = 0) -> Iterator[Recorded]:
        self._fail()
        return super().read(after)

    def intent(self, intent_id: str) -> IntentRecord | None:
        self._fail()
        return super().intent(intent_id)

    def match_of(self, seq: int) -> str | None:
        self._fail()
        return super().match_of(seq)

    def match_log(self, match: str) -> list[Recorded]:
        self._fail()
        return super().match_log(match)

    def matches(self) -> list[Recorded]:
        self._fail()
        return super().matches()

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure


@dataclass
class HandClock:
    """A clock that says what it was set to; pictures carry their own time, which is the session's."""

    t_ms: int = 1_000
    session_ms: int | None = None
    """The session's time where it is another one."""

    def now_ms(self) -> int:
        return self.t_ms

    def steady_ms(self) -> int:
        return self.t_ms if self.session_ms is None else self.session_ms

    def wall_ms(self, steady_ms: int) -> int:
        return max(0, steady_ms if self.session_ms is None else self.t_ms - (self.session_ms - steady_ms))

    def picture_ms(self, stamped_ms: int) -> int:
        return stamped_ms


@dataclass
class Desk:
    """A service with its surroundings at hand."""

    store: Store = field(default_factory=FailingStore)
    clock: GameClock = field(default_factory=HandClock)
    defaults: MatchDefaults = DEFAULTS

    def __post_init__(self) -> None:
        self.board = HealthBoard(self.clock.now_ms)
        self.service = GameService(
            self.store, clock=self.clock, board=self.board, defaults=self.defaults, rng=random.Random(1)
        )


def health_of(board: HealthBoard, part: HealthPart) -> HealthItem:
    return next(item for item in board.current().items if item.part is part)


def tile(
    x_mm: float,
    y_mm: float,
    label: Label = Label.M1,
    *,
    confidence: float = 0.99,
    px: Point = (100.0, 100.0),
) -> SeenTile:
    """A tile at a place of the table; ``px`` is the top left corner of its 31 x 42 pixels."""
    left, top = px
    return SeenTile(
        label=label,
        confidence=confidence,
        second=Label.OTHER,
        second_confidence=1.0 - confidence,
        centre_mm=(x_mm, y_mm),
        angle_deg=0.0,
        quad_px=((left, top), (left + 31, top), (left + 31, top + 42), (left, top + 42)),
    )


def grey(width_px: int = 640, height_px: int = 480) -> NDArray[np.uint8]:
    return np.full((height_px, width_px, 3), 127, np.uint8)
