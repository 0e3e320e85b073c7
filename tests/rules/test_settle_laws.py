"""What holds of every settlement, whatever the house rules."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from table_daemon.rules.choices import Ruleset
from table_daemon.rules.options import OptionValue, options_of, with_options
from table_daemon.rules.payments.told import tell_settlement
from table_daemon.rules.profile import DAIHUN, PROFILES, TIANJIN, profile_named
from table_daemon.rules.settle import KongHeld
from tests.rules.oracle_settle import net_by_pairs
from tests.rules.settling import Four, Hand, hands, settled


def _turned(seats: Four, by: int) -> Four:
    return seats[-by % 4], seats[(1 - by) % 4], seats[(2 - by) % 4], seats[(3 - by) % 4]


@given(hands())
def test_nothing_is_made_or_lost(hand: Hand) -> None:
    result = settled(hand)
    assert sum(result.net) == 0
    for seat in range(4):
        got = sum(line.points for line in result.lines if line.to_seat == seat)
        paid = sum(line.points for line in result.lines if line.from_seat == seat)
        assert result.net[seat] == got - paid
    assert all(line.points > 0 and line.from_seat != line.to_seat for line in result.lines)


@settings(max_examples=250)
@given(hands())
def test_an_independent_settlement_agrees(hand: Hand) -> None:
    assert list(settled(hand).net) == net_by_pairs(hand)


@given(hands(), st.integers(2, 9))
def test_the_base_scales_every_payment(hand: Hand, times: int) -> None:
    once, more = settled(hand), settled(replace(hand, base=hand.base * times))
    assert [line.points * times for line in once.lines] == [line.points for line in more.lines]


@given(hands(), st.integers(1, 3))
def test_turning_the_table_turns_the_payments(hand: Hand, by: int) -> None:
    def seat(old: int | None) -> int | None:
        return None if old is None else (old + by) % 4

    turned = replace(
        hand,
        dealer=(hand.dealer + by) % 4,
        la=_turned(hand.la, by),
        winner=seat(hand.winner),
        discarder=seat(hand.discarder),
        kongs=[KongHeld((kong.seat + by) % 4, kong.kind, seat(kong.from_seat)) for kong in hand.kongs],
        fouls={(old + by) % 4: foul for old, foul in hand.fouls.items()},
        false_hu=[(old + by) % 4 for old in hand.false_hu],
        dubao_declared=[(old + by) % 4 for old in hand.dubao_declared],
        shangdatai=_turned(hand.shangdatai, by),
    )
    assert settled(turned).net == _turned(settled(hand).net, by)


@given(hands(st.sampled_from(PROFILES)), st.data())
def test_options_given_at_their_defaults_change_nothing(hand: Hand, data: st.DataObject) -> None:
    defaults = options_of(hand.profile)
    names = data.draw(st.sets(st.sampled_from(sorted(defaults))))
    given_again = with_options(profile_named(hand.profile.name), {name: defaults[name] for name in names})
    assert settled(replace(hand, profile=given_again)) == settled(hand)


_UNTOUCHED: dict[str, OptionValue] = {
    "mingkong_payer": "discarder",
    "no_kong_draw_pays_dealer": 7,
    "false_hu_penalty": 7,
    "yingang": 7,
    "chan_rounds": 2,
    "chan_unit": 2,
    "draw_cancels_kongs": True,
    "kong_multiplied": False,
}
"""Options that a won hand without kongs, 铲 and false 和 does not feel."""


@given(hands(st.just(TIANJIN)), st.sets(st.sampled_from(sorted(_UNTOUCHED))))
def test_a_plain_win_feels_no_rule_about_anything_else(hand: Hand, names: set[str]) -> None:
    plain = replace(hand, winner=hand.winner or 0, fan=max(1, hand.fan), kongs=(), chan=0, fouls={}, false_hu=())
    ruled = replace(plain, profile=with_options(TIANJIN, {name: _UNTOUCHED[name] for name in names}))
    assert settled(ruled) == settled(plain)


@given(hands(st.just(DAIHUN)))
def test_a_discard_never_costs_a_bystander_more_than_what_all_owe(hand: Hand) -> None:
    if hand.winner is None or hand.discarder is None:
        return
    points = hand.profile.points
    most = points.dubao * hand.dubao + points.shangdatai * hand.shangdatai[hand.winner]
    for line in settled(replace(hand, kongs=(), shangdatai=_only(hand.winner, hand))).lines:
        assert line.from_seat == hand.discarder or line.points <= most * hand.base


@given(hands())
def test_every_payment_is_told_in_both_languages(hand: Hand) -> None:
    result = settled(hand)
    assert all(line.why.endswith(line.why_en.rsplit(" ", 1)[1]) for line in result.lines)
    assert len(tell_settlement(result, winner=hand.winner).splitlines()) == len(result.lines) + 3
    if hand.profile.ruleset is Ruleset.DAIHUN:
        assert not any("坐" in line.why or "拉" in line.why for line in result.lines)


def _only(winner: int, hand: Hand) -> Four:
    counts = [hand.shangdatai[seat] if seat == winner else 0 for seat in range(4)]
    return counts[0], counts[1], counts[2], counts[3]
