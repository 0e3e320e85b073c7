"""Sound and speech of the TV page: off unless asked, and a hint where the browser keeps silent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from table_daemon.game.commands import DrawHand
from tests.web import stories
from tests.web.running import RunningPages
from tests.web.stories import Teller

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAINTED: Final = "#stage[data-version]"
LISTEN: Final = """
window.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones.push(this.frequency.value); start.call(this, at); };
window.made = 0;
const Made = window.AudioContext;
window.AudioContext = class extends Made { constructor() { super(); window.made += 1; } };
"""
"""Notes every tone that is started, and every audio context that is made."""
VOICES: Final = """
window.said = [];
speechSynthesis.getVoices = () => [{ lang: "en-US", name: "a" }, { lang: "%s", name: "b", localService: true }];
speechSynthesis.speak = (words) => window.said.push(words.text);
Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", { set() {}, get() { return null; } });
"""
"""A machine with voices; this one has none. What is said is noted."""


def opened(browser: Browser, pages: RunningPages, query: str, script: str) -> Page:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.add_init_script(script)
    # The page readies its sound before it follows the table. Whatever the driver evaluates counts as a person's touch,
    # so it has to keep still until then.
    with page.expect_request("**/api/stream"):
        page.goto(f"{pages.base}/?{query}", wait_until="commit")
    page.wait_for_selector(PAINTED)
    return page


def test_it_is_silent_unless_asked(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = opened(browser, pages, "", LISTEN + VOICES % "zh-CN")
        pages.do(lambda: Teller(pages.table).discard(3, "9p"))
        expect(page.locator("#river-3 .tile").last).to_have_attribute("data-tile", "9p")
        assert page.evaluate("[window.made, window.tones, window.said]") == [0, [], []]
        expect(page.locator(".sound-hint")).to_have_count(0)
        page.close()


def test_a_touch_lets_it_sound_and_the_hint_goes(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = opened(browser, pages, "sound=1", LISTEN)
        hint = page.locator(".sound-hint")
        expect(hint).to_have_text("点一下屏幕或按任意键，就有声音")
        pages.do(lambda: Teller(pages.table).discard(3, "9p"))
        expect(page.locator("#river-3 .tile").last).to_have_attribute("data-tile", "9p")
        assert page.evaluate("window.tones") == []
        page.keyboard.press("Space")
        expect(hint).to_have_count(0)
        pages.do(lambda: Teller(pages.table).discard(0, "1s"))
        page.wait_for_function("() => window.tones.length === 1")
        pages.do(lambda: Teller(pages.table).discard(1, "6p"))
        page.wait_for_function("() => window.tones.length === 4")
        page.close()


def test_news_is_said_in_chinese(browser: Browser) -> None:
    with RunningPages(stories.seated()) as pages:
        page = opened(browser, pages, "speech=1", VOICES % "zh-CN")
        teller = Teller(pages.table)
        pages.do(lambda: teller.deal(indicator="5p"))
        page.wait_for_function("() => window.said.length === 1")
        pages.do(lambda: teller.discard(0, "9p"))
        page.wait_for_function("() => window.said.length === 2")
        pages.do(lambda: teller.discard(1, "6p"))
        page.wait_for_function("() => window.said.length === 4")
        pages.do(lambda: teller.tell(DrawHand(t_ms=teller.t_ms, source=stories.LINK)))
        page.wait_for_function("() => window.said.length === 5")
        said = page.evaluate("window.said")
        assert said == ["混儿是五饼和六饼", "九饼", "六饼", "李秀英，小相公", "荒庄"]
        page.close()


def test_a_win_is_said_in_english(browser: Browser) -> None:
    table = stories.playing()
    teller = Teller(table)
    teller.play("3s", first=3)
    with RunningPages(table) as pages:
        page = opened(browser, pages, "speech=1&lang=en", VOICES % "en_GB")
        pages.do(lambda: teller.lay_down(0, "46m1234p5p5p78p6p22s", "5m"))
        page.wait_for_function("() => window.said.length > 0")
        assert page.evaluate("window.said.slice(-1)") == ["张伟 wins, 14 fan"]
        page.close()


def test_a_machine_without_voices_says_so(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = opened(browser, pages, "speech=1", "speechSynthesis.getVoices = () => [];")
        expect(page.locator(".sound-hint")).to_have_text("这台机器没有中文语音")
        page.close()


def test_scores_are_counted_to_their_new_value(browser: Browser) -> None:
    table = stories.playing()
    teller = Teller(table)
    teller.play("3s", first=3)
    with RunningPages(table) as pages:
        page = opened(browser, pages, "", "")
        page.evaluate(
            "() => { const node = document.querySelector('#seat-0 .score'); window.shown = [];"
            " new MutationObserver(() => window.shown.push(Number(node.textContent)))"
            ".observe(node, { childList: true, characterData: true, subtree: true }); }"
        )
        pages.do(lambda: teller.lay_down(0, "46m1234p5p5p78p6p22s", "5m"))
        expect(page.locator("#seat-0 .score")).to_have_text("194")
        expect(page.locator("#seat-0 .score")).to_have_class(re.compile(r"\brising\b"))
        expect(page.locator("#seat-1 .score")).to_have_class(re.compile(r"\bfalling\b"))
        expect(page.locator("#result .now strong").first).to_have_text("194")
        shown = page.evaluate("window.shown")
        assert shown == sorted(shown)
        assert len(shown) > 1
        page.close()


def test_scores_stand_at_once_for_people_who_want_no_motion(browser: Browser) -> None:
    table = stories.playing()
    teller = Teller(table)
    teller.play("3s", first=3)
    with RunningPages(table) as pages:
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
        page.goto(pages.base)
        page.wait_for_selector(PAINTED)
        page.evaluate(
            "() => { const node = document.querySelector('#seat-0 .score'); window.shown = [];"
            " new MutationObserver(() => window.shown.push(node.textContent)).observe(node, { childList: true }); }"
        )
        pages.do(lambda: teller.lay_down(0, "46m1234p5p5p78p6p22s", "5m"))
        expect(page.locator("#seat-0 .score")).to_have_text("194")
        assert page.evaluate("window.shown") == ["194"]
        page.close()
