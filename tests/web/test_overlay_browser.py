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


@pytest.mark.parametrize(("query", "size_px"), [("", "19.2px"), ("?scale=0.5", "9.6px"), ("?scale=x", "19.2px")])
def test_the_strip_is_sized_by_its_address_and_is_transparent(browser: Browser, query: str, size_px: str) -> None:
    with RunningPages(stories.playing()) as pages:
        overlay = watch(browser, pages, f"/overlay{query}", size=(1920, 200))
        expect(overlay.page.locator("#strip .cell")).to_have_count(5)
        assert overlay.page.evaluate("getComputedStyle(document.documentElement).fontSize") == size_px
        assert overlay.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        assert overlay.errors == []
        overlay.page.close()
