"""Bits that flip on a line, each with the same chance; the same for the same seed."""

from __future__ import annotations

from math import log
from random import Random


class BitNoise:
    """Spoils bytes as they pass."""

    def __init__(self, rate: float, *, seed: str) -> None:
        """``rate`` is the share of flipped bits."""
        self._rate = rate
        self._rng = Random(seed)
        self._left = self._gap()

    def spoil(self, data: bytes) -> bytes:
        """Return the bytes as they arrive."""
        bits = 8 * len(data)
        if self._left >= bits:
            self._left -= bits
            return data
        spoilt = bytearray(data)
        at = self._left
        while at < bits:
            spoilt[at // 8] ^= 1 << at % 8
            at += 1 + self._gap()
        self._left = at - bits
        return bytes(spoilt)

    def _gap(self) -> int:
        """How many bits pass unharmed before the next that flips."""
        if self._rate >= 1.0:
            return 0
        return int(log(1.0 - self._rng.random()) / log(1.0 - self._rate)) if self._rate > 0 else 1 << 62
