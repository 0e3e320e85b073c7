"""Milliseconds that begin anew after 2^30, as a 32-bit board's ``ticks_ms`` does. All are small integers there."""

from firmware_bridge.pico.table import MS_MODULUS

_MASK = MS_MODULUS - 1


def elapsed_ms(now_ms: int, then_ms: int) -> int:
    """Return how long before ``now_ms`` was ``then_ms``, over the turn of the clock; allocates nothing.

    >>> elapsed_ms(5, (1 << 30) - 5)
    10
    """
    return (now_ms - then_ms) & _MASK
