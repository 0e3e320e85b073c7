"""One player's side of the table, as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.game.state import Phase, SeatState
from table_daemon.rules.turns import wind_of
from table_daemon.views.pictures import picture_url

if TYPE_CHECKING:
    from table_daemon.game.state import DiscardOnTable, FoulOnTable, HandState, MatchState, MeldOnTable
    from table_daemon.rules.tiles import Tile

_WINDS = "东南西北"
_EMPTY = SeatState()
_NOTHING_HELD = frozenset({Phase.IDLE, Phase.DEALING})


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardView:
    """One discard; ``wild`` marks a 混, which is shown dark."""

    event: int
    tile: str
    sure: bool
    claimed_by: int | None
    wild: bool
    picture: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldView:
    """One meld; ``from`` is the seat whose discard it took."""

    kind: str
    tiles: tuple[str, ...]
    from_: int | None
    event: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulView:
    """What showed a foul: the tile where it was one, and its picture where one was kept."""

    event: int
    tile: str | None
    picture: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceView:
    """坐/拉 as last chosen: what will count from the next hand on."""

    zuo: bool
    la: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat with its score before the open hand is settled, and its side of that hand."""

    seat: int
    name: str
    wind: str | None
    """东南西北, the dealer being 东; ``None`` before a sitting."""
    score: int
    dealer: bool
    zuo: bool
    """坐庄 in this hand (dealer only); before the first hand, as chosen."""
    la: int
    """拉庄 in this hand; before the first hand, as chosen."""
    choice: ChoiceView
    foul: str | None
    foul_detail: FoulView | None
    false_hu: str | None
    """Why a 和 of this seat was refused in this hand."""
    false_hu_en: str
    """The same in English; empty where it is not known."""
    discards: tuple[DiscardView, ...]
    melds: tuple[MeldView, ...]
    tile_count: int
    """Tiles in the hand that nobody sees, as the play so far implies."""


def empty_seats() -> tuple[SeatView, ...]:
    """Four seats before anybody sat down."""
    return tuple(_seat_of_nobody(seat) for seat in range(4))


def seats_of(match: MatchState) -> tuple[SeatView, ...]:
    """The four seats of a sitting, in turn order from seat 0."""
    return tuple(_seat(match, match.hand, seat) for seat in range(4))


def _seat(match: MatchState, hand: HandState | None, seat: int) -> SeatView:
    dealer = match.next_dealer if hand is None else hand.dealer
    side = _EMPTY if hand is None else hand.seats[seat]
    wilds = () if hand is None else hand.wilds
    return SeatView(
        seat=seat,
        name=match.names[seat],
        wind=_WINDS[wind_of(seat, dealer=dealer).rank - 1],
        score=match.scores[seat],
        dealer=seat == dealer,
        zuo=seat == dealer and (match.zuo[seat] if hand is None else hand.zuo),
        la=_la(match, hand, seat, dealer=dealer),
        choice=ChoiceView(zuo=match.zuo[seat], la=match.la[seat]),
        foul=None if side.foul is None else side.foul.foul,
        foul_detail=None if side.foul is None else _foul(side.foul, side.discards),
        false_hu=side.false_hu,
        false_hu_en=side.false_hu_en,
        discards=tuple(_discard(discard, wilds) for discard in side.discards),
        melds=tuple(_meld(meld) for meld in side.melds),
        tile_count=0 if hand is None else _held(hand, seat),
    )


def _seat_of_nobody(seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        name="",
        wind=None,
        score=0,
        dealer=False,
        zuo=False,
        la=0,
        choice=ChoiceView(zuo=False, la=0),
        foul=None,
        foul_detail=None,
        false_hu=None,
        false_hu_en="",
        discards=(),
        melds=(),
        tile_count=0,
    )


def _la(match: MatchState, hand: HandState | None, seat: int, *, dealer: int) -> int:
    if seat == dealer:
        return 0
    return match.la[seat] if hand is None else hand.la[seat]


def _held(hand: HandState, seat: int) -> int:
    """13 less three for every meld, and the drawn tile for the player who is to discard."""
    if hand.phase in _NOTHING_HELD:
        return 0
    drawn = seat == hand.to_act and not hand.must_draw
    return max(0, 13 - 3 * len(hand.seats[seat].melds) + drawn)


def _discard(discard: DiscardOnTable, wilds: tuple[Tile, ...]) -> DiscardView:
    return DiscardView(
        event=discard.event,
        tile=str(discard.tile),
        sure=discard.sure,
        claimed_by=discard.claimed_by,
        wild=discard.tile in wilds,
        picture=picture_url(discard.picture),
    )


def _meld(meld: MeldOnTable) -> MeldView:
    return MeldView(
        kind=meld.meld.kind,
        tiles=tuple(str(tile) for tile in meld.meld.tiles),
        from_=meld.meld.from_seat,
        event=meld.event,
    )


def _foul(foul: FoulOnTable, discards: tuple[DiscardOnTable, ...]) -> FoulView:
    shown = next((discard for discard in discards if discard.event == foul.of), None)
    return FoulView(
        event=foul.event,
        tile=None if shown is None else str(shown.tile),
        picture=None if shown is None else picture_url(shown.picture),
    )
