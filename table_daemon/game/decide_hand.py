"""A winning hand as people write it down, with all that belongs to it. It ends the hand, or replaces its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.amending import BY_HAND, stands
from table_daemon.game.believable import meld_refused, tiles_refused, win_refused
from table_daemon.game.by_hand import take_back_end, turn_again, understood
from table_daemon.game.commands import RecordMeld, TurnIndicator, WriteHand
from table_daemon.game.concluding import conclude, why_not
from table_daemon.game.decide_play import claimable, decide_play
from table_daemon.game.decide_win import barred, win
from table_daemon.game.events import Announced, LaidHand, MeldMade
from table_daemon.game.fouls import pardon_given_up
from table_daemon.game.guards import seat_exists
from table_daemon.game.judge import Depends, Wins, alike, judge
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.told import told_of
from table_daemon.game.won_on import last_discard, readings
from table_daemon.game.words import tile_zh, tiles_zh
from table_daemon.rules.choices import Ruleset

if TYPE_CHECKING:
    from table_daemon.game.commands import WrittenMeld
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Source, TableMeld
    from table_daemon.game.judge import Choice, Said
    from table_daemon.game.state import HandState


def write_hand(draft: Draft, command: WriteHand) -> Rejection | None:
    """A winning hand as people write it down, with all that belongs to it."""
    refused = seat_exists(command.seat) or _facts_first(draft, command)
    if refused is not None:
        return refused
    take_back_end(draft, command)
    refused = _ruled_out(draft.hand, command)
    if refused is not None:
        return refused
    laid = LaidHand(seat=command.seat, hand=command.hand, draw=command.draw, discarder=command.discarder)
    drawn, given = readings(draft.hand, laid)
    laid = given if drawn is None and given is not None else laid
    said = _said(draft, command)
    verdict = judge(draft.match, draft.hand, laid, said)
    match verdict:
        case Wins(choice):
            return _won(draft, laid, choice, said, command.source)
        case Depends(choices):
            return _which_draw(choices)
        case _:
            why = why_not(verdict)
            return Rejection(
                RejectionReason.BAD_VALUE, f"这样写不能和：{why.zh}", f"the hand as written does not win: {why.en}"
            )


def _ruled_out(hand: HandState, command: WriteHand) -> Rejection | None:
    """Why this seat cannot have won so, before its tiles are scored."""
    forbidden = barred(hand.seats[command.seat])
    if forbidden is not None:
        return Rejection(
            RejectionReason.CONFLICT,
            f"{forbidden.zh}；若不是，请先撤销",
            f"seat {command.seat} may not win this hand: undo its foul or false win first if it was none",
        )
    if not hand.wilds:
        return Rejection(
            RejectionReason.CONFLICT,
            "还不知道混儿，请先补上翻出的牌",
            "the wilds are not known: enter the indicator first",
        )
    return win_refused(hand, command.seat, command.flags) or tiles_refused(hand, command)


def _won(draft: Draft, laid: LaidHand, choice: Choice, said: Said, source: Source) -> Rejection | None:
    win(draft, laid, choice, source, said)
    conclude(draft)
    return None


def _which_draw(choices: tuple[Choice, ...]) -> Rejection:
    told = "；".join(
        tiles_zh(choice.draw for choice in group) + (f" {group[0].score.fan}番" if group[0].score.win else " 不能和")
        for group in alike(choices)
    )
    return Rejection(
        RejectionReason.BAD_VALUE, f"请写明和的是哪一张：{told}", "it matters which tile was drawn last: give draw"
    )


def _said(draft: Draft, command: WriteHand) -> Said:
    written = any(isinstance(event, MeldMade) for event in draft.events)
    return told_of(draft.hand, command.flags, melds_written=written)


def _facts_first(draft: Draft, command: WriteHand) -> Rejection | None:
    """Record what belongs to the hand besides its tiles: indicator, melds, announcements."""
    refused = _bad_win(draft, command)
    if refused is not None:
        return refused
    if command.indicator is not None and command.indicator != draft.hand.indicator:
        turn = TurnIndicator(
            t_ms=command.t_ms, tile=command.indicator, source=command.source, by=command.by, why=command.why
        )
        if turn_again(draft, turn) is None:
            refused = decide_play(draft, turn)
            if refused is not None:
                return refused
    refused = _lay_melds(draft, command)
    if refused is None:
        _announce_all(draft, command)
    return refused


def _bad_win(draft: Draft, command: WriteHand) -> Rejection | None:
    daihun = draft.match.profile.ruleset is Ruleset.DAIHUN
    if daihun and command.discarder == command.seat:
        return Rejection(RejectionReason.BAD_VALUE, "放炮的要是别家", "the winner cannot be the discarder")
    if command.discarder is not None and not daihun:
        return Rejection(RejectionReason.BAD_VALUE, "这里不能这样放炮", "this game is won by one's own draw only")
    given_by_another = None if command.discarder is None else _thrown_by_another(draft, command)
    if given_by_another is not None:
        return given_by_another
    announced = bool(command.dubao) or any(command.shangdatai or ())
    if announced and not daihun:
        return Rejection(RejectionReason.BAD_VALUE, "这里没有独抱和上大台", "dubao and shangdatai are daihun's only")
    return None


def _thrown_by_another(draft: Draft, command: WriteHand) -> Rejection | None:
    """The winning tile is the last discard, and another threw it than is said."""
    last = last_discard(draft.hand)
    if last is None or last.lying.tile != command.draw or last.giver == command.discarder:
        return None
    return Rejection(
        RejectionReason.CONFLICT,
        f"最后一张{tile_zh(last.lying.tile)}是{draft.name_of(last.giver)}打的，请先改那张牌，或改放炮的人",
        f"seat {last.giver} threw the last {last.lying.tile}: correct that discard first, or the discarder",
    )


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
                draft.add(
                    stands(
                        lying.event,
                        command.source,
                        in_hand=draft.hand.number,
                        by=command.by,
                        why=command.why or BY_HAND,
                    )
                )
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
    lay = RecordMeld(t_ms=command.t_ms, seat=seat, meld=meld, claimed=claimed, added=False, source=command.source)
    return meld_refused(draft, lay) or decide_play(draft, lay)


def _announce_all(draft: Draft, command: WriteHand) -> None:
    for seat in range(4):
        dubao = draft.hand.dubao[seat] if command.dubao is None or seat != command.seat else command.dubao
        times = draft.hand.shangdatai[seat] if command.shangdatai is None else command.shangdatai[seat]
        if (dubao, times) != (draft.hand.dubao[seat], draft.hand.shangdatai[seat]):
            draft.add(Announced(seat=seat, dubao=dubao, shangdatai=times, source=command.source, in_hand=draft.in_hand))
            pardon_given_up(draft, seat)
