"""风头杠: the three dragons or the four winds laid down at the start of a daihun hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.choices import Ruleset
from table_daemon.rules.claims import Illegal
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Collection

    from table_daemon.rules.profile import RuleProfile


def fengtou_illegal(
    kind: MeldKind, *, before_first_draw: bool, wilds: Collection[Tile], profile: RuleProfile
) -> Illegal | None:
    """Return why a 风头杠 may not be laid, or ``None`` when it may (E8); no wild may take part.

    >>> from table_daemon.rules.profile import DAIHUN
    >>> red = Tile.parse("7z")
    >>> fengtou_illegal(MeldKind.FENGTOU_JIAN, before_first_draw=True, wilds=[red], profile=DAIHUN)
    <Illegal.WILD: 'wild'>
    """
    if profile.ruleset is Ruleset.CITY or kind not in {MeldKind.FENGTOU_JIAN, MeldKind.FENGTOU_FENG}:
        return Illegal.NOT_PLAYED
    if not before_first_draw:
        return Illegal.NOT_OPENING
    tiles = Meld(kind, Tile.parse("7z" if kind is MeldKind.FENGTOU_JIAN else "1z")).tiles
    return Illegal.WILD if any(tile in wilds for tile in tiles) else None


def replacements_due(kind: MeldKind) -> int:
    """Return how many tiles are drawn for a 风头杠: the four winds are one set and draw one (E8).

    >>> replacements_due(MeldKind.FENGTOU_JIAN), replacements_due(MeldKind.FENGTOU_FENG)
    (0, 1)
    """
    return 1 if kind is MeldKind.FENGTOU_FENG else 0
