"""Whether a hand can exist at all. A hand that exists but may not win is ``score``'s affair."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from table_daemon.rules.errors import (
    BadWildsError,
    FifthCopyError,
    MeldNotPlayedError,
    WildMeldError,
    WrongTileCountError,
)
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.melds import Meld
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile

_PLAYED = frozenset({MeldKind.PUNG, MeldKind.MING, MeldKind.AN, MeldKind.JIN})


def check_melds(melds: Sequence[Meld], wilds: Sequence[Tile]) -> None:
    """Raise ``MeldNotPlayedError`` or ``WildMeldError`` for a meld that cannot be (A2.5 to A2.7, A3.1)."""
    for meld in melds:
        if meld.kind not in _PLAYED:
            raise MeldNotPlayedError(f"meld {meld.kind.value}:{meld.tile}: Tianjin rules have pung, ming, an and jin")
        wild = meld.tile in wilds
        if wild and meld.kind is not MeldKind.JIN:
            raise WildMeldError(
                f"meld {meld.kind.value}:{meld.tile}: {meld.tile} is wild, and wilds are never claimed; "
                f"four equal ones are a 金杠, jin:{meld.tile}"
            )
        if not wild and meld.kind is MeldKind.JIN:
            raise WildMeldError(f"meld jin:{meld.tile}: {meld.tile} is not wild; write an:{meld.tile} for a 暗杠")


def check_count(hand: Sequence[Tile], melds: Sequence[Meld]) -> None:
    """Raise ``WrongTileCountError`` unless hand, draw and melds hold four sets and a pair by number."""
    wanted = 13 - 3 * len(melds)
    if wanted < 1:
        raise WrongTileCountError(f"{len(melds)} melds: a hand has at most 4")
    if len(hand) != wanted:
        raise WrongTileCountError(
            f"hand has {len(hand)} tiles beside the draw and {len(melds)} melds: it must have {wanted}"
            f" ({wanted + 1} with the draw)"
        )


def check_copies(hand: Sequence[Tile], draw: Tile, melds: Sequence[Meld], *, indicator: Tile | None = None) -> None:
    """Raise ``FifthCopyError`` when a tile is there too often; the indicator itself lies on the wall (B7)."""
    copies = Counter(hand)
    copies[draw] += 1
    for meld in melds:
        copies.update(meld.tiles)
    for tile, count in sorted(copies.items()):
        if tile == indicator and count > 3:
            raise FifthCopyError(f"{tile} is there {count} times beside the flipped indicator: at most 3 are left")
        if count > 4:
            raise FifthCopyError(f"{tile} is there {count} times: a set has 4 of each")


def check_wilds(wilds: Sequence[Tile], profile: RuleProfile, *, indicator: Tile | None = None) -> None:
    """Raise ``BadWildsError`` for wilds that are too few, too many, equal, or not the indicator's."""
    shown = " ".join(str(tile) for tile in wilds) or "none"
    if len(wilds) != profile.wild_kinds or len(set(wilds)) != len(wilds):
        raise BadWildsError(f"wilds are {shown}: there must be {profile.wild_kinds} different ones")
    if indicator is not None and set(wilds) != set(wilds_of(indicator)):
        right = " ".join(str(tile) for tile in wilds_of(indicator))
        raise BadWildsError(f"wilds are {shown}, but indicator {indicator} makes {right} wild")
