"""The rules' own scorer, asked in the words of the slow one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from table_daemon.rules.daihun.score import score_daihun
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import DAIHUN
from table_daemon.rules.tiles import ALL_TILES

if TYPE_CHECKING:
    from table_daemon.rules.results import HandScore
    from tests.rules.daihun.brute import Case


def score(case: Case) -> HandScore:
    flags = case.flags
    return score_daihun(
        hand=[ALL_TILES[tile] for tile in case.hand],
        draw=ALL_TILES[case.draw],
        melds=[Meld(MeldKind(kind), ALL_TILES[tile]) for kind, tile in case.melds],
        wilds=[ALL_TILES[tile] for tile in case.wilds],
        flags=WinFlags(
            gangkai=flags.get("gangkai", 0),
            discard=bool(flags.get("discard")),
            dubao=bool(flags.get("dubao")),
            shangdatai=flags.get("shangdatai", 0),
        ),
        profile=with_options(DAIHUN, cast("Any", case.options)),
        indicator=ALL_TILES[case.indicator],
    )
