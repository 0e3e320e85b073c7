"""Everything that can have happened at the table, as it stands in the log. Each event is a fact; nothing here decides.

The kinds and fields are public (the event log's contract); ``table_daemon.store.codec`` gives them their JSON form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from table_daemon.game.asking import ReviewReason
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.profile import RuleProfile
from table_daemon.rules.score import HandScore, WinFlags
from table_daemon.rules.settle import PaymentLine
from table_daemon.rules.tiles import Tile


class Witness(StrEnum):
    """Who a fact rests on."""

    CAMERA = "camera"
    LINK = "link"
    PERSON = "person"
    RULES = "rules"
    """Concluded from other facts by the rules alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The witness of a fact, how sure it is, and the picture that shows it."""

    witness: Witness
    confidence: float | None = None
    picture: str | None = None
    """Name of a kept picture, served to the pages; not a path."""
    place_mm: tuple[float, float] | None = None
    """Where it lay when seen, in table millimetres; lets the tracker find its tiles again after a restart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMeld:
    """A meld as it lies: its kind, its tiles, and who discarded the claimed tile (``None`` when nobody did)."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    from_seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """Four people sat down. ``match`` is a unique id; the rules are those it keeps to its end."""

    match: str
    names: tuple[str, str, str, str]
    profile: RuleProfile
    first_dealer: int
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The sitting is over."""

    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSet:
    """A seat's name changed."""

    seat: int
    name: str
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ZuoChosen:
    """坐庄: what ``seat`` wants to do when it is dealer; stays until changed."""

    seat: int
    value: bool
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class LaChosen:
    """拉庄: how many times (0..2) ``seat`` doubles with the dealer; stays until changed."""

    seat: int
    value: int
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted:
    """New walls are up. 坐/拉 are frozen here for this hand; ``la`` of the dealer is 0."""

    hand: int
    """1 for the match's first hand."""
    dealer: int
    zuo: bool
    la: tuple[int, int, int, int]
    source: Source
    named: bool = False
    """A person said who deals; otherwise it was concluded, and follows what it was concluded from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceThrown:
    """Two dice: first the dealer's (break), then the opposite player's (wilds)."""

    seat: int | None
    dice: tuple[int, ...]
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorTurned:
    """The indicator was flipped on the wall, so the wilds are known."""

    tile: Tile
    wilds: tuple[Tile, ...]
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded:
    """A tile was discarded. ``sure`` is false while the reading is only probable."""

    seat: int
    tile: Tile
    sure: bool
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""
    second: Tile | None = None
    """What it is if it is not ``tile``; ``None``: nobody can say, or it is sure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardRetracted:
    """The discard with sequence ``of`` was taken back or was never one."""

    of: int
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""
    by: str = ""
    """Who says so, where a person does."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldMade:
    """A meld was laid down. ``claimed`` is the sequence of the discard taken; ``added`` marks a 补杠."""

    seat: int
    meld: TableMeld
    claimed: int | None
    added: bool
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulFound:
    """A 小相公 or 大相公; ``of`` is the sequence of the event that showed it."""

    seat: int
    foul: Foul
    of: int | None
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWon:
    """A hand was laid down and may win. ``hand`` is without ``draw``."""

    winner: int
    hand: tuple[Tile, ...]
    draw: Tile
    melds: tuple[TableMeld, ...]
    score: HandScore
    source: Source
    discarder: int | None = None
    """Who gave the winning tile (放炮, where it is played); ``None``: the winner drew it."""
    flags: WinFlags = field(default_factory=WinFlags)
    """How it was won, as it was scored."""
    told: tuple[str, ...] = ()
    """Names of the ``flags`` that people said; the others follow from the play."""
    of: int | None = None
    """The same hand scored again: the sequence of the event that laid it down."""
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseHu:
    """A hand was laid down and may not win; play goes on. ``reason`` is for people."""

    seat: int
    hand: tuple[Tile, ...]
    draw: Tile | None
    reason: str
    source: Source
    reason_en: str = ""
    """The reason in English; empty where an older log did not keep it."""
    of: int | None = None
    """A win that is none any more: the sequence of the event that laid the hand down."""
    discarder: int | None = None
    """Whose discard it was to be won on; ``None``: the player's own draw."""
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """独抱 declared, 上大台 announced (daihun only): how it stands for ``seat`` from here on."""

    seat: int
    dubao: bool
    shangdatai: int
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDrawn:
    """荒庄: the wall is spent and nobody won."""

    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The hand's payments; ``net`` sums to zero."""

    net: tuple[int, int, int, int]
    lines: tuple[PaymentLine, ...]
    next_dealer: int
    source: Source
    was: tuple[int, int, int, int] | None = None
    """What the hand paid before, where it is settled anew."""
    by_hand: bool = False
    """People said what is paid; it is not what the rules work out."""
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


class ReviewKind(StrEnum):
    """What a question is about; the pages choose words and answers by it."""

    DISCARD_TILE = "discard_tile"
    INDICATOR_TILE = "indicator_tile"
    WINNING_HAND = "winning_hand"
    WINNING_TILE = "winning_tile"
    MELD = "meld"
    HAND_END = "hand_end"
    WHO_DISCARDED = "who_discarded"
    FALSE_HU = "false_hu"
    """Whether a hand was laid down and taken up again: the win ``of``, since play goes on, else one that nobody saw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidHand:
    """A whole hand as it lies face up at a seat. With ``draw`` ``None`` the winning tile is one of ``hand``."""

    seat: int
    hand: tuple[Tile, ...]
    draw: Tile | None
    discarder: int | None = None
    """Who gave the winning tile, where a discard may be won on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidMeld:
    """A meld as it lies at ``seat`` while it is asked whose discard it took."""

    seat: int
    meld: TableMeld


class EffectKind(StrEnum):
    """What an answer to a question would bring about."""

    WIN = "win"
    """A hand won with ``names`` and ``points`` 番."""
    NO_WIN = "no_win"
    """The hand of ``seat`` may not win."""
    FOUL = "foul"
    """A foul of ``seat``."""
    NO_FOUL = "no_foul"
    """A foul of ``seat`` that is none any more."""
    SCORE = "score"
    """``points`` more or less for ``seat``."""
    ASKS_MORE = "asks_more"
    """Another question about the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that an answer would bring about, without words."""

    kind: EffectKind
    seat: int | None = None
    points: int | None = None
    names: tuple[str, ...] = ()
    foul: Foul | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOpened:
    """One clear question for people. ``review`` is its id within the match; ``of`` the event in doubt, if any."""

    review: int
    about: ReviewKind
    question: str
    answers: tuple[str, ...]
    """Possible choices. The first word is what is answered; what follows says what it would mean."""
    of: int | None
    source: Source
    laid: LaidHand | None = None
    """The hand the question is about, for ``WINNING_HAND`` and ``WINNING_TILE``."""
    meld: LaidMeld | None = None
    """The meld the question is about, for ``MELD``."""
    effects: tuple[tuple[Effect, ...], ...] = ()
    """For each of ``answers`` what it would change; empty where an older log did not keep it."""
    reason: ReviewReason | None = None
    """Why it is asked; ``None`` where an older log did not keep it."""
    seat: int | None = None
    """The player it is about, where it is about one."""
    tile: Tile | None = None
    """The tile that ``question`` names, if it names one."""
    because: str = ""
    """What is in doubt about a hand, in words; empty where ``reason`` says all."""
    because_en: str = ""
    """The same in English."""
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewAnswered:
    """A person answered a review."""

    review: int
    choice: str
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A field of an earlier event was changed; the state is folded again with it.

    Every event also has the field ``stands``: with ``false`` it counts as never having been. ``by`` says who did it;
    the rules do so where one fact follows from another that was corrected.
    """

    of: int
    field: str
    old: str
    value: str
    by: str
    why: str
    source: Source
    in_hand: int | None = None
    """The hand it belongs to; ``None``: the one being played when it was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsSwapped:
    """In the hands ``from_hand`` to ``to_hand`` the players of seats ``a`` and ``b`` sat in each other's place."""

    a: int
    b: int
    from_hand: int
    to_hand: int
    by: str
    why: str
    source: Source


Event: TypeAlias = (
    MatchStarted
    | MatchEnded
    | NameSet
    | ZuoChosen
    | LaChosen
    | HandStarted
    | DiceThrown
    | IndicatorTurned
    | Discarded
    | DiscardRetracted
    | MeldMade
    | FoulFound
    | Announced
    | HandWon
    | FalseHu
    | HandDrawn
    | Settled
    | ReviewOpened
    | ReviewAnswered
    | Corrected
    | SeatsSwapped
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its place in the log. Order is by ``seq``, never by the clock."""

    seq: int
    t_ms: int
    event: Event
    about: str | None = None
    """Id of the earlier match it belongs to, which had ended; ``None``: the one being played when it was recorded."""
