"""A host's and a controller's session joined by a line that may cut, lose, repeat or delay, on a virtual clock."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from firmware_bridge.device_session import DeviceSession, Identity
from firmware_bridge.messages import (
    Inputs,
    LiftPos,
    LinkEvent,
    Snapshot,
    TableEvent,
    ToldByTable,
)
from firmware_bridge.session import HostSession

IDENTITY = Identity(firmware="test-1", uid="board", capabilities=0xFFFF, channels=15)
STANDING = Snapshot(Inputs.POWER | Inputs.READY, LiftPos.DOWN, shuffling=False, ready=True)

Carry = Callable[[bytes], list[bytes]]
"""What becomes of one written line: the pieces that arrive, in order."""


def whole(line: bytes) -> list[bytes]:
    return [line]


def one_byte_at_a_time(line: bytes) -> list[bytes]:
    return [line[index : index + 1] for index in range(len(line))]


def lossy(share: float, seed: int) -> Carry:
    rng = random.Random(seed)
    return lambda line: [] if rng.random() < share else [line]


def twice(line: bytes) -> list[bytes]:
    return [line, line]


def corrupting(share: float, seed: int) -> Carry:
    rng = random.Random(seed)

    def carry(line: bytes) -> list[bytes]:
        if rng.random() >= share:
            return [line]
        at = rng.randrange(len(line))
        return [line[:at] + bytes([line[at] ^ (1 << rng.randrange(8))]) + line[at + 1 :]]

    return carry


@dataclass
class Joined:
    """Both ends and the virtual time between them."""

    to_host: Carry = whole
    to_device: Carry = whole
    now_ms: int = 0
    cut: bool = False
    """While true nothing gets through."""
    heard: list[LinkEvent] = field(default_factory=list)
    host: HostSession = field(default_factory=lambda: HostSession(version="test"))
    device: DeviceSession = field(default_factory=lambda: DeviceSession(IDENTITY, lambda: STANDING))

    def open(self) -> None:
        self.device.boot(ms=self.now_ms)
        self.host.opened(self.now_ms)

    def tell(self, event: ToldByTable) -> None:
        self.device.tell(event, ms=self.now_ms)

    def run(self, for_ms: int, *, step_ms: int = 20) -> None:
        """Let time pass and lines cross."""
        end_ms = self.now_ms + for_ms
        while self.now_ms < end_ms:
            self.now_ms += step_ms
            self._turn()

    @property
    def events(self) -> list[TableEvent]:
        return [heard.event for heard in self.heard]

    def _turn(self) -> None:
        self._hear(self.host.tick(self.now_ms))
        self._deliver_to_device(self.host.to_send(self.now_ms))
        self.device.tick(self.now_ms, ms=self.now_ms)
        while (line := self.device.next_line()) is not None:
            if not self.cut:
                for piece in self.to_host(line):
                    self._hear(self.host.received(piece, self.now_ms))
        self._deliver_to_device(self.host.to_send(self.now_ms))

    def _deliver_to_device(self, line: bytes) -> None:
        for piece in self.to_device(line) if line else []:
            if not self.cut:
                self.device.received(piece, ms=self.now_ms)

    def _hear(self, events: list[TableEvent]) -> None:
        self.heard += [LinkEvent(self.now_ms, event) for event in events]
