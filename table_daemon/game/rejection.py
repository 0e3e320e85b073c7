"""Why a command can't be: a reason for programs and a sentence for people in Chinese and English."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RejectionReason(StrEnum):
    """Every reason a command is refused."""

    NO_MATCH = "no_match"
    """Nobody is playing."""
    MATCH_OVER = "match_over"
    """The match is over, and another was begun."""
    MATCH_OPEN = "match_open"
    """A match is being played."""
    NO_HAND = "no_hand"
    """No hand is open."""
    HAND_OPEN = "hand_open"
    """The hand before is not settled."""
    HAND_OVER = "hand_over"
    """The hand is settled already."""
    TOO_LATE = "too_late"
    """Play has gone on past the moment this belongs to."""
    DUPLICATE = "duplicate"
    """The same fact is recorded already."""
    CONFLICT = "conflict"
    """A different fact is recorded in its place."""
    NOT_FOUND = "not_found"
    """It refers to something that is not there."""
    CONFIRMED = "confirmed"
    """A person confirmed what a machine would change."""
    BAD_VALUE = "bad_value"
    """A value is out of range."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A refused command. ``message`` is for people, in Chinese; ``message_en`` says the same."""

    reason: RejectionReason
    message: str
    message_en: str
