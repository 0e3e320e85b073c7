"""What a hand of thirteen waits for, and what each tile would score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.rules.errors import FifthCopyError
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.rules.results import HandScore, Refusal
from table_daemon.rules.score import score_hand
from table_daemon.rules.tiles import ALL_TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.melds import Meld


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand, and the score it gives; the score may be a refusal for too little."""

    tile: Tile
    score: HandScore


def waits(
    *,
    hand: Sequence[Tile],
    melds: Sequence[Meld] = (),
    wilds: Sequence[Tile],
    flags: WinFlags | None = None,
    profile: RuleProfile = TIANJIN,
    indicator: Tile | None = None,
) -> tuple[Wait, ...]:
    """Return every tile that completes ``hand``, in order of kind, each with its score in 番.

    A tile whose four copies are all in the hand, its melds and the indicator cannot come and is left out. A
    tile that completes the hand for less than 起和 is told with that refusal (A4.2). Raises what
    ``score_hand`` raises for a hand that cannot be.

    >>> from table_daemon.rules.tiles import parse_tiles
    >>> found = waits(hand=parse_tiles("46m123s111z66s789p"), wilds=parse_tiles("2z3z"))
    >>> [(str(wait.tile), wait.score.fan) for wait in found]
    [('5m', 6), ('2z', 3), ('3z', 3)]
    """
    found = []
    possible = False
    first_error: FifthCopyError | None = None
    for tile in ALL_TILES:
        try:
            score = score_hand(
                hand=hand,
                draw=tile,
                melds=melds,
                wilds=wilds,
                flags=flags or WinFlags(),
                profile=profile,
                indicator=indicator,
            )
        except FifthCopyError as error:
            first_error = first_error or error
            continue
        possible = True
        if score.reason not in {Refusal.NOT_COMPLETE, Refusal.XIANGGONG}:
            found.append(Wait(tile, score))
    if first_error is not None and not possible:
        raise first_error
    return tuple(found)
