"""Which knobs of a USB camera are turned when."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from vision.camera.steady import LEFT_TO_ITSELF, FixedLook, SteadyLook
from vision.camera.v4l2 import Control, V4l2Controls

FOUND = {Control.EXPOSURE_100US: 200, Control.GAIN: 12, Control.WHITE_BALANCE_K: 4200, Control.FOCUS: 35}


class Knobs:
    """A camera's controls; those it lacks are not taken."""

    def __init__(self, *, lacking: frozenset[Control] = frozenset()) -> None:
        self.values = {control: FOUND.get(control, 0) for control in Control if control not in lacking}

    def get(self, control: Control) -> int | None:
        return self.values.get(control)

    def set(self, control: Control, value: int) -> bool:
        if control in self.values:
            self.values[control] = value
        return control in self.values


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


AUTOMATIC = {Control.EXPOSURE_AUTO: 3, Control.WHITE_BALANCE_AUTO: 1, Control.FOCUS_AUTO: 1}
BY_HAND = {Control.EXPOSURE_AUTO: 1, Control.WHITE_BALANCE_AUTO: 0, Control.FOCUS_AUTO: 0}


def switches(knobs: Knobs) -> dict[Control, int]:
    return {control: knobs.values[control] for control in AUTOMATIC}


def test_what_the_camera_found_is_held_once_it_has_settled(clock: Callable[[], float]) -> None:
    assert isinstance(clock, Clock)
    knobs = Knobs()
    steady = SteadyLook(LEFT_TO_ITSELF, settle_s=4.0, monotonic=clock)
    steady.opened(knobs)
    assert knobs.values[Control.POWER_LINE_FREQUENCY] == 1
    assert switches(knobs) == AUTOMATIC
    clock.now_s = 3.9
    steady.picture_taken(knobs)
    assert switches(knobs) == AUTOMATIC
    clock.now_s = 4.0
    steady.picture_taken(knobs)
    assert switches(knobs) == BY_HAND
    assert {control: knobs.values[control] for control in FOUND} == FOUND


def test_a_camera_that_comes_back_gets_what_was_held(clock: Clock) -> None:
    steady = SteadyLook(LEFT_TO_ITSELF, settle_s=0.0, monotonic=clock)
    before = Knobs()
    steady.opened(before)
    steady.picture_taken(before)
    again = Knobs()
    again.values |= dict.fromkeys(FOUND, 1)
    steady.opened(again)
    assert switches(again) == BY_HAND
    assert {control: again.values[control] for control in FOUND} == FOUND


def test_what_the_settings_fix_is_set_at_once_and_the_rest_found(clock: Clock) -> None:
    knobs = Knobs()
    steady = SteadyLook(FixedLook(exposure_us=10_000, white_balance_k=5000), settle_s=1.0, monotonic=clock)
    steady.opened(knobs)
    assert knobs.values[Control.EXPOSURE_100US] == 100
    assert knobs.values[Control.WHITE_BALANCE_K] == 5000
    assert switches(knobs) == BY_HAND | {Control.FOCUS_AUTO: 1}
    clock.now_s = 1.0
    steady.picture_taken(knobs)
    assert switches(knobs) == BY_HAND
    assert knobs.values[Control.EXPOSURE_100US] == 100


def test_a_camera_may_be_left_to_itself(clock: Clock) -> None:
    knobs = Knobs()
    steady = SteadyLook(FixedLook(hold=False), settle_s=0.0, monotonic=clock)
    steady.opened(knobs)
    clock.now_s = 100.0
    steady.picture_taken(knobs)
    assert switches(knobs) == AUTOMATIC


def test_a_camera_without_focus_is_held_all_the_same(clock: Clock) -> None:
    knobs = Knobs(lacking=frozenset({Control.FOCUS, Control.FOCUS_AUTO, Control.GAIN}))
    steady = SteadyLook(LEFT_TO_ITSELF, settle_s=0.0, monotonic=clock)
    steady.opened(knobs)
    steady.picture_taken(knobs)
    assert knobs.values[Control.EXPOSURE_AUTO] == 1
    assert knobs.values[Control.WHITE_BALANCE_AUTO] == 0


def test_a_device_without_controls_lacks_them_all(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    for device in (tmp_path / "none", tmp_path / "video0", Path(os.devnull)):
        controls = V4l2Controls(device)
        assert controls.get(Control.FOCUS) is None
        assert not controls.set(Control.FOCUS, 3)
