"""What people write down: whole hands, scores, fouls, announcements. It may end a hand, or replace how one ended."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Final

from table_daemon.game.amending import amend, ends_of, stands
from table_daemon.game.changing import value_of
from table_daemon.game.commands import (
    Announce,
    ClaimWin,
    DrawHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    ToldFlags,
    TurnIndicator,
    WriteFoul,
    WriteHand,
    WriteScore,
)
from table_daemon.game.concluding import conclude, why_not
from table_daemon.game.decide_play import claimable, decide_play
from table_daemon.game.decide_win import ask_about_hand, barred, end_drawn, refuse_hand, win
from table_daemon.game.events import (
    Announced,
    Corrected,
    FoulFound,
    HandDrawn,
    IndicatorTurned,
    LaidHand,
    Witness,
)
from table_daemon.game.fouls import note_wild_discards, pardon_given_up
from table_daemon.game.guards import seat_exists
from table_daemon.game.judge import Depends, Said, Wins, judge
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.settling import drawn_by_hand, end_or_go_on
from table_daemon.game.won_on import readings
from table_daemon.game.words import tile_zh
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.score import WinFlags
from table_daemon.rules.tiles import FIVE_WAN
from table_daemon.rules.turns import SEATS

if TYPE_CHECKING:
    from table_daemon.game.commands import WrittenMeld
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Source, TableMeld
    from table_daemon.game.judge import Choice
    from table_daemon.rules.foul import Foul

_UNSEEN: Final = "还没看到这手牌，请写出来"
_BY_HAND: Final = "手工录入"
_SEEN_FALSE: Final = "大家看过，不能和"


def add_fact(draft: Draft, command: RecordDice | TurnIndicator | RecordDiscard | RecordMeld) -> Rejection | None:
    """Record an act of play; in a hand that is over, with what follows from it."""
    if isinstance(command, TurnIndicator) and command.source.witness is Witness.PERSON:
        corrected = _turn_again(draft, command)
        if corrected is not None:
            return None
    if isinstance(command, RecordMeld) and command.source.witness is Witness.PERSON:
        command = _explained(draft, command)
    refused = decide_play(draft, command)
    if refused is None and (draft.hand.ended or draft.hand.settled is not None):
        conclude(draft)
    return refused


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
    if giver is None or not 0 <= giver < 4:
        return command
    return replace(command, claimed=claimable(draft.hand, giver, command.meld))


def understood(meld: TableMeld, seat: int) -> TableMeld:
    """The meld with what goes without saying: the tiles of a 风头杠, and that 吃 takes the 上家's discard (E5, E8)."""
    match meld.kind:
        case MeldKind.FENGTOU_JIAN | MeldKind.FENGTOU_FENG if not meld.tiles:
            return replace(meld, tiles=Meld(meld.kind, FIVE_WAN).tiles)
        case MeldKind.CHOW if meld.from_seat is None:
            return replace(meld, from_seat=(seat - 1) % len(SEATS))
        case _:
            return meld


def draw(draft: Draft, command: DrawHand) -> Rejection | None:
    """荒庄; where the hand had ended otherwise, instead of that."""
    if draft.hand.drawn and draft.hand.settled is not None:
        return Rejection(RejectionReason.DUPLICATE, "这一把已经记为荒庄", "this hand is recorded as drawn already")
    if not draft.hand.ended and draft.hand.settled is None:
        end_drawn(draft, command.source)
        return None
    take_back_end(draft, command.source)
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
                why=command.why or _BY_HAND,
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
    draft.add(FoulFound(seat=command.seat, foul=foul, of=None, source=command.source, in_hand=draft.in_hand))
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
    refuse_hand(draft, LaidHand(seat=command.seat, hand=(), draw=None), _SEEN_FALSE, command.source)
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
    draft.add(
        Announced(
            seat=command.seat,
            dubao=command.dubao,
            shangdatai=command.shangdatai,
            source=command.source,
            in_hand=draft.in_hand,
        )
    )
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
        return Rejection(RejectionReason.CONFLICT, forbidden, f"seat {command.seat} may not win this hand")
    ask_about_hand(draft, LaidHand(seat=command.seat, hand=(), draw=None), _UNSEEN, command.source)
    return None


def write_hand(draft: Draft, command: WriteHand) -> Rejection | None:
    """A winning hand as people write it down, with all that belongs to it."""
    refused = seat_exists(command.seat) or _facts_first(draft, command)
    if refused is not None:
        return refused
    take_back_end(draft, command.source)
    forbidden = barred(draft.hand.seats[command.seat])
    if forbidden is not None:
        return Rejection(
            RejectionReason.CONFLICT,
            f"{forbidden}；若不是，请先撤销",
            f"seat {command.seat} may not win this hand: undo its foul or false 和 first if it was none",
        )
    if not draft.hand.wilds:
        return Rejection(
            RejectionReason.CONFLICT,
            "还不知道混儿，请先补上翻出的牌",
            "the wilds are not known: enter the indicator first",
        )
    laid = LaidHand(seat=command.seat, hand=command.hand, draw=command.draw, discarder=command.discarder)
    drawn, given = readings(draft.hand, laid)
    laid = given if drawn is None and given is not None else laid
    said = _said(draft, command.flags)
    verdict = judge(draft.match, draft.hand, laid, said)
    match verdict:
        case Wins(choice):
            return _won(draft, laid, choice, said, command.source)
        case Depends(choices):
            return _which_draw(choices)
        case _:
            why = why_not(verdict)
            return Rejection(
                RejectionReason.BAD_VALUE, f"这样写不能和：{why}", "the hand as written does not win: check its tiles"
            )


def take_back_end(draft: Draft, source: Source) -> None:
    """Let what had ended the hand count no more: people say how it really ended."""
    hand = draft.hand
    nets = [
        known.seq
        for known in hand.log
        if isinstance(known.event, Corrected)
        and known.event.field in ("net", "next_dealer")
        and known.event.source.witness is Witness.PERSON
    ]
    for seq in (*nets, *ends_of(hand)):
        draft.add(stands(seq, source, in_hand=hand.number, why=_BY_HAND))


def _won(draft: Draft, laid: LaidHand, choice: Choice, said: Said, source: Source) -> Rejection | None:
    win(draft, laid, choice, source, said)
    conclude(draft)
    return None


def _which_draw(choices: tuple[Choice, ...]) -> Rejection:
    told = "，".join(
        f"{tile_zh(choice.draw)} {choice.score.fan}番" if choice.score.win else f"{tile_zh(choice.draw)} 不能和"
        for choice in choices
    )
    return Rejection(
        RejectionReason.BAD_VALUE, f"请写明和的是哪一张：{told}", "it matters which tile was drawn last: give draw"
    )


def _said(draft: Draft, flags: ToldFlags) -> Said:
    """What was told, and in a hand nobody saw played, that there was nothing else."""
    unseen = not draft.hand.discard_order
    told = {field.name: getattr(flags, field.name) for field in fields(flags)}
    plain = WinFlags()
    values = {
        name: getattr(plain, name) if value is None else value
        for name, value in told.items()
        if value is not None or unseen
    }
    return Said(told=tuple(values), flags=WinFlags(**values))


def _facts_first(draft: Draft, command: WriteHand) -> Rejection | None:
    """Record what belongs to the hand besides its tiles: indicator, melds, announcements."""
    refused = _bad_win(draft, command)
    if refused is not None:
        return refused
    if command.indicator is not None and command.indicator != draft.hand.indicator:
        turn = TurnIndicator(t_ms=command.t_ms, tile=command.indicator, source=command.source)
        if _turn_again(draft, turn) is None:
            refused = decide_play(draft, turn)
            if refused is not None:
                return refused
    refused = _lay_melds(draft, command)
    if refused is None:
        _announce_all(draft, command)
    return refused


def _bad_win(draft: Draft, command: WriteHand) -> Rejection | None:
    daihun = draft.match.profile.ruleset is Ruleset.DAIHUN
    if command.discarder is not None and (not daihun or command.discarder == command.seat):
        return Rejection(RejectionReason.BAD_VALUE, "这里不能这样放炮", "this game is won by one's own draw only")
    announced = bool(command.dubao) or any(command.shangdatai or ())
    if announced and not daihun:
        return Rejection(RejectionReason.BAD_VALUE, "这里没有独抱和上大台", "dubao and shangdatai are daihun's only")
    return None


def _turn_again(draft: Draft, command: TurnIndicator) -> bool | None:
    """Correct an indicator that is recorded otherwise; ``None`` when there is none."""
    standing = draft.hand.indicator
    if standing is None or standing == command.tile:
        return None
    turned = next(known for known in reversed(draft.hand.log) if isinstance(known.event, IndicatorTurned))
    amend(
        draft,
        Corrected(
            of=turned.seq,
            field="tile",
            old=str(standing),
            value=str(command.tile),
            by=command.source.witness.value,
            why=_BY_HAND,
            source=command.source,
            in_hand=draft.hand.number,
        ),
    )
    return True


def _lay_melds(draft: Draft, command: WriteHand) -> Rejection | None:
    """Let the melds of the seats named lie as written: what lies there otherwise is taken away."""
    if command.melds is None:
        return None
    wanted: dict[int, list[WrittenMeld]] = {command.seat: []}
    for written in command.melds:
        wanted.setdefault(command.seat if written.seat is None else written.seat, []).append(written)
    for seat, melds in wanted.items():
        refused = seat_exists(seat)
        if refused is not None:
            return refused
        left = [written.meld for written in melds]
        for lying in draft.hand.seats[seat].melds:
            same = next((meld for meld in left if _alike(lying.meld, meld)), None)
            if same is not None:
                left.remove(same)
            else:
                draft.add(stands(lying.event, command.source, in_hand=draft.hand.number, why=_BY_HAND))
        for meld in left:
            refused = _lay_meld(draft, seat, meld, command)
            if refused is not None:
                return refused
    return None


def _alike(lying: TableMeld, written: TableMeld) -> bool:
    """The same meld, whoever it was claimed from where that was not written down."""
    giver = lying.from_seat if written.from_seat is None else written.from_seat
    return (lying.kind, lying.tiles, lying.from_seat) == (written.kind, written.tiles, giver)


def _lay_meld(draft: Draft, seat: int, meld: TableMeld, command: WriteHand) -> Rejection | None:
    meld = understood(meld, seat)
    claimed = None if meld.from_seat is None else claimable(draft.hand, meld.from_seat, meld)
    return decide_play(
        draft,
        RecordMeld(t_ms=command.t_ms, seat=seat, meld=meld, claimed=claimed, added=False, source=command.source),
    )


def _announce_all(draft: Draft, command: WriteHand) -> None:
    for seat in range(4):
        dubao = draft.hand.dubao[seat] if command.dubao is None or seat != command.seat else command.dubao
        times = draft.hand.shangdatai[seat] if command.shangdatai is None else command.shangdatai[seat]
        if (dubao, times) != (draft.hand.dubao[seat], draft.hand.shangdatai[seat]):
            draft.add(Announced(seat=seat, dubao=dubao, shangdatai=times, source=command.source, in_hand=draft.in_hand))
            pardon_given_up(draft, seat)
