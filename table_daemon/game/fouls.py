"""小相公 by a discarded wild: found as soon as the tile lies and the wilds are known, asked about while in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.asking import ReviewReason
from table_daemon.game.changing import NO, STANDS, YES
from table_daemon.game.events import Corrected, FoulFound, ReviewKind, ReviewOpened, Source, Witness
from table_daemon.game.words import tile_zh
from table_daemon.rules.foul import Foul

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.state import DiscardOnTable, HandState
    from table_daemon.rules.tiles import Tile

NO_DISCARD = "none"
"""The answer that nothing was discarded there."""


def note_wild_discards(draft: Draft, *, other_readings: tuple[Tile, ...] = ()) -> None:
    """Add what follows from the wild tiles that lie discarded; one foul a seat is enough.

    ``other_readings`` belong to the newest discard: a doubtful tile that may be a wild is asked about as well.
    """
    newest = draft.hand.discard_order[-1] if draft.hand.discard_order else None
    for index in range(4):
        given_up = allowed_wilds(draft.hand, index)
        for discard in draft.hand.seats[index].discards:
            if draft.hand.seats[index].foul is not None:
                break
            if discard.event in draft.hand.pardoned or discard.event in given_up:
                continue
            candidates = (discard.tile, *(other_readings if discard.event == newest and not discard.sure else ()))
            if not any(tile in draft.hand.wilds for tile in candidates):
                continue
            if discard.sure:
                _accuse(draft, index, discard)
            elif all(review.of != discard.event for review in (*draft.state.reviews, *draft.state.left)):
                _ask(draft, index, discard, candidates)


def allowed_wilds(hand: HandState, seat: int) -> tuple[int, ...]:
    """Sequences of the wild discards that are no foul: one for each 上大台 of the seat (E7, E16)."""
    wild = [discard.event for discard in hand.seats[seat].discards if discard.tile in hand.wilds]
    return tuple(wild[: hand.shangdatai[seat]])


def pardon_given_up(draft: Draft, seat: int) -> None:
    """Let a foul that was found before its 上大台 was announced count no more."""
    foul = draft.hand.seats[seat].foul
    if foul is None or foul.of is None or foul.of not in allowed_wilds(draft.hand, seat):
        return
    draft.add(
        Corrected(
            of=foul.event,
            field=STANDS,
            old=YES,
            value=NO,
            by=Witness.RULES.value,
            why="上大台打出的混儿不算相公",
            source=Source(witness=Witness.RULES),
            in_hand=draft.hand.number,
        )
    )


def source_of(hand: HandState, seq: int) -> Source:
    """What the event with sequence ``seq`` rests on, as the ground for something the rules conclude from it."""
    for recorded in hand.log:
        if recorded.seq == seq:
            seen = recorded.event.source
            return Source(
                witness=Witness.RULES, confidence=seen.confidence, picture=seen.picture, place_mm=seen.place_mm
            )
    return Source(witness=Witness.RULES)


def _accuse(draft: Draft, seat: int, discard: DiscardOnTable) -> None:
    source = source_of(draft.hand, discard.event)
    draft.add(FoulFound(seat=seat, foul=Foul.XIAO, of=discard.event, source=source, in_hand=draft.in_hand))


def _ask(draft: Draft, seat: int, discard: DiscardOnTable, candidates: tuple[Tile, ...]) -> None:
    """Put the doubtful tile, one of whose readings is a wild, to people instead of accusing anybody."""
    wilds = draft.hand.wilds
    answers = [
        f"{tile} {tile_zh(tile)}，是混儿" if tile in wilds else f"{tile} {tile_zh(tile)}，不是混儿"
        for tile in dict.fromkeys(candidates)
    ]
    suspected = next(tile for tile in candidates if tile in wilds)
    draft.add(
        ReviewOpened(
            review=draft.state.reviews_opened + 1,
            about=ReviewKind.DISCARD_TILE,
            question=f"{draft.name_of(seat)}打出的是混儿{tile_zh(suspected)}吗？",
            answers=(*answers, f"{NO_DISCARD} 没有打出牌"),
            of=discard.event,
            source=source_of(draft.hand, discard.event),
            in_hand=draft.hand.number,
            reason=ReviewReason.MAYBE_WILD,
            seat=seat,
            tile=suspected,
        )
    )
