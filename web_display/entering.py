"""``enter``: what people write down themselves, as it comes over the wire. A table without a camera lives by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from table_daemon.game.commands import (
    Announce,
    DrawHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    ToldFlags,
    TurnIndicator,
    WriteFoul,
    WriteHand,
    WriteScore,
    WrittenMeld,
)
from table_daemon.game.events import TableMeld
from table_daemon.rules.errors import RulesError
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles
from web_display.wire import Number, Reason, Seat, Wire

if TYPE_CHECKING:
    from table_daemon.game.events import Source
    from web_display.ports import PersonCommand


def _tile(text: str) -> str:
    try:
        Tile.parse(text)
    except RulesError as error:
        raise ValueError(str(error)) from error
    return text


def _tiles(text: str) -> str:
    try:
        parse_tiles(text)
    except RulesError as error:
        raise ValueError(str(error)) from error
    return text


OneTile: TypeAlias = Annotated[str, Field(max_length=2), AfterValidator(_tile)]
Points: TypeAlias = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000, strict=True)]
"""No evening is played for more; whole, as the log keeps 64 bits."""
Tiles: TypeAlias = Annotated[str, Field(min_length=2, max_length=40), AfterValidator(_tiles)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class MeldPart(_Part):
    """A meld: its kind and its tile, or the first of its tiles; who discarded the claimed one, where that is known."""

    kind: MeldKind
    tile: OneTile | None = None
    tiles: Tiles | list[OneTile] | None = None
    from_seat: Annotated[Seat | None, Field(alias="from")] = None
    seat: Seat | None = None

    def meld(self) -> TableMeld:
        """The meld as it lies."""
        if self.tile is not None:
            first = Tile.parse(self.tile)
        elif isinstance(self.tiles, str):
            first = min(parse_tiles(self.tiles))
        elif self.tiles:
            first = min(Tile.parse(text) for text in self.tiles)
        else:
            return TableMeld(kind=self.kind, tiles=(), from_seat=self.from_seat)
        try:
            tiles = Meld(self.kind, first).tiles
        except RulesError:
            tiles = (first,)
        return TableMeld(kind=self.kind, tiles=tiles, from_seat=self.from_seat)


class FlagsPart(_Part):
    """How a hand was won, by the names ``queyan score`` takes; what is not said follows from the play."""

    gangkai: bool | Annotated[int, Field(ge=0, le=4)] | None = None
    tianhe: bool | None = None
    dihe: bool | None = None
    tianting: bool | None = None
    dubao: bool | None = None

    def told(self) -> ToldFlags:
        """The same for the game."""
        return ToldFlags(
            gangkai=None if self.gangkai is None else int(self.gangkai),
            tianhe=self.tianhe,
            dihe=self.dihe,
            tianting=self.tianting,
        )


class _Enter(Wire):
    kind: Literal["enter"]
    in_hand: Number | None = None
    """An earlier or settled hand; absent: the one being played."""
    why: Reason = ""
    by: Reason = ""


class EnterIndicator(_Enter):
    """The tile turned up on the wall."""

    fact: Literal["indicator"]
    tile: OneTile

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return TurnIndicator(t_ms=t_ms, tile=Tile.parse(self.tile), source=source, in_hand=self.in_hand)


class EnterDice(_Enter):
    """A throw of dice."""

    fact: Literal["dice"]
    dice: Annotated[list[Annotated[int, Field(strict=True)]], Field(min_length=1, max_length=4)]
    seat: Seat | None = None

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return RecordDice(t_ms=t_ms, seat=self.seat, dice=tuple(self.dice), source=source, in_hand=self.in_hand)


class EnterDiscard(_Enter):
    """A discard."""

    fact: Literal["discard"]
    seat: Seat
    tile: OneTile

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return RecordDiscard(
            t_ms=t_ms, seat=self.seat, tile=Tile.parse(self.tile), sure=True, source=source, in_hand=self.in_hand
        )


class EnterMeld(_Enter):
    """A meld; the discard it took is the newest one that fits."""

    fact: Literal["meld"]
    seat: Seat
    meld: MeldPart
    added: bool = False

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return RecordMeld(
            t_ms=t_ms,
            seat=self.seat,
            meld=self.meld.meld(),
            claimed=None,
            added=self.added,
            source=source,
            in_hand=self.in_hand,
        )


class EnterHand(_Enter):
    """A winning hand with all that belongs to it; ends the hand, or replaces what had ended it."""

    fact: Literal["hand"]
    seat: Seat
    hand: Tiles
    draw: OneTile | None = None
    melds: Annotated[list[MeldPart], Field(max_length=16)] | None = None
    indicator: OneTile | None = None
    flags: FlagsPart = Field(default_factory=FlagsPart)
    discarder: Seat | None = None
    shangdatai: Annotated[list[Annotated[int, Field(ge=0, le=2)]], Field(min_length=4, max_length=4)] | None = None

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        times = None
        if self.shangdatai is not None:
            a, b, c, d = self.shangdatai
            times = (a, b, c, d)
        melds = None
        if self.melds is not None:
            melds = tuple(WrittenMeld(meld=part.meld(), seat=part.seat) for part in self.melds)
        return WriteHand(
            t_ms=t_ms,
            seat=self.seat,
            hand=parse_tiles(self.hand),
            draw=None if self.draw is None else Tile.parse(self.draw),
            source=source,
            melds=melds,
            indicator=None if self.indicator is None else Tile.parse(self.indicator),
            flags=self.flags.told(),
            discarder=self.discarder,
            dubao=self.flags.dubao,
            shangdatai=times,
            in_hand=self.in_hand,
        )


class EnterDraw(_Enter):
    """荒庄."""

    fact: Literal["draw"]

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return DrawHand(t_ms=t_ms, source=source, in_hand=self.in_hand)


class EnterScore(_Enter):
    """What the hand pays, by people's word."""

    fact: Literal["score"]
    net: Annotated[list[Points], Field(min_length=4, max_length=4)]
    next_dealer: Seat | None = None

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        a, b, c, d = self.net
        return WriteScore(
            t_ms=t_ms,
            net=(a, b, c, d),
            next_dealer=self.next_dealer,
            source=source,
            why=self.why,
            by=self.by,
            in_hand=self.in_hand,
        )


class EnterFoul(_Enter):
    """A foul that nobody saw, or a false 和."""

    fact: Literal["foul"]
    seat: Seat
    foul: Foul | Literal["false_hu"]

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        foul = None if self.foul == "false_hu" else Foul(self.foul)
        return WriteFoul(t_ms=t_ms, seat=self.seat, foul=foul, source=source, in_hand=self.in_hand)


class EnterAnnouncement(_Enter):
    """独抱 and 上大台 of a seat."""

    fact: Literal["announce"]
    seat: Seat
    dubao: bool = False
    shangdatai: Annotated[int, Field(ge=0, le=2)] = 0

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return Announce(
            t_ms=t_ms,
            seat=self.seat,
            dubao=self.dubao,
            shangdatai=self.shangdatai,
            source=source,
            in_hand=self.in_hand,
        )


EnterIntent: TypeAlias = Annotated[
    EnterIndicator
    | EnterDice
    | EnterDiscard
    | EnterMeld
    | EnterHand
    | EnterDraw
    | EnterScore
    | EnterFoul
    | EnterAnnouncement,
    Field(discriminator="fact"),
]
