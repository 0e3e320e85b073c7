"""A won hand laid out: its groups, which wild stands for what, each fan with its figure, and the sum."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.game.events import HandWon
    from table_daemon.rules.layout import Group
    from table_daemon.rules.score import HandScore
    from table_daemon.rules.tiles import Tile

_TERM = re.compile(r"(\d+) ([^+×=()]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """A pair or a set. ``tiles`` is what each place counts as, ``pieces`` what really lies there."""

    kind: str
    tiles: tuple[str, ...]
    pieces: tuple[str, ...]
    wild: tuple[bool, ...]
    """For each place, whether a wild stands for another tile than itself."""
    is_wild: tuple[bool, ...]
    """For each place, whether the piece is a 混, whatever it stands for."""
    last: int | None
    """Place of the winning tile, if it is in this group."""
    melded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FanView:
    """One fan and its figure: added, or a factor of the sum."""

    name: str
    name_en: str
    worth: int
    adds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WinView:
    """The hand that won, without what it is paid (that is the settlement)."""

    winner: int
    draw: str
    hand: tuple[str, ...]
    groups: tuple[GroupView, ...]
    names: tuple[str, ...]
    fans: tuple[FanView, ...]
    formula: str
    formula_en: str
    fan: int
    kong: int
    """番 of the winner's own kongs; kongs are paid apart."""
    total: int


def win_view(won: HandWon, wilds: tuple[Tile, ...]) -> WinView:
    """The laid-out hand of ``won``; ``wilds`` are the hand's 混."""
    score = won.score
    return WinView(
        winner=won.winner,
        draw=str(won.draw),
        hand=tuple(str(tile) for tile in won.hand),
        groups=tuple(_group(group, wilds) for group in score.groups),
        names=score.names,
        fans=_fans(score),
        formula=score.formula,
        formula_en=score.formula_en,
        fan=score.fan,
        kong=score.kong,
        total=score.total,
    )


def terms_of(formula: str) -> tuple[tuple[int, str, bool], ...]:
    """Figures of a formula as the rules write it: worth, name, and whether it adds (else it multiplies).

    >>> terms_of("(3 捉五 + 4 龙) × 2 本混 = 14")
    ((3, '捉五', True), (4, '龙', True), (2, '本混', False))
    """
    sum_text = formula.partition("=")[0]
    return tuple(
        (int(worth), name.strip(), place == 0)
        for place, factor in enumerate(sum_text.split("×"))
        for worth, name in _TERM.findall(factor)
    )


def _fans(score: HandScore) -> tuple[FanView, ...]:
    chinese, english = terms_of(score.formula), terms_of(score.formula_en)
    names_en = [name for _, name, _ in english] if len(english) == len(chinese) else [n for _, n, _ in chinese]
    return tuple(
        FanView(name=name, name_en=name_en, worth=worth, adds=adds)
        for (worth, name, adds), name_en in zip(chinese, names_en, strict=True)
    )


def _group(group: Group, wilds: tuple[Tile, ...]) -> GroupView:
    return GroupView(
        kind=group.kind,
        tiles=tuple(str(tile) for tile in group.tiles),
        pieces=tuple(str(piece) for piece in group.pieces),
        wild=group.wild,
        is_wild=tuple(piece in wilds for piece in group.pieces),
        last=group.last,
        melded=group.melded,
    )
