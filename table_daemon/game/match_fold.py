"""What events change of a match beyond its hands: names and choices, scores, seat swaps, its end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, assert_never

from table_daemon.game.amend import voided
from table_daemon.game.changing import STANDS, YES
from table_daemon.game.events import Corrected, LaChosen, MatchEnded, NameSet, SeatsSwapped, ZuoChosen
from table_daemon.game.state import Correction, HandState, HandSummary, MatchState, Standing

if TYPE_CHECKING:
    from table_daemon.game.events import Recorded
    from table_daemon.rules.foul import Foul

_Value = TypeVar("_Value")
Places = tuple[int, int, int, int]


def with_choice(match: MatchState, event: NameSet | ZuoChosen | LaChosen) -> MatchState:
    """Take over a name or a choice of 坐/拉."""
    match event:
        case NameSet():
            return replace(match, names=_set(match.names, event.seat, event.name))
        case ZuoChosen():
            return replace(match, zuo=_set(match.zuo, event.seat, event.value))
        case LaChosen():
            return replace(match, la=_set(match.la, event.seat, event.value))
        case _:
            assert_never(event)


def about_match(match: MatchState, recorded: Recorded) -> MatchState:
    """Take over a fact about the match as a whole; its end stands until it is taken back."""
    about = (*match.about, recorded)
    void = voided(about)
    ended = any(isinstance(known.event, MatchEnded) and known.seq not in void for known in about)
    return replace(match, about=about, ended=ended)


def corrected_match(match: MatchState, recorded: Recorded) -> MatchState:
    """Take over a seat swap, or the taking back of one or of the match's end; every hand counts accordingly."""
    after = about_match(match, recorded)
    after = replace(
        after,
        past=tuple(replace(hand, places=places_of(after, hand.number)) for hand in after.past),
        hand=None if after.hand is None else replace(after.hand, places=places_of(after, after.hand.number)),
    )
    event = recorded.event
    if not isinstance(event, SeatsSwapped | Corrected):
        return after
    first = event.from_hand if isinstance(event, SeatsSwapped) else None
    standing = _standing(match, None)
    made = Correction(
        seq=recorded.seq, t_ms=recorded.t_ms, change=event, hand=first, before=standing, after=standing,
        through=recorded.seq,
    )  # fmt: skip
    return replace(after, corrections=(*after.corrections, made))


def places_of(match: MatchState, number: int) -> Places:
    """Whose score each seat counts for in the hand with that number."""
    places = [0, 1, 2, 3]
    void = voided(match.about)
    for known in match.about:
        swap = known.event
        if isinstance(swap, SeatsSwapped) and known.seq not in void and swap.from_hand <= number <= swap.to_hand:
            if not (0 <= swap.a < 4 and 0 <= swap.b < 4):
                continue
            places[swap.a], places[swap.b] = places[swap.b], places[swap.a]
    return (places[0], places[1], places[2], places[3])


def booked(match: MatchState, hand: HandState) -> MatchState:
    """Scores and history with ``hand`` as it is settled now, or without it when it is open again."""
    kept = [summary for summary in match.history if summary.number != hand.number]
    if hand.settled is not None:
        kept.append(_summary(hand))
        kept.sort(key=lambda summary: summary.number)
    start = next((k for k, summary in enumerate(kept) if summary.number >= hand.number), len(kept))
    scores = kept[start - 1].scores if start else (0, 0, 0, 0)
    for place in range(start, len(kept)):
        a, b, c, d = (had + won for had, won in zip(scores, kept[place].net, strict=True))
        scores = (a, b, c, d)
        kept[place] = replace(kept[place], scores=scores)
    after = kept[-1].next_dealer if kept else None
    return replace(
        match,
        history=tuple(kept),
        scores=scores,
        next_dealer=hand.dealer if after is None else after,
    )


def _summary(hand: HandState) -> HandSummary:
    """The hand as the history keeps it, each seat counting for the player that sat there."""
    settled = hand.settled
    assert settled is not None  # noqa: S101 -- asked by the caller
    return HandSummary(
        number=hand.number,
        dealer=hand.places[hand.dealer],
        winner=None if hand.won is None else hand.places[hand.won.winner],
        names=() if hand.won is None else tuple(hand.won.score.names),
        fan=0 if hand.won is None else hand.won.score.fan,
        net=settled.net,
        scores=settled.net,
        fouls=fouls_of(hand),
        lines=settled.lines,
        next_dealer=settled.next_dealer,
        by_hand=settled.by_hand,
    )


def fouls_of(hand: HandState) -> tuple[tuple[int, Foul], ...]:
    """The fouls that stand in a hand, by the player's own seat."""
    return tuple(
        sorted((hand.places[seat], side.foul.foul) for seat, side in enumerate(hand.seats) if side.foul is not None)
    )


def noted(
    match: MatchState, before: MatchState, recorded: Recorded, change: Corrected, hands: tuple[HandState, HandState]
) -> MatchState:
    """Keep a correction with what it changed so far."""
    old, new = hands
    if change.field == STANDS and change.value == YES:
        old = _before_it(old, change.of)
    made = Correction(
        seq=recorded.seq,
        t_ms=recorded.t_ms,
        change=change,
        hand=new.number,
        before=_standing(before, old),
        after=_standing(match, new),
        through=recorded.seq,
    )
    return replace(match, corrections=(*match.corrections, made))


def _before_it(hand: HandState, of: int) -> HandState:
    """The hand without the foul that an event has just added, or that the discard it told of was."""
    a, b, c, d = (
        replace(side, foul=None) if side.foul is not None and of in (side.foul.event, side.foul.of) else side
        for side in hand.seats
    )
    return replace(hand, seats=(a, b, c, d))


def followed(match: MatchState, seq: int) -> tuple[Correction, ...]:
    """The corrections with the last one's consequences up to ``seq``."""
    last = match.corrections[-1]
    hand = None if last.hand is None else match.numbered(last.hand)
    return (*match.corrections[:-1], replace(last, after=_standing(match, hand), through=seq))


def _standing(match: MatchState, hand: HandState | None) -> Standing:
    return Standing(scores=match.scores, next_dealer=match.next_dealer, fouls=() if hand is None else fouls_of(hand))


def _set(
    values: tuple[_Value, _Value, _Value, _Value], seat: int, value: _Value
) -> tuple[_Value, _Value, _Value, _Value]:
    a, b, c, d = (value if place == seat else old for place, old in enumerate(values))
    return a, b, c, d
