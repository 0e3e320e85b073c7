"""A simulated hand played into service, tracker and SQLite by processes that are killed one after the other.

``python -m tests.daemon.played SEED KILLS MISHAPS DATABASE`` plays the first hand of a match. Each process goes on
where the one before was killed, from the database alone, and acknowledges each item of the stream once it is dealt
with. At the end one line of JSON says what was acknowledged and what each process found when it started.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from firmware_bridge.messages import LinkEvent
from table_daemon.clocks import PictureClock
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.game.commands import ChooseLa, ChooseZuo, StartMatch
from table_daemon.game.events import Source, Witness
from table_daemon.game.state import GameState
from table_daemon.health import HealthBoard
from table_daemon.pictures import PictureKeeper
from table_daemon.service import GameService, MatchDefaults
from table_daemon.simulator.cues import HandOver, Happened, LaWished, MatchAgreed, ZuoWished
from table_daemon.simulator.feed import Fed, simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.store.codec import dumps
from table_daemon.store.sqlite import EventStore
from table_daemon.witnesses import Witnesses
from vision.observation import Observation, Side
from web_display.ports import Accepted, Intent

PERSON = Source(witness=Witness.PERSON)
DEFAULTS = MatchDefaults(names=("1", "2", "3", "4"), profile="tianjin", first_dealer=0)
BLANK = np.zeros((8, 8, 3), np.uint8)
LATEST_KILL_S = 0.004
"""An item takes a few milliseconds: a kill so soon after one meets the next one anywhere."""


def stream(seed: int, mishaps: str) -> list[Fed]:
    """The first hand of a match."""
    return list(simulate_match_stream(seed, hands=1, mishaps=parse_mishaps(mishaps)))


@dataclass
class Report:
    """What an onlooker knows: how far each process came, and every event that was acknowledged, as its line."""

    acknowledged: dict[int, str] = field(default_factory=dict)
    found: list[int] = field(default_factory=list)
    """Version at each start."""
    promised: list[int] = field(default_factory=list)
    """Version acknowledged before each start."""
    states: list[str] = field(default_factory=list)
    """Digest of the state at each start, and of the state in which the last one ended."""


class Player:
    """One process: the daemon's service and witnesses on the database."""

    def __init__(self, store: EventStore) -> None:
        clock = PictureClock()
        self._store = store
        self.service = GameService(
            store, clock=clock, board=HealthBoard(clock.now_ms), defaults=DEFAULTS, rng=random.Random(0)
        )
        keeper = PictureKeeper(Path("unused"), keep=False, quota_bytes=1)
        self._witnesses = Witnesses(Tracker(TableZones()), self.service, keeper, seat0=Side.BOTTOM)

    def take(self, number: int, item: Fed) -> None:
        """Deal with item ``number`` of the stream."""
        match item:
            case Observation():
                self._witnesses.see(item, BLANK)
            case LinkEvent():
                self._witnesses.hear(item)
            case MatchAgreed(t_ms, names, profile, first_dealer):
                start = StartMatch(
                    t_ms=t_ms, match="m", names=names, profile=profile, first_dealer=first_dealer, source=PERSON
                )
                self._ask(Intent(id=f"wish-{number}", command=start))
            case ZuoWished(t_ms, seat, value):
                self._ask(
                    Intent(id=f"wish-{number}", command=ChooseZuo(t_ms=t_ms, seat=seat, value=value, source=PERSON))
                )
            case LaWished(t_ms, seat, times):
                self._ask(
                    Intent(id=f"wish-{number}", command=ChooseLa(t_ms=t_ms, seat=seat, value=times, source=PERSON))
                )
            case Happened() | HandOver():
                pass

    def lines(self, after: int) -> Iterator[tuple[int, str]]:
        """The events behind a version."""
        return ((event.seq, dumps(event)) for event in self._store.read(after=after))

    def _ask(self, intent: Intent) -> None:
        answer = asyncio.run(self.service.submit(intent))
        assert isinstance(answer, Accepted), answer


def serve(items: list[Fed], first: int, database: Path, acks: int, ahead: int) -> None:
    """Deal with the items from ``first`` on; each acknowledgement is one line of JSON to the descriptor ``acks``.

    The next item waits for a byte from ``ahead``: however busy the machine, nobody runs away from being killed.
    """
    with EventStore.open(database) as store:
        player = Player(store)
        version = player.service.state.version
        _say(acks, {"found": version, "state": digest(player.service.state)})
        for number, item in enumerate(items[first:], start=first):
            player.take(number, item)
            events = list(player.lines(version))
            version = player.service.state.version
            _say(acks, {"item": number, "events": events})
            os.read(ahead, 1)
        _say(acks, {"state": digest(player.service.state)})


def digest(state: GameState) -> str:
    """What tells a state from every other."""
    return hashlib.sha256(repr(state).encode()).hexdigest()


def _say(acks: int, words: dict[str, object]) -> None:
    os.write(acks, json.dumps(words).encode() + b"\n")


def play(items: list[Fed], kill_at: list[int], database: Path, rng: random.Random) -> Report:
    """Play all items; a process that has acknowledged the next item of ``kill_at`` is killed a moment later.

    That item may have been lost with the process before: then the next one that is acknowledged will do.
    """
    report, first = Report(), 0
    for kill in [*kill_at, None]:
        last = kill
        reading, writing = os.pipe()
        ahead, go = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.close(go)
            serve(items, first, database, writing, ahead)
            os._exit(0)
        os.close(writing)
        report.promised.append(max(report.acknowledged, default=0))
        with os.fdopen(reading) as acks:
            for line in acks:
                number = _note(report, line)
                first = first if number is None else number + 1
                if number is not None:
                    os.write(go, b".")
                if number is not None and last is not None and number >= last:
                    last = None
                    time.sleep(rng.uniform(0, LATEST_KILL_S))
                    os.kill(child, signal.SIGKILL)
        os.close(ahead)
        os.close(go)
        os.waitpid(child, 0)
        # A line that was being read when the power went is lost: no controller sends it again.
        first += kill is not None and first < len(items) and isinstance(items[first], LinkEvent)
    return report


def _note(report: Report, line: str) -> int | None:
    """Take what a process said into the report; the number of the item it acknowledged, if it did."""
    if not line.endswith("\n"):
        return None  # killed in the middle of a word
    words = json.loads(line)
    if "found" in words:
        report.found.append(words["found"])
    if "state" in words:
        report.states.append(words["state"])
        return None
    report.acknowledged |= dict(words["events"])
    return int(words["item"])


def main() -> None:
    seed, kills, mishaps, database = sys.argv[1:]
    rng = random.Random(int(seed))
    items = stream(int(seed), mishaps)
    kill_at = sorted(rng.sample(range(len(items) - 1), int(kills)))
    report = play(items, kill_at, Path(database), rng)
    sys.stdout.write(json.dumps(asdict(report)) + "\n")


if __name__ == "__main__":
    main()
