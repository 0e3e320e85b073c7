"""Which names in a request's ``Host`` are this machine's own.

A page of another site may give its own name the address of this machine (DNS rebinding); a browser then takes our
answers for that site's. Only the ``Host`` it sends tells the difference.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable


class OwnHosts:
    """Addresses, ``localhost``, names ending in ``.local`` and the given names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset({"localhost", *(name.lower() for name in names if name)})

    def __contains__(self, host: str) -> bool:
        """Whether ``host``, as a request names it (with or without a port), is this machine.

        >>> [host in OwnHosts(["raspberrypi"]) for host in ("10.0.0.7:8080", "[::1]:80", "raspberrypi", "queyan.local")]
        [True, True, True, True]
        >>> [host in OwnHosts(["raspberrypi"]) for host in ("evil.example", "10.0.0.7.evil.example", "", "local")]
        [False, False, False, False]
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        name = name.removesuffix(".")
        return name in self._names or name.endswith(".local") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
