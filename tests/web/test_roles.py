"""Who may do what, over the real routes: the same table, asked from this machine and from a phone in the house."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import httpx
import pytest

from table_daemon.game.commands import SetName
from table_daemon.game.events import Source, Witness
from tests.web import stories
from tests.web.service import MemoryTable
from web_display.app import create_app
from web_display.hosts import OwnHosts
from web_display.roles import PASS_S, QR_S, TRIES_EACH, TRIES_S, Badge, Doorkeeper, Role, Secrets, Use
from web_display.roles_file import FILE_NAME, load_or_make

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi import FastAPI

    from table_daemon.views import HealthView, JsonValue

SECRETS = Secrets(seat_pin="1234", table_pin="234567", setup_pin="34567890", signing=b"k" * 32)
NAMING: dict[str, JsonValue] = {"id": "n-1", "kind": "set_name", "seat": 1, "name": "王"}
NOW_S = 1_800_000_000.0


class Phone:
    """Asks from another machine in the house."""

    def __init__(self, table: MemoryTable, *, address: str = "192.168.1.20") -> None:
        self.keeper = Doorkeeper(SECRETS)
        self.app: FastAPI = create_app(
            states=table, events=table, intents=table, pictures=table, health=_Health(table), clock=table.clock,
            hosts=("mahjong-pi",), keeper=self.keeper,
        )  # fmt: skip
        self.address = address

    def ask(self, method: str, path: str, *, body: object = None, key: str = "", **headers: str) -> httpx.Response:
        async def go() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, client=(self.address, 50_000))
            carried = headers | ({"authorization": f"Bearer {key}"} if key else {})
            async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as client:
                return await client.request(method, path, json=body, headers=carried)

        return asyncio.run(go())

    def enter(self, pin: str, seat: int | None = None) -> httpx.Response:
        return self.ask("POST", "/api/enter", body={"pin": pin, "seat": seat})

    def key(self, badge: Badge) -> str:
        return self.keeper.key(badge, Use.PASS, now_s=NOW_S)


class _Health:
    def __init__(self, table: MemoryTable) -> None:
        self.table = table

    def current(self) -> HealthView:
        return self.table.health


@pytest.fixture
def phone(table: MemoryTable) -> Phone:
    return Phone(table)


@pytest.mark.parametrize(
    ("badge", "wish", "status"),
    [
        (None, NAMING, 401),
        (Badge(Role.SEAT, 1), NAMING, 200),
        (Badge(Role.SEAT, 2), NAMING, 403),
        (Badge(Role.SEAT, 1), {"id": "e-1", "kind": "end_match"}, 403),
        (Badge(Role.TABLE), {"id": "e-2", "kind": "end_match"}, 200),
        (Badge(Role.SETUP), NAMING, 200),
    ],
)
def test_each_role_may_do_its_own(
    phone: Phone, table: MemoryTable, badge: Badge | None, wish: object, status: int
) -> None:
    before = table.state.version
    answer = phone.ask("POST", "/api/intents", body=wish, key="" if badge is None else phone.key(badge))
    assert answer.status_code == status
    assert (table.state.version > before) == (status == 200)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_itself_may_do_everything(table: MemoryTable, address: str) -> None:
    assert Phone(table, address=address).ask("POST", "/api/intents", body=NAMING).status_code == 200


def test_a_player_may_question_own_facts_only(phone: Phone, table: MemoryTable) -> None:
    events = {side.seat: side.discards[0].event for side in table.current().seats if side.discards}
    mine, other = sorted(events)[:2]
    key = phone.key(Badge(Role.SEAT, mine))
    wishes = [{"id": f"u-{seat}", "kind": "undo", "of": events[seat]} for seat in (mine, other)]
    assert phone.ask("POST", "/api/intents", body=wishes[1], key=key).status_code == 403
    assert phone.ask("POST", "/api/intents", body=wishes[0], key=key).status_code != 403


@pytest.mark.parametrize(
    ("pin", "seat", "role"), [("1234", 2, "seat"), ("234567", None, "table"), ("34567890", 0, "setup")]
)
def test_a_pin_gives_its_role(phone: Phone, pin: str, seat: int | None, role: str) -> None:
    answer = phone.enter(pin, seat)
    assert answer.json()["role"] == role
    marked = answer.headers["set-cookie"].lower()
    assert "httponly" in marked
    assert "samesite=lax" in marked
    assert phone.ask("GET", "/api/role", cookie=marked.partition(";")[0]).status_code == 200
    assert phone.ask("GET", "/api/role", key=answer.json()["token"]).json()["role"] == role


def test_guessing_is_slowed_and_forgiven(phone: Phone, table: MemoryTable) -> None:
    assert [phone.enter("0000").status_code for _ in range(TRIES_EACH)] == [403] * TRIES_EACH
    answer = phone.enter("234567")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, str(TRIES_S))
    table.clock.t_ms += TRIES_S * 1000
    assert phone.enter("234567").status_code == 200


def test_many_addresses_together_are_slowed_too() -> None:
    keeper = Doorkeeper(SECRETS)
    for number in range(20):
        assert keeper.may_try(f"10.0.0.{number}", now_s=NOW_S)
        keeper.count_wrong(f"10.0.0.{number}", now_s=NOW_S)
    assert not keeper.may_try("10.0.1.1", now_s=NOW_S)


@pytest.mark.parametrize("use", list(Use))
def test_a_key_ends_and_fits_one_use(use: Use) -> None:
    keeper = Doorkeeper(SECRETS)
    badge = Badge(Role.SEAT, 3)
    key = keeper.key(badge, use, now_s=NOW_S)
    life_s = PASS_S if use is Use.PASS else QR_S
    other = Use.SCAN if use is Use.PASS else Use.PASS
    assert keeper.badge(key, use, now_s=NOW_S + life_s - 1) == badge
    assert keeper.badge(key, use, now_s=NOW_S + life_s) is None
    assert keeper.badge(key, other, now_s=NOW_S) is None


@pytest.mark.parametrize("spoil", [lambda k: k.replace(".1.", ".3."), lambda k: k[:-1], lambda _: "", lambda _: "é" * 9,
                                   lambda k: k + "A" * 10_000, lambda _: "...."])  # fmt: skip
def test_a_spoiled_key_is_nobodys(spoil) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 -- str to str
    keeper = Doorkeeper(SECRETS)
    key = keeper.key(Badge(Role.SEAT, 3), Use.PASS, now_s=NOW_S)
    assert keeper.badge(spoil(key), Use.PASS, now_s=NOW_S) is None


def test_a_scanned_code_lets_a_player_in_once_in_time(phone: Phone, table: MemoryTable) -> None:
    path = f"/enter/1/{phone.keeper.key(Badge(Role.SEAT, 1), Use.SCAN, now_s=NOW_S)}"
    before = table.state
    answer = phone.ask("GET", path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/seat/1")
    cookie = answer.headers["set-cookie"].partition(";")[0]
    assert table.state is before
    assert phone.ask("POST", "/api/intents", body=NAMING, cookie=cookie).status_code == 200
    table.clock.t_ms += QR_S * 1000
    late = phone.ask("GET", path)
    assert "late" in late.headers["location"]
    assert "set-cookie" not in late.headers


@pytest.mark.parametrize("address", range(4))
def test_a_key_opens_the_page_of_its_own_seat(phone: Phone, address: int) -> None:
    key = phone.keeper.key(Badge(Role.SEAT, 1), Use.SCAN, now_s=NOW_S)
    answer = phone.ask("GET", f"/enter/{address}/{key}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/seat/1")
    cookie = answer.headers["set-cookie"].partition(";")[0]
    assert phone.ask("GET", "/api/role", cookie=cookie).json() == {"role": "seat", "seat": 1}


@pytest.mark.parametrize(("page", "role"), [("/table", Role.TABLE), ("/setup", Role.SETUP)])
def test_pages_that_change_things_ask_for_their_role(phone: Phone, page: str, role: Role) -> None:
    assert phone.ask("GET", page).headers["location"].startswith("/enter")
    assert phone.ask("GET", page, key=phone.key(Badge(role))).status_code == 200


def test_the_full_log_is_for_the_table(phone: Phone) -> None:
    assert phone.ask("GET", "/api/events?full=1").status_code == 401
    assert phone.ask("GET", "/api/events?full=1", key=phone.key(Badge(Role.TABLE))).status_code == 200


def test_codes_are_drawn_and_need_the_table_to_hold_a_key(phone: Phone) -> None:
    without = phone.ask("GET", "/api/qr/seat/1.svg")
    with_key = phone.ask("GET", "/api/qr/seat/1.svg", key=phone.key(Badge(Role.TABLE)))
    assert without.headers["content-type"].startswith("image/svg+xml")
    width = [int(re.findall(r'width="(\d+)"', found.text)[0]) for found in (without, with_key)]
    assert width[1] > width[0]
    assert phone.ask("GET", "/api/qr/seat/7.svg").status_code == 404


def test_the_pins_are_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    first = load_or_make(tmp_path)
    assert load_or_make(tmp_path) == first
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    (tmp_path / FILE_NAME).write_text("{")
    assert load_or_make(tmp_path) != first


def test_the_pins_are_told_to_this_machines_own_screen_alone(table: MemoryTable) -> None:
    assert Phone(table).ask("GET", "/api/pins").status_code == 403
    assert Phone(table).ask("GET", "/api/pins", key=Phone(table).key(Badge(Role.SETUP))).status_code == 403
    screen = Phone(stories.idle(), address="127.0.0.1")
    assert screen.ask("GET", "/api/pins").json() == {"seat": "1234", "table": "234567", "setup": "34567890"}


def test_once_something_was_recorded_the_setup_pin_is_told_no_more() -> None:
    screen = Phone(stories.seated(), address="127.0.0.1")
    assert screen.ask("GET", "/api/pins").json() == {"seat": "1234", "table": "234567"}


@pytest.mark.parametrize("page", ["/enter", "/join"])
def test_the_pages_of_entering_open(phone: Phone, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnHosts, "addresses", lambda _self, port: (f"http://10.0.0.7:{port}",))
    assert phone.ask("GET", page).status_code == 200


@pytest.mark.parametrize("page", ["/enter", "/join"])
def test_each_seat_is_named_by_who_sits_there(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnHosts, "addresses", lambda _self, port: (f"http://10.0.0.7:{port}",))
    table = stories.seated()
    hostile = "<svg/onload=alert(1)>"
    table.tell(SetName(t_ms=table.clock.t_ms, seat=1, name=hostile, source=Source(witness=Witness.PERSON)))
    text = Phone(table).ask("GET", page).text
    assert "赵大勇" in text
    assert hostile not in text
    assert "&lt;svg/onload=alert(1)&gt;" in text


@pytest.mark.parametrize(("role", "named"), [(Role.SEAT, ""), (Role.TABLE, ""), (Role.TABLE, "老王")])
def test_a_change_is_signed_by_the_key_that_sent_it(phone: Phone, table: MemoryTable, role: Role, named: str) -> None:
    side = next(side for side in table.current().seats if side.discards)
    badge = Badge(role, side.seat if role is Role.SEAT else None)
    wish = {"kind": "correct", "of": side.discards[0].event, "field": "tile", "value": "7m", "why": "看错了"}
    answer = phone.ask("POST", "/api/intents", body={"id": "s-1", "by": named, **wish}, key=phone.key(badge))
    assert answer.status_code == 200
    last = table.current().last_correction
    assert last is not None
    assert last.by == (named or (side.name if role is Role.SEAT else "table"))
