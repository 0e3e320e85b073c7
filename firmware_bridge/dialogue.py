"""What a link needs of a protocol: bytes and a time in, events and bytes out. MJT/1's is ``HostSession``.

A maker's own protocol is another class of this shape; nothing else in the daemon has to know.
"""

from typing import Protocol

from firmware_bridge.messages import Command, TableEvent
from firmware_bridge.session import Phase, SessionHealth


class Dialogue(Protocol):
    """The host's end of one protocol. Sans-IO; times are milliseconds of a clock that never goes back."""

    @property
    def phase(self) -> Phase:
        """How far the dialogue has come; ``Phase.UP`` only while the table is truly heard."""
        ...

    def opened(self, now_ms: int) -> None:
        """Begin on a port that has just been opened."""
        ...

    def closed(self) -> list[TableEvent]:
        """Take note that the port is gone; return what the daemon is told (``LinkLost`` after ``LinkUp``)."""
        ...

    def received(self, data: bytes, now_ms: int) -> list[TableEvent]:
        """Return what the daemon is told because of ``data``, however the stream was cut."""
        ...

    def tick(self, now_ms: int) -> list[TableEvent]:
        """Return what the daemon is told because time has passed."""
        ...

    def to_send(self, now_ms: int) -> bytes:
        """Return the bytes to write now; empty when there are none."""
        ...

    def next_deadline_ms(self) -> int | None:
        """Return when ``tick`` and ``to_send`` must be called at the latest; None when never."""
        ...

    def ask(self, command: Command) -> bool:
        """Queue a command; False where the protocol knows none like it, or it cannot be sent now."""
        ...

    def health(self) -> SessionHealth:
        """Return the figures as they are now."""
        ...
