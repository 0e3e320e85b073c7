"""Every reading of a daihun hand as four sets and a pair that could be the best.

Finds readings; what they are worth is asked of the fans. The list is not every layout there is, but for every
layout it holds one worth at least as much (checked against brute force in the tests): the fans ask for no more
than three runs, pungs throughout, the group of the last tile and few suits, so those are seen to first and the
rest is completed in any way that fits.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from table_daemon.rules.daihun.drafts import Draft, finish, spare_face
from table_daemon.rules.daihun.hand import SUITED
from table_daemon.rules.daihun.last_use import LastUse
from table_daemon.rules.daihun.plan import fits, plan
from table_daemon.rules.layout import GroupKind, meld_group
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from table_daemon.rules.daihun.hand import Hand
    from table_daemon.rules.daihun.plan import Faces
    from table_daemon.rules.layout import Group

_SUITS: Final = (0, 9, 18)
_PUNGS: Final = frozenset({MeldKind.PUNG, MeldKind.MING, MeldKind.AN})


class _Goal(NamedTuple):
    """What a reading is begun with; the rest is completed in any way that fits."""

    use: LastUse
    own: tuple[Faces, ...]
    """Groups of honours that wilds make as themselves."""
    dragon: int | None
    """First index of the suit of the 龙."""
    pungs_only: bool


def readings(hand: Hand, uses: Sequence[LastUse], single: int | None) -> Iterator[tuple[Group, ...]]:
    """Yield readings with the melds behind; ``single`` is the only tile waited for, where there is one."""
    if not fits(hand.naturals, hand, sets=hand.sets):
        return
    melds = tuple(meld_group(meld) for meld in hand.melds)
    for goal in _goals(hand, uses):
        for draft in _begun(hand, goal, single):
            if draft.is_possible and _complete(draft, hand, runs=not goal.pungs_only):
                yield (*finish(draft, hand), *melds)


def _goals(hand: Hand, uses: Sequence[LastUse]) -> Iterator[_Goal]:
    dragons = _dragons(hand)
    all_pungs = all(meld.kind in _PUNGS for meld in hand.melds)
    for use in uses:
        for own in _own_groups(hand, use):
            if all_pungs and use is not LastUse.MIDDLE:
                yield _Goal(use, own, None, pungs_only=True)
            for dragon in (None, *dragons):
                yield _Goal(use, own, dragon, pungs_only=False)


def _dragons(hand: Hand) -> list[int]:
    """Suits that a 龙 could lie in: there are sets for its runs, and wilds for the tiles that are missing."""
    return [
        first
        for first in _SUITS
        if len(runs := _missing_runs(hand, first)) <= hand.sets
        and sum(not hand.naturals[face] for run in runs for face in run) <= len(hand.wilds)
    ]


def _missing_runs(hand: Hand, first: int) -> list[Faces]:
    """Return those of 123 456 789 of a suit that no 吃 has laid open."""
    laid = {meld.tile.index for meld in hand.melds if meld.kind is MeldKind.CHOW}
    return [(low, low + 1, low + 2) for low in (first, first + 3, first + 6) if low not in laid]


def _own_groups(hand: Hand, use: LastUse) -> list[tuple[Faces, ...]]:
    """Return the ways in which wild honours may be plain pungs and a pair of their own face (E4)."""
    if not hand.rules.wild_as_itself:
        return [()]
    held = hand.wilds if use is LastUse.ANY else hand.standing
    sizes = [2, 3] if use in {LastUse.ANY, LastUse.MIDDLE} and hand.honours_pair else [3]
    choices: list[list[Faces]] = []
    for face in sorted(hand.kinds):
        count = held.count(face) if face >= SUITED else 0
        choices.append([(), *((face,) * size for size in sizes if size <= count)])
    return [
        tuple(faces for faces in chosen if faces)
        for chosen in product(*choices)
        if sum(len(faces) == 2 for faces in chosen) <= 1
    ]


def _begun(hand: Hand, goal: _Goal, single: int | None) -> Iterator[Draft]:
    """Yield drafts in which what the goal asks for is laid."""
    for face in _last_faces(hand, goal.use, single):
        draft = Draft.of(hand)
        if goal.dragon is not None:
            draft.suits |= {goal.dragon}
        for faces in goal.own:
            draft.add(GroupKind.PUNG if len(faces) == 3 else GroupKind.PAIR, faces, all_wild=True)
        runs = [] if goal.dragon is None else _missing_runs(hand, goal.dragon)
        _lay_last(draft, hand, goal.use, face, runs)
        for run in runs:
            draft.add(GroupKind.CHOW, run)
        yield draft


def _last_faces(hand: Hand, use: LastUse, single: int | None) -> list[int | None]:
    """Return the faces that the winning tile may be when it is used so; ``None`` is left to the draft."""
    match use:
        case LastUse.ANY:
            return [None]
        case LastUse.PAIR_OF_WILD if hand.last_is_wild:
            own = hand.last >= SUITED and hand.last in hand.standing and hand.rules.wild_as_itself
            return [None, hand.last] if own and hand.honours_pair else [None]
        case LastUse.PAIR_OF_WILD:
            return [hand.last] if hand.stands_for(hand.last) and hand.may_pair(hand.last) else []
        case LastUse.MIDDLE | LastUse.PAIR if single is None or (hand.last_is_wild and not hand.stands_for(single)):
            return []
        case LastUse.MIDDLE:
            return [single] if single < SUITED and 0 < single % 9 < 8 else []
        case LastUse.PAIR:
            partner = hand.naturals[single] > (not hand.last_is_wild)
            return [single] if partner and hand.may_pair(single) else []
        case _:
            assert_never(use)


def _lay_last(draft: Draft, hand: Hand, use: LastUse, face: int | None, runs: list[Faces]) -> None:
    """Lay the group the winning tile is wanted in; a run of the 龙 that serves is taken out of ``runs``."""
    if use is LastUse.ANY:
        return
    if use is LastUse.MIDDLE and face is not None:
        run = (face - 1, face, face + 1)
        if run in runs:
            runs.remove(run)
        draft.add_last(GroupKind.CHOW, run, 1, hand)
        return
    pair = (spare_face(draft, hand, pair=True) if face is None else face,) * 2
    draft.add_last(GroupKind.PAIR, pair, 1, hand, with_wilds=use is LastUse.PAIR_OF_WILD)


def _complete(draft: Draft, hand: Hand, *, runs: bool) -> bool:
    """Place all that is left, or say that it cannot be; wilds alone make pungs and, at last, the pair."""
    if not fits(draft.naturals, hand, sets=draft.sets, pair_free=not draft.paired, runs=runs):
        return False
    rest = plan(draft.naturals, hand, pair_free=not draft.paired, runs=runs)
    if rest.pair is not None:
        draft.add(GroupKind.PAIR, rest.pair)
    for faces in rest.sets:
        draft.add(GroupKind.PUNG if faces[0] == faces[1] else GroupKind.CHOW, faces)
    while draft.sets:
        draft.add(GroupKind.PUNG, (spare_face(draft, hand),) * 3, all_wild=True)
    if not draft.paired:
        draft.add(GroupKind.PAIR, (spare_face(draft, hand, pair=True),) * 2, all_wild=True)
    return True
