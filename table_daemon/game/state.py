"""The state of a match as folded from its events. Plain values; ``table_daemon.game.fold`` is the only writer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from table_daemon.game.events import (
    Corrected,
    DiceThrown,
    HandWon,
    Recorded,
    ReviewOpened,
    SeatsSwapped,
    Settled,
    TableMeld,
)
from table_daemon.rules.foul import Foul
from table_daemon.rules.kaipai import sum_of, throws
from table_daemon.rules.profile import RuleProfile
from table_daemon.rules.settle import PaymentLine
from table_daemon.rules.tiles import Tile
from table_daemon.rules.wall import draws_left


class Phase(StrEnum):
    """Where the table is, by the public names."""

    IDLE = "idle"
    DEALING = "dealing"
    PLAYING = "playing"
    READING_HAND = "reading_hand"
    SETTLED = "settled"
    PAUSED = "paused"
    OUT_OF_SYNC = "out_of_sync"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardOnTable:
    """One discard of the open hand, claimed or not."""

    event: int
    """Its sequence in the log."""
    tile: Tile
    sure: bool
    claimed_by: int | None = None
    picture: str | None = None
    second: Tile | None = None
    """What it is if it is not ``tile``, where it is not sure and that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldOnTable:
    """One meld of the open hand with the event that made it (a 补杠 replaces its 碰)."""

    event: int
    meld: TableMeld


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulOnTable:
    """A standing foul and the event of the tile that shows it."""

    foul: Foul
    event: int
    of: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatState:
    """One player's side of the open hand."""

    discards: tuple[DiscardOnTable, ...] = ()
    melds: tuple[MeldOnTable, ...] = ()
    foul: FoulOnTable | None = None
    false_hu: str | None = None
    """Reason of a refused 和 in this hand."""
    false_hu_en: str = ""
    """The same in English, where the log kept it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandState:
    """The hand being played, or the last one until new walls rise."""

    number: int
    dealer: int
    zuo: bool
    la: tuple[int, int, int, int]
    phase: Phase
    seats: tuple[SeatState, SeatState, SeatState, SeatState]
    profile: RuleProfile
    dice: tuple[DiceThrown, ...] = ()
    indicator: Tile | None = None
    wilds: tuple[Tile, ...] = ()
    discard_order: tuple[int, ...] = ()
    """Sequences of the standing discards, oldest first, claimed ones included."""
    draws: int = 0
    """Ordinary draws that the discards and claims so far imply."""
    kong_draws: int = 0
    kongs_in_a_row: int = 0
    """Kongs laid by the player in turn since the last discard or ordinary draw: 杠开 if this player wins now."""
    to_act: int = 0
    """Seat that holds (or is about to draw) the tile to discard."""
    must_draw: bool = False
    """Whether ``to_act`` still has to take an ordinary draw before discarding."""
    claims: int = 0
    """碰 and 明杠 from a discard made so far in this hand."""
    dubao: tuple[bool, bool, bool, bool] = (False, False, False, False)
    """Who has declared 独抱."""
    shangdatai: tuple[int, int, int, int] = (0, 0, 0, 0)
    """How often each has announced 上大台."""
    claim: HandWon | None = None
    """The hand that ended this one as it was laid down, whether or not it may win by the facts as they stand."""
    claim_seq: int | None = None
    """Sequence of the event that laid it down."""
    won: HandWon | None = None
    """``claim`` with its score, while it may win."""
    drawn: bool = False
    settled: Settled | None = None
    log: tuple[Recorded, ...] = ()
    """The events of this hand as they stand now, corrections applied."""
    facts: tuple[Recorded, ...] = ()
    """The same as they were recorded; empty while nothing was corrected and ``log`` says it all."""
    pardoned: tuple[int, ...] = ()
    """Sequences of discards and refused hands that people found to be no foul."""
    net_by_hand: tuple[int, int, int, int] | None = None
    """What people said is paid, whatever the rules work out."""
    dealer_by_hand: int | None = None
    """Who people said deals next."""
    places: tuple[int, int, int, int] = (0, 1, 2, 3)
    """Whose score each seat of this hand counts for: players may have sat in each other's place."""

    @property
    def raw(self) -> tuple[Recorded, ...]:
        """The events of this hand as they were recorded."""
        return self.facts or self.log

    @property
    def ended(self) -> bool:
        """Whether it was won (or thought to be) or drawn."""
        return self.claim is not None or self.drawn

    @property
    def wall_left(self) -> int | None:
        """Ordinary draws left until 荒庄 (B31); ``None`` while the throws are unknown or not of two dice."""
        last = throws(self.profile) - 1
        indicator_sum = sum_of(self.dice[last].dice) if len(self.dice) > last else None
        if indicator_sum is None:
            return None
        return draws_left(
            indicator_sum=indicator_sum,
            draws=self.draws,
            replacements=self.kong_draws,
            profile=self.profile,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSummary:
    """A finished hand as the history keeps it."""

    number: int
    dealer: int
    winner: int | None
    names: tuple[str, ...]
    fan: int
    net: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    fouls: tuple[tuple[int, Foul], ...]
    lines: tuple[PaymentLine, ...] = ()
    """Who paid whom, and for what."""
    next_dealer: int | None = None
    by_hand: bool = False
    """People said what is paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a correction may change for people: scores, the next dealer, and the fouls of the hand it is about."""

    scores: tuple[int, int, int, int]
    next_dealer: int
    fouls: tuple[tuple[int, Foul], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A correction with what it changed, what follows from it by the rules included."""

    seq: int
    t_ms: int
    change: Corrected | SeatsSwapped
    hand: int | None
    """The hand it is about; for a seat swap the first one."""
    before: Standing
    after: Standing
    through: int
    """The last event that follows from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """One sitting of four people."""

    match: str
    names: tuple[str, str, str, str]
    profile: RuleProfile
    next_dealer: int
    scores: tuple[int, int, int, int] = (0, 0, 0, 0)
    zuo: tuple[bool, bool, bool, bool] = (False, False, False, False)
    la: tuple[int, int, int, int] = (0, 0, 0, 0)
    hand: HandState | None = None
    past: tuple[HandState, ...] = ()
    """The hands before ``hand``, oldest first: any of them can still be corrected, or settled."""
    history: tuple[HandSummary, ...] = ()
    """The settled hands."""
    ended: bool = False
    began: int = 0
    """Sequence of the event that began it."""
    about: tuple[Recorded, ...] = ()
    """Seat swaps, the end of the match, and what corrects these."""
    corrections: tuple[Correction, ...] = ()

    @property
    def hands(self) -> tuple[HandState, ...]:
        """Every hand, oldest first."""
        return self.past if self.hand is None else (*self.past, self.hand)

    @property
    def unsettled(self) -> tuple[int, ...]:
        """Numbers of the earlier hands that nobody has settled yet."""
        return tuple(hand.number for hand in self.past if hand.settled is None)

    def numbered(self, number: int) -> HandState | None:
        """The hand with that number."""
        return next((hand for hand in reversed(self.hands) if hand.number == number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """Everything folded from the log up to ``version`` (the last sequence; 0 for an empty log)."""

    version: int = 0
    t_ms: int = 0
    match: MatchState | None = None
    reviews: tuple[ReviewOpened, ...] = field(default=())
    """Open questions about the hand being played, oldest first."""
    left: tuple[ReviewOpened, ...] = ()
    """Questions that earlier hands of the match left open, oldest first."""
    reviews_opened: int = 0
