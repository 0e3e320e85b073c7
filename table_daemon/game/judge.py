"""What a laid-down hand is worth as it lies: asks the rules, with every possible winning tile where none lies apart.

Decides nothing about the hand's end; that is ``decide_win``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from table_daemon.game.asking import Doubt, ReviewReason
from table_daemon.game.words import Reason
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.errors import BadFlagsError, FifthCopyError, RulesError, WildMeldError
from table_daemon.rules.melds import Meld
from table_daemon.rules.score import HandScore, Refusal, WinFlags, score_hand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.game.events import LaidHand
    from table_daemon.game.state import HandState, MatchState
    from table_daemon.rules.tiles import Tile

_REFUSED: Final[Mapping[Refusal, ReviewReason]] = MappingProxyType(
    {
        Refusal.XIANGGONG: ReviewReason.FOULED,
        Refusal.NOT_COMPLETE: ReviewReason.NOT_COMPLETE,
        Refusal.BELOW_MIN_FAN: ReviewReason.BELOW_MIN_FAN,
        Refusal.HUNDIAO_ALONE: ReviewReason.WILD_WAIT_ALONE,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The hand scored with one tile taken as the winning one. ``hand`` is without ``draw``."""

    hand: tuple[Tile, ...]
    draw: Tile
    score: HandScore
    flags: WinFlags = field(default_factory=WinFlags)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What people told of how a hand was won."""

    told: tuple[str, ...] = ()
    """Names of the ``flags`` they told."""
    flags: WinFlags = field(default_factory=WinFlags)


@dataclass(frozen=True, slots=True)
class Wins:
    """The hand may win, and there is no doubt about what it scores."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Depends:
    """It depends on which tile came last: one choice for each that it may be."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class MayNotWin:
    """The hand may not win."""

    doubt: Doubt


@dataclass(frozen=True, slots=True)
class CannotBe:
    """Tiles that cannot lie so (a fifth copy, a meld of wilds): something was misread."""

    doubt: Doubt


@dataclass(frozen=True, slots=True)
class WrongCount:
    """Too many (``surplus`` > 0) or too few tiles."""

    surplus: int


Verdict: TypeAlias = Wins | Depends | MayNotWin | CannotBe | WrongCount


def judge(match: MatchState, hand: HandState, laid: LaidHand, said: Said | None = None) -> Verdict:
    """Score a laid-down hand with the seat's melds as they lie; ``said`` is what people told of how it was won."""
    said = said or Said()
    melds = hand.seats[laid.seat].melds
    total = len(laid.hand) + (laid.draw is not None)
    surplus = total - (14 - 3 * len(melds))
    if surplus:
        return WrongCount(surplus)
    try:
        flags = flags_of(hand, laid, said)
        choices = [_scored(match, hand, laid, draw, flags) for draw in _possible_draws(laid)]
    except RulesError as error:
        return CannotBe(cannot_be(error))
    return _verdict(choices, any_tile_is_last=flags.tianhe)


def flags_of(hand: HandState, laid: LaidHand, said: Said) -> WinFlags:
    """How a win of this hand now would come about: 杠开, 天和, 地和 by the play, unless people said otherwise."""
    flags = _shown(hand, laid.seat, laid.discarder)
    return replace(flags, **{name: getattr(said.flags, name) for name in said.told})


def _shown(hand: HandState, seat: int, discarder: int | None) -> WinFlags:
    if hand.profile.ruleset is Ruleset.DAIHUN:
        return WinFlags(
            gangkai=hand.kongs_in_a_row if seat == hand.to_act and discarder is None else 0,
            discard=discarder is not None,
            dubao=hand.dubao[seat],
            shangdatai=hand.shangdatai[seat],
        )
    in_turn = seat == hand.to_act
    nothing_done = not hand.discard_order and all(not side.melds for side in hand.seats)
    dealer = seat == hand.dealer
    untouched = not hand.claims and not hand.seats[seat].discards and not hand.seats[seat].melds
    return WinFlags(
        gangkai=hand.kongs_in_a_row if in_turn else 0,
        tianhe=dealer and nothing_done,
        dihe=not dealer and untouched,
    )


def alike(choices: tuple[Choice, ...]) -> tuple[tuple[Choice, ...], ...]:
    """The choices with those that score the same together: people need not tell them apart."""
    groups: dict[int, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.score.fan if choice.score.win else -1, []).append(choice)
    return tuple(map(tuple, groups.values()))


def cannot_be(error: RulesError) -> Doubt:
    """Why tiles can't lie so."""
    match error:
        case FifthCopyError():
            words = Reason("同一种牌看到了五张", "five copies of one tile were seen")
            return Doubt(ReviewReason.FIFTH_COPY, words)
        case BadFlagsError():
            words = Reason("天和是庄家的，地和是闲家的，不能都算", "天和 is the dealer's and 地和 another's: not both")
            return Doubt(ReviewReason.UNREADABLE, words)
        case WildMeldError():
            return Doubt(ReviewReason.WILD_IN_MELD, Reason("碰杠的牌里有混儿", "there is a wild among the melds"))
        case _:
            return Doubt(ReviewReason.UNREADABLE, Reason("这手牌看不明白", "this hand makes no sense"))


def _possible_draws(laid: LaidHand) -> tuple[Tile, ...]:
    return tuple(sorted(set(laid.hand))) if laid.draw is None else (laid.draw,)


def _scored(match: MatchState, hand: HandState, laid: LaidHand, draw: Tile, flags: WinFlags) -> Choice:
    rest = list(laid.hand)
    if laid.draw is None:
        rest.remove(draw)
    melds = hand.seats[laid.seat].melds
    score = score_hand(
        hand=tuple(rest),
        draw=draw,
        melds=[Meld(lying.meld.kind, min(lying.meld.tiles)) for lying in melds],
        wilds=hand.wilds,
        flags=flags,
        profile=match.profile,
        indicator=hand.indicator,
    )
    return Choice(hand=tuple(rest), draw=draw, score=score, flags=flags)


def _verdict(choices: list[Choice], *, any_tile_is_last: bool) -> Verdict:
    winning = [choice for choice in choices if choice.score.win]
    if not winning:
        best = max(choices, key=lambda choice: bool(choice.score.formula))
        reason = ReviewReason.UNREADABLE if best.score.reason is None else _REFUSED[best.score.reason]
        return MayNotWin(Doubt(reason, Reason(best.score.reason_zh, best.score.reason_en)))
    if any_tile_is_last or len({choice.score.fan for choice in winning}) == 1:
        return Wins(max(winning, key=lambda choice: choice.score.fan))
    return Depends(tuple(choices))
