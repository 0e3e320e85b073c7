"""The service as the pages and the witnesses use it: once, in order, saved before told, alive without a disk."""

from __future__ import annotations

import asyncio
import sqlite3
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.commands import (
    AnswerReview,
    ChooseLa,
    EndMatch,
    RecordDiscard,
    SetName,
    StartHand,
    StartMatch,
    TurnIndicator,
)
from table_daemon.game.events import Source, Witness
from table_daemon.game.rejection import Rejection
from table_daemon.rules.tiles import Tile
from table_daemon.service import MatchDefaults
from table_daemon.store.errors import StoreBrokenError, StoreError, StoreFullError, StoreReadOnlyError
from table_daemon.store.sqlite import EventStore
from table_daemon.views import HealthLevel, HealthPart, PublicState, to_json
from tests.daemon.doubles import NAMES, Desk, FailingStore, HandClock, health_of
from tests.store.logs import played_hand
from web_display.ports import Accepted, Intent, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.commands import Command
    from table_daemon.game.events import Recorded
    from table_daemon.store.port import IntentRecord
    from web_display.ports import PersonCommand

PERSON = Source(witness=Witness.PERSON)
LINK = Source(witness=Witness.LINK)
START = StartMatch(t_ms=0, match="m1", names=NAMES, profile="tianjin", first_dealer=1, source=PERSON)
FULL = StoreFullError("could not append (disk full): make room", where="log")
READ_ONLY = StoreReadOnlyError("could not append (read-only)", where="log")


def submit(desk: Desk, intent_id: str, command: PersonCommand) -> Accepted | Refused:
    return asyncio.run(desk.service.submit(Intent(id=intent_id, command=command)))


def log_of(desk: Desk, after: int = 0, limit: int = 1000) -> list[str]:
    return [str(event["kind"]) for event in asyncio.run(desk.service.after(after, limit=limit))]


def store_level(desk: Desk) -> HealthLevel:
    return health_of(desk.board, HealthPart.STORE).level


def play_a_little(desk: Desk, *, t_ms: int = 2_000) -> None:
    commands: list[Command] = [
        StartHand(t_ms=t_ms, source=LINK),
        TurnIndicator(t_ms=t_ms + 1, tile=Tile.parse("8p"), source=LINK),
    ]
    for command in commands:
        assert desk.service.carry_out(command) is None


def test_the_same_intent_five_times_counts_once() -> None:
    desk = Desk()
    assert submit(desk, "a", START) == Accepted(1)
    first = submit(desk, "b", SetName(t_ms=0, seat=0, name="王麻子", source=PERSON))
    again = [submit(desk, "b", SetName(t_ms=0, seat=0, name="王麻子", source=PERSON)) for _ in range(4)]
    assert again == [first] * 4 == [Accepted(2)] * 4
    assert log_of(desk) == ["match_started", "name_set"]


def test_a_repeated_intent_is_known_after_a_restart(tmp_path: Path) -> None:
    with EventStore.open(tmp_path / "log") as store:
        submit(Desk(store), "a", START)
    with EventStore.open(tmp_path / "log") as store:
        desk = Desk(store)
        assert submit(desk, "a", START) == Accepted(1)
        assert desk.service.state.version == 1


def test_a_refused_intent_stays_refused_when_it_comes_again() -> None:
    """The wish was answered; that it could be granted by now is for a new wish."""
    desk = Desk()
    end = EndMatch(t_ms=0, source=PERSON)
    refused = submit(desk, "end", end)
    assert isinstance(refused, Refused)
    assert refused.status is HTTPStatus.CONFLICT
    submit(desk, "start", START)
    assert submit(desk, "end", end) == refused
    assert log_of(desk) == ["match_started"]


def test_an_intent_takes_the_time_of_day_as_the_daemon_has_it() -> None:
    clock = HandClock(5_000)
    desk = Desk(clock=clock)
    submit(desk, "a", START)
    clock.t_ms = 3_000
    submit(desk, "b", ChooseLa(t_ms=99, seat=0, value=1, source=PERSON))
    assert [event["t_ms"] for event in asyncio.run(desk.service.after(0, limit=9))] == [5_000, 3_000]


def test_events_are_in_the_store_before_anybody_is_told() -> None:
    store = FailingStore()
    desk = Desk(store)
    stored: list[tuple[int, int]] = []
    desk.service.subscribe(lambda state: stored.append((state.version, store.last_seq)))
    submit(desk, "a", START)
    play_a_little(desk)
    assert stored == [(version, version) for version in range(1, 4)]


def test_a_refused_command_tells_nobody_and_changes_nothing() -> None:
    desk = Desk()
    told: list[PublicState] = []
    desk.service.subscribe(told.append)
    assert isinstance(desk.service.carry_out(EndMatch(t_ms=0, source=PERSON)), Rejection)
    assert told == []
    assert log_of(desk) == []


def test_a_listener_that_left_is_told_nothing_more_and_may_leave_twice() -> None:
    desk = Desk()
    told: list[PublicState] = []
    leave = desk.service.subscribe(told.append)
    submit(desk, "a", START)
    leave()
    leave()
    play_a_little(desk)
    assert [state.version for state in told] == [1]


def test_a_change_of_health_is_told_with_the_same_version() -> None:
    desk = Desk()
    told: list[PublicState] = []
    desk.service.subscribe(told.append)
    desk.board.tell(HealthPart.LINK, HealthLevel.WARN, "unplugged")
    desk.board.tell(HealthPart.LINK, HealthLevel.WARN, "unplugged")
    assert [(state.version, state.health.level) for state in told] == [(0, HealthLevel.WARN)]


def test_walls_that_rise_before_anybody_started_a_match_begin_the_default_one() -> None:
    desk = Desk()
    assert desk.service.carry_out(StartHand(t_ms=2_000, source=LINK)) is None
    assert log_of(desk) == ["match_started", "hand_started"]
    match = desk.service.state.match
    assert match is not None
    assert (match.names, match.profile.name) == (NAMES, "tianjin")
    assert match.hand is not None
    assert match.hand.dealer == 2


def test_the_first_dealer_may_be_drawn_by_lot() -> None:
    desk = Desk(defaults=MatchDefaults(names=NAMES, profile="tianjin", first_dealer=None))
    desk.service.carry_out(StartHand(t_ms=2_000, source=LINK))
    match = desk.service.state.match
    assert match is not None
    assert match.hand is not None
    assert match.hand.dealer in range(4)


def test_walls_after_an_ended_match_begin_another_under_its_own_id() -> None:
    desk = Desk()
    desk.service.carry_out(StartHand(t_ms=2_000, source=LINK))
    submit(desk, "end", EndMatch(t_ms=0, source=PERSON))
    desk.service.carry_out(StartHand(t_ms=9_000, source=LINK))
    events = asyncio.run(desk.service.after(0, limit=9))
    ids = [event["match"] for event in events if event["kind"] == "match_started"]
    assert len(set(ids)) == 2


def test_a_match_that_was_started_is_not_started_again() -> None:
    desk = Desk()
    submit(desk, "a", START)
    desk.service.carry_out(StartHand(t_ms=2_000, source=LINK))
    assert log_of(desk) == ["match_started", "hand_started"]


def test_defaults_that_cannot_be_played_are_refused_and_say_so() -> None:
    desk = Desk(defaults=MatchDefaults(names=NAMES, profile="no such", first_dealer=0))
    refused = desk.service.carry_out(StartHand(t_ms=2_000, source=LINK))
    assert isinstance(refused, Rejection)
    assert "no such" in refused.message_en


def test_the_log_is_given_in_order_piece_by_piece() -> None:
    desk = Desk()
    submit(desk, "a", START)
    play_a_little(desk)
    whole = log_of(desk)
    assert whole == ["match_started", "hand_started", "indicator"]
    assert log_of(desk, limit=2) == whole[:2]
    assert log_of(desk, after=2) == whole[2:]
    assert log_of(desk, after=99) == []


def test_what_is_read_again_from_disk_equals_what_was_folded_live(tmp_path: Path) -> None:
    log, state = played_hand()
    path = tmp_path / "log"
    with EventStore.open(path) as store:
        desk = Desk(store)
        submit(desk, "a", START)
        play_a_little(desk)
        live = desk.service.state
        public = to_json(desk.service.current())
    with EventStore.open(path) as store:
        again = Desk(store)
        assert again.service.state == live
        assert to_json(again.service.current()) == public
    with EventStore.open(tmp_path / "hand") as store:
        store.append(log)
    with EventStore.open(tmp_path / "hand") as store:
        assert Desk(store).service.state == state


@pytest.mark.parametrize("failure", [FULL, READ_ONLY])
def test_scoring_goes_on_without_a_disk_and_is_saved_in_order_later(failure: StoreError) -> None:
    store = FailingStore()
    desk = Desk(store)
    submit(desk, "a", START)
    store.failure = failure
    told: list[PublicState] = []
    desk.service.subscribe(told.append)
    play_a_little(desk)
    submit(desk, "n", SetName(t_ms=0, seat=0, name="新", source=PERSON))
    assert desk.service.state.version == 4
    assert (told[-1].version, told[-1].health.level) == (4, HealthLevel.BAD)
    assert failure.args[0] in health_of(desk.board, HealthPart.STORE).message

    store.failure = None
    assert store.last_seq == 1
    desk.service.save_again()
    assert [event.seq for event in store.read()] == [1, 2, 3, 4]
    assert store_level(desk) is HealthLevel.OK
    assert (told[-1].version, told[-1].health.level) == (4, HealthLevel.OK)


def test_the_next_event_also_saves_what_waited() -> None:
    store = FailingStore()
    desk = Desk(store)
    submit(desk, "a", START)
    store.failure = FULL
    desk.service.carry_out(StartHand(t_ms=2_000, source=LINK))
    store.failure = None
    desk.service.carry_out(TurnIndicator(t_ms=2_001, tile=Tile.parse("8p"), source=LINK))
    assert store.last_seq == 3


def test_an_intent_counts_once_while_the_disk_fails_and_after() -> None:
    store = FailingStore()
    desk = Desk(store)
    submit(desk, "a", START)
    store.failure = FULL
    name = SetName(t_ms=0, seat=0, name="新", source=PERSON)
    assert [submit(desk, "n", name) for _ in range(3)] == [Accepted(2)] * 3
    store.failure = None
    desk.service.save_again()
    assert submit(desk, "n", name) == Accepted(2)
    assert store.last_seq == 2
    record = store.intent("n")
    assert record is not None
    assert record.version == 2


def test_the_log_shows_what_waits_for_the_disk_too() -> None:
    store = FailingStore()
    desk = Desk(store)
    submit(desk, "a", START)
    store.failure = FULL
    play_a_little(desk)
    assert log_of(desk, after=1) == ["hand_started", "indicator"]
    # The store can't be read either: a part of the log would look like all of it.
    assert log_of(desk, after=0) == []


def test_a_log_that_fails_to_be_read_is_told_on_the_board() -> None:
    store = FailingStore()
    desk = Desk(store)
    submit(desk, "a", START)
    store.failure = StoreBrokenError("event 1 can't be read", where="log")
    assert log_of(desk) == []
    assert store_level(desk) is HealthLevel.BAD


def test_a_full_database_file_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with EventStore.open(path) as store:
        desk = Desk(store)
        submit(desk, "a", START)
        connection: sqlite3.Connection = store._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        # The write-ahead log is not counted: a checkpoint finds the file full; so fill until the file refuses.
        names = [SetName(t_ms=0, seat=0, name=f"{n:03d}" + "长" * 900, source=PERSON) for n in range(8)]
        answers = [submit(desk, f"n{n}", name) for n, name in enumerate(names)]
        assert answers == [Accepted(n + 2) for n in range(8)]
        assert store_level(desk) is HealthLevel.BAD
        assert store.last_seq < desk.service.state.version == 9
        connection.execute("PRAGMA max_page_count = 100000")
        desk.service.save_again()
        assert store_level(desk) is HealthLevel.OK
        live = desk.service.state
    with EventStore.open(path) as store:
        assert Desk(store).service.state == live
        assert store.intent("n7") is not None


class Unconfirmed(FailingStore):
    """Writes event 2 and says that it did not."""

    def append(self, events: Sequence[Recorded], *, intent: IntentRecord | None = None) -> None:
        super().append(events, intent=intent)
        if events and events[0].seq == 2:
            raise FULL


def test_a_commit_that_the_disk_did_not_confirm_is_not_written_twice() -> None:
    store = Unconfirmed()
    desk = Desk(store)
    submit(desk, "a", START)
    submit(desk, "b", SetName(t_ms=0, seat=0, name="甲", source=PERSON))
    assert store_level(desk) is HealthLevel.BAD
    submit(desk, "c", SetName(t_ms=0, seat=1, name="乙", source=PERSON))
    assert store_level(desk) is HealthLevel.OK
    assert [event.seq for event in store.read()] == [1, 2, 3]


def test_why_pictures_are_not_kept_is_told_and_a_failing_log_counts_more() -> None:
    store = FailingStore()
    desk = Desk(store)
    desk.service.note_pictures("no room")
    assert (store_level(desk), health_of(desk.board, HealthPart.STORE).message) == (
        HealthLevel.WARN,
        "no room",
    )
    store.failure = FULL
    submit(desk, "a", START)
    assert store_level(desk) is HealthLevel.BAD
    store.failure = None
    desk.service.save_again()
    assert store_level(desk) is HealthLevel.WARN
    desk.service.note_pictures(None)
    assert store_level(desk) is HealthLevel.OK


def test_an_answer_to_a_question_that_is_not_open_is_refused_in_both_languages() -> None:
    desk = Desk()
    submit(desk, "a", START)
    refused = submit(desk, "r", AnswerReview(t_ms=0, review=7, choice="0", source=PERSON))
    assert isinstance(refused, Refused)
    assert refused.reason
    assert "7" in refused.reason_en


def test_a_discard_is_told_with_its_picture_to_the_state() -> None:
    desk = Desk()
    submit(desk, "a", START)
    play_a_little(desk)
    source = Source(witness=Witness.CAMERA, confidence=0.99, picture="5-1-0-0", place_mm=(0.0, 100.0))
    discard = RecordDiscard(t_ms=3_000, seat=1, tile=Tile.parse("1z"), sure=True, source=source)
    assert desk.service.carry_out(discard) is None
    assert "5-1-0-0" in str(to_json(desk.service.current()))
    assert desk.service.history().hands == ()
