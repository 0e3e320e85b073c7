"""How far the time of day may be believed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from table_daemon.care.clock import (
    LEAP_TOLD_MS,
    LeapWatch,
    ask_synchronised,
    chip_agrees,
    judge_clock,
    kernel_synchronised,
)

NOW = datetime(2026, 12, 1, tzinfo=UTC)
DAY_MS = 86_400_000


@pytest.mark.parametrize(
    ("now", "synchronised", "leap_ms", "words"),
    [
        (datetime(1970, 1, 1, tzinfo=UTC), False, 0, "shows 1970-01-01"),
        (datetime(1970, 1, 1, tzinfo=UTC), True, 0, "shows 1970-01-01"),
        (NOW, True, 730 * DAY_MS, "was set by +730 d"),
        (NOW, True, -3_600_000, "was set by -1 h"),
        (NOW, False, 0, "is not synchronised yet"),
    ],
)
def test_a_clock_that_cannot_be_believed(now: datetime, synchronised: bool, leap_ms: int, words: str) -> None:  # noqa: FBT001 -- a column
    finding = judge_clock(now, synchronised=synchronised, leap_ms=leap_ms)
    assert finding.at_fault
    assert words in finding.what
    assert finding.what_zh
    assert finding.cure
    assert finding.cure_zh


@pytest.mark.parametrize("synchronised", [True, None])
def test_a_clock_that_can(synchronised: bool | None) -> None:  # noqa: FBT001 -- a column
    assert not judge_clock(NOW, synchronised=synchronised).at_fault


def test_where_no_network_is_waited_for_a_clock_that_is_set_is_enough() -> None:
    finding = judge_clock(NOW, synchronised=False, is_enough=True)
    assert not finding.at_fault
    assert finding.what == "set, not synchronised"
    assert finding.what_zh
    assert judge_clock(datetime(1970, 1, 1, tzinfo=UTC), synchronised=False, is_enough=True).at_fault


@pytest.mark.parametrize(
    ("chips", "agrees"),
    [((), False), ((0,), True), ((3600,), False), ((3600, -59), True), (("no number",), False)],
)
def test_a_chip_vouches_for_the_time_that_it_gives(tmp_path: Path, chips: tuple[int | str, ...], agrees: bool) -> None:  # noqa: FBT001 -- a column
    for number, off in enumerate(chips):
        (tmp_path / f"rtc{number}").mkdir()
        said = off if isinstance(off, str) else f"{int(NOW.timestamp()) + off}\n"
        (tmp_path / f"rtc{number}" / "since_epoch").write_text(said)
    assert chip_agrees(tmp_path, NOW.timestamp()) is agrees


@pytest.mark.parametrize(
    ("answer", "kernel", "synchronised"),
    [("yes", False, True), ("no", True, False), (None, True, True), ("", False, False), ("Failed", None, None)],
)
def test_systemd_is_asked_first_and_then_the_kernel(
    answer: str | None,
    kernel: bool | None,  # noqa: FBT001 -- a column
    synchronised: bool | None,  # noqa: FBT001 -- a column
) -> None:
    assert ask_synchronised(lambda _command: answer, lambda: kernel) is synchronised


def test_the_kernel_answers_or_may_not_be_asked() -> None:
    assert kernel_synchronised() in {True, False, None}


class Clocks:
    """Looks once a second at two clocks."""

    def __init__(self) -> None:
        self.watch = LeapWatch()
        self.wall_ms, self.steady_ms = 1_796_000_000_000, 5_000

    def look(self, *, set_by_ms: int = 0, synchronised: bool | None = None) -> int:
        self.steady_ms += 1_000
        self.wall_ms += 1_000 + set_by_ms
        return self.watch.look(self.wall_ms, self.steady_ms, synchronised=synchronised)


class TestLeaps:
    def test_a_clock_that_goes_well_and_is_nudged(self) -> None:
        clocks = Clocks()
        assert not any(clocks.look(set_by_ms=40 if second % 2 else -30) for second in range(3_000))

    @pytest.mark.parametrize("by_ms", [730 * DAY_MS, -3_600_000, 60_000, -5_000])
    def test_set_and_set_back(self, by_ms: int) -> None:
        clocks = Clocks()
        assert clocks.look() == 0
        assert clocks.look(set_by_ms=by_ms) == by_ms
        assert clocks.look() == by_ms
        assert clocks.look(set_by_ms=-by_ms) == 0
        assert clocks.look() == 0

    def test_set_right_by_the_network(self) -> None:
        clocks = Clocks()
        clocks.look()
        assert clocks.look(set_by_ms=DAY_MS) == DAY_MS
        assert clocks.look(synchronised=True) == 0
        assert clocks.look() == 0

    def test_set_by_somebody_who_knows_the_time(self) -> None:
        clocks = Clocks()
        clocks.look()
        clocks.look(set_by_ms=DAY_MS)
        told = [clocks.look() for _ in range(LEAP_TOLD_MS // 1_000)]
        assert told[-2:] == [DAY_MS, 0]

    def test_set_for_the_first_time(self) -> None:
        clocks = Clocks()
        clocks.wall_ms = 60_000
        assert clocks.look() == 0
        assert clocks.look(set_by_ms=20_000 * DAY_MS + 730 * DAY_MS) == 0
        assert clocks.look() == 0
        assert clocks.look(set_by_ms=DAY_MS) == DAY_MS

    def test_set_twice(self) -> None:
        clocks = Clocks()
        clocks.look()
        clocks.look(set_by_ms=DAY_MS)
        assert clocks.look(set_by_ms=DAY_MS) == 2 * DAY_MS
