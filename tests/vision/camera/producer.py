"""A stand-in for ``rpicam-vid``: writes JPEGs to standard output and then ends, hangs or goes on, as told.

Usage: producer.py MODE [FOLDER]. Each start leaves a file in FOLDER, so that starts can be counted.
"""

import os
import signal
import sys
from pathlib import Path

import cv2
import numpy as np


def jpeg(level: int) -> bytes:
    """A small picture of one grey."""
    good, packed = cv2.imencode(".jpg", np.full((96, 128, 3), level, np.uint8))
    assert good
    return packed.tobytes()


def main(mode: str, folder: Path | None) -> None:
    """Play one kind of program."""
    start = 0
    if folder is not None:
        start = len(list(folder.iterdir()))
        (folder / str(start)).touch()
    out = sys.stdout.fileno()
    match mode:
        case "absent":
            sys.stderr.write("[0:12] INFO libcamera\nERROR: *** no cameras available ***\n")
            sys.exit(255)
        case "dies":
            os.write(out, jpeg(50 + 20 * start))
            sys.stderr.write("ERROR: *** Device timeout detected ***\n")
            sys.exit(1)
        case "hangs":
            os.write(out, jpeg(50 + 20 * start))
            os.write(out, jpeg(200)[:200])
            signal.pause()
        case "mute":
            signal.pause()
        case "spoiled":
            os.write(out, b"\xff\xd8\xff\xfe\x00\x02\xff\xd9" if start == 0 else jpeg(90))
            signal.pause()
        case "babbles":
            os.write(sys.stderr.fileno(), b"a warning\n" * 5_000)
            os.write(out, b"noise" + jpeg(10) + jpeg(20) + jpeg(30))
            signal.pause()
        case _:
            level = 0
            while True:
                level = (level + 1) % 200
                os.write(out, jpeg(level))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
