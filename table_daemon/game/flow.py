"""Whose turn it is and how many tiles were drawn, as discards and melds imply. Scores nothing, refuses nothing.

Nobody sees a draw: it follows from what is done next. The dealer's first discard and the discard after a 碰 take no
draw, a kong takes a replacement draw, every other discard or kong in hand follows one ordinary draw.
"""

from __future__ import annotations

from typing import NamedTuple

from table_daemon.rules.turns import next_seat


class Turn(NamedTuple):
    """The fields of ``HandState`` that follow from the order of play alone; they mean what they mean there.

    >>> start = Turn(to_act=0)
    >>> after_discard(after_discard(start, 0), 1)
    Turn(draws=1, kong_draws=0, kongs_in_a_row=0, to_act=2, must_draw=True, claims=0)
    """

    draws: int = 0
    kong_draws: int = 0
    kongs_in_a_row: int = 0
    to_act: int = 0
    must_draw: bool = False
    claims: int = 0


def after_discard(turn: Turn, seat: int) -> Turn:
    """``seat`` discarded, in turn or (recorded all the same) out of it."""
    drew = turn.must_draw or seat != turn.to_act
    return Turn(
        draws=turn.draws + drew,
        kong_draws=turn.kong_draws,
        to_act=next_seat(seat),
        must_draw=True,
        claims=turn.claims,
    )


def after_own_meld(turn: Turn, seat: int, *, kong: bool) -> Turn:
    """``seat`` laid down tiles of its own; out of turn it only takes its replacement."""
    if seat != turn.to_act:
        return turn._replace(kong_draws=turn.kong_draws + kong)
    return turn._replace(
        draws=turn.draws + turn.must_draw,
        kong_draws=turn.kong_draws + kong,
        kongs_in_a_row=turn.kongs_in_a_row + kong,
        must_draw=False,
    )


def after_claim(turn: Turn, seat: int, *, kong: bool) -> Turn:
    """``seat`` claimed the last discard (碰, 明杠) and is to discard, after a kong with its replacement in hand."""
    return turn._replace(
        kong_draws=turn.kong_draws + kong,
        kongs_in_a_row=int(kong),
        to_act=seat,
        must_draw=False,
        claims=turn.claims + 1,
    )


def after_late_claim(turn: Turn, *, kong: bool, discarded_since: bool) -> Turn:
    """A claim learned only when play had gone on: the claimant's discard since took no ordinary draw after all."""
    return turn._replace(
        draws=max(0, turn.draws - discarded_since),
        kong_draws=turn.kong_draws + kong,
        claims=turn.claims + 1,
    )


def after_opening_kong(turn: Turn, seat: int, *, replaced: bool) -> Turn:
    """``seat`` laid down a 风头杠: only the dealer, who needs no draw, may win by its replacement."""
    own = seat == turn.to_act and not turn.must_draw
    return turn._replace(kong_draws=turn.kong_draws + replaced, kongs_in_a_row=turn.kongs_in_a_row + (replaced and own))


def after_win(turn: Turn, winner: int, *, drawn: bool = True) -> Turn:
    """Count the ordinary draw that a win in turn implies; one on a discard (not ``drawn``) takes none."""
    drew = drawn and turn.must_draw and turn.to_act == winner
    return turn._replace(draws=turn.draws + drew, must_draw=turn.must_draw and not drew)
