"""Evenings without end: match after match of plain hands, as commands."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from table_daemon.game.commands import (
    DrawHand,
    EndMatch,
    RecordDice,
    RecordDiscard,
    StartHand,
    StartMatch,
    TurnIndicator,
)
from table_daemon.game.events import Source, Witness
from table_daemon.rules.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.game.commands import Command

CAMERA: Final = Source(witness=Witness.CAMERA, confidence=0.98, picture="4711-1-2-3", place_mm=(12.5, -80.0))
PERSON: Final = Source(witness=Witness.PERSON)
NAMES: Final = ("王", "李", "张", "赵")
HANDS_A_MATCH: Final = 16


def evening(rng: random.Random) -> Iterator[Command]:
    """Matches of plain hands without end: thrown tiles until the wall is spent."""
    number = 0
    while True:
        number += 1
        yield StartMatch(t_ms=0, match=f"m{number}", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON)
        for _ in range(HANDS_A_MATCH):
            yield StartHand(t_ms=1, source=CAMERA)
            yield RecordDice(t_ms=2, seat=0, dice=(3, 4), source=CAMERA)
            yield RecordDice(t_ms=2, seat=2, dice=(2, 3), source=CAMERA)
            yield TurnIndicator(t_ms=3, tile=Tile(rng.randrange(34)), source=CAMERA)
            for turn in range(74):
                tile = Tile(rng.randrange(34))
                yield RecordDiscard(t_ms=4, seat=turn % 4, tile=tile, sure=True, source=CAMERA)
            yield DrawHand(t_ms=5, source=CAMERA)
        yield EndMatch(t_ms=6, source=PERSON)
