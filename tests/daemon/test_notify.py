"""What systemd is told, word by word, and what it is not told when nobody listens."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from table_daemon.notify import Supervisor
from tests.daemon.supervising import FakeSupervisor


def test_each_word_is_one_datagram(tmp_path: Path) -> None:
    with FakeSupervisor(tmp_path, watchdog_s=10) as fake:
        supervisor = Supervisor.of(fake.environ, pid=1)
        assert supervisor.listens
        assert supervisor.watchdog_s == 10
        supervisor.ready()
        supervisor.alive()
        supervisor.status("two\nlines")
        supervisor.status("two lines")
        supervisor.stopping()
        assert fake.hear() == ["READY=1", "WATCHDOG=1", "STATUS=two lines", "STOPPING=1"]


def test_a_name_with_an_at_sign_is_an_abstract_one(tmp_path: Path) -> None:
    name = f"queyan-test-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0{name}")
        Supervisor.of({"NOTIFY_SOCKET": f"@{name}"}, pid=1).ready()
        assert listener.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"WATCHDOG_USEC": ""},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "2"},
    ],
)
def test_no_sign_of_life_is_owed_unless_it_is_asked_for(environ: dict[str, str]) -> None:
    supervisor = Supervisor.of(environ, pid=1)
    assert not supervisor.listens
    assert supervisor.watchdog_s is None
    supervisor.ready()


def test_a_supervisor_that_is_gone_is_told_of_once_and_holds_nobody_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    supervisor = Supervisor(str(tmp_path / "gone"))
    supervisor.alive()
    supervisor.alive()
    assert [record.message for record in caplog.records] == [
        "the service manager cannot be told (No such file or directory)"
    ]


def test_a_supervisor_that_does_not_read_holds_nobody_up(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with FakeSupervisor(tmp_path, watchdog_s=1) as fake:
        supervisor = Supervisor.of(fake.environ, pid=1)
        for _ in range(10_000):
            supervisor.alive()
            if caplog.records:
                break
        assert "cannot be told" in caplog.text
        fake.hear()
        caplog.clear()
        supervisor.alive()
        assert fake.hear() == ["WATCHDOG=1"]
        assert caplog.text == ""
