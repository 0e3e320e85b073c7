"""How sure is sure: the figures by which a reading becomes a fact, a doubt or nothing, each with its reason."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Limits used by fusion; millimetres and probabilities."""

    sure: float = 0.9
    """A reading at least this probable is recorded as sure (naming is calibrated; most sure readings are far above)."""
    sure_discard: float = 0.99
    """A discard at least this probable is recorded as sure: of fifty in a hand some are doubtful, and a sure one that
    is wrong is never looked at again."""
    sure_foul: float = 0.985
    """A discard that accuses its player must be read surer than this."""
    suspected_foul: float = 0.003
    """A discard that is a wild with this chance, people's habits considered, is put to them."""
    suspected_false_hu: float = 0.003
    """That a hand was laid down in error while nobody looked is asked about from this chance on."""
    sure_hand: float = 0.995
    """A laid-down hand with doubtful tiles is taken as the one that wins when all its other readings together have
    less than the rest of this."""
    false_hu: float = 0.002
    """How often a laid-down hand does not win and yet lies one doubtful tile from a hand that does."""
    sure_seat: float = 2.2
    """A story of who threw what is told when every other is less likely by this natural logarithm, 9 to 1."""
    sure_throw: float = 4.0
    """A discard that was seen to fall is surely its player's from this on, 55 to 1. Below that turn, place and hands
    do not agree; but people are asked only once it costs somebody."""
    blind_ms: int = 4_500
    """After so long without a picture nobody can say who reached in meanwhile."""
    face: float = 0.4
    """Below this a face is not believed to be any particular tile and nothing is recorded from it."""
    doubtful_looks: int = 2
    """Still looks a doubtful tile is given to become clear before it is recorded as probable."""
    same_place_mm: float = 14.0
    """A tile seen this near a known one is the same tile, whatever it reads as: less than half a tile's width."""
    moved_mm: float = 60.0
    """A missing tile and a new one of the same face this near each other are one nudged tile."""
    pushed_mm: float = 30.0
    """A missing tile and a new one that may read as it this near each other are one that was pushed aside: no second
    tile has room there."""
    gone_looks: int = 3
    """Still looks without a discard, and without a meld that took it, until it counts as taken back."""
    disturbed: int = 4
    """More known tiles than this missing or moved at once: the middle is being cleared, not played on."""
    touch_gap_mm: float = 10.0
    """Neighbours in a row are at most a tile's width and this apart; a winning tile laid apart is 20 mm off."""
    wall_spent_ms: int = 2500
    """After the last tile's discard nobody claims later than this: the hand is drawn."""
