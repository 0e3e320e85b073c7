"""Measures how good the pictures are before every hand and puts it on the health board."""

import asyncio
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from table_daemon.health import HealthBoard
from table_daemon.steadiness import Standing
from table_daemon.views import HealthFigure, HealthLevel, HealthPart
from vision.camera.base import CameraImage
from vision.quality import Finding, judge, measure

_AGAIN_MS = 60_000
"""Light and focus change within a hand and between two, and people who set them up watch the page meanwhile."""
_BAD_AGAIN_MS = 10_000
"""While something is wrong people want to see whether what they did has helped."""

FeltOf = Callable[[int, int], NDArray[np.float64] | None]
"""The felt's corners (4, 2) in pictures of a width and height, where they are known without looking."""


class Inspector:
    """Knows when a picture is due to be measured; told of still pictures without hands only."""

    def __init__(
        self,
        board: HealthBoard,
        felt_of: FeltOf,
        *,
        felt_side_mm: float,
        now_ms: Callable[[], int] | None = None,
    ) -> None:
        """``now_ms`` is the clock by which pictures are stamped; None where it is not ours to read."""
        self._board = board
        self._felt_of = felt_of
        self._felt_side_mm = felt_side_mm
        self._now_ms = now_ms
        self._last: tuple[int, int] | None = None
        """The hand before which was measured, and when."""
        self._bad = False

    async def see(self, image: CameraImage, *, hand: int, t_ms: int, standing: Standing | None = None) -> None:
        """Measure a picture, off the event loop, if one is due, and tell the board.

        ``standing`` is what the eye knows of the camera and the table.
        """
        if not self.is_due(hand=hand, t_ms=t_ms):
            return
        self._last = (hand, t_ms)
        age_ms = 0 if self._now_ms is None else image.age_ms(self._now_ms())
        figures = await asyncio.to_thread(
            measure,
            image.pixels,
            self._felt_px(image.pixels, standing),
            age_ms=age_ms,
            felt_side_mm=self._felt_side_mm,
            felt_lab=None if standing is None else standing.felt_lab,
            moved_px=None if standing is None else standing.moved_px,
        )
        self._tell(judge(figures))

    def _felt_px(self, pixels: NDArray[np.uint8], standing: Standing | None) -> NDArray[np.float64] | None:
        if standing is None:
            return self._felt_of(pixels.shape[1], pixels.shape[0])
        half = self._felt_side_mm / 2
        return standing.camera.project([(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)])

    def is_due(self, *, hand: int, t_ms: int) -> bool:
        """Whether a picture must be measured: another hand is coming, or long ago, or something was wrong."""
        if self._last is None or self._last[0] != hand:
            return True
        return not 0 <= t_ms - self._last[1] < (_BAD_AGAIN_MS if self._bad else _AGAIN_MS)

    def _tell(self, findings: tuple[Finding, ...]) -> None:
        bad = [finding for finding in findings if finding.bad]
        self._bad = bool(bad)
        self._board.tell(
            HealthPart.PICTURE,
            HealthLevel.WARN if bad else HealthLevel.OK,
            "; ".join(finding.advice for finding in bad),
            message_zh="；".join(finding.advice_zh for finding in bad),
            figures=tuple(_figure(finding) for finding in findings),
        )


def _figure(finding: Finding) -> HealthFigure:
    return HealthFigure(
        name=finding.concern.value,
        value=None if finding.value is None else round(finding.value, 3),
        limit=finding.limit,
        unit=finding.unit,
        bad=finding.bad,
        advice=finding.advice,
        advice_zh=finding.advice_zh,
    )
