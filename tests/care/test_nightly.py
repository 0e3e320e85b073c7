"""The copy of the night: at its hour, never in mid-hand, made up for, tried again, and told on the health board."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from table_daemon.care.backup import BackupPlan
from table_daemon.care.copies import copies_in, name_of
from table_daemon.care.nightly import AGAIN, OLD, Nightly, judge_copies
from table_daemon.care.room import UNLIMITED
from table_daemon.health import HealthBoard
from table_daemon.views import HealthItem, HealthLevel, HealthPart
from tests.care.kept_log import write_log
from tests.daemon.doubles import health_of

EVENING = datetime(2026, 11, 30, 21)  # noqa: DTZ001 -- copies carry local time


class House:
    """A machine left on for days, looked after each minute."""

    def __init__(self, folder: Path, *, enabled: bool = True) -> None:
        self.database = write_log(folder / "data" / "queyan.sqlite3")
        self.plan = BackupPlan(folder=folder / "stick", other_disk=False, daily=3, weekly=0)
        self.board = HealthBoard(lambda: 0)
        self.quiet = True
        self.now = EVENING
        self.nightly = Nightly(
            self.database,
            self.plan if enabled else None,
            hour=4,
            board=self.board,
            room=UNLIMITED,
            is_quiet=lambda: self.quiet,
            note="" if enabled else "switched off",
        )

    def pass_by(self, span: timedelta, step: timedelta = timedelta(minutes=1)) -> None:
        async def go() -> None:
            end = self.now + span
            while self.now < end:
                self.now += step
                await self.nightly.look(self.now)

        asyncio.run(go())

    @property
    def copies(self) -> list[datetime]:
        return [copy.made for copy in copies_in(self.plan.folder)]

    @property
    def told(self) -> HealthItem:
        return health_of(self.board, HealthPart.BACKUP)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_the_first_copy_at_once_then_one_each_night(house: House) -> None:
    house.pass_by(timedelta(hours=50))
    night = EVENING.replace(hour=4, minute=0)
    assert house.copies == [
        EVENING + timedelta(minutes=1),
        night + timedelta(days=1),
        night + timedelta(days=2),
    ]
    assert house.told.level is HealthLevel.OK
    assert "newest copy 2026-12-02 04:00" in house.told.message


def test_nobody_is_disturbed_while_playing(house: House) -> None:
    house.quiet = False
    house.pass_by(timedelta(hours=12))
    assert house.copies == []
    house.quiet = True
    house.pass_by(timedelta(minutes=1))
    assert len(house.copies) == 1


def test_a_clock_that_was_never_set_makes_no_copies(house: House) -> None:
    house.now = datetime(1970, 1, 1, 12)  # noqa: DTZ001 -- same
    house.pass_by(timedelta(hours=1))
    assert house.copies == []


def test_a_clock_that_leaps_ahead_and_back_goes_on_copying(house: House) -> None:
    house.pass_by(timedelta(minutes=1))
    house.now += timedelta(days=730)
    house.pass_by(timedelta(hours=1))
    house.now -= timedelta(days=730)
    house.pass_by(timedelta(days=1))
    assert [made.year for made in house.copies].count(2028) == 1
    assert datetime(2026, 12, 1, 4) in house.copies  # noqa: DTZ001 -- same


def test_a_folder_that_cannot_be_written_is_told_and_tried_again(house: House) -> None:
    house.plan.folder.write_text("a file in the way")
    house.pass_by(timedelta(minutes=1))
    assert house.told.level is HealthLevel.WARN
    assert "check its owner, rights and space" in house.told.message
    assert house.told.message_zh
    house.plan.folder.unlink()
    house.pass_by(AGAIN - timedelta(minutes=1))
    assert house.copies == []
    house.pass_by(timedelta(minutes=2))
    assert len(house.copies) == 1
    assert "newest copy" in house.told.message


def test_a_log_without_a_new_copy_for_days_is_at_risk(house: House) -> None:
    house.plan.folder.mkdir()
    (house.plan.folder / name_of(EVENING - OLD - timedelta(hours=1))).touch()
    finding = judge_copies(house.plan, EVENING)
    assert finding.at_fault
    assert "the newest copy is of 2026-11-27" in finding.what
    assert "queyan backup" in finding.cure


def test_switched_off_it_says_so(tmp_path: Path) -> None:
    house = House(tmp_path, enabled=False)
    house.pass_by(timedelta(days=1))
    assert house.copies == []
    assert (house.told.level, house.told.message) == (HealthLevel.OFF, "switched off")


def test_before_the_first_game_there_is_nothing_to_copy(house: House) -> None:
    house.database.unlink()
    house.pass_by(timedelta(days=1))
    assert house.copies == []
    assert house.told.message == "no copy yet"
