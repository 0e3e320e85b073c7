"""The console script as a whole: which commands there are, and how errors reach a person."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from firmware_bridge.errors import PortMissingError
from table_daemon import cli, cli_page
from table_daemon.errors import Problem, SettingsError
from table_daemon.paths import SYSTEM_SETTINGS
from table_daemon.rules.errors import WrongTileCountError
from vision.errors import CalibrationError


def _app_that_raises(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    app = typer.Typer(pretty_exceptions_enable=False)

    @app.command()
    def fail() -> None:
        raise error

    monkeypatch.setattr(cli, "build_app", lambda: app)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (
            SettingsError(None, (Problem("q.toml:3", "web.port", "too large"),)),
            2,
            "queyan: q.toml:3: web.port: too large",
        ),
        (WrongTileCountError("13 tiles"), 2, "queyan: 13 tiles"),
        (CalibrationError("no corners"), 1, "queyan: no corners"),
        (PortMissingError("/dev/x"), 1, "/dev/x"),
        (PermissionError(13, "Permission denied", "/var/lib/queyan"), 1, "/var/lib/queyan"),
    ],
)
def test_an_error_is_one_message_and_a_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, status: int, words: str
) -> None:
    _app_that_raises(monkeypatch, error)
    assert cli.guarded([]) == status
    captured = capsys.readouterr()
    assert words in captured.err
    assert len(captured.err.splitlines()) == 1
    assert captured.out == ""


def test_tasks_that_failed_together_are_told_one_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    both = ExceptionGroup("tasks", [CalibrationError("no corners"), ExceptionGroup("", [PortMissingError("/dev/x")])])
    _app_that_raises(monkeypatch, both)
    assert cli.guarded([]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0] == "queyan: no corners"


def test_an_unforeseen_error_shows_its_place_only_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _app_that_raises(monkeypatch, ZeroDivisionError("division by zero"))
    assert cli.guarded([]) == 1
    assert "Traceback" not in capsys.readouterr().err
    monkeypatch.setenv(cli.DEBUG_VARIABLE, "1")
    assert cli.guarded([]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_an_interruption_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _app_that_raises(monkeypatch, KeyboardInterrupt())
    assert cli.guarded([]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_errors_of_other_peoples_code_are_not_ours() -> None:
    assert cli.is_ours(WrongTileCountError("x"))
    assert not cli.is_ours(ValueError("x"))


def test_the_named_settings_file_wins_then_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    named = tmp_path / "named.toml"
    assert cli.find_settings(named) == named
    own = tmp_path / "queyan" / "queyan.toml"
    own.parent.mkdir()
    own.touch()
    assert cli.find_settings(None) == own


def _queyan(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "table_daemon", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | environ,
    )


@pytest.mark.parametrize(
    ("camera", "content", "told"),
    [
        ('kind = "uvc"\ndevice = "{}"', None, "no camera at {}; plug it in or give one of /dev/v4l/by-id/"),
        ('kind = "uvc"\ndevice = "{}"', b"", "{} cannot be opened as a camera; another program may be using it"),
        ('kind = "video"\npath = "{}"', None, "{} is no file; give a video"),
        ('kind = "video"\npath = "{}"', b"ftyp", "{} cannot be read as a video; give an MP4, MKV or AVI file"),
        ('kind = "files"\npath = "{}"', b"\xff\xd8", "the camera can't show the table: {} is spoiled"),
    ],
)
def test_a_camera_that_gives_nothing_is_told_in_our_own_line_alone(
    tmp_path: Path, camera: str, content: bytes | None, told: str
) -> None:
    """OpenCV and FFmpeg write to the process's standard error themselves: only a process of its own shows it."""
    source, settings = tmp_path / "source.mp4", tmp_path / "queyan.toml"
    if content is not None:
        # The start of an MP4 whose end, which says what it holds, is missing.
        source.write_bytes(b"\0\0\0\x20ftypisom" + bytes(3_000) if content == b"ftyp" else content)
    settings.write_text(f"[camera]\n{camera.format(source)}\n", encoding="utf-8")
    ran = _queyan("calibrate", "--camera", "--settings", str(settings), "--out", str(tmp_path / "c.json"))
    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"queyan: {told.format(source)}")


def test_opencv_speaks_where_it_is_asked_to(tmp_path: Path) -> None:
    settings = tmp_path / "queyan.toml"
    (tmp_path / "x").touch()
    settings.write_text(f'[camera]\nkind = "uvc"\ndevice = "{tmp_path / "x"}"\n', encoding="utf-8")
    ran = _queyan("calibrate", "--camera", "--settings", str(settings), OPENCV_LOG_LEVEL="WARNING")
    assert len(ran.stderr.splitlines()) > 1


def test_settings_in_a_folder_that_may_not_be_looked_into_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root's own folder, where root has the service's user run a command."""
    monkeypatch.delenv("XDG_CONFIG_HOME")
    home = tmp_path / "root"
    (home / ".config").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    home.chmod(0)
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(65534)  # root sees everything
        assert cli.find_settings(None) in {None, SYSTEM_SETTINGS}
    finally:
        os.seteuid(user)
        home.chmod(0o700)


def test_the_version_and_the_commands_are_told() -> None:
    assert _queyan("--version").stdout.startswith("queyan ")
    text = _queyan("--help").stdout
    for command in ("run", "doctor", "demo", "score", "settle", "read", "classify"):
        assert f"\n  {command} " in text


@pytest.mark.parametrize(
    ("text", "words"),
    [("[web]\nport = 99999", "web.port"), ("[web", "not a TOML file"), ("[camera]\nkind = 'uvc'", "needs device")],
)
def test_a_spoiled_settings_file_stops_the_start_with_one_message(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "queyan.toml"
    path.write_text(text, encoding="utf-8")
    done = _queyan("run", "--settings", str(path))
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_hand_of_too_few_tiles_gives_one_message() -> None:
    done = _queyan("score", "345m123s111z77m4s", "--draw", "6s", "--indicator", "8p")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_wrong_option_is_a_matter_of_usage() -> None:
    done = _queyan("score", "--no-such-option")
    assert done.returncode == 2
    assert "--no-such-option" in done.stderr


def test_the_doctor_gives_a_line_a_part() -> None:
    done = _queyan("doctor", "--json", QUEYAN_WEB__PORT="0")
    assert done.returncode in {0, 1}
    assert done.stderr == ""
    assert all(line.startswith('{"part"') for line in done.stdout.splitlines())


def test_the_page_of_commands_is_fresh(repository: Path) -> None:
    page = (repository / "hardware_docs" / cli_page.PAGE_NAME).read_text(encoding="utf-8")
    assert page == cli_page.page(), "stale; run make docs"


def test_every_command_and_option_says_what_it_is() -> None:
    for name, command in cli_page.commands():
        assert command.help, name
        for param in command.params:
            assert "--help" in param.opts or getattr(param, "help", None), f"{name} {param.name}"
