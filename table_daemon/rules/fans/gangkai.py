"""杠开: the winning tile was drawn for a kong (A4.10). Doubles, once or with each kong (B24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="杠开", english="kong replacement win", worth=2)


def part_of(kongs: int) -> Part:
    """Return what ``kongs`` in a row bring where they stack."""
    return Part(name=PART.name, english=PART.english, worth=PART.worth**kongs)


def part(reading: Reading) -> Part | None:
    """杠开, when a kong came just before the last tile. The points of the kong are counted apart (B25).

    >>> from table_daemon.rules.score import example
    >>> example("123s11z2z78m66p 9m", indicator="2z", melds="ming:9p", gangkai=1).names
    ('杠开',)
    """
    kongs = reading.flags.gangkai
    if not kongs:
        return None
    return part_of(kongs) if reading.profile.gangkai_stacks else PART
