"""A page that loses the machine while it loads says so, asks again, and is painted in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web import stories
from tests.web.running import RunningPages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

PAINTED = {
    "/": "#stage[data-version]",
    "/seat/0": "#state .big",
    "/table": "#standing .standing, .story-line",
    "/history": "#standings .standing",
    "/overlay": "#strip .cell",
    "/setup": "#ready .verdict",
}
"""What each page shows once it has the table's state."""


def opened(browser: Browser, pages: RunningPages, path: str, *, without: str, fails: int = 1) -> Page:
    """Open ``path`` where what matches ``without`` gets no answer the first ``fails`` times."""
    page = browser.new_page()
    left = [fails]

    def answer(route: Route) -> None:
        if left[0] > 0:
            left[0] -= 1
            route.abort()
        else:
            route.continue_()

    page.route(without, answer)
    page.goto(pages.base + path)
    return page


@pytest.mark.parametrize("path", PAINTED)
def test_words_that_did_not_come_are_asked_for_again(browser: Browser, path: str) -> None:
    with RunningPages(stories.won()) as pages:
        page = opened(browser, pages, path, without="**/i18n/zh.json")
        expect(page.locator(PAINTED[path]).first).to_be_attached()
        expect(page.locator("#stale")).to_be_hidden()
        page.close()


def test_while_the_words_do_not_come_the_page_says_so_in_its_language(browser: Browser) -> None:
    with RunningPages(stories.won()) as pages:
        page = opened(browser, pages, "/?lang=en", without="**/i18n/en.json", fails=4)
        expect(page.locator("#stale")).to_have_text("No data yet")
        expect(page.locator(PAINTED["/"])).to_be_attached(timeout=10_000)
        expect(page.locator("#stale")).to_be_hidden()
        page.close()


@pytest.mark.parametrize("without", ["**/js/stream.js", "**/js/tv.js", "**/css/tv.css"])
def test_a_part_that_did_not_load_loads_the_page_anew(browser: Browser, without: str) -> None:
    with RunningPages(stories.won()) as pages:
        page = opened(browser, pages, "/", without=without)
        with page.expect_navigation():
            expect(page.locator("#stale")).to_have_text("还没有收到数据")
        expect(page.locator(PAINTED["/"])).to_be_attached()
        expect(page.locator("#stale")).to_be_hidden()
        page.close()


def test_the_page_is_loaded_anew_only_once_the_machine_answers(browser: Browser) -> None:
    table = stories.won()
    with RunningPages(table) as pages:
        page = opened(browser, pages, "/", without="**/js/stream.js")
        port, address = pages.port, page.url
        # A machine that is slow to stop would still answer, and have the page loaded anew from what is going away.
        page.route(address, lambda route: route.abort())
    page.unroute(address)
    with page.expect_event("requestfailed", lambda request: request.method == "HEAD"):
        pass
    assert page.url == address
    with RunningPages(table, port=port):
        expect(page.locator(PAINTED["/"])).to_be_attached(timeout=10_000)
        page.close()


@pytest.mark.parametrize("without", ["**/api/events?*", "**/api/role"])
def test_a_story_that_did_not_come_is_asked_for_again(browser: Browser, without: str) -> None:
    with RunningPages(stories.won()) as pages:
        page = opened(browser, pages, "/table", without=without)
        expect(page.locator(".story-line").first).to_be_visible()
        page.close()
