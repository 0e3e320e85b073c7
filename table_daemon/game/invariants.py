"""What must hold of every state, whatever was recorded. For the tests and for the daemon's health."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from table_daemon.rules.tiles import COPIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.game.state import GameState, HandState, MatchState
    from table_daemon.rules.tiles import Tile


def check(state: GameState) -> list[str]:
    """Every broken invariant as a sentence; an empty list when all is well."""
    if state.match is None:
        return []
    found = list(_match(state.match))
    if state.match.hand is not None:
        found += _hand(state.match.hand)
    numbers = [review.review for review in state.reviews]
    if len(set(numbers)) != len(numbers) or max(numbers, default=0) > state.reviews_opened:
        found.append(f"open reviews {numbers} are not numbered 1..{state.reviews_opened} once each")
    return found


def doubtful_tiles(hand: HandState) -> tuple[Tile, ...]:
    """Tiles that lie open more than four times: at least one of them was misread, and people should look."""
    return tuple(sorted(tile for tile, count in copies(hand).items() if count > COPIES))


def copies(hand: HandState) -> Counter[Tile]:
    """How many of each tile are known to lie on the table: discards, melds and the indicator."""
    shown = Counter(discard.tile for seat in hand.seats for discard in seat.discards if discard.claimed_by is None)
    for seat in hand.seats:
        for lying in seat.melds:
            shown.update(lying.meld.tiles)
    if hand.indicator is not None:
        shown[hand.indicator] += 1
    return shown


def copies_with_winner(hand: HandState) -> Counter[Tile]:
    """The same with the hand that was laid down to win; a tile won on lies among the discards already."""
    shown, claim = copies(hand), hand.claim
    if claim is not None:
        shown.update(claim.hand)
        if claim.discarder is None:
            shown[claim.draw] += 1
    return shown


def _match(match: MatchState) -> Iterator[str]:
    if sum(match.scores):
        yield f"scores {match.scores} do not sum to zero"
    for summary in match.history:
        if sum(summary.net):
            yield f"hand {summary.number} pays {summary.net}, which does not sum to zero"
    booked = tuple(sum(summary.net[seat] for summary in match.history) for seat in range(4))
    if match.history and booked != match.scores:
        yield f"scores {match.scores} are not the sum of the hands, {booked}"


def _hand(hand: HandState) -> Iterator[str]:
    standing = sorted(discard.event for seat in hand.seats for discard in seat.discards)
    if standing != sorted(hand.discard_order):
        yield f"discards {standing} lie on the table, but their order lists {hand.discard_order}"
    if not 0 <= hand.to_act < 4:
        yield f"seat {hand.to_act} is to act"
    if hand.la[hand.dealer]:
        yield f"the dealer, seat {hand.dealer}, has 拉 {hand.la[hand.dealer]}"
    if hand.won is not None and hand.seats[hand.won.winner].foul is not None and hand.settled is None:
        yield f"seat {hand.won.winner} won with a foul"
    if hand.won is not None and hand.drawn:
        yield "the hand is both won and drawn"
    if hand.settled is not None and sum(hand.settled.net) != 0:
        yield f"the hand pays {hand.settled.net}, which does not sum to zero"
