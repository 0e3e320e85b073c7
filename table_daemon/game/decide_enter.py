"""What people write down but for winning hands: acts of play, draws, scores, fouls, announcements, that one says 和."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from table_daemon.game.amending import BY_HAND, amend, sign
from table_daemon.game.believable import TAKES_A_DISCARD, fifth_copy, meld_refused
from table_daemon.game.by_hand import take_back_end, turn_again, understood
from table_daemon.game.changing import value_of
from table_daemon.game.commands import (
    Announce,
    ClaimWin,
    DrawHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    TurnIndicator,
    WriteFoul,
    WriteScore,
)
from table_daemon.game.concluding import conclude
from table_daemon.game.decide_play import claimable, decide_play
from table_daemon.game.decide_win import ask_for_hand, barred, end_drawn, refuse_hand
from table_daemon.game.events import (
    Announced,
    Corrected,
    FoulFound,
    HandDrawn,
    LaidHand,
    Witness,
)
from table_daemon.game.fouls import note_wild_discards, pardon_given_up
from table_daemon.game.guards import seat_exists
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.settling import drawn_by_hand, end_or_go_on
from table_daemon.game.words import Reason
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.state import HandState
    from table_daemon.rules.foul import Foul

_SEEN_FALSE: Final = Reason("大家看过，不能和", "people looked: it may not win")


def add_fact(draft: Draft, command: RecordDice | TurnIndicator | RecordDiscard | RecordMeld) -> Rejection | None:
    """Record an act of play; in a hand that is over, with what follows from it."""
    if isinstance(command, TurnIndicator) and command.source.witness is Witness.PERSON:
        corrected = turn_again(draft, command)
        if corrected is not None:
            return None
    if isinstance(command, RecordMeld) and command.source.witness is Witness.PERSON:
        command = _explained(draft, command)
    seq = draft.state.version + 1
    refused = _unbelievable(draft, command) or decide_play(draft, command)
    if refused is None:
        sign(draft, seq, command)
    if refused is None and (draft.hand.ended or draft.hand.settled is not None):
        conclude(draft)
    return refused


def _unbelievable(draft: Draft, command: RecordDice | TurnIndicator | RecordDiscard | RecordMeld) -> Rejection | None:
    if command.source.witness is not Witness.PERSON:
        return None
    match command:
        case RecordDice():
            return None
        case TurnIndicator() | RecordDiscard():
            return fifth_copy(draft.hand, (command.tile,))
        case RecordMeld():
            return meld_refused(draft, command)
        case _:
            assert_never(command)


def _explained(draft: Draft, command: RecordMeld) -> RecordMeld:
    """A meld that people wrote down, with the discard it took, or as the kong that a 碰 has grown into."""
    if command.claimed is not None or not 0 <= command.seat < 4:
        return command
    command = replace(command, meld=understood(command.meld, command.seat))
    if not command.meld.tiles:
        return command
    lying = draft.hand.seats[command.seat].melds
    same = [m.meld for m in lying if m.meld.kind is MeldKind.PUNG and m.meld.tiles[0] == command.meld.tiles[0]]
    if command.meld.kind is MeldKind.MING and same:
        return replace(command, added=True, meld=replace(command.meld, from_seat=same[0].from_seat))
    giver = command.meld.from_seat
    if giver is None and command.meld.kind in TAKES_A_DISCARD:
        return _taking_the_newest(draft.hand, command)
    if giver is None or not 0 <= giver < 4:
        return command
    return replace(command, claimed=claimable(draft.hand, giver, command.meld))


def _taking_the_newest(hand: HandState, command: RecordMeld) -> RecordMeld:
    """A meld of which nobody said whom it took from: the newest discard that fits, if one lies there."""
    givers = [seat for seat in range(4) if seat != command.seat]
    if command.meld.kind is MeldKind.CHOW:
        givers = [(command.seat - 1) % 4]
    fitting = [(claimed, seat) for seat in givers if (claimed := claimable(hand, seat, command.meld)) is not None]
    if not fitting:
        return command
    claimed, giver = max(fitting)
    return replace(command, claimed=claimed, meld=replace(command.meld, from_seat=giver))


def draw(draft: Draft, command: DrawHand) -> Rejection | None:
    """荒庄; where the hand had ended otherwise, instead of that."""
    if draft.hand.drawn and draft.hand.settled is not None:
        return Rejection(RejectionReason.DUPLICATE, "这一把已经记为荒庄", "this hand is recorded as drawn already")
    if not draft.hand.ended and draft.hand.settled is None:
        end_drawn(draft, command.source)
        return None
    take_back_end(draft, command)
    draft.add(HandDrawn(source=command.source, in_hand=draft.in_hand))
    conclude(draft)
    return None


def write_score(draft: Draft, command: WriteScore) -> Rejection | None:
    """What the hand pays by people's word."""
    if sum(command.net):
        return Rejection(
            RejectionReason.BAD_VALUE,
            "四家的分加起来要等于零",
            f"net {', '.join(map(str, command.net))} does not sum to zero",
        )
    if command.next_dealer is not None:
        refused = seat_exists(command.next_dealer)
        if refused is not None:
            return refused
    settled = draft.hand.settled
    if settled is None:
        draft.add(drawn_by_hand(draft.match, draft.hand, command.net, command.next_dealer, in_hand=draft.in_hand))
        end_or_go_on(draft)
        return None
    seq = next(known.seq for known in reversed(draft.hand.log) if known.event is settled)
    changes = {"net": ",".join(map(str, command.net))}
    if command.next_dealer is not None:
        changes["next_dealer"] = str(command.next_dealer)
    for name, value in changes.items():
        amend(
            draft,
            Corrected(
                of=seq,
                field=name,
                old=value_of(settled, name),
                value=value,
                by=command.by or command.source.witness.value,
                why=command.why or BY_HAND,
                source=command.source,
                in_hand=draft.hand.number,
            ),
        )
    return None


def write_foul(draft: Draft, command: WriteFoul) -> Rejection | None:
    """A foul by people's word."""
    refused = seat_exists(command.seat)
    if refused is not None:
        return refused
    refused = _false_win(draft, command) if command.foul is None else _foul(draft, command, command.foul)
    if refused is None and draft.hand.ended:
        conclude(draft)
    return refused


def _foul(draft: Draft, command: WriteFoul, foul: Foul) -> Rejection | None:
    standing = draft.hand.seats[command.seat].foul
    if standing is not None and standing.foul is foul:
        return Rejection(
            RejectionReason.DUPLICATE, f"{foul.chinese}已经记下", f"seat {command.seat} has a {foul.value} already"
        )
    found = FoulFound(seat=command.seat, foul=foul, of=None, source=command.source, in_hand=draft.in_hand)
    sign(draft, draft.add(found), command)
    return None


def _false_win(draft: Draft, command: WriteFoul) -> Rejection | None:
    side, claim = draft.hand.seats[command.seat], draft.hand.claim
    if side.false_hu is not None:
        return Rejection(RejectionReason.DUPLICATE, "诈和已经记下", f"seat {command.seat} has a false win already")
    if claim is not None and claim.winner == command.seat:
        return Rejection(
            RejectionReason.CONFLICT,
            "这一家和了这一把，请先撤销那次和",
            f"seat {command.seat} won this hand: undo the win first",
        )
    shown = refuse_hand(draft, LaidHand(seat=command.seat, hand=(), draw=None), _SEEN_FALSE, command.source)
    sign(draft, shown, command)
    return None


def announce(draft: Draft, command: Announce) -> Rejection | None:
    """独抱 and 上大台 of a seat."""
    refused = seat_exists(command.seat)
    if refused is not None:
        return refused
    if draft.match.profile.ruleset is not Ruleset.DAIHUN or not 0 <= command.shangdatai <= 2:
        return Rejection(
            RejectionReason.BAD_VALUE,
            "这里没有独抱和上大台，或次数不对",
            "dubao and shangdatai (0 to 2 times) are daihun's only",
        )
    seq = draft.add(
        Announced(
            seat=command.seat,
            dubao=command.dubao,
            shangdatai=command.shangdatai,
            source=command.source,
            in_hand=draft.in_hand,
        )
    )
    sign(draft, seq, command)
    if draft.hand.wilds:
        pardon_given_up(draft, command.seat)
        note_wild_discards(draft)
    if draft.hand.ended:
        conclude(draft)
    return None


def claim_win(draft: Draft, command: ClaimWin) -> Rejection | None:
    """A seat says 和: people are asked for its hand unless it is read first."""
    refused = seat_exists(command.seat)
    if refused is not None:
        return refused
    if any(review.laid is not None and review.laid.seat == command.seat for review in draft.state.reviews):
        return Rejection(
            RejectionReason.DUPLICATE, "这一家已经叫和，等着看牌", f"seat {command.seat} is being asked for its hand"
        )
    forbidden = barred(draft.hand.seats[command.seat])
    if forbidden is not None:
        return Rejection(RejectionReason.CONFLICT, forbidden.zh, forbidden.en)
    ask_for_hand(draft, command.seat, command.source)
    return None
