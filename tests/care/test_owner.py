"""What root does for the daemon's folder the daemon can use afterwards."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from table_daemon.care.backup import BackupPlan, take_backup
from table_daemon.care.claim import claimed
from table_daemon.care.restore import restore
from table_daemon.care.room import UNLIMITED
from tests.care.kept_log import LOG, write_log

NOW = datetime(2026, 11, 30, 20)  # noqa: DTZ001 -- names carry local time
DAEMON = (4711, 4712)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_everything_that_root_makes_there_is_the_daemons(tmp_path: Path) -> None:
    data = tmp_path / "data"
    database = write_log(data / "queyan.sqlite3")
    os.chown(data, *DAEMON)
    os.chown(database, *DAEMON)
    with claimed(data):
        plan = BackupPlan(folder=data / "backups", other_disk=False, daily=1, weekly=0)
        copy = take_backup(database, plan, NOW, UNLIMITED).path
        assert restore(database, copy, NOW, UNLIMITED).events == len(LOG)
    owners = {path: (path.stat().st_uid, path.stat().st_gid) for path in data.rglob("*")}
    assert len(owners) == 5
    assert set(owners.values()) == {DAEMON}
