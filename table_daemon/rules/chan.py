"""铲: the other three follow the dealer's first discard. What it costs is settled elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.turns import check_seat, in_turn_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.tiles import Tile


def is_chan(*, dealer: int, discards: Sequence[tuple[int, Tile]], claims: int) -> bool:
    """Whether the hand's opening is a 铲 (A3.9, B4).

    ``discards`` are the hand's first discards, (seat, tile) in order; more than four do no harm.
    ``claims`` is how many 碰 and 明杠 came before the fourth; a 暗杠 spoils nothing. Raises ``BadSeatError``.

    >>> from table_daemon.rules.tiles import Tile
    >>> west = Tile.parse("3z")
    >>> is_chan(dealer=2, discards=[(2, west), (3, west), (0, west), (1, west)], claims=0)
    True
    """
    check_seat(dealer, "dealer")
    if claims or len(discards) < 4:
        return False
    seats = tuple(seat for seat, _ in discards[:4])
    return seats == in_turn_order(dealer) and len({tile for _, tile in discards[:4]}) == 1
