"""Whether a hand can exist at all. A hand that exists but may not win is ``score``'s affair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.choices import Jingang
from table_daemon.rules.errors import (
    BadFlagsError,
    BadWildsError,
    DrawNotAmongTilesError,
    FifthCopyError,
    IndicatorCopiesError,
    KongMissingError,
    MeldNotPlayedError,
    WildMeldError,
    WrongTileCountError,
)
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import ALL_TILES
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.flags import WinFlags
    from table_daemon.rules.melds import Meld
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile

_PLAYED = frozenset({MeldKind.PUNG, MeldKind.MING, MeldKind.AN, MeldKind.JIN, MeldKind.YIN})
_OF_WILDS = frozenset({MeldKind.JIN, MeldKind.YIN})


def check_flags(flags: WinFlags) -> None:
    """Raise ``BadFlagsError`` for circumstances that the city's game does not have, or that exclude each other."""
    if flags.discard or flags.dubao or flags.shangdatai:
        raise BadFlagsError("flags discard, dubao and shangdatai are not of these rules: leave them out")
    if flags.tianhe and flags.dihe:
        raise BadFlagsError("flags tianhe and dihe are both set: 天和 is the dealer's, 地和 another's; leave one out")


def check_gangkai(flags: WinFlags, melds: Sequence[Meld]) -> None:
    """Raise ``KongMissingError`` for a 杠开 without the kongs it was drawn for among the melds (A4.10, B24).

    For a hand that is told whole. A tracker that saw the win but missed the kong scores what people say.
    """
    kongs = sum(meld.takes_replacement for meld in melds)
    if flags.gangkai > kongs:
        raise KongMissingError(
            f"flag gangkai is {flags.gangkai}, but the melds hold {kongs or 'no'} kong{'s' * (kongs != 1)}: 杠开 is "
            "won by the tile drawn for a kong; give every kong as a meld, or leave gangkai out"
        )


def check_melds(melds: Sequence[Meld], wilds: Sequence[Tile], profile: RuleProfile) -> None:
    """Raise ``MeldNotPlayedError`` or ``WildMeldError`` for a meld that cannot be (A2.5 to A2.7, A3.1, B7)."""
    for meld in melds:
        _check_played(meld, profile)
        wild = meld.tile in wilds
        if wild and meld.kind not in _OF_WILDS:
            raise WildMeldError(
                f"meld {meld.kind.value}:{meld.tile}: {meld.tile} is wild, and wilds are never claimed; "
                f"four equal ones are a 金杠, jin:{meld.tile}"
            )
        if not wild and meld.kind is MeldKind.JIN:
            raise WildMeldError(f"meld jin:{meld.tile}: {meld.tile} is not wild; write an:{meld.tile} for a 暗杠")
        if meld.kind is MeldKind.YIN and meld.tile != wilds[0]:
            raise WildMeldError(f"meld yin:{meld.tile}: a 银杠 is of the indicator's own kind, {wilds[0]}")


def _check_played(meld: Meld, profile: RuleProfile) -> None:
    if meld.kind not in _PLAYED:
        raise MeldNotPlayedError(f"meld {meld.kind.value}:{meld.tile}: Tianjin rules have pung, ming, an and jin")
    if meld.kind is MeldKind.JIN and profile.jingang is Jingang.OFF:
        raise MeldNotPlayedError(f"meld jin:{meld.tile}: this table has no 金杠 (option jingang is 'off')")
    if meld.kind is MeldKind.YIN and not profile.yingang:
        raise MeldNotPlayedError(f"meld yin:{meld.tile}: this table has no 银杠 (option yingang is 0)")


def check_count(hand: Sequence[Tile], draw: Tile, melds: Sequence[Meld]) -> None:
    """Raise ``WrongTileCountError`` unless hand, draw and melds hold four sets and a pair by number."""
    wanted = 13 - 3 * len(melds)
    if wanted < 1:
        raise WrongTileCountError(f"{len(melds)} melds: a hand has at most 4")
    if len(hand) == wanted + 1 and draw not in hand:
        raise DrawNotAmongTilesError(
            f"hand has {len(hand)} tiles, the winning one among them, but the draw {draw} is none of them: "
            f"write the hand without the draw, {wanted} tiles"
        )
    if len(hand) != wanted:
        raise WrongTileCountError(
            f"hand has {len(hand)} tiles beside the draw and {len(melds)} melds: it must have {wanted}"
            f" ({wanted + 1} with the draw)"
        )


def check_copies(hand: Sequence[Tile], draw: Tile, melds: Sequence[Meld], *, indicator: Tile | None = None) -> None:
    """Raise ``FifthCopyError`` when a tile is there too often; the indicator itself lies on the wall (B7)."""
    copies = [0] * 34
    for tile in hand:
        copies[tile.index] += 1
    copies[draw.index] += 1
    for meld in melds:
        for tile in meld.tiles:
            copies[tile.index] += 1
    if max(copies) > 4:
        tile, count = next((ALL_TILES[index], count) for index, count in enumerate(copies) if count > 4)
        raise FifthCopyError(f"{tile} is there {count} times: a set has 4 of each")
    if indicator is not None and copies[indicator.index] > 3:
        raise IndicatorCopiesError(f"{indicator} is there 4 times beside the flipped indicator: at most 3 are left")


def check_wilds(wilds: Sequence[Tile], profile: RuleProfile, *, indicator: Tile | None = None) -> None:
    """Raise ``BadWildsError`` for wilds that are too few, too many, equal, or not the indicator's."""
    if indicator is not None and tuple(wilds) == wilds_of(indicator, profile.wild_kinds):
        return
    shown = " ".join(str(tile) for tile in wilds) or "none"
    if len(wilds) != profile.wild_kinds or len(set(wilds)) != len(wilds):
        raise BadWildsError(f"wilds are {shown}: there must be {profile.wild_kinds} different ones")
    if indicator is None and not any(set(wilds) == set(wilds_of(tile, profile.wild_kinds)) for tile in wilds):
        raise BadWildsError(f"wilds are {shown}: no indicator makes these wild; they follow each other in their circle")
    if indicator is not None and set(wilds) != set(wilds_of(indicator, profile.wild_kinds)):
        right = " ".join(str(tile) for tile in wilds_of(indicator, profile.wild_kinds))
        raise BadWildsError(f"wilds are {shown}, but indicator {indicator} makes {right} wild")
