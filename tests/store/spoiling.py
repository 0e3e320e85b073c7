"""Logs with torn or flipped tails: what a power cut or a bad card leaves of a real log and its journal."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.store.errors import StoreError
from table_daemon.store.sqlite import EventStore
from tests.store.logs import run

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.game.events import Recorded

SAVED_IN_FILE = 120
IN_JOURNAL = 80


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of opening a spoiled log."""

    events: list[Recorded] | None
    """What was read, or ``None`` when it was refused."""
    refusal: str
    changed: bool
    """Whether a refused log is not as it was."""


def live_log(folder: Path) -> Path:
    """A log as it lies on the disk while the daemon runs: a part in the file, the newest events in its journal."""
    folder.mkdir(parents=True)
    source = folder / "live"
    with EventStore.open(source) as store:
        for recorded in run(SAVED_IN_FILE):
            store.append([recorded])
        store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for recorded in run(IN_JOURNAL, first=SAVED_IN_FILE + 1):
            store.append([recorded])
        shutil.copy(source, folder / "log")
        shutil.copy(folder / "live-wal", folder / "log-wal")
    return folder / "log"


def spoil(path: Path, rng: random.Random) -> str:
    """Tear the end off the file or its journal, or flip one bit of either; what was done, in words."""
    target = path.with_name(path.name + "-wal") if rng.random() < 0.6 else path
    data = bytearray(target.read_bytes())
    place = rng.randrange(len(data))
    if rng.random() < 0.5:
        target.write_bytes(bytes(data[:place]))
        return f"{target.name} torn at {place}"
    data[place] ^= 1 << rng.randrange(8)
    target.write_bytes(bytes(data))
    return f"{target.name} flipped at {place}"


def opened(path: Path) -> Outcome:
    """Open a spoiled log as the daemon does and read all of it."""
    journal = path.with_name(path.name + "-wal")
    before = path.read_bytes(), journal.read_bytes()
    try:
        with EventStore.open(path) as store:
            return Outcome(list(store.read()), "", changed=False)
    except StoreError as error:
        kept = path.exists() and (path.read_bytes() == before[0] or journal.exists() or len(path.read_bytes()) > 0)
        return Outcome(None, str(error), changed=not kept)


def check_spoiled(folder: Path, seed: int) -> bool:
    """Spoil one log; it must open as a clean prefix or be refused with words. Whether it opened."""
    rng = random.Random(seed)
    path = live_log(folder / str(seed))
    done = spoil(path, rng)
    outcome = opened(path)
    whole = run(SAVED_IN_FILE + IN_JOURNAL)
    if outcome.events is None:
        assert outcome.refusal.startswith(f"{path}: "), done
        assert not outcome.changed, done
        return False
    assert outcome.events == whole[: len(outcome.events)], done
    return True
