"""开牌: where the wall is broken, and who throws the dice for it and for the indicator. Knows no tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from table_daemon.rules.choices import Kaipai, Ruleset
from table_daemon.rules.errors import BadDiceError
from table_daemon.rules.turns import check_seat, opposite, seat_counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.profile import RuleProfile


class Break(NamedTuple):
    """Whose wall is broken, and how many stacks are counted off from that seat's right: they become the tail."""

    seat: int
    stacks: int


DICE_A_THROW: Final = 2
MOST_DICE: Final = 4
"""Tables made for other regions throw one die or four at once; such a throw is recorded, and counts nothing here."""


def sum_of(dice: Sequence[int]) -> int | None:
    """Return the sum of a throw; ``None`` for one that is not of two dice.

    >>> sum_of((3, 4)), sum_of((3,))
    (7, None)
    """
    return sum(dice) if len(dice) == DICE_A_THROW else None


def check_dice(total: int, what: str) -> int:
    """Return ``total``; raises ``BadDiceError`` naming ``what`` when two dice cannot show it."""
    if not 2 <= total <= 12:
        raise BadDiceError(f"{what} is {total}: two dice show 2 to 12")
    return total


def second_thrower(dealer: int, break_sum: int, profile: RuleProfile) -> int | None:
    """Return who throws again after the dealer's ``break_sum`` to break the wall; ``None`` when nobody does (B29).

    >>> from table_daemon.rules.profile import TIANJIN, TIANJIN_CLUB
    >>> second_thrower(0, 6, TIANJIN_CLUB), second_thrower(0, 6, TIANJIN)
    (1, None)
    """
    check_seat(dealer, "dealer")
    check_dice(break_sum, "sum of the dealer's dice")
    return seat_counted(dealer, break_sum) if profile.kaipai is Kaipai.TWO_THROWS else None


def indicator_thrower(dealer: int, break_sum: int, profile: RuleProfile) -> int:
    """Return who throws for the indicator: the dealer's 对家, in daihun whom the dealer's dice pick (A2.2, E3).

    >>> from table_daemon.rules.profile import DAIHUN, TIANJIN
    >>> indicator_thrower(0, 6, TIANJIN), indicator_thrower(0, 6, DAIHUN)
    (2, 1)
    """
    check_seat(dealer, "dealer")
    check_dice(break_sum, "sum of the dealer's dice")
    return seat_counted(dealer, break_sum) if profile.ruleset is Ruleset.DAIHUN else opposite(dealer)


def throws(profile: RuleProfile) -> int:
    """Return how often two dice are thrown before the indicator is flipped: its own throw is the last (B29).

    >>> from table_daemon.rules.profile import TIANJIN, TIANJIN_CLUB
    >>> throws(TIANJIN), throws(TIANJIN_CLUB)
    (2, 3)
    """
    return 3 if profile.kaipai is Kaipai.TWO_THROWS else 2


def thrower_of(number: int, dealer: int, break_sum: int, profile: RuleProfile) -> int:
    """Return who makes the throw with this number, from 0; ``break_sum`` is the dealer's own throw, the first.

    >>> from table_daemon.rules.profile import TIANJIN_CLUB
    >>> [thrower_of(number, 0, 6, TIANJIN_CLUB) for number in range(3)]
    [0, 1, 2]
    """
    if number == 0:
        return check_seat(dealer, "dealer")
    second = second_thrower(dealer, break_sum, profile)
    if number == 1 and second is not None:
        return second
    return indicator_thrower(dealer, break_sum, profile)


def break_of(dealer: int, break_sum: int, profile: RuleProfile, *, second_sum: int | None = None) -> Break:
    """Return where the wall is broken (A2.1, B29).

    One throw: the dealer's dice count on the dealer's own wall. Two throws: whom they pick throws
    ``second_sum``, and the four dice together count on that seat's wall, past its end on the next one drawn.
    Raises ``BadSeatError``, or ``BadDiceError`` also for a throw too few or too many.

    >>> from table_daemon.rules.profile import TIANJIN, TIANJIN_CLUB
    >>> break_of(0, 6, TIANJIN), break_of(0, 6, TIANJIN_CLUB, second_sum=12)
    (Break(seat=0, stacks=6), Break(seat=1, stacks=18))
    """
    thrower = second_thrower(dealer, break_sum, profile)
    if thrower is None:
        if second_sum is not None:
            raise BadDiceError(f"a second throw of {second_sum} is given, but {profile.name} breaks the wall by one")
        return Break(dealer, break_sum)
    if second_sum is None:
        raise BadDiceError(f"{profile.name} breaks the wall by two throws: seat {thrower} has to throw as well")
    return Break(thrower, break_sum + check_dice(second_sum, "sum of the second thrower's dice"))
