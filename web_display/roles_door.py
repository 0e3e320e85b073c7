"""Which role a request has, and which it needs: the roles as they meet HTTP."""

from __future__ import annotations

import ipaddress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from web_display.intents import AnswerIntent, CorrectIntent, HuIntent, LaIntent, SetNameIntent, UndoIntent, ZuoIntent
from web_display.ports import Refused
from web_display.roles import SETUP, VIEWER, Badge, Doorkeeper, Role, Use

if TYPE_CHECKING:
    from starlette.requests import Request

    from web_display.intents import AnyIntent
    from web_display.ports import Clock, EventSource

COOKIE: Final = "queyan"
_OWN_SEAT: Final = (SetNameIntent, ZuoIntent, LaIntent, HuIntent)
_OWN_FACT: Final = (CorrectIntent, UndoIntent)
_NO_ROLE: Final = Refused(
    "先扫桌上电视的二维码，或在 /enter 输入密码",
    "scan the code on the TV first, or enter the PIN at /enter",
    HTTPStatus.UNAUTHORIZED,
)
_NOT_YOURS: Final = Refused(
    "这件事不归这个座位管：要用牌桌的密码，在 /enter 输入",
    "this is not for this seat to change: enter the table's PIN at /enter",
    HTTPStatus.FORBIDDEN,
)

_OTHER_SEAT: Final = Refused(
    "只能问自己座位的牌", "a player may ask about the tiles of the own seat only", HTTPStatus.FORBIDDEN
)


class Door:
    """Tells the badge of each request. Without a ``keeper`` the roles are off and everybody may do everything."""

    def __init__(self, keeper: Doorkeeper | None, clock: Clock, events: EventSource) -> None:
        self.keeper = keeper
        self._clock = clock
        self._events = events

    def now_s(self) -> float:
        """The time that keys are judged by."""
        return self._clock.now().timestamp()

    def badge(self, request: Request) -> Badge:
        """The badge the request carries; one from this machine itself may do everything."""
        if self.keeper is None or is_from_here(request):
            return SETUP
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        key = key.strip() if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")
        return self.keeper.badge(key, Use.PASS, now_s=self.now_s()) or VIEWER

    def allows(self, request: Request, role: Role) -> bool:
        """Whether the request's role is at least ``role``."""
        return self.badge(request).role >= role

    async def forbids(self, request: Request, wish: AnyIntent) -> Refused | None:
        """Why ``wish`` may not come from this request, or ``None`` where it may."""
        badge = self.badge(request)
        if badge.role >= Role.TABLE:
            return None
        if badge.role is Role.VIEWER:
            return _NO_ROLE
        return None if await self._is_own(wish, badge.seat) else _NOT_YOURS

    def forbids_seat(self, request: Request, seat: int) -> Refused | None:
        """Why this request may not ask on behalf of ``seat``, or ``None`` where it may."""
        badge = self.badge(request)
        if badge.role is Role.VIEWER:
            return _NO_ROLE
        return None if badge.role >= Role.TABLE or badge.seat == seat else _OTHER_SEAT

    async def _is_own(self, wish: AnyIntent, seat: int | None) -> bool:
        """Whether a player of ``seat`` may wish it: for the own seat, about an own fact, or as an answer."""
        if isinstance(wish, AnswerIntent):
            return True
        if isinstance(wish, _OWN_SEAT):
            return wish.seat == seat
        if not isinstance(wish, _OWN_FACT):
            return False
        about = await self._events.after(wish.of - 1, limit=1)
        return any(event.get("seq") == wish.of and seat in (event.get("seat"), event.get("winner")) for event in about)


def address_of(request: Request) -> str:
    """Where the request comes from, as guesses are counted: one home's IPv6 devices may change their last half."""
    host = "" if request.client is None else request.client.host
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else host


def is_from_here(request: Request) -> bool:
    """Whether the request comes from this machine itself."""
    host = "" if request.client is None else request.client.host
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
