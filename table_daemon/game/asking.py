"""Why people are asked something, by stable codes: what pages and programs say it by. Asks nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.game.words import Reason


class ReviewReason(StrEnum):
    """Why a question is asked. Codes are public: others may be added, none changes its meaning."""

    MAYBE_WILD = "maybe_wild"
    """A doubtful discard may be a wild, which would be a foul."""
    MAYBE_FOLLOWED = "maybe_followed"
    """铲 hangs on a doubtful first discard."""
    WHOSE_DISCARD = "whose_discard"
    """It was not seen for sure who discarded a tile."""
    DRAWN_OR_GIVEN = "drawn_or_given"
    """A winning tile may have been drawn, or be the last discard."""
    WHOSE_MELD = "whose_meld"
    """Nobody saw whose discard a meld took."""
    INDICATOR_UNREAD = "indicator_unread"
    """The tile turned up on the wall was not read for sure."""
    END_UNSEEN = "end_unseen"
    """The hand is over, and nobody saw how."""
    HAND_UNSEEN = "hand_unseen"
    """Somebody says that he won, and nobody saw his hand."""
    WHICH_TILE_WON = "which_tile_won"
    """A hand lies without its winning tile apart, and it matters which one came last."""
    UNCLEAR = "unclear"
    """A hand that wins was laid down, and some of its tiles are hard to read."""
    WILDS_UNKNOWN = "wilds_unknown"
    """A hand was laid down before the wilds were known."""
    NOT_ITS_TURN = "not_its_turn"
    """A hand was laid down by a seat whose turn it was not to draw."""
    NOTHING_DRAWN = "nothing_drawn"
    """A hand was laid down by a seat that has drawn nothing after its claim."""
    TOO_MANY_TILES = "too_many_tiles"
    """A hand seems to have too many tiles."""
    TOO_FEW_TILES = "too_few_tiles"
    """A hand seems to have too few tiles."""
    FIFTH_COPY = "fifth_copy"
    """A hand was read with a fifth copy of a tile."""
    WILD_IN_MELD = "wild_in_meld"
    """A wild was read in a meld of the hand."""
    NOT_COMPLETE = "not_complete"
    """The tiles of a hand as they were read make no complete one."""
    BELOW_MIN_FAN = "below_min_fan"
    """A hand as it was read is worth too little to win."""
    WILD_WAIT_ALONE = "wild_wait_alone"
    """A hand as it was read has nothing but 混吊, which may not win at this table."""
    FOULED = "fouled"
    """The player has a foul, which would bar the hand."""
    UNREADABLE = "unreadable"
    """A hand as it was read makes no sense in another way."""
    LAID_UNSEEN = "laid_unseen"
    """No camera looked for longer than the discards explain: a hand may have been laid down and taken up again."""
    PLAYED_ON = "played_on"
    """Play goes on after a hand was recorded as won."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is in doubt about a hand: the code, and the words for people."""

    reason: ReviewReason
    words: Reason
