"""What the kernel tells of a disk: read-only, full, failing; and how it is told to people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from table_daemon.care.disk import DiskState, is_read_only, judge_disk, kernel_errors, noted_errors, read_disk
from table_daemon.doctor_machine import this_machine
from table_daemon.views import HealthLevel

if TYPE_CHECKING:
    from collections.abc import Sequence

FINE = DiskState(read_only=False, free_bytes=5_000_000_000, errors=0)
FOLDER = Path("/var/lib/queyan")
FLOOR = 300_000_000

MOUNTS = """\
/dev/mmcblk0p2 / ext4 ro,noatime,errors=remount-ro 0 0
proc /proc proc rw,relatime 0 0
/dev/mmcblk0p3 /data ext4 rw,noatime 0 0
/dev/sda1 /media/my\\040stick vfat ro,relatime 0 0
overlay /srv overlay ro 0 0
tmpfs /srv tmpfs rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "read_only"),
    [
        ("/var/lib/queyan", True),
        ("/data", False),
        ("/data/queyan", False),
        ("/database", True),
        ("/media/my stick/queyan", True),
        ("/srv/x", False),  # what was mounted last lies on top
    ],
)
def test_the_mount_that_holds_the_folder_counts(folder: str, read_only: bool) -> None:  # noqa: FBT001 -- a column
    assert is_read_only(MOUNTS, Path(folder)) is read_only


def test_an_option_that_only_names_ro_is_none() -> None:
    assert not is_read_only("/dev/a / ext4 rw,errors=remount-ro 0 0", Path("/x"))
    assert not is_read_only("rubbish\n\n", Path("/x"))


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("[ 12.3] mmc0: error -110 whilst initialising SD card", 1),
        ("[ 99.1] mmcblk0: error -110 sending status command", 1),
        ("[ 99.2] blk_update_request: I/O error, dev mmcblk0, sector 123", 1),
        ("[ 99.2] Buffer I/O error on dev mmcblk0p2, logical block 0", 1),
        ("[ 99.3] EXT4-fs error (device mmcblk0p2): ext4_find_entry:1455", 1),
        ("[ 99.4] EXT4-fs (mmcblk0p2): Remounting filesystem read-only", 1),
        ("[ 99.5] mmc0: Timeout waiting for hardware interrupt", 1),
        ("[ 1.0] mmc0: new high speed SDXC card at address aaaa", 0),
        ("[ 1.0] EXT4-fs (mmcblk0p2): mounted filesystem with ordered data mode. Opts: errors=remount-ro", 0),
        ("[ 1.0] usb 1-1: device descriptor read/64, error -71", 0),
    ],
)
def test_the_kernels_lines(line: str, counts: int) -> None:
    assert kernel_errors(lambda _command: f"[ 0.0] Booting\n{line}") == counts


def test_a_kernel_log_that_may_not_be_read_says_nothing() -> None:
    assert kernel_errors(lambda _command: None) == 0


def test_file_systems_note_their_errors(tmp_path: Path) -> None:
    for name, count in (("mmcblk0p2", "3\n"), ("sda1", "0\n"), ("features", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "errors_count").write_text(count)
    assert noted_errors(tmp_path) == 3
    assert noted_errors(tmp_path / "none") == 0


@pytest.mark.parametrize(
    ("state", "level", "words"),
    [
        (FINE, HealthLevel.OK, ""),
        (replace(FINE, read_only=True), HealthLevel.BAD, "is read-only"),
        (replace(FINE, free_bytes=1_000_000), HealthLevel.BAD, "is full, 1 MB left"),
        (replace(FINE, free_bytes=100_000_000), HealthLevel.WARN, "100 MB left"),
        (replace(FINE, errors=2), HealthLevel.WARN, "has failed 2 times"),
    ],
)
def test_each_trouble_is_told_with_its_cure(state: DiskState, level: HealthLevel, words: str) -> None:
    finding = judge_disk(state, FOLDER, leave_free_bytes=FLOOR)
    assert finding.level is level
    assert words in finding.what
    assert bool(finding.cure) is bool(finding.cure_zh) is bool(finding.what_zh) is (level is not HealthLevel.OK)


def test_a_machine_laid_out_for_the_test_is_read(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "mounts").write_text("/dev/a / ext4 ro 0 0\n")
    (tmp_path / "sys/fs/ext4/a").mkdir(parents=True)
    (tmp_path / "sys/fs/ext4/a/errors_count").write_text("7")
    machine = replace(this_machine({}), root=tmp_path, free_bytes=lambda _path: 42)
    assert read_disk(machine, FOLDER) == DiskState(read_only=True, free_bytes=42, errors=7)


def test_a_disk_that_is_gone_counts_as_full(tmp_path: Path) -> None:
    def gone(_path: Path) -> int:
        raise OSError(5, "Input/output error")

    assert read_disk(replace(this_machine({}), root=tmp_path, free_bytes=gone), FOLDER).free_bytes == 0


def test_this_machine_answers(tmp_path: Path) -> None:
    def no_tool(_command: Sequence[str]) -> None:
        return None

    state = read_disk(replace(this_machine({}), run=no_tool), tmp_path / "yet" / "to" / "be")
    assert state.free_bytes > 0
    assert not state.read_only
