"""Events from their public JSON, a reader for each kind. The counterpart is ``writing``."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from table_daemon.game.asking import ReviewReason
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
    ReviewKind,
    ReviewOpened,
    SeatsSwapped,
    Settled,
    ZuoChosen,
)
from table_daemon.rules.foul import Foul
from table_daemon.store.errors import EventFormatError
from table_daemon.store.values import (
    effect_in,
    flags_in,
    laid_in,
    laid_meld_in,
    line_in,
    meld_in,
    profile_in,
    score_in,
    source_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from table_daemon.game.events import Event, Source
    from table_daemon.store.fields import Fields


def event_in(kind: str, fields: Fields) -> Event:
    """The event of that kind; raises ``EventFormatError`` for an unknown kind or a wrong field."""
    read = READERS.get(kind)
    if read is None:
        raise EventFormatError(f"event kind {kind!r} is not known to this version: update queyan")
    return read(fields, source_in(fields))


def _match_started(fields: Fields, source: Source) -> Event:
    names = fields.texts("names")
    if len(names) != 4:
        raise EventFormatError(f"match_started: names has {len(names)} entries: it must have 4")
    return MatchStarted(
        match=fields.text("match"),
        names=(names[0], names[1], names[2], names[3]),
        profile=profile_in(fields),
        first_dealer=fields.whole("first_dealer"),
        source=source,
    )


def _match_ended(fields: Fields, source: Source) -> Event:
    del fields  # it has none
    return MatchEnded(source=source)


def _name_set(fields: Fields, source: Source) -> Event:
    return NameSet(seat=fields.whole("seat"), name=fields.text("name"), source=source)


def _zuo_chosen(fields: Fields, source: Source) -> Event:
    return ZuoChosen(seat=fields.whole("seat"), value=fields.flag("value"), source=source)


def _la_chosen(fields: Fields, source: Source) -> Event:
    return LaChosen(seat=fields.whole("seat"), value=fields.whole("value"), source=source)


def _hand_started(fields: Fields, source: Source) -> Event:
    return HandStarted(
        hand=fields.whole("hand"),
        dealer=fields.whole("dealer"),
        zuo=fields.flag("zuo"),
        la=fields.four("la"),
        named=bool(fields.optional("named", fields.flag)),
        source=source,
    )


def _dice(fields: Fields, source: Source) -> Event:
    return DiceThrown(
        seat=fields.optional("seat", fields.whole),
        dice=fields.wholes("dice"),
        source=source,
        in_hand=_in_hand(fields),
    )


def _indicator(fields: Fields, source: Source) -> Event:
    return IndicatorTurned(
        tile=fields.tile("tile"), wilds=fields.tiles("wilds"), source=source, in_hand=_in_hand(fields)
    )


def _discard(fields: Fields, source: Source) -> Event:
    return Discarded(
        seat=fields.whole("seat"),
        tile=fields.tile("tile"),
        sure=fields.flag("sure"),
        source=source,
        in_hand=_in_hand(fields),
        second=fields.optional("second", fields.tile),
    )


def _discard_retracted(fields: Fields, source: Source) -> Event:
    return DiscardRetracted(
        of=fields.whole("of"),
        source=source,
        in_hand=_in_hand(fields),
        by=fields.optional("by", fields.text) or "",
        why=fields.optional("why", fields.text) or "",
    )


def _meld(fields: Fields, source: Source) -> Event:
    return MeldMade(
        seat=fields.whole("seat"),
        meld=meld_in(fields.inner("meld")),
        claimed=fields.optional("claimed", fields.whole),
        added=fields.flag("added"),
        source=source,
        in_hand=_in_hand(fields),
    )


def _foul(fields: Fields, source: Source) -> Event:
    return FoulFound(
        seat=fields.whole("seat"),
        foul=fields.choice("foul", Foul),
        of=fields.optional("of", fields.whole),
        source=source,
        in_hand=_in_hand(fields),
    )


def _hand_won(fields: Fields, source: Source) -> Event:
    return HandWon(
        winner=fields.whole("winner"),
        hand=fields.hand("hand"),
        draw=fields.tile("draw"),
        melds=tuple(meld_in(meld) for meld in fields.inners("melds")),
        score=score_in(fields.inner("score")),
        source=source,
        in_hand=_in_hand(fields),
        discarder=fields.optional("discarder", fields.whole),
        flags=flags_in(fields.inner("flags")),
        told=fields.texts("told"),
        of=fields.optional("of", fields.whole),
    )


def _false_hu(fields: Fields, source: Source) -> Event:
    return FalseHu(
        seat=fields.whole("seat"),
        hand=fields.hand("hand"),
        draw=fields.optional("draw", fields.tile),
        reason=fields.text("reason"),
        reason_en=fields.optional("reason_en", fields.text) or "",
        source=source,
        in_hand=_in_hand(fields),
        of=fields.optional("of", fields.whole),
        discarder=fields.optional("discarder", fields.whole),
    )


def _hand_drawn(fields: Fields, source: Source) -> Event:
    return HandDrawn(source=source, in_hand=_in_hand(fields))


def _settled(fields: Fields, source: Source) -> Event:
    return Settled(
        net=fields.four("net"),
        lines=tuple(line_in(line) for line in fields.inners("lines")),
        next_dealer=fields.whole("next_dealer"),
        source=source,
        in_hand=_in_hand(fields),
        was=fields.optional("was", fields.four),
        by_hand=fields.optional("by_hand", fields.flag) or False,
    )


def _review_opened(fields: Fields, source: Source) -> Event:
    return ReviewOpened(
        review=fields.whole("review"),
        about=fields.choice("about", ReviewKind),
        question=fields.text("question"),
        answers=fields.texts("answers"),
        of=fields.optional("of", fields.whole),
        source=source,
        laid=laid_in(fields.inner("laid")) if fields.has("laid") else None,
        in_hand=_in_hand(fields),
        meld=laid_meld_in(fields.inner("meld")) if fields.has("meld") else None,
        effects=tuple(tuple(map(effect_in, brings)) for brings in fields.nested("effects"))
        if fields.has("effects")
        else (),
        reason=fields.choice("reason", ReviewReason) if fields.has("reason") else None,
        seat=fields.optional("seat", fields.whole),
        tile=fields.optional("tile", fields.tile),
        because=fields.optional("because", fields.text) or "",
        because_en=fields.optional("because_en", fields.text) or "",
    )


def _review_answered(fields: Fields, source: Source) -> Event:
    return ReviewAnswered(review=fields.whole("review"), choice=fields.text("choice"), source=source)


def _corrected(fields: Fields, source: Source) -> Event:
    return Corrected(
        of=fields.whole("of"),
        field=fields.text("field"),
        old=fields.text("old"),
        value=fields.text("value"),
        by=fields.text("by"),
        why=fields.text("why"),
        source=source,
        in_hand=_in_hand(fields),
    )


def _announced(fields: Fields, source: Source) -> Event:
    return Announced(
        seat=fields.whole("seat"),
        dubao=fields.flag("dubao"),
        shangdatai=fields.whole("shangdatai"),
        source=source,
        in_hand=_in_hand(fields),
    )


def _seats_swapped(fields: Fields, source: Source) -> Event:
    return SeatsSwapped(
        a=fields.whole("a"),
        b=fields.whole("b"),
        from_hand=fields.whole("from_hand"),
        to_hand=fields.whole("to_hand"),
        by=fields.text("by"),
        why=fields.text("why"),
        source=source,
    )


def _in_hand(fields: Fields) -> int | None:
    return fields.optional("in_hand", fields.whole)


READERS: Final[Mapping[str, Callable[[Fields, Source], Event]]] = MappingProxyType(
    {
        "match_started": _match_started,
        "match_ended": _match_ended,
        "name_set": _name_set,
        "zuo_chosen": _zuo_chosen,
        "la_chosen": _la_chosen,
        "hand_started": _hand_started,
        "dice": _dice,
        "indicator": _indicator,
        "discard": _discard,
        "discard_retracted": _discard_retracted,
        "meld": _meld,
        "foul": _foul,
        "announced": _announced,
        "hand_won": _hand_won,
        "false_hu": _false_hu,
        "hand_drawn": _hand_drawn,
        "settled": _settled,
        "review_opened": _review_opened,
        "review_answered": _review_answered,
        "corrected": _corrected,
        "seats_swapped": _seats_swapped,
    }
)
"""Every kind of event by its public name."""
