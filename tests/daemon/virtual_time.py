"""An event loop whose time passes only while everybody waits: hours go by in minutes, in the right order.

What is ready on a descriptor is dealt with first; work for other threads is done at once in this one. What the kernel
carries takes real time, and none passes here meanwhile: ``VirtualLoop.wait_for``.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

_Result = TypeVar("_Result")
TURN_S = 1e-6
"""What a turn of the loop takes: a timer that wakes a hair early and sets itself anew is late enough the next time."""
_STUCK_S = 20.0
"""Nobody waits for a time and nothing comes on any descriptor: the test hangs."""


class _Patient(selectors.DefaultSelector):
    """Does not wait for the time that a loop names, but lets it pass."""

    def __init__(self) -> None:
        super().__init__()
        self.passed_s = 0.0
        self.on_its_way: Callable[[], bool] = lambda: False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        self.passed_s += TURN_S
        if ready or timeout == 0:
            return ready
        if timeout is None:
            ready = super().select(_STUCK_S)
            assert ready, "nobody waits for anything that could come"
            return ready
        ready = self._carried()
        if not ready:
            self.passed_s += max(0.0, timeout)
        return ready

    def _carried(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for what the kernel carries; what has come, nothing once nothing is on its way."""
        while self.on_its_way():
            ready = super().select(0.001)
            if ready:
                return ready
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop with a time of its own."""

    def __init__(self) -> None:
        self._patient = _Patient()
        super().__init__(self._patient)
        self.set_default_executor(_AtOnce())

    def time(self) -> float:
        return self._patient.passed_s

    def wait_for(self, on_its_way: Callable[[], bool]) -> None:
        """Let no time pass while that answers yes."""
        self._patient.on_its_way = on_its_way


class _AtOnce(ThreadPoolExecutor):
    """No thread at all."""

    def submit(self, work: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        done: Future[_Result] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 -- whatever it is, it belongs to who asked
            done.set_exception(error)
        return done


def run(work: Coroutine[object, object, _Result]) -> _Result:
    """Run ``work`` to its end on virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
