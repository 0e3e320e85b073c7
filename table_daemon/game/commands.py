"""What somebody wants recorded: people through the pages, or fusion from what the witnesses saw.

Each carries its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from table_daemon.game.events import ReviewKind, Source, TableMeld
from table_daemon.rules.options import OptionValue
from table_daemon.rules.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch:
    """Begin a sitting. ``match`` is a fresh unique id made by the caller."""

    t_ms: int
    match: str
    names: tuple[str, str, str, str]
    profile: str
    """Name of the rule profile."""
    first_dealer: int
    source: Source
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """House rules laid over the profile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMatch:
    """End the sitting."""

    t_ms: int
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class SetName:
    """Name a seat."""

    t_ms: int
    seat: int
    name: str
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseZuo:
    """坐庄 or not, for the next hand this seat deals."""

    t_ms: int
    seat: int
    value: bool
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseLa:
    """拉庄 0..2, for the next hands in which this seat is not dealer."""

    t_ms: int
    seat: int
    value: int
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHand:
    """The walls rose: a new hand begins. An open hand must have ended first."""

    t_ms: int
    source: Source
    abandon: bool = False
    """The hand before is left unsettled: the table went on while nobody said how it had ended."""
    dealer: int | None = None
    """Who deals, where it is known otherwise than by the hand before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDice:
    """Dice were thrown."""

    t_ms: int
    seat: int | None
    dice: tuple[int, ...]
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnIndicator:
    """The indicator lies face up on the wall."""

    t_ms: int
    tile: Tile
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDiscard:
    """A tile lies discarded."""

    t_ms: int
    seat: int
    tile: Tile
    sure: bool
    source: Source
    other_readings: tuple[Tile, ...] = ()
    """What else it may be when not ``sure``, likeliest first: offered as answers if people are asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetractDiscard:
    """A recorded discard was taken back."""

    t_ms: int
    of: int
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMeld:
    """A meld lies at a seat. ``claimed`` is the sequence of the discard it took; ``added`` turns a 碰 into a 补杠."""

    t_ms: int
    seat: int
    meld: TableMeld
    claimed: int | None
    added: bool
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class LayDownHand:
    """A whole hand lies face up at a seat: a claim to win.

    ``draw`` is ``None`` when no tile lies apart. ``sure`` says every tile was read beyond doubt; a hand that
    is not sure and does not win is put to people instead of being called a false 和.
    """

    t_ms: int
    seat: int
    hand: tuple[Tile, ...]
    draw: Tile | None
    sure: bool
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawHand:
    """荒庄: the wall is spent."""

    t_ms: int
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenReview:
    """Ask people one question."""

    t_ms: int
    about: ReviewKind
    question: str
    answers: tuple[str, ...]
    of: int | None
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReview:
    """A person's answer."""

    t_ms: int
    review: int
    choice: str
    source: Source


Command: TypeAlias = (
    StartMatch
    | EndMatch
    | SetName
    | ChooseZuo
    | ChooseLa
    | StartHand
    | RecordDice
    | TurnIndicator
    | RecordDiscard
    | RetractDiscard
    | RecordMeld
    | LayDownHand
    | DrawHand
    | OpenReview
    | AnswerReview
)
