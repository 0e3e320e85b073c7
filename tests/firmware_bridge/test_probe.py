"""What the probe says of machines: each a tree of /sys, /dev and /proc made for the test."""

import asyncio
from pathlib import Path

import pytest

from firmware_bridge.adapters_found import adapters
from firmware_bridge.emulator import PtyServer
from firmware_bridge.holders import Holder, holders_of
from firmware_bridge.probe import Probe, greet, probe
from firmware_bridge.sentence import Language

PICO = ("2e8a", "0005", "E6614103E7452D2F")
CH340 = ("1a86", "7523", "")


class Computer:
    """A tree as the kernel and udev make it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("dev", "proc", "sys/class/tty", "sys/bus/usb/devices"):
            (root / folder).mkdir(parents=True)

    def plug(self, usb: tuple[str, str, str], *, port: str | None, socket: str = "1-1", by_id: bool = True) -> None:
        vendor, product, serial = usb
        device = self.root / "sys/devices/usb1" / socket
        device.mkdir(parents=True)
        for name, text in (("idVendor", vendor), ("idProduct", product), ("serial", serial), ("product", "Board")):
            (device / name).write_text(f"{text}\n", encoding="utf-8")
        (self.root / "sys/bus/usb/devices" / socket).symlink_to(device)
        if port is None:
            return
        tty = device / f"{socket}:1.0" / "tty" / port
        tty.mkdir(parents=True)
        (self.root / "sys/class/tty" / port).symlink_to(tty)
        (self.root / "dev" / port).write_bytes(b"")
        self._link("by-path", f"usb-{socket}", port)
        if by_id:
            self._link("by-id", f"usb-{vendor}_{serial}" if serial else f"usb-{vendor}_{product}", port)

    def run(self, pid: int, program: str, *, holds: str | None = None) -> None:
        process = self.root / "proc" / str(pid)
        (process / "fd").mkdir(parents=True)
        (process / "comm").write_text(f"{program}\n", encoding="utf-8")
        if holds is not None:
            (process / "fd" / "3").symlink_to(self.root / "dev" / holds)

    def _link(self, kind: str, name: str, port: str) -> None:
        folder = self.root / "dev/serial" / kind
        folder.mkdir(parents=True, exist_ok=True)
        link = folder / name
        link.unlink(missing_ok=True)  # udev too lets the last of two alike have the name
        link.symlink_to(f"../../{port}")


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def told(found: Probe) -> list[str]:
    findings = [*(finding for port in found.ports for finding in port.findings), *found.findings]
    assert all(finding.say(Language.ZH) for finding in findings)
    return [finding.say(Language.EN) for finding in findings]


def test_a_pico_is_found_by_its_stable_name(computer: Computer) -> None:
    computer.plug(PICO, port="ttyACM0")
    found = probe(computer.root, access=lambda _: True)
    assert told(found) == []
    (port,) = found.ports
    assert port.usable
    assert port.likely_board
    assert port.adapter.stable == "/dev/serial/by-id/usb-2e8a_E6614103E7452D2F"
    assert str(port.adapter.usb) == "2e8a:0005"


def test_nothing_plugged_in_is_told(computer: Computer) -> None:
    assert "no serial adapter was found" in told(probe(computer.root))[0]


def test_a_forbidden_port_names_group_and_cure(computer: Computer) -> None:
    computer.plug(PICO, port="ttyACM0")
    found = probe(computer.root, access=lambda _: False)
    assert not found.ports[0].usable
    assert "sudo usermod -aG" in told(found)[0]


@pytest.mark.parametrize(
    ("program", "cure"),
    [
        ("minicom", "close that program"),
        ("ModemManager", "systemctl disable --now ModemManager"),
        ("brltty", "apt-get remove brltty"),
        ("queyan", "link.record"),
    ],
)
def test_who_holds_the_port_is_named(computer: Computer, program: str, cure: str) -> None:
    computer.plug(PICO, port="ttyACM0")
    computer.run(4711, program, holds="ttyACM0")
    first = told(probe(computer.root, access=lambda _: True))[0]
    assert f"held by {program} (process 4711)" in first
    assert cure in first


def test_two_adapters_alike_are_told_by_their_sockets(computer: Computer) -> None:
    computer.plug(CH340, port="ttyUSB0", socket="1-1")
    computer.plug(CH340, port="ttyUSB1", socket="1-2")
    found = probe(computer.root, access=lambda _: True)
    assert [port.adapter.stable for port in found.ports] == [f"/dev/serial/by-path/usb-1-{n}" for n in (1, 2)]
    assert len([line for line in told(found) if "no serial number" in line]) == 2
    assert all(port.usable for port in found.ports)


def test_a_port_without_any_stable_name(computer: Computer) -> None:
    computer.plug(CH340, port="ttyUSB0", by_id=False)
    (computer.root / "dev/serial/by-path/usb-1-1").unlink()
    found = probe(computer.root, access=lambda _: True)
    assert "no stable name" in told(found)[0]
    assert found.ports[0].adapter.stable == "/dev/ttyUSB0"


def test_brltty_that_takes_the_adapter(computer: Computer) -> None:
    rules = computer.root / "usr/lib/udev/rules.d"
    rules.mkdir(parents=True)
    (rules / "85-brltty.rules").write_text("", encoding="utf-8")
    computer.plug(CH340, port=None)
    assert "brltty took it" in told(probe(computer.root))[0]
    computer.plug(CH340, port="ttyUSB0", socket="1-2")
    assert any("brltty is installed" in line for line in told(probe(computer.root, access=lambda _: True)))


def test_an_adapter_without_a_port(computer: Computer) -> None:
    computer.plug(PICO, port=None)
    assert "has no port. Plug it in again" in told(probe(computer.root))[0]


def test_a_pico_that_waits_to_be_flashed(computer: Computer) -> None:
    computer.plug(("2e8a", "0003", "x"), port=None)
    assert "boot ROM" in told(probe(computer.root))[0]


def test_a_modem_manager_is_told_but_does_not_stop_us(computer: Computer) -> None:
    computer.plug(PICO, port="ttyACM0")
    computer.run(9, "ModemManager")
    found = probe(computer.root, access=lambda _: True)
    assert "ModemManager runs" in told(found)[0]
    assert found.ports[0].usable


def test_a_tree_that_is_not_there(tmp_path: Path) -> None:
    assert adapters(tmp_path) == ()
    assert holders_of("/dev/null", proc=tmp_path / "none") == ()


def test_this_process_is_seen_holding_a_file(tmp_path: Path) -> None:
    path = tmp_path / "held"
    with path.open("w"):
        found = holders_of(str(path))
    assert [type(holder) for holder in found] == [Holder]
    assert holders_of(str(path)) == ()


def test_a_greeting_that_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.probe.GREET_S", 0.2)
    server = PtyServer()
    server.plug()
    health = asyncio.run(greet(server.path, baud=115_200, version="test"))
    server.unplug()
    assert not health.up
    assert "no tap board answers" in str(health.problem)
