"""Whether a laid-down hand was won on the last discard, by whether that still lies in the middle (daihun only)."""

from typing import NamedTuple

from table_daemon.fusion.table import Table
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.tiles import Tile


class WonOn(NamedTuple):
    """What the middle tells; neither where it tells nothing."""

    drawn: bool = False
    """The winning tile was the player's own draw."""
    discarder: int | None = None
    """Whose discard it was."""


def won_on(table: Table, seat: int, tiles: tuple[Tile, ...], draw: Tile | None) -> WonOn:
    """How a whole hand came by its last tile."""
    last = next(iter(reversed(table.discards())), None)
    if table.match.profile.ruleset is not Ruleset.DAIHUN or last is None or last.claimed_by is not None:
        return WonOn()
    match = table.middle()
    if last.event in match.lying:
        return WonOn(drawn=True)
    giver = table.seat_of(last.event)
    taken = last.tile == draw or (draw is None and last.tile in tiles)
    calm = not table.look.seen.hands and len(match.gone) == 1 and not match.new
    return WonOn(discarder=giver) if taken and calm and giver != seat else WonOn()
