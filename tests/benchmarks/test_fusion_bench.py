"""How long one look takes from observation to updated state, with all 136 tiles on the table. Run by ``make bench``."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from statistics import median
from typing import Final

import pytest

from tests.fusion.seen import place, seen
from tests.fusion.tables import Dealt
from vision.labels import FACES
from vision.observation import SeenTile

MOST_MS: Final = 5.0
TILES: Final = 136
DISCARDS: Final = 76
WILDS: Final = ("8p", "9p")
"""With ``Dealt``'s indicator."""


def river() -> list[SeenTile]:
    """Discards in the order of play, in rows before their players; no wild among them."""
    plain = [face.value for face in FACES if face.value not in WILDS]
    labels = [label for _ in range(4) for label in plain]
    spots = [(u, v) for v, u in product((100, 145, 190, 235), range(-160, 161, 32)) if abs(u) <= v - 40]
    return [seen(labels[k], place(k % 4, *spots[k // 4]), confidence=0.9995) for k in range(DISCARDS)]


def walls(number: int) -> list[SeenTile]:
    """Backs along the four walls."""
    return [seen("back", place(k % 4, -270 + 31 * (k // 4), 290)) for k in range(number)]


@pytest.mark.bench
def test_a_look_at_136_tiles_is_understood_in_5_ms(record_property: Callable[[str, object], None]) -> None:
    table = Dealt()
    table.lying += walls(TILES - DISCARDS - len(table.lying))
    table.look()
    with_new: list[float] = []
    quiet: list[float] = []
    for tile in river():
        began = time.perf_counter()
        table.lay(tile)
        with_new.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        table.look()
        quiet.append((time.perf_counter() - began) * 1000)
    assert len(table.lying) == TILES
    assert sum(len(seat.discards) for seat in table.hand.seats) == DISCARDS
    fullest = DISCARDS // 4
    figures = {"new_ms": median(with_new[-fullest:]), "quiet_ms": median(quiet[-fullest:])}
    for name, figure in figures.items():
        record_property(name, round(figure, 2))
    print(f"{TILES} tiles: " + ", ".join(f"{name} {figure:.2f}" for name, figure in figures.items()))  # noqa: T201 - figures
    assert max(figures.values()) <= MOST_MS, figures
