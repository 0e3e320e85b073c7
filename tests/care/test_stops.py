"""How the last stop is known, counted and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from table_daemon.care.stops import (
    COUNT_NAME,
    MARKER_NAME,
    TOLD_MS,
    LastStop,
    Stops,
    begin,
    end,
    judge_stops,
    read_stops,
    this_boot,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_clean_stops_are_not_counted(tmp_path: Path) -> None:
    for _ in range(3):
        assert begin(tmp_path, boot_id="one") == Stops(LastStop.CLEAN, 0)
        end(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_kill_and_a_power_cut_are_told_apart_and_counted(tmp_path: Path) -> None:
    begin(tmp_path, boot_id="one")
    assert begin(tmp_path, boot_id="one") == Stops(LastStop.KILLED, 1)
    assert begin(tmp_path, boot_id="two") == Stops(LastStop.CUT, 2)
    end(tmp_path)
    assert begin(tmp_path, boot_id="two") == Stops(LastStop.CLEAN, 2)


@pytest.mark.parametrize("content", [b"", b"\0" * 40, b"{", b"[]", b"\xff"])
def test_files_that_a_power_cut_spoiled_do_not_keep_it_from_starting(tmp_path: Path, content: bytes) -> None:
    (tmp_path / MARKER_NAME).write_bytes(content)
    (tmp_path / COUNT_NAME).write_bytes(content)
    assert begin(tmp_path, boot_id="one") == Stops(LastStop.CUT, 1)
    assert begin(tmp_path, boot_id="one") == Stops(LastStop.KILLED, 2)


def test_a_disk_that_takes_no_note_keeps_nobody_from_playing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    gone = tmp_path / "gone"
    assert begin(gone, boot_id="one") == Stops(LastStop.CLEAN, 0)
    assert "can't be noted" in caplog.text
    end(gone)


def test_looking_changes_nothing(tmp_path: Path) -> None:
    begin(tmp_path, boot_id="one")
    assert read_stops(tmp_path, boot_id="two") == read_stops(tmp_path, boot_id="two") == Stops(LastStop.CUT, 1)


@pytest.mark.parametrize(("last", "words"), [(LastStop.CUT, "the power went"), (LastStop.KILLED, "was killed")])
def test_an_unsafe_stop_is_told_for_a_while_and_then_a_note(last: LastStop, words: str) -> None:
    finding = judge_stops(Stops(last, 3), running_ms=0)
    assert finding.at_fault
    assert words in finding.what
    assert "3 unsafe stops" in finding.what
    assert finding.cure
    later = judge_stops(Stops(last, 3), running_ms=TOLD_MS)
    assert not later.at_fault
    assert later.what == "3 unsafe stops in all"


def test_a_clean_stop_is_nothing_to_speak_of() -> None:
    assert judge_stops(Stops(LastStop.CLEAN, 0), running_ms=0).what == ""


def test_this_boot_has_a_name() -> None:
    assert this_boot() == this_boot() != ""
