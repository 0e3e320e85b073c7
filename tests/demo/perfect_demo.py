"""A demo with flawless eyes: ``python perfect_demo.py SEED HANDS MISHAPS DATA_DIR KILLS``; prints what the demo prints.

The daemon is killed ``KILLS`` times, at pictures and instants that the seed picks. With HANDS 0 it plays at human
speed until interrupted.
"""

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

from table_daemon import demo_run, demo_table
from table_daemon.demo import DemoOptions
from table_daemon.simulator.camera_view import CameraView
from table_daemon.simulator.cues import Picture
from table_daemon.simulator.timeline import Timeline
from vision.geometry import TableCamera

PERFECT_DAEMON = Path(__file__).with_name("perfect_daemon.py")


def kill_sometimes(seed: int, hands: int, kills: int) -> None:
    """Make the table kill the daemon just after offering certain pictures."""
    rng = Random(f"{seed}/kills")
    pictures = sum(isinstance(cue, Picture) for cue in Timeline(seed, hands=hands).cues())
    doomed = set(rng.sample(range(5, pictures), kills))
    show = demo_table.LockStep.show

    def show_and_kill(self: demo_table.LockStep, picture: Picture) -> None:
        show(self, picture)
        pid = self._stage.daemon.pid
        if self._image_id // demo_table.IDS_A_PICTURE in doomed and pid is not None:
            time.sleep(rng.uniform(0.0, 0.15))
            os.kill(pid, signal.SIGKILL)
            sys.stderr.write(f"killed at picture {self._image_id}\n")

    setattr(demo_table.LockStep, "show", show_and_kill)  # noqa: B010 - a stand-in for the length of this process


def main() -> int:
    seed, hands, mishaps, data_dir, kills = sys.argv[1:]
    if int(kills):
        kill_sometimes(int(seed), int(hands), int(kills))
    # Nobody looks at the pictures, so they may be small.
    small = TableCamera.overhead(width_px=320, height_px=240)
    setattr(demo_run, "CameraView", partial(CameraView, camera=small))  # noqa: B010 - as above
    options = DemoOptions(
        hands=int(hands) or None,
        seed=int(seed),
        speed=None if int(hands) else 1.0,
        port=0,
        data_dir=Path(data_dir),
        leave=int(hands) > 0,
        as_json=int(hands) > 0,
        record=None,
        mishaps=mishaps,
        noise="normal",
        profile="tianjin",
    )
    return demo_run.run_demo(options, command=[sys.executable, str(PERFECT_DAEMON), seed, hands, mishaps])


if __name__ == "__main__":
    sys.exit(main())
