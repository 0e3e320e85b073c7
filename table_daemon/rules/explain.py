"""A score in words for people, Chinese first and English beside it. Works nothing out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.layout import GroupKind
from table_daemon.rules.tiles import format_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.layout import Group
    from table_daemon.rules.results import HandScore
    from table_daemon.rules.tiles import Tile
    from table_daemon.rules.waits import Wait

_DIGITS: Final = "一二三四五六七八九"
_SUITS: Final = {"m": "万", "p": "饼", "s": "条"}
_HONOURS: Final = "东南西北白发中"
_KINDS: Final = {
    GroupKind.PAIR: "将 pair",
    GroupKind.PUNG: "刻 pung",
    GroupKind.CHOW: "顺 run ",
    GroupKind.KONG: "杠 kong",
}


def chinese_name(tile: Tile) -> str:
    """Return the tile's Chinese name.

    >>> from table_daemon.rules.tiles import Tile
    >>> chinese_name(Tile.parse("5m")), chinese_name(Tile.parse("7z"))
    ('五万', '中')
    """
    return _HONOURS[tile.rank - 1] if tile.is_honour else _DIGITS[tile.rank - 1] + _SUITS[tile.suit]


def explain(score: HandScore, *, wilds: Sequence[Tile]) -> str:
    """Tell a score in a few lines, without a newline at the end; ``wilds`` are those it was scored with."""
    lines = [_wilds_line(wilds)]
    lines += [group_line(group) for group in score.groups]
    if score.formula:
        lines += [f"番 fan:   {score.formula}", f"          {score.formula_en}"]
    if score.kong:
        lines.append(f"杠 kongs: {score.kong}")
    if score.win:
        lines.append(f"和 win:   {score.fan}番 fan, 连杠共 with kongs {score.total}")
    else:
        lines.append(f"不能和 no win: {score.reason_zh} ({score.reason_en})")
    return "\n".join(lines)


def explain_waits(found: Sequence[Wait], *, wilds: Sequence[Tile]) -> str:
    """Tell what a hand waits for, a line each; ``wilds`` are those it was scored with.

    >>> from table_daemon.rules.tiles import parse_tiles
    >>> from table_daemon.rules.waits import waits
    >>> two = parse_tiles("2z3z")
    >>> print(explain_waits(waits(hand=parse_tiles("46m123s111z66s789p"), wilds=two), wilds=two).splitlines()[1])
    五万 5m   6番 fan   3 捉五 × 2 素 = 6
    """
    lines = [_wilds_line(wilds)]
    for wait in found:
        score = wait.score
        told = f"{score.fan}番 fan   {score.formula}" if score.win else f"不能和 no win   {score.reason_zh}"
        lines.append(f"{chinese_name(wait.tile)} {wait.tile}   {told}")
    if not found:
        lines.append("没有听: 没有一张牌能和 (no tile completes it)")
    return "\n".join(lines)


def group_line(group: Group) -> str:
    """Tell one group: its tiles as played, which wilds stand in it, and the last tile.

    >>> from table_daemon.rules.score import example
    >>> group_line(example("4m2z66s123s111z789p 3z", indicator="2z").groups[0])
    '顺 run   456m   西→五万 (末张 last), 南→六万'
    """
    notes = []
    for place, (tile, piece) in enumerate(zip(group.tiles, group.pieces, strict=True)):
        text = chinese_name(tile) if piece == tile else f"{chinese_name(piece)}→{chinese_name(tile)}"
        if place == group.last:
            notes.append(f"{text} (末张 last)")
        elif piece != tile:
            notes.append(text)
    if group.melded:
        notes.append("已亮 melded")
    return f"{_KINDS[group.kind]}  {format_tiles(group.tiles):6} {', '.join(notes)}".rstrip()


def _wilds_line(wilds: Sequence[Tile]) -> str:
    return f"混 wilds: {' '.join(f'{chinese_name(tile)} {tile}' for tile in wilds)}"
