"""The sign of life: given while every part gets on with its work, withheld while one does not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from table_daemon.notify import Supervisor
from table_daemon.pulse import LIMITS_S, Pulse, Vital, keep_telling, status_line
from table_daemon.views import HealthItem, HealthLevel, HealthPart, HealthView
from tests.daemon.supervising import FakeSupervisor

WELL = HealthView()


class HandPulse(Pulse):
    """A pulse whose time is set by hand, and that counts how often it is felt."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.felt = 0
        super().__init__(lambda: self.now_s)

    def late(self) -> tuple[Vital, ...]:
        self.felt += 1
        return super().late()


def test_a_part_that_never_spoke_owes_nothing() -> None:
    pulse = HandPulse()
    pulse.now_s += 1e6
    assert pulse.late() == ()


@pytest.mark.parametrize("part", list(Vital))
def test_a_part_that_works_in_turns_is_late_only_after_its_limit(part: Vital) -> None:
    pulse = HandPulse()
    pulse.beat(part)
    pulse.now_s += LIMITS_S[part]
    assert pulse.late() == ()
    pulse.now_s += 0.1
    assert pulse.late() == (part,)
    pulse.beat(part)
    assert pulse.late() == ()


def test_work_is_late_while_it_lasts_and_owes_nothing_when_it_failed() -> None:
    pulse = HandPulse()

    def fail() -> None:
        with pulse.working(Vital.VISION):
            pulse.now_s += LIMITS_S[Vital.VISION] + 1
            assert pulse.late() == (Vital.VISION,)
            raise ValueError("spoiled")

    with pytest.raises(ValueError, match="spoiled"):
        fail()
    pulse.now_s += 1e6
    assert pulse.late() == ()


def test_the_watchdog_is_fed_until_a_part_hangs_and_again_when_it_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pulse = HandPulse()

    async def story(fake: FakeSupervisor) -> None:
        telling = asyncio.ensure_future(keep_telling(Supervisor.of(fake.environ, pid=1), pulse, lambda: WELL))
        await _heard(fake, "WATCHDOG=1")
        pulse.beat(Vital.LINK)
        pulse.now_s += LIMITS_S[Vital.LINK] + 1
        await _heard(fake, "STATUS=link hangs")
        felt = pulse.felt
        while pulse.felt < felt + 3:  # noqa: ASYNC110 -- it counts, it does not tell
            await asyncio.sleep(0.001)
        assert fake.hear() == []
        pulse.beat(Vital.LINK)
        await _heard(fake, "WATCHDOG=1")
        telling.cancel()

    with FakeSupervisor(tmp_path, watchdog_s=0.03) as fake:
        asyncio.run(story(fake))
    assert [record.message for record in caplog.records] == [
        "no sign of life from link; the service manager will start queyan anew"
    ]


def test_where_nobody_listens_nothing_is_kept_running() -> None:
    asyncio.run(asyncio.wait_for(keep_telling(Supervisor(""), Pulse(), lambda: WELL), timeout=5))


def test_the_status_line_names_what_is_wrong() -> None:
    camera = HealthItem(part=HealthPart.CAMERA, level=HealthLevel.BAD, message="no camera at x")
    link = HealthItem(part=HealthPart.LINK, level=HealthLevel.OFF)
    view = HealthView(items=(camera, link))
    assert status_line(view) == "camera bad: no camera at x"
    assert status_line(view, (Vital.STORE,)) == "store hangs; camera bad: no camera at x"


async def _heard(fake: FakeSupervisor, word: str) -> None:
    """Wait until a word comes that was not heard before."""
    async with asyncio.timeout(10):
        while word not in fake.hear():  # noqa: ASYNC110 -- a real socket, read as it comes
            await asyncio.sleep(0.001)
