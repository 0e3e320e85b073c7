"""Wakes the TV over HDMI (CEC) when a match begins. A program of its own: the bus is slow and may never answer."""

import json
import logging
import os
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from http.client import HTTPException
from itertools import takewhile
from pathlib import Path
from typing import Protocol

log = logging.getLogger(__name__)

_TOOL_S = 10.0
"""A word on the bus takes a second or two; a TV without CEC never answers."""
_SILENCE_S = 30.0
"""The stream beats every second; after so long without one it is dead."""
_PAUSE_S = 5.0
_PHYSICAL = re.compile(r"Physical Address\s*:\s*([0-9a-f.]+)")


class Runner(Protocol):
    """Runs a program for its output; ``None`` where it is absent, fails or hangs."""

    def __call__(self, command: Sequence[str], words: str = "") -> str | None:
        """Run ``command`` with ``words`` as its input."""


def run_tool(command: Sequence[str], words: str = "") -> str | None:
    """Run a program of the system, but not for long."""
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 -- fixed commands, no shell
            [program, *command[1:]], input=words, capture_output=True, text=True, check=True, timeout=_TOOL_S
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def wake(run: Runner = run_tool, *, devices: Path = Path("/dev")) -> bool:
    """Switch the TV on and to this machine's picture; whether anybody took the words."""
    woken = False
    for device in sorted(devices.glob("cec*")):
        said = run(["cec-ctl", "-d", str(device), "--playback"])
        if said is None:
            continue
        place = _PHYSICAL.search(said)
        woken |= run(["cec-ctl", "-d", str(device), "--to", "0", "--image-view-on"]) is not None
        if place is not None and place[1] != "f.f.f.f":
            run(["cec-ctl", "-d", str(device), "--to", "0", "--active-source", f"phys-addr={place[1]}"])
    return woken or run(["cec-client", "-s", "-d", "1"], "on 0\nas\n") is not None


def matches_begun(states: Iterable[dict[str, object]]) -> Iterator[str]:
    """Yield the name of each match that begins; the state found at first is nothing that begins.

    >>> list(matches_begun([{"match": None}, {"match": "a"}, {"match": "a"}, {"match": "a", "ended": True}]))
    ['a']
    """
    known: set[str] | None = None
    for state in states:
        match = state.get("match")
        fresh = isinstance(match, str) and not state.get("ended") and known is not None and match not in known
        known = (known or set()) | ({match} if isinstance(match, str) else set())
        if fresh:
            yield str(match)


def states_in(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """Yield the states of an event stream; everything else in it is passed over."""
    for line in lines:
        if not line.startswith(b"data:"):
            continue
        try:
            state = json.loads(line[len(b"data:") :])
        except ValueError:
            continue
        if isinstance(state, dict) and "match" in state:
            yield state


def starter_lives() -> Callable[[], bool]:
    """Return what tells whether the program that started this one still runs; an orphan is given to another."""
    starter = os.getppid()
    return lambda: os.getppid() == starter


def keep_waking(
    page: str,
    *,
    wake_tv: Callable[[], object] = wake,
    sleep: Callable[[float], None] = time.sleep,
    wanted: Callable[[], bool] | None = None,
) -> None:
    """Follow the page's stream and wake the TV at each match's begin; a lost stream is taken up again.

    It ends once it is not ``wanted`` any more: when its starter is gone, however that came.
    """
    wanted = wanted or starter_lives()

    def states() -> Iterator[dict[str, object]]:
        while wanted():
            try:
                with urllib.request.urlopen(f"{page}api/stream", timeout=_SILENCE_S) as stream:  # noqa: S310 -- own page
                    yield from states_in(takewhile(lambda _line: wanted(), stream))
            except (OSError, ValueError, HTTPException):
                log.debug("the stream is away")
            sleep(_PAUSE_S)

    for match in matches_begun(states()):
        log.info("match %s begins: waking the TV", match)
        wake_tv()
