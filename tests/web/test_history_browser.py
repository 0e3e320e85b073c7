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


def test_the_distributions_are_pictures_with_the_right_figures(browser: Browser) -> None:
    table = stories.evening()
    hands = table.history().hands
    with RunningPages(table) as pages:
        watched = watch(browser, pages, "/history", size=(1280, 720))
        page = watched.page
        expect(page.locator("#figures figure h3")).to_have_text(
            ["各番种次数", "各番数次数", "各人和的次数", "小相公", "谁付给谁"]
        )
        wins = [sum(hand.winner == seat for hand in hands) for seat in range(4)]
        told = page.locator("#figures figure", has_text="各人和的次数").locator("text.strong").all_text_contents()
        assert [int(text) for text in told] == wins
        paid = page.locator(".feeding td span").all_text_contents()
        assert sum(int(text) for text in paid) == sum(net for hand in hands for net in hand.net if net > 0)
        assert page.locator(".feeding circle").count() == 12
        assert watched.errors == []
        page.close()


def test_an_earlier_match_is_chosen_read_and_taken_away(browser: Browser) -> None:
    table = stories.two_matches()
    with RunningPages(table) as pages:
        watched = watch(browser, pages, "/history?lang=en", size=(390, 844))
        page = watched.page
        expect(page.locator("#matches .match-row")).to_have_count(2)
        expect(page.locator("#hands tbody tr")).to_have_count(1)
        page.locator("#matches .match-row button").last.click()
        expect(page.locator("#hands tbody tr")).to_have_count(2)
        page.locator("#hands tbody button").last.click()
        expect(page.locator(".sheet .story-line").first).to_be_visible()
        expect(page.locator(".sheet .story-line.settled")).to_have_count(1)
        page.keyboard.press("Escape")
        with page.expect_download() as taken:
            page.locator("#export-csv").click()
        rows = taken.value.path().read_text(encoding="utf-8-sig").splitlines()
        assert len(rows) == 3
        assert "张伟" in rows[1]
        assert watched.errors == []
        page.close()


def test_an_earlier_match_is_corrected(browser: Browser) -> None:
    table = stories.two_matches()
    now = table.current()
    with RunningPages(table) as pages:
        watched = watch(browser, pages, "/history?lang=en", size=(390, 844))
        page = watched.page
        page.locator("#matches .match-row button").last.click()
        expect(page.locator("#hands tbody tr")).to_have_count(2)
        page.locator("#hands tbody button").first.click()
        page.locator(".sheet .story-line.hand_won button").first.click()
        page.locator(".sheet button", has_text="It never happened").click()
        expect(page.locator(".sheet p").first).to_have_text("Done")
        page.keyboard.press("Escape")
        expect(page.locator("#hands tbody tr")).to_have_count(1)
        assert watched.errors == []
        page.close()
    assert table.log[-1].about is not None
    assert [seat.score for seat in table.current().seats] == [seat.score for seat in now.seats]


def test_the_sheet_is_printed_without_buttons(browser: Browser) -> None:
    with RunningPages(stories.evening()) as pages:
        page = watch(browser, pages, "/history", size=(1280, 720)).page
        expect(page.locator("#hands tbody tr")).to_have_count(10)
        page.emulate_media(media="print")
        expect(page.locator("#print")).to_be_hidden()
        expect(page.locator("nav")).to_be_hidden()
        expect(page.locator("#hands table")).to_be_visible()
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert background == "rgb(255, 255, 255)"
        page.close()
