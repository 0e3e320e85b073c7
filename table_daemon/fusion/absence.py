"""A hand laid down and taken up again while nobody looked: how likely that is, and the question about it.

Nothing on the table shows it afterwards. What speaks for it is time that the discards since then do not explain, and
that these people lay hands down in error at all.
"""

from itertools import pairwise
from math import exp, sqrt

from table_daemon.fusion.evidence import Absence
from table_daemon.fusion.proposal import Proposal
from table_daemon.fusion.table import Table
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import OpenReview
from table_daemon.game.events import Discarded, ReviewKind, Source, Witness
from table_daemon.game.state import HandState, MatchState

QUESTION = "镜头断开时，有人亮过牌、没有和成吗？"
ANSWERS = ("none 没有", "0", "1", "2", "3")

_LEAST_MS = 6_500
"""A hand is not laid down, looked at and taken up again in less."""
_LAID_MS = 8_000
"""About so long that takes."""
_LONGEST_MS = 3_600_000
"""Who was away for longer had his clock set meanwhile, and knows nothing of how long it was."""
_PACE_MS, _MOST_PACE_MS, _FEW = 3_500.0, 15_000, 5
"""From discard to discard, until enough of them were seen; what takes longer was no play."""
_UNSTEADY = 0.6
"""Standard deviation of that, as a share of it."""
_MOST_LIKELIER = 4.5
"""People pause for many reasons: time alone proves no more than this."""
_DISCARDS_A_HAND = 50
_PRIOR_CLAIMS, _PRIOR_HANDS = 0.01, 2.0
"""Before anything is known of the people: one false 和 in two hundred hands, until one is seen."""


def shown_unseen(table: Table) -> Proposal | None:
    """Ask whether somebody laid down a hand that did not win, once all else that happened meanwhile is explained."""
    away, seen = table.memory.away, table.look.seen
    if away is None or seen.hands or not seen.tiles:
        return None
    table.memory.away = None
    thrown = len(table.hand.discard_order) + len(table.middle().new) - away.discards
    rate = false_hu_rate(table.match)
    if chance(away, max(0, thrown), table.hand, rate) < table.limits.suspected_false_hu:
        return None
    if any(review.about is ReviewKind.FALSE_HU for review in table.reviews):
        return None
    review = OpenReview(
        t_ms=seen.t_ms,
        about=ReviewKind.FALSE_HU,
        question=QUESTION,
        answers=ANSWERS,
        of=None,
        source=Source(witness=Witness.CAMERA),
        reason=ReviewReason.LAID_UNSEEN,
    )
    return Proposal(review)


def false_hu_rate(match: MatchState) -> float:
    """How often a hand is laid down in error, learnt from the match so far."""
    claims = sum(seat.false_hu is not None for hand in match.hands for seat in hand.seats)
    return (claims + _PRIOR_CLAIMS) / (len(match.past) + _PRIOR_HANDS)


def chance(away: Absence, thrown: int, hand: HandState, rate: float) -> float:
    """How likely a hand was laid down and taken up, ``thrown`` tiles having come to lie meanwhile."""
    unseen_ms = away.until_ms - away.since_ms
    if not _LEAST_MS <= unseen_ms <= _LONGEST_MS:
        return 0.0
    pace_ms = pace(hand)
    usual_ms = pace_ms * (thrown + 0.5)
    spread_ms = pace_ms * _UNSTEADY * sqrt(thrown + 1)
    without, with_it = (unseen_ms - usual_ms) / spread_ms, (unseen_ms - usual_ms - _LAID_MS) / spread_ms
    likelier = min(_MOST_LIKELIER, exp(min(9.0, (without**2 - with_it**2) / 2)))
    odds = rate * min(1.0, unseen_ms / (pace_ms * _DISCARDS_A_HAND)) * likelier
    return odds / (1.0 + odds)


def pace(hand: HandState) -> float:
    """Milliseconds from discard to discard in this hand, as far as they were seen."""
    times = [recorded.t_ms for recorded in hand.log if isinstance(recorded.event, Discarded)]
    between = [b - a for a, b in pairwise(times) if 0 < b - a <= _MOST_PACE_MS]
    return sum(between) / len(between) if len(between) >= _FEW else _PACE_MS
