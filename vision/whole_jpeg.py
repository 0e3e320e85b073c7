"""Whether a JPEG can be unpacked to its last block.

OpenCV shows what is damaged as grey or nonsense and says nothing.
"""

import re

import simplejpeg

_DAMAGE = ("Corrupt JPEG data", "Unsupported marker type")
"""How libjpeg begins to tell of blocks that it cannot unpack as they were ..."""
_TAIL = re.compile(r"\d+ extraneous bytes before marker 0xd9")
"""... but for this: bytes after the last block, which many webcams send with every image."""


def is_damaged(data: bytes) -> bool:
    """Tell whether blocks of a JPEG are lost or overwritten; False as well for what is no JPEG that can be judged.

    The picture is unpacked at an eighth of its size, which takes half the time of unpacking it whole.
    """
    try:
        simplejpeg.decode_jpeg(data, colorspace="GRAY", min_height=1, min_width=1, min_factor=1, strict=True)
    except ValueError as error:
        return str(error).startswith(_DAMAGE) and _TAIL.search(str(error)) is None
    return False
