"""Who may do what: roles, the PINs and keys that give them, and how often somebody may guess. Pure but for its counts.

A key is a signed sentence: which role, which seat, what for, until when. Nothing is kept for it, so it survives a
restart; a new secret ends all of them at once.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final

PASS_S: Final = 12 * 3600
"""How long a device keeps its role: an evening and a night."""
QR_S: Final = 1800
"""How long a picture of a key may be scanned; the page that shows it draws a new one well before."""
TRIES_EACH: Final = 5
TRIES_ALL: Final = 20
TRIES_S: Final = 600
"""Wrong PINs from one address, and from all together, within so many seconds."""
_MAX_KEY_CHARS: Final = 200


class Role(IntEnum):
    """What a device may do; each may do what those before it may."""

    VIEWER = 0
    SEAT = 1
    TABLE = 2
    SETUP = 3


class Use(StrEnum):
    """What a key is for: scanned once from a picture, or carried by a device."""

    SCAN = "scan"
    PASS = "pass"  # noqa: S105 -- a word for a kind of key, not a secret


@dataclass(frozen=True, slots=True)
class Badge:
    """The role of one device; ``seat`` is set for, and only for, a player's."""

    role: Role
    seat: int | None = None


VIEWER: Final = Badge(Role.VIEWER)
SETUP: Final = Badge(Role.SETUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """The machine's own PINs, and what its keys are signed with."""

    seat_pin: str
    table_pin: str
    setup_pin: str
    signing: bytes


@dataclass(slots=True)
class Doorkeeper:
    """Gives and checks keys. Times are in seconds since 1970, passed in."""

    secrets: Secrets
    _wrong: list[tuple[float, str]] = field(default_factory=list)

    def key(self, badge: Badge, use: Use, *, now_s: float) -> str:
        """A key for ``badge``, good from now for as long as its use allows."""
        until = int(now_s) + (QR_S if use is Use.SCAN else PASS_S)
        seat = "-" if badge.seat is None else str(badge.seat)
        said = f"{use}.{badge.role.value}.{seat}.{until}"
        return f"{said}.{self._signature(said)}"

    def badge(self, key: str, use: Use, *, now_s: float) -> Badge | None:
        """Whom ``key`` lets in now, or ``None`` for one that is spoiled, expired or for another use."""
        said, _, signature = key.rpartition(".")
        if len(key) > _MAX_KEY_CHARS or not key.isascii():
            return None
        if not hmac.compare_digest(self._signature(said), signature):
            return None
        used, role, seat, until = said.split(".")
        if used != use or int(until) <= now_s:
            return None
        return Badge(Role(int(role)), None if seat == "-" else int(seat))

    def by_pin(self, pin: str, seat: int | None) -> Badge | None:
        """Whom ``pin`` lets in; a player's PIN needs the ``seat`` it is for."""
        given = pin.encode()
        if hmac.compare_digest(given, self.secrets.setup_pin.encode()):
            return SETUP
        if hmac.compare_digest(given, self.secrets.table_pin.encode()):
            return Badge(Role.TABLE)
        if seat is not None and hmac.compare_digest(given, self.secrets.seat_pin.encode()):
            return Badge(Role.SEAT, seat)
        return None

    def may_try(self, address: str, *, now_s: float) -> bool:
        """Whether ``address`` has not guessed wrong too often of late, nor all together."""
        # A clock set back must not shut the door for good: what lies in the future is forgotten, too.
        self._wrong = [(at, who) for at, who in self._wrong if 0 <= now_s - at < TRIES_S]
        return len(self._wrong) < TRIES_ALL and sum(who == address for _, who in self._wrong) < TRIES_EACH

    def count_wrong(self, address: str, *, now_s: float) -> None:
        """Take note of a wrong guess."""
        self._wrong.append((now_s, address))

    def _signature(self, said: str) -> str:
        digest = hmac.new(self.secrets.signing, said.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def signing_key(text: str) -> bytes:
    """The signing key written as ``text`` (hexadecimal); raises ``ValueError`` for one too short to be one."""
    try:
        key = binascii.unhexlify(text)
    except binascii.Error as error:
        raise ValueError("the signing key is not hexadecimal") from error
    if len(key) < 32:
        raise ValueError("the signing key is too short")
    return key
