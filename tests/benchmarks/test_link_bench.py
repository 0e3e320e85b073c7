"""What the link costs: a round trip beside a bare echo, a full stream, and an adapter that is away."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
import termios
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.link import Link
from firmware_bridge.messages import LinkEvent, Ping
from firmware_bridge.session import HostSession
from table_daemon import event_loop
from tests.benchmarks.link_peer import EVENTS, acknowledgement, line

PEER = Path(__file__).with_name("link_peer.py")
BLOCKS = 8
"""Bare and whole in turns, so that whatever else the machine does meets both alike."""
ROUNDS = 400
BYTES_A_S = 11_520
"""115,200 baud, ten bits a byte."""
AWAY_S = 5.0
TARGET = 2
"""What a round trip may cost beside the echo; printed, since other work on the machine decides as much as the code."""
ABSURD = 6
"""What the link cost before a line's way through it was shortened."""


@pytest.fixture
def pair() -> Iterator[tuple[int, int]]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, slave
    os.close(slave)
    os.close(master)


def _peer(master: int, kind: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(PEER), str(master), str(ROUNDS), kind],
        pass_fds=[master],
        stdout=subprocess.PIPE,
        text=True,
    )


def _bare(master: int, slave: int) -> list[int]:
    peer, echo = _peer(master, "bare"), line("C,7,PING")
    for _ in range(ROUNDS):
        os.read(slave, 4096)
        os.write(slave, echo)
    return [int(each) for each in peer.communicate()[0].split()]


async def _whole(master: int, slave: int) -> list[int]:
    def answer(_event: LinkEvent) -> None:
        link.ask(Ping())

    link = Link(os.ttyname(slave), version="bench", clock=lambda: 0, on_event=answer)
    running = asyncio.ensure_future(link.run())
    peer = await asyncio.create_subprocess_exec(
        sys.executable, str(PEER), str(master), str(ROUNDS), "whole", pass_fds=[master], stdout=asyncio.subprocess.PIPE
    )
    told, _ = await peer.communicate()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return [int(each) for each in told.split()]


def _cleared(master: int, slave: int) -> None:
    """Undo what a link and its loop made of the terminal, and drop a last command that nobody answers any more."""
    tty.setraw(slave)
    os.set_blocking(slave, True)
    for fd in (master, slave):
        termios.tcflush(fd, termios.TCIOFLUSH)


@pytest.mark.bench
def test_a_round_trip_beside_a_bare_echo(pair: tuple[int, int], figure: Callable[[str], None]) -> None:
    bare: list[int] = []
    whole: list[int] = []
    for _ in range(BLOCKS):
        _cleared(*pair)
        bare += _bare(*pair)
        _cleared(*pair)
        whole += event_loop.run(_whole(*pair))
    bare_us, whole_us = (sorted(took)[len(took) // 2] / 1000 for took in (bare, whole))
    figure(
        f"link, round trip: p50 {whole_us:.0f} us, bare echo {bare_us:.0f} us, {whole_us / bare_us:.2f} times "
        f"(target {TARGET})"
    )
    assert whole_us <= ABSURD * bare_us


@pytest.mark.bench
def test_a_full_stream_costs_little(figure: Callable[[str], None]) -> None:
    session = HostSession(version="bench")
    session.opened(0)
    session.received(acknowledgement(session.to_send(0)) + line("E,65535,0,HELLO,proto=1,caps=FFFF,ch=15,cfg=0"), 1)
    lines = [line(f"E,{number % 65536},{number * 700},{EVENTS[number % len(EVENTS)]}") for number in range(20_000)]
    stream = b"".join(lines)
    told = 0
    begun_s = time.process_time()
    for at in range(0, len(stream), 64):  # what a USB adapter hands over at a time
        told += len(session.received(stream[at : at + 64], at))
    took_s = time.process_time() - begun_s
    share = took_s / (len(stream) / BYTES_A_S)
    figure(f"link, full 115,200-baud stream: {100 * share:.2f} % of a core")
    assert told == len(lines)
    assert share <= 0.05


@pytest.mark.bench
def test_an_adapter_that_is_away_costs_little(tmp_path: Path, figure: Callable[[str], None]) -> None:
    heard: list[LinkEvent] = []

    async def wait() -> None:
        link = Link(str(tmp_path / "away"), version="bench", clock=lambda: 0, on_event=heard.append)
        running = asyncio.ensure_future(link.run())
        await asyncio.sleep(AWAY_S)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    begun_s = time.process_time()
    asyncio.run(wait())
    share = (time.process_time() - begun_s) / AWAY_S
    figure(f"link, adapter away: {100 * share:.2f} % of a core")
    assert share <= 0.05
