"""The tap board at work: ``tick`` is the interrupt, ``step`` one turn of the main loop."""

from firmware_bridge.pico.command import parse
from firmware_bridge.pico.config import OFF
from firmware_bridge.pico.hal import Interrupt
from firmware_bridge.pico.line import LineReader
from firmware_bridge.pico.obey import Obedience
from firmware_bridge.pico.parts import Parts
from firmware_bridge.pico.table import HEARTBEAT_MS, MAX_BODY_TO_DEVICE, MS_MODULUS, PROTOCOL
from firmware_bridge.pico.ticks import elapsed_ms

FIRMWARE = "tap-1"
SETTLE_MS = 100
"""After a start or a change of wiring the inputs are only looked at for so long: pull-ups and filters settle."""
STALLED_MS = 50
"""Without a sample for so long the interrupt is dead, and with it the guard over the drivers."""
_LINES_A_STEP = 8
"""Lines written in one turn; between turns commands are read."""
_MAX_COUNT = MS_MODULUS - 1


class TapBoard(Interrupt):
    """One board, from ``boot`` on."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._obedience = Obedience(parts)
        self._reader = LineReader()
        self._received = bytearray(MAX_BODY_TO_DEVICE)
        self._unsent: memoryview | None = None
        self._beat_ms = 0
        self._up_s = 0
        self._seen_samples = 0
        self._seen_ms = 0
        self._lost_edges = 0
        self._raw_ms: dict[int, int] = {}

    def boot(self) -> None:
        """Begin: nothing is driven, the inputs settle, the host is told."""
        parts, hal = self._parts, self._parts.hal
        parts.driver.release()  # before anything else can fail
        now_ms = self._seen_ms = hal.now_ms()
        saved = hal.load()
        damaged = saved != "" and not parts.config.restore(saved)
        parts.rewire()
        self._beat_ms = (now_ms - HEARTBEAT_MS) % MS_MODULUS
        parts.outbox.tell(now_ms, "BOOT", fw=FIRMWARE, proto=PROTOCOL, uid=hal.uid, reset=hal.cause)
        if damaged:
            parts.outbox.tell(now_ms, "FAULT", cleared=0, code="config")
        hal.begin(self)

    def tick(self, now_ms: int) -> None:
        """Look at the inputs and guard the drivers; runs every millisecond in the interrupt and allocates nothing."""
        parts = self._parts
        levels = parts.hal.levels()
        parts.sampler.sample(levels, now_ms)
        driver = parts.driver
        if driver.armed or driver.pressing:
            driver.guard(now_ms, moves=parts.lift.moves(levels))

    def step(self) -> None:
        """Take in what has happened, obey the host, write."""
        parts = self._parts
        if not parts.sampler.settling:
            self._take_edges()
        now_ms = parts.hal.now_ms()  # after the edges: one that is later than now would seem 12 days old
        if parts.sampler.settling:
            self._settle(now_ms)
        else:
            parts.state.tick(parts.sampler.stable, now_ms)
            parts.counters.tick(now_ms)
            self._read(now_ms)  # not while settling: a snapshot would tell what is not known yet
        self._beat(now_ms)
        parts.outbox.tell_overflow(now_ms)
        self._write()
        self._obedience.tick(now_ms, sent=parts.outbox.waiting == 0 and self._unsent is None)
        self._watch(now_ms)

    def _settle(self, now_ms: int) -> None:
        parts = self._parts
        if elapsed_ms(now_ms, parts.wired_ms) >= SETTLE_MS:
            parts.sampler.settling = False
            parts.state.begin(parts.on(), parts.sampler.stable, now_ms)

    def _take_edges(self) -> None:
        parts = self._parts
        edge = parts.sampler.edges.take()
        while edge is not None:
            channel, level, ms = edge
            name = parts.config.names[channel]
            if name == "shuffle_motor" and level:
                parts.counters.restart()
            if name != OFF:
                parts.state.edge(name, ms, on=level)
            edge = parts.sampler.edges.take()
        self._take_raw_edges()
        lost = parts.sampler.edges.lost + parts.sampler.raw_edges.lost
        if lost != self._lost_edges:
            parts.outbox.lost(lost - self._lost_edges)
            self._lost_edges = lost
            parts.state.on = parts.on()

    def _take_raw_edges(self) -> None:
        parts = self._parts
        edge = parts.sampler.raw_edges.take()
        while edge is not None:
            channel, level, ms = edge
            since_ms = elapsed_ms(ms, self._raw_ms.get(channel, ms))
            self._raw_ms[channel] = ms
            parts.outbox.tell(ms, "RAW", ch=channel, lv=int(level), us=min(since_ms * 1000, _MAX_COUNT))
            edge = parts.sampler.raw_edges.take()

    def _read(self, now_ms: int) -> None:
        received = self._received
        for index in range(self._parts.hal.read(received)):
            body = self._reader.feed(received[index])
            command = None if body is None else parse(body)
            if command is not None:  # without a number there is nothing to answer; the host asks again
                self._obedience.obey(command, now_ms)

    def _beat(self, now_ms: int) -> None:
        late_ms = elapsed_ms(now_ms, self._beat_ms)
        if late_ms < HEARTBEAT_MS:
            return
        # In step with the second, so that beats do not drift; after a long stall from now on.
        self._beat_ms = now_ms if late_ms >= 2 * HEARTBEAT_MS else (self._beat_ms + HEARTBEAT_MS) % MS_MODULUS
        parts = self._parts
        values = {"in": f"{parts.state.on:X}", "q": parts.outbox.waiting, "ovf": parts.outbox.dropped}
        parts.outbox.tell(now_ms, "HB", up=self._up_s, crcerr=min(self._reader.bad, _MAX_COUNT), **values)
        self._up_s += late_ms // HEARTBEAT_MS

    def _write(self) -> None:
        for _ in range(_LINES_A_STEP):
            if self._unsent is None:
                line = self._parts.outbox.next_line()
                if line is None:
                    return
                self._unsent = memoryview(line)
            sent = self._parts.hal.write(self._unsent)
            if sent < len(self._unsent):
                self._unsent = self._unsent[sent:]
                return
            self._unsent = None

    def _watch(self, now_ms: int) -> None:
        """Feed the watchdog only while the interrupt lives too; without it nothing guards the drivers."""
        parts = self._parts
        if parts.sampler.samples != self._seen_samples:
            self._seen_samples, self._seen_ms = parts.sampler.samples, now_ms
            parts.hal.feed()
        elif elapsed_ms(now_ms, self._seen_ms) >= STALLED_MS:
            parts.driver.disarm()
