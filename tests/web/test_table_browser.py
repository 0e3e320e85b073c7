from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web import stories
from tests.web.pictures import tile_photo
from tests.web.pressing import press_again
from tests.web.running import RunningPages
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

PHONE = (390, 844)


def tap_tiles(page: Page, codes: str) -> None:
    for code in codes.split():
        page.locator(f".sheet .palette [data-code='{code}']").last.click()


def pick(page: Page, code: str) -> None:
    page.locator(".sheet").last.locator(f".palette [data-code='{code}']").click()


def line_of(page: Page, seq: int) -> Locator:
    return page.locator(f".story-line[data-seq='{seq}']")


def test_the_story_shows_the_tile_and_its_picture(browser: Browser) -> None:
    table = stories.foul()
    table.pictures["tile-28.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        watched = watch(browser, pages, "/table", size=PHONE)
        page = watched.page
        line = page.locator(".story-line.discard").filter(has=page.locator("[data-tile='6m']"))
        expect(line).to_contain_text("赵大勇")
        expect(line.locator(".photo")).to_be_visible()
        expect(page.locator(".story-line.foul").first).to_contain_text("小相公")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert watched.errors == []
        page.close()


def test_a_discard_is_corrected_with_the_tile_picker(browser: Browser) -> None:
    table = stories.foul()
    table.pictures["tile-28.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        wrong = next(d for d in pages.table.current().seats[3].discards if d.tile == "6m")
        watched = watch(browser, pages, "/table", size=PHONE)
        page = watched.page
        line_of(page, wrong.event).get_by_role("button", name="改").click()
        page.locator(".sheet").get_by_role("button", name="哪张牌").click()
        pick(page, "9m")
        expect(page.locator("#said")).to_contain_text("不再是小相公")
        expect(line_of(page, wrong.event)).to_contain_text("已改")
        expect(line_of(page, wrong.event).locator("[data-tile='9m']")).to_be_visible()
        assert pages.table.current().seats[3].foul is None
        assert watched.errors == []
        page.close()


def test_a_win_is_undone_and_the_points_go_back(browser: Browser) -> None:
    with RunningPages(stories.won()) as pages:
        page = watch(browser, pages, "/table?lang=en", size=PHONE).page
        page.locator(".story-line.hand_won").get_by_role("button", name="Fix").click()
        page.get_by_role("button", name="It never happened").click()
        expect(page.locator("#said")).to_contain_text("张伟: +194 → 0")
        assert pages.table.current().win is None
        page.close()


def test_a_won_hand_is_written_down_by_hand(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        watched = watch(browser, pages, "/table", size=PHONE)
        page = watched.page
        page.get_by_role("button", name="手工录入和牌").click()
        tap_tiles(page, "4m 6m 1p 2p 3p 4p 5p 5p 7p 8p 6p 2s")
        page.get_by_role("button", name="就是这手牌").click()
        expect(page.locator(".sheet [role=alert]")).to_have_text("手里要 13 张，现在 12 张")
        tap_tiles(page, "2s")
        page.locator(".sheet").get_by_role("button", name="和张", exact=True).click()
        pick(page, "5m")
        page.get_by_role("button", name="就是这手牌").click()
        expect(page.locator("#said")).to_contain_text("已改好")
        expect(page.locator(".story-line.hand_won")).to_contain_text("14 番")
        win = pages.table.current().win
        assert win is not None
        assert (win.winner, win.fan) == (0, 14)
        assert watched.errors == []
        page.close()


def test_why_a_past_hand_is_written_anew_may_be_said(browser: Browser) -> None:
    table = stories.won()
    stories.Teller(table).deal(indicator="3s")
    with RunningPages(table) as pages:
        watched = watch(browser, pages, "/table", size=PHONE)
        page = watched.page
        page.get_by_role("button", name="手工录入和牌").click()
        expect(page.locator(".sheet .palette").first).to_be_visible()
        expect(page.locator(".sheet .reason")).to_have_count(0)
        page.keyboard.press("Escape")
        page.locator("#tale-hand").select_option("1")
        page.get_by_role("button", name="手工录入和牌").click()
        sheet = page.locator(".sheet")
        sheet.get_by_role("button", name="李秀英").click()
        tap_tiles(page, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 5p")
        sheet.get_by_role("button", name="和张", exact=True).click()
        pick(page, "5p")
        sheet.get_by_label("原因（可不写）").fill("看了录像")
        page.get_by_role("button", name="就是这手牌").click()
        expect(page.locator("#said")).to_contain_text("已改好")
        expect(page.locator(".story-line.corrected").first).to_contain_text("看了录像")
        assert watched.errors == []
        page.close()


def test_a_hand_won_on_a_discard_is_written_down_where_that_is_played(browser: Browser) -> None:
    with RunningPages(stories.daihun()) as pages:
        watched = watch(browser, pages, "/table", size=PHONE)
        page = watched.page
        page.get_by_role("button", name="手工录入和牌").click()
        sheet = page.locator(".sheet")
        expect(sheet.locator("[data-discarder]")).to_have_text(["自摸", "李秀英", "王麻子", "赵大勇"])
        sheet.locator("[data-discarder='2']").click()
        expect(sheet.locator("[data-discarder='2']")).to_have_attribute("aria-pressed", "true")
        tap_tiles(page, "1s 2s 3s 4s 5s 6s 9p 9p 4m 6m")
        sheet.get_by_role("button", name="加一副").click()
        page.get_by_role("button", name="风头杠（中发白）").click()
        expect(sheet.locator(".meld-list .tile")).to_have_count(3)
        sheet.get_by_role("button", name="和张", exact=True).click()
        pick(page, "5m")
        page.get_by_role("button", name="就是这手牌").click()
        expect(page.locator("#said")).to_contain_text("已改好")
        match = pages.table.state.match
        assert match is not None
        assert match.hand is not None
        assert match.hand.won is not None
        assert (match.hand.won.winner, match.hand.won.discarder) == (0, 2)
        assert [meld.kind.value for meld in match.hand.won.melds] == ["fengtou_jian"]
        assert watched.errors == []
        page.close()


def test_nobody_gives_the_winning_tile_where_that_is_not_played(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = watch(browser, pages, "/table", size=PHONE).page
        page.get_by_role("button", name="手工录入和牌").click()
        expect(page.locator(".sheet .palette").first).to_be_visible()
        assert page.locator("[data-discarder]").count() == 0
        page.close()


def test_a_drawn_hand_takes_two_presses(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = watch(browser, pages, "/table", size=PHONE).page
        page.locator("#draw").click()
        expect(page.locator("#draw")).to_have_text("再按一次：荒庄")
        assert not pages.table.current().drawn
        press_again(page.locator("#draw"))
        expect(page.locator(".story-line.hand_drawn")).to_be_visible()
        assert pages.table.current().drawn
        page.close()


def test_players_who_sat_wrong_are_swapped(browser: Browser) -> None:
    with RunningPages(stories.won()) as pages:
        page = watch(browser, pages, "/table", size=PHONE).page
        page.get_by_role("button", name="换座位").click()
        page.get_by_role("button", name="换这两位").click()
        expect(page.locator("#said")).to_contain_text("李秀英：−57 → +194")
        assert pages.table.current().seats[1].score == 194
        page.close()


@pytest.mark.parametrize(
    ("lang", "option"), [("zh", "起和番数（杠分不算）"), ("en", "least fan to win, kongs not counted")]
)
def test_the_rules_are_readable(browser: Browser, lang: str, option: str) -> None:
    with RunningPages(stories.playing()) as pages:
        watched = watch(browser, pages, f"/table?lang={lang}", size=PHONE)
        page = watched.page
        page.locator("summary").last.click()
        expect(page.locator("#rules dt").first).to_have_text(option)
        expect(page.locator("#rules dd").first).to_have_text("2")
        assert watched.errors == []
        page.close()


def test_house_rules_are_chosen_before_the_match(browser: Browser) -> None:
    with RunningPages(stories.idle()) as pages:
        page = watch(browser, pages, "/table", size=PHONE).page
        for seat, name in enumerate("甲乙丙丁"):
            page.locator(f"input[name=name{seat}]").fill(name)
        page.locator("summary").first.click()
        page.locator("#house-rules .rule", has_text="起和番数").locator("input").fill("3")
        page.get_by_role("button", name="开始一场").click()
        expect(page.locator("#standing")).to_contain_text("甲")
        match = pages.table.state.match
        assert match is not None
        assert match.profile.min_fan == 3
        page.close()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_table_page_is_whole_on_a_phone(browser: Browser, lang: str) -> None:
    with RunningPages(stories.longest_names_won()) as pages:
        watched = watch(browser, pages, f"/table?lang={lang}", size=PHONE)
        expect(watched.page.locator(".story-line").first).to_be_visible()
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert watched.errors == []
        watched.page.close()
