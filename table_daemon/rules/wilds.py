"""The wild tiles (混) set by the flipped indicator."""

from functools import lru_cache

from table_daemon.rules.tiles import Tile


def next_in_circle(tile: Tile) -> Tile:
    """Return the tile after ``tile`` in the wild circle: 1…9→1, 东南西北→东, 中→发→白→中 (A2.4).

    >>> [str(next_in_circle(Tile.parse(t))) for t in ("9s", "4z", "7z", "6z", "5z")]
    ['1s', '1z', '6z', '5z', '7z']
    """
    if tile.index < 27:
        return Tile(tile.index // 9 * 9 + (tile.index % 9 + 1) % 9)
    if tile.index < 31:
        return Tile(27 + (tile.index - 27 + 1) % 4)
    return Tile(31 + (tile.index - 31 - 1) % 3)


@lru_cache(maxsize=34 * 3)
def wilds_of(indicator: Tile, kinds: int = 2) -> tuple[Tile, ...]:
    """Return the kinds of wild tile: the indicator's own face and those that follow it (A2.3, B40).

    >>> [str(t) for t in wilds_of(Tile.parse("8p"))]
    ['8p', '9p']
    >>> [str(t) for t in wilds_of(Tile.parse("4z"), 3)]
    ['4z', '1z', '2z']
    """
    wilds = [indicator]
    while len(wilds) < kinds:
        wilds.append(next_in_circle(wilds[-1]))
    return tuple(wilds)
