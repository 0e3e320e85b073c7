"""``queyan doctor`` on machines laid out for the test: what it says of each part, and its exit status."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from table_daemon import doctor, doctor_care, doctor_devices, doctor_machine, doctor_system
from table_daemon.doctor_machine import Machine
from table_daemon.doctor_parts import Part, State
from table_daemon.paths import own_calibration_file
from table_daemon.settings import Settings
from vision.geometry import TableCamera

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def _no_tool(_command: Sequence[str]) -> str | None:
    return None


def _tools(answers: dict[str, str]) -> Callable[[Sequence[str]], str | None]:
    """Return a runner that knows some programs, by name or by name and first argument."""
    return lambda command: answers.get(command[0], answers.get(" ".join(command[:2])))


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """Return a machine with nothing attached, on which the daemon itself can run."""
    (tmp_path / "dev").mkdir()
    return Machine(
        root=tmp_path,
        environ={"STATE_DIRECTORY": str(tmp_path)},
        python=(3, 11, 2),
        bits=64,
        user="wang",
        run=_no_tool,
        version_of=lambda package: None if package == "lgpio" else "1.0",
        access=lambda _path: True,
        free_bytes=lambda _path: 10**10,
        listen=lambda _host, _port: None,
        open_networks=lambda: None,
        runtime=lambda: "onnxruntime",
        check_calibration=lambda _path: None,
        check_database=lambda _path: None,
    )


def _settings(section: str, **keys: object) -> Settings:
    return Settings.model_validate({section: keys})


def _plug(machine: Machine, device: str) -> None:
    path = machine.at(device)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def test_a_bare_machine_gets_one_line_a_part_and_each_missing_one_a_cure(bare: Machine) -> None:
    parts = list(doctor.examine(None, bare, now=NOW))
    absent = {part.name for part in parts if part.state is State.MISSING}
    assert absent >= {
        "camera",
        "rpicam tools",
        "calibration",
        "serial adapters",
        "link",
        "GPIO",
        "power",
        "Chinese fonts",
    }
    assert len({part.name for part in parts}) == len(parts)
    for part in parts:
        assert "\n" not in part.line()
        assert bool(part.cure) == (part.state is not State.OK)
        assert json.loads(part.to_json())["state"] == part.state.value
    assert not any(part.fails for part in parts)


def test_unusable_settings_are_told_and_the_rest_is_still_checked(bare: Machine, tmp_path: Path) -> None:
    path = tmp_path / "queyan.toml"
    path.write_text("[web]\nport = -1\n[link]\nbaud = 0", encoding="utf-8")
    parts = list(doctor.examine(path, bare, now=NOW))
    assert [part.state for part in parts if part.name == "settings"] == [State.WRONG, State.WRONG]
    assert any(part.name == "web port" for part in parts)
    assert sum(part.fails for part in parts) == 2


@pytest.mark.parametrize(
    ("python", "bits", "state"),
    [
        ((3, 11, 0), 64, State.OK),
        ((3, 13, 0), 64, State.OK),
        ((3, 10, 9), 64, State.WRONG),
        ((3, 11, 2), 32, State.WRONG),
    ],
)
def test_python(bare: Machine, python: tuple[int, int, int], bits: int, state: State) -> None:
    part = doctor_system.python(replace(bare, python=python, bits=bits), Settings())
    assert (part.state, part.needed) == (state, True)


class TestCamera:
    DEVICE = "/dev/v4l/by-id/usb-cam-index0"

    def test_one_that_is_plugged_in_but_not_set_is_offered(self, bare: Machine) -> None:
        _plug(bare, self.DEVICE)
        part = doctor_devices.camera(bare, Settings())
        assert "usb-cam-index0" in part.text
        assert not part.fails

    def test_the_set_one(self, bare: Machine) -> None:
        settings = _settings("camera", kind="uvc", device=self.DEVICE)
        absent = doctor_devices.camera(bare, settings)
        assert (absent.state, absent.fails) == (State.MISSING, True)
        _plug(bare, self.DEVICE)
        assert doctor_devices.camera(bare, settings).state is State.OK
        forbidden = doctor_devices.camera(replace(bare, access=lambda _path: False), settings)
        assert forbidden.state is State.WRONG
        assert "usermod -aG video wang" in forbidden.cure

    def test_a_folder(self, bare: Machine, tmp_path: Path) -> None:
        folder = tmp_path / "pictures"
        settings = _settings("camera", kind="files", path=folder)
        assert doctor_devices.camera(bare, settings).state is State.MISSING
        folder.mkdir()
        assert doctor_devices.camera(bare, settings).state is State.WRONG
        (folder / "1.JPG").touch()
        assert doctor_devices.camera(bare, settings).state is State.OK

    def test_a_ribbon_camera(self, bare: Machine) -> None:
        settings = _settings("camera", kind="rpicam", device="1")
        assert "rpicam-vid is absent" in doctor_devices.camera(bare, settings).text
        listed = "Available cameras\n-----\n0 : imx708 [4608x2592]\n    Modes: ..."
        one = replace(bare, run=_tools({"rpicam-vid": listed}))
        assert doctor_devices.camera(one, settings).fails
        both = replace(bare, run=_tools({"rpicam-vid": f"{listed}\n1 : imx477 [4056x3040]"}))
        part = doctor_devices.camera(both, settings)
        assert (part.state, part.text) == (State.OK, "ribbon camera 1 : imx477 [4056x3040]")

    def test_a_video(self, bare: Machine, tmp_path: Path) -> None:
        settings = _settings("camera", kind="video", path=tmp_path / "a.mp4")
        assert doctor_devices.camera(bare, settings).fails
        (tmp_path / "a.mp4").touch()
        assert doctor_devices.camera(bare, settings).state is State.OK

    def test_a_socket_is_looked_for_and_left_alone(self, bare: Machine, tmp_path: Path) -> None:
        assert doctor_devices.camera(bare, _settings("camera", kind="socket", url="tcp:127.0.0.1:9")).state is State.OK
        settings = _settings("camera", kind="socket", url=f"unix:{tmp_path / 's'}")
        assert doctor_devices.camera(bare, settings).fails
        with closing(socket.socket(socket.AF_UNIX)) as server:
            server.bind(str(tmp_path / "s"))
            assert doctor_devices.camera(bare, settings).state is State.OK


class TestLink:
    URL = "/dev/serial/by-id/usb-tap-if00"

    def test_none_is_a_way_to_play(self, bare: Machine) -> None:
        part = doctor_devices.link(bare, Settings())
        assert (part.state, part.fails) == (State.MISSING, False)

    def test_the_set_one(self, bare: Machine) -> None:
        settings = _settings("link", url=self.URL)
        assert doctor_devices.link(bare, settings).fails
        _plug(bare, self.URL)
        assert doctor_devices.link(bare, settings).state is State.OK
        assert self.URL in doctor_devices.serial_adapters(bare, settings).text
        forbidden = doctor_devices.link(replace(bare, access=lambda _path: False), settings)
        assert "usermod -aG dialout wang" in forbidden.cure

    def test_an_address_is_left_to_the_daemon(self, bare: Machine) -> None:
        assert doctor_devices.link(bare, _settings("link", url="socket://127.0.0.1:7000")).state is State.OK


class TestGpio:
    def test_it_is_needed_only_by_a_wired_panel(self, bare: Machine) -> None:
        assert not doctor_devices.gpio(bare, Settings()).fails
        assert doctor_devices.gpio(bare, _settings("panel", enabled=True)).fails

    def test_chip_library_and_rights_are_told_apart(self, bare: Machine) -> None:
        _plug(bare, "/dev/gpiochip0")
        assert "lgpio" in doctor_devices.gpio(bare, Settings()).text
        able = replace(bare, version_of=lambda _package: "0.2.2")
        assert doctor_devices.gpio(able, Settings()).state is State.OK
        assert doctor_devices.gpio(replace(able, access=lambda _path: False), Settings()).state is State.WRONG


class TestVision:
    def test_a_missing_package_and_a_spoiled_network_are_told_apart(self, bare: Machine) -> None:
        assert doctor_system.vision(bare, Settings()).state is State.OK
        assert doctor_system.vision(replace(bare, version_of=lambda _package: None), Settings()).state is State.MISSING
        spoiled = doctor_system.vision(replace(bare, open_networks=lambda: "spoiled; install again"), Settings())
        assert (spoiled.state, spoiled.text, spoiled.cure) == (State.WRONG, "spoiled", "install again")

    def test_it_says_which_library_runs_the_networks(self, bare: Machine) -> None:
        assert "onnxruntime 1.0 runs" in doctor_system.vision(bare, Settings()).text
        other = doctor_system.vision(replace(bare, runtime=lambda: "opencv"), Settings())
        assert other.text.startswith("opencv 1.0 runs both networks")
        assert (other.state, other.fails) == (State.WRONG, False)
        assert doctor_machine.this_machine({}).runtime() == "onnxruntime"


class TestCalibration:
    def test_none_corners_file_and_spoiled_file(self, bare: Machine, tmp_path: Path) -> None:
        assert doctor_system.calibration(bare, Settings()).state is State.MISSING
        assert not doctor_system.calibration(bare, Settings()).fails
        assert doctor_system.calibration(bare, _settings("camera", kind="uvc", device="/dev/video0")).fails
        corners = _settings("calibration", felt_corners_px=[[0, 0], [9, 0], [9, 9], [0, 9]])
        assert doctor_system.calibration(bare, corners).state is State.OK
        settings = _settings("calibration", file=tmp_path / "c.json")
        assert doctor_system.calibration(bare, settings).fails
        (tmp_path / "c.json").touch()
        assert doctor_system.calibration(bare, settings).state is State.OK
        spoiled = replace(bare, check_calibration=lambda _path: "no corners")
        assert doctor_system.calibration(spoiled, settings).state is State.WRONG

    def test_what_was_made_on_the_page_goes_before_the_settings(self, bare: Machine, tmp_path: Path) -> None:
        own = own_calibration_file(tmp_path)
        own.write_text("{}")
        settings = _settings("store", data_dir=tmp_path)
        assert str(own) in doctor_system.calibration(bare, settings).text
        spoiled = doctor_system.calibration(replace(bare, check_calibration=lambda _path: "no corners"), settings)
        assert (spoiled.state, spoiled.fails) == (State.WRONG, False)

    def test_a_real_file_is_really_read(self, tmp_path: Path) -> None:
        path = tmp_path / "c.json"
        path.write_text(json.dumps({"felt_corners_px": [[500, 90], [1400, 90], [1400, 990], [500, 990]]}))
        machine = doctor_machine.this_machine({})
        assert machine.check_calibration(path) is None
        camera = TableCamera.overhead().to_json(table_side_mm=900.0)
        path.write_text(json.dumps({"table_side_mm": 900.0, "calibration": camera}))
        assert machine.check_calibration(path) is None
        for spoiled in ("{}", "[]", "{", ""):
            path.write_text(spoiled)
            assert machine.check_calibration(path), spoiled


class TestStore:
    def test_a_folder_that_is_yet_to_be_made(self, bare: Machine, tmp_path: Path) -> None:
        part = doctor_system.store(bare, _settings("store", data_dir=tmp_path / "a" / "b"))
        assert part.state is State.OK
        assert not (tmp_path / "a").exists()

    def test_a_file_in_its_place(self, bare: Machine, tmp_path: Path) -> None:
        (tmp_path / "a").touch()
        assert doctor_system.store(bare, _settings("store", data_dir=tmp_path / "a")).state is State.WRONG

    def test_no_right_no_room(self, bare: Machine) -> None:
        assert doctor_system.store(replace(bare, access=lambda _path: False), Settings()).fails
        assert doctor_system.store(replace(bare, free_bytes=lambda _path: 5_000_000), Settings()).text.endswith(
            "5 MB left"
        )

    def test_a_folder_of_somebody_else_is_not_taken_away_from_them(self, bare: Machine, tmp_path: Path) -> None:
        settings = _settings("store", data_dir=tmp_path)
        shut = replace(bare, access=lambda _path: False)
        mine = replace(shut, user=tmp_path.owner())
        assert doctor_system.store(mine, settings).cure.startswith("sudo chown")
        if os.geteuid() != 0:
            assert doctor_system.store(shut, settings).cure.startswith(f"ask as {tmp_path.owner()}")
            return
        name = pwd.getpwall()[1].pw_name
        shutil.chown(tmp_path, name)
        assert f"sudo -u {name} queyan doctor" in doctor_system.store(shut, settings).cure

    def test_the_database_is_looked_into(self, bare: Machine, tmp_path: Path) -> None:
        machine = replace(bare, check_database=doctor_machine.this_machine({}).check_database)
        settings = _settings("store", data_dir=tmp_path)
        database = tmp_path / "queyan.sqlite3"
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE t (x)")
            connection.executemany("INSERT INTO t VALUES (?)", [("x" * 500,) for _ in range(100)])
            connection.commit()
        assert doctor_system.store(machine, settings).state is State.OK
        content = bytearray(database.read_bytes())
        content[4096:8192] = b"\xff" * 4096
        database.write_bytes(content)
        assert doctor_system.store(machine, settings).state is State.WRONG
        database.write_bytes(b"not a database at all" * 100)
        assert doctor_system.store(machine, settings).state is State.WRONG


def test_a_port_that_another_program_holds_is_told(bare: Machine) -> None:
    machine = replace(bare, listen=doctor_machine.this_machine({}).listen)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
        assert doctor_system.web_port(machine, _settings("web", port=port)).fails
        (bare.root / "running").write_text('{"boot_id": "", "pid": 77}')
        assert doctor_system.web_port(machine, _settings("web", port=port)).fails  # it ran, but no longer does
        bare.at("/proc/77").mkdir(parents=True)
        assert "held by the queyan that runs" in doctor_system.web_port(machine, _settings("web", port=port)).text
    assert doctor_system.web_port(machine, _settings("web", port=port)).state is State.OK
    assert doctor_system.web_port(machine, _settings("web", host="no.such.host.invalid")).fails


@pytest.mark.parametrize(
    ("answer", "now", "state"),
    [
        ("yes", NOW, State.OK),
        ("no", NOW, State.WRONG),
        (None, NOW, State.MISSING),
        ("yes", datetime(1970, 1, 1, tzinfo=UTC), State.WRONG),
    ],
)
def test_the_clock(bare: Machine, answer: str | None, now: datetime, state: State) -> None:
    part = doctor_care.clock(replace(bare, run=lambda _command: answer), Settings(), now)
    assert part.state is state
    assert not part.fails


def test_a_house_that_expects_no_network_time_has_a_good_clock(bare: Machine) -> None:
    settings = _settings("clock", network_time=False)
    assert doctor_care.clock(replace(bare, run=lambda _command: "no"), settings, NOW).state is State.OK


@pytest.mark.parametrize(
    ("throttled", "temperature", "supply", "heat"),
    [
        ("throttled=0x0", "temp=47.2'C", "well", "47 °C"),
        ("throttled=0x0", "", "well", "well"),
        ("throttled=0x5", "temp=50.0'C", "undervoltage now, slowed down now", "50 °C"),
        (
            "throttled=0x50000",
            "temp=50.0'C",
            "undervoltage since the start, slowed down since the start",
            "50 °C",
        ),
        ("throttled=0x8", "temp=79.0'C", "well", "79 °C, too hot: it slows itself down"),
        ("throttled=0x80000", "temp=60.0'C", "well", "warm limit since the start"),
        ("throttled=0x0", "temp=82.0'C", "well", "82 °C, too hot: it slows itself down"),
        ("garbage", "", "vcgencmd says 'garbage'", None),
    ],
)
def test_power_and_temperature(bare: Machine, throttled: str, temperature: str, supply: str, heat: str | None) -> None:
    tools = _tools({"vcgencmd get_throttled": throttled, "vcgencmd measure_temp": temperature})
    machine = replace(bare, run=tools)
    assert doctor_care.power(machine, Settings()).text == supply
    if heat is not None:
        assert doctor_care.heat(machine, Settings()).text == heat


def test_fonts_and_ribbon_camera_tools(bare: Machine) -> None:
    machine = replace(bare, run=_tools({"fc-list": "Noto Sans CJK SC\nmore", "rpicam-hello": "1.5"}))
    assert doctor_system.fonts(machine, Settings()).text == "Noto Sans CJK SC"
    assert doctor_devices.rpicam(machine, Settings()).state is State.OK


def test_the_real_machine_answers_every_question() -> None:
    machine = doctor_machine.this_machine({"HOME": "/nowhere"})
    assert machine.run(["no-such-program-anywhere"]) is None
    assert machine.run(["false"]) is None
    assert machine.run(["echo", "yes"]) == "yes"
    assert machine.version_of("pytest")
    assert machine.version_of("no-such-package-anywhere") is None
    assert machine.user
    assert machine.free_bytes(Path("/")) > 0


def test_the_exit_status_counts_needed_parts_only(monkeypatch: pytest.MonkeyPatch, bare: Machine) -> None:
    lines: list[str] = []
    monkeypatch.setattr(doctor, "this_machine", lambda _environ: bare)
    assert doctor.report(None, as_json=False, out=lines.append) == 0
    assert any(line.startswith("missing  camera") for line in lines)
    monkeypatch.setattr(doctor, "this_machine", lambda _environ: replace(bare, listen=lambda _host, _port: "in use"))
    assert doctor.report(None, as_json=True, out=lines.append) == 1
    assert json.loads(lines[-1])["part"] == "clock"


def test_a_part_is_printed_with_its_cure() -> None:
    part = Part(name="link", state=State.WRONG, needed=True, text="held", cure="close it")
    assert part.line() == "wrong    link             held -> close it"


def test_tools_of_the_system_do_not_speak_to_systemd_in_our_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    monkeypatch.setenv("PATH_TO_KEEP", "yes")
    told = doctor_machine.this_machine({}).run(["env"]) or ""
    assert "NOTIFY_SOCKET" not in told
    assert "PATH_TO_KEEP=yes" in told
