"""``queyan link``: the monitor on a recording and on a living port, the probe on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from firmware_bridge.probe import Finding, Probe
from table_daemon import cli_link

RECORDING = """t_ms,direction,line
5,rx,boot rom
9,rx,"$E,9,5500,LIFT,pos=up*AEC7"
12,rx,"$E,9,5500,LIFT,pos=up*AEC8"
"""


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    app = typer.Typer()
    cli_link.register(app)
    return app


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "link.csv"
    path.write_text(RECORDING, encoding="utf-8")
    return path


@pytest.fixture
def board(tmp_path: Path) -> Iterator[str]:
    """A board of its own process; its path."""
    path = tmp_path / "board"
    program = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.emulator", "--pty", "--link", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    program.stdout.readline()
    yield str(path)
    program.communicate("quit\n", timeout=20)


def test_a_recording_is_told_in_the_language_asked_for(app: typer.Typer, recording: Path) -> None:
    english = CliRunner().invoke(app, ["link", "monitor", str(recording), "--lang", "en"])
    assert english.exit_code == 0
    assert "console: up" in english.stdout
    assert "wrong check" in english.stdout
    assert "-- 1 good lines, 2 bad, 0 events missing" in english.stderr
    chinese = CliRunner().invoke(app, ["link", "monitor", str(recording)], env={"LC_ALL": "zh_CN.UTF-8"})
    assert "升降台: 升起" in chinese.stdout


def test_a_recording_for_programs(app: typer.Typer, recording: Path) -> None:
    result = CliRunner().invoke(app, ["link", "monitor", str(recording), "--json"])
    kinds = [json.loads(line)["kind"] for line in result.stdout.splitlines()]
    assert kinds == ["bad", "event", "bad"]
    assert result.stderr == ""


def test_a_spoiled_row_is_told_and_the_rest_is_shown(app: typer.Typer, recording: Path) -> None:
    recording.write_text(
        RECORDING.replace("9,rx", "x,rx") + '15,rx,"$E,10,6000,LIFT,pos=down*5469"\n', encoding="utf-8"
    )
    result = CliRunner().invoke(app, ["link", "monitor", str(recording), "--lang", "en"])
    assert result.exit_code == 1
    assert "row 3: t_ms must be milliseconds" in result.stderr
    assert "console: down" in result.stdout


def test_a_living_port_is_listened_to_and_recorded(app: typer.Typer, board: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.csv"
    arguments = ["link", "monitor", board, "--seconds", "1.5", "--record", str(kept), "--lang", "en"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "linked: the board answers" in result.stdout
    again = CliRunner().invoke(app, ["link", "monitor", str(kept), "--lang", "en"])
    assert again.stdout == result.stdout


def test_a_port_that_is_not_there_is_told_once(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["link", "monitor", str(tmp_path / "none"), "--seconds", "1.2", "--lang", "en"])
    assert result.exit_code == 1
    assert result.stderr.count("There is no serial port") == 1


@pytest.mark.parametrize("command", ["monitor", "probe"])
def test_a_board_behind_an_address_is_no_missing_adapter(app: typer.Typer, command: str) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.emulator", "--tcp", "127.0.0.1:0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    address = program.stdout.readline().split()[-1]
    seconds = ["--seconds", "1"] if command == "monitor" else []
    result = CliRunner().invoke(app, ["link", command, address, "--lang", "en", *seconds])
    program.communicate("quit\n", timeout=20)
    assert result.exit_code == 0, result.output
    assert "no serial adapter" not in result.stdout
    assert "opened yet" not in result.stderr


@pytest.mark.parametrize(("lang", "says"), [("zh", "没有串口"), ("en", "There is no serial port")])
def test_what_is_wrong_is_said_in_the_language_asked_for(
    app: typer.Typer, tmp_path: Path, lang: str, says: str
) -> None:
    port = str(tmp_path / "none")
    probed = CliRunner().invoke(app, ["link", "probe", port, "--lang", lang])
    assert f"!! {says} {port}" in probed.stdout
    monitored = CliRunner().invoke(app, ["link", "monitor", port, "--lang", lang, "--seconds", "0.2"])
    assert f"{says} {port}" in monitored.stderr


def test_without_a_port_it_says_what_to_name(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["link", "monitor"])
    assert result.exit_code == 2
    assert "link.url" in result.output


@pytest.mark.parametrize("as_json", [False, True])
def test_the_probe_greets_the_port_that_is_named(app: typer.Typer, board: str, *, as_json: bool) -> None:
    result = CliRunner().invoke(app, ["link", "probe", board, *(["--json"] if as_json else [])])
    assert result.exit_code == 0, result.output
    last = result.stdout.splitlines()[-1]
    if as_json:
        assert json.loads(last) == {"greeted": board, "up": True, "problem": None, "protocol": 1, "inputs": 15}
    else:
        assert last == f"ok {board}: MJT/1, 15 ch"


def test_the_probe_tells_what_is_wrong_and_fails(app: typer.Typer, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Probe((), (Finding("没有", "none"),))
    monkeypatch.setattr("firmware_bridge.probe.probe", lambda: nothing)
    result = CliRunner().invoke(app, ["link", "probe", "--lang", "zh"])
    assert (result.exit_code, result.stdout) == (1, "!! 没有\n")
