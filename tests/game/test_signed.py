"""Who added a fact to a settled hand, and why, stays with what it changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.game.commands import (
    DrawHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    TurnIndicator,
    Undo,
    WriteFoul,
    WriteHand,
)
from table_daemon.game.events import Corrected, DiceThrown, DiscardRetracted, FoulFound, TableMeld
from table_daemon.game.fold import fold
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles
from tests.game.story import PERSON, Table
from tests.game.test_corrections import seq_of, won_hands

if TYPE_CHECKING:
    from table_daemon.game.state import Correction

SIGNED: Any = {"t_ms": 30, "source": PERSON, "in_hand": 1, "by": "赵六", "why": "看录像"}
TILE = Tile.parse("9s")
KONG = TableMeld(kind=MeldKind.AN, tiles=(TILE,) * 4, from_seat=None)


def signature(made: Correction) -> tuple[str, str, int, int | None]:
    assert isinstance(made.change, Corrected)
    return (made.change.by, made.change.why, made.t_ms, made.hand)


@pytest.mark.parametrize(
    "command",
    [
        WriteFoul(seat=1, foul=Foul.XIAO, **SIGNED),
        WriteFoul(seat=2, foul=None, **SIGNED),
        RecordMeld(seat=2, meld=KONG, claimed=None, added=False, **SIGNED),
        RecordDiscard(seat=2, tile=TILE, sure=True, **SIGNED),
        TurnIndicator(tile=Tile.parse("7p"), **SIGNED),
        DrawHand(**SIGNED),
        WriteHand(seat=2, hand=parse_tiles("345m123s111z77m45s"), draw=Tile.parse("6s"), **SIGNED),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_people_add_to_a_settled_hand_says_who_when_and_why(command: Any) -> None:
    table = won_hands(then=False)
    before = table.match.scores
    table.tell(command)
    assert ("赵六", "看录像", 30, 1) in [signature(made) for made in table.match.corrections]
    first, last = table.match.corrections[0], table.match.corrections[-1]
    assert (first.before.scores, last.after.scores) == (before, table.match.scores)
    assert fold(table.log) == table.state


def test_dice_added_to_a_settled_hand_say_who_when_and_why() -> None:
    table = won_hands(then=False)
    thrown = next(known.seq for known in table.log if isinstance(known.event, DiceThrown))
    table.tell(Undo(t_ms=29, of=thrown, source=PERSON))
    before = len(table.match.corrections)
    assert table.kinds(RecordDice(seat=0, dice=(2, 4), **SIGNED)) == ["DiceThrown", "Corrected"]
    (made,) = table.match.corrections[before:]
    assert signature(made) == ("赵六", "看录像", 30, 1)
    assert made.before.scores == made.after.scores
    hand = table.match.numbered(1)
    assert hand is not None
    assert (2, 4) in [throw.dice for throw in hand.dice]
    assert fold(table.log) == table.state


def test_a_foul_found_later_is_the_difference_that_its_signature_shows() -> None:
    table = won_hands(then=False)
    table.tell(WriteFoul(seat=1, foul=Foul.XIAO, **SIGNED))
    (made,) = table.match.corrections
    assert (made.before.fouls, made.after.fouls) == ((), ((1, Foul.XIAO),))
    assert (made.before.scores, made.after.scores) == ((-2, 6, -2, -2), (0, 0, 0, 0))
    table.tell(Undo(t_ms=31, of=seq_of(table, FoulFound), source=PERSON))
    assert table.match.scores == (-2, 6, -2, -2)
    assert fold(table.log) == table.state


def test_a_fact_of_the_hand_being_played_is_no_correction() -> None:
    table = won_hands()
    table.tell(replace(WriteFoul(seat=1, foul=Foul.XIAO, **SIGNED), in_hand=None))
    assert table.match.corrections == ()


def test_an_undone_discard_says_who_undid_it_and_why_and_stays_undone() -> None:
    table = Table.dealt()
    gone = table.discard(0, "9p")
    told = Undo(t_ms=31, of=gone, by="妈", why="手误", source=PERSON)
    (retracted,) = [event for event in table.tell(told) if isinstance(event, DiscardRetracted)]
    assert (retracted.by, retracted.why) == ("妈", "手误")
    assert "undone already" in table.refusal(told).message_en
    table.tell(Undo(t_ms=32, of=table.state.version, source=PERSON))
    assert [str(d.tile) for d in table.hand.seats[0].discards] == ["9p"]
