"""A hand while events are laid on it: the fields of ``HandState``, open to change, so that long logs fold quickly."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from table_daemon.game.flow import Turn
from table_daemon.game.state import DiscardOnTable, HandState, MeldOnTable, Phase, SeatState
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from table_daemon.game.events import DiceThrown, HandWon, MeldMade, Recorded, Settled
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile

EMPTY_SEAT: Final = SeatState()


@dataclass(slots=True, kw_only=True, eq=False)
class HandDesk:
    """What the fields mean is said at ``HandState``; those that are tuples there and grow are lists here."""

    number: int
    dealer: int
    zuo: bool
    la: tuple[int, int, int, int]
    phase: Phase
    seats: list[SeatState]
    profile: RuleProfile
    turn: Turn
    dice: tuple[DiceThrown, ...]
    indicator: Tile | None
    wilds: tuple[Tile, ...]
    discard_order: list[int]
    dubao: tuple[bool, bool, bool, bool]
    shangdatai: tuple[int, int, int, int]
    claim: HandWon | None
    claim_seq: int | None
    won: HandWon | None
    drawn: bool
    settled: Settled | None
    log: list[Recorded]
    facts: list[Recorded]
    pardoned: tuple[int, ...]
    net_by_hand: tuple[int, int, int, int] | None
    dealer_by_hand: int | None
    places: tuple[int, int, int, int]

    @classmethod
    def of(cls, hand: HandState) -> HandDesk:
        """Lay a hand out."""
        taken: dict[str, Any] = {name: getattr(hand, name) for name in _SAME}
        for name in _LISTS:
            taken[name] = list(getattr(hand, name))
        return cls(**taken, turn=Turn(*[getattr(hand, name) for name in Turn._fields]))

    def hand(self) -> HandState:
        """The hand as it is now."""
        taken: dict[str, Any] = {name: getattr(self, name) for name in _SAME}
        for name in _LISTS:
            taken[name] = tuple(getattr(self, name))
        return HandState(**taken, **self.turn._asdict())

    def clear(self) -> None:
        """Begin again with what the hand was dealt with."""
        self.phase = Phase.DEALING
        self.seats = [EMPTY_SEAT] * 4
        self.turn = Turn(to_act=self.dealer)
        self.dice, self.indicator, self.wilds, self.discard_order = (), None, (), []
        self.dubao, self.shangdatai = (False, False, False, False), (0, 0, 0, 0)
        self.claim = self.claim_seq = self.won = self.settled = None
        self.drawn = False

    @property
    def ended(self) -> bool:
        """Whether it was won (or thought to be) or drawn."""
        return self.claim is not None or self.drawn

    def play_on(self) -> None:
        """Play goes on, unless the hand is over."""
        self.phase = Phase.PLAYING if self.settled is None else Phase.SETTLED

    def seat_discard(self, seat: int, lying: DiscardOnTable) -> None:
        """Lay a discard."""
        old = self.seats[seat]
        self.seats[seat] = _changed(old, discards=(*old.discards, lying))

    def mark_claimed(self, discard: int, claimer: int) -> None:
        """Note who took a discard."""
        for place, side in enumerate(self.seats):
            if any(lying.event == discard for lying in side.discards):
                taken = tuple(
                    replace(lying, claimed_by=claimer) if lying.event == discard else lying for lying in side.discards
                )
                self.seats[place] = _changed(side, discards=taken)

    def lay_meld(self, seq: int, event: MeldMade) -> None:
        """Put a 补杠 in the place of its 碰, anything else at the end."""
        made = MeldOnTable(event=seq, meld=event.meld)
        old = self.seats[event.seat]
        melds = (*old.melds, made)
        for place, lying in enumerate(old.melds):
            same = lying.meld.tiles[:1] == event.meld.tiles[:1]
            if event.added and same and lying.meld.kind is MeldKind.PUNG:
                melds = (*old.melds[:place], made, *old.melds[place + 1 :])
                break
        self.seats[event.seat] = _changed(old, melds=melds)


def _changed(
    side: SeatState,
    *,
    discards: tuple[DiscardOnTable, ...] | None = None,
    melds: tuple[MeldOnTable, ...] | None = None,
) -> SeatState:
    """The same as ``replace``, several times as fast: it is done for every tile of a log."""
    return SeatState(
        discards=side.discards if discards is None else discards,
        melds=side.melds if melds is None else melds,
        foul=side.foul,
        false_hu=side.false_hu,
        false_hu_en=side.false_hu_en,
    )


_LISTS: Final = ("seats", "discard_order", "log", "facts")
_SAME: Final = tuple(field.name for field in fields(HandDesk) if field.name not in (*_LISTS, "turn"))
