"""What people at the table are told of the pictures that are kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptPictures:
    """How pictures of the table are kept."""

    keep: bool
    days: int
    most_mb: int
    """Megabytes all of them may take."""
