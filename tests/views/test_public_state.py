from __future__ import annotations

import json

import pytest

from table_daemon.game.commands import StartHand
from table_daemon.game.events import ReviewOpened
from table_daemon.game.state import GameState
from table_daemon.store.codec import decode, encode
from table_daemon.views import HealthItem, HealthLevel, HealthPart, HealthView, public_state, to_json
from tests.web import stories
from tests.web.stories import LINK, Teller

NOW_MS = 1_800_000_000_123
STATE_KEYS = {
    "version",
    "match",
    "hand",
    "phase",
    "dealer",
    "wilds",
    "indicator",
    "wall_left",
    "seats",
    "last_settlement",
    "reviews",
    "health",
    "updated_at",
}
SEAT_KEYS = {
    "seat",
    "name",
    "wind",
    "score",
    "dealer",
    "zuo",
    "la",
    "foul",
    "discards",
    "melds",
    "tile_count",
}
ALL_STORIES = (
    stories.idle,
    stories.seated,
    stories.playing,
    stories.foul,
    stories.false_hu,
    stories.won,
    stories.won_big,
    stories.drawn,
    stories.in_doubt,
    stories.hard_names,
)


@pytest.mark.parametrize("story", ALL_STORIES)
def test_the_json_has_every_name_of_the_contract(story: stories.Story) -> None:
    state = to_json(story().current())
    assert isinstance(state, dict)
    assert set(state) >= STATE_KEYS
    seats = state["seats"]
    assert isinstance(seats, list)
    assert len(seats) == 4
    for number, seat in enumerate(seats):
        assert isinstance(seat, dict)
        assert set(seat) >= SEAT_KEYS
        assert seat["seat"] == number
    assert json.loads(json.dumps(state)) == state


def test_the_lists_inside_have_the_names_of_the_contract() -> None:
    state = stories.won().current()
    discard, meld = state.seats[0].discards[0], state.seats[3].melds[0]
    assert set(to_json(discard)) >= {"event", "tile", "sure", "claimed_by"}  # type: ignore[arg-type]  # an object
    assert to_json(meld) == {"kind": "ming", "tiles": ["7s"] * 4, "from": 2, "event": meld.event}
    assert state.last_settlement is not None
    first = to_json(state.last_settlement.lines[0])
    assert first == {
        "from": 1,
        "to": 0,
        "points": 56,
        "why": "庄家坐庄 ×2, 拉一庄 ×2: 4 × 和 14",
        "why_en": "zuo ×2, la ×2: 4 × win 14",
    }
    review = stories.in_doubt().current().reviews[0]
    assert set(to_json(review)) >= {"id", "question", "answers", "pictures"}  # type: ignore[arg-type]  # an object


@pytest.mark.parametrize(
    ("story", "phase"),
    [
        (stories.idle, "idle"),
        (stories.seated, "idle"),
        (stories.playing, "playing"),
        (stories.won, "settled"),
        (stories.drawn, "settled"),
    ],
)
def test_the_phase_is_one_of_the_public_names(story: stories.Story, phase: str) -> None:
    assert story().current().phase == phase


def test_an_empty_table_has_four_nameless_seats() -> None:
    state = public_state(GameState(), health=HealthView(), now_ms=NOW_MS)
    assert state.match is None
    assert [seat.name for seat in state.seats] == ["", "", "", ""]
    assert state.updated_at == "2027-01-15T08:00:00.123Z"


@pytest.mark.parametrize(("dealer", "winds"), [(0, "东南西北"), (1, "北东南西"), (2, "西北东南"), (3, "南西北东")])
def test_the_dealer_is_east_and_the_winds_follow_the_turn(dealer: int, winds: str) -> None:
    teller = Teller()
    teller.sit_down(first_dealer=dealer)
    seats = teller.table.current().seats
    assert "".join(seat.wind or "" for seat in seats) == winds
    assert [seat.dealer for seat in seats] == [seat == dealer for seat in range(4)]


def test_choices_made_during_a_hand_wait_for_the_next_one() -> None:
    table = stories.playing()
    Teller(table).choose(la={1: 2, 3: 1})
    seats = table.current().seats
    assert [seat.la for seat in seats] == [0, 1, 2, 0]
    assert [seat.choice.la for seat in seats] == [0, 2, 2, 1]
    assert [seat.zuo for seat in seats] == [True, False, False, False]


def test_hands_shrink_by_three_a_meld_and_grow_by_the_drawn_tile() -> None:
    teller = Teller()
    teller.sit_down()
    teller.deal(indicator="5p")
    assert [seat.tile_count for seat in teller.table.current().seats] == [14, 13, 13, 13]
    taken = teller.discard(0, "5z")
    assert [seat.tile_count for seat in teller.table.current().seats] == [13, 13, 13, 13]
    teller.meld(2, "pung", "5z", claimed=taken, from_seat=0)
    assert [seat.tile_count for seat in teller.table.current().seats] == [13, 13, 11, 13]
    teller.discard(2, "1z")
    assert [seat.tile_count for seat in teller.table.current().seats] == [13, 13, 10, 13]


def test_the_newest_discard_and_a_claimed_one_are_told() -> None:
    table = stories.playing()
    state = table.current()
    assert state.newest is not None
    assert state.seats[2].discards[-1].event == state.newest.event
    assert state.newest.seat == 2
    claimed = [discard for discard in state.seats[0].discards if discard.claimed_by is not None]
    assert [(discard.tile, discard.claimed_by) for discard in claimed] == [("5z", 2)]


def test_a_discarded_wild_is_a_foul_with_its_tile_and_picture() -> None:
    seat = stories.foul().current().seats[3]
    assert seat.foul == "xiao_xianggong"
    assert seat.foul_detail is not None
    assert (seat.foul_detail.tile, seat.foul_detail.picture) == ("6m", "/api/pictures/tile-28.jpg")
    assert [discard.tile for discard in seat.discards if discard.wild] == ["6m"]


def test_a_refused_claim_says_why() -> None:
    seats = stories.false_hu().current().seats
    assert "小相公" in (seats[3].false_hu or "")
    assert [seat.false_hu for seat in seats[:3]] == [None, None, None]
    assert seats[3].false_hu_en == "discarded the wild 6 wan: may not win this hand, kongs count"


def test_a_question_tells_without_words_what_each_answer_would_change() -> None:
    table = stories.doubtful_wild()
    review = table.current().reviews[0]
    assert [answer.split()[0] for answer in review.answers] == ["6m", "9m", "none"]
    wild, other, nothing = ([(effect.kind, effect.seat, effect.foul) for effect in brings] for brings in review.effects)
    assert wild == [("foul", 3, "xiao_xianggong")]
    assert other == nothing == []
    assert review.answers[0].endswith(" → 赵大勇 小相公")


def test_a_question_tells_its_code_its_player_and_its_tile() -> None:
    review = stories.doubtful_wild().current().reviews[0]
    assert (review.reason, review.seat, review.tile, review.because) == ("maybe_wild", 3, "6m", "")
    review = stories.doubtful_hand(seat=1).current().reviews[0]
    assert (review.reason, review.seat, review.tile) == ("unclear", 1, None)
    assert (review.because, review.because_en) == (
        "56番，有的牌看不清",
        "56 fan, but some tiles are hard to read",
    )
    review = stories.in_doubt().current().reviews[0]
    assert (review.reason, review.seat) == (None, None)


def test_what_an_answer_would_change_comes_back_from_the_log_as_it_was() -> None:
    table = stories.doubtful_wild()
    opened = next(entry for entry in table.log if isinstance(entry.event, ReviewOpened))
    assert isinstance(opened.event, ReviewOpened)
    assert opened.event.effects
    assert decode(encode(opened)) == opened


def test_a_win_shows_its_groups_with_what_the_wilds_stand_for() -> None:
    state = stories.won().current()
    assert state.win is not None
    assert (state.win.winner, state.win.draw, state.win.total) == (0, "5m", 14)
    dressed = next(group for group in state.win.groups if True in group.wild)
    assert (dressed.tiles, dressed.pieces) == (("7p", "8p", "9p"), ("7p", "8p", "5p"))
    assert [group.last for group in state.win.groups if group.last is not None] == [1]
    laid = sorted(piece for group in state.win.groups for piece in group.pieces if not group.melded)
    assert laid == sorted((*state.win.hand, state.win.draw))


def test_a_win_names_each_fan_with_its_figure() -> None:
    win = stories.won_big().current().win
    assert win is not None
    assert [(fan.name, fan.worth, fan.adds) for fan in win.fans] == [
        ("捉五", 3, True),
        ("龙", 4, True),
        ("本混", 2, False),
        ("素本", 2, False),
        ("杠开", 2, False),
    ]
    assert tuple(fan.name for fan in win.fans) == win.names
    assert (win.fan, win.kong) == (56, 2)


def test_the_last_settlement_stays_when_the_next_hand_begins() -> None:
    table = stories.won()
    before = table.current().last_settlement
    assert before is not None
    assert sum(before.net) == 0
    Teller(table).tell(StartHand(t_ms=table.clock.t_ms, source=LINK))
    state = table.current()
    after = state.last_settlement
    assert after is not None
    assert after == before
    assert after.lines
    assert after.next_dealer == state.dealer
    assert (state.hand, state.win, state.phase) == (2, None, "dealing")


def test_a_drawn_hand_is_told_with_the_kongs_it_pays() -> None:
    state = stories.drawn().current()
    assert (state.drawn, state.win) == (True, None)
    assert state.last_settlement is not None
    assert state.last_settlement.winner is None
    assert {line.to for line in state.last_settlement.lines} == {3}


def test_the_worst_part_makes_the_health() -> None:
    items = tuple(
        HealthItem(part=part, level=level)
        for part, level in [(HealthPart.LINK, HealthLevel.WARN), (HealthPart.PANEL, HealthLevel.OFF)]
    )
    state = public_state(GameState(), health=HealthView(items=items), now_ms=0)
    assert state.health.level is HealthLevel.WARN
