"""Tables at well-known moments, told as commands: what the pages are shown in tests and screenshots."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from table_daemon.game.commands import (
    ChooseLa,
    ChooseZuo,
    DrawHand,
    EndMatch,
    LayDownHand,
    OpenReview,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    StartHand,
    StartMatch,
    TurnIndicator,
    WriteHand,
)
from table_daemon.game.events import DiceThrown, ReviewKind, Source, TableMeld, Witness
from table_daemon.game.state import (
    DiscardOnTable,
    FoulOnTable,
    GameState,
    HandState,
    MatchState,
    MeldOnTable,
    Phase,
    SeatState,
)
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.profile import TIANJIN
from table_daemon.rules.tiles import ALL_TILES, Tile, parse_tiles
from tests.web.service import MemoryTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_daemon.game.commands import Command

Story: TypeAlias = "Callable[[], MemoryTable]"
"""Makes a table at a moment."""
NAMES = ("张伟", "李秀英", "王麻子", "赵大勇")
CAMERA = Source(witness=Witness.CAMERA, confidence=0.99)
PERSON = Source(witness=Witness.PERSON)
LINK = Source(witness=Witness.LINK)


@dataclass(slots=True)
class Teller:
    """Tells a table what happens, a moment at a time."""

    table: MemoryTable = field(default_factory=MemoryTable)

    def tell(self, *commands: Command) -> int:
        self.table.clock.t_ms += 1500
        return self.table.tell(*commands)

    @property
    def t_ms(self) -> int:
        return self.table.clock.t_ms

    def sit_down(self, names: tuple[str, str, str, str] = NAMES, *, first_dealer: int = 0, match: str = "m-1") -> None:
        self.tell(
            StartMatch(
                t_ms=self.t_ms,
                match=match,
                names=names,
                profile="tianjin",
                first_dealer=first_dealer,
                source=PERSON,
            )
        )

    def choose(self, *, zuo: int | None = None, la: dict[int, int] | None = None) -> None:
        if zuo is not None:
            self.tell(ChooseZuo(t_ms=self.t_ms, seat=zuo, value=True, source=PERSON))
        for seat, value in (la or {}).items():
            self.tell(ChooseLa(t_ms=self.t_ms, seat=seat, value=value, source=PERSON))

    def deal(self, *, indicator: str, dice: tuple[tuple[int, int], tuple[int, int]] = ((4, 5), (2, 3))) -> None:
        self.tell(StartHand(t_ms=self.t_ms, source=LINK))
        hand = self.table.state.match.hand if self.table.state.match else None
        dealer = hand.dealer if hand else 0
        self.tell(
            RecordDice(t_ms=self.t_ms, seat=dealer, dice=dice[0], source=LINK),
            RecordDice(t_ms=self.t_ms, seat=(dealer + 2) % 4, dice=dice[1], source=LINK),
        )
        self.turn(indicator)

    def turn(self, indicator: str) -> None:
        self.tell(TurnIndicator(t_ms=self.t_ms, tile=Tile.parse(indicator), source=CAMERA))

    def discard(self, seat: int, tile: str, *, sure: bool = True, picture: str | None = None) -> int:
        source = Source(witness=Witness.CAMERA, confidence=0.98, picture=picture)
        self.tell(RecordDiscard(t_ms=self.t_ms, seat=seat, tile=Tile.parse(tile), sure=sure, source=source))
        hand = self.table.state.match.hand if self.table.state.match else None
        assert hand is not None
        return hand.discard_order[-1]

    def play(self, tiles: str, *, first: int) -> None:
        """Discards in turn order, one a seat, beginning with ``first``."""
        for place, tile in enumerate(tiles.split()):
            self.discard((first + place) % 4, tile)

    def meld(
        self, seat: int, kind: str, tile: str, *, claimed: int | None = None, from_seat: int | None = None
    ) -> None:
        meld = Meld(MeldKind(kind), Tile.parse(tile))
        on_table = TableMeld(kind=meld.kind, tiles=meld.tiles, from_seat=from_seat)
        self.tell(RecordMeld(t_ms=self.t_ms, seat=seat, meld=on_table, claimed=claimed, added=False, source=CAMERA))

    def lay_down(self, seat: int, hand: str, draw: str) -> None:
        self.tell(
            LayDownHand(
                t_ms=self.t_ms, seat=seat, hand=parse_tiles(hand), draw=Tile.parse(draw), sure=True, source=CAMERA
            )
        )

    def end(self, winner: int | None) -> None:
        """End the hand on people's word: won by ``winner`` with 捉五 and 龙, or drawn."""
        if winner is None:
            self.tell(DrawHand(t_ms=self.t_ms, source=PERSON))
            return
        hand = parse_tiles("46m123456789p22s")
        self.tell(WriteHand(t_ms=self.t_ms, seat=winner, hand=hand, draw=Tile.parse("5m"), source=PERSON))


def idle() -> MemoryTable:
    return MemoryTable()


def seated() -> MemoryTable:
    teller = Teller()
    teller.sit_down()
    teller.choose(zuo=0, la={1: 1, 2: 2})
    return teller.table


def playing() -> MemoryTable:
    """Mid-hand: every river has tiles, some were claimed, seat 2 has a 碰 and seat 3 a 明杠."""
    teller = Teller()
    teller.sit_down()
    teller.choose(zuo=0, la={1: 1, 2: 2})
    _first_turns(teller, indicator="5p")
    return teller.table


def _first_turns(teller: Teller, *, indicator: str) -> None:
    teller.deal(indicator=indicator)
    teller.play("1z 9s 3z 7z 9s 1s 2z 1p", first=0)
    taken = teller.discard(0, "5z")
    teller.meld(2, "pung", "5z", claimed=taken, from_seat=0)
    teller.play("4z 6z 2z 1m 9p 8s 1p 6z 2m 4z 3s 1m", first=2)
    taken = teller.discard(2, "7s")
    teller.meld(3, "ming", "7s", claimed=taken, from_seat=2)
    teller.play("3p 9p 2s 6m 5s 4p 9s 8p 5s 4s 8p 7p 3m 2m 6m 1z", first=3)


def foul() -> MemoryTable:
    """Seat 3 discards a 混, with a picture of it."""
    teller = Teller()
    teller.sit_down()
    teller.choose(zuo=0, la={1: 1, 2: 2})
    teller.deal(indicator="5m")
    teller.play("1z 9m 3z 7z 9s 1s 2z 1p", first=0)
    teller.play("4z 6z 9p", first=0)
    teller.discard(3, "6m", picture="tile-28.jpg")
    teller.play("8s 1p", first=0)
    return teller.table


def false_hu() -> MemoryTable:
    """Seat 3 fouled and lays a hand down all the same."""
    table = foul()
    teller = Teller(table)
    teller.discard(2, "2s")
    teller.lay_down(3, "345m123s111z77m45s", "6s")
    return table


def won() -> MemoryTable:
    """The dealer wins 捉五 and 龙 doubled by 本混, two wilds standing for other tiles; 坐庄, 拉庄 and a 明杠 count."""
    table = playing()
    teller = Teller(table)
    teller.play("3s", first=3)
    teller.lay_down(0, "46m1234p5p5p78p6p22s", "5m")
    return table


def won_big() -> MemoryTable:
    """As many fans as one hand can show: 捉五 龙 本混 素本 杠开, after a 暗杠."""
    teller = Teller()
    teller.sit_down(first_dealer=1)
    teller.choose(zuo=1, la={0: 2, 2: 1, 3: 2})
    teller.deal(indicator="8m")
    teller.play("1z 9s 3z 7z 9s", first=1)
    teller.play("1p 3p", first=2)
    teller.meld(0, "an", "1s")
    teller.lay_down(0, "12346789m55p", "5m")
    return teller.table


def drawn() -> MemoryTable:
    table = playing()
    Teller(table).tell(DrawHand(t_ms=table.clock.t_ms, source=LINK))
    return table


def in_doubt() -> MemoryTable:
    """A question is open while play goes on."""
    table = playing()
    review = OpenReview(
        t_ms=table.clock.t_ms,
        about=ReviewKind.DISCARD_TILE,
        question="王麻子打出的是七条还是九条？",
        answers=("7s", "9s"),
        of=None,
        source=Source(witness=Witness.CAMERA, confidence=0.6, picture="tile-7.jpg"),
    )
    table.tell(review)
    return table


def daihun() -> MemoryTable:
    """A hand by the rules of 带混, in which seat 2 has just discarded 五万."""
    teller = Teller()
    teller.tell(StartMatch(t_ms=teller.t_ms, match="m-1", names=NAMES, profile="daihun", first_dealer=0, source=PERSON))
    teller.deal(indicator="8p")
    teller.play("1s 2s 5m", first=0)
    return teller.table


def doubtful_wild() -> MemoryTable:
    """Seat 3 discards what may be a 混: people are asked, with what each answer would change."""
    teller = Teller()
    teller.sit_down()
    teller.deal(indicator="5m")
    teller.play("1z 9m 3z", first=0)
    source = Source(witness=Witness.CAMERA, confidence=0.6, picture="tile-7.jpg")
    teller.tell(
        RecordDiscard(
            t_ms=teller.t_ms,
            seat=3,
            tile=Tile.parse("6m"),
            sure=False,
            source=source,
            other_readings=(Tile.parse("9m"),),
        )
    )
    return teller.table


def doubtful_hand(*, seat: int = 3) -> MemoryTable:
    """A hand is laid down at ``seat`` with tiles that are hard to read: people are asked whether it was read right."""
    teller = Teller()
    teller.sit_down(first_dealer=seat)
    teller.deal(indicator="5p")
    source = Source(witness=Witness.CAMERA, confidence=0.6, picture="hand-1.jpg")
    hand = parse_tiles("46m1234p5p5p78p6p22s")
    teller.tell(LayDownHand(t_ms=teller.t_ms, seat=seat, hand=hand, draw=Tile.parse("5m"), sure=False, source=source))
    return teller.table


EVENING: tuple[int | None, ...] = (0, 2, None, 1, 3, 0, 2, 2, None, 3)
"""Who wins each hand of ``evening``."""


def evening() -> MemoryTable:
    """Ten hands of a match, won by everybody in turn, with a foul in one of them."""
    teller = Teller()
    teller.sit_down()
    teller.choose(zuo=2, la={1: 1, 3: 2})
    for place, winner in enumerate(EVENING):
        teller.deal(indicator="5p")
        match = teller.table.state.match
        assert match is not None
        assert match.hand is not None
        if place == 3:
            for seat in range(match.hand.dealer, 4):
                teller.discard(seat, "6p" if seat == 3 else f"{seat + 1}z")
        teller.end(winner)
    return teller.table


def two_matches() -> MemoryTable:
    """A match of two hands that has ended, and one hand of the next with other people."""
    teller = Teller()
    teller.sit_down()
    for winner in (0, 2):
        teller.deal(indicator="5p")
        teller.end(winner)
    teller.tell(EndMatch(t_ms=teller.t_ms, source=PERSON))
    teller.sit_down(("甲", "乙", "丙", "丁"), match="m-2")
    teller.deal(indicator="5p")
    teller.end(1)
    return teller.table


def hard_names() -> MemoryTable:
    """Names that try the page: long, with markup, right to left, two equal."""
    teller = Teller()
    teller.sit_down(("王" * 40, "<svg/onload=alert(1)>", "שחקן מספר אחת", "王麻子🀄"))
    teller.choose(zuo=0, la={1: 2, 2: 2, 3: 2})
    teller.deal(indicator="9s")
    teller.play("1z 9m 3z 7z", first=0)
    return teller.table


LONGEST_NAMES = ("王" * 40, "W" * 40, "🀄" * 40, "魑魅魍魉" * 10)
"""As long as a name may be, in the widest of letters, with no place to break a line."""


def _with_longest_names(table: MemoryTable) -> MemoryTable:
    match = table.state.match
    assert match is not None
    table.state = replace(table.state, match=replace(match, names=LONGEST_NAMES))
    return table


def longest_names() -> MemoryTable:
    """The longest names while a hand is played after another."""
    table = won()
    Teller(table).deal(indicator="3s")
    return _with_longest_names(table)


def longest_names_fouled() -> MemoryTable:
    """A foul called out under the longest name."""
    return _with_longest_names(foul())


def longest_names_won() -> MemoryTable:
    """The result between the longest names."""
    return _with_longest_names(won_big())


def out_of_sync() -> MemoryTable:
    """The daemon has lost the story."""
    table = playing()
    match = table.state.match
    assert match is not None
    assert match.hand is not None
    hand = replace(match.hand, phase=Phase.OUT_OF_SYNC)
    table.state = replace(table.state, match=replace(match, hand=hand))
    return table


def crowded() -> MemoryTable:
    """More than ever lies on a table: long rivers, four kongs, a foul and a refused 和 at every seat, large debts."""
    dice = (
        DiceThrown(seat=0, dice=(6, 6), source=LINK),
        DiceThrown(seat=2, dice=(1, 1), source=LINK),
    )
    seats = [_crowded_seat(seat) for seat in range(4)]
    hand = HandState(
        number=128,
        dealer=2,
        zuo=True,
        la=(2, 2, 0, 2),
        phase=Phase.PLAYING,
        seats=(seats[0], seats[1], seats[2], seats[3]),
        profile=TIANJIN,
        dice=dice,
        indicator=Tile.parse("1s"),
        wilds=parse_tiles("12s"),
        discard_order=(3033,),
        draws=79,
    )
    match = MatchState(
        match="m-1",
        names=("王" * 40, "Wolfeschlegelsteinhausenbergerdorff Jr.!", "王麻子", "王麻子"),
        profile=TIANJIN,
        next_dealer=2,
        scores=(-12345, 99999, -87654, 0),
        hand=hand,
    )
    return MemoryTable(state=GameState(version=4000, match=match))


def _crowded_seat(seat: int) -> SeatState:
    first = 1000 * seat
    discards = tuple(
        DiscardOnTable(event=first + place, tile=ALL_TILES[place % 34], sure=place % 5 > 0, picture="tile-28.jpg")
        for place in range(34)
    )
    melds = tuple(
        MeldOnTable(
            event=first + 100 + place,
            meld=TableMeld(kind=kind, tiles=(ALL_TILES[9 * place],) * 4, from_seat=(seat + 1) % 4),
        )
        for place, kind in enumerate((MeldKind.MING, MeldKind.AN, MeldKind.MING, MeldKind.JIN))
    )
    return SeatState(
        discards=discards,
        melds=melds,
        foul=FoulOnTable(foul=Foul.XIAO, event=first + 200, of=first + 18),
        false_hu="小相公不能和（打出了混儿六万），杠分照算",
        false_hu_en="discarded the wild 6 wan: may not win this hand, kongs count",
    )
