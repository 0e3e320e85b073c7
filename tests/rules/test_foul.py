"""Which act is a foul, and what it costs."""

from __future__ import annotations

import pytest

from table_daemon.rules.foul import Foul, FoulAct, consequence, count_foul, discard_foul
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import TIANJIN
from table_daemon.rules.tiles import Tile
from table_daemon.rules.wilds import wilds_of

WILDS = wilds_of(Tile.parse("8p"))


@pytest.mark.parametrize(
    ("act", "foul", "kongs_count"),
    [
        (FoulAct.WILD_DISCARDED, Foul.XIAO, True),
        (FoulAct.NO_REPLACEMENT, Foul.XIAO, True),
        (FoulAct.TOO_FEW, Foul.XIAO, True),
        (FoulAct.TOO_MANY, Foul.DA, False),
        (FoulAct.FALSE_WIN, None, True),
    ],
)
def test_what_an_act_costs(act: FoulAct, foul: Foul | None, *, kongs_count: bool) -> None:
    told = consequence(act, TIANJIN)
    assert (told.foul, told.kongs_count, told.penalty) == (foul, kongs_count, 0)
    assert foul is None or foul.kongs_count is kongs_count
    assert foul is None or foul.chinese in told.chinese
    assert "may not win this hand" in told.english


def test_a_house_may_make_a_false_win_cost_and_forbid_wild_discards() -> None:
    house = with_options(TIANJIN, {"false_hu_penalty": 3, "wild_discard": "forbidden"})
    assert consequence(FoulAct.FALSE_WIN, house).penalty == 3
    assert "付每家 3番" in consequence(FoulAct.FALSE_WIN, house).chinese
    forbidden, allowed = (consequence(FoulAct.WILD_DISCARDED, profile) for profile in (house, TIANJIN))
    assert forbidden.foul is allowed.foul
    assert forbidden.english != allowed.english


def test_only_a_wild_is_a_foul_to_discard_and_not_when_shangdatai_goes_on() -> None:
    assert discard_foul(Tile.parse("9p"), wilds=WILDS) is FoulAct.WILD_DISCARDED
    assert discard_foul(Tile.parse("7p"), wilds=WILDS) is None
    assert discard_foul(Tile.parse("9p"), wilds=WILDS, going_on_with_shangdatai=True) is None


@pytest.mark.parametrize("melds", range(5))
def test_the_tiles_held_beside_the_melds_are_counted(melds: int) -> None:
    due = 13 - 3 * melds
    assert count_foul(due, melds=melds) is None
    assert count_foul(due + 1, melds=melds, to_discard=True) is None
    assert count_foul(due - 1, melds=melds) is FoulAct.TOO_FEW
    assert count_foul(due, melds=melds, to_discard=True) is FoulAct.TOO_FEW
    assert count_foul(due + 1, melds=melds) is FoulAct.TOO_MANY
