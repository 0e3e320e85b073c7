"""Logs of earlier versions: opened, lifted, kept beside; and what is told of them stays as it was."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from table_daemon.game.events import HandWon, MatchEnded, ReviewOpened
from table_daemon.game.fold import fold
from table_daemon.store.codec import dumps, loads
from table_daemon.store.errors import EventFormatError, StoreBrokenError
from table_daemon.store.migrations import STEPS
from table_daemon.store.port import IntentRecord
from table_daemon.store.sqlite import EventStore
from tests.store.logs import played_hand

SAVED = Path(__file__).parents[1] / "data" / "db"
HISTORY = [
    (1, 0, 1, ("素",), 2, (-2, 6, -2, -2), 1),
    (2, 1, 2, ("杠开",), 2, (-3, -3, 9, -3), 2),
    (3, 2, None, (), 0, (2, 8, -12, 2), 2),
]
"""The settled hands of the first match in every saved log: number, dealer, winner, fans, net, next dealer."""


@pytest.fixture(params=[f"version_{version}.sqlite" for version in range(1, len(STEPS) + 1)])
def saved(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "log"
    shutil.copy(SAVED / request.param, path)
    return path


def test_a_saved_log_tells_the_same_story(saved: Path) -> None:
    with EventStore.open(saved) as store:
        log = list(store.read())
        assert store.intent("phone-1") == IntentRecord(id="phone-1", t_ms=5, accepted=True, version=2)
    assert [entry.seq for entry in log] == list(range(1, 64))
    end = next(place for place, entry in enumerate(log) if isinstance(entry.event, MatchEnded))
    match = fold(log[: end + 1]).match
    assert match is not None
    rows = [(h.number, h.dealer, h.winner, h.names, h.fan, h.net, h.next_dealer) for h in match.history]
    assert rows == HISTORY
    assert match.scores == (-3, 11, -5, -3)
    assert match.unsettled == (4,)
    after = fold(log).match
    assert after is not None
    assert (after.match, after.profile.name) == ("m2", "tianjin_club")
    assert after.hand is not None
    assert after.hand.seats[0].foul is not None


def test_a_saved_log_goes_on(saved: Path) -> None:
    with EventStore.open(saved) as store:
        before = list(store.read())
        more, _ = played_hand()
        shifted = [type(entry)(entry.seq + 63, entry.t_ms, entry.event) for entry in more]
        store.append(shifted)
    with EventStore.open(saved) as store:
        assert list(store.read()) == [*before, *shifted]
        assert [entry.seq for entry in store.read(after=63)] == [entry.seq for entry in shifted]


def test_the_older_file_is_kept_beside_the_lifted_one(tmp_path: Path) -> None:
    path = tmp_path / "log"
    shutil.copy(SAVED / "version_1.sqlite", path)
    EventStore.open(path).close()
    with sqlite3.connect(tmp_path / "log.version-1") as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (1,)
        assert kept.execute("SELECT count(*) FROM events").fetchone() == (63,)
    kept.close()


def test_a_win_of_the_first_format_says_how_it_was_won() -> None:
    log, _ = played_hand()
    line = (
        '{"seq":1,"t_ms":2,"kind":"hand_won","v":1,"winner":2,"draw":"9m","hand":"123s11z","melds":[],"score":'
        '{"win":true,"fan":2,"kong":1,"total":3,"names":["杠开"],"formula":"","formula_en":"","groups":[],'
        '"reason":null,"reason_en":null,"refusal":null},"witness":"camera"}'
    )
    event = loads(line).event
    assert isinstance(event, HandWon)
    assert (event.flags.gangkai, event.flags.tianhe, event.told, event.discarder) == (1, False, (), None)
    assert any(isinstance(entry.event, HandWon) for entry in log)


def test_a_question_of_a_log_without_codes_is_read_and_written_as_it_was() -> None:
    line = (
        '{"seq":1,"t_ms":2,"kind":"review_opened","v":3,"review":1,"about":"winning_hand","question":"和的是什么牌？",'
        '"answers":["none"],"of":null,"laid":{"seat":2,"hand":"","draw":null},"witness":"camera"}'
    )
    recorded = loads(line)
    event = recorded.event
    assert isinstance(event, ReviewOpened)
    assert (event.reason, event.seat, event.tile, event.because, event.because_en) == (None, None, None, "", "")
    assert dumps(recorded) == line


def test_a_question_with_a_code_of_a_later_version_is_refused_by_name() -> None:
    line = (
        '{"seq":1,"t_ms":2,"kind":"review_opened","v":3,"review":1,"about":"meld","question":"?","answers":[],'
        '"of":null,"laid":null,"reason":"seen_by_a_cat","witness":"camera"}'
    )
    with pytest.raises(EventFormatError, match="reason is 'seen_by_a_cat'"):
        loads(line)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "log"
    shutil.copy(SAVED / "version_1.sqlite", path)
    with sqlite3.connect(path) as spoiled:
        spoiled.execute("CREATE TABLE matches (nonsense)")
    spoiled.close()
    with pytest.raises(StoreBrokenError):
        EventStore.open(path)
    with sqlite3.connect(path) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (1,)
        assert kept.execute("SELECT count(*) FROM events").fetchone() == (63,)
    kept.close()


def test_events_are_kept_by_match_and_sequence(saved: Path) -> None:
    with EventStore.open(saved) as store:
        rows = store._connection.execute("SELECT match, min(seq), max(seq) FROM events GROUP BY match").fetchall()
        names = store._connection.execute("SELECT number, match FROM matches ORDER BY number").fetchall()
    assert [number for number, _ in names] == [1, 2]
    assert names[1][1] == "m2"
    assert rows[0][0] == 1
    assert rows[0][2] + 1 == rows[1][1]
