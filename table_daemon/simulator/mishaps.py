"""What goes wrong at a simulated table: mishaps by name and rate, as ``--mishaps NAME[:RATE],…`` gives them.

Says how often each happens; the parts that play, look and talk make it happen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from table_daemon.simulator.errors import MishapError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Mishap(StrEnum):
    """Every mishap that has a public name."""

    OCCLUSION = "occlusion"
    NUDGE = "nudge"
    TAKEBACK = "takeback"
    FAST_PLAY = "fast_play"
    MISREAD = "misread"
    FIFTH_COPY = "fifth_copy"
    LINK_NOISE = "link_noise"
    WILD_DISCARD = "wild_discard"
    FALSE_HU = "false_hu"
    SHORT_HAND = "short_hand"
    LONG_HAND = "long_hand"
    OUT_OF_TURN = "out_of_turn"
    CAMERA_BUMP = "camera_bump"
    LAMP = "lamp"
    GLARE = "glare"
    LINK_LOSS = "link_loss"
    LINK_REBOOT = "link_reboot"
    CAMERA_LOSS = "camera_loss"
    POWER_CUT = "power_cut"
    CLOCK_JUMP = "clock_jump"
    SHOW_HANDS = "show_hands"
    PUSH_IN = "push_in"
    NO_LINK = "no_link"


DEFAULT_RATES: Final[Mapping[Mishap, float]] = MappingProxyType(
    {
        Mishap.OCCLUSION: 0.2,
        Mishap.NUDGE: 0.05,
        Mishap.TAKEBACK: 0.02,
        Mishap.FAST_PLAY: 0.05,
        Mishap.MISREAD: 0.02,
        Mishap.FIFTH_COPY: 0.002,
        Mishap.LINK_NOISE: 1e-4,
        Mishap.WILD_DISCARD: 0.3,
        Mishap.FALSE_HU: 0.03,
        Mishap.SHORT_HAND: 0.03,
        Mishap.LONG_HAND: 0.03,
        Mishap.OUT_OF_TURN: 0.03,
        Mishap.CAMERA_BUMP: 0.1,
        Mishap.LAMP: 0.1,
        Mishap.GLARE: 0.1,
        Mishap.LINK_LOSS: 0.05,
        Mishap.LINK_REBOOT: 0.05,
        Mishap.CAMERA_LOSS: 0.05,
        Mishap.POWER_CUT: 0.03,
        Mishap.CLOCK_JUMP: 0.03,
        Mishap.SHOW_HANDS: 0.2,
        Mishap.PUSH_IN: 1.0,
        Mishap.NO_LINK: 1.0,
    }
)
"""Rates as published: a discard's, a hand's, or for the link's noise the share of flipped bits.

Tiles are pushed into the machine after every hand, chosen or not.
"""


@dataclass(frozen=True, slots=True)
class Mishaps:
    """The rate of each chosen mishap."""

    rates: Mapping[Mishap, float]

    def rate(self, mishap: Mishap) -> float:
        """How often ``mishap`` happens, 0 when it was not chosen."""
        return self.rates.get(mishap, 0.0)

    def without(self, *mishaps: Mishap) -> Mishaps:
        """The others at their rates."""
        return Mishaps(MappingProxyType({name: rate for name, rate in self.rates.items() if name not in mishaps}))

    def beside(self, others: Mishaps) -> Mishaps:
        """These, and of ``others`` those that are not among them."""
        return Mishaps(MappingProxyType({**others.rates, **self.rates}))


NO_MISHAPS: Final = Mishaps(MappingProxyType({}))


def parse_mishaps(text: str) -> Mishaps:
    """Read ``NAME[:RATE],…``; raises ``MishapError`` saying which name or rate is wrong and what may stand there.

    >>> parse_mishaps("occlusion,wild_discard:1").rate(Mishap.WILD_DISCARD)
    1.0
    >>> parse_mishaps("").rate(Mishap.OCCLUSION)
    0.0
    """
    rates: dict[Mishap, float] = {}
    parts = [piece.strip() for piece in text.split(",")]
    if text.strip() and not any(parts):
        raise MishapError(f"{text!r} names no mishap; choose among {', '.join(Mishap)}, or leave it empty for none")
    for part in filter(None, parts):
        name, colon, figure = part.partition(":")
        mishap = _named(name)
        rates[mishap] = _rate(name, figure) if colon else DEFAULT_RATES[mishap]
    return Mishaps(MappingProxyType(rates))


def _named(name: str) -> Mishap:
    try:
        return Mishap(name)
    except ValueError as error:
        raise MishapError(f"{name!r} is no mishap; choose among {', '.join(Mishap)}") from error


def _rate(name: str, figure: str) -> float:
    try:
        rate = float(figure)
    except ValueError as error:
        raise MishapError(f"the rate of {name} is {figure!r}; write a number from 0 to 1") from error
    if not 0.0 <= rate <= 1.0:
        raise MishapError(f"the rate of {name} is {figure}; write a number from 0 to 1")
    return rate
