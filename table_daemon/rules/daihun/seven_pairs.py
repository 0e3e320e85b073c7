"""Every reading of a daihun hand as 七小对 that could be the best; four equal tiles are two pairs (O9).

Only where nothing was laid open. Wilds pair with any single suited tile, or with each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.daihun.drafts import Draft, finish, spare_face
from table_daemon.rules.daihun.hand import SUITED
from table_daemon.rules.daihun.last_use import LastUse
from table_daemon.rules.layout import GroupKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from table_daemon.rules.daihun.hand import Hand
    from table_daemon.rules.layout import Group


def readings(hand: Hand, uses: Sequence[LastUse], single: int | None) -> Iterator[tuple[Group, ...]]:
    """Yield readings; ``single`` is the only tile waited for, where there is one."""
    if not fits(hand.naturals, hand):
        return
    for use in uses:
        for face in _last_faces(hand, use, single):
            draft = Draft.of(hand)
            if use is not LastUse.ANY:
                pair = (spare_face(draft, hand) if face is None else face,) * 2
                draft.add_last(GroupKind.PAIR, pair, 1, hand, with_wilds=use is LastUse.PAIR_OF_WILD)
            if _complete(draft, hand):
                yield finish(draft, hand)


def fits(naturals: Sequence[int], hand: Hand) -> bool:
    """Whether ``naturals`` and as many wilds as are missing make seven pairs, at a table that has them."""
    if hand.melds or not hand.rules.seven_pairs:
        return False
    if hand.rules.wild_is_suited_only and any(count % 2 for count in naturals[SUITED:]):
        return False
    return sum(naturals) + sum(count % 2 for count in naturals) <= 14


def _last_faces(hand: Hand, use: LastUse, single: int | None) -> list[int | None]:
    """Return the faces that the winning tile may be when it is used so; ``None`` is any."""
    match use:
        case LastUse.ANY:
            return [None]
        case LastUse.PAIR_OF_WILD if hand.last_is_wild:
            own = hand.last >= SUITED and hand.last in hand.standing and hand.rules.wild_as_itself
            return [None, hand.last] if own else [None]
        case LastUse.PAIR_OF_WILD:
            return [hand.last] if hand.stands_for(hand.last) else []
        case LastUse.PAIR if single is not None and (not hand.last_is_wild or hand.stands_for(single)):
            return [single] if hand.naturals[single] > (not hand.last_is_wild) else []
        case LastUse.PAIR | LastUse.MIDDLE:
            return []


def _complete(draft: Draft, hand: Hand) -> bool:
    """Pair all that is left, or say that it cannot be; pairs of wild honours as themselves come first."""
    for face, count in enumerate(draft.naturals):
        if count % 2 and not hand.stands_for(face):
            return False
        for _ in range((count + 1) // 2):
            draft.add(GroupKind.PAIR, (face, face))
    if not draft.is_possible:
        return False
    for face in _own_honours(draft, hand):
        if draft.wilds:
            draft.add(GroupKind.PAIR, (face, face), all_wild=True)
    while draft.wilds > 0:
        draft.add(GroupKind.PAIR, (spare_face(draft, hand),) * 2, all_wild=True)
    return True


def _own_honours(draft: Draft, hand: Hand) -> list[int]:
    """Return the faces that wild honours can be in pairs, as often as they can."""
    if not hand.rules.wild_as_itself:
        return []
    held = list(hand.wilds)
    for group in draft.groups:
        if group.last is not None and hand.last_is_wild:
            held.remove(hand.last)
            if group.faces[0] == hand.last:
                held.remove(hand.last)
    return [face for face in sorted(hand.kinds) if face >= SUITED for _ in range(held.count(face) // 2)]
