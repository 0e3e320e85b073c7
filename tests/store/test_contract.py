"""What every store keeps to, whatever keeps the events."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.events import MatchStarted, Recorded
from table_daemon.game.fold import fold
from table_daemon.rules.profile import TIANJIN
from table_daemon.store.errors import IntentRepeatedError, LostRaceError, StoreFullError
from table_daemon.store.late import LateStore
from table_daemon.store.memory import MemoryStore
from table_daemon.store.port import IntentRecord, Store
from table_daemon.store.sqlite import EventStore
from tests.game.story import NAMES, PERSON
from tests.store.logs import played_hand, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FIRST = IntentRecord(id="phone-1", t_ms=5, accepted=True, version=2)
REFUSED = IntentRecord(id="phone-2", t_ms=6, accepted=False, version=2, reason="hand_open", message="上一把还没结算")


def _memory(_: Path) -> Store:
    return MemoryStore()


def _late(path: Path) -> Store:
    return LateStore(path, StoreFullError("the disk is full", where=str(path)), lambda: None)


@pytest.fixture(params=[_memory, EventStore.open, _late], ids=["memory", "sqlite", "late"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    make: Callable[[Path], Store] = request.param
    with closing(make(tmp_path / "log.db")) as made:
        yield made


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.last_seq == 0
    assert list(store.read()) == []
    assert store.intent("phone-1") is None


def test_what_is_appended_is_read_in_order(store: Store) -> None:
    log = run(7)
    store.append(log[:3])
    store.append(log[3:])
    assert list(store.read()) == log
    assert store.last_seq == 7


def begun(seq: int, match: str) -> Recorded:
    event = MatchStarted(match=match, names=NAMES, profile=TIANJIN, first_dealer=0, source=PERSON)
    return Recorded(seq, seq * 10, event)


def test_what_is_about_a_match_is_found_with_what_was_recorded_later(store: Store) -> None:
    first, second = begun(1, "m-1"), begun(5, 'm"2"')
    late = replace(run(1, first=8)[0], about="m-1")
    later = replace(run(1, first=11)[0], about='m"2"')
    log = [first, *run(3, first=2), second, *run(2, first=6), late, begun(9, "m-3"), *run(1, first=10), later]
    store.append(log)
    assert list(store.read()) == log
    assert store.match_log("m-1") == [*log[:4], late]
    assert store.match_log('m"2"') == [*log[4:7], later]
    assert store.match_log("m-3") == log[8:10]
    assert store.match_log("m-4") == []
    assert store.matches() == [first, second, log[8]]
    assert [store.match_of(seq) for seq in (1, 4, 5, 8, 9, 11, 12)] == [
        "m-1", "m-1", 'm"2"', "m-1", "m-3", 'm"2"', None
    ]  # fmt: skip


def test_before_the_first_match_nothing_is_about_one(store: Store) -> None:
    store.append(run(2))
    assert store.match_of(1) is None
    assert store.matches() == []


def test_reading_begins_behind_a_sequence(store: Store) -> None:
    store.append(run(7))
    assert [recorded.seq for recorded in store.read(5)] == [6, 7]
    assert list(store.read(7)) == []


def test_more_events_than_are_read_at_a_time(store: Store) -> None:
    log = run(1201)
    store.append(log)
    assert list(store.read()) == log


def test_a_played_hand_comes_back_as_it_was(store: Store) -> None:
    log, state = played_hand()
    store.append(log)
    assert list(store.read()) == log
    assert fold(store.read()) == state


@pytest.mark.parametrize("first", [2, 3, 5], ids=["again", "overlapping", "leaving a gap"])
def test_a_lost_race_is_an_error_and_appends_nothing(store: Store, first: int) -> None:
    store.append(run(3))
    with pytest.raises(LostRaceError, match="the log ends at 3"):
        store.append(run(2, first=first))
    assert store.last_seq == 3
    store.append(run(1, first=4))
    assert [recorded.seq for recorded in store.read()] == [1, 2, 3, 4]


def test_an_intent_is_kept_with_its_events(store: Store) -> None:
    store.append(run(2), intent=FIRST)
    assert store.intent("phone-1") == FIRST
    assert store.intent("phone-2") is None


def test_a_repeated_intent_changes_nothing_and_finds_its_first_answer(store: Store) -> None:
    store.append(run(2), intent=FIRST)
    with pytest.raises(IntentRepeatedError) as raised:
        store.append(run(1, first=3), intent=FIRST)
    assert raised.value.first == FIRST
    assert store.last_seq == 2


def test_a_refused_intent_is_kept_without_events(store: Store) -> None:
    store.append([], intent=REFUSED)
    assert store.intent("phone-2") == REFUSED
    assert store.last_seq == 0


def test_an_intent_whose_events_lost_the_race_is_not_kept(store: Store) -> None:
    with pytest.raises(LostRaceError):
        store.append(run(1, first=9), intent=FIRST)
    assert store.intent("phone-1") is None


def test_nothing_to_append_is_nothing(store: Store) -> None:
    store.append([])
    assert store.last_seq == 0


def test_closing_twice_does_no_harm(store: Store) -> None:
    store.close()
    store.close()
