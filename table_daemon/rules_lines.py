"""The JSON lines of ``queyan score`` and ``queyan settle``: reading them strictly, writing the answers.

An edge: turns outside names into the rules' own types and back, and works nothing out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError
from pydantic_core import from_json

from table_daemon.line_faults import faults_of
from table_daemon.rules.errors import BadNotationError, BadWildsError
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import profile_named
from table_daemon.rules.score import WinFlags, score_hand
from table_daemon.rules.settle import KongHeld, settle
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.validity import check_gangkai
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.rules.layout import Group
    from table_daemon.rules.options import OptionValue
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.settle import Settlement

Json = dict[str, JsonValue]
Seat = Annotated[int, Field(ge=0, le=3)]
Points = Annotated[int, Field(ge=0, le=1_000_000)]
"""Far above any score, far below what would make a sum slow."""
_TrueIsOne = BeforeValidator(lambda value: int(value) if value is True or value is False else value)
Rounds = Annotated[int, Field(ge=0, le=2), _TrueIsOne]
"""A number of rounds; true is one."""
InARow = Annotated[int, Field(ge=0, le=4), _TrueIsOne]
"""How many kongs in a row: a hand has room for four; true is one."""
Kong = Annotated[
    tuple[Seat, MeldKind, Seat | None],
    BeforeValidator(lambda value: (*value, *[None] * (len(value) == 2)) if isinstance(value, list) else value),
]
"""Whose kong, of which kind, and who gave the tile, if anybody did; the last may be left out."""


class BadLineError(ValueError):
    """A line that is no JSON object, or one with a field missing or of the wrong kind."""


class Line(BaseModel):
    """What every line has. Lines may carry more keys than are read, for the formats are added to freely."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    profile: str = "tianjin"
    options: dict[str, JsonValue] = Field(default_factory=dict)

    def rules(self) -> RuleProfile:
        """Return the profile with this line's house rules; what kind of value each takes is for the rules to say."""
        return with_options(profile_named(self.profile), cast("Mapping[str, OptionValue]", self.options))


class FlagFields(BaseModel):
    """Flags of a win. One that nobody knows is a mistake that would change the score, so it is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    gangkai: InARow = 0
    tianhe: bool = False
    dihe: bool = False
    tianting: bool = False
    xianggong: bool = False
    discard: bool = False
    dubao: bool = False
    shangdatai: Annotated[int, Field(ge=0, le=2)] = 0

    def win_flags(self) -> WinFlags:
        """Return them as the rules take them; which of them a game has is the rules' affair."""
        return WinFlags(
            gangkai=self.gangkai,
            tianhe=self.tianhe,
            dihe=self.dihe,
            tianting=self.tianting,
            xianggong=self.xianggong,
            discard=self.discard,
            dubao=self.dubao,
            shangdatai=self.shangdatai,
        )


class ScoreLine(Line):
    """One hand to score."""

    hand: str
    draw: str
    melds: list[tuple[str, str]] = Field(default_factory=list)
    indicator: str | None = None
    wilds: list[str] | None = None
    flags: FlagFields = Field(default_factory=FlagFields)


class SettleLine(Line):
    """One hand to settle."""

    dealer: Seat
    zuo: bool = False
    la: tuple[int, int, int, int] = (0, 0, 0, 0)
    winner: Seat | None = None
    fan: Points = 0
    kongs: list[Kong] = Field(default_factory=list)
    chan: Rounds = 0
    fouls: dict[Literal["0", "1", "2", "3"], Foul] = Field(default_factory=dict)
    false_hu: list[Seat] = Field(default_factory=list)
    base: Points = 1
    discarder: Seat | None = None
    dubao: bool = False
    dubao_declared: list[Seat] = Field(default_factory=list)
    shangdatai: tuple[int, int, int, int] = (0, 0, 0, 0)


_LineT = TypeVar("_LineT", bound=Line)


def read_line(line: bytes, number: int) -> Json:
    """Return the object of line ``number`` (for the message); raises ``BadLineError``."""
    try:
        fields = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        raise BadLineError(f"line {number} is not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise BadLineError(f"line {number} is not a JSON object: write {{...}}")
    return fields


def answer_score(line: bytes) -> Json:
    """Answer one line of ``queyan score --jsonl`` without its id; raises ``BadLineError`` or ``RulesError``."""
    fields = _validated(ScoreLine, line)
    profile = fields.rules()
    indicator = None if fields.indicator is None else Tile.parse(fields.indicator)
    melds, flags = [_meld(kind, tile) for kind, tile in fields.melds], fields.flags.win_flags()
    check_gangkai(flags, melds)
    score = score_hand(
        hand=parse_tiles(fields.hand),
        draw=Tile.parse(fields.draw),
        melds=melds,
        wilds=_wilds(fields, indicator, profile),
        flags=flags,
        profile=profile,
        indicator=indicator,
    )
    return {
        "win": score.win,
        "fan": score.fan,
        "kong": score.kong,
        "total": score.total,
        "names": list(score.names),
        "formula": score.formula,
        "groups": [group_fields(group) for group in score.groups],
        "reason": score.reason_zh or None,
    }


def answer_settle(line: bytes) -> Json:
    """Answer one line of ``queyan settle --jsonl`` without its id; raises ``BadLineError`` or ``RulesError``."""
    settled = settle_line(_validated(SettleLine, line))
    return {
        "net": list(settled.net),
        "next_dealer": settled.next_dealer,
        "lines": [
            {
                "from": line.from_seat,
                "to": line.to_seat,
                "points": line.points,
                "why": line.why,
                "why_en": line.why_en,
            }
            for line in settled.lines
        ],
    }


def settle_line(fields: SettleLine) -> Settlement:
    """Return how the hand of a line is settled; raises ``RulesError``."""
    return settle(
        dealer=fields.dealer,
        zuo=fields.zuo,
        la=fields.la,
        winner=fields.winner,
        fan=fields.fan,
        kongs=[KongHeld(*kong) for kong in fields.kongs],
        chan=fields.chan,
        fouls={int(seat): foul for seat, foul in fields.fouls.items()},
        false_hu=fields.false_hu,
        base=fields.base,
        discarder=fields.discarder,
        dubao=fields.dubao,
        dubao_declared=fields.dubao_declared,
        shangdatai=fields.shangdatai,
        profile=fields.rules(),
    )


def group_fields(group: Group) -> Json:
    """Return a group as the public formats write it.

    ``tiles`` are the tiles as played; ``wild`` is true where a wild stands for another tile than itself;
    ``last`` is the place of the winning tile, or null.
    """
    return {
        "kind": group.kind.value,
        "tiles": [str(tile) for tile in group.tiles],
        "wild": list(group.wild),
        "last": group.last,
    }


def _validated(model: type[_LineT], line: bytes) -> _LineT:
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        raise BadLineError(faults_of(error)) from None


def _meld(kind: str, tile: str) -> Meld:
    if kind not in {member.value for member in MeldKind}:
        raise BadNotationError(f"meld [{kind[:40]!r}, {tile[:40]!r}]: kinds are {', '.join(MeldKind)}")
    return Meld.of(kind, tile)


def _wilds(fields: ScoreLine, indicator: Tile | None, profile: RuleProfile) -> tuple[Tile, ...]:
    if fields.wilds is not None:
        return tuple(Tile.parse(text) for text in fields.wilds)
    if indicator is None:
        raise BadWildsError("neither indicator nor wilds is given: write one of them")
    return wilds_of(indicator, profile.wild_kinds)
