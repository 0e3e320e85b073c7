"""How what is left of a hand can be laid as sets and a pair, in the fewest sets. Lays nothing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from table_daemon.rules.daihun.blocks import Blocks, Cost, exact, exact_cost, fewest, suit_cost
from table_daemon.rules.daihun.hand import ANY_RANK, SUITED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.daihun.hand import Hand

Faces: TypeAlias = tuple[int, ...]
_SUITS: Final = (0, 9, 18)


class Plan(NamedTuple):
    """Sets and the pair by their faces; ``pair`` is ``None`` where no natural is left for it."""

    sets: tuple[Faces, ...]
    pair: Faces | None


class _Suit(NamedTuple):
    """One suit laid without the pair (``None``: impossible) and with it (``None``: impossible or not wanted)."""

    first: int
    alone: Blocks | None
    paired: Blocks | None

    @property
    def saved(self) -> int:
        """How much is won by looking for the pair here: all, a set, its own tiles or nothing."""
        if self.paired is None or self.paired[1] is None:
            return 0
        if self.alone is None:
            return 3
        return 1 + len(self.alone[0]) - len(self.paired[0])


def plan(naturals: Sequence[int], hand: Hand, *, pair_free: bool, runs: bool = True) -> Plan:
    """Lay ``naturals``, which must fit, in the fewest sets by the rules of ``hand``.

    ``pair_free`` says that the pair is still to be found.
    """
    ranks = hand.pair_ranks if pair_free else 0
    suits = [_honours(tuple(naturals[SUITED:]), hand, pair_free=pair_free)]
    for first in _SUITS:
        counts = tuple(naturals[first : first + 9])
        paired = fewest(counts, runs=runs, pair_ranks=ranks) if ranks else None
        suits.append(_Suit(first, fewest(counts, runs=runs, pair_ranks=0), paired))
    with_pair = max(suits, key=lambda suit: suit.saved)
    sets: list[Faces] = []
    pair = None
    for suit in suits:
        blocks = suit.paired if suit is with_pair and suit.saved else suit.alone
        assert blocks is not None  # noqa: S101 -- ``fits`` has seen to it
        sets += [tuple([suit.first + rank for rank in block]) for block in blocks[0]]
        if blocks[1] is not None:
            pair = (suit.first + blocks[1],) * 2
    return Plan(tuple(sets), pair)


def fits(naturals: Sequence[int], hand: Hand, *, sets: int, pair_free: bool = True, runs: bool = True) -> bool:
    """Whether ``naturals`` and as many wilds as are missing make that many sets and, ``pair_free``, a pair."""
    costs = [suit_costs(naturals, suit, hand, pair_free=pair_free, runs=runs) for suit in range(4)]
    return sum([taken for taken, _ in costs]) - max([saved for _, saved in costs]) <= sets


def suit_costs(naturals: Sequence[int], suit: int, hand: Hand, *, pair_free: bool = True, runs: bool = True) -> Cost:
    """Count the sets that one suit takes: 0 万, 1 饼, 2 条, 3 the honours."""
    if suit < 3:
        counts = tuple(naturals[9 * suit : 9 * suit + 9])
        return suit_cost(counts, runs=runs, pair_ranks=hand.pair_ranks if pair_free else 0)
    pair_free = pair_free and hand.honours_pair
    if hand.rules.wild_is_suited_only:
        return exact_cost(tuple(naturals[SUITED:]), pair=pair_free)
    return suit_cost(tuple(naturals[SUITED:]), runs=False, pair_ranks=ANY_RANK if pair_free else 0)


def _honours(counts: tuple[int, ...], hand: Hand, *, pair_free: bool) -> _Suit:
    pair_free = pair_free and hand.honours_pair
    if hand.rules.wild_is_suited_only:
        return _Suit(SUITED, exact(counts, pair=False), exact(counts, pair=True) if pair_free else None)
    paired = fewest(counts, runs=False, pair_ranks=ANY_RANK) if pair_free else None
    return _Suit(SUITED, fewest(counts, runs=False, pair_ranks=0), paired)
