"""What a lost terminal, Ctrl-C and a kill do to an update: it ends in one of its ways, never in the middle of a step.

A lost terminal does nothing: the work runs on. Ctrl-C and a kill raise where the older release can run on or come back.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from table_daemon.update.errors import StoppedError

_NAMES: Final = {signal.SIGINT: "Ctrl-C", signal.SIGTERM: "SIGTERM"}


class Signals:
    """The signals of this process while it does an update."""

    def __init__(self) -> None:
        self._came: signal.Signals | None = None
        self._breakable = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Take the signals over, and give them back at the end."""
        if threading.current_thread() is not threading.main_thread():
            yield  # Python gives signals to the main thread alone
            return
        # Ignored and not only noted: the programs that the update starts inherit it.
        before = {signal.SIGHUP: signal.signal(signal.SIGHUP, signal.SIG_IGN)}
        before |= {number: signal.signal(number, self._note) for number in _NAMES}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def breakable(self) -> Iterator[None]:
        """Let a signal, or one that came before, raise a ``StoppedError`` here."""
        try:
            self._breakable = True
            self._break()
            yield
        finally:
            self._breakable = False

    def ignore(self) -> None:
        """Let nothing disturb what comes now, nor the programs that it starts."""
        self._breakable = False
        if signal.getsignal(signal.SIGTERM) == self._note:
            for number in _NAMES:
                signal.signal(number, signal.SIG_IGN)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._came = signal.Signals(number)
        self._break()

    def _break(self) -> None:
        if self._came is not None and self._breakable:
            self._breakable = False
            raise StoppedError(f"it was stopped by {_NAMES[self._came]}")
