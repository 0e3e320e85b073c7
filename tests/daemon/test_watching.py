"""The watch over a camera that does as it is told: pictures, silences, losses and the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.inspecting import Inspector
from table_daemon.looking import CAMERA_MOVED
from table_daemon.pictures import PictureKeeper
from table_daemon.pulse import LIMITS_S, Pulse, Vital, Working
from table_daemon.views import HealthLevel, HealthPart
from table_daemon.watching import Looker, Watch, WatchPatience
from table_daemon.witnesses import Witnesses
from tests.daemon.doubles import Desk, grey, health_of
from vision.camera.base import CameraImage
from vision.errors import CalibrationError, CameraUnavailableError, ModelError, UnreadableImageError, VisionError
from vision.observation import Observation, Side

LOST = CameraUnavailableError("no camera at /dev/v4l/by-id/x; plug it in")

Step: TypeAlias = CameraImage | VisionError | Callable[[], None] | None


def picture(image_id: int, *, width_px: int = 64) -> CameraImage:
    return CameraImage(image_id, 10_000 + image_id, grey(width_px, 48))


@dataclass
class ScriptedCamera:
    """Gives pictures, errors and the end as told; a callable step is run first, as something that happens meanwhile."""

    steps: list[Step]
    story: list[str]

    async def next_image(self) -> CameraImage | None:
        while self.steps:
            match self.steps.pop(0):
                case VisionError() as error:
                    raise error
                case CameraImage() as image:
                    return image
                case None:
                    return None
                case meanwhile:
                    meanwhile()
        await asyncio.Event().wait()  # hangs, as some drivers do
        raise AssertionError

    async def consumed(self, image: CameraImage) -> None:
        self.story.append(f"consumed {image.image_id}")

    async def close(self) -> None:
        self.story.append("closed")


class TellingWitnesses(Witnesses):
    """Notes what is seen."""

    story: list[str]

    def see(self, observation: Observation, image: NDArray[np.uint8]) -> None:
        self.story.append(f"seen {observation.image_id} at {observation.t_ms}")
        super().see(observation, image)


class NoEye:
    """Sees a table without tiles."""

    def __init__(self) -> None:
        pass

    trouble = ""
    note = ""
    standing = None

    def look(self, image: NDArray[np.uint8], *, t_ms: int, image_id: int) -> Observation:  # noqa: ARG002 - blind
        return Observation(t_ms, image_id, still=True)


@dataclass
class Scene:
    """A watch with everything around it, and the story of what happened in order."""

    steps: list[Step]
    make_eye: Callable[[int, int], Looker] = field(default=lambda _width, _height: NoEye())
    silence_s: float = 60.0
    working: Working = nullcontext

    def __post_init__(self) -> None:
        self.story: list[str] = []
        self.desk = Desk()
        self.camera = ScriptedCamera(self.steps, self.story)
        keeper = PictureKeeper(Path("unused"), keep=False, quota_bytes=1)
        witnesses = TellingWitnesses(Tracker(TableZones()), self.desk.service, keeper, seat0=Side.BOTTOM)
        witnesses.story = self.story
        self.watch = Watch(
            self.camera,
            self.make_eye,
            clock=self.desk.clock,
            board=self.desk.board,
            witnesses=witnesses,
            patience=WatchPatience(pause_s=0.0, silence_s=self.silence_s),
            working=self.working,
        )

    def run(self) -> None:
        asyncio.run(asyncio.wait_for(self.watch.run(), timeout=10))

    def note(self, part: HealthPart = HealthPart.CAMERA) -> Callable[[], None]:
        """A step that writes a part's health into the story."""
        return lambda: self.story.append(f"{part} {health_of(self.desk.board, part).level}")


def test_a_source_in_lock_step_goes_on_only_after_the_witnesses_were_told() -> None:
    scene = Scene([picture(1), picture(2), None])
    scene.run()
    assert scene.story == ["seen 1 at 10001", "consumed 1", "seen 2 at 10002", "consumed 2"]


def test_a_camera_lost_and_found_is_told_both_times() -> None:
    scene = Scene([])
    note = scene.note()
    scene.steps += [note, picture(1), note, LOST, note, LOST, note, picture(2), note, None]
    scene.run()
    assert [line for line in scene.story if line.startswith("camera")] == [
        "camera warn",
        "camera ok",
        "camera bad",
        "camera bad",
        "camera ok",
    ]
    assert "seen 2 at 10002" in scene.story


def test_the_end_of_the_pictures_is_told() -> None:
    scene = Scene([picture(1), None])
    scene.run()
    item = health_of(scene.desk.board, HealthPart.CAMERA)
    assert item.level is HealthLevel.WARN
    assert "end" in item.message


def test_a_spoiled_picture_is_passed_over() -> None:
    scene = Scene([UnreadableImageError("b.jpg is no picture"), picture(2), None])
    scene.run()
    assert scene.story == ["seen 2 at 10002", "consumed 2"]


def test_pictures_of_an_uncalibrated_table_are_let_go_and_the_reason_is_told_once() -> None:
    calls: list[tuple[int, int]] = []

    def unknown(width_px: int, height_px: int) -> Looker:
        calls.append((width_px, height_px))
        raise CalibrationError("the table is not calibrated")

    scene = Scene([picture(1), picture(2), None], make_eye=unknown)
    scene.run()
    assert scene.story == ["consumed 1", "consumed 2"]
    assert calls == [(64, 48)]
    item = health_of(scene.desk.board, HealthPart.CALIBRATION)
    assert (item.level, item.message) == (HealthLevel.BAD, "the table is not calibrated")


def test_a_missing_network_is_told_and_the_pages_live_on() -> None:
    def missing(_width_px: int, _height_px: int) -> Looker:
        raise ModelError("the network finder.onnx is missing; install the package again")

    scene = Scene([picture(1), None], make_eye=missing)
    scene.run()
    assert "finder.onnx" in health_of(scene.desk.board, HealthPart.CALIBRATION).message


def test_another_size_of_picture_gets_another_eye() -> None:
    sizes: list[int] = []

    def make(width_px: int, _height_px: int) -> Looker:
        sizes.append(width_px)
        return NoEye()

    scene = Scene([picture(1), picture(2), picture(3, width_px=32), None], make_eye=make)
    scene.run()
    assert sizes == [64, 32]
    assert health_of(scene.desk.board, HealthPart.CALIBRATION).level is HealthLevel.OK


def test_a_camera_that_hangs_is_told_while_the_daemon_lives() -> None:
    async def story(scene: Scene) -> None:
        told = asyncio.Event()
        scene.desk.service.subscribe(lambda state: told.set() if "for a while" in str(state.health) else None)
        watching = asyncio.create_task(scene.watch.run())
        await asyncio.wait_for(told.wait(), timeout=10)
        watching.cancel()
        await asyncio.wait([watching])

    scene = Scene([picture(1)], silence_s=0.01)
    asyncio.run(story(scene))
    assert scene.story == ["seen 1 at 10001", "consumed 1"]
    assert health_of(scene.desk.board, HealthPart.CAMERA).level is HealthLevel.WARN


def test_a_still_picture_is_measured_once_a_hand() -> None:
    scene = Scene([picture(1), picture(2), None])
    scene.watch._inspector = Inspector(scene.desk.board, lambda _width, _height: None, felt_side_mm=870.0)
    scene.run()
    assert health_of(scene.desk.board, HealthPart.PICTURE).figures


def test_a_picture_that_may_not_be_read_because_the_table_is_covered_is_measured_too() -> None:
    class Covered(NoEye):
        def look(self, image: NDArray[np.uint8], *, t_ms: int, image_id: int) -> Observation:  # noqa: ARG002 - blind
            return Observation(t_ms, image_id, still=False, problems=(CAMERA_MOVED,))

    scene = Scene([picture(1), None], make_eye=lambda _width, _height: Covered())
    scene.watch._inspector = Inspector(scene.desk.board, lambda _width, _height: None, felt_side_mm=870.0)
    scene.run()
    assert health_of(scene.desk.board, HealthPart.PICTURE).figures


def test_a_look_that_hangs_is_noticed_and_a_camera_that_hangs_is_not() -> None:
    now_s = 0.0
    pulse = Pulse(lambda: now_s)
    late: list[tuple[Vital, ...]] = []

    def hang() -> None:
        nonlocal now_s
        now_s += LIMITS_S[Vital.VISION] + 1
        late.append(pulse.late())

    class SlowEye(NoEye):
        def look(self, image: NDArray[np.uint8], *, t_ms: int, image_id: int) -> Observation:
            hang()
            return super().look(image, t_ms=t_ms, image_id=image_id)

    scene = Scene(
        [hang, picture(1), hang, LOST, hang, None],
        make_eye=lambda _width, _height: SlowEye(),
        working=lambda: pulse.working(Vital.VISION),
    )
    scene.run()
    assert late == [(), (Vital.VISION,), (), ()]
