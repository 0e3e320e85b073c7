"""The values house rules choose from, by the names the public formats use. Says nothing of what they do."""

from __future__ import annotations

from enum import StrEnum


class Ruleset(StrEnum):
    """The two games there are: each has its own winning shapes, fans and payments."""

    CITY = "city"
    """The city's game: self-drawn wins, 捉五, 龙, 混吊, 坐 and 拉 (texts 000, 002, 003)."""
    DAIHUN = "daihun"
    """带混: the neighbouring game with 吃, 放炮 and added points (text 004, part E)."""


class Tianhe(StrEnum):
    """What 天和 is worth (B19)."""

    X4 = "x4"
    AS_DRAGON = "as_dragon"
    """It adds 4, as a 龙 does."""
    X6 = "x6"
    X8 = "x8"
    OFF = "off"


class Dihe(StrEnum):
    """What 地和 is worth (B21)."""

    OFF = "off"
    X4 = "x4"
    AS_DRAGON = "as_dragon"
    """It adds 4, as a 龙 does."""
    X8 = "x8"


class Jingang(StrEnum):
    """What four equal wilds may do (B6)."""

    KONG = "kong"
    """They may be konged, with a replacement draw."""
    OFF = "off"
    """They may not be konged."""
    INSTANT_WIN = "instant_win"
    """Shown, they win the hand at once."""


class WildDiscard(StrEnum):
    """How a discarded wild is spoken of; it stands and is a foul either way (B33)."""

    XIANGGONG = "xiangong"
    FORBIDDEN = "forbidden"


class DrawDealer(StrEnum):
    """Who deals after a 荒庄 (B1)."""

    STAY = "stay"
    PASS = "pass"  # noqa: S105 -- the deal is passed on; no password


class Zuozhuang(StrEnum):
    """Whether the dealer may choose 坐庄 (B28)."""

    OPTIONAL = "optional"
    ALWAYS = "always"
    NEVER = "never"


class MingkongPayer(StrEnum):
    """Who pays a 明杠 made of a discard (B27, O13)."""

    ALL = "all"
    DISCARDER = "discarder"


class WallEnd(StrEnum):
    """Where the wall ends (B31)."""

    INDICATOR = "indicator"
    """The stack before the indicator's is the last."""
    ALL = "all"
    """Every tile is drawn but the indicator itself."""


class Kaipai(StrEnum):
    """How the place is found where the wall is broken (B29)."""

    ONE_THROW = "one_throw"
    TWO_THROWS = "two_throws"


class Seating(StrEnum):
    """How seats are given out at the start of a match (A1.2)."""

    FIXED = "fixed"
    DAFENG = "dafeng"
    """打风: by the four winds drawn from face-down tiles."""


class Jiang(StrEnum):
    """Which pairs a daihun hand may have (E9)."""

    LUAN = "luan"
    """乱将: any."""
    ONLY_258 = "258"
    """Only 2, 5 or 8 of a suit."""


class DiscardPay(StrEnum):
    """What the discarder of a winning tile pays in daihun (E20, O1)."""

    FULL = "full"
    FLAT2 = "flat2"
