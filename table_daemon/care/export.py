"""Writes out what the log holds: every event as JSON lines, or a row a hand for a spreadsheet. Changes nothing."""

from __future__ import annotations

import csv
import io
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from table_daemon.care.backup import copy_log, is_there
from table_daemon.care.errors import ExportError
from table_daemon.game.fold import fold
from table_daemon.store.codec import dumps
from table_daemon.store.errors import StoreError
from table_daemon.store.order import by_match
from table_daemon.store.salvage import whole_prefix
from table_daemon.store.sqlite import EventStore
from table_daemon.views import history
from table_daemon.views.cells import BOM, safe_cell

if TYPE_CHECKING:
    from table_daemon.game.events import Recorded

HEADER: Final = (
    *("match", "started", "hand", "dealer", "winner", "fan", "names", "fouls"),
    *("name_0", "name_1", "name_2", "name_3", "net_0", "net_1", "net_2", "net_3"),
    *("score_0", "score_1", "score_2", "score_3"),
)


@dataclass(frozen=True, slots=True)
class KeptLog:
    """The events of a log, all that can be read."""

    events: list[Recorded]
    spoiled: ExportError | None = None
    """Why there is no more of it; ``None`` for a whole log."""


def read_log(database: Path) -> KeptLog:
    """Return the events of a log, read from a copy: the log itself may be in use, or of an older version.

    Raises ``ExportError`` where there is none, or where it can't be opened.
    """
    events: list[Recorded] = []
    if not is_there(database):
        raise ExportError(f"there is no log at {database} yet; play first, or name the settings with --settings")
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / database.name
            copy_log(database, copy)
            with EventStore.open(copy) as store:
                try:
                    events.extend(store.read())
                except StoreError as error:
                    return KeptLog(events, ExportError(_of_the_log(error, copy, database)))
    except OSError as error:
        raise ExportError(f"{database} can't be read: {error}") from error
    except sqlite3.Error as error:
        return _of_a_damaged(database, f"{database} can't be read: {error}", error)
    except StoreError as error:
        return _of_a_damaged(database, _of_the_log(error, copy, database), error)
    return KeptLog(events)


def _of_a_damaged(database: Path, why: str, error: Exception) -> KeptLog:
    """What stands before the damage in a file that isn't whole."""
    events = whole_prefix(database)
    if not events:
        raise ExportError(why) from error
    return KeptLog(events, ExportError(why))


def _of_the_log(error: StoreError, copy: Path, database: Path) -> str:
    """What is wrong with a copy, told of the log that it was made of."""
    return f"{database} can't be read: {str(error).removeprefix(f'{copy}: ')}"


def write_lines(lines: Iterable[str], out: Path | None, *, end: str, screen: BinaryIO) -> None:
    """Write lines into a file, whole or not at all, or onto the screen. Raises ``ExportError``."""
    data = "".join(line + end for line in lines).encode()
    if out is None:
        screen.write(data)
        screen.flush()
        return
    # Behind a link lies the file that is meant; what is no file (a pipe, /dev/stdout) is written to, never replaced.
    place = out.resolve()
    part = place.with_name(place.name + ".part")
    try:
        if place.exists() and not place.is_file():
            place.write_bytes(data)
            return
        part.write_bytes(data)
        part.replace(place)
    except OSError as error:
        raise ExportError(f"{out} can't be written ({error.strerror}); name another file") from error


def json_lines(events: Iterable[Recorded]) -> Iterator[str]:
    """Yield each event as a line of the public log."""
    for event in events:
        yield dumps(event)


def hand_rows(events: Iterable[Recorded]) -> Iterator[str]:
    """Yield a heading and a row a finished hand, as it stands after every correction."""
    yield BOM + _line(HEADER)
    sittings: dict[str | None, list[Recorded]] = {}
    for match, event in by_match(events):
        sittings.setdefault(match, []).append(event)
    for sitting in sittings.values():
        yield from _rows(sitting)


def _rows(sitting: list[Recorded]) -> Iterator[str]:
    """The rows of one match's events."""
    view = history(fold(sitting))
    if view.match is None:
        return
    started = f"{datetime.fromtimestamp(sitting[0].t_ms / 1000, tz=UTC):%Y-%m-%dT%H:%M:%SZ}"
    for hand in view.hands:
        fouls = " ".join(f"{foul.seat}:{foul.foul}" for foul in hand.fouls)
        winner = "" if hand.winner is None else hand.winner
        facts = (view.match, started, hand.hand, hand.dealer, winner, hand.fan, " ".join(hand.names), fouls)
        yield _line((*facts, *view.players, *hand.net, *hand.scores))


def _line(cells: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([safe_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()
