"""The one place where what is seen becomes what is played, through the shared mpsz notation."""

from table_daemon.fusion.errors import NotATileError
from table_daemon.rules.tiles import Tile
from vision.labels import FACES, Label

_TILES: dict[Label, Tile] = {label: Tile.parse(label.value) for label in FACES}


def tile_of(label: Label) -> Tile:
    """The tile of play that a face is; raises ``NotATileError`` for a back or another thing.

    >>> tile_of(Label.M5)
    Tile('5m')
    """
    tile = _TILES.get(label)
    if tile is None:
        raise NotATileError(f"{label.value!r} is not a tile of play")
    return tile


def is_face(label: Label) -> bool:
    """Whether the label is one of the 34 faces."""
    return label in _TILES
