"""What a daihun hand is worth: the best reading of it, or why it may not win (part E).

Points (分) are those owed by each payer. Who pays is ``settle``'s affair, and kong points are only counted
here, not paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from table_daemon.rules.daihun import four_sets, refusals, seven_pairs
from table_daemon.rules.daihun.fans import ITEMS
from table_daemon.rules.daihun.hand import Hand
from table_daemon.rules.daihun.last_use import LastUse
from table_daemon.rules.daihun.reading import Reading
from table_daemon.rules.daihun.validity import check_flags, check_melds
from table_daemon.rules.daihun.waits import single_wait
from table_daemon.rules.daihun.work_out import points_of, work_out
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.layout import in_order
from table_daemon.rules.melds import Meld
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import DAIHUN
from table_daemon.rules.results import HandScore
from table_daemon.rules.tiles import FIVE_WAN, Tile, parse_tiles
from table_daemon.rules.validity import check_copies, check_count, check_wilds
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from table_daemon.rules.fans.base import Part
    from table_daemon.rules.layout import Group
    from table_daemon.rules.options import OptionValue
    from table_daemon.rules.profile import RuleProfile


class _Best(NamedTuple):
    points: int
    fewer_substitutions: int
    parts: tuple[Part, ...]
    groups: tuple[Group, ...]


def score_daihun(
    *,
    hand: Sequence[Tile],
    draw: Tile,
    melds: Sequence[Meld],
    wilds: Sequence[Tile],
    flags: WinFlags,
    profile: RuleProfile,
    indicator: Tile | None = None,
) -> HandScore:
    """Score ``hand`` (concealed, without the winning tile) won by ``draw``, in 分 from each payer.

    ``indicator``, where it is known, counts as a fourth copy of its kind. Raises a ``RulesError`` for a hand
    that cannot exist; a hand that may not win is answered with its ``reason``. The number of tiles of a
    player who has fouled is not looked at.
    """
    check_flags(flags)
    check_wilds(wilds, profile, indicator=indicator)
    check_melds(melds, wilds)
    if not flags.xianggong:
        check_count(hand, draw, melds)
    check_copies(hand, draw, melds, indicator=indicator)
    kong = profile.kong_total(melds)
    if flags.xianggong:
        return refusals.fouled(kong)
    sorted_hand = Hand.of(hand, draw, melds=melds, wilds=wilds, rules=profile)
    best = _best_reading(sorted_hand, flags)
    if best is None:
        return refusals.not_complete(sorted_hand, kong)
    worked = work_out(best.parts)
    return HandScore(
        win=True,
        fan=worked.fan,
        kong=kong,
        total=worked.fan + kong,
        names=tuple(part.name for part in best.parts),
        formula=worked.chinese,
        formula_en=worked.english,
        groups=in_order(best.groups),
    )


def example(  # noqa: PLR0913 -- a hand has this many parts; all but the tiles by name
    text: str,
    *,
    indicator: str,
    melds: str = "",
    gangkai: int = 0,
    discard: bool = False,
    dubao: bool = False,
    shangdatai: int = 0,
    options: Mapping[str, OptionValue] | None = None,
) -> HandScore:
    """Score a hand written as ``"46m123s99p 5m"``, the last tile apart, melds as ``"chow:1p fengtou_feng:1z"``.

    >>> example("46m123s99p 5m", indicator="5s", melds="chow:1p fengtou_feng:1z").formula
    '2 平和 + 2 素 + 2 捉五 = 6'
    """
    hand, draw = text.split()
    return score_daihun(
        hand=parse_tiles(hand),
        draw=Tile.parse(draw),
        melds=[Meld.of(*meld.split(":")) for meld in melds.split()],
        wilds=wilds_of(Tile.parse(indicator)),
        flags=WinFlags(gangkai=gangkai, discard=discard, dubao=dubao, shangdatai=shangdatai),
        profile=with_options(DAIHUN, options or {}),
        indicator=Tile.parse(indicator),
    )


def _best_reading(hand: Hand, flags: WinFlags) -> _Best | None:
    """Find the reading worth most; of equals that with the fewest substitutions, then the first."""
    single = single_wait(hand) if _single_wait_matters(hand, flags) else None
    uses = _uses(hand, flags, single)
    best: _Best | None = None
    for shape in (four_sets, seven_pairs):
        for groups in shape.readings(hand, uses, single):
            reading = Reading.of(groups, hand, flags, single)
            parts = tuple([part for item in ITEMS if (part := item(reading)) is not None])
            found = _Best(points_of(parts), -reading.substitutions, parts, groups)
            if best is None or found[:2] > best[:2]:
                best = found
    return best


def _single_wait_matters(hand: Hand, flags: WinFlags) -> bool:
    """Whether 独抱 or 捉五 may ask for it: to look for it costs more than all the rest."""
    if flags.dubao or not hand.rules.dubao_needs_declaration:
        return True
    return hand.last_is_wild or hand.last == FIVE_WAN.index


def _uses(hand: Hand, flags: WinFlags, single: int | None) -> list[LastUse]:
    """What the last tile could be wanted for."""
    uses = [LastUse.ANY]
    if hand.standing and not flags.discard:
        uses.append(LastUse.PAIR_OF_WILD)
    if single is not None:
        uses += [LastUse.MIDDLE, LastUse.PAIR]
    return uses
