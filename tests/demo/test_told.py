"""What is read of a hand though the daemon falls over meanwhile; time is that of the standing table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_daemon.demo_daemon import DaemonFiles, DaemonProcess, Patience
from table_daemon.demo_http import DaemonPages
from table_daemon.demo_judge import LogEvent
from table_daemon.demo_people import People
from table_daemon.demo_told import ToldSoFar
from table_daemon.simulator.cues import MatchAgreed
from table_daemon.simulator.errors import DaemonLostError

MOMENT_S = 0.25


class FakeTable:
    """Pages and time of a table at which only time passes; ``script`` says what happens at which moment."""

    def __init__(self, folder: Path, script: dict[int, Callable[["FakeTable"], None]] | None = None) -> None:
        self.pages = FakePages()
        self.daemon = DaemonProcess(DaemonFiles(data_dir=folder, run_dir=folder), self.pages)
        self.moments = 0
        self.looking = True
        self._script = script or {}

    def monotonic(self) -> float:
        return self.moments * MOMENT_S

    def stand(self) -> bool:
        self.moments += 1
        happens = self._script.get(self.moments)
        if happens is not None:
            happens(self)
        return self.looking and self.pages.up

    def told(self) -> ToldSoFar:
        return ToldSoFar(self.pages, self.daemon, stand=self.stand, monotonic=self.monotonic)


class FakePages(DaemonPages):
    """Answers from a list while up."""

    def __init__(self) -> None:
        super().__init__(1)
        self.up = True
        self.log: list[LogEvent] = []

    def state(self) -> dict[str, Any]:
        self._answer()
        return {"version": len(self.log)}

    def events(self, after: int) -> list[LogEvent]:
        self._answer()
        return self.log[after:]

    def _answer(self) -> None:
        if not self.up:
            raise ConnectionRefusedError(111, "Connection refused")


def tell(kind: str) -> Callable[[FakeTable], None]:
    return lambda table: table.pages.log.append({"seq": len(table.pages.log) + 1, "kind": kind})


def die(table: FakeTable) -> None:
    table.pages.up = False


def come_back(table: FakeTable) -> None:
    table.pages.up = True
    table.daemon.restarts += 1


def kinds(events: list[LogEvent]) -> list[str]:
    return [event["kind"] for event in events]


def test_a_daemon_that_answers_and_never_tells_the_end_is_given_a_few_seconds(tmp_path: Path) -> None:
    table = FakeTable(tmp_path, {1: tell("discard")})
    assert kinds(table.told().hand()) == ["discard"]
    assert 3.0 <= table.monotonic() <= 4.0


def test_a_daemon_that_is_slow_to_come_back_has_its_time_from_then_and_loses_nothing_told_before(
    tmp_path: Path,
) -> None:
    script = {1: tell("discard"), 2: die, 30: come_back, 40: tell("settled")}
    table = FakeTable(tmp_path, script)
    told = table.told()
    assert kinds(told.hand()) == ["discard", "settled"]
    tell("hand_started")(table)
    assert kinds(told.hand()) == ["hand_started"]


def test_a_daemon_that_dies_while_it_is_waited_for_has_its_time_again(tmp_path: Path) -> None:
    script = {8: die, 20: come_back, 28: die, 40: come_back, 50: tell("settled")}
    assert kinds(FakeTable(tmp_path, script).told().hand()) == ["settled"]


def test_a_daemon_that_answers_before_it_sees_is_waited_for_too(tmp_path: Path) -> None:
    def blind(table: FakeTable) -> None:
        table.looking = False

    def see(table: FakeTable) -> None:
        table.looking = True

    assert kinds(FakeTable(tmp_path, {1: blind, 40: see, 44: tell("settled")}).told().hand()) == ["settled"]
    never = FakeTable(tmp_path, {1: blind})
    assert kinds(never.told().hand()) == []
    assert never.monotonic() == pytest.approx(60.0, abs=1.0)


def test_a_daemon_that_is_away_when_the_match_is_about_to_begin_is_waited_for(tmp_path: Path) -> None:
    table = FakeTable(tmp_path, {20: come_back, 21: tell("settled")})
    tell("settled")(table)
    die(table)
    assert kinds(table.told().hand()) == ["settled"]
    assert len(table.pages.log) == 2


def test_a_daemon_that_stays_away_gets_one_message(tmp_path: Path) -> None:
    table = FakeTable(tmp_path, {2: die})
    with pytest.raises(DaemonLostError, match=r"has not answered for 60 s \(.*refused\); see its log"):
        table.told().hand()


def test_patience_begins_anew_with_each_start(tmp_path: Path) -> None:
    table = FakeTable(tmp_path)
    patience = Patience(table.daemon, 1.0, monotonic=table.monotonic)
    table.moments = 5
    table.daemon.restarts += 1
    assert not patience.over()
    table.moments = 9
    assert not patience.over()
    table.moments = 10
    assert patience.over()


def test_people_repeat_a_wish_and_their_look_at_the_page_until_they_are_heard(tmp_path: Path) -> None:
    said: list[object] = []
    refusals = iter([True, True, False, True, False, True, False])

    class Deaf(FakePages):
        def state(self) -> dict[str, Any]:
            self._answer()
            return {"match": {"ended": False}}

        def post(self, intent: Any) -> tuple[int, str]:
            self._answer()
            said.append((intent["id"], intent["kind"]))
            return 200, ""

        def _answer(self) -> None:
            if next(refusals):
                raise ConnectionResetError(104, "Connection reset by peer")

    waited: list[None] = []
    people = People(
        Deaf(), FakeTable(tmp_path).daemon, run_id="t", recorder=None, meanwhile=lambda: waited.append(None)
    )
    people.say(MatchAgreed(0, ("a", "b", "c", "d"), "tianjin", 0))
    assert said == [("t-1", "end_match"), ("t-2", "start_match")]
    assert len(waited) == 4
