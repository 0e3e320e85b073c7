"""A copy makes a working table of a new card: what lies beside the log is in it, and goes where it is missing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from table_daemon.care.backup import BackupPlan, plan_of, take_backup
from table_daemon.care.beside import Beside
from table_daemon.care.restore import restore
from table_daemon.care.room import UNLIMITED
from table_daemon.deploy import system_files
from table_daemon.settings import load_settings
from tests.care.kept_log import LOG, read_log, write_log

NOW = datetime(2026, 11, 30, 4)  # noqa: DTZ001 -- copies carry local time
TEMPLATE = Path(system_files.__file__).parent / "files" / "queyan.toml.in"


class Card:
    """A machine's files: its settings, which name its data directory, and what lies there."""

    def __init__(self, folder: Path, *, settings: str, data: Path) -> None:
        self.data = data
        self.file = folder / "etc" / "queyan.toml"
        self.file.parent.mkdir(parents=True)
        self.file.write_text(settings)

    @property
    def database(self) -> Path:
        return self.data / "queyan.sqlite3"

    @property
    def plan(self) -> BackupPlan:
        return plan_of(load_settings(self.file), self.data, self.file)

    def put_back(self, copy: Path) -> tuple[str, ...]:
        return restore(self.database, copy, NOW, UNLIMITED, settings_file=self.file).beside


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def old(tmp_path: Path, data: Path) -> Card:
    """A table that was set up: calibrated on the set-up page, its tiles named by the settings."""
    text = f'[store]\ndata_dir = "{data}"\n[vision]\ntile_set = "home.tiles"\n[backup]\nfolder = "{tmp_path}/stick"\n'
    card = Card(tmp_path / "old", settings=text, data=data)
    write_log(card.database)
    (data / "calibration.json").write_bytes(b"where it lies")
    (card.file.parent / "home.tiles").write_bytes(b"\x00tiles\xff")
    return card


@pytest.fixture
def copy(old: Card, tmp_path: Path, data: Path) -> Path:
    """A copy of it; the card it was taken from is gone."""
    taken = take_backup(old.database, old.plan, NOW, UNLIMITED)
    assert taken.beside == (Beside.CALIBRATION, Beside.TILE_SET, Beside.SETTINGS)
    data.rename(tmp_path / "dead")
    return taken.path


@pytest.fixture
def fresh(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Card:
    """A machine on which the installer has just been."""
    monkeypatch.setenv("QUEYAN_STORE__DATA_DIR", str(data))
    return Card(tmp_path / "new", settings=TEMPLATE.read_text(encoding="utf-8"), data=data)


def test_a_new_card_becomes_the_old_table(old: Card, copy: Path, fresh: Card) -> None:
    said = fresh.put_back(copy)
    assert read_log(fresh.database) == LOG
    assert (fresh.data / "calibration.json").read_bytes() == b"where it lies"
    assert (fresh.data / "own.tiles").read_bytes() == b"\x00tiles\xff"
    assert fresh.file.read_text() == old.file.read_text()
    assert [line.endswith("of the copy") for line in said] == [True] * 3
    assert {path.name for path in fresh.data.iterdir()} == {"queyan.sqlite3", "calibration.json", "own.tiles"}
    assert [path.name for path in fresh.file.parent.iterdir()] == ["queyan.toml"]
    again = take_backup(fresh.database, fresh.plan, NOW, UNLIMITED)
    assert set(again.beside) == set(Beside)


def test_the_restored_log_is_a_log_alone(copy: Path, fresh: Card) -> None:
    fresh.put_back(copy)
    with closing(sqlite3.connect(fresh.database)) as log, closing(sqlite3.connect(copy)) as source:
        tables = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        assert {*log.execute(tables)} == {*source.execute(tables)} - {("beside",)}


def test_what_is_there_stays(copy: Path, fresh: Card) -> None:
    fresh.data.mkdir()
    (fresh.data / "calibration.json").write_bytes(b"where it lies now")
    fresh.file.write_text("[backup]\nhour = 5\n")
    said = "\n".join(fresh.put_back(copy))
    assert (fresh.data / "calibration.json").read_bytes() == b"where it lies now"
    assert f"{fresh.data / 'calibration.json'} stays as it is" in said
    assert fresh.file.read_text() == "[backup]\nhour = 5\n"
    beside = fresh.file.with_name("queyan.toml.of-copy")
    assert str(beside) in said
    assert "home.tiles" in beside.read_text()


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda text: text + "colour = 3\n", id="of another version"),
        pytest.param(lambda text: text.replace("/data", "/elsewhere"), id="of another data directory"),
    ],
)
def test_settings_that_would_not_find_the_log_are_only_laid_beside(
    old: Card, data: Path, tmp_path: Path, spoil: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = old.plan
    old.file.write_text(spoil(old.file.read_text()))
    copied = take_backup(old.database, plan, NOW, UNLIMITED).path
    data.rename(tmp_path / "dead")
    monkeypatch.delenv("QUEYAN_STORE__DATA_DIR", raising=False)
    fresh = Card(tmp_path / "new", settings=TEMPLATE.read_text(encoding="utf-8"), data=data)
    said = fresh.put_back(copied)
    assert fresh.file.read_text(encoding="utf-8") == TEMPLATE.read_text(encoding="utf-8")
    assert "stay as they are" in said[-1]


def test_a_copy_without_anything_beside_the_log_is_as_good(fresh: Card, tmp_path: Path) -> None:
    plain = take_backup(
        write_log(tmp_path / "log"), BackupPlan(folder=tmp_path, other_disk=False, daily=1, weekly=0), NOW, UNLIMITED
    )
    assert plain.beside == ()
    assert fresh.put_back(plain.path) == ()
    assert read_log(fresh.database) == LOG


def test_what_is_made_on_the_setup_page_goes_before_what_the_settings_name(old: Card, fresh: Card) -> None:
    plan = old.plan
    (old.data / "own.tiles").write_bytes(b"learnt while the daemon runs")
    copied = take_backup(old.database, plan, NOW, UNLIMITED).path
    old.data.rename(old.data.with_name("dead"))
    fresh.put_back(copied)
    assert (fresh.data / "own.tiles").read_bytes() == b"learnt while the daemon runs"
