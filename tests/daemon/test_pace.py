"""How often is looked: by the time a look takes and by the machine's heat."""

import asyncio
import shutil
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon import heat
from table_daemon.pace import GEARS, PacedCamera, rest_s
from tests.daemon.doubles import grey
from vision.camera.base import CameraImage

seconds = st.floats(0.0, 5.0)
degrees = st.none() | st.floats(0.0, 100.0)


@pytest.mark.parametrize(
    ("took_s", "celsius", "rest"),
    [(0.0, None, 0.1), (0.004, 40.0, 0.096), (0.2, 69.9, 0.05), (0.2, 75.0, 0.3), (0.2, 80.0, 0.8), (0.0, 85.0, 0.5)],
)
def test_the_rest_after_a_look(took_s: float, celsius: float | None, rest: float) -> None:
    assert rest_s(took_s, celsius) == pytest.approx(rest)


@given(took_s=seconds, celsius=degrees)
def test_looking_never_takes_more_than_its_share(took_s: float, celsius: float | None) -> None:
    rest = rest_s(took_s, celsius)
    assert rest >= 0
    assert took_s <= GEARS[0].share * (took_s + rest) + 1e-5


@given(took_s=seconds, cooler=st.floats(0.0, 100.0), hotter=st.floats(0.0, 100.0))
def test_a_hotter_machine_never_rests_less(took_s: float, cooler: float, hotter: float) -> None:
    cooler, hotter = sorted((cooler, hotter))
    assert rest_s(took_s, cooler) <= rest_s(took_s, hotter)


@dataclass
class Surroundings:
    """A camera, a clock that runs only while somebody looks or rests, and a processor."""

    celsius: float | None = 50.0
    now_s: float = 0.0
    asked: int = 0
    rests: list[float] = field(default_factory=list)
    closed: bool = False

    async def next_image(self) -> CameraImage:
        return CameraImage(1, 0, grey())

    async def consumed(self, image: CameraImage) -> None:
        pass

    async def close(self) -> None:
        self.closed = True

    def read_celsius(self) -> float | None:
        self.asked += 1
        return self.celsius

    async def sleep(self, pause_s: float) -> None:
        self.rests.append(round(pause_s, 3))
        self.now_s += pause_s


def test_each_look_is_followed_by_its_rest_and_the_heat_is_read_now_and_then() -> None:
    around = Surroundings()
    camera = PacedCamera(around, around.read_celsius, monotonic=lambda: around.now_s, sleep=around.sleep)

    async def look(took_s: float) -> None:
        image = await camera.next_image()
        assert image is not None
        around.now_s += took_s
        await camera.consumed(image)

    async def story() -> None:
        await look(0.02)
        await look(0.4)
        around.celsius = 82.0
        await look(0.02)
        around.now_s += 10.0
        await look(0.02)
        await camera.close()

    asyncio.run(story())
    assert around.rests == [0.08, 0.1, 0.08, 0.48]
    assert around.asked == 2
    assert around.closed


def test_a_machine_without_the_tool_tells_no_temperature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert heat.read_celsius() is None
    monkeypatch.setattr(shutil, "which", lambda _name: "/bin/false")
    assert heat.read_celsius() is None
    monkeypatch.setattr(shutil, "which", lambda _name: "/bin/echo")
    assert heat.read_celsius() is None
