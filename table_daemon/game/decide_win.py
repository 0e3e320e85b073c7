"""The end of a hand: a hand laid down (won, refused, or put to people) and 荒庄.

What it is worth is judged elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, assert_never

from table_daemon.game.asking import Doubt, ReviewReason
from table_daemon.game.events import (
    FalseHu,
    FoulFound,
    HandDrawn,
    HandWon,
    LaidHand,
    ReviewAnswered,
    ReviewKind,
    ReviewOpened,
)
from table_daemon.game.guards import seat_exists
from table_daemon.game.judge import CannotBe, Choice, Depends, MayNotWin, Said, Wins, WrongCount, alike, judge
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.settling import RULES, pay
from table_daemon.game.won_on import last_discard, on_discard, readings
from table_daemon.game.words import Reason, tile_en, tile_zh, tiles_zh
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.foul import Foul
from table_daemon.rules.tiles import format_tiles

if TYPE_CHECKING:
    from table_daemon.game.commands import LayDownHand
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Source
    from table_daemon.game.state import HandState, SeatState
    from table_daemon.rules.tiles import Tile

FALSE_HU = "false_hu"
"""Answer: the hand is as shown and does not win."""
NOT_A_CLAIM = "none"
"""Answer: nobody claimed to win."""
SUPERSEDED = "superseded"
"""What closes a question when the same hand was read anew."""
_NO_HAND: Final = (f"{FALSE_HU} 不能和，继续打", f"{NOT_A_CLAIM} 没有要和")
_MAY_NOT_WIN: Final = "may not win this hand"
_NOTHING_MORE: Final = Reason("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """What is asked about a laid-down hand."""

    about: ReviewKind
    doubt: Doubt
    text: str
    answers: tuple[str, ...]
    of: int | None = None
    tile: Tile | None = None


def lay_down(draft: Draft, command: LayDownHand) -> Rejection | None:
    """A hand was laid down: it wins, is refused with the reason, or is put to people."""
    refused = seat_exists(command.seat) or _bad_discarder(draft, command)
    if refused is not None:
        return refused
    laid = _on_its_discard(draft, command)
    if _known(draft, laid):
        return Rejection(RejectionReason.DUPLICATE, "这手牌已经看过了", "this very hand was laid down already")
    _supersede(draft, command.seat)
    settled = laid if command.drawn else drawn_or_given(draft, laid, command.source)
    if settled is None:
        return None
    doubt = None if settled.discarder is not None and draft.hand.wilds else _doubt(draft.hand, command.seat)
    if doubt and barred(draft.hand.seats[command.seat]) is None:
        ask_about_hand(draft, settled, doubt, command.source)
        return None
    return claim(draft, settled, sure=command.sure, source=command.source)


def _on_its_discard(draft: Draft, command: LayDownHand) -> LaidHand:
    """The hand as it lies; won on a known discard, that discard's tile is the winning one."""
    laid = LaidHand(seat=command.seat, hand=command.hand, draw=command.draw)
    last = last_discard(draft.hand)
    if command.discarder is not None and last is not None and last.giver == command.discarder:
        return on_discard(draft.hand, laid, last) or replace(laid, discarder=command.discarder)
    return replace(laid, discarder=command.discarder)


def drawn_or_given(draft: Draft, laid: LaidHand, source: Source) -> LaidHand | None:
    """The hand with who gave its winning tile; ``None`` when people were asked, since it may be either."""
    hand = draft.hand
    drawn, given = readings(hand, laid)
    if given is None or not hand.wilds or barred(hand.seats[laid.seat]) is not None:
        return laid
    if drawn is None:
        return given
    if not isinstance(judge(draft.match, hand, given), Wins):
        return drawn
    _ask_whose(draft, laid, given, source)
    return None


def _ask_whose(draft: Draft, laid: LaidHand, given: LaidHand, source: Source) -> None:
    """Ask whether the hand was drawn: its own seat's number says so."""
    last = last_discard(draft.hand)
    if last is None or given.draw is None:
        raise AssertionError("a hand is won on the last discard only")
    winner, giver = draft.name_of(laid.seat), draft.name_of(last.giver)
    question = _Question(
        about=ReviewKind.WHO_DISCARDED,
        doubt=Doubt(ReviewReason.DRAWN_OR_GIVEN, _NOTHING_MORE),
        text=f"{winner}和的{tile_zh(given.draw)}是自摸，还是{giver}点炮？",
        answers=(f"{laid.seat} {winner}自摸", f"{last.giver} {giver}点炮"),
        of=last.lying.event,
        tile=given.draw,
    )
    _ask(draft, laid, question, source)


def _bad_discarder(draft: Draft, command: LayDownHand) -> Rejection | None:
    if command.discarder is None:
        return None
    played = draft.match.profile.ruleset is Ruleset.DAIHUN
    if played and 0 <= command.discarder < 4 and command.discarder != command.seat:
        return None
    return Rejection(
        RejectionReason.BAD_VALUE, "这里不能这样放炮", f"seat {command.seat} cannot win on seat {command.discarder}"
    )


def claim(draft: Draft, laid: LaidHand, *, sure: bool, source: Source, said: Said | None = None) -> Rejection | None:
    """Judge a claim to win whose turn is not in doubt."""
    forbidden = barred(draft.hand.seats[laid.seat])
    if forbidden is not None:
        refuse_hand(draft, laid, forbidden, source)
        return None
    if not draft.hand.wilds:
        return Rejection(
            RejectionReason.CONFLICT,
            "还不知道混儿，请先补上翻出的牌",
            "the wilds are not known: enter the indicator first",
        )
    verdict = judge(draft.match, draft.hand, laid, said)
    match verdict:
        case Wins(choice) if sure:
            win(draft, laid, choice, source, said or Said())
        case Wins(choice):
            ask_about_hand(draft, laid, _unclear(choice.score.fan), source)
        case Depends(choices):
            _ask_for_draw(draft, laid, choices, source)
        case MayNotWin(doubt) if sure:
            refuse_hand(draft, laid, doubt.words, source)
        case WrongCount(surplus) if sure:
            _refuse_count(draft, laid, surplus, source)
        case MayNotWin(doubt) | CannotBe(doubt):
            ask_about_hand(draft, laid, doubt, source)
        case WrongCount(surplus):
            ask_about_hand(draft, laid, _miscounted(surplus), source)
        case _:
            assert_never(verdict)
    return None


def refuse_hand(draft: Draft, laid: LaidHand, reason: Reason, source: Source) -> int:
    """A false 和: recorded with its reason, and play goes on."""
    return draft.add(
        FalseHu(
            seat=laid.seat,
            hand=laid.hand,
            draw=laid.draw,
            reason=reason.zh,
            reason_en=reason.en,
            source=source,
            discarder=laid.discarder,
            in_hand=draft.in_hand,
        )
    )


def end_drawn(draft: Draft, source: Source) -> None:
    """Nobody won; kongs and 铲 are paid all the same."""
    draft.add(HandDrawn(source=source, in_hand=draft.in_hand))
    pay(draft)


def ask_for_hand(draft: Draft, seat: int, source: Source) -> None:
    """Ask people for the hand of a seat that says it won and whose tiles nobody has seen yet."""
    question = _Question(
        about=ReviewKind.WINNING_HAND,
        doubt=Doubt(ReviewReason.HAND_UNSEEN, _NOTHING_MORE),
        text=f"{draft.name_of(seat)}和的是什么牌？请写出这手牌",
        answers=_NO_HAND,
    )
    _ask(draft, LaidHand(seat=seat, hand=(), draw=None), question, source)


def ask_about_hand(draft: Draft, laid: LaidHand, doubt: Doubt, source: Source) -> None:
    """Ask people whether the hand lies as it was read; their answer may be another hand, ``<tiles>+<winning tile>``."""
    read = format_tiles(laid.hand) + ("" if laid.draw is None else f"+{laid.draw}")
    question = _Question(
        about=ReviewKind.WINNING_HAND,
        doubt=doubt,
        text=f"{draft.name_of(laid.seat)}亮牌：{doubt.words.zh}。这手牌对吗？",
        answers=(f"{read} 牌没看错", *_NO_HAND),
    )
    _ask(draft, laid, question, source)


def _ask_for_draw(draft: Draft, laid: LaidHand, choices: tuple[Choice, ...], source: Source) -> None:
    question = _Question(
        about=ReviewKind.WINNING_TILE,
        doubt=Doubt(ReviewReason.WHICH_TILE_WON, _NOTHING_MORE),
        text=f"{draft.name_of(laid.seat)}和的是哪一张？",
        answers=tuple(map(_one_of, alike(choices))),
    )
    _ask(draft, laid, question, source)


def _one_of(group: tuple[Choice, ...]) -> str:
    """The winning tiles that score the same, as one answer by the first of them."""
    first, *others = group
    named = tile_zh(first.draw) + (f"，或{tiles_zh(choice.draw for choice in others)}" if others else "")
    return f"{first.draw} {named}" + ("" if first.score.win else " → 不能和")


def _ask(draft: Draft, laid: LaidHand, question: _Question, source: Source) -> None:
    words = question.doubt.words
    draft.add(
        ReviewOpened(
            review=draft.state.reviews_opened + 1,
            about=question.about,
            question=question.text,
            answers=question.answers,
            of=question.of,
            source=source,
            laid=laid,
            in_hand=draft.hand.number,
            reason=question.doubt.reason,
            seat=laid.seat,
            tile=question.tile,
            because=words.zh,
            because_en=words.en,
        )
    )


def win(draft: Draft, laid: LaidHand, choice: Choice, source: Source, said: Said) -> None:
    """The hand is won, and paid."""
    draft.add(
        HandWon(
            winner=laid.seat,
            hand=choice.hand,
            draw=choice.draw,
            melds=tuple(lying.meld for lying in draft.hand.seats[laid.seat].melds),
            score=choice.score,
            source=source,
            discarder=laid.discarder,
            flags=choice.flags,
            told=said.told,
            in_hand=draft.in_hand,
        )
    )
    pay(draft)


def _refuse_count(draft: Draft, laid: LaidHand, surplus: int, source: Source) -> None:
    """大相公 or 小相公, shown by the hand that was laid down (A3.7, A3.8)."""
    shown = refuse_hand(draft, laid, surplus_words(surplus), source)
    foul = Foul.DA if surplus > 0 else Foul.XIAO
    draft.add(FoulFound(seat=laid.seat, foul=foul, of=shown, source=RULES, in_hand=draft.in_hand))


def surplus_words(surplus: int) -> Reason:
    """What a wrong number of tiles means."""
    if surplus > 0:
        return Reason(f"多了{surplus}张，大相公不能和", f"{surplus} too many tiles: {_MAY_NOT_WIN}")
    return Reason(f"少了{-surplus}张，小相公不能和", f"{-surplus} too few tiles: {_MAY_NOT_WIN}")


def fouled(foul: Foul, shown: Tile | None = None) -> Reason:
    """Why a hand with this foul may not win; ``shown`` is the wild that was discarded."""
    zh = "" if shown is None else f"（打出了混儿{tile_zh(shown)}）"
    en = "fouled" if shown is None else f"discarded the wild {tile_en(shown)}"
    counted = foul.kongs_count
    return Reason(
        f"{foul.chinese}不能和{zh}，{'杠分照算' if counted else '杠也不算'}",
        f"{en}: {_MAY_NOT_WIN}, kongs {'count' if counted else 'do not count'}",
    )


def barred(seat: SeatState) -> Reason | None:
    """Why this seat may not win the hand at all."""
    if seat.foul is not None:
        shown = next((d.tile for d in seat.discards if d.event == seat.foul.of), None)
        return fouled(seat.foul.foul, shown)
    if seat.false_hu is not None:
        return Reason("这一把已经诈和，不能再和", f"a false win was made already: {_MAY_NOT_WIN}")
    return None


def _doubt(hand: HandState, seat: int) -> Doubt | None:
    """Why it is in doubt that this seat drew a tile now; a win is always self-drawn (A3.6)."""
    if not hand.wilds:
        return Doubt(ReviewReason.WILDS_UNKNOWN, Reason("还不知道混儿", "the wilds are not known yet"))
    if seat != hand.to_act:
        words = Reason("还没轮到这一家摸牌", "it was not this player's turn to draw")
        return Doubt(ReviewReason.NOT_ITS_TURN, words)
    dealt = seat == hand.dealer and not hand.discard_order
    if not hand.must_draw and not hand.kongs_in_a_row and not dealt:
        return Doubt(ReviewReason.NOTHING_DRAWN, Reason("碰牌后没有摸牌", "nothing was drawn after the pung"))
    return None


def _unclear(fan: int) -> Doubt:
    words = Reason(f"{fan}番，有的牌看不清", f"{fan} fan, but some tiles are hard to read")
    return Doubt(ReviewReason.UNCLEAR, words)


def _miscounted(surplus: int) -> Doubt:
    reason = ReviewReason.TOO_MANY_TILES if surplus > 0 else ReviewReason.TOO_FEW_TILES
    return Doubt(reason, surplus_words(surplus))


def _known(draft: Draft, laid: LaidHand) -> bool:
    """Whether this very hand is being asked about, or was refused."""
    if any(review.laid == laid for review in draft.state.reviews):
        return True
    refused = (recorded.event for recorded in draft.hand.raw if isinstance(recorded.event, FalseHu))
    return any((event.seat, event.hand, event.draw) == (laid.seat, laid.hand, laid.draw) for event in refused)


def _supersede(draft: Draft, seat: int) -> None:
    for review in draft.state.reviews:
        if review.laid is not None and review.laid.seat == seat:
            draft.add(ReviewAnswered(review=review.review, choice=SUPERSEDED, source=RULES))
