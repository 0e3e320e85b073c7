"""One controller's link: keeps its port open, serves the protocol in the event loop, comes back after it vanished.

What opening means is told in ``ports``, moving bytes in ``port_io``; what the bytes mean is the dialogue's affair.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.backoff import Backoff
from firmware_bridge.dialogue import Dialogue
from firmware_bridge.direction import Direction
from firmware_bridge.errors import LinkError
from firmware_bridge.messages import Command, LinkEvent, TableEvent
from firmware_bridge.port_io import PortIo
from firmware_bridge.ports import BAUD, Port, connect_port
from firmware_bridge.sentence import Sentence
from firmware_bridge.session import HostSession, Phase, SessionHealth

Tap = Callable[[int, Direction, bytes], None]
"""Hears every piece of the stream with the clock's time, for a recording."""

_UP = Phase.UP  # looking a member up in its class takes longer than comparing it


@dataclass(frozen=True, slots=True)
class LinkHealth:
    """How the link is, for the health page and ``doctor``."""

    port: str
    open: bool
    up: bool
    problem: str | None
    """One sentence with the cure, which knows its Chinese; None when all is well."""
    opened: int
    """How often the port was opened."""
    heard_ms_ago: int | None
    session: SessionHealth
    tried: bool
    """Whether opening the port has come to an end yet, a good or a bad one."""


class Link:
    """One controller's link, from ``run`` until that is cancelled."""

    def __init__(
        self,
        port: str,
        *,
        version: str,
        clock: Callable[[], int],
        on_event: Callable[[LinkEvent], None],
        tap: Tap | None = None,
        baud: int = BAUD,
        dialogue: Dialogue | None = None,
    ) -> None:
        """Prepare; nothing is opened before ``run``.

        ``clock`` gives the milliseconds that stamp events; the link's own timers are the event loop's.
        ``on_event`` and ``tap`` are called in the loop and must neither block nor raise. ``dialogue`` speaks a
        maker's own protocol in place of MJT/1.
        """
        self._name = port
        self._clock = clock
        self._on_event = on_event
        self._tap = tap
        self._baud = baud
        self._session: Dialogue = HostSession(version=version) if dialogue is None else dialogue
        self._backoff = Backoff()
        self._io: PortIo | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_ms = 0
        self._hearing = False
        self._problem: str | None = Sentence(
            f"The table's link {port} has not been opened yet.", zh=f"牌桌连线 {port} 还没有打开."
        )
        self._tried = False
        self._opened = 0

    async def run(self) -> None:
        """Keep the link: open, serve, and open again with growing waits, for ever."""
        while True:
            try:
                port = await connect_port(self._name, baud=self._baud)
            except LinkError as error:
                self._problem = error.told
                self._tried = True
            else:
                self._tried = True
                self._problem = await self._serve(port)
            await asyncio.sleep(self._backoff.next_s())

    def ask(self, command: Command) -> bool:
        """Send a command when the link is up; False when it is not, or too many wait."""
        accepted = self._session.ask(command)
        if accepted and not self._hearing:
            self._advance(_loop_ms())
        return accepted

    def record(self, tap: Tap | None) -> None:
        """Let ``tap`` hear the stream from now on; None ends that."""
        self._tap = tap

    def health(self) -> LinkHealth:
        """Return how the link is now."""
        session = self._session.health()
        heard_ms = session.last_heard_ms
        return LinkHealth(
            port=self._name,
            open=self._io is not None,
            up=self._session.phase is Phase.UP,
            problem=self._problem or session.refusal or self._silence(session),
            opened=self._opened,
            heard_ms_ago=None if heard_ms is None else _loop_ms() - heard_ms,
            session=session,
            tried=self._tried,
        )

    def _silence(self, session: SessionHealth) -> str | None:
        if session.phase is Phase.UP:
            return None
        return Sentence(
            f"{self._name} is open but no tap board answers. Check that it is the right port "
            "and that the board runs its firmware.",
            zh=f"{self._name} 已打开, 但没有采集板应答. 请检查串口是否正确, 板上是否有固件.",
        )

    async def _serve(self, port: Port) -> str:
        """Serve an open port until it is gone; return why it went."""
        self._io = PortIo(port, name=self._name, on_data=self._heard)
        self._opened += 1
        self._problem = None
        self._session.opened(_loop_ms())
        try:
            self._advance(_loop_ms())
            return await self._io.gone
        finally:
            self._io.close()
            self._io = None
            self._stop_timer()
            self._tell(self._session.closed())

    def _heard(self, data: bytes) -> None:
        if self._tap is not None:
            self._tap(self._clock(), Direction.RX, data)
        now_ms = _loop_ms()
        self._hearing = True  # what is asked for meanwhile goes out below, in one turn
        try:
            self._tell(self._session.received(data, now_ms))
        finally:
            self._hearing = False
        self._advance(now_ms)

    def _advance(self, now_ms: int) -> None:
        """Write what is due and see to the session's next deadline."""
        if self._io is None or self._io.gone.done():
            return
        self._tell(self._session.tick(now_ms))
        line = self._session.to_send(now_ms)
        if line:
            if self._tap is not None:
                self._tap(self._clock(), Direction.TX, line)
            self._io.write(line)
        if self._session.phase is _UP:
            self._backoff.reset()
        self._set_timer()

    def _set_timer(self) -> None:
        """Wake no later than the next deadline. A timer that is early does no harm; setting one each time would."""
        deadline_ms = self._session.next_deadline_ms()
        if deadline_ms is None:
            self._stop_timer()
        elif self._timer is None or deadline_ms < self._timer_ms:
            self._stop_timer()
            self._timer_ms = deadline_ms
            # A millisecond late: woken early, the whole milliseconds of the clock would not have come to it yet.
            self._timer = asyncio.get_running_loop().call_at((deadline_ms + 1) / 1000, self._wake)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        self._timer = None
        self._advance(_loop_ms())

    def _tell(self, events: list[TableEvent]) -> None:
        for event in events:
            self._on_event(LinkEvent(self._clock(), event))


def _loop_ms() -> int:
    return int(asyncio.get_running_loop().time() * 1000)
