"""What fusion proposes: a command for the game, and the tiles whose pictures decide it."""

from dataclasses import dataclass

from table_daemon.game.commands import Command
from table_daemon.game.events import Source, Witness
from vision.observation import Observation, SeenTile


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command with the tiles that show it; the daemon keeps their picture under ``source.picture``."""

    command: Command
    shows: tuple[SeenTile, ...] = ()


def camera_source(look: Observation, tiles: tuple[SeenTile, ...]) -> Source:
    """The camera as witness of ``tiles``: least confidence among them, a name for their picture, place of the first."""
    first = tiles[0]
    x, y = first.centre_mm
    return Source(
        witness=Witness.CAMERA,
        confidence=min(t.confidence for t in tiles),
        picture=f"{look.t_ms}-{look.image_id}-{round(x)}-{round(y)}",
        place_mm=(round(x, 1), round(y, 1)),
    )


def link_source() -> Source:
    """The serial link as witness."""
    return Source(witness=Witness.LINK)


def rules_source() -> Source:
    """A conclusion from other facts."""
    return Source(witness=Witness.RULES)
