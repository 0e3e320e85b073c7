"""Earlier matches through the service: found by their events, changed, listed; over restarts and without a disk."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

from table_daemon.game.commands import (
    Correct,
    DrawHand,
    EndMatch,
    StartHand,
    StartMatch,
    SwapSeats,
    Undo,
    WriteHand,
    WriteScore,
)
from table_daemon.game.events import Source, Witness
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.store.errors import StoreFullError
from table_daemon.store.sqlite import EventStore
from table_daemon.views import to_json
from tests.daemon.doubles import NAMES, Desk, FailingStore
from web_display.ports import Accepted, Intent, Refused

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.game.state import MatchState
    from table_daemon.views import HistoryView
    from web_display.ports import PersonCommand

PERSON = Source(witness=Witness.PERSON)
WALLS = StartHand(t_ms=0, source=PERSON)
END = EndMatch(t_ms=0, source=PERSON)
WON = WriteHand(
    t_ms=0,
    seat=1,
    hand=parse_tiles("345m123s111z77m45s"),
    draw=Tile.parse("6s"),
    indicator=Tile.parse("8p"),
    source=PERSON,
)
FULL = StoreFullError("could not append (disk full): make room", where="log")


class Says:
    """Submits wishes under ids of their own."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.said = 0

    def wish(self, command: PersonCommand, *, match: str | None = None) -> Accepted | Refused:
        self.said += 1
        wish = Intent(id=f"w-{self.said}", command=command, match=match)
        return asyncio.run(self.desk.service.submit(wish))

    def tell(self, command: PersonCommand, *, match: str | None = None) -> Accepted:
        answer = self.wish(command, match=match)
        assert isinstance(answer, Accepted), answer
        return answer

    def play(self, match: str) -> None:
        """A match of one won hand."""
        self.tell(StartMatch(t_ms=0, match=match, names=NAMES, profile="tianjin", first_dealer=0, source=PERSON))
        self.tell(WALLS)
        self.tell(WON)

    def match(self) -> MatchState:
        """The match being played."""
        match = self.desk.service.state.match
        assert match is not None
        return match

    def event(self, kind: str, nth: int = 0) -> int:
        events = asyncio.run(self.desk.service.after(0, limit=999))
        return [int(str(event["seq"])) for event in events if event["kind"] == kind][nth]

    def history(self, match: str) -> HistoryView:
        found = asyncio.run(self.desk.service.history_of(match))
        assert found is not None
        return found


def three_matches(desk: Desk) -> Says:
    says = Says(desk)
    for match in ("m1", "m2"):
        says.play(match)
        says.tell(END)
    says.play("m3")
    return says


def test_an_event_of_any_match_is_corrected_and_the_answer_says_what_changed(tmp_path: Path) -> None:
    with EventStore.open(tmp_path / "log") as store:
        says = three_matches(Desk(store))
        public = to_json(says.desk.service.current())
        wish = Correct(t_ms=0, of=says.event("hand_won"), field="winner", value="2", why="记错", source=PERSON)
        told = says.tell(wish).changed
        assert told is not None
        assert (told.scores_before, told.scores_after) == ((-2, 6, -2, -2), (-2, -2, 6, -2))
        assert says.history("m1").hands[0].net == (-2, -2, 6, -2)
        assert says.history("m2").hands[0].net == (-2, 6, -2, -2)
        now = to_json(says.desk.service.current())
        assert isinstance(now, dict)
        assert isinstance(public, dict)
        assert {**now, "version": 0} == {**public, "version": 0}
        (written,) = (e for e in asyncio.run(says.desk.service.after(0, limit=999)) if e["kind"] == "corrected")
        assert written["about_match"] == "m1"
        changed = says.history("m1")
    with EventStore.open(tmp_path / "log") as store:
        again = Says(Desk(store))
        assert again.history("m1") == changed
        assert again.desk.service.state == says.desk.service.state
        again.said = 100
        back = again.tell(Undo(t_ms=0, of=again.event("corrected"), source=PERSON)).changed
        assert back is not None
        assert back.scores_after == (-2, 6, -2, -2)
        assert again.history("m1").hands[0].winner == 1
        assert again.desk.service.state.match == says.desk.service.state.match


def test_what_names_no_event_names_its_match() -> None:
    says = three_matches(Desk())
    says.tell(WriteScore(t_ms=0, net=(3, -1, -1, -1), source=PERSON, in_hand=1), match="m2")
    says.tell(SwapSeats(t_ms=0, a=1, b=3, from_hand=1, to_hand=1, source=PERSON), match="m1")
    assert says.history("m1").hands[0].net == (-2, -2, -2, 6)
    assert says.history("m2").hands[0].net == (3, -1, -1, -1)
    assert says.history("m3").hands[0].net == (-2, 6, -2, -2)
    says.tell(DrawHand(t_ms=0, source=PERSON, in_hand=1), match="m3")
    assert says.history("m3").hands[0].net == (0, 0, 0, 0)


def test_what_an_earlier_match_does_not_allow_is_refused_and_stays_refused() -> None:
    says = three_matches(Desk())
    before = says.desk.service.state.version
    assert isinstance(says.wish(WALLS, match="m1"), Refused)
    assert isinstance(says.wish(DrawHand(t_ms=0, source=PERSON, in_hand=1), match="no such"), Refused)
    assert says.desk.service.state.version == before
    says.said -= 1
    assert isinstance(says.wish(WALLS, match="m1"), Refused)


def test_matches_are_listed_newest_first() -> None:
    says = three_matches(Desk())
    rows = asyncio.run(says.desk.service.matches())
    assert [(row.match, row.players, row.ended) for row in rows] == [
        ("m3", NAMES, False),
        ("m2", NAMES, True),
        ("m1", NAMES, True),
    ]
    assert asyncio.run(says.desk.service.history_of("no such")) is None


def test_matches_that_wait_for_the_disk_are_changed_all_the_same() -> None:
    store = FailingStore()
    desk = Desk(store)
    says = Says(desk)
    says.play("m1")
    store.refuses_writing = FULL
    says.tell(END)
    says.play("m2")
    says.tell(END)
    says.play("m3")
    for match in ("m1", "m2"):
        says.tell(WriteScore(t_ms=0, net=(3, -1, -1, -1), source=PERSON, in_hand=1), match=match)
        assert says.history(match).hands[0].net == (3, -1, -1, -1)
    assert [row.match for row in asyncio.run(desk.service.matches())] == ["m3", "m2", "m1"]
    store.refuses_writing = None
    desk.service.save_again()
    again = Says(Desk(store))
    assert [again.history(match).hands[0].net for match in ("m1", "m2")] == [(3, -1, -1, -1)] * 2
    assert again.desk.service.state == desk.service.state


def test_a_log_that_cannot_be_read_now_says_so_and_takes_the_wish_later() -> None:
    store = FailingStore()
    says = three_matches(Desk(store))
    wish = WriteScore(t_ms=0, net=(3, -1, -1, -1), source=PERSON, in_hand=1)
    store.failure = FULL
    refused = says.wish(wish, match="m1")
    assert isinstance(refused, Refused)
    assert refused.status is HTTPStatus.SERVICE_UNAVAILABLE
    assert asyncio.run(says.desk.service.matches()) == ()
    assert asyncio.run(says.desk.service.history_of("m1")) is None
    won = next(entry.seq for entry in says.match().hands[0].log if type(entry.event).__name__ == "HandWon")
    says.tell(Correct(t_ms=0, of=won, field="winner", value="2", why="", source=PERSON))
    assert says.match().scores == (-2, -2, 6, -2)
    assert isinstance(says.wish(Undo(t_ms=0, of=2, source=PERSON)), Refused)
    store.failure = None
    says.said = 99
    says.tell(wish, match="m1")
    assert says.history("m1").hands[0].net == (3, -1, -1, -1)
