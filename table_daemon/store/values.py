"""The JSON forms of what events are made of: sources, melds, laid-down hands, scores, payments."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from typing import TYPE_CHECKING

from table_daemon.game.events import Effect, EffectKind, LaidHand, LaidMeld, Source, TableMeld, Witness
from table_daemon.rules.errors import RulesError
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import profile_named
from table_daemon.rules.score import Group, GroupKind, HandScore, Refusal, WinFlags
from table_daemon.rules.settle import PaymentLine
from table_daemon.rules.tiles import Tile, format_tiles
from table_daemon.store.errors import EventFormatError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from table_daemon.rules.profile import RuleProfile
    from table_daemon.store.fields import Fields, Json, JsonObject


def tile_list(tiles: Iterable[Tile]) -> list[Json]:
    """Tiles as a list of strings."""
    return [str(tile) for tile in tiles]


def source_out(source: Source) -> JsonObject:
    """The fields that say what an event rests on; what is unknown is left out."""
    out: JsonObject = {"witness": source.witness.value}
    if source.confidence is not None:
        out["confidence"] = source.confidence
    if source.picture is not None:
        out["picture"] = source.picture
    if source.place_mm is not None:
        out["place_mm"] = list(source.place_mm)
    return out


def source_in(fields: Fields) -> Source:
    """The counterpart of ``source_out``."""
    return Source(
        witness=fields.choice("witness", Witness),
        confidence=fields.optional("confidence", fields.number),
        picture=fields.optional("picture", fields.text),
        place_mm=fields.optional("place_mm", fields.point),
    )


def meld_out(meld: TableMeld) -> JsonObject:
    """``{kind, tiles, from}``."""
    return {"kind": meld.kind.value, "tiles": tile_list(meld.tiles), "from": meld.from_seat}


def meld_in(fields: Fields) -> TableMeld:
    """The counterpart of ``meld_out``."""
    return TableMeld(
        kind=fields.choice("kind", MeldKind),
        tiles=fields.tiles("tiles"),
        from_seat=fields.optional("from", fields.whole),
    )


def laid_out(laid: LaidHand) -> JsonObject:
    """A laid-down hand: ``{seat, hand, draw}``, with ``discarder`` where it was won on a discard."""
    out: JsonObject = {"seat": laid.seat, "hand": format_tiles(laid.hand), "draw": optional_tile(laid.draw)}
    if laid.discarder is not None:
        out["discarder"] = laid.discarder
    return out


def laid_in(fields: Fields) -> LaidHand:
    """The counterpart of ``laid_out``."""
    return LaidHand(
        seat=fields.whole("seat"),
        hand=fields.hand("hand"),
        draw=fields.optional("draw", fields.tile),
        discarder=fields.optional("discarder", fields.whole),
    )


def laid_meld_out(laid: LaidMeld) -> JsonObject:
    """A meld that is asked about: ``{seat, meld}``."""
    return {"seat": laid.seat, "meld": meld_out(laid.meld)}


def laid_meld_in(fields: Fields) -> LaidMeld:
    """The counterpart of ``laid_meld_out``."""
    return LaidMeld(seat=fields.whole("seat"), meld=meld_in(fields.inner("meld")))


def effect_out(effect: Effect) -> JsonObject:
    """``{kind}`` with ``seat``, ``points``, ``names`` and ``foul`` where it has them."""
    out: JsonObject = {"kind": effect.kind.value}
    if effect.seat is not None:
        out["seat"] = effect.seat
    if effect.points is not None:
        out["points"] = effect.points
    if effect.names:
        out["names"] = list(effect.names)
    if effect.foul is not None:
        out["foul"] = effect.foul.value
    return out


def effect_in(fields: Fields) -> Effect:
    """The counterpart of ``effect_out``."""
    return Effect(
        kind=fields.choice("kind", EffectKind),
        seat=fields.optional("seat", fields.whole),
        points=fields.optional("points", fields.whole),
        names=fields.texts("names") if fields.has("names") else (),
        foul=fields.choice("foul", Foul) if fields.has("foul") else None,
    )


def flags_out(flags: WinFlags) -> JsonObject:
    """How a hand was won, by the names that ``queyan score`` takes; what does not hold is left out."""
    return {field.name: value for field in dataclass_fields(flags) if (value := getattr(flags, field.name))}


def flags_in(fields: Fields) -> WinFlags:
    """The counterpart of ``flags_out``."""
    return WinFlags(
        gangkai=fields.optional("gangkai", fields.whole) or 0,
        tianhe=fields.optional("tianhe", fields.flag) or False,
        dihe=fields.optional("dihe", fields.flag) or False,
        tianting=fields.optional("tianting", fields.flag) or False,
        xianggong=fields.optional("xianggong", fields.flag) or False,
        discard=fields.optional("discard", fields.flag) or False,
        dubao=fields.optional("dubao", fields.flag) or False,
        shangdatai=fields.optional("shangdatai", fields.whole) or 0,
    )


def optional_tile(tile: Tile | None) -> str | None:
    """A tile, or null."""
    return None if tile is None else str(tile)


def line_out(line: PaymentLine) -> JsonObject:
    """``{from, to, points, why, why_en}``."""
    return {
        "from": line.from_seat,
        "to": line.to_seat,
        "points": line.points,
        "why": line.why,
        "why_en": line.why_en,
    }


def line_in(fields: Fields) -> PaymentLine:
    """The counterpart of ``line_out``; logs of older versions have no English reason."""
    return PaymentLine(
        fields.whole("from"),
        fields.whole("to"),
        fields.whole("points"),
        fields.text("why"),
        fields.optional("why_en", fields.text) or "",
    )


def score_out(score: HandScore) -> JsonObject:
    """The shape that ``queyan score`` prints, with the words in both languages."""
    return {
        "win": score.win,
        "fan": score.fan,
        "kong": score.kong,
        "total": score.total,
        "names": list(score.names),
        "formula": score.formula,
        "formula_en": score.formula_en,
        "groups": [_group_out(group) for group in score.groups],
        "reason": score.reason_zh or None,
        "reason_en": score.reason_en or None,
        "refusal": None if score.reason is None else score.reason.value,
    }


def score_in(fields: Fields) -> HandScore:
    """The counterpart of ``score_out``."""
    return HandScore(
        win=fields.flag("win"),
        fan=fields.whole("fan"),
        kong=fields.whole("kong"),
        total=fields.whole("total"),
        names=fields.texts("names"),
        formula=fields.text("formula"),
        formula_en=fields.text("formula_en"),
        groups=tuple(_group_in(group) for group in fields.inners("groups")),
        reason=fields.choice("refusal", Refusal) if fields.has("refusal") else None,
        reason_zh=fields.optional("reason", fields.text) or "",
        reason_en=fields.optional("reason_en", fields.text) or "",
    )


def _group_out(group: Group) -> JsonObject:
    return {
        "kind": group.kind.value,
        "tiles": tile_list(group.tiles),
        "wild": list(group.wild),
        "last": group.last,
        "pieces": tile_list(group.pieces),
        "melded": group.melded,
    }


def _group_in(fields: Fields) -> Group:
    return Group(
        fields.choice("kind", GroupKind),
        fields.tiles("tiles"),
        fields.tiles("pieces"),
        fields.optional("last", fields.whole),
        fields.flag("melded"),
    )


def profile_in(fields: Fields) -> RuleProfile:
    """The rules of a match; logs of older versions have the profile's name and no options."""
    try:
        return with_options(profile_named(fields.text("profile")), fields.options("options"))
    except RulesError as error:
        raise EventFormatError(f"match_started: {error}: update queyan") from error
