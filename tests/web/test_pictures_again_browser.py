"""Pictures that did not come are asked for again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web import stories
from tests.web.running import RunningPages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

ALL_HERE = "() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)"
BROKEN = "() => [...document.images].some((one) => one.complete && one.naturalWidth === 0)"


def without_pictures(page: Page, *, fails: int) -> None:
    """Let the first ``fails`` fetches of a tile's picture go unanswered."""
    left = [fails]

    def answer(route: Route) -> None:
        if left[0] > 0:
            left[0] -= 1
            route.abort()
        else:
            route.continue_()

    page.route("**/static/tiles/*.svg", answer)


def test_tiles_that_did_not_come_are_asked_for_again(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = browser.new_page()
        without_pictures(page, fails=3)
        page.goto(pages.base)
        page.wait_for_function(BROKEN)
        page.wait_for_function(ALL_HERE)
        page.close()


def test_tiles_that_never_came_are_asked_for_once_the_machine_is_back(browser: Browser) -> None:
    table = stories.playing()
    page = browser.new_page()
    with RunningPages(table) as pages:
        without_pictures(page, fails=10_000)
        page.goto(pages.base)
        page.wait_for_function(BROKEN)
        port = pages.port
    expect(page.locator("#stale")).to_be_visible(timeout=6000)
    page.unroute("**/static/tiles/*.svg")
    with RunningPages(table, port=port):
        expect(page.locator("#stale")).to_be_hidden(timeout=6000)
        page.wait_for_function(ALL_HERE, timeout=2000)
        page.close()
