"""How a hand was won: what the tiles themselves do not show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WinFlags:
    """Circumstances of a win; all absent by default."""

    gangkai: int = 0
    """How many kongs in a row came just before the winning replacement tile (杠开); 0 for none."""
    tianhe: bool = False
    """天和: the dealer's first fourteen tiles win."""
    dihe: bool = False
    """地和: a non-dealer's first draw wins with nothing claimed before; worth nothing by default (B21)."""
    tianting: bool = False
    """天听: declared ready after the dealer's first discard; worth nothing by default (B22)."""
    xianggong: bool = False
    """The player has fouled and may not win (A3.7, A3.8)."""
    discard: bool = False
    """Won on another's discard, 放炮 (daihun only)."""
    dubao: bool = False
    """独抱 was declared (daihun only, E14)."""
    shangdatai: int = 0
    """How often 上大台 was announced, 0 to 2 (daihun only, E16)."""
