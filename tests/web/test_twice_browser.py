"""The second press of a button that asks first counts once its question could be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from table_daemon.game.state import Phase
from tests.web import stories
from tests.web.pressing import press_again
from tests.web.running import RunningPages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("path", "button"), [("/seat/0", "#hu"), ("/table", "#end"), ("/table", "#draw")])
def test_a_bouncing_tap_asks_and_does_nothing(browser: Browser, path: str, button: str) -> None:
    with RunningPages(stories.playing()) as pages:
        before = pages.table.current()
        page = browser.new_page()
        page.goto(pages.base + path)
        pressed = page.locator(button)
        expect(pressed).to_be_visible()
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        sure = pressed.get_attribute("data-sure")
        pressed.dblclick()
        expect(pressed).to_have_text(str(sure))
        page.clock.run_for(300)
        pressed.click()
        expect(pressed).to_have_text(str(sure))
        assert pages.table.current().version == before.version
        page.close()


def test_the_press_of_somebody_who_read_the_question_counts(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = browser.new_page()
        page.goto(pages.base + "/seat/0")
        hu = page.locator("#hu")
        hu.dblclick()
        press_again(hu)
        expect(page.locator("#reviews .review")).to_be_visible()
        assert pages.table.current().phase == Phase.READING_HAND
        page.close()


def test_a_question_that_nobody_answers_goes_away(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = browser.new_page()
        page.goto(pages.base + "/seat/0")
        hu = page.locator("#hu")
        expect(hu).to_be_visible()
        page.clock.install()
        words = hu.inner_text()
        hu.click()
        expect(hu).not_to_have_text(words)
        page.clock.run_for(4100)
        expect(hu).to_have_text(words)
        page.close()
