"""Whether a JPEG can be unpacked to its last block.

OpenCV shows what is damaged as grey or nonsense and says nothing.
"""

import re

import simplejpeg

_DAMAGE = ("Corrupt JPEG data", "Unsupported marker type")
"""How libjpeg begins to tell of blocks that it cannot unpack as they were ..."""
_TAIL = re.compile(r"(\d+) extraneous bytes before marker 0xd9")
"""... but for this: bytes after the last block, which many webcams send with every image ..."""
_FEW = 16
"""... where they are few, or nothing but padding: after blocks that were overwritten much of the image is left over."""
_PADDING = b"\x00\xff"
_END = b"\xff\xd9"


def is_damaged(data: bytes) -> bool:
    """Tell whether blocks of a JPEG are lost or overwritten; False as well for what is no JPEG that can be judged.

    The picture is unpacked at an eighth of its size, which takes half the time of unpacking it whole.
    """
    try:
        simplejpeg.decode_jpeg(data, colorspace="GRAY", min_height=1, min_width=1, min_factor=1, strict=True)
    except ValueError as error:
        return str(error).startswith(_DAMAGE) and not _is_padded(data, str(error))
    return False


def _is_padded(data: bytes, complaint: str) -> bool:
    """Whether all that libjpeg complains of is what a camera appends to a whole image."""
    tail = _TAIL.search(complaint)
    if tail is None:
        return False
    count, end = int(tail[1]), data.rfind(_END)
    return count <= _FEW or not data[max(0, end - count) : end].strip(_PADDING)
