"""``queyan backup``, ``restore``, ``export`` and ``pins`` as people type them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table_daemon import cli, daemon
from table_daemon.care import backup
from table_daemon.care.backup import plan_of
from table_daemon.care.beside import Beside
from table_daemon.care.claim import claimed
from table_daemon.settings import Settings, load_settings
from table_daemon.store.codec import encode
from table_daemon.tending import Found
from tests.care.kept_log import LOG, read_log, write_log
from web_display.roles_file import load_or_make


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "queyan.toml"
    path.write_text('[store]\ndata_dir = "data"\nleave_free_mb = 0\n[backup]\ndaily = 1\nweekly = 0', encoding="utf-8")
    write_log(tmp_path / "data" / "queyan.sqlite3")
    return path


def queyan(*arguments: str, settings: Path) -> int:
    return cli.guarded([*arguments, "--settings", str(settings)])


def test_back_up_and_restore(settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert queyan("backup", settings=settings) == 0
    copy = Path(capsys.readouterr().out.partition(": ")[0])
    assert copy.parent == tmp_path / "data" / "backups"
    (tmp_path / "data" / "queyan.sqlite3").write_bytes(b"a broken card" * 99)
    assert queyan("restore", str(copy), settings=settings) == 0
    assert read_log(tmp_path / "data" / "queyan.sqlite3") == LOG
    assert "the log before it is " in capsys.readouterr().out


def test_a_copy_tells_what_it_holds_and_a_restore_what_became_of_it(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calibration = tmp_path / "data" / "calibration.json"
    calibration.write_bytes(b"where the table lies")
    assert queyan("backup", "--to", str(tmp_path / "stick"), settings=settings) == 0
    said = capsys.readouterr().out
    assert f"{len(LOG)} events, calibration.json, queyan.toml" in said
    copy = said.partition(": ")[0]
    calibration.unlink()
    settings.write_text(settings.read_text(encoding="utf-8") + "# changed", encoding="utf-8")
    assert queyan("restore", copy, settings=settings) == 0
    said = capsys.readouterr().out
    assert f"{calibration} is that of the copy" in said
    assert f"those of the copy are {settings}.of-copy" in said
    assert calibration.read_bytes() == b"where the table lies"


def test_the_copies_of_the_night_hold_the_settings_that_the_daemon_runs_with(
    settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Found] = []

    async def serve(_settings: Settings, found: Found, *_others: object) -> None:
        given.append(found)

    monkeypatch.setattr(daemon, "_serve", serve)
    monkeypatch.setenv("QUEYAN_WEB__PORT", "0")
    assert queyan("run", settings=settings) == 0
    plan = plan_of(load_settings(settings), tmp_path / "data", given[0].settings_file)
    assert plan.beside[Beside.SETTINGS] == [settings]


def test_a_copy_on_a_stick(settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert queyan("backup", "--to", str(tmp_path / "stick"), settings=settings) == 0
    assert f"{len(LOG)} events" in capsys.readouterr().out
    assert [read_log(path) for path in (tmp_path / "stick").iterdir()] == [LOG]


def test_a_stick_that_is_out_is_told_and_nothing_falls_onto_the_card(
    settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backup, "_STICKS", (tmp_path / "media",))
    assert queyan("backup", "--to", str(tmp_path / "media" / "stick" / "queyan"), settings=settings) == 1
    assert "plug the stick in" in capsys.readouterr().err
    assert not (tmp_path / "media").exists()


def test_while_the_daemon_runs_nothing_is_restored(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = write_log(tmp_path / "copy.sqlite3", LOG[:3])
    with claimed(tmp_path / "data"):
        assert queyan("restore", str(copy), settings=settings) == 1
        assert "another queyan already writes" in capsys.readouterr().err
        assert queyan("backup", settings=settings) == 0
    assert read_log(tmp_path / "data" / "queyan.sqlite3") == LOG


def test_a_file_that_is_no_copy_is_bad_input(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"JFIF" * 99)
    assert queyan("restore", str(tmp_path / "photo.jpg"), settings=settings) == 2
    assert "is no log that can be restored" in capsys.readouterr().err
    assert queyan("restore", str(tmp_path / "none"), settings=settings) == 2


def test_export_to_the_screen_and_to_a_file(
    settings: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert queyan("export", settings=settings) == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert [json.loads(line) for line in lines] == [encode(event) for event in LOG]
    assert queyan("export", "--format", "csv", "--out", str(tmp_path / "hands.csv"), settings=settings) == 0
    assert (tmp_path / "hands.csv").read_bytes().startswith("\ufeffmatch,started,hand".encode())
    assert capsysbinary.readouterr().out == b""


def test_without_a_log_each_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "queyan.toml"
    path.write_text('[store]\ndata_dir = "none"', encoding="utf-8")
    for command in ("backup", "export"):
        assert queyan(command, settings=path) == 1
        assert "there is no log at" in capsys.readouterr().err
    assert queyan("pins", settings=path) == 1
    assert "made when queyan run starts" in capsys.readouterr().err


def test_the_pins_are_shown_to_whoever_may_read_them(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = load_or_make(tmp_path / "data")
    assert queyan("pins", settings=settings) == 0
    words = capsys.readouterr().out.split()
    assert words == ["players", made.seat_pin, "table", made.table_pin, "set-up", made.setup_pin]


def test_of_a_spoiled_log_all_before_that_is_written_out_and_doctor_says_so(
    settings: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    database = tmp_path / "data" / "queyan.sqlite3"
    with closing(sqlite3.connect(database)) as raw, raw:
        raw.execute("UPDATE events SET body = replace(body, '\"seq\":5', '\"seq\":6') WHERE seq = 5")
    assert queyan("export", settings=settings) == 1
    told = capsysbinary.readouterr()
    assert len(told.out.splitlines()) == 4
    assert told.err.decode().count("\n") == 1
    assert f"{database} can't be read: event 5 can't be read" in told.err.decode()
    queyan("doctor", settings=settings)
    assert "event 5 can't be read" in capsysbinary.readouterr().out.decode()
