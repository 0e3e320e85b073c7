"""What can go wrong between a picture and what it says. Messages name the thing, the place and the cure."""

from pathlib import Path


class VisionError(Exception):
    """Base of every error that vision raises on purpose; its text may be shown to a user."""

    def __init__(self, text: str = "", *, zh: str = "") -> None:
        super().__init__(text)
        self.zh = zh
        """The same in Chinese, where people read it on a page."""


class UnreadableImageError(VisionError):
    """A file is not a picture that can be read."""


class RefusedImageError(UnreadableImageError):
    """A camera's picture cannot be believed: too old, repeated, black, white, or of the wrong size."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        """A ``vision.camera.checked.Refusal``."""


class CalibrationError(VisionError):
    """A table's calibration is missing a part or contradicts itself."""


class ModelError(VisionError):
    """A network's file is missing, spoiled or of another version."""


class CameraUnavailableError(VisionError):
    """A camera is absent, was unplugged, or has gone silent; it may come back."""


class TileSetError(VisionError):
    """A tile set cannot be enrolled from these pictures, or its file is missing, spoiled or of another version."""


class UnwritableError(VisionError):
    """A file can't be written where it was asked for."""

    def __init__(self, path: Path, why: str, cure: str) -> None:
        super().__init__(f"{path} can't be written: {why}; {cure}", zh=f"写不进 {path}：{why}")
        self.path = path
        self.why = why
