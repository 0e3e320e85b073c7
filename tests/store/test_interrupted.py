"""An append that fails at any of its steps is done whole or not at all."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.events import MatchStarted, Recorded
from table_daemon.rules.profile import TIANJIN
from table_daemon.store.errors import IntentRepeatedError, LostRaceError, StoreError
from table_daemon.store.port import IntentRecord
from table_daemon.store.sqlite import EventStore
from tests.game.story import NAMES, PERSON
from tests.store.logs import run

if TYPE_CHECKING:
    from pathlib import Path

INTENT = IntentRecord(id="phone-1", t_ms=5, accepted=True, version=8)


def batch() -> list[Recorded]:
    """Events with a new match between them, which touch every table."""
    started = MatchStarted(match="m", names=NAMES, profile=TIANJIN, first_dealer=0, source=PERSON)
    return [*run(2, first=4), Recorded(6, 60, started), *run(2, first=7)]


def fail_after(store: EventStore, steps: int) -> None:
    """Let SQLite give up once, after so many steps of its machine."""
    done = count()
    store._connection.set_progress_handler(lambda: int(next(done) == steps), 1)


def test_an_append_that_fails_at_any_step_is_done_whole_or_not_at_all(tmp_path: Path) -> None:
    """Only a commit that was not confirmed may be there all the same; whoever appends looks for it then."""
    with EventStore.open(tmp_path / "log") as store:
        store.append(run(3))
        for steps in count():
            fail_after(store, steps)
            failed = False
            try:
                store.append(batch(), intent=INTENT)
            except StoreError:
                failed = True
            store._connection.set_progress_handler(None, 0)
            found = list(store.read())
            if found == run(3):
                assert failed
                assert store.intent("phone-1") is None
                continue
            assert found == [*run(3), *batch()]
            assert store.intent("phone-1") == INTENT
            with pytest.raises(IntentRepeatedError):
                store.append(batch(), intent=INTENT)
            with pytest.raises(LostRaceError):
                store.append(batch())
            break
        assert steps > 20
    with EventStore.open(tmp_path / "log") as store:
        assert list(store.read()) == [*run(3), *batch()]
