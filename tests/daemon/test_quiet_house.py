"""Nothing leaves the house: neither the daemon nor the commands open a connection outward, or look up a name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.daemon import quiet_house
from tests.daemon.running import RunningDaemon

_HERE_4, _HERE_6 = "0100007F", "00000000000000000000000001000000"
"""As the kernel's tables write them."""


@pytest.mark.skipif(not quiet_house.is_possible(), reason="no network of its own can be made here")
def test_the_kernel_counts_no_try_to_leave_the_machine(tmp_path: Path, repository: Path) -> None:
    done = subprocess.run(
        quiet_house.in_own_network([sys.executable, "-m", "tests.daemon.quiet_house", str(tmp_path)]),
        capture_output=True,
        text=True,
        cwd=repository,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"lived": 0, "called": 2}


def test_every_socket_of_a_running_daemon_listens_or_stays_here(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path, quiet_house.SETTINGS) as daemon:
        for _ in range(20):
            daemon.get("/api/state")
            assert [far for far in daemon.far_ends() if far not in {_HERE_4, _HERE_6}] == []
        assert daemon.stop() == 0
