"""金杠 where it wins at once: four equal wilds, shown, end the hand (``jingang`` = ``instant_win``, B6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.choices import Jingang
from table_daemon.rules.fans.base import Part
from table_daemon.rules.formula import work_out
from table_daemon.rules.layout import Group, GroupKind, meld_group
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.results import HandScore
from table_daemon.rules.tiles import COPIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.pool import Pool
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile


def by_meld(melds: Sequence[Meld], profile: RuleProfile) -> bool:
    """Whether a 金杠 that was laid down has won the hand."""
    return profile.jingang is Jingang.INSTANT_WIN and any(meld.kind is MeldKind.JIN for meld in melds)


def better(score: HandScore, pool: Pool, draw: Tile, profile: RuleProfile) -> HandScore:
    """Return ``score``, or the win by four equal wilds where the table has it and it is worth more.

    Four wilds that were laid down have ended the hand, whatever lies beside them.
    """
    if profile.jingang is not Jingang.INSTANT_WIN:
        return score
    if score.win and score.fan >= profile.kong.jin and not by_meld(pool.melds, profile):
        return score
    laid = next((meld for meld in pool.melds if meld.kind is MeldKind.JIN), None)
    held = next((wild for wild in pool.wilds if pool.wild_pieces.count(wild) == COPIES), None)
    if laid is not None:
        shown, others = meld_group(laid), [meld for meld in pool.melds if meld is not laid]
    elif held is not None:
        last = COPIES - 1 if draw == held else None
        shown, others = Group(GroupKind.KONG, (held,) * COPIES, (held,) * COPIES, last), list(pool.melds)
    else:
        return score
    worked = work_out((Part(name="金杠", english="golden kong", worth=profile.kong.jin, adds=True),))
    kong = profile.kong_total(others)
    return HandScore(
        win=True,
        fan=worked.fan,
        kong=kong,
        total=worked.fan + kong,
        names=("金杠",),
        formula=worked.chinese,
        formula_en=worked.english,
        groups=(shown, *map(meld_group, others)),
    )
