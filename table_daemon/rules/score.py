"""What a hand is worth: the best reading of it by one profile, or why it may not win.

Payments are ``settle``'s affair, and kong points are only counted here, not paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from table_daemon.rules import instant_win, refusals
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.drafts import finish
from table_daemon.rules.fans import FANS
from table_daemon.rules.fans.hundiao import stands_alone
from table_daemon.rules.fans.tianhe import is_tianhe
from table_daemon.rules.fitting import completes
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.formula import fan_of, work_out
from table_daemon.rules.layout import Group, GroupKind, in_order, meld_group
from table_daemon.rules.melds import Meld
from table_daemon.rules.options import with_options
from table_daemon.rules.pool import Pool
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.rules.reading import Reading
from table_daemon.rules.results import HandScore, Refusal
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.trials import Trial, joins_a_natural, trials
from table_daemon.rules.validity import check_copies, check_count, check_flags, check_melds, check_wilds
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from table_daemon.rules.fans.base import Part
    from table_daemon.rules.options import OptionValue

__all__ = [
    "Group",
    "GroupKind",
    "HandScore",
    "Refusal",
    "WinFlags",
    "example",
    "score_hand",
    "shape_completes",
]


class _Found(NamedTuple):
    fan: int
    parts: tuple[Part, ...]
    last: Tile
    trial: Trial


def score_hand(
    *,
    hand: Sequence[Tile],
    draw: Tile,
    melds: Sequence[Meld],
    wilds: Sequence[Tile],
    flags: WinFlags,
    profile: RuleProfile = TIANJIN,
    indicator: Tile | None = None,
) -> HandScore:
    """Score ``hand`` (concealed, without the winning tile) won by ``draw``, in 番 (part C of the rules).

    ``indicator``, where it is known, counts as a fourth copy of its kind. Raises a ``RulesError`` for a hand
    that cannot exist; a hand that may not win is answered with its ``reason``. The number of tiles of a
    player who has fouled is not looked at, for it may be the foul.
    """
    if profile.ruleset is Ruleset.DAIHUN:
        from table_daemon.rules.daihun.score import score_daihun  # noqa: PLC0415 -- it scores by this module's own types

        return score_daihun(
            hand=hand, draw=draw, melds=melds, wilds=wilds, flags=flags, profile=profile, indicator=indicator
        )
    check_flags(flags)
    check_wilds(wilds, profile, indicator=indicator)
    check_melds(melds, wilds, profile)
    if not flags.xianggong and not instant_win.by_meld(melds, profile):
        check_count(hand, draw, melds)
    check_copies(hand, draw, melds, indicator=indicator)
    kong = profile.kong_total(melds)
    if flags.xianggong:
        return refusals.xianggong(kong)
    pool = Pool.of((*hand, draw), melds=melds, wilds=wilds)
    return instant_win.better(_score(pool, draw, flags, profile), pool, draw, profile)


def _score(pool: Pool, draw: Tile, flags: WinFlags, profile: RuleProfile) -> HandScore:
    kong = profile.kong_total(pool.melds)
    found = _readings(pool, draw, flags, profile)
    if not found:
        return refusals.not_complete(kong)
    winning = [one for one in found if one.fan >= profile.min_fan and _may_win(one, pool, profile)]
    best, groups = _laid(winning or found, pool)
    worked = work_out(best.parts)
    if not winning:
        return refusals.too_little(best.parts, worked, kong=kong, groups=groups, profile=profile)
    return HandScore(
        win=True,
        fan=worked.fan,
        kong=kong,
        total=worked.fan + kong,
        names=tuple(part.name for part in best.parts),
        formula=worked.chinese,
        formula_en=worked.english,
        groups=groups,
    )


def _may_win(one: _Found, pool: Pool, profile: RuleProfile) -> bool:
    """Whether a reading that is worth enough may win where 混吊 alone may not (B23).

    A reading without any fan can be had only where the last tile need not lie with nothing but wilds.
    """
    if profile.hundiao_alone_wins:
        return True
    return not stands_alone(one.parts, profile) and (bool(one.parts) or joins_a_natural(pool, one.last))


def _readings(pool: Pool, draw: Tile, flags: WinFlags, profile: RuleProfile) -> list[_Found]:
    """Return every reading tried, with its fans and worth; with 天和 any tile may be the last (B19)."""
    any_last = is_tianhe(flags, melds=len(pool.melds), profile=profile)
    found = []
    for last in pool.kinds if any_last else (draw,):
        for trial in trials(pool, last):
            reading = Reading(pool, last, trial.dragon, trial.use, flags, profile)
            parts = tuple([part for fan in FANS if (part := fan(reading)) is not None])
            found.append(_Found(fan_of(parts), parts, last, trial))
    return found


def _laid(found: Sequence[_Found], pool: Pool) -> tuple[_Found, tuple[Group, ...]]:
    """Lay the reading worth most; of equals that with the fewest substitutions, then the first."""
    most = max(one.fan for one in found)
    best: tuple[int, _Found, tuple[Group, ...]] | None = None
    for one in found:
        if one.fan == most:
            one.trial.draft.complete(pool.wilds[0].index)
            groups, substitutions = finish(one.trial.draft, last=one.last, wild_pieces=pool.wild_pieces)
            if best is None or substitutions < best[0]:
                best = (substitutions, one, in_order([*groups, *map(meld_group, pool.melds)]))
            if not best[0]:
                break
    assert best is not None  # noqa: S101 -- ``found`` is never empty
    return best[1], best[2]


def shape_completes(*, tiles: Sequence[Tile], melds: int, wilds: Sequence[Tile]) -> bool:
    """Whether concealed ``tiles`` (the last one among them) and that many melds make four sets and a pair.

    >>> shape_completes(tiles=parse_tiles("345m123s111z77m456s"), melds=0, wilds=parse_tiles("89p"))
    True
    """
    if len(tiles) != 14 - 3 * melds:
        return False
    return completes(Pool.of(tiles, wilds=wilds), sets=4 - melds)


def example(  # noqa: PLR0913 -- a hand has this many parts; all but the tiles by name
    text: str,
    *,
    indicator: str,
    melds: str = "",
    gangkai: int = 0,
    tianhe: bool = False,
    dihe: bool = False,
    tianting: bool = False,
    options: Mapping[str, OptionValue] | None = None,
) -> HandScore:
    """Score a hand written as ``"46m123s111z66s78p2z 5m"``, the draw apart, melds as ``"ming:9p an:1z"``.

    >>> example("46m123s111z66s78p2z 5m", indicator="2z").formula
    '3 捉五 = 3'
    """
    hand, draw = text.split()
    profile = with_options(TIANJIN, options or {})
    return score_hand(
        hand=parse_tiles(hand),
        draw=Tile.parse(draw),
        melds=[Meld.of(*meld.split(":")) for meld in melds.split()],
        wilds=wilds_of(Tile.parse(indicator), profile.wild_kinds),
        flags=WinFlags(gangkai=gangkai, tianhe=tianhe, dihe=dihe, tianting=tianting),
        profile=profile,
        indicator=Tile.parse(indicator),
    )
