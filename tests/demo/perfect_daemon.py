"""The real daemon with flawless eyes: ``python perfect_daemon.py SEED HANDS MISHAPS run --settings FILE``.

For proofs of everything but vision. The n-th picture of a table in lock-step is the n-th of its timeline, so what
it shows is known without looking.
"""

import sys
from collections.abc import Iterator

from table_daemon import cli, daemon
from table_daemon.demo_table import IDS_A_PICTURE
from table_daemon.health import HealthBoard
from table_daemon.settings import Settings
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.watching import EyeMaker
from vision.camera.base import Pixels
from vision.observation import Observation


class PerfectEye:
    """Knows what each picture shows by its number."""

    trouble = ""
    note = ""
    standing = None

    def __init__(self, seed: int, hands: int, mishaps: str) -> None:
        stream = simulate_match_stream(seed, hands=hands, mishaps=parse_mishaps(mishaps))
        self._coming: Iterator[Observation] = (item for item in stream if isinstance(item, Observation))
        self._number = 0

    def look(self, image: Pixels, *, t_ms: int, image_id: int) -> Observation:  # noqa: ARG002 - knows it already
        number, again = divmod(image_id, IDS_A_PICTURE)
        while self._number < number:
            self._seen = next(self._coming)
            self._number += 1
        seen = self._seen
        return Observation(t_ms, image_id, seen.still or again > 1, seen.tiles, seen.hands, seen.dice)


def main() -> int:
    seed, hands, mishaps, *arguments = sys.argv[1:]
    eye = PerfectEye(int(seed), int(hands), mishaps)

    def build_eye(_settings: Settings, _board: HealthBoard) -> EyeMaker:
        return lambda _width, _height: eye

    setattr(daemon, "build_eye", build_eye)  # noqa: B010 - a stand-in; mypy would refuse the plain assignment
    return cli.guarded(arguments)


if __name__ == "__main__":
    sys.exit(main())
