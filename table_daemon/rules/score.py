"""What a hand is worth: the best reading of it by one profile, or why it may not win.

Payments are ``settle``'s affair, and kong points are only counted here, not paid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from table_daemon.rules.fans import FANS
from table_daemon.rules.fans.base import Part, Reading
from table_daemon.rules.fans.tianhe import is_tianhe
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.formula import Worked, fan_of, work_out
from table_daemon.rules.layout import Group, GroupKind, Layout
from table_daemon.rules.melds import Meld
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.rules.readings import Pool, completes, readings
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.validity import check_copies, check_count, check_melds, check_wilds
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

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


class Refusal(StrEnum):
    """Why a hand may not win."""

    XIANGGONG = "xianggong"
    """The player has fouled (A3.7, A3.8)."""
    NOT_COMPLETE = "not_complete"
    """The tiles do not make four sets and a pair (A4.1)."""
    BELOW_MIN_FAN = "below_min_fan"
    """The best reading is worth less than 起和 (A4.2, B23)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """What one hand is worth. ``fan`` and ``total`` are 0 when it may not win."""

    win: bool
    fan: int
    """番 without kong points; each of the three others pays it (before 坐 and 拉)."""
    kong: int
    """番 of the hand's own kongs, counted whether it wins or not."""
    total: int
    """``fan + kong``, or 0 when it may not win."""
    names: tuple[str, ...]
    """Fans by their Chinese names; empty when it may not win."""
    formula: str
    """The sum of the best reading, as in ``(3 捉五 + 4 龙) × 2 本混 = 14``; empty without a reading."""
    formula_en: str
    """The same in English."""
    groups: tuple[Group, ...]
    """The best reading, concealed groups first, then the melds; empty when there is none."""
    reason: Refusal | None = None
    """Why it may not win."""
    reason_zh: str = ""
    """The reason in Chinese; empty for a win."""
    reason_en: str = ""
    """The reason in English; empty for a win."""


@dataclass(frozen=True, slots=True)
class _Best:
    parts: tuple[Part, ...]
    layout: Layout
    worked: Worked


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
    check_wilds(wilds, profile, indicator=indicator)
    check_melds(melds, wilds)
    if not flags.xianggong:
        check_count(hand, melds)
    check_copies(hand, draw, melds, indicator=indicator)
    kong = profile.kong_total(melds)
    if flags.xianggong:
        return _refused(Refusal.XIANGGONG, kong, None, profile)
    best = _best_reading(Pool.of((*hand, draw), melds=melds, wilds=wilds), draw, flags, profile)
    if best is None:
        return _refused(Refusal.NOT_COMPLETE, kong, None, profile)
    if best.worked.fan < profile.min_fan:
        return _refused(Refusal.BELOW_MIN_FAN, kong, best, profile)
    return HandScore(
        win=True,
        fan=best.worked.fan,
        kong=kong,
        total=best.worked.fan + kong,
        names=tuple(part.name for part in best.parts),
        formula=best.worked.chinese,
        formula_en=best.worked.english,
        groups=_in_order(best.layout.groups),
    )


def shape_completes(*, tiles: Sequence[Tile], melds: int, wilds: Sequence[Tile]) -> bool:
    """Whether concealed ``tiles`` (the last one among them) and that many melds make four sets and a pair.

    >>> shape_completes(tiles=parse_tiles("345m123s111z77m456s"), melds=0, wilds=parse_tiles("89p"))
    True
    """
    if len(tiles) != 14 - 3 * melds:
        return False
    return completes(Pool.of(tiles, wilds=wilds), sets=4 - melds)


def example(text: str, *, indicator: str, melds: str = "", gangkai: int = 0, tianhe: bool = False) -> HandScore:
    """Score a hand written as ``"46m123s111z66s78p2z 5m"``, the draw apart, melds as ``"ming:9p an:1z"``.

    >>> example("46m123s111z66s78p2z 5m", indicator="2z").formula
    '3 捉五 = 3'
    """
    hand, draw = text.split()
    return score_hand(
        hand=parse_tiles(hand),
        draw=Tile.parse(draw),
        melds=[Meld.of(*meld.split(":")) for meld in melds.split()],
        wilds=wilds_of(Tile.parse(indicator)),
        flags=WinFlags(gangkai=gangkai, tianhe=tianhe),
        indicator=Tile.parse(indicator),
    )


def _best_reading(pool: Pool, draw: Tile, flags: WinFlags, profile: RuleProfile) -> _Best | None:
    """Find the reading worth most; of equals that with the fewest substitutions, then the first."""
    any_last = is_tianhe(flags, melds=len(pool.melds))
    found: list[tuple[int, int, tuple[Part, ...], Layout]] = []
    for last in pool.kinds if any_last else [draw]:
        for layout in readings(pool, last):
            reading = Reading(layout=layout, flags=flags, profile=profile)
            parts = tuple(part for fan in FANS if (part := fan(reading)) is not None)
            found.append((fan_of(parts), -layout.substitutions, parts, layout))
    if not found:
        return None
    _, _, parts, layout = max(found, key=lambda entry: entry[:2])
    return _Best(parts, layout, work_out(parts))


def _refused(reason: Refusal, kong: int, best: _Best | None, profile: RuleProfile) -> HandScore:
    match reason:
        case Refusal.XIANGGONG:
            chinese, english = "相公, 本局不能和", "fouled: may not win this hand"
        case Refusal.NOT_COMPLETE:
            chinese, english = (
                "不成牌: 凑不成四副一将",
                "not complete: the tiles do not make four sets and a pair",
            )
        case Refusal.BELOW_MIN_FAN:
            chinese, english = _below(best, profile)
    return HandScore(
        win=False,
        fan=0,
        kong=kong,
        total=0,
        names=(),
        formula=best.worked.chinese if best else "",
        formula_en=best.worked.english if best else "",
        groups=_in_order(best.layout.groups) if best else (),
        reason=reason,
        reason_zh=chinese,
        reason_en=english,
    )


def _in_order(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Put groups as people lay them: sets by suit and rank, the pair, the melds as they were laid down."""
    concealed = [group for group in groups if not group.melded]
    concealed.sort(key=lambda group: (group.kind is GroupKind.PAIR, group.tiles))
    return (*concealed, *(group for group in groups if group.melded))


def _below(best: _Best | None, profile: RuleProfile) -> tuple[str, str]:
    fan = best.worked.fan if best else 0
    names = "".join(part.name for part in best.parts) if best else ""
    return (
        f"{names or '提溜'} {fan}番, 不够{profile.min_fan}番起和",
        f"the best reading is {fan} fan, and {profile.min_fan} are needed to win",
    )
