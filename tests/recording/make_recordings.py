"""Makes the two short recordings of ``tests/data/recordings``: ``python tests/recording/make_recordings.py FOLDER``.

Few pictures of low resolution; a picture of a table at rest is named twice in ``images.csv`` and kept once.
"""

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from firmware_bridge.capture import Recorder as LinkRecorder
from firmware_bridge.direction import Direction
from firmware_bridge.emulator import Emulator
from firmware_bridge.session import HostSession
from table_daemon.simulator.acts import Dealt, Discarded, IndicatorTurned, Melded, WallsRaised
from table_daemon.simulator.cues import Cue, DicePressed, Happened, LiftPressed, MatchAgreed, Picture
from table_daemon.simulator.line import MemoryPort
from table_daemon.simulator.timeline import Timeline
from vision.geometry import TableCamera
from vision.synthetic.light import Noise
from vision.synthetic.render import Renderer

CAMERA = TableCamera.overhead(width_px=1200, height_px=900)
SIDE_MM = 870.0
QUALITY = 66


@dataclass(frozen=True, slots=True)
class Short:
    """What a short recording is made of."""

    name: str
    seed: int
    discards: int
    line: bool
    calibration: tuple[str, ...]
    """Which keys of the calibration are told."""


SHORTS = (
    Short("line_and_pose", 42, 3, line=True, calibration=("matrix", "distortion", "rvec", "tvec")),
    Short("corners_only", 6, 2, line=False, calibration=("felt_corners_px",)),
)


def cues_of(short: Short) -> Iterator[Cue]:
    """The match's beginning, until so many discards have been seen lying; of each act only how things lie after it."""
    thrown, after = 0, None
    for cue in Timeline(short.seed, hands=1).cues():
        match cue:
            case Happened(_, act):
                if thrown == short.discards and isinstance(after, Discarded):
                    return
                after = act
                thrown += isinstance(act, Discarded)
            case Picture(scene=scene) if scene.hands or not isinstance(
                after, WallsRaised | Dealt | IndicatorTurned | Discarded | Melded | None
            ):
                continue
            case _:
                pass
        yield cue


def make(short: Short, root: Path) -> None:
    """Write one recording."""
    folder = root / short.name
    (folder / "images").mkdir(parents=True)
    rows: list[tuple[str, int]] = []
    people: list[dict[str, object]] = []
    pressed: list[Cue] = []
    seen, number, last_ms = None, 0, 0
    renderer = Renderer(CAMERA)
    for cue in cues_of(short):
        last_ms = cue.t_ms
        match cue:
            case Picture(t_ms, scene):
                if scene != seen:
                    seen, number = scene, number + 1
                    pixels = renderer.picture(scene, noise=Noise(sigma=1.0), rng=np.random.default_rng(number))
                    jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
                    (folder / "images" / f"{number:06d}.jpg").write_bytes(jpeg.tobytes())
                rows.append((f"{number:06d}.jpg", t_ms))
            case MatchAgreed(t_ms, names, profile, first):
                told = {"kind": "start_match", "names": list(names), "profile": profile, "first_dealer": first}
                people.append({"t_ms": t_ms, "id": f"{short.name}-1", **told})
            case LiftPressed() | DicePressed():
                pressed.append(cue)
            case _:
                pass
    with (folder / "images.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("name", "t_ms"), *rows])
    lines = "".join(json.dumps(said, ensure_ascii=False) + "\n" for said in people)
    (folder / "people.jsonl").write_text(lines, encoding="utf-8")
    if short.line:
        write_line(folder / "link.csv", pressed, last_ms)
    told = CAMERA.to_json(table_side_mm=SIDE_MM)
    about = {
        "version": 1,
        "camera": {"width": CAMERA.width_px, "height": CAMERA.height_px},
        "table_side_mm": SIDE_MM,
        "seats": [{"seat": k, "towards_mm": way} for k, way in enumerate(([0, 1], [1, 0], [0, -1], [-1, 0]))],
        "calibration": {key: told[key] for key in short.calibration},
    }
    (folder / "recording.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def write_line(path: Path, pressed: list[Cue], last_ms: int) -> None:
    """Record what board and host say to each other meanwhile."""
    port = MemoryPort()
    board, host = Emulator(port), HostSession(version="recording")
    with path.open("w", newline="", encoding="utf-8") as file:
        recorder = LinkRecorder(file)
        board.plug(now_ms=0)
        host.opened(0)
        for now_ms in range(0, last_ms + 1, 50):
            while pressed and pressed[0].t_ms <= now_ms:
                match pressed.pop(0):
                    case LiftPressed(t_ms):
                        board.table.press_lift(t_ms)
                    case DicePressed(t_ms, seat, dice):
                        board.table.roll_dice(seat=seat, dice=dice, now_ms=t_ms)
                    case _:
                        pass
            board.pump(now_ms)
            data = port.take()
            recorder.hear(now_ms, Direction.RX, data)
            host.received(data, now_ms)
            host.tick(now_ms)
            sent = host.to_send(now_ms)
            recorder.hear(now_ms, Direction.TX, sent)
            port.from_host += sent
        recorder.finish(last_ms)


if __name__ == "__main__":
    for each in SHORTS:
        make(each, Path(sys.argv[1]))
