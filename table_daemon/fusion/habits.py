"""How often the people at this table do what the rules forbid, learnt from the match so far.

What a doubtful reading means depends on it: where nobody ever throws a wild, a tile that looks a little like one is not
one; where somebody does in every third hand, it is worth a question.
"""

from dataclasses import dataclass
from typing import Self

from table_daemon.game.state import MatchState
from table_daemon.rules.foul import Foul

_DISCARDS_A_HAND = 50
"""About so many tiles are thrown in a hand."""
_KIND_SHARE = 1 / 34
"""How often a discard is of any one kind that is not wild."""
_PRIOR_FOULS = 0.1
_PRIOR_HANDS = 1.0
"""Before anything is known: a thrown wild in every tenth hand, given up after few hands of another kind."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Rates of rare acts a hand."""

    wild_discards: float = _PRIOR_FOULS / _PRIOR_HANDS

    @classmethod
    def of(cls, match: MatchState | None) -> Self:
        """Count over the finished hands of the match."""
        hands = () if match is None else match.history
        thrown = sum(foul is Foul.XIAO for hand in hands for _, foul in hand.fouls)
        return cls((thrown + _PRIOR_FOULS) / (len(hands) + _PRIOR_HANDS))

    def wild_odds(self, kinds: int) -> float:
        """How much likelier a discard is of a given wild kind than of a given plain one; ``kinds`` are wild."""
        return self.wild_discards / _DISCARDS_A_HAND / max(1, kinds) / _KIND_SHARE
