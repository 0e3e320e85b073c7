"""Why tiles make no daihun hand, in both languages, and which house rule would have let them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from table_daemon.rules.choices import Jiang
from table_daemon.rules.daihun import plan, seven_pairs
from table_daemon.rules.results import HandScore, Refusal

if TYPE_CHECKING:
    from table_daemon.rules.daihun.hand import Hand

_ONLY_258: Final = ("将不是二五八", "the pair is not 2, 5 or 8 of a suit")
_SUITED_WILDS: Final = (
    "混只能顶万饼条, 不能顶字牌",
    "wilds stand for suited tiles only, not for honours",
)
_NO_PAIRS: Final = ("这桌不打七小对", "seven pairs are not played at this table")
_NO_HAND: Final = (
    "凑不成四副一将",
    "the tiles do not make four sets and a pair",
)
_NO_HAND_OR_PAIRS: Final = (
    "凑不成四副一将, 也不是七小对",
    "the tiles make neither four sets and a pair nor seven pairs",
)


def fouled(kong: int) -> HandScore:
    """Refuse the hand of a player who has fouled (E7)."""
    return _refused(Refusal.XIANGGONG, "相公, 本局不能和", "fouled: may not win this hand", kong)


def not_complete(hand: Hand, kong: int) -> HandScore:
    """Refuse tiles that make no hand, naming the rule that stands in the way where it is a single one."""
    chinese, english = _what_is_wrong(hand)
    return _refused(Refusal.NOT_COMPLETE, f"不成牌: {chinese}", f"not complete: {english}", kong)


def _what_is_wrong(hand: Hand) -> tuple[str, str]:
    rules = hand.rules
    if rules.jiang is Jiang.ONLY_258 and _completes(replace(hand, rules=replace(rules, jiang=Jiang.LUAN))):
        return _ONLY_258
    if rules.wild_is_suited_only and _completes(replace(hand, rules=replace(rules, wild_is_suited_only=False))):
        return _SUITED_WILDS
    if not rules.seven_pairs:
        played = _completes(replace(hand, rules=replace(rules, seven_pairs=True)))
        return _NO_PAIRS if played else _NO_HAND
    return _NO_HAND if hand.melds else _NO_HAND_OR_PAIRS


def _completes(hand: Hand) -> bool:
    return plan.fits(hand.naturals, hand, sets=hand.sets) or seven_pairs.fits(hand.naturals, hand)


def _refused(reason: Refusal, chinese: str, english: str, kong: int) -> HandScore:
    return HandScore(
        win=False,
        fan=0,
        kong=kong,
        total=0,
        names=(),
        formula="",
        formula_en="",
        groups=(),
        reason=reason,
        reason_zh=chinese,
        reason_en=english,
    )
