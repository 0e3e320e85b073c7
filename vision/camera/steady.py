"""Keeps a USB camera's exposure, focus and white balance where they are once the picture has settled.

A camera that hunts for any of them in mid-hand looks like a table that moves. What the settings fix is set at once;
the rest is left to the camera until it has settled and then held, also when the camera was lost and comes back.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from vision.camera.v4l2 import Control, Controls

_FIFTY_HERTZ = 1
_BY_HAND, _BY_CAMERA = 1, 3
"""Exposure: set by hand, and by the camera with its iris as it is."""
_UNIT_US = 100
"""The control counts exposure in this unit."""


@dataclass(frozen=True, slots=True)
class FixedLook:
    """What the settings fix; None leaves it to the camera."""

    exposure_us: int | None = None
    focus: int | None = None
    white_balance_k: int | None = None
    hold: bool = True
    """Hold what the camera has found for itself once it has settled."""


LEFT_TO_ITSELF = FixedLook()
"""Nothing is fixed beforehand; what the camera finds is held."""


class SteadyLook:
    """Turns the controls of one camera, opened any number of times."""

    def __init__(
        self, look: FixedLook, *, settle_s: float = 4.0, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._look = look
        self._settle_s = settle_s
        self._monotonic = monotonic
        self._held: dict[Control, int] = {}
        if look.exposure_us is not None:
            self._held[Control.EXPOSURE_100US] = max(1, round(look.exposure_us / _UNIT_US))
        if look.focus is not None:
            self._held[Control.FOCUS] = look.focus
        if look.white_balance_k is not None:
            self._held[Control.WHITE_BALANCE_K] = look.white_balance_k
        self._holds_at_s: float | None = None

    def opened(self, controls: Controls) -> None:
        """Set a camera that has just been opened: 50 Hz lamps, what is held by hand, the rest left to itself."""
        controls.set(Control.POWER_LINE_FREQUENCY, _FIFTY_HERTZ)
        # Else a camera in a dim room takes fewer pictures than it was asked for.
        controls.set(Control.EXPOSURE_MAY_SLOW_DOWN, 0)
        for control, (switch, by_hand, by_camera) in _SWITCHES.items():
            if control in self._held:
                controls.set(switch, by_hand)
                controls.set(control, self._held[control])
            else:
                controls.set(switch, by_camera)
        if Control.GAIN in self._held:
            controls.set(Control.GAIN, self._held[Control.GAIN])
        self._holds_at_s = self._monotonic() + self._settle_s if self._look.hold else None

    def picture_taken(self, controls: Controls) -> None:
        """Hold what the camera has found for itself, once it has had the time."""
        if self._holds_at_s is None or self._monotonic() < self._holds_at_s:
            return
        self._holds_at_s = None
        for control, (switch, by_hand, _) in _SWITCHES.items():
            found = controls.get(control)
            if control in self._held or found is None:
                continue
            if control is Control.EXPOSURE_100US and (gain := controls.get(Control.GAIN)) is not None:
                self._held[Control.GAIN] = gain
            self._held[control] = found
            controls.set(switch, by_hand)
            controls.set(control, found)
        if Control.GAIN in self._held:
            controls.set(Control.GAIN, self._held[Control.GAIN])


_SWITCHES: dict[Control, tuple[Control, int, int]] = {
    Control.EXPOSURE_100US: (Control.EXPOSURE_AUTO, _BY_HAND, _BY_CAMERA),
    Control.WHITE_BALANCE_K: (Control.WHITE_BALANCE_AUTO, 0, 1),
    Control.FOCUS: (Control.FOCUS_AUTO, 0, 1),
}
"""Each value's switch between hand and camera, and the switch's two positions."""
