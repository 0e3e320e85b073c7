"""What speaks against a calibration although its marks may agree, in both languages, each with its cure."""

from dataclasses import dataclass

CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Where tag k, or corner k, lies as the picture shows it."""
CORNERS_ZH = ("左上", "右上", "右下", "左下")
SIDES = ("top", "right", "bottom", "left")
SIDES_ZH = ("上边", "右边", "下边", "左边")


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that is not as it should be."""

    text: str
    zh: str
    grave: bool = True
    """Whether tiles would be read at the wrong places: such a calibration does not pass."""


def counted(numbers: list[int]) -> str:
    """Return ``0, 1 and 2``."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def tags_named(numbers: list[int]) -> str:
    """Return ``tag 0`` or ``tags 0 and 1``."""
    return f"{'tag' if len(numbers) == 1 else 'tags'} {counted(numbers)}"


def tags_named_zh(numbers: list[int]) -> str:
    """Return the same in Chinese."""
    return "角标 " + "、".join(str(number) for number in numbers)
