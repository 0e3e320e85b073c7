"""How soon every page is back after the server was away, by itself and with the whole state."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web import stories
from tests.web.chromium import ARGS
from tests.web.running import RunningPages
from tests.web.stories import Teller

pytestmark = [pytest.mark.bench, pytest.mark.browser]

PATHS: Final = ("/", "/overlay", "/seat/2", "/table", "/setup")
MOST_S: Final = 5.0
AWAY_S: Final = 6.0


def opened(browser: Browser, base: str) -> list[Page]:
    """Every page that follows the table."""
    pages = []
    for path in PATHS:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(base + path)
        expect(page.locator("#stale")).to_be_hidden()
        pages.append(page)
    expect(pages[0].locator("#wall-left")).to_have_text("38")
    return pages


def test_every_page_is_back_by_itself(chromium: str, figure: Callable[[str], None]) -> None:
    table = stories.playing()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=ARGS)
        with RunningPages(table) as running:
            port = running.port
            pages = opened(browser, running.base)
        ended_s = time.monotonic()
        for page in pages:
            expect(page.locator("#stale")).to_be_visible(timeout=20_000)
        said_s = time.monotonic() - ended_s
        pages[0].wait_for_timeout(max(0.0, AWAY_S - said_s) * 1000)
        Teller(table).discard(3, "9p")
        began_s = time.monotonic()
        with RunningPages(table, port=port):
            back_s = []
            for page in pages:
                expect(page.locator("#stale")).to_be_hidden(timeout=20_000)
                back_s.append(time.monotonic() - began_s)
            expect(pages[0].locator("#wall-left")).to_have_text("37")
            expect(pages[1].get_by_text("37")).to_be_visible()
            for page in pages:
                page.close()
        browser.close()
    back = max(back_s)
    figure(f"server away: all {len(PATHS)} pages say so within {said_s:.1f} s, are back {back:.1f} s after its start")
    assert back <= MOST_S
