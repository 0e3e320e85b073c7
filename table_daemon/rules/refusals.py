"""Hands that may not win: the reason in both languages, and the best they could have been."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.results import HandScore, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.fans.base import Part
    from table_daemon.rules.formula import Worked
    from table_daemon.rules.layout import Group
    from table_daemon.rules.profile import RuleProfile


def xianggong(kong: int) -> HandScore:
    """Refuse the hand of a player who has fouled (A3.7, A3.8)."""
    return _refused(Refusal.XIANGGONG, "相公, 本局不能和", "fouled: may not win this hand", kong=kong)


def not_complete(kong: int) -> HandScore:
    """Refuse tiles that make no hand (A4.1)."""
    return _refused(
        Refusal.NOT_COMPLETE,
        "不成牌: 凑不成四副一将",
        "not complete: the tiles do not make four sets and a pair",
        kong=kong,
    )


def too_little(
    parts: Sequence[Part], worked: Worked, *, kong: int, groups: tuple[Group, ...], profile: RuleProfile
) -> HandScore:
    """Refuse a complete hand for its best reading: less than 起和, or 混吊 alone (B23)."""
    names = "".join(part.name for part in parts) or "提溜"
    if worked.fan < profile.min_fan:
        reason = Refusal.BELOW_MIN_FAN
        chinese = f"{names} {worked.fan}番, 不够{profile.min_fan}番起和"
        english = f"the best reading is {worked.fan} fan, and {profile.min_fan} are needed to win"
    else:
        reason = Refusal.HUNDIAO_ALONE
        chinese = f"{names} {worked.fan}番, 但只有混吊不能和"
        english = f"the best reading is {worked.fan} fan, but a wild wait alone may not win here"
    return _refused(reason, chinese, english, kong=kong, worked=worked, groups=groups)


def _refused(
    reason: Refusal,
    chinese: str,
    english: str,
    *,
    kong: int,
    worked: Worked | None = None,
    groups: tuple[Group, ...] = (),
) -> HandScore:
    return HandScore(
        win=False,
        fan=0,
        kong=kong,
        total=0,
        names=(),
        formula=worked.chinese if worked else "",
        formula_en=worked.english if worked else "",
        groups=groups,
        reason=reason,
        reason_zh=chinese,
        reason_en=english,
    )
