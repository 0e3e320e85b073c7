"""A recording kept for months: appended, turned over, and given up without harm."""

from pathlib import Path

from firmware_bridge.capture import read_capture
from firmware_bridge.direction import Direction
from firmware_bridge.errors import CaptureError
from firmware_bridge.stream_file import StreamFile


def lines_of(path: Path) -> list[bytes]:
    with path.open(encoding="utf-8", newline="") as file:
        return [line.line for line in read_capture(file)]


def test_a_second_start_goes_on_with_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "link.csv"
    for start in range(2):
        kept = StreamFile(path)
        kept.hear(start, Direction.RX, b"one\nrest")
        kept.close()
        kept.close()  # twice is once
    assert lines_of(path) == [b"one", b"rest"] * 2


def test_a_row_that_a_power_cut_tore_does_not_spoil_the_next_evening(tmp_path: Path) -> None:
    path = tmp_path / "link.csv"
    path.write_text('t_ms,direction,line\n1,rx,one\n2,rx,"$E,1', encoding="utf-8")
    kept = StreamFile(path)
    kept.hear(3, Direction.RX, b"two\n")
    kept.close()
    bad: list[CaptureError] = []
    with path.open(encoding="utf-8", newline="") as file:
        assert [line.line for line in read_capture(file, on_bad=bad.append)] == [b"one", b"two"]
    assert len(bad) == 1


def test_a_large_file_is_turned_over_and_one_older_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "link.csv"
    kept = StreamFile(path, max_bytes=200)
    for number in range(100):
        kept.hear(number, Direction.RX, b"line %d\n" % number)
    kept.close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.csv", "link.csv.1"]
    assert all(each.stat().st_size < 300 for each in tmp_path.iterdir())
    assert lines_of(path)[-1] == b"line 99"


def test_a_place_that_cannot_be_written_is_told_and_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    kept = StreamFile(tmp_path / "file" / "link.csv")
    for _ in range(3):
        kept.hear(0, Direction.RX, b"x\n")
    assert "no longer recorded" in str(kept.problem)
    kept.close()


def test_a_disk_that_fails_in_the_middle(tmp_path: Path) -> None:
    kept = StreamFile(Path("/dev/full"))
    kept.hear(0, Direction.RX, b"x\n")
    assert "No space left" in str(kept.problem)
    kept.close()
    assert list(tmp_path.iterdir()) == []
