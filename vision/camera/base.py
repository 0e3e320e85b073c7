"""What every camera gives and how it is asked. No kind of camera in particular."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class CameraImage:
    """One picture as it arrived."""

    image_id: int
    """Grows with each picture of a run; may skip numbers where pictures were dropped."""
    t_ms: int
    """Capture time on the source's clock."""
    pixels: Pixels
    """BGR, 8 bits."""
    link_seq: int | None = None
    """The last message the table's controller had sent when the picture was taken, where the source knows it."""

    def age_ms(self, now_ms: int) -> int:
        """Return how old the picture is on the same clock."""
        return max(0, now_ms - self.t_ms)


class Camera(Protocol):
    """A source of pictures."""

    async def next_image(self) -> CameraImage | None:
        """Wait for a picture newer than the last one and return it; None when the source has ended for good.

        Raises CameraUnavailableError when none comes; asking again tries again.
        """

    async def consumed(self, image: CameraImage) -> None:
        """Tell the source that the picture has been dealt with; a source in lock-step goes on only then."""

    async def close(self) -> None:
        """Let go of the device; may be called twice."""
