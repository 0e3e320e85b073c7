"""What follows by the rules once facts of a hand have changed: fouls, the win, the payments, who dealt the next hand.

Only adds what is otherwise than before; what people decided is left as they decided it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.game.decide_win import fouled, surplus_words
from table_daemon.game.events import (
    Corrected,
    Discarded,
    FalseHu,
    HandStarted,
    HandWon,
    LaidHand,
    MeldMade,
    Witness,
)
from table_daemon.game.fouls import note_wild_discards
from table_daemon.game.judge import CannotBe, Depends, MayNotWin, Said, Wins, WrongCount, judge
from table_daemon.game.settling import RULES, pay
from table_daemon.game.words import Reason
from table_daemon.rules.settle import zuo_in_force

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.judge import Verdict
    from table_daemon.game.state import HandState, MatchState

_FOLLOWS: Final = "随前一把改正"


def conclude(draft: Draft) -> None:
    """Bring everything that rests on the facts of the hand in line with them, later hands included."""
    note_wild_discards(draft)
    hand = draft.hand
    if hand.claim is not None and hand.claim_seq is not None:
        _judge_again(draft, hand.claim, hand.claim_seq)
    elif not hand.drawn:
        _revive(draft)
    if draft.hand.ended or draft.hand.net_by_hand is not None:
        pay(draft)
    deal_on(draft)


def _judge_again(draft: Draft, claim: HandWon, seq: int) -> None:
    """Score the winning hand by the facts as they stand now."""
    hand = draft.hand
    foul = hand.seats[claim.winner].foul
    if foul is not None:
        _not_won(draft, claim, seq, fouled(foul.foul))
        return
    laid, verdict = judged_now(draft.match, hand, claim)
    if not isinstance(verdict, Wins):
        _not_won(draft, claim, seq, why_not(verdict))
        return
    melds = tuple(lying.meld for lying in hand.seats[claim.winner].melds)
    if hand.won is None or (hand.won.score, hand.won.melds) != (verdict.choice.score, melds):
        _won(draft, laid, verdict, seq, claim.told)


def judged_now(match: MatchState, hand: HandState, claim: HandWon) -> tuple[LaidHand, Verdict]:
    """The hand that was laid down, and what it is worth by the facts of ``hand``; a foul of its player apart."""
    laid = LaidHand(seat=claim.winner, hand=claim.hand, draw=claim.draw, discarder=claim.discarder)
    return laid, judge(match, hand, laid, Said(told=claim.told, flags=claim.flags))


def _won(draft: Draft, laid: LaidHand, verdict: Wins, of: int, told: tuple[str, ...]) -> None:
    draft.add(
        HandWon(
            winner=laid.seat,
            hand=verdict.choice.hand,
            draw=verdict.choice.draw,
            melds=tuple(lying.meld for lying in draft.hand.seats[laid.seat].melds),
            score=verdict.choice.score,
            source=RULES,
            in_hand=draft.in_hand,
            discarder=laid.discarder,
            flags=verdict.choice.flags,
            told=told,
            of=of,
        )
    )


def _not_won(draft: Draft, claim: HandWon, seq: int, reason: Reason) -> None:
    if draft.hand.won is None:
        return
    draft.add(
        FalseHu(
            seat=claim.winner,
            hand=claim.hand,
            draw=claim.draw,
            reason=reason.zh,
            reason_en=reason.en,
            source=RULES,
            in_hand=draft.in_hand,
            of=seq,
            discarder=claim.discarder,
        )
    )


def why_not(verdict: Verdict) -> Reason:
    """Why a hand does not win."""
    match verdict:
        case WrongCount(surplus):
            return surplus_words(surplus)
        case MayNotWin(doubt) | CannotBe(doubt):
            return doubt.words
        case Wins() | Depends():
            return Reason("", "")


def _revive(draft: Draft) -> None:
    """A hand refused as the last act of play may win by the facts as they stand now."""
    for recorded in reversed(draft.hand.log):
        event = recorded.event
        if isinstance(event, Discarded | MeldMade) or (isinstance(event, FalseHu) and event.of is not None):
            return
        if isinstance(event, FalseHu):
            if draft.hand.seats[event.seat].foul is not None:
                return
            laid = LaidHand(seat=event.seat, hand=event.hand, draw=event.draw, discarder=event.discarder)
            verdict = judge(draft.match, draft.hand, laid) if draft.hand.wilds else None
            if isinstance(verdict, Wins):
                _won(draft, laid, verdict, recorded.seq, ())
            return


def deal_on(draft: Draft) -> None:
    """Let the hand after be dealt by whoever should have, where that was only concluded and nothing speaks for it."""
    settled, number = draft.hand.settled, draft.hand.number + 1
    following = draft.match.numbered(number)
    if settled is None or following is None or settled.next_dealer == following.dealer:
        return
    if not _was_concluded(draft, number) or _named(following) or _seen_dealer(following) == following.dealer:
        return
    here, draft.in_hand = draft.in_hand, number
    deal_again(draft, settled.next_dealer, why=_FOLLOWS)
    conclude(draft)
    draft.in_hand = here


def _was_concluded(draft: Draft, number: int) -> bool:
    """Whether the dealer of a hand was, before anything was decided now, who should have dealt by the one before."""
    match = draft.began.match
    before, hand = (None, None) if match is None else (match.numbered(number - 1), match.numbered(number))
    if before is None or hand is None or before.settled is None:
        return True
    return before.settled.next_dealer == hand.dealer


def _named(hand: HandState) -> bool:
    """Whether a person said who deals the hand, at its beginning or by correcting it."""
    started = hand.log[0]
    assert isinstance(started.event, HandStarted)  # noqa: S101 -- every hand's log begins so
    standing = {known.seq for known in hand.log}
    return started.event.named or any(
        isinstance(known.event, Corrected)
        and (known.event.of, known.event.field) == (started.seq, "dealer")
        and known.event.source.witness is Witness.PERSON
        and known.seq in standing
        for known in hand.raw
    )


def _seen_dealer(hand: HandState) -> int | None:
    """Who dealt by what was seen: the thrower of the first dice, else who discarded first."""
    if hand.dice and hand.dice[0].seat is not None:
        return hand.dice[0].seat
    first = next((recorded.event for recorded in hand.log if isinstance(recorded.event, Discarded)), None)
    return None if first is None else first.seat


def deal_again(draft: Draft, dealer: int, *, why: str) -> None:
    """Correct who dealt the hand, by the rules, and 坐 and 拉 with it."""
    hand = draft.hand
    _follow(draft, "dealer", str(hand.dealer), str(dealer), why)
    choices_follow(draft, before=hand, why=why)


def choices_follow(draft: Draft, *, before: HandState, why: str) -> None:
    """坐 and 拉 of a hand whose dealer was corrected: the dealer's 坐, and the former dealer's 拉, as they chose."""
    match, hand = draft.match, draft.hand
    zuo = zuo_in_force(match.profile, chosen=match.zuo[hand.dealer])
    if zuo != hand.zuo:
        _follow(draft, "zuo", _yes_no(value=hand.zuo), _yes_no(value=zuo), why)
    la = list(hand.la)
    la[before.dealer] = match.la[before.dealer] if before.dealer != hand.dealer else 0
    if tuple(la) != hand.la:
        _follow(draft, "la", ",".join(map(str, hand.la)), ",".join(map(str, la)), why)


def _follow(draft: Draft, field: str, old: str, value: str, why: str) -> None:
    started = draft.hand.log[0]
    assert isinstance(started.event, HandStarted)  # noqa: S101 -- every hand's log begins so
    draft.add(
        Corrected(
            of=started.seq,
            field=field,
            old=old,
            value=value,
            by=Witness.RULES.value,
            why=why,
            source=RULES,
            in_hand=draft.hand.number,
        )
    )


def _yes_no(*, value: bool) -> str:
    return "true" if value else "false"
