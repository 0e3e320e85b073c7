"""What people mean by a button: a press, a long press, or a button that is stuck. Knows no pins and no clock."""

from dataclasses import dataclass
from enum import Enum

BOUNCE_MS = 60
"""Contacts bounce for up to 50 ms; a level that has stood for longer counts."""
LONG_MS = 1000
"""Held for a second a button is meant otherwise than pressed; nobody does it by accident in passing."""
STUCK_MS = 10_000
"""Nobody holds a button for ten seconds: something lies on it, or it is jammed."""


class Push(Enum):
    """What one button did."""

    SHORT = "short"
    """Pressed and let go."""
    LONG = "long"
    """Held for a second; told while it is still held, and no short press follows."""
    STUCK = "stuck"
    """Held, or bouncing, far too long: ignored from now on."""
    FREED = "freed"
    """A stuck button was let go and counts again."""


class _State(Enum):
    UP = "up"
    DOWN = "down"
    HELD = "held"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Pushed:
    """What a button did, and when it was touched."""

    push: Push
    t_ms: int


class ButtonWatch:
    """One button. Tell it each edge; call ``tick`` with the level at each deadline."""

    def __init__(self, *, pressed: bool, now_ms: int) -> None:
        """Begin; a button that is down already has not been pressed by anybody, and is stuck until let go."""
        self._state = _State.STUCK if pressed else _State.UP
        self._down_ms = now_ms
        self._first_edge_ms: int | None = None
        """When the unrest began; None while the level stands still."""
        self._last_edge_ms = now_ms

    @property
    def stuck(self) -> bool:
        """Whether the button is ignored."""
        return self._state is _State.STUCK

    def edge(self, now_ms: int) -> None:
        """Take note that the level has changed; what it is, ``tick`` is told when it stands still."""
        if self._first_edge_ms is None:
            self._first_edge_ms = now_ms
        self._last_edge_ms = now_ms

    def next_ms(self) -> int | None:
        """Return when ``tick`` is due; None while the button rests."""
        if self._first_edge_ms is not None:
            return self._last_edge_ms + BOUNCE_MS
        match self._state:
            case _State.DOWN:
                return self._down_ms + LONG_MS
            case _State.HELD:
                return self._down_ms + STUCK_MS
            case _State.UP | _State.STUCK:
                return None

    def tick(self, *, pressed: bool, now_ms: int) -> Pushed | None:
        """Return what has come about, given the level as it is now."""
        if self._first_edge_ms is None:
            return self._held(now_ms)
        if now_ms - self._last_edge_ms >= BOUNCE_MS:
            began_ms, self._first_edge_ms = self._first_edge_ms, None
            return self._settled(began_ms, pressed=pressed) or self._held(now_ms)
        if now_ms - self._first_edge_ms >= STUCK_MS and self._state is not _State.STUCK:
            return self._is(_State.STUCK, Push.STUCK, self._first_edge_ms)
        return None

    def _settled(self, began_ms: int, *, pressed: bool) -> Pushed | None:
        match self._state:
            case _State.UP if pressed:
                self._state, self._down_ms = _State.DOWN, began_ms
            case _State.DOWN if not pressed:
                return self._is(_State.UP, Push.SHORT, self._down_ms)
            case _State.HELD if not pressed:
                self._state = _State.UP
            case _State.STUCK if not pressed:
                return self._is(_State.UP, Push.FREED, began_ms)
            case _:
                pass  # it only bounced
        return None

    def _held(self, now_ms: int) -> Pushed | None:
        held_ms = now_ms - self._down_ms
        if self._state is _State.DOWN and held_ms >= LONG_MS:
            return self._is(_State.HELD, Push.LONG, self._down_ms)
        if self._state is _State.HELD and held_ms >= STUCK_MS:
            return self._is(_State.STUCK, Push.STUCK, self._down_ms)
        return None

    def _is(self, state: _State, push: Push, t_ms: int) -> Pushed:
        self._state = state
        return Pushed(push, t_ms)
