"""Logs on a disk for the tests of copies: one a match long, and a folder that holds one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.store.sqlite import EventStore
from tests.store.logs import played_hand

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.game.events import Recorded

LOG = played_hand()[0]


def write_log(path: Path, events: list[Recorded] = LOG) -> Path:
    """Write a log to a file and close it."""
    with EventStore.open(path) as store:
        for event in events:
            store.append([event])
    return path


def read_log(path: Path) -> list[Recorded]:
    """Return all that a log holds."""
    with EventStore.open(path) as store:
        return list(store.read())
