"""A table told act by act: commands in, events out, everything folded as the daemon does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.game.commands import (
    AnswerReview,
    ChooseLa,
    ChooseZuo,
    DrawHand,
    LayDownHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    RetractDiscard,
    StartHand,
    StartMatch,
    TurnIndicator,
)
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Source, TableMeld, Witness
from table_daemon.game.fold import apply
from table_daemon.game.invariants import check
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState, Phase
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles

if TYPE_CHECKING:
    from table_daemon.game.commands import Command
    from table_daemon.game.events import Event, Recorded
    from table_daemon.game.state import HandState, MatchState

CAMERA: Final = Source(witness=Witness.CAMERA, confidence=0.98, picture="0042.jpg", place_mm=(12.5, -80.0))
PERSON: Final = Source(witness=Witness.PERSON)
NAMES: Final = ("王麻子", "李四", "张三", "赵六")


class Table:
    """Plays commands against a state and keeps the log; every state passes the invariants."""

    def __init__(self) -> None:
        self.state = GameState()
        self.log: list[Recorded] = []
        self.t_ms = 0

    @classmethod
    def dealt(cls, indicator: str = "8p", dealer: int = 0) -> Table:
        """A table whose first hand is dealt and whose wilds are known (dice 3+4, then 2+3)."""
        table = cls()
        table.start_match(dealer)
        table.start_hand(indicator)
        return table

    @property
    def match(self) -> MatchState:
        assert self.state.match is not None
        return self.state.match

    @property
    def hand(self) -> HandState:
        assert self.match.hand is not None
        return self.match.hand

    def phase(self) -> Phase:
        return self.hand.phase

    def unsettled(self) -> list[int]:
        """Numbers of the earlier hands that are not settled."""
        return list(self.match.unsettled)

    def lying(self) -> list[int]:
        """Sequences of the standing discards."""
        return list(self.hand.discard_order)

    def ended(self) -> bool:
        return self.match.ended

    def foul_of(self, seat: int) -> str | None:
        """The foul that stands against a seat."""
        foul = self.hand.seats[seat].foul
        return None if foul is None else foul.foul.value

    def zuo_now(self) -> bool:
        return self.hand.zuo

    def tell(self, command: Command) -> tuple[Event, ...]:
        """Carry a command out; it must be accepted."""
        events = decide(self.state, command)
        assert isinstance(events, tuple), events
        for entry in recorded(self.state, command, events):
            self.state = apply(self.state, entry)
            self.log.append(entry)
            assert check(self.state) == []
        return events

    def refusal(self, command: Command) -> Rejection:
        """Try a command that must be refused."""
        refused = decide(self.state, command)
        assert isinstance(refused, Rejection), refused
        return refused

    def kinds(self, command: Command) -> list[str]:
        """Carry a command out and name the events it brought."""
        return [type(event).__name__ for event in self.tell(command)]

    def start_match(self, dealer: int = 0) -> None:
        self.tell(StartMatch(t_ms=0, match="m1", names=NAMES, profile="tianjin", first_dealer=dealer, source=PERSON))

    def start_hand(self, indicator: str = "8p") -> None:
        self.tell(StartHand(t_ms=1, source=CAMERA))
        dealer = self.hand.dealer
        self.tell(RecordDice(t_ms=2, seat=dealer, dice=(3, 4), source=CAMERA))
        self.tell(RecordDice(t_ms=3, seat=(dealer + 2) % 4, dice=(2, 3), source=CAMERA))
        self.tell(TurnIndicator(t_ms=4, tile=Tile.parse(indicator), source=CAMERA))

    def zuo(self, seat: int, *, value: bool = True) -> None:
        self.tell(ChooseZuo(t_ms=0, seat=seat, value=value, source=PERSON))

    def la(self, seat: int, value: int) -> None:
        self.tell(ChooseLa(t_ms=0, seat=seat, value=value, source=PERSON))

    def discard(self, seat: int, tile: str, *, sure: bool = True, second: str | None = None) -> int:
        """Discard and answer the sequence of the ``Discarded``."""
        seq = self.state.version + 1
        self.tell(discard(seat, tile, sure=sure, second=second))
        return seq

    def rounds(self, *tiles: str) -> None:
        """Discards in turn, beginning with whoever is to act."""
        for tile in tiles:
            self.discard(self.hand.to_act, tile)

    def meld(
        self,
        seat: int,
        kind: str,
        tile: str,
        *,
        claimed: int | None = None,
        from_seat: int | None = None,
        added: bool = False,
    ) -> int:
        """Lay a meld and answer the sequence of the ``MeldMade``."""
        seq = self.state.version + 1
        self.tell(meld(seat, kind, tile, claimed=claimed, from_seat=from_seat, added=added))
        return seq

    def lay_down(self, seat: int, hand: str, draw: str | None = None, *, sure: bool = True) -> list[str]:
        """Lay a hand down and name the events it brought."""
        return self.kinds(lay_down(seat, hand, draw, sure=sure))

    def draw_hand(self) -> list[str]:
        return self.kinds(DrawHand(t_ms=9, source=CAMERA))

    def answer(self, review: int, choice: str) -> list[str]:
        """Answer a question and name the events it brought."""
        return self.kinds(answer(review, choice))


def discard(seat: int, tile: str, *, sure: bool = True, second: str | None = None) -> RecordDiscard:
    other = None if second is None else Tile.parse(second)
    return RecordDiscard(t_ms=5, seat=seat, tile=Tile.parse(tile), sure=sure, source=CAMERA, second=other)


def retract(of: int) -> RetractDiscard:
    return RetractDiscard(t_ms=6, of=of, source=CAMERA)


def meld(
    seat: int,
    kind: str,
    tile: str,
    *,
    claimed: int | None = None,
    from_seat: int | None = None,
    added: bool = False,
) -> RecordMeld:
    count = 3 if kind == "pung" else 4
    lying = TableMeld(kind=MeldKind(kind), tiles=(Tile.parse(tile),) * count, from_seat=from_seat)
    return RecordMeld(t_ms=7, seat=seat, meld=lying, claimed=claimed, added=added, source=CAMERA)


def lay_down(seat: int, hand: str, draw: str | None = None, *, sure: bool = True) -> LayDownHand:
    return LayDownHand(
        t_ms=8,
        seat=seat,
        hand=parse_tiles(hand),
        draw=None if draw is None else Tile.parse(draw),
        sure=sure,
        source=CAMERA,
    )


def answer(review: int, choice: str) -> AnswerReview:
    return AnswerReview(t_ms=10, review=review, choice=choice, source=PERSON)
