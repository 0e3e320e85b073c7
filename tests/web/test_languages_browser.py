from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import web_display
from table_daemon.game.commands import AnswerReview, Correct
from table_daemon.views import HealthFigure, HealthItem, HealthLevel, HealthPart, HealthView
from tests.web import stories
from tests.web.languages import chinese_in, english_in, said_on
from tests.web.pictures import tile_photo
from tests.web.running import RunningPages
from tests.web.watching import open_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.service import MemoryTable

pytestmark = pytest.mark.browser

TV, PHONE = (1280, 720), (390, 844)
PAIRS = json.loads((Path(web_display.__file__).parent / "static" / "i18n" / "zh-Hant.json").read_text(encoding="utf-8"))
ILL = HealthView(
    items=(
        HealthItem(part=HealthPart.CAMERA, level=HealthLevel.BAD, message="no camera answers at /dev/video0"),
        HealthItem(part=HealthPart.LINK, level=HealthLevel.WARN, message="no answer", message_zh="采集板还没有应答"),
        HealthItem(
            part=HealthPart.PICTURE,
            level=HealthLevel.WARN,
            message="too dark: light the table",
            message_zh="太暗：请开灯",
            figures=(
                HealthFigure(
                    name="dark", value=0.1, limit=0.3, unit="0..1", bad=True, advice="light it", advice_zh="请开灯"
                ),
            ),
        ),
    )
)


def corrected() -> MemoryTable:
    """A question answered and a fact changed: both stand in the log with the rules' own reasons."""
    table = stories.doubtful_wild()
    review = table.current().reviews[0]
    teller = stories.Teller(table)
    teller.tell(AnswerReview(t_ms=teller.t_ms, review=review.id, choice=review.answers[0], source=stories.PERSON))
    first = table.current().seats[0].discards[0].event
    teller.tell(Correct(t_ms=teller.t_ms, of=first, field="tile", value="2z", why="", by="", source=stories.PERSON))
    table.health = ILL
    return table


SHOWN = {
    "idle": (stories.idle, ["/", "/table", "/enter", "/join", "/seat/0", "/setup"]),
    "seated": (stories.seated, ["/", "/seat/1", "/join"]),
    "foul": (stories.foul, ["/", "/seat/3", "/overlay"]),
    "false_hu": (stories.false_hu, ["/", "/seat/3", "/table"]),
    "won_big": (stories.won_big, ["/", "/seat/0", "/table"]),
    "drawn": (stories.drawn, ["/", "/seat/0"]),
    "doubtful": (stories.doubtful_wild, ["/", "/seat/0", "/table"]),
    "corrected": (corrected, ["/", "/table", "/setup"]),
    "evening": (stories.evening, ["/", "/history"]),
}


def follow(page: Page, path: str) -> None:
    """Let the page finish what it shows, and open what it opens by a tap."""
    if path == "/history":
        page.locator("#hands tbody tr button").first.click()
        expect(page.locator(".sheet .story-line").first).to_be_visible()
    elif path == "/table":
        expect(page.locator("#rules dt").first).to_be_attached()
        if page.locator("#enter-hand").is_visible():
            page.locator("#enter-hand").click()
            expect(page.locator(".sheet").first).to_be_visible()
    elif path == "/setup":
        expect(page.locator(".checks li").first).to_be_visible()
    elif path.startswith("/seat"):
        expect(page.locator("#state p").first).to_be_visible()
    elif path in {"/", "/overlay"}:
        page.wait_for_load_state("load")


@pytest.mark.parametrize("moment", SHOWN)
@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh"])
def test_every_word_is_in_the_page_s_language(browser: Browser, lang: str, moment: str) -> None:
    story, paths = SHOWN[moment]
    table = story()
    table.pictures = dict.fromkeys(("tile-7.jpg", "tile-28.jpg"), tile_photo())
    with RunningPages(table, hosts=("queyan",)) as pages:
        for path in paths:
            size = TV if path in {"/", "/overlay"} else PHONE
            watched = open_page(browser, f"{pages.base}{path}?lang={lang}", size=size)
            if path == "/":
                watched.page.wait_for_selector("#stage[data-version]")
            follow(watched.page, path)
            texts = said_on(watched.page)
            assert texts, path
            if lang == "en":
                assert (path, chinese_in(texts)) == (path, [])
            else:
                assert (path, english_in(texts)) == (path, [])
            assert watched.errors == []
            if lang == "zh-Hant":
                assert (path, [text for text in texts if {*text} & {*PAIRS["simplified"]}]) == (path, [])
            watched.page.close()
