"""Tiles without any mark: the white dragon (白板) of many sets, and the backs of some. A set has four of the first.

Where more than four alike lie about they are backs, however much one by itself looks like a white dragon.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.classify import SIDE_PX, Naming
from vision.detect import Pixels
from vision.labels import Label

COPIES = 4
"""White dragons in a set."""
_INNER = slice(SIDE_PX * 3 // 16, SIDE_PX * 13 // 16, 4)
"""Rows and columns of a cut that are looked at: away from the edges, one in four is enough for a mean."""
_EVEN = 9.0
"""Grey levels by which a blank face varies: the noise of a poor camera is 6, a thin frame or a pattern gives 15."""
_ALIKE = 0.2
"""Colours whose channels differ by less than this share are the same under uneven light; ivory is twice a grey back."""
_DARKEST = 8.0
"""Added to each channel, so that the noise of the dark does not count as colour."""

Colours = NDArray[np.float64]


def blank_colours(namings: Sequence[Naming], cuts: Pixels) -> Colours:
    """Return the mean colour (N, 3) of each face, not-a-number where it shows a mark or is named by one.

    ``cuts`` (N, 64, 64, 3) are the namer's squares, one a naming.
    """
    colours = np.full((len(cuts), 3), np.nan)
    asked = [i for i, naming in enumerate(namings) if _may_be_blank(naming)]
    if asked:
        inner = cuts[asked, _INNER, _INNER].astype(np.float32)
        even = inner.std(axis=(1, 2)).max(axis=1) < _EVEN
        colours[np.array(asked)[even]] = inner.mean(axis=(1, 2))[even]
    return colours


def _may_be_blank(naming: Naming) -> bool:
    told = naming.second if naming.label is Label.OTHER else naming.label
    return told in {Label.WHITE, Label.BACK}


def without_fifth_whites(namings: Sequence[Naming], colours: Colours, before: Colours) -> list[Naming]:
    """Return the namings with the chances of blank tiles by how many there are alike.

    ``colours`` as :func:`blank_colours` gives them for these; ``before`` of an earlier look at more of the table, which
    may have seen the same tiles.
    """
    here = colours[~np.isnan(colours[:, 0])]
    return [
        naming if np.isnan(colour[0]) else _one_of(max(_alike(colour, here), _alike(colour, before)), naming)
        for naming, colour in zip(namings, colours, strict=True)
    ]


def _alike(colour: Colours, others: Colours) -> int:
    """Return how many have this colour (3,)."""
    ratios = (others + _DARKEST) / (colour + _DARKEST)
    return int((np.abs(np.log(ratios)) < _ALIKE).all(axis=1).sum())


def _one_of(alike: int, naming: Naming) -> Naming:
    """Return the naming of a blank tile that is one of so many alike."""
    chances = {naming.label: naming.confidence, naming.second: naming.second_confidence}
    white = chances.get(Label.WHITE, 0.0)
    if alike <= COPIES or white == 0.0:
        return naming
    kept = white * COPIES / alike
    chances |= {Label.WHITE: kept, Label.BACK: chances.get(Label.BACK, 0.0) + white - kept}
    first, second = sorted(chances, key=lambda label: -chances[label])[:2]
    return replace(
        naming,
        label=first,
        confidence=chances[first],
        second=second,
        second_confidence=chances[second],
    )
