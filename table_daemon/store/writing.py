"""Events to their public JSON: the kind's name and its own fields. The counterpart is ``reading``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from table_daemon.game.events import (
    Announced,
    Corrected,
    DiceThrown,
    Discarded,
    DiscardRetracted,
    FalseHu,
    FoulFound,
    HandDrawn,
    HandStarted,
    HandWon,
    IndicatorTurned,
    LaChosen,
    MatchEnded,
    MatchStarted,
    MeldMade,
    NameSet,
    ReviewAnswered,
    ReviewOpened,
    SeatsSwapped,
    Settled,
    ZuoChosen,
)
from table_daemon.rules.options import options_of
from table_daemon.rules.tiles import format_tiles
from table_daemon.store.values import (
    effect_out,
    flags_out,
    laid_meld_out,
    laid_out,
    line_out,
    meld_out,
    optional_tile,
    score_out,
    tile_list,
)

if TYPE_CHECKING:
    from table_daemon.game.events import Event
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.store.fields import JsonObject


def kind_of(event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - one line a kind of event
    """The public name of an event's kind."""
    match event:
        case MatchStarted():
            return "match_started"
        case MatchEnded():
            return "match_ended"
        case NameSet():
            return "name_set"
        case ZuoChosen():
            return "zuo_chosen"
        case LaChosen():
            return "la_chosen"
        case HandStarted():
            return "hand_started"
        case DiceThrown():
            return "dice"
        case IndicatorTurned():
            return "indicator"
        case Discarded():
            return "discard"
        case DiscardRetracted():
            return "discard_retracted"
        case MeldMade():
            return "meld"
        case FoulFound():
            return "foul"
        case Announced():
            return "announced"
        case HandWon():
            return "hand_won"
        case FalseHu():
            return "false_hu"
        case HandDrawn():
            return "hand_drawn"
        case Settled():
            return "settled"
        case ReviewOpened():
            return "review_opened"
        case ReviewAnswered():
            return "review_answered"
        case Corrected():
            return "corrected"
        case SeatsSwapped():
            return "seats_swapped"
        case _:
            assert_never(event)


def body_of(event: Event) -> JsonObject:
    """An event's own fields, without its kind and source; ``in_hand`` only where a hand is named."""
    body = _own_fields(event)
    number: int | None = getattr(event, "in_hand", None)
    if number is not None:
        body["in_hand"] = number
    return body


def _own_fields(event: Event) -> JsonObject:
    match event:
        case MatchStarted() | MatchEnded() | NameSet() | ZuoChosen() | LaChosen() | HandStarted():
            return _sitting(event)
        case (
            DiceThrown() | IndicatorTurned() | Discarded() | DiscardRetracted() | MeldMade() | FoulFound() | Announced()
        ):
            return _play(event)
        case HandWon() | FalseHu() | HandDrawn() | Settled():
            return _end(event)
        case ReviewOpened() | ReviewAnswered() | Corrected() | SeatsSwapped():
            return _people(event)
        case _:
            assert_never(event)


def _sitting(
    event: MatchStarted | MatchEnded | NameSet | ZuoChosen | LaChosen | HandStarted,
) -> JsonObject:
    match event:
        case MatchStarted():
            return {
                "match": event.match,
                "names": list(event.names),
                "profile": event.profile.name,
                "options": _options(event.profile),
                "first_dealer": event.first_dealer,
            }
        case MatchEnded():
            return {}
        case NameSet():
            return {"seat": event.seat, "name": event.name}
        case ZuoChosen():
            return {"seat": event.seat, "value": event.value}
        case LaChosen():
            return {"seat": event.seat, "value": event.value}
        case HandStarted():
            dealt = {"dealer": event.dealer, **_named("named", event.named or None)}
            return {"hand": event.hand, **dealt, "zuo": event.zuo, "la": list(event.la)}
        case _:
            assert_never(event)


def _play(  # noqa: PLR0911 - one line a kind of event
    event: DiceThrown | IndicatorTurned | Discarded | DiscardRetracted | MeldMade | FoulFound | Announced,
) -> JsonObject:
    match event:
        case DiceThrown():
            return {"seat": event.seat, "dice": list(event.dice)}
        case IndicatorTurned():
            return {"tile": str(event.tile), "wilds": tile_list(event.wilds)}
        case Discarded():
            second = None if event.second is None else str(event.second)
            return {"seat": event.seat, "tile": str(event.tile), "sure": event.sure, **_named("second", second)}
        case DiscardRetracted():
            return {"of": event.of, **({"by": event.by, "why": event.why} if event.by else {})}
        case MeldMade():
            return {
                "seat": event.seat,
                "meld": meld_out(event.meld),
                "claimed": event.claimed,
                "added": event.added,
            }
        case FoulFound():
            return {"seat": event.seat, "foul": event.foul.value, "of": event.of}
        case Announced():
            return {"seat": event.seat, "dubao": event.dubao, "shangdatai": event.shangdatai}
        case _:
            assert_never(event)


def _end(event: HandWon | FalseHu | HandDrawn | Settled) -> JsonObject:
    match event:
        case HandWon():
            return {
                "winner": event.winner,
                "draw": str(event.draw),
                "hand": format_tiles(event.hand),
                "melds": [meld_out(meld) for meld in event.melds],
                "score": score_out(event.score),
                "flags": flags_out(event.flags),
                "told": list(event.told),
                "discarder": event.discarder,
                **_named("of", event.of),
            }
        case FalseHu():
            return {
                "seat": event.seat,
                "hand": format_tiles(event.hand),
                "draw": optional_tile(event.draw),
                "reason": event.reason,
                **({"reason_en": event.reason_en} if event.reason_en else {}),
                **_named("of", event.of),
                **_named("discarder", event.discarder),
            }
        case HandDrawn():
            return {}
        case Settled():
            return {
                "net": list(event.net),
                "lines": [line_out(line) for line in event.lines],
                "next_dealer": event.next_dealer,
                **({} if event.was is None else {"was": list(event.was)}),
                **({"by_hand": True} if event.by_hand else {}),
            }
        case _:
            assert_never(event)


def _people(event: ReviewOpened | ReviewAnswered | Corrected | SeatsSwapped) -> JsonObject:
    match event:
        case ReviewOpened():
            return {
                "review": event.review,
                "about": event.about.value,
                "question": event.question,
                "answers": list(event.answers),
                "of": event.of,
                "laid": None if event.laid is None else laid_out(event.laid),
                **({} if event.meld is None else {"meld": laid_meld_out(event.meld)}),
                **({"effects": [[effect_out(e) for e in brings] for brings in event.effects]} if event.effects else {}),
                **_why_asked(event),
            }
        case ReviewAnswered():
            return {"review": event.review, "choice": event.choice}
        case Corrected():
            return {
                "of": event.of,
                "field": event.field,
                "old": event.old,
                "value": event.value,
                "by": event.by,
                "why": event.why,
            }
        case SeatsSwapped():
            return {
                "a": event.a,
                "b": event.b,
                "from_hand": event.from_hand,
                "to_hand": event.to_hand,
                "by": event.by,
                "why": event.why,
            }
        case _:
            assert_never(event)


def _why_asked(event: ReviewOpened) -> JsonObject:
    return {
        **_named("reason", None if event.reason is None else event.reason.value),
        **_named("seat", event.seat),
        **_named("tile", None if event.tile is None else str(event.tile)),
        **_named("because", event.because or None),
        **_named("because_en", event.because_en or None),
    }


def _named(name: str, value: int | str | None) -> JsonObject:
    return {} if value is None else {name: value}


def _options(profile: RuleProfile) -> JsonObject:
    """Every house rule, defaults too, so that a later version's defaults do not change a match that was played."""
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in options_of(profile).items()}
