"""Which names in a request's ``Host`` are this machine's own, and how others reach it.

A page of another site may give its own name the address of this machine (DNS rebinding); a browser then takes our
answers for that site's. Only the ``Host`` it sends tells the difference. So a name is never looked up to be
believed: what the house's router calls this machine is its own name and the router's domain.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_AVAHI: Final = Path("/run/avahi-daemon/socket")
"""There while Debian's mDNS responder runs."""
HOME_DOMAINS: Final = (
    "local",
    "lan",
    "home",
    "internal",
    "localdomain",
    "home.arpa",
    "fritz.box",
)
"""What routers put behind a machine's name. Nobody outside the house can own a name in them, but for ``fritz.box``,
whose owner makes the routers."""


def own_addresses() -> tuple[str, ...]:
    """Addresses of this machine in the house. Sends nothing."""
    found: list[str] = []
    for family, outside in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))  # a datagram socket only looks up the route
            found.append(str(probe.getsockname()[0]))
    return tuple(address for address in found if not ipaddress.ip_address(address).is_loopback)


def name_is_told() -> bool:
    """Whether a program tells the house this machine's name (mDNS): else ``name.local`` leads nowhere."""
    return _AVAHI.exists()


class OwnHosts:
    """Addresses, ``localhost``, names ending in ``.local``, the given names, and those in a home's domains."""

    def __init__(
        self,
        names: Iterable[str],
        *,
        bound: str = "",
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
        named: Callable[[], bool] = name_is_told,
    ) -> None:
        """``bound`` is the address or name that is listened on; empty or unspecified: on every one.

        ``named`` tells whether others can find the machine by its name in ``.local``.
        """
        given = [name.lower() for name in names if name]
        self._machine = next((name.partition(".")[0] for name in reversed(given) if not _is_address(name)), "")
        homely = [f"{self._machine}.{domain}" for domain in HOME_DOMAINS if self._machine]
        self._names = frozenset({"localhost", *given, *homely})
        self._bound = bound
        self._addresses = addresses
        self._named = named

    def __contains__(self, host: str) -> bool:
        """Whether ``host``, as a request names it (with or without a port), is this machine.

        >>> [host in OwnHosts(["raspberrypi"]) for host in ("10.0.0.7:8080", "[::1]:80", "raspberrypi", "queyan.local")]
        [True, True, True, True]
        >>> [host in OwnHosts(["raspberrypi"]) for host in ("raspberrypi.lan:8080", "raspberrypi.evil.example")]
        [True, False]
        >>> [host in OwnHosts(["raspberrypi"]) for host in ("evil.example", "10.0.0.7.evil.example", "", "local")]
        [False, False, False, False]
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        name = name.removesuffix(".")
        return name in self._names or name.endswith(".local") or _is_address(name)

    @property
    def only_here(self) -> bool:
        """Whether nobody outside this machine is answered.

        >>> [OwnHosts([], bound=bound).only_here for bound in ("127.0.0.1", "localhost", "::1", "", "0.0.0.0")]
        [True, True, True, False, False]
        """
        return self._bound == "localhost" or (_is_address(self._bound) and _address(self._bound).is_loopback)

    def addresses(self, port: int) -> tuple[str, ...]:
        """Where others in the house find the pages: by the machine's mDNS name first, then by its addresses.

        Each is one that answers: where nobody outside is answered, the one that this machine itself uses.
        """
        if self.only_here:
            return (_url(self._bound, port),)
        nameless = self._machine in ("", "localhost") or not self._named()
        name = () if nameless else (f"{self._machine}.local",)
        return tuple(_url(host, port) for host in (*name, *self._answering()))

    def reachable(self, host: str, port: int) -> str:
        """What a phone should open, for a page asked as ``host``; what only this machine understands is replaced."""
        name = urlsplit(f"//{host}").hostname or ""
        if name and name != "localhost" and not (_is_address(name) and _address(name).is_loopback):
            return f"http://{host}"
        others = [_url(address, port) for address in self._answering()]
        return others[0] if others else _url("127.0.0.1", port)

    def _answering(self) -> tuple[str, ...]:
        """The addresses that are listened on, of those that the house knows."""
        if not _is_address(self._bound):
            return self._addresses()
        bound = _address(self._bound)
        if not bound.is_unspecified:
            return (self._bound,)
        # 0.0.0.0 hears the older kind of address only, :: both.
        return tuple(each for each in self._addresses() if bound.version >= _address(each).version)


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    return ipaddress.ip_address(text)


def _is_address(name: str) -> bool:
    try:
        _address(name)
    except ValueError:
        return False
    return True
