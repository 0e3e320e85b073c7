"""铲: the other three follow the dealer's discard. What it costs is settled elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.turns import check_seat, in_turn_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.tiles import Tile


def chan_rounds(*, dealer: int, discards: Sequence[tuple[int, Tile]], claims: Sequence[int] = (), most: int = 1) -> int:
    """In how many rounds, from the first on, all four discarded one and the same tile (A3.9, B3, B4).

    ``claims`` tells for each 碰 and 明杠 how many discards had been made before it; a 暗杠 spoils nothing.
    ``most`` is the profile's ``chan_rounds``; the second round's tile is another one. Raises ``BadSeatError``.

    >>> from table_daemon.rules.tiles import Tile
    >>> east, west = Tile.parse("1z"), Tile.parse("3z")
    >>> opening = [*((seat, west) for seat in range(4)), *((seat, east) for seat in range(4))]
    >>> chan_rounds(dealer=0, discards=opening), chan_rounds(dealer=0, discards=opening, most=2)
    (1, 2)
    """
    order = in_turn_order(check_seat(dealer, "dealer"))
    rounds = 0
    while rounds < most:
        now = discards[4 * rounds : 4 * rounds + 4]
        claimed = any(before < 4 * rounds + 4 for before in claims)
        if claimed or tuple(seat for seat, _ in now) != order or len({tile for _, tile in now}) != 1:
            break
        rounds += 1
    return rounds
