from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_daemon.rules.foul import Foul
from table_daemon.rules.kaipai import thrower_of
from table_daemon.rules.profile import DAIHUN, TIANJIN, TIANJIN_CLUB, RuleProfile
from table_daemon.rules.tiles import ALL_TILES, Tile
from table_daemon.rules.wall import Wall
from table_daemon.simulator.acts import (
    Discarded,
    Drew,
    IndicatorTurned,
    LaidDown,
    Melded,
    PickedUp,
    Showed,
    ThrewDice,
    TookBack,
    WallSpent,
)
from table_daemon.simulator.layout import Place
from table_daemon.simulator.match import Match
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.simulator.river import corners, overlap
from vision.synthetic.scene import Pose, Scene


def copies(scene: Scene) -> Counter[str]:
    return Counter(str(tile.label) for tile in scene.tiles)


WHOLE_SET = Counter({str(tile): 4 for tile in ALL_TILES})


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), hand=st.integers(1, 3))
def test_all_136_tiles_are_on_the_table_after_every_act(seed: int, hand: int) -> None:
    plan = Match(seed, mishaps=parse_mishaps("wild_discard:1,takeback:0.1,false_hu:1,show_hands:1")).plan(hand)
    for _ in plan.play.acts():
        assert copies(plan.table.scene()) == WHOLE_SET


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_no_two_lying_tiles_overlap(seed: int) -> None:
    plan = Match(seed).plan(1)
    for _ in plan.play.acts():
        pass
    lying = [tile for tile in plan.table.scene().tiles if tile.pose is not Pose.STANDING and tile.level == 0]
    for a, b in combinations(lying, 2):
        if abs(a.centre_mm[0] - b.centre_mm[0]) > 60 or abs(a.centre_mm[1] - b.centre_mm[1]) > 60:
            continue
        shrunk = [corners(Place(tile.centre_mm, tile.angle_deg), -0.2) for tile in (a, b)]
        assert not overlap(*shrunk), (a, b)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_hand_is_the_same_for_the_same_seed_and_its_payments_cancel(seed: int) -> None:
    stories = []
    for _ in range(2):
        match = Match(seed, mishaps=parse_mishaps("wild_discard:0.5"))
        plan = match.plan(1)
        acts = list(plan.play.acts())
        truth = match.finish(plan)
        assert sum(truth.net) == 0
        stories.append((acts, truth))
    assert stories[0] == stories[1]


def test_most_hands_are_won_within_reasonable_turns() -> None:
    match = Match(5)
    won, discards = 0, []
    for number in range(1, 21):
        plan = match.plan(number)
        for _ in plan.play.acts():
            pass
        truth = match.finish(plan)
        won += truth.winner is not None
        discards.append(len(truth.discards))
        assert truth.winner is None or truth.fan >= 2
    assert won >= 12
    assert sum(discards) / len(discards) < 70


def test_turns_pass_to_the_right_unless_somebody_claims() -> None:
    match = Match(7)
    plan = match.plan(1)
    expected: int | None = plan.stakes.dealer
    for act in plan.play.acts():
        match act:
            case Discarded(seat):
                assert seat == expected
                expected = (seat + 1) % 4
            case Melded(seat):
                expected = seat
            case _:
                pass


def test_a_hand_ends_with_a_win_or_a_spent_wall() -> None:
    for seed in range(6):
        plan = Match(seed).plan(1)
        last = list(plan.play.acts())[-1]
        assert isinstance(last, WallSpent) or (isinstance(last, LaidDown) and last.wins)


def test_a_thrown_wild_is_a_foul_and_its_player_is_refused_but_plays_on() -> None:
    refused = fouled = 0
    for seed in range(12):
        match = Match(seed, mishaps=parse_mishaps("wild_discard:1"))
        plan = match.plan(1)
        acts = list(plan.play.acts())
        truth = match.finish(plan)
        fouled += bool(truth.fouls)
        assert all(foul is Foul.XIAO for _, foul in truth.fouls)
        assert truth.winner not in dict(truth.fouls)
        for act, following in pairwise(acts):
            if isinstance(act, LaidDown) and not act.wins:
                refused += 1
                assert act.seat in dict(truth.fouls)
                assert following == PickedUp(act.seat)
    assert fouled >= 10
    assert refused >= 1


@pytest.mark.parametrize("skipped", [1, 3])
def test_a_later_hand_alone_is_the_hand_of_the_match(skipped: int) -> None:
    whole, late = Match(3), Match(3)
    for number in range(1, skipped + 1):
        plan = whole.plan(number)
        list(plan.play.acts())
        whole.finish(plan)
    late.skip_to(skipped + 1)
    plans = [match.plan(skipped + 1) for match in (whole, late)]
    assert list(plans[0].play.acts()) == list(plans[1].play.acts())


def test_a_tile_taken_back_was_no_discard() -> None:
    match = Match(2, mishaps=parse_mishaps("takeback:0.5"))
    plan = match.plan(1)
    lying: list[tuple[int, Tile]] = []
    wavered = 0
    for act in plan.play.acts():
        match act:
            case Discarded(seat, tile):
                lying.append((seat, tile))
            case TookBack(seat, tile):
                assert lying.pop() == (seat, tile)
                wavered += 1
            case _:
                pass
    assert wavered > 2
    assert tuple(lying) == match.finish(plan).discards


def test_who_claims_falsely_is_refused_and_wins_no_more() -> None:
    refused = 0
    for seed in range(6):
        match = Match(seed, mishaps=parse_mishaps("false_hu:1"))
        plan = match.plan(1)
        acts = list(plan.play.acts())
        truth = match.finish(plan)
        assert [act.seat for act in acts if isinstance(act, LaidDown) and not act.wins] == list(truth.false_hu)
        assert truth.winner not in truth.false_hu
        assert truth.fouls == ()
        refused += len(truth.false_hu)
    assert refused >= 4


def test_hands_are_shown_only_when_all_is_over() -> None:
    plan = Match(4, mishaps=parse_mishaps("show_hands:1")).plan(1)
    acts = list(plan.play.acts())
    shown = [act.seat for act in acts if isinstance(act, Showed)]
    assert shown
    assert plan.play.story.winner not in shown
    assert all(isinstance(act, Showed) for act in acts[-len(shown) :])


def test_a_player_short_or_long_of_a_tile_never_wins_and_it_shows_only_when_he_lays_down() -> None:
    shown = {Foul.XIAO: 0, Foul.DA: 0}
    for seed in range(30):
        for mishap, foul in (("short_hand:1", Foul.XIAO), ("long_hand:1", Foul.DA)):
            match = Match(seed, mishaps=parse_mishaps(mishap))
            plan = match.plan(1)
            acts = list(plan.play.acts())
            truth = match.finish(plan)
            refused = [act for act in acts if isinstance(act, LaidDown) and not act.wins]
            assert [(act.seat, foul) for act in refused] == list(truth.fouls)
            assert truth.winner not in dict(truth.fouls)
            shown[foul] += len(refused)
    assert shown[Foul.DA] >= 1


def test_who_is_overtaken_loses_a_turn_and_everybody_keeps_thirteen_tiles() -> None:
    overtaken = 0
    for seed in range(8):
        plan = Match(seed, mishaps=parse_mishaps("out_of_turn:1")).plan(1)
        expected: int | None = None
        for act in plan.play.acts():
            match act:
                case Drew(seat, _, False):
                    overtaken += expected is not None and seat != expected
                case Discarded(seat):
                    expected = (seat + 1) % 4
                case Melded():
                    expected = None
                case _:
                    pass
    assert 4 <= overtaken <= 8


@pytest.mark.parametrize(("profile", "throws"), [(TIANJIN, 2), (TIANJIN_CLUB, 3), (DAIHUN, 2)])
def test_the_wall_is_broken_and_the_indicator_flipped_as_the_profile_says(profile: RuleProfile, throws: int) -> None:
    for seed in range(4):
        plan = Match(seed, profile=profile).plan(1)
        thrown: list[ThrewDice] = []
        for act in plan.play.acts():
            if isinstance(act, ThrewDice):
                thrown.append(act)
            if isinstance(act, IndicatorTurned):
                break
        sums = [sum(act.dice) for act in thrown]
        dealer = plan.stakes.dealer
        assert [act.seat for act in thrown] == [thrower_of(k, dealer, sums[0], profile) for k in range(throws)]
        assert plan.table.walls is not None
        second = sums[1] if throws == 3 else None
        whole = Wall.built(dealer=dealer, break_sum=sums[0], second_sum=second, indicator_sum=sums[-1], profile=profile)
        assert plan.table.walls.left == whole.dealt().left
        up = [tile for tile in plan.table.scene().tiles if tile.pose is Pose.FACE_UP]
        assert len(up) == 1
        assert not [t for t in plan.table.scene().tiles if t.centre_mm == up[0].centre_mm and t.level > up[0].level]


def test_on_the_last_four_tiles_nobody_claims_where_that_is_forbidden() -> None:
    for seed in range(12):
        plan = Match(seed, profile=TIANJIN_CLUB).plan(1)
        for act in plan.play.acts():
            if isinstance(act, Melded) and act.from_seat is not None:
                assert plan.table.walls is not None
                assert plan.table.walls.left > 4
