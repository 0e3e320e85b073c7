"""Line noise at length: how many wrong lines the check lets through, at bit error rates up to one in a hundred."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from firmware_bridge.codec import EventFrame, Unreadable, decode_from_device
from firmware_bridge.errors import BadBodyError
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, LineDecoder
from tests.firmware_bridge.golden import FROM_DEVICE

LINES = [line for line, _ in FROM_DEVICE]
SENT = {line[1:-6].decode() for line in LINES}
BATCH = 2000


def wrong_of(lines: int, error_rate: float, seed: int) -> tuple[int, int]:
    """Send ``lines`` lines with flipped bits; return how many wrong ones were accepted, and good ones got through."""
    rng = np.random.default_rng(seed)
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    wrong = good = 0
    for first in range(0, lines, BATCH):
        chosen = [LINES[(first + index) % len(LINES)] for index in range(min(BATCH, lines - first))]
        bits = np.unpackbits(np.frombuffer(b"".join(chosen), dtype=np.uint8))
        flips = (rng.random(bits.size, dtype=np.float32) < error_rate).astype(np.uint8)
        for body in decoder.feed(np.packbits(bits ^ flips).tobytes()):
            if body in SENT:
                good += 1
            else:
                wrong += _is_message(body)
    return wrong, good


def _is_message(body: str) -> bool:
    """Whether a line that passed its check would be taken for something the table said."""
    try:
        frame = decode_from_device(body)
    except BadBodyError:
        return False
    return not (isinstance(frame, EventFrame) and isinstance(frame.event, Unreadable))


@pytest.mark.verify
@pytest.mark.parametrize(
    ("error_rate", "lines", "allowed"),
    [(1e-4, 80_000, 0), (3e-4, 80_000, 0), (1e-3, 80_000, 0), (1e-2, 1_000_000, 10)],
)
def test_noise_is_not_taken_for_lines(
    error_rate: float, lines: int, allowed: int, figure: Callable[[str], None]
) -> None:
    wrong, good = wrong_of(lines, error_rate, seed=20260131)
    figure(
        f"line noise, bit error rate {error_rate:g}: {wrong} wrong lines of {lines} accepted, {good} good ones heard"
    )
    assert wrong <= allowed
    assert good > 0


def test_a_small_share_of_the_noise() -> None:
    for error_rate in (1e-3, 1e-2):
        wrong, good = wrong_of(6000, error_rate, seed=7)
        assert wrong == 0
        assert good > 0
