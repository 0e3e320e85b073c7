"""The units as systemd reads them: sound, closed, and as the page of installing says."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.probe import BOARDS
from table_daemon.deploy import system_files
from table_daemon.pulse import LIMITS_S

FILES = Path(system_files.__file__).parent / "files"
UNITS = sorted(FILES.glob("*.service"))
MOST_EXPOSED = 3.3
"""On systemd's scale from 0 to 10, where 10 is a program of root's without any wall."""


def _analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def _keys(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture(scope="module")
def daemon_unit() -> dict[str, list[str]]:
    return _keys((FILES / "queyan.service").read_text(encoding="utf-8"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_finds_nothing_wrong(unit: Path, tmp_path: Path) -> None:
    copy = tmp_path / unit.name
    # The programs are not installed here; everything else is as it is.
    copy.write_text(
        re.sub(r"/opt/queyan/\w+/bin/queyan", "/bin/true", unit.read_text(encoding="utf-8")), encoding="utf-8"
    )
    done = _analyze("verify", "--man=no", str(copy))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_the_exposure_is_what_the_page_says(unit: Path, repository: Path) -> None:
    done = _analyze("security", "--offline=true", "--no-pager", str(unit))
    found = re.search(rf"exposure level for {unit.name}: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) <= MOST_EXPOSED
    page = (repository / "hardware_docs" / "install.md").read_text(encoding="utf-8")
    said = re.search(rf"^\| `{unit.name}` \| (\d\.\d) \|", page, re.MULTILINE)
    assert said is not None
    # Other systemd versions count other lines.
    assert abs(float(said[1]) - float(found[1])) <= 0.3


def test_the_devices_stay_within_reach(daemon_unit: dict[str, list[str]]) -> None:
    assert "PrivateDevices" not in daemon_unit
    assert "DynamicUser" not in daemon_unit
    assert "SupplementaryGroups" not in daemon_unit
    assert daemon_unit["DevicePolicy"] == ["closed"]
    allowed = {value.split()[0] for value in daemon_unit["DeviceAllow"]}
    assert {"char-ttyACM", "char-ttyUSB", "char-gpiochip", "char-video4linux", "char-media", "char-dma_heap"} <= allowed


def test_the_working_directory_can_be_written(daemon_unit: dict[str, list[str]]) -> None:
    assert daemon_unit["StateDirectory"] == ["queyan"]
    assert daemon_unit["WorkingDirectory"] == ["/var/lib/queyan"]


def test_the_watchdog_notices_fifteen_seconds_and_waits_for_no_limit_of_a_part(
    daemon_unit: dict[str, list[str]],
) -> None:
    assert daemon_unit["Type"] == ["notify"]
    assert float(daemon_unit["WatchdogSec"][0]) < 15
    assert min(LIMITS_S.values()) >= float(daemon_unit["WatchdogSec"][0])


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_every_wall_has_its_reason(unit: Path) -> None:
    walls = re.compile(
        r"^(Protect|Restrict|Private|System|Device|Capability|Lock|Memory|NoNew|IPAddress|UMask)", re.MULTILINE
    )
    for block in unit.read_text(encoding="utf-8").split("\n\n"):
        assert not walls.search(block) or "#" in block, block


def test_the_rule_names_the_boards_that_the_bridge_knows() -> None:
    rule = (FILES / "60-queyan.rules").read_text(encoding="utf-8")
    vendor = re.search(r'ATTRS\{idVendor\}=="(\w+)"', rule)
    products = re.search(r'ATTRS\{idProduct\}=="([\w|]+)"', rule)
    assert vendor is not None
    assert products is not None
    assert {(vendor[1], product) for product in products[1].split("|")} == {(b.vendor, b.product) for b in BOARDS}
    assert 'SYMLINK+="mahjong-tap"' in rule
