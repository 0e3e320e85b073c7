"""What it costs to tell every display: the pages' own server beside a bare asyncio writer, turn by turn.

The updates of both are the same bytes and begin when the new state is known: ours still has to encode it.
"""

from __future__ import annotations

import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import pytest

pytestmark = pytest.mark.bench

REPOSITORY: Final = Path(__file__).resolve().parents[2]
ASK: Final = b"GET /api/stream HTTP/1.1\r\nHost: table.local\r\n\r\n"
WAIT_S: Final = 20.0
KIB: Final = 1024
ROUNDS: Final = 3
"""The best counts: whatever else the machine does meets a whole round alike, but not every round."""


@dataclass(slots=True)
class Audience:
    """A server in a process of its own and the sockets that listen to it; notes when each update was whole."""

    peer: subprocess.Popen[str]
    port: int = field(init=False)
    version: int = 1_000_000
    lines: dict[int, socket.socket] = field(default_factory=dict)
    poll: select.epoll = field(default_factory=select.epoll)
    frozen: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.port = int(self._read())

    def order(self, order: str) -> int:
        """Give an order and return its answer."""
        self._give(order)
        return int(self._read())

    def join(self, count: int) -> None:
        """Open this many listeners, each with its first state."""
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", self.port), timeout=WAIT_S)
            line.sendall(ASK)
            self.lines[line.fileno()] = line
            read = b""
            while b'"version":' not in read or not read.endswith(b"\n\n"):
                read += line.recv(65536)
            line.setblocking(False)  # noqa: FBT003 -- the library's own way
            self.poll.register(line.fileno(), select.EPOLLIN)

    def freeze(self) -> None:
        """Open a listener that reads nothing, and push until it has to wait."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", self.port))
        line.sendall(ASK)
        self.frozen.append(line)
        while self.order("replaced") < 5:
            self.push()

    def push(self) -> list[float]:
        """Have one update sent; the seconds until each listener had it whole."""
        self.version += 1
        marker = b"id: %d\n" % self.version
        self._give("push")
        arrived_ns: dict[int, int] = {}
        parts: dict[int, bytes] = {}
        deadline = time.monotonic() + WAIT_S
        while len(arrived_ns) < len(self.lines):
            assert time.monotonic() < deadline, f"{len(self.lines) - len(arrived_ns)} never heard of {self.version}"
            for fd, _ in self.poll.poll(1.0, 2048):
                parts[fd] = read = parts.get(fd, b"") + self.lines[fd].recv(65536)
                if read.endswith(b"\n\n") and marker in read:
                    arrived_ns[fd] = time.perf_counter_ns()
        began_ns = int(self._read())
        return [(at_ns - began_ns) / 1e9 for at_ns in arrived_ns.values()]

    def close(self) -> None:
        for line in (*self.lines.values(), *self.frozen):
            line.close()
        self.poll.close()
        assert self.peer.stdin is not None
        assert self.peer.stdout is not None
        self.peer.stdin.close()
        assert self.peer.wait(timeout=WAIT_S) == 0
        self.peer.stdout.close()

    def _give(self, order: str) -> None:
        assert self.peer.stdin is not None
        self.peer.stdin.write(f"{order}\n")
        self.peer.stdin.flush()

    def _read(self) -> str:
        assert self.peer.stdout is not None
        return self.peer.stdout.readline()


@contextmanager
def audience(kind: str, listeners: int) -> Iterator[Audience]:
    """A server of this kind with its listeners."""
    command = [sys.executable, "-m", "tests.benchmarks.fanout_peer", kind]
    peer = subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    heard = Audience(peer)
    try:
        heard.join(listeners)
        yield heard
    finally:
        heard.close()


def p99(times_s: list[float]) -> float:
    return quantiles(times_s, n=100)[98]


def in_turns(updates: int, *audiences: Audience) -> list[list[float]]:
    """Push that many updates to each, in turns; all times of each."""
    for heard in audiences:
        heard.push()
    times: list[list[float]] = [[] for _ in audiences]
    for _ in range(updates):
        for heard, noted in zip(audiences, times, strict=True):
            noted.extend(heard.push())
    return times


@pytest.mark.parametrize(("listeners", "updates", "most"), [(50, 100, 2.0), (200, 70, 2.0), (1000, 20, 2.5)])
@pytest.mark.usefixtures("many_files")
def test_fan_out_beside_a_bare_writer(listeners: int, updates: int, most: float, figure: Callable[[str], None]) -> None:
    ratios = []
    with ExitStack() as stack:
        bare = stack.enter_context(audience("bare", listeners))
        full = stack.enter_context(audience("full", listeners))
        for _ in range(ROUNDS):
            bare_s, full_s = in_turns(updates, bare, full)
            ratios.append(median(full_s) / median(bare_s))
            figure(
                f"fan-out to {listeners}: p50 {median(full_s) * 1000:.2f} ms beside {median(bare_s) * 1000:.2f} ms bare"
                f" ({ratios[-1]:.2f} x), p99 {p99(full_s) * 1000:.2f} beside {p99(bare_s) * 1000:.2f} ms"
            )
    assert min(ratios) <= most


@pytest.mark.usefixtures("many_files")
def test_a_stalled_reader_costs_the_others_nothing(figure: Callable[[str], None]) -> None:
    ratios = []
    with ExitStack() as stack:
        free = stack.enter_context(audience("full", 200))
        held = stack.enter_context(audience("full", 200))
        held.freeze()
        for _ in range(ROUNDS):
            free_s, held_s = in_turns(70, free, held)
            ratios.append(p99(held_s) / p99(free_s))
            figure(
                f"200 clients, one stalled: p99 {p99(held_s) * 1000:.2f} ms, {ratios[-1]:.2f} x that without it;"
                " nothing lost"
            )
        assert held.order("replaced") > 200
    assert min(ratios) <= 1.5


@pytest.mark.usefixtures("many_files")
def test_a_thousand_clients_take_little_memory(figure: Callable[[str], None]) -> None:
    with audience("full", 50) as heard:
        heard.push()
        before = heard.order("rss")
        heard.join(1000)
        for _ in range(5):
            heard.push()
        each = (heard.order("rss") - before) / 1000
    figure(f"memory of the server for each of 1000 clients: {each / KIB:.1f} KiB")
    assert each <= 35 * KIB
