from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from table_daemon.game.commands import EndMatch
from tests.web import stories
from tests.web.running import RunningPages
from tests.web.stories import Teller
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.service import MemoryTable

pytestmark = pytest.mark.browser

PAINTED = "#stage[data-version]"
SIZES = ((1920, 1080), (1280, 720), (3840, 2160))


def ended() -> MemoryTable:
    table = stories.evening()
    Teller(table).tell(EndMatch(t_ms=table.clock.t_ms, source=stories.PERSON))
    return table


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_end_of_a_match_shows_curve_and_best_hands(browser: Browser, lang: str) -> None:
    with RunningPages(ended()) as pages:
        tv = watch(browser, pages, f"/?lang={lang}")
        page = tv.page
        expect(page.locator("#between")).to_be_visible()
        expect(page.locator("#between polyline")).to_have_count(4)
        expect(page.locator("#between .best-hand").first).to_contain_text("28")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            tv.settle()
            assert tv.misplaced() == [], f"{width} x {height}"
        assert tv.errors == []
        page.close()


def test_the_curve_takes_turns_with_the_result(browser: Browser) -> None:
    with RunningPages(stories.evening()) as pages:
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.clock.install()
        page.goto(pages.base)
        page.wait_for_selector(PAINTED)
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("#between")).to_be_hidden()
        expect(page.locator("#between .rank")).to_have_count(4)
        page.clock.fast_forward(25_100)
        expect(page.locator("#between")).to_be_visible()
        page.clock.fast_forward(15_100)
        expect(page.locator("#between")).to_be_hidden()
        page.close()


NOTE_CHIPS = """
window.chips = 0;
new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
  if (node.className === "chip") window.chips += 1;
}))).observe(document, { childList: true, subtree: true });
"""
"""Counts chips as they appear: they are gone again before a busy machine looks."""


def test_chips_move_from_who_pays_to_who_is_paid(browser: Browser) -> None:
    with RunningPages(stories.won()) as pages:
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.add_init_script(NOTE_CHIPS)
        page.goto(pages.base)
        page.wait_for_function("() => window.chips === 6")
        expect(page.locator(".chip")).to_have_count(0, timeout=20_000)
        page.close()


def test_nothing_moves_for_people_who_want_no_motion(browser: Browser) -> None:
    with RunningPages(stories.won()) as pages:
        page = browser.new_page(reduced_motion="reduce")
        page.goto(pages.base)
        expect(page.locator("#result")).to_be_visible()
        # A colour that fades is no motion.
        moving = page.evaluate(
            "document.getAnimations().map((one) => one.animationName ?? one.transitionProperty)"
            ".filter((name) => !name.endsWith('color'))"
        )
        assert moving == []
        assert page.locator(".chip").count() == 0
        page.close()


def test_the_light_theme_is_light(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        tv = watch(browser, pages, "/?theme=light")
        tv.page.wait_for_selector(PAINTED)
        tv.settle()
        assert tv.misplaced() == []
        assert (
            tv.page.evaluate("getComputedStyle(document.querySelector('#stage')).backgroundColor")
            == "rgb(233, 228, 214)"
        )
        assert tv.errors == []
        tv.page.close()
