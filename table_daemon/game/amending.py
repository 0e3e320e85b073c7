"""Correcting and undoing facts of any hand of the match, with what is linked to them and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.game.amend import is_end, said
from table_daemon.game.changing import NO, STANDS, YES, changed, fields_of, value_of
from table_daemon.game.commands import Undo
from table_daemon.game.concluding import choices_follow, conclude, deal_on
from table_daemon.game.decide_play import bad_meld
from table_daemon.game.events import (
    Corrected,
    Discarded,
    DiscardRetracted,
    FalseHu,
    HandStarted,
    HandWon,
    MatchEnded,
    MeldMade,
    Recorded,
    SeatsSwapped,
    Settled,
    Witness,
)
from table_daemon.game.guards import left_to_people, match_known, seat_exists
from table_daemon.game.linking import LINK, event_of, linked, torn_apart
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.settling import end_or_go_on, pay
from table_daemon.game.takes import takes

if TYPE_CHECKING:
    from table_daemon.game.commands import (
        Announce,
        Correct,
        RecordDice,
        RecordDiscard,
        RecordMeld,
        SwapSeats,
        TurnIndicator,
        WriteFoul,
    )
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Event, Source
    from table_daemon.game.state import HandState

BY_HAND: Final = "手工录入"
"""Why something was changed by people's writing."""


def correct_fact(draft: Draft, command: Correct) -> Rejection | None:
    """Change a field of a fact, whichever hand it belongs to."""
    refused = match_known(draft)
    if refused is not None:
        return refused
    if command.field == STANDS:
        return _stand(draft, command)
    found = _found(draft, command.of)
    if found is None:
        return no_fact(command.of)
    hand, seq = found
    draft.in_hand = hand.number
    standing = next((recorded for recorded in hand.log if recorded.seq == seq), None)
    return no_fact(command.of) if standing is None else _change(draft, standing, command)


def _change(draft: Draft, standing: Recorded, command: Correct) -> Rejection | None:
    try:
        old = value_of(standing.event, command.field)
        after = changed(standing.event, command.field, command.value)
    except KeyError:
        return _no_field(standing, command.field)
    except ValueError:
        may = takes(command.field)
        return Rejection(
            RejectionReason.BAD_VALUE,
            f"不能改成“{command.value}”：{may.zh}",
            f"{command.field} can't be {command.value!r}: {may.en}",
        )
    hand = draft.hand
    refused = (
        left_to_people(hand, standing.seq, command.source)
        or _cannot_be(draft, standing.event, after)
        or torn_apart(hand, standing.seq, after)
    )
    if refused is None:
        amend(
            draft,
            Corrected(
                of=standing.seq,
                field=command.field,
                old=old,
                value=value_of(after, command.field),
                by=command.by or command.source.witness.value,
                why=command.why,
                source=command.source,
                in_hand=hand.number,
            ),
        )
    return refused


def amend(draft: Draft, change: Corrected) -> None:
    """Add a correction, what is the same fact told elsewhere, and what follows by the rules."""
    before = draft.hand
    draft.add(change)
    for along in linked(before, change):
        draft.add(along)
    if change.field == "dealer" and isinstance(before.log[0].event, HandStarted) and change.of == before.log[0].seq:
        choices_follow(draft, before=before, why=LINK)
    conclude(draft)


def undo(draft: Draft, command: Undo) -> Rejection | None:
    """Let a fact count as never having been; what follows from it goes with it."""
    refused = match_known(draft)
    if refused is not None:
        return refused
    about = next((known for known in draft.match.about if known.seq == command.of), None)
    if about is not None:
        return _undo_about(draft, about, command)
    found = _found(draft, command.of)
    if found is None:
        return no_fact(command.of)
    hand, seq = found
    recorded = next(known for known in hand.raw if known.seq == seq)
    if isinstance(recorded.event, HandStarted):
        return Rejection(
            RejectionReason.CONFLICT,
            "一把的开始不能撤销；可以记荒庄，或改它的庄家",
            "the beginning of a hand cannot be undone: enter a draw for it, or correct its dealer",
        )
    draft.in_hand = hand.number
    if all(known.seq != seq for known in hand.log):
        return Rejection(
            RejectionReason.DUPLICATE, "这条已经撤销了", f"event {seq} no longer stands: it is undone already"
        )
    return left_to_people(hand, seq, command.source) or _undo_in_hand(draft, recorded, command)


def swap_seats(draft: Draft, command: SwapSeats) -> Rejection | None:
    """Let two players' scores of some hands change places."""
    refused = match_known(draft) or seat_exists(command.a) or seat_exists(command.b)
    if refused is not None:
        return refused
    last = 0 if draft.match.hand is None else draft.match.hand.number
    if command.a == command.b or not 1 <= command.from_hand <= command.to_hand <= last:
        return Rejection(
            RejectionReason.BAD_VALUE,
            f"换座要两个不同的座位，把数在 1 到 {last} 之间",
            f"two different seats are needed, and hands within 1..{last}",
        )
    draft.add(
        SeatsSwapped(
            a=command.a,
            b=command.b,
            from_hand=command.from_hand,
            to_hand=command.to_hand,
            by=command.by or command.source.witness.value,
            why=command.why,
            source=command.source,
        )
    )
    _settle_hands(draft, max(1, command.from_hand - 1), command.to_hand)
    return None


def no_fact(seq: int) -> Rejection:
    """There is no such fact in this match."""
    return Rejection(
        RejectionReason.NOT_FOUND, f"这场牌里没有第{seq}条可改的记录", f"event {seq} is no fact of this match's hands"
    )


def stands(of: int, source: Source, *, in_hand: int | None, value: str = NO, by: str = "", why: str = "") -> Corrected:
    """The correction that lets an event count no more (or again)."""
    return Corrected(
        of=of,
        field=STANDS,
        old=YES if value == NO else NO,
        value=value,
        by=by or source.witness.value,
        why=why,
        source=source,
        in_hand=in_hand,
    )


def sign(
    draft: Draft,
    seq: int,
    command: RecordDice | TurnIndicator | RecordDiscard | RecordMeld | WriteFoul | Announce,
) -> None:
    """Note who added a fact to a hand that was settled already, and why: from then on it counts."""
    match = draft.began.match
    hand = None if match is None else match.numbered(draft.hand.number)
    if command.source.witness is not Witness.PERSON or hand is None or hand.settled is None:
        return
    draft.add(
        stands(seq, command.source, in_hand=draft.hand.number, value=YES, by=command.by, why=command.why or BY_HAND)
    )


def ends_of(hand: HandState) -> tuple[int, ...]:
    """Sequences of the standing events that say how the hand ended, by people's word or by its tiles."""
    return tuple(
        recorded.seq
        for recorded in hand.log
        if is_end(recorded.event)
        or recorded.seq == hand.claim_seq
        or (isinstance(recorded.event, Settled) and said(recorded.event))
    )


def _found(draft: Draft, of: int) -> tuple[HandState, int] | None:
    """The hand of an event, and the event that is meant by it: a win scored again is the hand laid down."""
    for hand in reversed(draft.match.hands):
        recorded = next((known for known in hand.raw if known.seq == of), None)
        if recorded is None:
            continue
        event = recorded.event
        if isinstance(event, HandWon | FalseHu) and event.of is not None:
            return _found(draft, event.of)
        return hand, of
    return None


def _stand(draft: Draft, command: Correct) -> Rejection | None:
    if command.value != NO:
        return Rejection(
            RejectionReason.BAD_VALUE,
            "要恢复，请撤销那次撤销",
            "to bring a fact back, undo what took it away",
        )
    return undo(
        draft,
        Undo(t_ms=command.t_ms, of=command.of, why=command.why, by=command.by, source=command.source),
    )


def _undo_about(draft: Draft, about: Recorded, command: Undo) -> Rejection | None:
    if isinstance(about.event, MatchEnded) and not draft.match.ended:
        return no_fact(command.of)
    draft.add(stands(command.of, command.source, in_hand=None, by=command.by, why=command.why))
    if not isinstance(about.event, MatchEnded):
        last = 0 if draft.match.hand is None else draft.match.hand.number
        _settle_hands(draft, 1, last)
    return None


def _undo_in_hand(draft: Draft, recorded: Recorded, command: Undo) -> Rejection | None:
    hand, event = draft.hand, recorded.event
    gone = [recorded.seq]
    match event:
        case Discarded():
            refused = _claimed(hand, recorded.seq)
            if refused is not None:
                return refused
            by = command.by or command.source.witness.value
            draft.add(
                DiscardRetracted(of=recorded.seq, source=command.source, in_hand=hand.number, by=by, why=command.why)
            )
            conclude(draft)
            return None
        case Settled() if not said(event):
            gone = list(_nets_said(hand) or ends_of(hand))
        case Corrected():
            gone += _links_of(hand, recorded)
        case _:
            pass
    if not gone:
        return no_fact(command.of)
    for seq in gone:
        draft.add(stands(seq, command.source, in_hand=hand.number, by=command.by, why=command.why))
    conclude(draft)
    return None


def _nets_said(hand: HandState) -> tuple[int, ...]:
    """The corrections by which people said what the hand pays."""
    return tuple(
        known.seq
        for known in hand.log
        if isinstance(known.event, Corrected) and known.event.field == "net" and hand.net_by_hand is not None
    )


def _links_of(hand: HandState, recorded: Recorded) -> list[int]:
    """What was corrected along with a correction."""
    links: list[int] = []
    for known in hand.raw:
        event = known.event
        if known.seq == recorded.seq + len(links) + 1 and isinstance(event, Corrected) and event.why == LINK:
            links.append(known.seq)
    return links


def _claimed(hand: HandState, seq: int) -> Rejection | None:
    for side in hand.seats:
        for discard in side.discards:
            if discard.event == seq and discard.claimed_by is not None:
                return Rejection(
                    RejectionReason.CONFLICT,
                    "这张已被碰杠，请先撤销碰杠",
                    f"discard {seq} was claimed by seat {discard.claimed_by}: undo the meld first",
                )
    return None


def own_discard(seat: int) -> Rejection:
    """Nobody claims a discard of their own."""
    return Rejection(
        RejectionReason.BAD_VALUE, "自己打的牌自己不能碰杠", f"seat {seat} claimed it: it cannot be that seat's own"
    )


def _cannot_be(draft: Draft, before: Event, after: Event) -> Rejection | None:
    """A correction that makes no sense at this table."""
    if isinstance(after, MeldMade):
        return bad_meld(after.meld, draft.match.profile)
    if isinstance(after, Discarded) and isinstance(before, Discarded) and after.seat != before.seat:
        for side in draft.hand.seats:
            for discard in side.discards:
                if discard.claimed_by == after.seat and event_of(draft.hand, discard.event) is before:
                    return own_discard(after.seat)
    return None


def _no_field(recorded: Recorded, field: str) -> Rejection:
    known = ", ".join(fields_of(recorded.event)) or "none; it can only be undone"
    return Rejection(
        RejectionReason.BAD_VALUE,
        f"这条记录没有可改的“{field}”",
        f"event {recorded.seq} has no field {field!r} to correct: {known}",
    )


def _settle_hands(draft: Draft, first: int, last: int) -> None:
    """Settle again those of the hands that were settled, and let the next ones be dealt accordingly."""
    for number in range(first, last + 1):
        draft.in_hand = number
        if draft.match.numbered(number) is not None and draft.hand.settled is not None:
            pay(draft)
            deal_on(draft)
    draft.in_hand = None
    end_or_go_on(draft)
