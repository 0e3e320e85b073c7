"""How good a simulated table's camera is: what its pictures are like, and how often eyes behind it err."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from table_daemon.simulator.errors import TableOptionError
from table_daemon.simulator.mishaps import NO_MISHAPS, Mishaps, parse_mishaps
from vision.synthetic.light import Noise

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class NoiseProfile:
    """One camera."""

    sensor: Noise
    """What it does to a rendered picture."""
    errs: Mishaps
    """What goes wrong with what is told of its pictures, where none are rendered."""


NOISE_PROFILES: Final[Mapping[str, NoiseProfile]] = MappingProxyType(
    {
        "none": NoiseProfile(Noise(sigma=0.0), NO_MISHAPS),
        "normal": NoiseProfile(Noise(), parse_mishaps("misread:0.01,occlusion")),
        "grainy": NoiseProfile(Noise(sigma=7.0), parse_mishaps("misread:0.02,occlusion")),
        "soft": NoiseProfile(Noise(sigma=3.0, blur_px=1.0), parse_mishaps("misread:0.02,occlusion")),
    }
)
"""The published shares of misreadings are more than this project's vision makes of rendered pictures of any of these.

(Of 216 discards in pictures of each it named all right at 0.9 or more.) They leave room for real tables.
"""


def noise_named(name: str) -> NoiseProfile:
    """Return the noise profile of that name; raises ``TableOptionError`` naming those there are."""
    try:
        return NOISE_PROFILES[name]
    except KeyError as error:
        known = ", ".join(NOISE_PROFILES)
        raise TableOptionError(f"noise profile {name!r} is not known; choose among {known}") from error


def what_goes_wrong(mishaps: str | None, noise: str | None) -> Mishaps:
    """Return the named mishaps, and those of the named camera; of a normal one where nothing is named.

    Raises ``MishapError`` and ``TableOptionError``.

    >>> from table_daemon.simulator.mishaps import Mishap
    >>> [what_goes_wrong(*of).rate(Mishap.MISREAD) for of in ((None, None), ("nudge", None), ("nudge", "soft"))]
    [0.01, 0.0, 0.02]
    """
    if mishaps is None:
        return noise_named(noise or "normal").errs
    named = parse_mishaps(mishaps)
    return named if noise is None else named.beside(noise_named(noise).errs)
