"""A phone in the house gets its role: by a PIN, by the code on the TV, and only for a while."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web import stories
from tests.web.running import RunningPages
from tests.web.watching import Watched, watch
from web_display.hosts import OwnHosts
from web_display.roles import PASS_S, QR_S, TRIES_EACH, Badge, Doorkeeper, Role, Secrets, Use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PHONE = (390, 844)
SECRETS = Secrets(seat_pin="1234", table_pin="234567", setup_pin="34567890", signing=b"k" * 32)


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningPages]:
    monkeypatch.setattr(OwnHosts, "addresses", lambda _self, port: (f"http://10.0.0.7:{port}",))
    table = stories.playing()
    table.keeper = Doorkeeper(SECRETS)
    with RunningPages(table, phone="192.168.1.20") as running:
        yield running


def keeper(pages: RunningPages) -> Doorkeeper:
    assert pages.table.keeper is not None
    return pages.table.keeper


def now_s(pages: RunningPages) -> float:
    return pages.table.clock.t_ms / 1000


def unexpected(watched: Watched) -> list[str]:
    """Return what went wrong but for the answers that a wrong PIN and a missing right are meant to get."""
    return [error for error in watched.errors if not re.search(r"status of 4(?:01|03|29)", error)]


@pytest.mark.parametrize(("page_name", "pin"), [("table", SECRETS.table_pin), ("setup", SECRETS.setup_pin)])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_page_asks_for_its_pin_and_then_opens(
    browser: Browser, pages: RunningPages, page_name: str, pin: str, lang: str
) -> None:
    watched = watch(browser, pages, f"/{page_name}?lang={lang}", size=PHONE)
    page = watched.page
    assert f"/enter?next={page_name}" in page.url
    assert page.evaluate("document.documentElement.dataset.lang") == lang
    page.locator("#pin").fill("000000")
    page.locator("#enter button").click()
    expect(page.locator("#said")).to_have_text({"zh": "密码不对", "en": "this is not the PIN"}[lang])
    page.locator("#pin").fill(pin)
    page.locator("#enter button").click()
    page.wait_for_url(f"**/{page_name}?lang={lang}")
    expect(page.locator("h1")).to_be_visible()
    assert unexpected(watched) == []
    page.close()


def test_a_pin_is_entered_with_the_keyboard_alone(browser: Browser, pages: RunningPages) -> None:
    page = watch(browser, pages, "/enter?seat=2", size=PHONE).page
    expect(page.locator("#seat")).to_have_value("2")
    page.keyboard.press("Tab")
    page.keyboard.type(SECRETS.seat_pin)
    page.keyboard.press("Enter")
    page.wait_for_url("**/seat/2?lang=zh")
    page.close()


def test_who_guesses_too_often_waits(browser: Browser, pages: RunningPages) -> None:
    watched = watch(browser, pages, "/enter?lang=en", size=PHONE)
    page = watched.page
    for number in range(TRIES_EACH + 1):
        page.locator("#pin").fill(f"{number}000")
        with page.expect_response("**/api/enter"):
            page.locator("#enter button").click()
    expect(page.locator("#said")).to_contain_text("wait ten minutes")
    page.locator("#pin").fill(SECRETS.table_pin)
    page.locator("#enter button").click()
    expect(page.locator("#said")).to_contain_text("wait ten minutes")
    assert unexpected(watched) == []
    page.close()


def test_a_scanned_code_makes_a_player_and_lets_it_choose(browser: Browser, pages: RunningPages) -> None:
    scanned = keeper(pages).key(Badge(Role.SEAT, 2), Use.SCAN, now_s=now_s(pages))
    watched = watch(browser, pages, f"/enter/2/{scanned}", size=PHONE)
    page = watched.page
    assert page.url.endswith("/seat/2")
    page.locator("#la [data-value='2']").click()
    expect(page.locator("#la [data-value='2']")).to_have_attribute("aria-pressed", "true")
    before = pages.table.current().seats[1]
    page.goto(f"{pages.base}/seat/1")
    page.locator("#la [data-value='2']").click()
    expect(page.locator("#said")).to_contain_text("这件事不归这个座位管")
    assert pages.table.current().seats[1] == before
    assert unexpected(watched) == []
    page.close()


def test_an_old_code_says_so_and_still_leads_to_the_pin(browser: Browser, pages: RunningPages) -> None:
    old = keeper(pages).key(Badge(Role.SEAT, 3), Use.SCAN, now_s=now_s(pages) - QR_S - 1)
    page = watch(browser, pages, f"/enter/3/{old}", size=PHONE).page
    expect(page.locator("#late")).to_have_text("二维码过期了，请再扫一次。")
    expect(page.locator("#seat")).to_have_value("3")
    page.close()


def test_a_role_ends_after_the_night(browser: Browser, pages: RunningPages) -> None:
    page = watch(browser, pages, "/enter?next=table", size=PHONE).page
    page.locator("#pin").fill(SECRETS.table_pin)
    page.locator("#enter button").click()
    page.wait_for_url("**/table?lang=zh")

    def next_day() -> None:
        pages.table.clock.t_ms += (PASS_S + 60) * 1000

    pages.do(next_day)
    page.goto(f"{pages.base}/table")
    assert "/enter?next=table" in page.url
    page.close()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_codes_are_drawn_whole(browser: Browser, pages: RunningPages, lang: str) -> None:
    watched = watch(browser, pages, f"/join?lang={lang}", size=PHONE)
    page = watched.page
    watched.settle()
    assert page.locator("figure img[src*='/seat/']").count() == 4
    assert page.locator("figure img").evaluate_all("(all) => all.every((one) => one.naturalWidth > 100)")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert watched.errors == []
    page.close()
