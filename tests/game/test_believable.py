"""Slips of the pen: what nobody can have laid, thrown or won is refused, and no word of a person locks a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.game.commands import (
    Correct,
    DrawHand,
    RecordMeld,
    StartHand,
    StartMatch,
    ToldFlags,
    TurnIndicator,
    WriteHand,
)
from table_daemon.game.events import HandStarted, TableMeld
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles
from tests.game.story import CAMERA, NAMES, PERSON, Table, discard

if TYPE_CHECKING:
    from table_daemon.game.commands import Command

SU = "345m123s111z77m45s"


def walls(indicator: str = "8p", *, profile: str = "tianjin") -> Table:
    """A table without camera or line, its indicator entered; by default 9p and 8p are wild."""
    table = Table()
    table.tell(StartMatch(t_ms=0, match="m", names=NAMES, profile=profile, first_dealer=0, source=PERSON))
    table.tell(StartHand(t_ms=1, source=PERSON))
    table.tell(TurnIndicator(t_ms=2, tile=Tile.parse(indicator), source=PERSON))
    return table


def laid(seat: int, kind: str, tile: str, giver: int | None = None, *, source: Any = PERSON) -> RecordMeld:
    tiles = Meld(MeldKind(kind), Tile.parse(tile)).tiles
    meld = TableMeld(kind=MeldKind(kind), tiles=tiles, from_seat=giver)
    return RecordMeld(t_ms=3, seat=seat, meld=meld, claimed=None, added=False, source=source)


def won(seat: int = 0, **more: Any) -> WriteHand:
    return WriteHand(t_ms=5, seat=seat, hand=parse_tiles(SU), draw=Tile.parse("6s"), source=PERSON, **more)


def thrown(seat: int, tile: str) -> Command:
    return replace(discard(seat, tile), source=PERSON)


def scores(table: Table) -> tuple[int, ...]:
    assert table.state.match is not None
    return table.state.match.scores


DRAWN = DrawHand(t_ms=9, source=PERSON)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (laid(2, "an", "7p", 0), "takes nobody's discard"),
        (laid(2, "pung", "7p", 2), "own discard"),
        (laid(2, "an", "9p"), "jin"),
        (laid(2, "jin", "1m"), "not wild"),
        (won(1, flags=ToldFlags(gangkai=1)), "no kong"),
        (won(1, flags=ToldFlags(tianhe=True)), "only the dealer"),
        (won(0, flags=ToldFlags(dihe=True)), "another than the dealer"),
    ],
)
def test_a_slip_is_refused_and_the_hand_goes_on(command: Command, says: str) -> None:
    table = walls()
    refused = table.refusal(command)
    assert says in refused.message_en
    assert refused.message
    table.tell(DRAWN)
    assert scores(table) == (0, 0, 0, 0)


def test_nobody_wins_with_heaven_after_a_discard() -> None:
    table = walls()
    table.tell(thrown(0, "9s"))
    assert "before anybody discarded" in table.refusal(won(0, flags=ToldFlags(tianhe=True))).message_en


def test_a_run_is_taken_from_the_seat_before() -> None:
    table = walls(profile="daihun")
    assert "from seat 1 only" in table.refusal(laid(2, "chow", "1s", 0)).message_en
    table.tell(laid(2, "chow", "1s", 1))


def test_a_hand_has_room_for_four_melds() -> None:
    table = walls()
    for tile in ("1m", "2m", "3m", "4m"):
        table.tell(laid(2, "an", tile))
    assert "room for no more" in table.refusal(laid(2, "an", "5m")).message_en


def test_a_fifth_copy_is_refused_until_the_wrong_one_is_corrected() -> None:
    table = walls()
    for seat in range(4):
        table.tell(thrown(seat, "5z"))
    wrong = table.state.version
    assert "5 of 5z" in table.refusal(thrown(0, "5z")).message_en
    assert "8 of 5z" in table.refusal(laid(1, "an", "5z")).message_en
    table.tell(Correct(t_ms=6, of=wrong, field="tile", value="6z", why="", source=PERSON))
    table.tell(thrown(0, "5z"))


@pytest.mark.parametrize("kind", ["pung", "ming"])
def test_a_meld_of_which_nobody_said_whom_it_took_from_takes_the_newest_tile_that_fits(kind: str) -> None:
    table = walls()
    for seat, tile in ((0, "2s"), (1, "9s"), (2, "2s" if kind == "pung" else "8s"), (3, "7s")):
        table.tell(thrown(seat, tile))
    table.tell(laid(3, kind, "2s"))
    (made,) = [lying.meld for lying in table.hand.seats[3].melds]
    assert made.from_seat == (2 if kind == "pung" else 0)
    assert [d.claimed_by for d in table.hand.seats[made.from_seat].discards] == [3]
    table.tell(thrown(3, "5p"))


def test_a_kong_from_a_seat_that_threw_no_such_tile_would_be_a_fifth_copy() -> None:
    table = walls()
    table.tell(thrown(2, "2s"))
    assert "5 of 2s" in table.refusal(laid(3, "ming", "2s", 0)).message_en
    table.tell(laid(3, "pung", "2s", 0))  # of a tile that nobody wrote down
    assert table.hand.seats[2].discards[0].claimed_by is None


@pytest.mark.parametrize(("discarder", "says"), [(2, "seat 0 threw the last 7p"), (3, "winner cannot be")])
def test_a_win_on_a_discard_names_who_threw_it(discarder: int, says: str) -> None:
    table = walls(profile="daihun", indicator="9m")
    table.tell(thrown(0, "7p"))
    hand, draw = parse_tiles("345p123p444s88m56p"), Tile.parse("7p")
    told = WriteHand(t_ms=5, seat=3, hand=hand, draw=draw, discarder=discarder, source=PERSON)
    refused = table.refusal(told)
    assert says in refused.message_en
    assert refused.message
    table.tell(replace(told, discarder=0))


def test_a_claimed_tile_is_no_further_copy() -> None:
    table = walls()
    table.tell(thrown(0, "5z"))
    table.tell(laid(2, "pung", "5z", 0))
    table.tell(laid(2, "ming", "5z"))
    assert "5 of 5z" in table.refusal(thrown(1, "5z")).message_en


def test_a_claim_from_nobody_in_particular_takes_the_discard_that_lies_there() -> None:
    table = walls()
    table.tell(thrown(0, "5z"))
    table.tell(laid(2, "ming", "5z"))


def test_a_hand_is_not_won_with_tiles_that_lie_elsewhere() -> None:
    table = walls()
    table.tell(laid(2, "an", "1z"))
    assert "7 of 1z" in table.refusal(won(1)).message_en


def test_a_stake_that_cannot_be_is_refused_and_locks_nothing() -> None:
    table = walls()
    began = next(known.seq for known in table.log if isinstance(known.event, HandStarted))
    refused = table.refusal(Correct(t_ms=4, of=began, field="la", value="0 99 0 0", why="", source=PERSON))
    assert "could not be settled so" in refused.message_en
    assert "第 1 局" in refused.message
    table.tell(DRAWN)


@pytest.mark.parametrize(
    ("kind", "tile", "points"),
    [("ming", "9p", 0), ("an", "9p", 4), ("jin", "1m", 2), ("jin", "9p", 4), ("an", "1m", 2), ("ming", "1m", 1)],
)
def test_a_kong_is_paid_as_what_it_is(kind: str, tile: str, points: int) -> None:
    table = walls()
    table.tell(laid(1, kind, tile, source=CAMERA))
    table.tell(DRAWN)
    assert scores(table)[1] == 3 * points
