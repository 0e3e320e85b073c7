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


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_hand_is_read_again_with_its_reasons(browser: Browser, lang: str, size: tuple[int, int]) -> None:
    with RunningPages(stories.evening()) as pages:
        watched = watch(browser, pages, f"/history?lang={lang}", size=size)
        page = watched.page
        expect(page.locator("#curve polyline")).to_have_count(4)
        expect(page.locator("#standings .standing b")).to_have_text(["140", "84", "0", "−224"])
        expect(page.locator("#matches .match-row")).to_have_count(1)
        page.locator("#hands tbody tr").last.locator("button").click()
        expect(page.locator(".sheet .payments").first).to_contain_text("28")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert watched.errors == []
        page.close()
