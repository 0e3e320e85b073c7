"""What people tell of how a hand was won by writing it down, whichever way they write it."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from table_daemon.game.commands import ToldFlags
from table_daemon.game.events import Witness
from table_daemon.game.judge import Said
from table_daemon.rules.score import WinFlags

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.state import HandState

FLAG_WORDS: Final = frozenset(field.name for field in fields(ToldFlags))
"""The circumstances by their names, as people may write them behind a hand."""
_BEFORE_ANY_DISCARD: Final = frozenset({"tianhe", "dihe"})
"""What rests on nobody's having discarded, or not the winner: only who watched the table knows it."""


def told_of(hand: HandState, flags: ToldFlags, *, melds_written: bool = False) -> Said:
    """What was told, and what the record cannot speak for: that counts as not so unless it was told.

    A hand nobody saw played shows nothing. Where no camera looks, that a discard was not entered does not mean that
    there was none. A meld that is first known by the writing (``melds_written``) says nothing of when it was laid.
    """
    told = {field.name: getattr(flags, field.name) for field in fields(flags)}
    if told["gangkai"] is None and melds_written:
        told["gangkai"] = 0
    unknown = frozenset(told) if not hand.discard_order else frozenset() if _watched(hand) else _BEFORE_ANY_DISCARD
    plain = WinFlags()
    values = {
        name: getattr(plain, name) if value is None else value
        for name, value in told.items()
        if value is not None or name in unknown
    }
    return Said(told=tuple(values), flags=WinFlags(**values))


def flags_in(words: Sequence[str]) -> ToldFlags:
    """The circumstances that an answer names; raises ``ValueError`` for a word that is none.

    >>> flags_in(["tianhe"])
    ToldFlags(gangkai=None, tianhe=True, dihe=None, tianting=None)
    """
    wrong = [word for word in words if word not in FLAG_WORDS]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is none of {', '.join(sorted(FLAG_WORDS))}")
    return ToldFlags(
        gangkai=1 if "gangkai" in words else None,
        tianhe=True if "tianhe" in words else None,
        dihe=True if "dihe" in words else None,
        tianting=True if "tianting" in words else None,
    )


def _watched(hand: HandState) -> bool:
    return any(known.event.source.witness is Witness.CAMERA for known in hand.raw)
