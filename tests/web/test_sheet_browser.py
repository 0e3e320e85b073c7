"""While a sheet lies over the page, the keyboard stays in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web import stories
from tests.web.running import RunningPages
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

IN_SHEET = "document.querySelector('.sheet').contains(document.activeElement)"
HERE = "document.activeElement.textContent"


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_the_keyboard_goes_round_in_a_sheet(browser: Browser, key: str) -> None:
    with RunningPages(stories.won()) as pages:
        page = watch(browser, pages, "/table").page
        page.get_by_role("button", name="换座位").click()
        expect(page.locator(".sheet")).to_be_focused()
        seen = []
        for _ in range(14):
            page.keyboard.press(key)
            assert page.evaluate(IN_SHEET)
            seen.append(page.evaluate(HERE))
        assert {"取消", "换这两位"} <= set(seen)
        page.close()


def test_escape_puts_away_the_topmost_sheet_alone(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = watch(browser, pages, "/table").page
        page.get_by_role("button", name="手工录入和牌").click()
        page.locator(".sheet").get_by_role("button", name="和张", exact=True).click()
        expect(page.locator(".sheet")).to_have_count(2)
        page.keyboard.press("Escape")
        expect(page.locator(".sheet")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".sheet")).to_have_count(0)
        page.close()
