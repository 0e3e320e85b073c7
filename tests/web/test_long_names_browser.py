"""Names with no place to break a line push no page of a phone sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from table_daemon.game.commands import SetName
from tests.web import stories
from tests.web.running import RunningPages
from tests.web.watching import watch
from web_display.hosts import OwnHosts

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.service import MemoryTable

pytestmark = pytest.mark.browser

PHONE = (390, 844)
WIDEST = "W" * 40
SHOWN = {
    "/table": ".review .answers, .story-line",
    "/seat/0": "#state .big",
    "/history": "#standings .standing, #hands p",
    "/join": "main bdi",
    "/enter": "#seat",
    "/setup": "#ready .verdict",
}
"""What each page shows once the names stand on it."""


@pytest.fixture(autouse=True)
def _addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnHosts, "addresses", lambda _self, port: (f"http://10.0.0.7:{port}",))


def widest(table: MemoryTable) -> MemoryTable:
    """Name everybody anew, as the log tells it."""
    teller = stories.Teller(table)
    for seat in range(4):
        teller.tell(SetName(t_ms=teller.t_ms, seat=seat, name=WIDEST, source=stories.PERSON))
    return table


@pytest.mark.parametrize("story", [stories.doubtful_hand, stories.won, stories.evening])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_no_page_of_a_phone_is_wider_than_it(browser: Browser, story: stories.Story, lang: str) -> None:
    with RunningPages(widest(story())) as pages:
        for path, shown in SHOWN.items():
            watched = watch(browser, pages, f"{path}?lang={lang}", size=PHONE)
            expect(watched.page.locator(shown).first).to_be_attached()
            assert (path, watched.page.evaluate("document.documentElement.scrollWidth")) == (path, PHONE[0])
            watched.page.close()


def test_the_story_of_a_hand_is_no_wider_than_its_sheet(browser: Browser) -> None:
    with RunningPages(widest(stories.evening())) as pages:
        page = watch(browser, pages, "/history", size=PHONE).page
        page.locator("#hands tbody tr button").first.click()
        expect(page.locator(".sheet .payments").first).to_be_visible()
        assert page.locator(".sheet").evaluate("(sheet) => sheet.scrollWidth - sheet.clientWidth") == 0
        page.close()
