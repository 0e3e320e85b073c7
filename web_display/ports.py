"""What the pages need from the daemon, as Protocols. The daemon implements them and passes them to ``create_app``.

All are called on the event loop that serves the pages, and must answer without blocking it. Nothing here
says how the daemon learned or keeps anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Protocol, TypeAlias

from table_daemon.game.commands import (
    Announce,
    AnswerReview,
    ChooseLa,
    ChooseZuo,
    ClaimWin,
    Correct,
    DrawHand,
    EndMatch,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    SetName,
    StartHand,
    StartMatch,
    SwapSeats,
    TurnIndicator,
    Undo,
    WriteFoul,
    WriteHand,
    WriteScore,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from table_daemon.rules.tiles import Tile
    from table_daemon.views import Difference, HealthView, HistoryView, JsonValue, MatchRow, PublicState
    from table_daemon.views.setup import CalibrationTryView, SightView, TileSetTryView
    from table_daemon.views.waits import WaitView

PersonCommand: TypeAlias = (
    StartMatch
    | EndMatch
    | SetName
    | ChooseZuo
    | ChooseLa
    | AnswerReview
    | StartHand
    | ClaimWin
    | Correct
    | Undo
    | SwapSeats
    | TurnIndicator
    | RecordDice
    | RecordDiscard
    | RecordMeld
    | DrawHand
    | WriteHand
    | WriteScore
    | WriteFoul
    | Announce
)
"""What people may ask for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What a person wants. ``id`` was made by the client; the same id again is the same wish."""

    id: str
    command: PersonCommand
    match: str | None = None
    """The match it is about, where that is not the one being played; a change of an event finds its match by itself."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Done, or done before under the same id; ``version`` is the log's sequence after it."""

    version: int
    changed: Difference | None = None
    """For a change of what was recorded before: what it changed."""


@dataclass(frozen=True, slots=True)
class Refused:
    """It can't be. ``reason`` is one sentence for people in Chinese, ``reason_en`` the same in English."""

    reason: str
    reason_en: str
    status: HTTPStatus = HTTPStatus.CONFLICT


@dataclass(frozen=True, slots=True)
class CalibrationWish:
    """How to find the table in the newest picture: by given corners, by the tags, or by the felt itself."""

    by: str
    corners_px: tuple[tuple[float, float], ...] | None = None
    """Clockwise from the top left; for ``corners`` only."""
    tag_mm: float = 40.0
    height_mm: float | None = None
    """How high the camera hangs over the felt, where somebody measured it."""


class SetupDesk(Protocol):
    """Setting a table up. Trying changes nothing; keeping the same try again changes nothing more."""

    async def sight(self) -> SightView:
        """The newest picture and what is made of it."""

    async def picture(self, number: int) -> bytes | None:
        """The JPEG of a picture that was told of, if it is still held."""

    async def try_calibration(self, wish: CalibrationWish) -> CalibrationTryView | Refused:
        """Work a calibration out of a picture of the camera at rest; a live camera may need seconds to come to it."""

    async def keep_calibration(self, number: int) -> Refused | None:
        """Keep a calibration that passed, and use it from now on."""

    async def try_tile_set(self) -> TileSetTryView | Refused:
        """Read the guided layout in a picture of the camera at rest."""

    async def keep_tile_set(self, numbers: Sequence[int], name: str) -> Refused | None:
        """Keep what one or several tries read of the same tiles, and use it from now on."""

    async def forget(self, what: str) -> None:
        """Go back from what was made here, ``calibration`` or ``tile_set``, to what the settings name."""

    async def tag_sheet(self) -> bytes:
        """The corner tags to print, as PDF."""


class WaitsSource(Protocol):
    """The waits helper, where the house rules allow one. What is asked is neither kept nor told to anybody."""

    async def waits(self, seat: int, held: Sequence[Tile]) -> Sequence[WaitView] | Refused:
        """What the concealed tiles of ``seat``, without a drawn one, wait for in the hand being played."""


class StateSource(Protocol):
    """The public state as it is now, and word of every change."""

    def current(self) -> PublicState:
        """The newest public state."""

    def history(self) -> HistoryView:
        """The finished hands of the sitting."""

    async def matches(self) -> Sequence[MatchRow]:
        """Every match in the log, newest first."""

    async def history_of(self, match: str) -> HistoryView | None:
        """The finished hands of a match by its id; ``None`` for an unknown one."""

    def subscribe(self, listener: Callable[[PublicState], None]) -> Callable[[], None]:
        """Call ``listener`` with each new state from now on, until the returned function is called.

        A new state is one with a higher version, or one of the same version with other health. The listener
        is called on the pages' event loop and returns at once.
        """


class EventSource(Protocol):
    """The public log."""

    async def after(self, seq: int, *, limit: int) -> Sequence[dict[str, JsonValue]]:
        """Up to ``limit`` events with a sequence above ``seq``, oldest first, in the event log's JSON form."""

    async def of_match(self, match: str) -> Sequence[dict[str, JsonValue]]:
        """Everything about one match, what was recorded after its end as well; empty for an unknown one."""


class IntentSink(Protocol):
    """Where people's wishes go."""

    async def submit(self, intent: Intent) -> Accepted | Refused:
        """Carry out ``intent`` once; an id seen before gets its first answer again and changes nothing."""


class PictureSource(Protocol):
    """Kept pictures by the names that events carry."""

    async def picture(self, name: str) -> bytes | None:
        """The JPEG called ``name``, or ``None``. ``name`` holds letters, digits, ``.``, ``_`` and ``-`` only."""


class HealthSource(Protocol):
    """How the machine is doing."""

    def current(self) -> HealthView:
        """Health as last measured."""


class Clock(Protocol):
    """The one time that every display shows."""

    def now(self) -> datetime:
        """Now, aware, in the zone of the table."""
