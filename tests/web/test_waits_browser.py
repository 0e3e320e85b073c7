"""A player asks what his tiles wait for, on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web import stories
from tests.web.axe import violations
from tests.web.running import RunningPages
from tests.web.stories import Teller
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PHONE = (390, 844)
HELD = ["4m", "6m", "1s", "2s", "3s", "7s", "8s", "9s", "6s", "6s"]
"""Beside the 碰 of seat 2."""


@pytest.mark.parametrize(
    ("lang", "title", "worth", "left"),
    [("zh", "听什么", "6 番", "剩 4 张"), ("en", "What am I waiting for?", "6 fan", "4 left")],
)
def test_a_player_sees_what_his_tiles_wait_for(browser: Browser, lang: str, title: str, worth: str, left: str) -> None:
    table = stories.playing()
    table.waits_helper = True
    with RunningPages(table) as pages:
        phone = watch(browser, pages, f"/seat/2?lang={lang}", size=PHONE)
        page = phone.page
        page.locator("#waits summary", has_text=title).click()
        for code in HELD:
            page.locator(f"#waits-held [data-code='{code}']").click()
        first = page.locator("#waits-found .wait").first
        expect(first.locator(".tile")).to_have_attribute("data-tile", "5m")
        expect(first.locator("b")).to_have_text(worth)
        expect(first.locator("small")).to_have_text(left)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        pages.do(lambda: Teller(table).discard(3, "5m"))
        expect(first.locator("small")).to_have_text(left.replace("4", "3"))
        page.locator("#waits-held .chosen .tile-button").first.click()
        expect(page.locator("#waits-found .wait")).to_have_count(0)
        assert phone.errors == []
        assert violations(page) == []
        page.close()


def test_without_the_setting_the_page_offers_nothing(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        phone = watch(browser, pages, "/seat/2", size=PHONE)
        expect(phone.page.locator("#hu")).to_be_visible()
        expect(phone.page.locator("#waits")).to_have_count(0)
        assert phone.errors == []
        phone.page.close()
