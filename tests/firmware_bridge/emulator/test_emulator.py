"""The emulator on its PTY: pumped by hand, read as raw bytes; and as a program of its own."""

import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.codec import AckFrame, EventFrame, decode_from_device
from firmware_bridge.emulator import Emulator, Mechanics, PtyServer
from firmware_bridge.emulator.mechanics import FOUR_PORT
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, LineDecoder, encode_line
from firmware_bridge.messages import Boot, DiceValue, Heartbeat, Overflow, ResetCause, TileCount

PATIENCE_S = 10.0


class Raw:
    """The host's side of the PTY, as bare bytes."""

    def __init__(self, path: str) -> None:
        self.fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)

    def frames(self) -> list[EventFrame | AckFrame]:
        data = b""
        while True:
            try:
                data += os.read(self.fd, 4096)
            except BlockingIOError:
                return [decode_from_device(body) for body in self.decoder.feed(data)]

    def events(self) -> list[object]:
        return [frame.event for frame in self.frames() if isinstance(frame, EventFrame)]

    def say(self, body: str) -> None:
        os.write(self.fd, encode_line(body, max_body=MAX_BODY_TO_DEVICE))


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    made = Emulator(PtyServer())
    made.plug(now_ms=0)
    yield made
    made.unplug()


@pytest.fixture
def raw(emulator: Emulator) -> Iterator[Raw]:
    made = Raw(emulator.port.path)
    yield made
    os.close(made.fd)


def test_it_boots_and_beats(emulator: Emulator, raw: Raw) -> None:
    for now_ms in range(0, 3001, 500):
        emulator.pump(now_ms)
    kinds = [type(event) for event in raw.events()]
    assert kinds == [Boot, Heartbeat, Heartbeat, Heartbeat, Heartbeat]


def test_a_throw_is_stamped_with_its_own_time(emulator: Emulator, raw: Raw) -> None:
    emulator.table.roll_dice(seat=0, dice=(3, 5), now_ms=100)
    emulator.pump(60_000)
    stamped = {type(frame.event): frame.ms for frame in raw.frames() if isinstance(frame, EventFrame)}
    assert stamped[DiceValue] == 100 + 1800 + 250


def test_it_answers(emulator: Emulator, raw: Raw) -> None:
    raw.say("C,3,PING")
    emulator.pump(10)
    assert AckFrame(3, ok=True) in raw.frames()


def test_a_faster_table_still_beats_once_a_real_second(emulator: Emulator, raw: Raw) -> None:
    for step in range(100):
        emulator.pump(step * 100_000, timer_ms=step * 10)
    assert [type(event) for event in raw.events()] == [Boot, Heartbeat]


def test_nobody_reads_and_it_neither_blocks_nor_grows(emulator: Emulator) -> None:
    for step in range(3000):
        emulator.table.set_ready(on=bool(step % 2), now_ms=step)
        emulator.pump(step)
    raw = Raw(emulator.port.path)
    try:
        raw.frames()
        emulator.pump(4000)
        raw.frames()
        emulator.pump(4010)
        assert any(isinstance(event, Overflow) for event in raw.events())
    finally:
        os.close(raw.fd)


def test_a_reboot_begins_anew(emulator: Emulator, raw: Raw) -> None:
    emulator.pump(0)
    raw.frames()
    emulator.reboot(now_ms=7, cause=ResetCause.WATCHDOG)
    emulator.pump(7)
    first = raw.frames()[0]
    assert isinstance(first, EventFrame)
    assert first.seq == 0
    assert isinstance(first.event, Boot)
    assert first.event.reset is ResetCause.WATCHDOG


def test_a_disturbed_line_arrives_disturbed() -> None:
    emulator = Emulator(PtyServer(), disturb=lambda line: line.replace(b"BOOT", b"B00T"))
    emulator.plug(now_ms=0)
    raw = Raw(emulator.port.path)
    try:
        emulator.pump(0)
        assert [type(event) for event in raw.events()] == [Heartbeat]
        assert raw.decoder.counts.bad_check == 1
    finally:
        os.close(raw.fd)
        emulator.unplug()


def test_the_table_goes_on_while_the_plug_is_out(emulator: Emulator) -> None:
    emulator.unplug()
    emulator.table.roll_dice(seat=0, dice=(1, 1), now_ms=0)
    emulator.pump(10_000)
    emulator.plug(now_ms=10_000)
    raw = Raw(emulator.port.path)
    try:
        emulator.pump(10_000)
        assert [type(event) for event in raw.events()] == [Boot, Heartbeat]
    finally:
        os.close(raw.fd)


def test_the_link_leads_to_the_port_and_goes_with_it(tmp_path: Path) -> None:
    link = tmp_path / "board"
    server = PtyServer(link_path=link)
    assert server.path == str(link)
    server.plug()
    server.plug()  # twice is once
    assert str(link.readlink()) == server.device
    server.unplug()
    assert not link.is_symlink()
    assert server.write(b"x") == 0
    assert server.read() == b""
    server.unplug()


def test_it_runs_as_a_program(tmp_path: Path) -> None:
    link = tmp_path / "board"
    program = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.emulator", "--pty", "--link", str(link)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout is not None
        assert program.stdin is not None
        assert str(link) in program.stdout.readline()
        raw = Raw(str(link))
        program.stdin.write("what\ndice 1 2 2\n")
        program.stdin.flush()
        heard: list[object] = []
        deadline_s = time.monotonic() + PATIENCE_S
        while DiceValue((2, 2)) not in heard and time.monotonic() < deadline_s:
            select.select([raw.fd], [], [], PATIENCE_S)
            heard += raw.events()
        assert DiceValue((2, 2)) in heard
        os.close(raw.fd)
        out, _ = program.communicate("quit\n", timeout=PATIENCE_S)
        assert "dice SEAT" in out
        assert program.returncode == 0
        assert not link.is_symlink()
    finally:
        program.kill()
        program.wait()


def test_it_serves_a_tcp_port_with_a_fault_script(tmp_path: Path) -> None:
    script = tmp_path / "faults.txt"
    script.write_text("line 2: twice\n", encoding="utf-8")
    arguments = ["--tcp", "127.0.0.1:0", "--faults", str(script), "--table", "single-port", "--dice", "physical"]
    program = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.emulator", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout is not None
        port = int(program.stdout.readline().rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as host:
            host.settimeout(PATIENCE_S)
            data = b""
            while data.count(b"\n") < 3:
                data += host.recv(4096)
        lines = data.splitlines()
        assert lines[1] == lines[2]
        out, _ = program.communicate("fault now: dance\nfault now: reset\nlines\nquit\n", timeout=PATIENCE_S)
        assert "is no fault" in out
        assert "ok" in out
    finally:
        program.kill()
        program.wait()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--tcp", "nowhere"], "HOST:PORT"),
        (["--pty", "--faults", "/nonexistent"], "/nonexistent: no such file or directory"),
        (["--pty", "--faults", sys.executable], "no UTF-8 text"),
        ([], "required"),
    ],
)
def test_bad_arguments_are_told(arguments: list[str], why: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "firmware_bridge.emulator", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 2
    assert why in done.stderr


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware_bridge.emulator", *arguments],
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_a_file_in_the_place_of_the_link_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine", encoding="utf-8")
    done = started("--pty", "--link", str(path))
    assert (done.returncode, path.read_text(encoding="utf-8")) == (1, "mine")
    assert done.stderr == f"--link {path} cannot be made (file exists); name another\n"


def test_a_link_of_an_earlier_emulator_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.symlink_to("/dev/pts/nowhere")
    assert started("--pty", "--link", str(path)).returncode == 0
    assert not path.is_symlink()


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        done = started("--tcp", place)
    assert done.returncode == 1
    assert done.stderr == f"--tcp {place} cannot be served (address already in use); name another\n"


def test_a_reboot_asked_for_is_answered_first(emulator: Emulator, raw: Raw) -> None:
    emulator.pump(0)
    raw.frames()
    raw.say("C,7,REBOOT")
    emulator.pump(5)
    emulator.pump(6)
    answer, *after = raw.frames()
    assert answer == AckFrame(7, ok=True)
    assert isinstance(after[0], EventFrame)
    assert isinstance(after[0].event, Boot)
    assert after[0].event.reset is ResetCause.USB


def test_a_shuffle_counts_its_tiles_as_they_pass() -> None:
    table = Mechanics(timings=FOUR_PORT)
    table.shuffle(0)
    counts = [event.total for _, event in table.tick(30_000) if isinstance(event, TileCount) and event.port == 2]
    assert counts == sorted(counts)
    assert (len(counts), counts[-1]) == (26, 34)
