"""What the daemon's witnesses miss: pictures that are never taken, a plug that is out for a while, a clock set wrong.

Passes cues on as they reach the daemon; what truly happens at the table goes on unchanged.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from table_daemon.simulator.cues import CameraLost, ClockJumped, LinkCut, LinkMended, Picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from table_daemon.simulator.cues import Cue


def through_outages(cues: Iterable[Cue]) -> Iterator[Cue]:
    """Leave out the pictures of a lost camera, put the plug back when its time has come, and stamp by the clock."""
    blind_until_ms = clock_off_ms = 0
    mended_ms: int | None = None
    for cue in cues:
        if mended_ms is not None and cue.t_ms >= mended_ms:
            yield LinkMended(mended_ms)
            mended_ms = None
        match cue:
            case Picture(t_ms) if t_ms < blind_until_ms:
                continue
            case Picture(t_ms) if clock_off_ms:
                yield replace(cue, clock_off_ms=clock_off_ms)
                continue
            case CameraLost(t_ms, for_ms):
                blind_until_ms = t_ms + for_ms
            case LinkCut(t_ms, for_ms):
                if mended_ms is not None:
                    mended_ms = max(mended_ms, t_ms + for_ms)
                    continue
                mended_ms = t_ms + for_ms
            case ClockJumped(_, by_ms):
                clock_off_ms += by_ms
            case _:
                pass
        yield cue
