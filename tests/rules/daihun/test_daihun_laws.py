"""What must hold for every daihun hand, whatever its worth."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules.layout import GroupKind
from tests.rules.daihun.brute import Case
from tests.rules.daihun.engine import score
from tests.rules.daihun.made_hands import OPTIONS, case_by

CASES = st.builds(
    lambda seed, most_wilds: case_by(random.Random(seed), most_wilds=most_wilds),
    st.integers(0, 100_000),
    st.integers(0, 7),
)


def swapped(tile: int) -> int:
    """The tile with 饼 and 条 changed for each other."""
    return {1: tile + 9, 2: tile - 9}.get(tile // 9, tile)


@given(CASES, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_is_irrelevant(case: Case, shuffler: random.Random) -> None:
    hand, melds = list(case.hand), list(case.melds)
    shuffler.shuffle(hand)
    shuffler.shuffle(melds)
    assert score(replace(case, hand=tuple(hand), melds=tuple(melds))).fan == score(case).fan


@given(CASES)
def test_changing_bing_for_tiao_keeps_the_score(case: Case) -> None:
    changed = replace(
        case,
        hand=tuple(map(swapped, case.hand)),
        draw=swapped(case.draw),
        indicator=swapped(case.indicator),
        melds=tuple((kind, swapped(tile)) for kind, tile in case.melds),
    )
    assert score(changed).fan == score(case).fan


@given(CASES)
def test_gangkai_doubles_and_a_kong_of_it_is_not_doubled(case: Case) -> None:
    plain = score(replace(case, flags={"dubao": 1}))
    doubled = score(replace(case, flags={"dubao": 1, "gangkai": 1}))
    assert (doubled.fan, doubled.kong) == (2 * plain.fan, plain.kong)


@given(CASES)
def test_declaring_and_drawing_never_lose_points(case: Case) -> None:
    thrown = score(replace(case, flags={"discard": 1}))
    drawn = score(replace(case, flags={}))
    declared = score(replace(case, flags={"dubao": 1}))
    assert thrown.win == drawn.win == declared.win
    assert thrown.fan <= drawn.fan <= declared.fan


@given(CASES, st.integers(0, 2))
def test_going_on_adds_the_same_to_every_hand_that_wins(case: Case, times: int) -> None:
    options = {name: value for name, value in case.options.items() if name not in {"shangdatai", "points"}}
    plain = score(replace(case, flags={}, options=options))
    went_on = score(replace(case, flags={"shangdatai": times}, options=options))
    assert went_on.fan == (plain.fan + 5 * times if plain.win else 0)


@given(CASES, st.sampled_from(OPTIONS))
def test_a_hand_without_wilds_is_the_same_whatever_wilds_may_be(case: Case, options: dict[str, object]) -> None:
    case = replace(case, options=options)
    if any(tile in case.wilds for tile in (*case.hand, case.draw)):
        return
    other = replace(case, options={**options, "wild_is_suited_only": False, "wild_as_itself": False})
    ours, theirs = score(case), score(other)
    # Other waits that only wilds could make do not exist, so not even 独抱 changes.
    assert (ours.fan, ours.names) == (theirs.fan, theirs.names)


@given(CASES)
def test_the_reading_lays_exactly_the_tiles_of_the_hand(case: Case) -> None:
    scored = score(case)
    if not scored.win:
        assert scored.groups == ()
        return
    concealed = [group for group in scored.groups if not group.melded]
    assert Counter(tile.index for group in concealed for tile in group.pieces) == Counter([*case.hand, case.draw])
    lasts = [group.pieces[group.last].index for group in scored.groups if group.last is not None]
    assert lasts == [case.draw]
    kinds = [group.kind for group in scored.groups]
    assert kinds.count(GroupKind.PAIR) == (1 if len(kinds) == 5 else 7)
    for group in concealed:
        for tile, piece in zip(group.tiles, group.pieces, strict=True):
            assert tile == piece or (piece.index in case.wilds and _may_stand(tile.index, case))


def _may_stand(face: int, case: Case) -> bool:
    return face < 27 or not case.on("wild_is_suited_only")
