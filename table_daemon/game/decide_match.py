"""Beginning and ending a match, names, 坐/拉, and the beginning of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from table_daemon.game.commands import ChooseLa, ChooseZuo, EndMatch, SetName, StartHand, StartMatch
from table_daemon.game.events import (
    HandStarted,
    LaChosen,
    MatchEnded,
    MatchStarted,
    NameSet,
    Witness,
    ZuoChosen,
)
from table_daemon.game.guards import match_open, seat_exists
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.rules.errors import RulesError, UnknownProfileError
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import profile_named
from table_daemon.rules.settle import zuo_in_force

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.state import MatchState


def decide_match(
    draft: Draft, command: StartMatch | EndMatch | SetName | ChooseZuo | ChooseLa | StartHand
) -> Rejection | None:
    """Decide a command about the sitting rather than the play."""
    if isinstance(command, StartMatch):
        return _start_match(draft, command)
    refused = match_open(draft)
    if refused is not None:
        return refused
    match command:
        case EndMatch():
            draft.add(MatchEnded(source=command.source))
            return None
        case StartHand():
            return _start_hand(draft, command)
        case SetName() | ChooseZuo() | ChooseLa():
            return seat_exists(command.seat) or _choose(draft, command)
        case _:
            assert_never(command)


def _start_match(draft: Draft, command: StartMatch) -> Rejection | None:
    if match_open(draft) is None:
        return Rejection(RejectionReason.MATCH_OPEN, "牌局正在进行，请先结束", "a match is open: end it first")
    try:
        profile = with_options(profile_named(command.profile), command.options)
    except UnknownProfileError as error:
        return Rejection(RejectionReason.BAD_VALUE, f"没有“{command.profile}”这套规则", str(error))
    except RulesError as error:
        return Rejection(RejectionReason.BAD_VALUE, "家规写得不对：每条怎么写见 queyan rules", str(error))
    refused = seat_exists(command.first_dealer)
    if refused is None:
        draft.add(
            MatchStarted(
                match=command.match,
                names=command.names,
                profile=profile,
                first_dealer=command.first_dealer,
                source=command.source,
            )
        )
    return refused


def _choose(draft: Draft, command: SetName | ChooseZuo | ChooseLa) -> Rejection | None:
    match command:
        case SetName():
            draft.add(NameSet(seat=command.seat, name=command.name, source=command.source))
        case ChooseZuo():
            draft.add(ZuoChosen(seat=command.seat, value=command.value, source=command.source))
        case ChooseLa():
            most = draft.match.profile.la_max
            if not 0 <= command.value <= most:
                return Rejection(
                    RejectionReason.BAD_VALUE,
                    f"拉庄只能是 0 到 {most} 次",
                    f"la is {command.value}: it must be 0..{most}",
                )
            draft.add(LaChosen(seat=command.seat, value=command.value, source=command.source))
        case _:
            assert_never(command)
    return None


def _start_hand(draft: Draft, command: StartHand) -> Rejection | None:
    match = draft.match
    unsettled = match.hand is not None and match.hand.settled is None
    if unsettled and not command.abandon:
        return Rejection(
            RejectionReason.HAND_OPEN,
            "上一把还没结算：请先确认和牌或荒庄",
            "the hand before is not settled: say who won or that it was drawn",
        )
    dealer = match.next_dealer if command.dealer is None else command.dealer
    refused = seat_exists(dealer)
    if refused is None:
        draft.add(
            HandStarted(
                hand=_next_number(match),
                dealer=dealer,
                zuo=_zuo_of(match, dealer),
                la=_la_against(match, dealer),
                source=command.source,
                named=command.dealer is not None and command.source.witness is Witness.PERSON,
            )
        )
    return refused


def _next_number(match: MatchState) -> int:
    return 1 if match.hand is None else match.hand.number + 1


def _zuo_of(match: MatchState, dealer: int) -> bool:
    """Whether the dealer of the coming hand is 坐庄; one who stays may be held to the hand before (B28)."""
    before = match.hand
    stayed = before is not None and before.settled is not None and before.dealer == dealer
    earlier = before is not None and before.zuo
    return zuo_in_force(match.profile, chosen=match.zuo[dealer], stayed=stayed, earlier=earlier)


def _la_against(match: MatchState, dealer: int) -> tuple[int, int, int, int]:
    a, b, c, d = (0 if seat == dealer else times for seat, times in enumerate(match.la))
    return a, b, c, d
