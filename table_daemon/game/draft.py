"""Events being decided, and the state as it will be after them. Lives only within one call of ``decide``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from table_daemon.game.events import Event, Recorded
from table_daemon.game.fold import apply

if TYPE_CHECKING:
    from table_daemon.game.state import GameState, HandState, MatchState


@dataclass(slots=True)
class Draft:
    """Collects events; each one added is folded at once, so that the next is decided on what it changed."""

    state: GameState
    t_ms: int
    events: list[Event] = field(default_factory=list)
    in_hand: int | None = None
    """The hand being decided on where it was named; ``None``: the one being played. Events about it say the same."""
    began: GameState = field(init=False)
    """The state before the first event."""

    def __post_init__(self) -> None:
        self.began = self.state

    def add(self, event: Event) -> int:
        """Add an event and answer the sequence it will have in the log."""
        seq = self.state.version + 1
        self.state = apply(self.state, Recorded(seq, self.t_ms, event))
        self.events.append(event)
        return seq

    @property
    def match(self) -> MatchState:
        """The match being played; the caller has made sure there is one."""
        if self.state.match is None:
            raise AssertionError("no match is open")
        return self.state.match

    @property
    def hand(self) -> HandState:
        """The hand being decided on; the caller has made sure there is one."""
        hand = self.match.hand if self.in_hand is None else self.match.numbered(self.in_hand)
        if hand is None:
            raise AssertionError("no hand is open")
        return hand

    def name_of(self, seat: int) -> str:
        """How people call the player of a seat."""
        return self.match.names[seat] or f"{seat + 1}号位"
