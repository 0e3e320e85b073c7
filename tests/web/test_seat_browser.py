from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from table_daemon.game.events import Corrected
from table_daemon.game.state import Phase
from table_daemon.rules.tiles import parse_tiles
from tests.web import stories
from tests.web.pictures import tile_photo
from tests.web.pressing import press_twice
from tests.web.running import RunningPages
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PHONE = (390, 844)


def test_a_player_says_hu_with_the_thumb(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        phone = watch(browser, pages, "/seat/0", size=PHONE)
        page = phone.page
        expect(page.locator("#hu")).to_be_visible()
        box = page.locator("#hu").bounding_box()
        assert box is not None
        assert box["y"] > PHONE[1] * 0.8
        press_twice(page.locator("#hu"))
        expect(page.locator("#reviews .review")).to_be_visible()
        assert pages.table.current().phase == Phase.READING_HAND
        assert phone.errors == []
        page.close()


def test_who_says_hu_unseen_writes_the_hand_as_the_answer(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        phone = watch(browser, pages, "/seat/0", size=PHONE)
        page = phone.page
        press_twice(page.locator("#hu"))
        card = page.locator("#reviews .review")
        expect(card).to_contain_text("请写出这手牌")
        card.get_by_role("button", name="手工录入和牌").click()
        for tile in splits("345m123s111z77m45s"):
            page.locator(f'.sheet .palette [data-code="{tile}"]').click()
        page.locator(".sheet .main").click()
        page.locator('.sheet .palette [data-code="6s"]').click()
        expect(page.locator("#reviews .review")).to_have_count(0)
        won = pages.table.state.match
        assert won is not None
        assert won.hand is not None
        assert won.hand.won is not None
        assert won.hand.won.winner == 0
        assert phone.errors == []
        page.close()


def splits(hand: str) -> list[str]:
    return [str(tile) for tile in parse_tiles(hand)]


@pytest.mark.parametrize(("lang", "undo"), [("zh", "没有这回事"), ("en", "It never happened")])
def test_a_foul_is_one_tap_from_being_wrong(browser: Browser, lang: str, undo: str) -> None:
    table = stories.foul()
    table.pictures["tile-28.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        phone = watch(browser, pages, f"/seat/3?lang={lang}", size=PHONE)
        page = phone.page
        page.locator("#facts .alert button").click()
        expect(page.locator(".sheet .evidence")).to_be_visible()
        page.locator(".sheet .reason").fill("看录像")
        page.get_by_role("button", name=undo).click()
        expect(page.locator("#facts .alert")).to_have_count(0)
        changes = [entry.event for entry in table.log if isinstance(entry.event, Corrected)]
        assert changes[-1].why == "看录像"
        assert table.current().seats[3].foul is None
        assert phone.errors == []
        page.close()


def test_a_hand_is_explained_to_who_pays(browser: Browser) -> None:
    with RunningPages(stories.won()) as pages:
        page = watch(browser, pages, "/seat/2", size=PHONE).page
        expect(page.locator("#explained .big")).to_have_text("−113")
        expect(page.locator("#explained .payments")).to_contain_text("拉两庄 ×4")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        page.close()
