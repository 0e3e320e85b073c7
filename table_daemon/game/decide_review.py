"""Questions to people, and what follows from their answers. What people decide stays in the log as theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from table_daemon.game.amending import amend, own_discard, undo
from table_daemon.game.believable import win_refused
from table_daemon.game.changing import NOBODY, value_of
from table_daemon.game.commands import RecordMeld, RetractDiscard, ToldFlags, Undo
from table_daemon.game.concluding import conclude
from table_daemon.game.decide_play import claimable, decide_play, find_discard, retract
from table_daemon.game.decide_win import (
    FALSE_HU,
    NOT_A_CLAIM,
    ask_for_hand,
    claim,
    drawn_or_given,
    end_drawn,
    refuse_hand,
)
from table_daemon.game.events import (
    Corrected,
    FalseHu,
    HandWon,
    IndicatorTurned,
    LaidHand,
    LaidMeld,
    MeldMade,
    ReviewAnswered,
    ReviewKind,
    ReviewOpened,
    TableMeld,
    Witness,
)
from table_daemon.game.fouls import NO_DISCARD
from table_daemon.game.judge import Said
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.taken_up import taken_up
from table_daemon.game.told import FLAG_WORDS, flags_in, told_of
from table_daemon.game.won_on import last_discard, on_discard
from table_daemon.game.words import Reason, tile_zh
from table_daemon.rules.errors import BadNotationError
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from table_daemon.game.commands import AnswerReview, OpenReview
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Source

DRAWN = frozenset({"drawn", "荒庄"})
"""Answers to ``HAND_END``: nobody won. A seat's number says that this seat did."""

NO_MELD = "none"
"""Answer to ``MELD``: there is no such meld."""

_SEATS = frozenset("0123")


def _asked_of(draft: Draft, command: OpenReview) -> int | None:
    """Whom a question is about: who laid the meld, or who won by the event that it doubts."""
    if command.meld is not None:
        return command.meld.seat
    if command.about is not ReviewKind.FALSE_HU or draft.match.hand is None:
        return None
    doubted = next((known.event for known in draft.hand.log if known.seq == command.of), None)
    return doubted.winner if isinstance(doubted, HandWon) else None


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
            meld=command.meld,
            in_hand=None if draft.match.hand is None else draft.match.hand.number,
            reason=command.reason,
            seat=_asked_of(draft, command),
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
    open_still = (*draft.state.reviews, *draft.state.left)
    review = next((r for r in open_still if r.review == command.review), None)
    if review is None:
        asked = 0 < command.review <= draft.state.reviews_opened
        reason = RejectionReason.DUPLICATE if asked else RejectionReason.NOT_FOUND
        return Rejection(reason, "这个问题已经不用回答了", f"review {command.review} is not open")
    match = draft.match
    if review.in_hand is not None and (match.hand is None or match.hand.number != review.in_hand):
        draft.in_hand = review.in_hand
    draft.add(ReviewAnswered(review=review.review, choice=command.choice, source=command.source))
    word = command.choice.split()[0] if command.choice.split() else ""
    try:
        return _follow(draft, review, word, command.source)
    except BadNotationError as error:
        return Rejection(
            RejectionReason.BAD_VALUE, f"看不懂这个回答：{command.choice}", f"choice {command.choice!r}: {error}"
        )


def _follow(  # noqa: PLR0911 - one line a kind of question
    draft: Draft, review: ReviewOpened, word: str, source: Source
) -> Rejection | None:
    if draft.match.hand is None:
        return None
    match review.about:
        case ReviewKind.DISCARD_TILE:
            return _discard_tile(draft, review.of, word, source)
        case ReviewKind.WHO_DISCARDED:
            return _who_discarded(draft, review, word, source)
        case ReviewKind.INDICATOR_TILE:
            _indicator_tile(draft, Tile.parse(word), source)
        case ReviewKind.WINNING_TILE:
            return _winning_tile(draft, review, Tile.parse(word), source)
        case ReviewKind.WINNING_HAND:
            return _winning_hand(draft, review, word, source)
        case ReviewKind.HAND_END:
            _hand_end(draft, word, source)
        case ReviewKind.MELD:
            return _meld(draft, review, word, source)
        case ReviewKind.FALSE_HU:
            return taken_up(draft, review.of, word, source)
        case _:
            assert_never(review.about)
    return None


def _discard_tile(draft: Draft, of: int | None, word: str, source: Source) -> Rejection | None:
    if word == NO_DISCARD:
        return None if of is None else _no_discard(draft, of, source)
    tile = Tile.parse(word)
    discard = find_discard(draft.hand, of)
    if discard is None:
        return None
    correct(draft, of=discard.event, field="tile", old=str(discard.tile), value=str(tile), source=source)
    return None


def _no_discard(draft: Draft, of: int, source: Source) -> Rejection | None:
    refused = retract(draft, RetractDiscard(t_ms=draft.t_ms, of=of, source=source))
    if refused is None and draft.hand.ended:
        conclude(draft)
    return refused


def _who_discarded(draft: Draft, review: ReviewOpened, word: str, source: Source) -> Rejection | None:
    if review.laid is not None:
        return _whose_win(draft, review.laid, word, source)
    of = review.of
    if word not in _SEATS:
        return Rejection(RejectionReason.BAD_VALUE, "座位是 0 到 3", f"{word!r} is no seat: seats are 0..3")
    for seat, side in enumerate(draft.hand.seats):
        taken = next((discard for discard in side.discards if discard.event == of), None)
        if taken is not None and of is not None:
            if taken.claimed_by == int(word):
                return own_discard(int(word))
            correct(draft, of=of, field="seat", old=str(seat), value=word, source=source)
            return None
    return None


def _whose_win(draft: Draft, laid: LaidHand, word: str, source: Source) -> Rejection | None:
    """Who gave the winning tile of a hand: its own seat's number says that it was drawn."""
    if draft.hand.settled is not None:
        return None
    if word not in _SEATS:
        return Rejection(RejectionReason.BAD_VALUE, "座位是 0 到 3", f"{word!r} is no seat: seats are 0..3")
    if int(word) == laid.seat:
        return claim(draft, laid, sure=True, source=source)
    last = last_discard(draft.hand)
    given = None if last is None or last.giver != int(word) else on_discard(draft.hand, laid, last)
    if given is None:
        return Rejection(
            RejectionReason.CONFLICT,
            "最后那张不是这一家打的，请写出这手牌",
            f"the last discard is not seat {word}'s: write the hand down",
        )
    return claim(draft, given, sure=True, source=source)


def _meld(draft: Draft, review: ReviewOpened, word: str, source: Source) -> Rejection | None:
    """Whose discard a meld took: its own seat's number says that nobody's was taken."""
    if word == NO_MELD:
        return None if review.of is None else undo(draft, Undo(t_ms=draft.t_ms, of=review.of, source=source))
    if word not in _SEATS:
        return Rejection(RejectionReason.BAD_VALUE, "座位是 0 到 3", f"{word!r} is no seat: seats are 0..3")
    giver = int(word)
    if review.meld is not None:
        return _lay_meld(draft, review.meld, giver, source)
    made = next((r.event for r in draft.hand.log if r.seq == review.of and isinstance(r.event, MeldMade)), None)
    if made is not None and review.of is not None:
        value = NOBODY if giver == made.seat else word
        correct(draft, of=review.of, field="from", old=value_of(made, "from"), value=value, source=source)
    return None


def _lay_meld(draft: Draft, laid: LaidMeld, giver: int, source: Source) -> Rejection | None:
    own = giver == laid.seat
    kind = laid.meld.kind
    if own and kind in (MeldKind.PUNG, MeldKind.CHOW):
        return Rejection(RejectionReason.BAD_VALUE, "碰不能碰自己打的", "a pung takes another's discard")
    if own and kind is MeldKind.MING:
        kind = MeldKind.AN
    elif not own and kind is MeldKind.AN:
        kind = MeldKind.MING
    meld = TableMeld(kind=kind, tiles=laid.meld.tiles, from_seat=None if own else giver)
    claimed = None if own else claimable(draft.hand, giver, meld)
    refused = decide_play(
        draft,
        RecordMeld(t_ms=draft.t_ms, seat=laid.seat, meld=meld, claimed=claimed, added=False, source=source),
    )
    if refused is None and draft.hand.ended:
        conclude(draft)
    return refused


def correct(draft: Draft, *, of: int, field: str, old: str, value: str, source: Source) -> None:
    """Change a field of an earlier event of this hand, with the fouls and payments that follow."""
    amend(
        draft,
        Corrected(
            of=of,
            field=field,
            old=old,
            value=value,
            by=source.witness.value,
            why="回答提问",
            source=source,
            in_hand=draft.in_hand,
        ),
    )


def _indicator_tile(draft: Draft, tile: Tile, source: Source) -> None:
    standing = draft.hand.indicator
    if standing is None:
        wilds = wilds_of(tile, draft.match.profile.wild_kinds)
        draft.add(IndicatorTurned(tile=tile, wilds=wilds, source=source, in_hand=draft.in_hand))
        conclude(draft)
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
        ask_for_hand(draft, int(word), source)


def _winning_tile(draft: Draft, review: ReviewOpened, tile: Tile, source: Source) -> Rejection | None:
    laid = review.laid
    if laid is None or draft.hand.settled is not None:
        return None
    tiles = list(laid.hand) if laid.draw is None else [*laid.hand, laid.draw]
    if tile not in tiles:
        return Rejection(RejectionReason.BAD_VALUE, "这张不在这手牌里", f"{tile} is not in the laid-down hand")
    tiles.remove(tile)
    seen = LaidHand(seat=laid.seat, hand=tuple(tiles), draw=tile, discarder=laid.discarder)
    return claim(draft, seen, sure=True, source=source, said=_said(draft, review, ToldFlags()))


def _winning_hand(draft: Draft, review: ReviewOpened, word: str, source: Source) -> Rejection | None:
    """``<tiles>+<winning tile>`` or ``<tiles>`` is the hand as it really lies.

    ``+tianhe``, ``+dihe``, ``+tianting`` and ``+gangkai`` behind it say how it was won.
    """
    laid = review.laid
    if laid is None or draft.hand.settled is not None or word == NOT_A_CLAIM:
        return None
    if word == FALSE_HU:
        refuse_hand(draft, laid, Reason("大家看过，不能和", "people looked: it may not win"), source)
        return None
    return _as_written(draft, review, laid, word, source)


def _as_written(draft: Draft, review: ReviewOpened, laid: LaidHand, word: str, source: Source) -> Rejection | None:
    tiles, *more = word.split("+")
    last = Tile.parse(more.pop(0)) if more and more[0] not in FLAG_WORDS else None
    try:
        flags = flags_in(more)
    except ValueError as error:
        raise BadNotationError(str(error)) from error
    if last is None and flags not in (ToldFlags(), ToldFlags(tianhe=True)):
        return Rejection(
            RejectionReason.BAD_VALUE, "请写明和的是哪一张", "give the winning tile: <tiles>+<tile>+<flag>"
        )
    written = LaidHand(seat=laid.seat, hand=parse_tiles(tiles), draw=last, discarder=laid.discarder)
    refused = win_refused(draft.hand, laid.seat, flags)
    seen = None if refused is not None else drawn_or_given(draft, written, source)
    if seen is None:
        return refused
    refused = claim(draft, seen, sure=True, source=source, said=_said(draft, review, flags))
    if refused is None and seen != laid:
        return _not_won(draft)
    return refused


def _said(draft: Draft, review: ReviewOpened, flags: ToldFlags) -> Said:
    """How the hand was won: as the play shows where the camera saw it lie, else as people who write it down tell."""
    if review.source.witness is Witness.CAMERA and flags == ToldFlags():
        return Said()
    return told_of(draft.hand, flags)


def _not_won(draft: Draft) -> Rejection | None:
    """A hand that was written down and does not win is a slip of the pen, nobody's false 和."""
    for event in draft.events:
        if isinstance(event, FalseHu):
            return Rejection(
                RejectionReason.BAD_VALUE,
                f"这样写不能和：{event.reason}",
                f"the hand as written does not win: {event.reason_en}",
            )
    return None
