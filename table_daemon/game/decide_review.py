"""Questions to people, and what follows from their answers. What people decide stays in the log as theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from table_daemon.game.commands import RetractDiscard
from table_daemon.game.decide_play import find_discard, retract
from table_daemon.game.decide_win import FALSE_HU, NOT_A_CLAIM, ask_about_hand, claim, end_drawn, refuse_hand
from table_daemon.game.events import (
    Corrected,
    FalseHu,
    IndicatorTurned,
    LaidHand,
    ReviewAnswered,
    ReviewKind,
    ReviewOpened,
)
from table_daemon.game.fouls import NO_DISCARD, note_wild_discards
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.settling import RULES, settlement
from table_daemon.game.words import tile_zh
from table_daemon.rules.errors import BadNotationError
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from table_daemon.game.commands import AnswerReview, OpenReview
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Source

DRAWN = frozenset({"drawn", "荒庄"})
"""Answers to ``HAND_END``: nobody won. A seat's number says that this seat did."""

_SEATS = frozenset("0123")


def open_review(draft: Draft, command: OpenReview) -> Rejection | None:
    """Ask people one question; the same question is open only once."""
    for review in draft.state.reviews:
        if (review.about, review.of) == (command.about, command.of) and review.question == command.question:
            return Rejection(RejectionReason.DUPLICATE, "这个问题已经提出", f"review {review.review} asks this already")
    draft.add(
        ReviewOpened(
            review=draft.state.reviews_opened + 1,
            about=command.about,
            question=command.question,
            answers=tuple(_in_words(draft, answer) for answer in command.answers),
            of=command.of,
            source=command.source,
        )
    )
    return None


def _in_words(draft: Draft, answer: str) -> str:
    """An answer with what it means to people: a seat's number with its player's name, a tile with its own."""
    if answer in _SEATS:
        return f"{answer} {draft.name_of(int(answer))}"
    try:
        return f"{answer} {tile_zh(Tile.parse(answer))}"
    except BadNotationError:
        return answer


def answer_review(draft: Draft, command: AnswerReview) -> Rejection | None:
    """Record the answer and what follows from it; an answer that means nothing is refused."""
    review = next((r for r in draft.state.reviews if r.review == command.review), None)
    if review is None:
        asked = 0 < command.review <= draft.state.reviews_opened
        reason = RejectionReason.DUPLICATE if asked else RejectionReason.NOT_FOUND
        return Rejection(reason, "这个问题已经不用回答了", f"review {command.review} is not open")
    draft.add(ReviewAnswered(review=review.review, choice=command.choice, source=command.source))
    word = command.choice.split()[0] if command.choice.split() else ""
    try:
        return _follow(draft, review, word, command.source)
    except BadNotationError as error:
        return Rejection(
            RejectionReason.BAD_VALUE, f"看不懂这个回答：{command.choice}", f"choice {command.choice!r}: {error}"
        )


def _follow(draft: Draft, review: ReviewOpened, word: str, source: Source) -> Rejection | None:
    if draft.match.hand is None:
        return None
    match review.about:
        case ReviewKind.DISCARD_TILE:
            return _discard_tile(draft, review.of, word, source)
        case ReviewKind.WHO_DISCARDED:
            return _who_discarded(draft, review.of, word, source)
        case ReviewKind.INDICATOR_TILE:
            _indicator_tile(draft, Tile.parse(word), source)
        case ReviewKind.WINNING_TILE:
            return _winning_tile(draft, review.laid, Tile.parse(word), source)
        case ReviewKind.WINNING_HAND:
            return _winning_hand(draft, review.laid, word, source)
        case ReviewKind.HAND_END:
            _hand_end(draft, word, source)
        case ReviewKind.MELD:
            pass  # the answer stands in the log; whoever asked records the meld
        case _:
            assert_never(review.about)
    return None


def _discard_tile(draft: Draft, of: int | None, word: str, source: Source) -> Rejection | None:
    if word == NO_DISCARD:
        return None if of is None else retract(draft, RetractDiscard(t_ms=draft.t_ms, of=of, source=source))
    tile = Tile.parse(word)
    discard = find_discard(draft.hand, of)
    if discard is None:
        return None
    correct(draft, of=discard.event, field="tile", old=str(discard.tile), value=str(tile), source=source)
    return None


def _who_discarded(draft: Draft, of: int | None, word: str, source: Source) -> Rejection | None:
    if word not in _SEATS:
        return Rejection(RejectionReason.BAD_VALUE, "座位是 0 到 3", f"{word!r} is no seat: seats are 0..3")
    for seat, side in enumerate(draft.hand.seats):
        if any(discard.event == of for discard in side.discards) and of is not None:
            correct(draft, of=of, field="seat", old=str(seat), value=word, source=source)
            return None
    return None


def correct(draft: Draft, *, of: int, field: str, old: str, value: str, source: Source) -> None:
    """Change a field of an earlier event of this hand, with the fouls and payments that follow."""
    draft.add(
        Corrected(of=of, field=field, old=old, value=value, by=source.witness.value, why="回答提问", source=source)
    )
    note_wild_discards(draft)
    _settle_anew(draft)


def _settle_anew(draft: Draft) -> None:
    """Pay again what a correction changed; a winner who turns out to have fouled had not won."""
    hand = draft.hand
    if hand.settled is None:
        return
    won = hand.won
    if won is not None and hand.seats[won.winner].foul is not None:
        draft.add(FalseHu(seat=won.winner, hand=won.hand, draw=won.draw, reason="小相公不能和，杠分照算", source=RULES))
    again = settlement(draft.match, draft.hand)
    if (again.net, again.next_dealer) != (hand.settled.net, hand.settled.next_dealer):
        draft.add(again)


def _indicator_tile(draft: Draft, tile: Tile, source: Source) -> None:
    standing = draft.hand.indicator
    if standing is None:
        draft.add(IndicatorTurned(tile=tile, wilds=wilds_of(tile, draft.match.profile.wild_kinds), source=source))
        note_wild_discards(draft)
    elif standing != tile:
        turned = next(r.seq for r in draft.hand.log if isinstance(r.event, IndicatorTurned))
        correct(draft, of=turned, field="tile", old=str(standing), value=str(tile), source=source)


def _hand_end(draft: Draft, word: str, source: Source) -> None:
    """Nobody won, or somebody did whose hand nobody saw: then people are asked for it."""
    if draft.hand.settled is not None:
        return
    if word in DRAWN:
        end_drawn(draft, source)
    elif word in _SEATS:
        unseen = LaidHand(seat=int(word), hand=(), draw=None)
        ask_about_hand(draft, unseen, "没看到这手牌，请写出来", source)


def _winning_tile(draft: Draft, laid: LaidHand | None, tile: Tile, source: Source) -> Rejection | None:
    if laid is None or draft.hand.settled is not None:
        return None
    tiles = list(laid.hand) if laid.draw is None else [*laid.hand, laid.draw]
    if tile not in tiles:
        return Rejection(RejectionReason.BAD_VALUE, "这张不在这手牌里", f"{tile} is not in the laid-down hand")
    tiles.remove(tile)
    return claim(draft, LaidHand(seat=laid.seat, hand=tuple(tiles), draw=tile), sure=True, source=source)


def _winning_hand(draft: Draft, laid: LaidHand | None, word: str, source: Source) -> Rejection | None:
    """``<tiles>+<winning tile>`` or ``<tiles>`` is the hand as it really lies."""
    if laid is None or draft.hand.settled is not None or word == NOT_A_CLAIM:
        return None
    if word == FALSE_HU:
        refuse_hand(draft, laid, "大家看过，不能和", source)
        return None
    tiles, _, draw = word.partition("+")
    seen = LaidHand(seat=laid.seat, hand=parse_tiles(tiles), draw=Tile.parse(draw) if draw else None)
    refused = claim(draft, seen, sure=True, source=source)
    if refused is None and seen != laid:
        return _not_won(draft)
    return refused


def _not_won(draft: Draft) -> Rejection | None:
    """A hand that was written down and does not win is a slip of the pen, nobody's false 和."""
    for event in draft.events:
        if isinstance(event, FalseHu):
            return Rejection(
                RejectionReason.BAD_VALUE,
                f"这样写不能和：{event.reason}",
                "the hand as written does not win: correct it, or answer false_hu",
            )
    return None
