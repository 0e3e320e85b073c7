"""Which photographs may be learnt from. One rule, so that a figure measured today means the same tomorrow.

A photograph, its augmented version and every crop of either follow its source's name. Neighbouring
photographs of one sitting stay together: contiguous blocks of numbers, not chance. About a third is held
out; a tenth of the rest sets the temperature of the probabilities.
"""

import re
import zlib
from enum import Enum


class Slice(Enum):
    """What a photograph may be used for."""

    TRAIN = "train"
    CALIBRATE = "calibrate"
    HELD_OUT = "held_out"


HELD_OUT_FAMILIES = frozenset({"discards", "character_family"})
"""Sittings named by what they show, of which these two are held out."""
HAND_BLOCK = 6
"""Photographs ``hand_001``... in a row that stay together."""
SINGLE_BLOCK = 15
"""Single faces, numbered, that stay together."""


def slice_of_source(source_name: str) -> Slice:
    """Return the slice of a table photograph by its source's name (``393143_..._jpg``, ``hand_012_jpg``)."""
    if found := re.match(r"hand_(\d+)", source_name):
        block = (int(found[1]) - 1) // HAND_BLOCK
        return _slice(block, f"hand {block}")
    if found := re.match(r"(\d{3})\d+_", source_name):
        # The leading digits grow with the time of upload: one value of the first three is one sitting or two.
        block = int(found[1])
        return _slice(block, source_name)
    family = re.sub(r"_\d+(_jpg)?$", "", source_name)
    return Slice.HELD_OUT if family in HELD_OUT_FAMILIES else Slice.TRAIN


def slice_of_single(number: int) -> Slice:
    """Return the slice of a numbered single face."""
    block = number // SINGLE_BLOCK
    return _slice(block, f"single {block}")


def _slice(block: int, name: str) -> Slice:
    """Every third block is held out; a tenth of the names in the others calibrate."""
    if block % 3 == 1:
        return Slice.HELD_OUT
    return Slice.CALIBRATE if zlib.crc32(name.encode()) % 10 == 0 else Slice.TRAIN
