"""The event loop of the daemon and its link: libuv's, which takes less than asyncio's own to wake for a byte."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

import uvloop

_Result = TypeVar("_Result")


def run(work: Coroutine[object, object, _Result]) -> _Result:
    """Run ``work`` to its end on a loop of its own."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
