"""The whole public state as plain values; ``to_json`` of a ``PublicState`` is the body of ``GET /api/state``.

Field names are the outside contract: they may be added to, never changed. Tiles are written in mpsz notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.views.corrections import CorrectionView
    from table_daemon.views.health import HealthSummary
    from table_daemon.views.seats import SeatView
    from table_daemon.views.win import WinView


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceView:
    """One throw; ``seat`` is ``None`` where nobody saw who threw."""

    seat: int | None
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewestView:
    """The last discard of the hand."""

    seat: int
    event: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentView:
    """One payment, in points; ``why`` names the hand, a kong or another cause, and what multiplies it."""

    from_: int
    to: int
    points: int
    why: str
    why_en: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementView:
    """How the last finished hand was paid; it stands until the next one is."""

    hand: int
    winner: int | None
    """``None`` for 荒庄."""
    net: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    """The standing after it."""
    lines: tuple[PaymentView, ...]
    next_dealer: int | None
    """Who deals the hand after it."""
    by_hand: bool = False
    """People said what is paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectView:
    """One thing that an answer would bring about."""

    kind: str
    """``win``, ``no_win``, ``foul``, ``no_foul``, ``score`` or ``asks_more``."""
    seat: int | None
    points: int | None
    """番 of a win, or the change of a score."""
    names: tuple[str, ...]
    foul: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewView:
    """An open question for people."""

    id: int
    about: str
    question: str
    answers: tuple[str, ...]
    pictures: tuple[str, ...]
    """Addresses of the pictures that show what is in doubt."""
    of: int | None
    hand: int | None = None
    """The hand it is about; an earlier one may have been left open."""
    effects: tuple[tuple[EffectView, ...], ...] = ()
    """For each answer what it would change; empty where that is not known."""
    reason: str | None = None
    """Why it is asked, a code of ``table_daemon.game.asking.ReviewReason``; ``None`` in a match of an older version."""
    seat: int | None = None
    """The player it is about, where it is about one."""
    tile: str | None = None
    """The tile that ``question`` names, if it names one."""
    because: str = ""
    """What is in doubt about a hand, in words; empty where ``reason`` says all."""
    because_en: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicState:
    """Everything a display may show, as of log sequence ``version``."""

    version: int
    match: str | None
    """The sitting's id."""
    profile: str | None
    ended: bool
    """Whether the sitting is over; its last standing is still shown."""
    hand: int | None
    """1 for the sitting's first hand."""
    phase: str
    dealer: int | None
    """Who deals this hand, or will deal the first one."""
    wilds: tuple[str, ...]
    indicator: str | None
    wall_left: int | None
    """Draws left until 荒庄; ``None`` before the dice are known."""
    dice: tuple[DiceView, ...]
    seats: tuple[SeatView, ...]
    newest: NewestView | None
    win: WinView | None
    drawn: bool
    """Whether the hand shown ended in 荒庄."""
    last_settlement: SettlementView | None
    reviews: tuple[ReviewView, ...]
    health: HealthSummary
    updated_at: str
    """When this view was made, ISO 8601 in UTC."""
    unsettled: tuple[int, ...] = ()
    """Earlier hands that nobody has said the end of yet; their score joins when somebody does."""
    last_correction: CorrectionView | None = None
    """The newest change of what was recorded before, with what it changed."""
