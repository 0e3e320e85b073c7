"""Which fields of which events can be corrected, how their values are written, and the event as it is then.

Knows nothing of what follows from a correction.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from table_daemon.game.events import (
    DiceThrown,
    Discarded,
    Event,
    FalseHu,
    FoulFound,
    HandStarted,
    HandWon,
    IndicatorTurned,
    MeldMade,
    Settled,
    Witness,
)
from table_daemon.game.guards import bad_dice
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import Tile, format_tiles, parse_tiles
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

STANDS: Final = "stands"
"""The field that every event has: whether it counts at all."""
YES: Final = "true"
NO: Final = "false"
NOBODY: Final = "none"


class _Field(NamedTuple):
    read: Callable[[Any], str]
    write: Callable[[Any, str], Event]


def fields_of(event: Event) -> tuple[str, ...]:
    """Names of the fields that can be corrected, ``stands`` apart."""
    return tuple(_FIELDS.get(type(event), {}))


def value_of(event: Event, field: str) -> str:
    """A field's value as it is written in a correction; raises ``KeyError`` for a field that there is not."""
    return _FIELDS[type(event)][field].read(event)


def changed(event: Event, field: str, value: str) -> Event:
    """The event with the field changed.

    Raises ``KeyError`` for a field that there is not, ``ValueError`` or a ``RulesError`` for a value it can't have.
    """
    return _FIELDS[type(event)][field].write(event, value)


def confirmed(event: Event) -> Event:
    """The event on a person's word: no machine changes it any more."""
    if event.source.witness is Witness.PERSON:
        return event
    return replace(event, source=replace(event.source, witness=Witness.PERSON))


def seat_in(value: str) -> int:
    """A seat; raises ``ValueError``."""
    seat = int(value)
    if not 0 <= seat < 4:
        raise ValueError(f"seat {seat}: seats are 0..3")
    return seat


def _flag(value: str) -> bool:
    if value not in (YES, NO):
        raise ValueError(f"{value!r} is neither true nor false")
    return value == YES


def _words(value: str) -> list[str]:
    return value.replace(",", " ").replace("[", " ").replace("]", " ").split()


def _four(value: str) -> tuple[int, int, int, int]:
    a, b, c, d = (int(word) for word in _words(value))
    return a, b, c, d


def _net(value: str) -> tuple[int, int, int, int]:
    net = _four(value)
    if sum(net):
        raise ValueError(f"{value} does not sum to zero")
    return net


def _la(event: HandStarted, value: str) -> Event:
    la = _four(value)
    if min(la) < 0 or la[event.dealer]:
        raise ValueError(f"la is {value}: none for the dealer, none below zero")
    return replace(event, la=la)


def _dealer(event: HandStarted, value: str) -> Event:
    dealer = seat_in(value)
    a, b, c, d = (0 if seat == dealer else times for seat, times in enumerate(event.la))
    return replace(event, dealer=dealer, la=(a, b, c, d))


def _dice(event: DiceThrown, value: str) -> Event:
    faces = tuple(int(word) for word in _words(value))
    refused = bad_dice(faces, by_hand=True)
    if refused is not None:
        raise ValueError(refused.message_en)
    return replace(event, dice=faces)


def _indicator(event: IndicatorTurned, value: str) -> Event:
    tile = Tile.parse(value)
    return replace(event, tile=tile, wilds=wilds_of(tile, len(event.wilds)))


def _meld_kind(event: MeldMade, value: str) -> Event:
    kind = MeldKind(value)
    from_seat = event.meld.from_seat if kind in (MeldKind.PUNG, MeldKind.MING, MeldKind.CHOW) else None
    lying = replace(event.meld, kind=kind, tiles=Meld(kind, min(event.meld.tiles)).tiles, from_seat=from_seat)
    return replace(event, meld=lying, claimed=event.claimed if from_seat is not None else None)


def _meld_tiles(event: MeldMade, value: str) -> Event:
    tiles = parse_tiles("".join(_words(value)))
    whole = Meld(event.meld.kind, min(tiles)).tiles
    if len(tiles) > 1 and tuple(sorted(tiles)) != whole:
        raise ValueError(f"{value} is not a {event.meld.kind.value}")
    return replace(event, meld=replace(event.meld, tiles=whole))


def _meld_from(event: MeldMade, value: str) -> Event:
    giver = None if value == NOBODY else seat_in(value)
    if giver == event.seat:
        raise ValueError(f"seat {giver} cannot claim its own discard")
    return replace(event, meld=replace(event.meld, from_seat=giver))


def _optional_seat(value: str) -> int | None:
    return None if value == NOBODY else seat_in(value)


def _or_nobody(value: object) -> str:
    return NOBODY if value is None else str(value)


def _yes_no(value: object) -> str:
    return YES if value else NO


def _won_hand(event: HandWon, value: str) -> Event:
    return replace(event, hand=parse_tiles(value))


def _discarder(event: HandWon, value: str) -> Event:
    discarder = _optional_seat(value)
    if discarder == event.winner:
        raise ValueError(f"seat {discarder} is the winner")
    return replace(event, discarder=discarder, flags=replace(event.flags, discard=discarder is not None))


def _gangkai(event: HandWon, value: str) -> Event:
    kongs = int(_flag(value)) if value in (YES, NO) else int(value)
    if not 0 <= kongs <= 4:
        raise ValueError(f"gangkai is {value}: 0 to 4 kongs in a row")
    return replace(event, flags=replace(event.flags, gangkai=kongs), told=_told(event, "gangkai"))


def _told(event: HandWon, name: str) -> tuple[str, ...]:
    return event.told if name in event.told else (*event.told, name)


def _win_flag(name: str) -> _Field:
    def write(event: HandWon, value: str) -> Event:
        return replace(event, flags=replace(event.flags, **{name: _flag(value)}), told=_told(event, name))

    return _Field(lambda event: _yes_no(getattr(event.flags, name)), write)


def _joined(values: tuple[int, ...]) -> str:
    return ",".join(map(str, values))


_SEAT: Final = _Field(lambda event: str(event.seat), lambda event, value: replace(event, seat=seat_in(value)))
_WINNER: Final = _Field(lambda event: str(event.winner), lambda event, value: replace(event, winner=seat_in(value)))
_FIELDS: Final[Mapping[type, Mapping[str, _Field]]] = MappingProxyType(
    {
        HandStarted: {
            "dealer": _Field(lambda event: str(event.dealer), _dealer),
            "zuo": _Field(lambda event: _yes_no(event.zuo), lambda event, value: replace(event, zuo=_flag(value))),
            "la": _Field(lambda event: _joined(event.la), _la),
        },
        DiceThrown: {
            "dice": _Field(lambda event: _joined(event.dice), _dice),
            "seat": _Field(
                lambda event: _or_nobody(event.seat), lambda event, value: replace(event, seat=_optional_seat(value))
            ),
        },
        IndicatorTurned: {"tile": _Field(lambda event: str(event.tile), _indicator)},
        Discarded: {
            "tile": _Field(
                lambda event: str(event.tile), lambda event, value: replace(event, tile=Tile.parse(value), sure=True)
            ),
            "seat": _SEAT,
        },
        MeldMade: {
            "kind": _Field(lambda event: event.meld.kind.value, _meld_kind),
            "tile": _Field(lambda event: str(event.meld.tiles[0]), _meld_tiles),
            "tiles": _Field(lambda event: format_tiles(event.meld.tiles), _meld_tiles),
            "from": _Field(lambda event: _or_nobody(event.meld.from_seat), _meld_from),
            "seat": _SEAT,
        },
        FoulFound: {
            "foul": _Field(lambda event: event.foul.value, lambda event, value: replace(event, foul=Foul(value))),
            "seat": _SEAT,
        },
        HandWon: {
            "winner": _WINNER,
            "seat": _WINNER,
            "hand": _Field(lambda event: format_tiles(event.hand), _won_hand),
            "draw": _Field(lambda event: str(event.draw), lambda event, value: replace(event, draw=Tile.parse(value))),
            "discarder": _Field(lambda event: _or_nobody(event.discarder), _discarder),
            "gangkai": _Field(lambda event: str(event.flags.gangkai), _gangkai),
            "tianhe": _win_flag("tianhe"),
            "dihe": _win_flag("dihe"),
            "tianting": _win_flag("tianting"),
        },
        FalseHu: {
            "seat": _SEAT,
            "hand": _Field(
                lambda event: format_tiles(event.hand), lambda event, value: replace(event, hand=parse_tiles(value))
            ),
            "draw": _Field(
                lambda event: _or_nobody(event.draw), lambda event, value: replace(event, draw=Tile.parse(value))
            ),
        },
        Settled: {
            "net": _Field(
                lambda event: _joined(event.net), lambda event, value: replace(event, net=_net(value), by_hand=True)
            ),
            "next_dealer": _Field(
                lambda event: str(event.next_dealer), lambda event, value: replace(event, next_dealer=seat_in(value))
            ),
        },
    }
)
