"""Whether a daihun hand and the way it was won can exist at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.errors import BadFlagsError, BadMeldError, MeldNotPlayedError, WildMeldError
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.flags import WinFlags
    from table_daemon.rules.melds import Meld
    from table_daemon.rules.tiles import Tile

_NOT_PLAYED: Final = frozenset({MeldKind.JIN, MeldKind.YIN})
_FENGTOU: Final = frozenset({MeldKind.FENGTOU_JIAN, MeldKind.FENGTOU_FENG})
_MOST_SHANGDATAI: Final = 2


def check_flags(flags: WinFlags) -> None:
    """Raise ``BadFlagsError`` for circumstances that exclude each other (E16, E18, O14).

    天和, 地和 and 天听 are not of this game and are not looked at (E22).
    """
    if not 0 <= flags.shangdatai <= _MOST_SHANGDATAI:
        raise BadFlagsError(f"flag shangdatai is {flags.shangdatai}: 上大台 is announced 0, 1 or 2 times")
    if flags.discard and flags.gangkai:
        raise BadFlagsError(
            "flags discard and gangkai are both set: 杠开 is drawn for one's own kong, and a discard is no draw; "
            "leave one out"
        )


def check_melds(melds: Sequence[Meld], wilds: Sequence[Tile]) -> None:
    """Raise ``MeldNotPlayedError``, ``BadMeldError`` or ``WildMeldError`` for a meld that cannot be (E5, E6, E8)."""
    for meld in melds:
        name = f"meld {meld.kind.value}:{meld.tile}"
        if meld.kind in _NOT_PLAYED:
            raise MeldNotPlayedError(
                f"{name}: daihun has no 金杠 and no 银杠; its melds are chow, pung, ming, an, "
                "fengtou_jian and fengtou_feng"
            )
        if meld.kind is MeldKind.CHOW and (meld.tile.is_honour or meld.tile.rank > 7):
            raise BadMeldError(f"{name}: no run begins with {meld.tile}; name a 吃 by its first tile, 1 to 7 of a suit")
        wild = next((tile for tile in meld.tiles if tile in wilds), None)
        if wild is not None and meld.kind in _FENGTOU:
            raise WildMeldError(f"{name}: {wild} is wild, and wilds take no part in a 风头杠")
        if wild is not None:
            raise WildMeldError(f"{name}: {wild} is wild, and wilds are never laid open")
