"""A long time at the table costs no memory: 100,000 events and 10,000 looks through the daemon's own parts."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from firmware_bridge.messages import LinkEvent
from table_daemon.clocks import PictureClock
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.game.commands import EndMatch, StartMatch
from table_daemon.game.events import Source, Witness
from table_daemon.health import HealthBoard
from table_daemon.pictures import PictureKeeper
from table_daemon.service import GameService, MatchDefaults
from table_daemon.simulator.cues import MatchAgreed
from table_daemon.simulator.feed import Fed, simulate_match_stream
from table_daemon.store.sqlite import EventStore
from table_daemon.witnesses import Witnesses
from tests.benchmarks.evenings import evening
from vision.observation import Observation, Side
from web_display.ports import Accepted, Intent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.game.commands import Command
    from web_display.ports import PersonCommand

EVENTS: Final = 100_000
LOOKS: Final = 10_000
MOST_GROWTH_BYTES: Final = 1_048_576
WARM_ROUNDS: Final = 3
PERSON: Final = Source(witness=Witness.PERSON)
BLANK: Final = np.zeros((8, 8, 3), np.uint8)


class Table:
    """The daemon's service, tracker and log on one disk, met by the same match again and again."""

    def __init__(self, store: EventStore) -> None:
        clock = PictureClock()
        self.service = GameService(
            store,
            clock=clock,
            board=HealthBoard(clock.now_ms),
            defaults=MatchDefaults(names=("1", "2", "3", "4"), profile="tianjin", first_dealer=0),
            rng=random.Random(0),
        )
        keeper = PictureKeeper(Path("unused"), keep=False, quota_bytes=1)
        self._witnesses = Witnesses(Tracker(TableZones()), self.service, keeper, seat0=Side.BOTTOM)
        self._said = 0
        self.looks = 0

    @property
    def version(self) -> int:
        return self.service.state.version

    def say(self, command: PersonCommand) -> None:
        self._said += 1
        answer = asyncio.run(self.service.submit(Intent(id=f"wish-{self._said}", command=command)))
        assert isinstance(answer, Accepted), answer

    def watch(self, items: list[Fed], *, match: str) -> tuple[tuple[int, ...], ...]:
        """Go through a match as the witnesses meet it; what its hands paid."""
        began_ms = self.service.state.t_ms + 1
        for item in items:
            match item:
                case Observation():
                    self.looks += 1
                    moved = replace(item, t_ms=began_ms + item.t_ms, image_id=self.looks)
                    self._witnesses.see(moved, BLANK)
                case LinkEvent():
                    self._witnesses.hear(item._replace(t_ms=began_ms + item.t_ms))
                case MatchAgreed(_, names, profile, first):
                    self.say(
                        StartMatch(t_ms=0, match=match, names=names, profile=profile, first_dealer=first, source=PERSON)
                    )
                case _:
                    pass
        assert self.service.state.match is not None
        self.say(EndMatch(t_ms=0, source=PERSON))
        return tuple(hand.net for hand in self.service.state.match.history)

    def play(self, commands: Iterator[Command]) -> None:
        """The next match of plain commands."""
        for command in commands:
            now = replace(command, t_ms=self.service.state.t_ms + 1)
            assert self.service.carry_out(now) is None, command
            if isinstance(command, EndMatch):
                return


@pytest.mark.bench
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_events_and_ten_thousand_looks_cost_no_memory(tmp_path: Path) -> None:
    items = list(simulate_match_stream(5, hands=2))
    looks = sum(isinstance(item, Observation) for item in items)
    rounds = -(-LOOKS // looks)
    commands = evening(random.Random(2))
    grown: list[int] = []
    paid = set()
    with EventStore.open(tmp_path / "log") as store:
        table = Table(store)
        tracemalloc.start()
        try:
            for number in range(rounds):
                paid.add(table.watch(items, match=f"seen-{number}"))
                while table.version < EVENTS * (number + 1) // rounds:
                    table.play(commands)
                gc.collect()
                grown.append(tracemalloc.get_traced_memory()[0])
        finally:
            tracemalloc.stop()
        assert table.version >= EVENTS
        assert table.looks >= LOOKS
    growth = max(grown[WARM_ROUNDS:]) - min(grown[WARM_ROUNDS:])
    print(  # noqa: T201 - figures
        f"{table.version:,} events, {table.looks:,} looks in {rounds} rounds: "
        f"{growth / 1024:.0f} KiB between the least and the most after {WARM_ROUNDS} rounds"
    )
    assert len(paid) == 1
    assert growth < MOST_GROWTH_BYTES
