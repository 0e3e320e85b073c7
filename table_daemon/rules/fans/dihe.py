"""地和: a non-dealer wins by the first draw, with nothing claimed before (A4.13). Off at most tables (B21).

The last tile is the one drawn. After a kong it is no 地和 but 杠开, as with 天和 (B20).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.choices import Dihe
from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.rules.fans.base import Reading

_NAME: Final = "地和"
_ENGLISH: Final = "earthly hand"
WORTH: Final[Mapping[Dihe, Part | None]] = {
    Dihe.OFF: None,
    Dihe.X4: Part(name=_NAME, english=_ENGLISH, worth=4),
    Dihe.AS_DRAGON: Part(name=_NAME, english=_ENGLISH, worth=4, adds=True),
    Dihe.X8: Part(name=_NAME, english=_ENGLISH, worth=8),
}


def part(reading: Reading) -> Part | None:
    """地和, where the table plays it and the first draw wins.

    >>> from table_daemon.rules.score import example
    >>> example("123s678s789m111z8p 5z", indicator="8p", dihe=True, options={"dihe": "x4"}).names
    ('单混吊', '地和')
    """
    return WORTH[reading.profile.dihe] if reading.flags.dihe and reading.as_dealt else None
