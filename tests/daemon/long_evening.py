"""Hours of simulated play through the daemon's own parts on virtual time, with one fault after another in between.

``python -m tests.daemon.long_evening FOLDER HOURS SEED HANDS BETWEEN_S`` plays matches of so many hands and prints a
JSON report. FOLDER is a disk of its own, which runs full for a while. Real are: the table's controller on a
pseudo-terminal and the link to it, the checks of pictures, the watch, fusion, game, store, saver, caretaker and health
board. Only what a picture says is told to the watch, not read out of pixels.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.direction import Direction
from firmware_bridge.link import Link
from table_daemon.care.keeping import Caretaker, Times
from table_daemon.care.nightly import Nightly
from table_daemon.care.room import Room
from table_daemon.care.stops import LastStop, Stops
from table_daemon.doctor_machine import this_machine
from table_daemon.eyesight import LIVE_PASSED_OVER
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.game.commands import ChooseLa, ChooseZuo, EndMatch, StartMatch
from table_daemon.game.events import Source, Witness
from table_daemon.health import HealthBoard
from table_daemon.link_watch import LinkWatch
from table_daemon.pictures import PictureKeeper
from table_daemon.service import GameService, MatchDefaults
from table_daemon.simulator.cues import (
    DicePressed,
    HandOver,
    LaWished,
    LiftPressed,
    MatchAgreed,
    Picture,
    ZuoWished,
)
from table_daemon.simulator.feed import _Eye
from table_daemon.simulator.link_view import LinkView
from table_daemon.simulator.timeline import Timeline
from table_daemon.store.sqlite import EventStore
from table_daemon.views import HealthLevel, HealthPart
from table_daemon.watching import Watch, WatchPatience
from table_daemon.witnesses import Witnesses
from tests.daemon import virtual_time
from tests.daemon.told_table import TableCamera, ToldEye, WallClock
from vision.camera.checked import CheckedCamera, Expectations
from vision.observation import Side

if TYPE_CHECKING:
    from table_daemon.simulator.cues import Wish

SOON_S: Final = 2.0
CARRIED_S: Final = 0.5
"""What the kernel has not brought after so long is lost; a busy machine takes a tenth of that."""
LEAVE_FREE: Final = 30_000_000
PERSON: Final = Source(witness=Witness.PERSON)
_TROUBLE: Final = {HealthLevel.WARN, HealthLevel.BAD}


@dataclass
class Fault:
    """Something that goes wrong for a while, and how it is told."""

    kind: str
    part: HealthPart
    words: tuple[str, ...]
    """One of them is in its message while it lasts."""
    begin: Callable[[], object]
    end: Callable[[], object]


@dataclass
class Report:
    """What came of the evening."""

    hands: int = 0
    clean_hands: int = 0
    clean_agreed: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)
    matches: list[dict[str, int]] = field(default_factory=list)
    """Python's memory blocks, resident memory, open files and threads at the end of each match."""
    events_saved: int = 0
    version: int = 0


class Wire:
    """What is on its way between board and daemon: the kernel carries it in real time, play goes faster."""

    def __init__(self, board_reads: Callable[[], bool]) -> None:
        """``board_reads`` has the board read what has come to it; whether it does that at all."""
        self._board_reads = board_reads
        self._ahead = dict.fromkeys(Direction, 0)
        """Bytes that have been sent and not been read."""
        self._moved_s = 0.0

    def at_daemon(self, _t_ms: int, direction: Direction, data: bytes) -> None:
        """The daemon has read or sent."""
        self._move(direction, len(data) if direction is Direction.TX else -len(data))

    def at_board(self, _t_ms: int, direction: Direction, data: bytes) -> None:
        """The board has read or sent."""
        self._move(direction, len(data) if direction is Direction.RX else -len(data))

    def forget(self) -> None:
        """Nothing is on its way any more: it was lost."""
        self._ahead = dict.fromkeys(Direction, 0)

    def carries(self) -> bool:
        """Whether something is on its way to somebody who reads."""
        if not any(count > 0 for count in self._ahead.values()):
            return False
        if time.monotonic() - self._moved_s > CARRIED_S:
            self.forget()
        return self._ahead[Direction.RX] > 0 or (self._ahead[Direction.TX] > 0 and self._board_reads())

    def _move(self, direction: Direction, count: int) -> None:
        self._ahead[direction] += count
        self._moved_s = time.monotonic()


class Line(LinkView):
    """The controller, which may stand still with its plug in: people press its buttons, and it says nothing."""

    silent = False

    def pump(self) -> None:
        """Move bytes, unless it stands still."""
        if not self.silent:
            super().pump()


class Evening:
    """The whole table and its daemon."""

    def __init__(self, folder: Path, store: EventStore, *, seed: int, hands: int, between_s: float) -> None:
        self.folder = folder
        self.loop = loop = asyncio.get_running_loop()
        self.hands = hands
        self.between_s = between_s
        self.seed = seed
        self.report = Report()
        self.clock = WallClock(loop)
        self.board = HealthBoard(self.clock.now_ms)
        self.camera = TableCamera()
        self.wire = Wire(self._board_reads)
        self.line = Line(folder / "board", monotonic_ms=self.clock.steady_ms, tap=self.wire.at_board)
        self.spoiled = 0
        """How many faults have begun, and how many have ended."""
        self.judged: int | None = None
        """The number of the newest hand when one was last judged: the next has another."""
        self.ballast = folder / "ballast"
        defaults = MatchDefaults(names=("甲", "乙", "丙", "丁"), profile="tianjin", first_dealer=0)
        self.service = GameService(
            store, clock=self.clock, board=self.board, defaults=defaults, rng=random.Random(seed)
        )
        keeper = PictureKeeper(folder / "pictures", keep=True, quota_bytes=5_000_000, room=Room(LEAVE_FREE))
        self.witnesses = Witnesses(Tracker(TableZones()), self.service, keeper, seat0=Side.BOTTOM)
        self.watch = Watch(
            CheckedCamera(self.camera, Expectations(passed_over=LIVE_PASSED_OVER), now_ms=self.clock.now_ms),
            lambda _width, _height: ToldEye(self.camera),
            clock=self.clock,
            board=self.board,
            witnesses=self.witnesses,
            patience=WatchPatience(silence_s=1.5),
        )
        link_watch = LinkWatch(self.board, self.witnesses.hear)
        self.link = Link(
            self.line.path, version="0", clock=self.clock.steady_ms, on_event=link_watch.hear, tap=self.wire.at_daemon
        )
        self.link_watch = link_watch
        self.caretaker = self._caretaker()

    def _caretaker(self) -> Caretaker:
        times = Times(wall_ms=self.clock.now_ms, steady_ms=self.clock.steady_ms)
        machine = replace(this_machine({}), run=lambda _command: None, kernel_synchronised=lambda: None)
        nightly = Nightly(
            self.folder / "log", None, hour=4, board=self.board, room=Room(LEAVE_FREE), is_quiet=lambda: True
        )
        return Caretaker(
            machine=machine,
            folder=self.folder,
            board=self.board,
            times=times,
            stops=Stops(LastStop.CLEAN, 0),
            nightly=nightly,
            leave_free_bytes=LEAVE_FREE,
        )

    async def run(self, hours: float) -> Report:
        """Play match after match until so many hours have passed."""
        self._plug()
        if isinstance(self.loop, virtual_time.VirtualLoop):
            self.loop.wait_for(self.wire.carries)
        async with asyncio.TaskGroup() as tasks:
            background = [
                tasks.create_task(self.link.run()),
                tasks.create_task(self.link_watch.run(self.link, recording_problem=lambda: None)),
                tasks.create_task(self.watch.run()),
                tasks.create_task(self.caretaker.run()),
                tasks.create_task(self._pump()),
                tasks.create_task(self._save_again()),
                tasks.create_task(self._spoil()),
            ]
            match = 0
            while self.loop.time() < hours * 3600:
                match += 1
                await self._play(match)
                self._end_match()
                self._measure()
            for task in background:
                task.cancel()
        self.line.unplug()
        self.report.version = self.service.state.version
        return self.report

    async def _play(self, match: int) -> None:
        eye = _Eye()
        begun = self.spoiled
        self.judged = None
        await asyncio.sleep(5)
        for cue in Timeline(self.seed + match, hands=self.hands, t_ms=self.clock.steady_ms()).cues():
            await asyncio.sleep(max(0.0, cue.t_ms / 1000 - self.loop.time()))
            match cue:
                case Picture():
                    self.camera.show(eye.look(cue))
                case LiftPressed() | DicePressed():
                    self.line.press(replace(cue, t_ms=max(cue.t_ms, self.clock.steady_ms())))
                case MatchAgreed() | ZuoWished() | LaWished():
                    self._wish(cue, match)
                case HandOver():
                    # As the daemon sees the end by pictures, let it look before it is judged.
                    await asyncio.sleep(1.5)
                    self._judge(cue, clean=begun == self.spoiled and not self._in_trouble())
                    begun = self.spoiled
                case _:
                    pass

    def _wish(self, wish: Wish, match: int) -> None:
        now_ms = self.clock.now_ms()
        match wish:
            case MatchAgreed(_, names, profile, first):
                refused = self.service.carry_out(
                    StartMatch(
                        t_ms=now_ms, match=f"m{match}", names=names, profile=profile, first_dealer=first, source=PERSON
                    )
                )
                assert refused is None, refused.message_en
            case ZuoWished(_, seat, value):
                self.service.carry_out(ChooseZuo(t_ms=now_ms, seat=seat, value=value, source=PERSON))
            case LaWished(_, seat, times):
                self.service.carry_out(ChooseLa(t_ms=now_ms, seat=seat, value=times, source=PERSON))

    def _end_match(self) -> None:
        now_ms = self.clock.now_ms()
        self.service.carry_out(EndMatch(t_ms=now_ms, source=PERSON))

    def _judge(self, over: HandOver, *, clean: bool) -> None:
        self.report.hands += 1
        match = self.service.state.match
        told = match.history[-1] if match is not None and match.history else None
        before, self.judged = self.judged, None if told is None else told.number
        if not clean:
            return
        self.report.clean_hands += 1
        # Not by its number: a hand that a fault befell may count as none or as two, and later ones follow it.
        agreed = (
            told is not None
            and told.number != before
            and (told.dealer, told.winner, told.net) == (over.truth.dealer, over.truth.winner, over.truth.net)
        )
        self.report.clean_agreed += agreed
        if not agreed:
            sys.stderr.write(f"not as it was at {self.loop.time() / 3600:.2f} h: {told} for {over.truth}\n")

    def _plug(self) -> None:
        self.wire.forget()
        self.line.plug(t_ms=self.clock.steady_ms())

    def _unplug(self) -> None:
        self.line.unplug()
        self.wire.forget()

    def _board_reads(self) -> bool:
        self.line.pump()
        return not self.line.silent

    async def _pump(self) -> None:
        while True:
            self.line.advance(self.clock.steady_ms())
            await asyncio.sleep(0.1)

    async def _save_again(self) -> None:
        while True:
            await asyncio.sleep(5)
            self.service.save_again()

    async def _spoil(self) -> None:
        """One fault after the other, each seen on the board soon and gone soon after it was cured."""
        while True:
            for fault in self._faults():
                await asyncio.sleep(self.between_s)
                self.spoiled += 1
                fault.begin()
                seen_s = await self._until(lambda fault=fault: self._tells(fault))  # type: ignore[misc]
                await asyncio.sleep(min(45.0, self.between_s / 4))
                lasted = self._tells(fault)
                self.spoiled += 1
                fault.end()
                gone_s = await self._until(lambda fault=fault: not self._tells(fault))  # type: ignore[misc]
                self.report.faults.append({"kind": fault.kind, "seen_s": seen_s, "lasted": lasted, "gone_s": gone_s})

    def _faults(self) -> list[Fault]:
        def set_(thing: object, **values: object) -> Callable[[], None]:
            return lambda: vars(thing).update(values)

        return [
            Fault("frozen", HealthPart.CAMERA, ("repeats one picture",), set_(self.camera, frozen=True),
                  set_(self.camera, frozen=False)),
            Fault("unplugged", HealthPart.LINK, ("vanished", "no serial port"), self._unplug, self._plug),
            Fault("full", HealthPart.DISK, ("is full",), self._fill, self.ballast.unlink),
            Fault("clock ahead", HealthPart.CLOCK, ("was set by +730 d",), set_(self.clock, off_ms=730 * 86_400_000),
                  set_(self.clock, off_ms=0)),
            Fault("hangs", HealthPart.CAMERA, ("no picture has come",), set_(self.camera, hangs=True),
                  set_(self.camera, hangs=False)),
            Fault("silent", HealthPart.LINK, ("last heard", "no tap board answers"), set_(self.line, silent=True),
                  set_(self.line, silent=False)),
            Fault("clock back", HealthPart.CLOCK, ("was set by -1 h",), set_(self.clock, off_ms=-3_600_000),
                  set_(self.clock, off_ms=0)),
        ]  # fmt: skip

    def _fill(self) -> None:
        with self.ballast.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(65_536)):
                    pass
            except OSError:
                pass

    async def _until(self, reached: Callable[[], bool]) -> float:
        """How long it takes until something is so, ten times what is allowed at most."""
        began_s = self.loop.time()
        while not reached() and self.loop.time() < began_s + 10 * SOON_S:  # noqa: ASYNC110 -- a person looks at a page
            await asyncio.sleep(0.05)
        return round(self.loop.time() - began_s, 2)

    def _tells(self, fault: Fault) -> bool:
        return any(
            item.part is fault.part and item.level in _TROUBLE and any(words in item.message for words in fault.words)
            for item in self.board.current().items
        )

    def _in_trouble(self) -> bool:
        parts = {HealthPart.CAMERA, HealthPart.LINK, HealthPart.STORE}
        return any(item.part in parts and item.level in _TROUBLE for item in self.board.current().items)

    def _measure(self) -> None:
        # Caches with a bound fill up to it over days; what is asked is whether anything grows beside them.
        for cached in [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]:
            cached.cache_clear()
        gc.collect()
        measured = {
            "blocks": sys.getallocatedblocks(),
            "memory": int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE"),
            "files": len(os.listdir("/proc/self/fd")),  # noqa: PTH208 -- what lies there is not looked at
            "threads": threading.active_count(),
        }
        self.report.matches.append(measured)
        sys.stderr.write(f"after {self.loop.time() / 3600:.2f} h: {measured}\n")


async def evening(folder: Path, *, hours: float, seed: int, hands: int, between_s: float) -> Report:
    with EventStore.open(folder / "log") as store:
        report = await Evening(folder, store, seed=seed, hands=hands, between_s=between_s).run(hours)
        report.events_saved = store.last_seq
    return report


def main() -> None:
    folder, hours, seed, hands, between_s = sys.argv[1:6]
    report = virtual_time.run(
        evening(Path(folder), hours=float(hours), seed=int(seed), hands=int(hands), between_s=float(between_s))
    )
    sys.stdout.write(json.dumps(asdict(report)) + "\n")


if __name__ == "__main__":
    main()
