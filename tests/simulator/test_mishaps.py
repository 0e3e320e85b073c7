import pytest

from table_daemon.simulator.errors import MishapError
from table_daemon.simulator.mishaps import DEFAULT_RATES, Mishap, parse_mishaps


@pytest.mark.parametrize(
    ("text", "mishap", "rate"),
    [
        ("occlusion", Mishap.OCCLUSION, 0.2),
        ("wild_discard", Mishap.WILD_DISCARD, 0.3),
        ("wild_discard:1", Mishap.WILD_DISCARD, 1.0),
        ("nudge:0.5, lamp", Mishap.NUDGE, 0.5),
        ("nudge:0.5, lamp", Mishap.LAMP, 0.1),
        ("nudge", Mishap.LAMP, 0.0),
        ("", Mishap.NUDGE, 0.0),
    ],
)
def test_names_and_rates_are_read(text: str, mishap: Mishap, rate: float) -> None:
    assert parse_mishaps(text).rate(mishap) == rate


def test_every_mishap_has_a_published_rate() -> None:
    assert set(DEFAULT_RATES) == set(Mishap)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("earthquake", "'earthquake' is no mishap; choose among occlusion"),
        (",", "',' names no mishap; choose among occlusion"),
        ("nudge:often", "the rate of nudge is 'often'; write a number from 0 to 1"),
        ("nudge:2", "the rate of nudge is 2; write a number from 0 to 1"),
        ("nudge:nan", "the rate of nudge is nan"),
    ],
)
def test_a_wrong_mishap_is_refused_with_one_clear_line(text: str, says: str) -> None:
    with pytest.raises(MishapError, match=says) as caught:
        parse_mishaps(text)
    assert "\n" not in str(caught.value)


def test_mishaps_can_be_left_out_and_the_others_keep_their_rates() -> None:
    chosen = parse_mishaps("occlusion:0.5,misread:0.25")
    left = chosen.without(Mishap.MISREAD, Mishap.FIFTH_COPY)
    assert dict(left.rates) == {Mishap.OCCLUSION: 0.5}
    assert chosen.rate(Mishap.MISREAD) == 0.25
