"""What somebody wants recorded: people through the pages, or fusion from what the witnesses saw.

Each carries its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from table_daemon.game.asking import ReviewReason
from table_daemon.game.events import LaidMeld, ReviewKind, Source, TableMeld
from table_daemon.rules.foul import Foul
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
    in_hand: int | None = None
    """An earlier or settled hand by its number; ``None``: the hand being played."""
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnIndicator:
    """The indicator lies face up on the wall."""

    t_ms: int
    tile: Tile
    source: Source
    in_hand: int | None = None
    """An earlier or settled hand by its number; ``None``: the hand being played."""
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDiscard:
    """A tile lies discarded."""

    t_ms: int
    seat: int
    tile: Tile
    sure: bool
    source: Source
    other_readings: tuple[Tile, ...] = ()
    """What else it may be when not ``sure``, likeliest first, where that alone is worth a question."""
    second: Tile | None = None
    """What it is if it is not ``tile`` and not ``sure``; ``None``: nobody can say."""
    in_hand: int | None = None
    """An earlier or settled hand by its number; ``None``: the hand being played."""
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


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
    in_hand: int | None = None
    """An earlier or settled hand by its number; ``None``: the hand being played."""
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


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
    discarder: int | None = None
    """Who gave the winning tile, where a discard may be won on; ``None``: nobody, or it is not known."""
    drawn: bool = False
    """It is known that the winner drew it: the last discard lies where it was thrown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawHand:
    """荒庄: the wall is spent."""

    t_ms: int
    source: Source
    in_hand: int | None = None
    """An earlier or settled hand by its number; ``None``: the hand being played."""
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenReview:
    """Ask people one question."""

    t_ms: int
    about: ReviewKind
    question: str
    answers: tuple[str, ...]
    of: int | None
    source: Source
    meld: LaidMeld | None = None
    """For ``MELD``: what lies there, to be recorded with the answer."""
    reason: ReviewReason | None = None
    """Why it is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReview:
    """A person's answer."""

    t_ms: int
    review: int
    choice: str
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Change a field of an earlier event of the match, of whichever hand, also after its end.

    A machine may revise what machines saw; what a person confirmed is a person's to change.
    """

    t_ms: int
    of: int
    field: str
    value: str
    why: str
    source: Source
    by: str = ""
    """Who wants it, in words; empty: the witness."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Let an earlier event count as never having been: a fact, a foul, a correction, a hand's end, the match's."""

    t_ms: int
    of: int
    source: Source
    why: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSeats:
    """Players ``a`` and ``b`` sat in each other's place in those hands, first and last counted."""

    t_ms: int
    a: int
    b: int
    from_hand: int
    to_hand: int
    source: Source
    why: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFlags:
    """How a hand was won as people say it; ``None``: as the play shows."""

    gangkai: int | None = None
    tianhe: bool | None = None
    dihe: bool | None = None
    tianting: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMeld:
    """A meld as people write it down."""

    meld: TableMeld
    seat: int | None = None
    """``None``: the winner's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteHand:
    """A winning hand written down by people: it ends the hand, or replaces what had ended it."""

    t_ms: int
    seat: int
    hand: tuple[Tile, ...]
    """Concealed tiles; with the winning one when ``draw`` is ``None``."""
    draw: Tile | None
    source: Source
    melds: tuple[WrittenMeld, ...] | None = None
    """The melds of the seats named in them, instead of what lies there; ``None``: as recorded."""
    indicator: Tile | None = None
    flags: ToldFlags = field(default_factory=ToldFlags)
    discarder: int | None = None
    dubao: bool | None = None
    shangdatai: tuple[int, int, int, int] | None = None
    in_hand: int | None = None
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteScore:
    """What a hand pays by people's word, whatever the rules work out."""

    t_ms: int
    net: tuple[int, int, int, int]
    source: Source
    next_dealer: int | None = None
    why: str = ""
    by: str = ""
    in_hand: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteFoul:
    """People find a foul that nobody saw."""

    t_ms: int
    seat: int
    foul: Foul | None
    """``None``: a false 和."""
    source: Source
    in_hand: int | None = None
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """独抱 and 上大台 of a seat, where they are played."""

    t_ms: int
    seat: int
    dubao: bool
    shangdatai: int
    source: Source
    in_hand: int | None = None
    by: str = ""
    """Who wants it, in words; empty: the witness."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWin:
    """A seat says 和 before its hand was read."""

    t_ms: int
    seat: int
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
    | Correct
    | Undo
    | SwapSeats
    | WriteHand
    | WriteScore
    | WriteFoul
    | Announce
    | ClaimWin
)

CHANGES: Final = (
    AnswerReview,
    Correct,
    Undo,
    SwapSeats,
    TurnIndicator,
    RecordMeld,
    DrawHand,
    WriteHand,
    WriteScore,
    WriteFoul,
)
"""What may change facts that were recorded before; people are told what it changed."""

ADDS: Final = (RecordDice, RecordDiscard, Announce)
"""What adds a fact; in a hand that is settled already people are told what it changed."""
