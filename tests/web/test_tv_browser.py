from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import web_display
from table_daemon.game.commands import StartHand
from tests.web import stories
from tests.web.pictures import tile_photo
from tests.web.running import RunningPages
from tests.web.stories import Teller
from tests.web.watching import watch
from web_display.roles import Doorkeeper, Secrets

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

STATIC = Path(web_display.__file__).parent / "static"

PAINTED = "#stage[data-version]"
SIZES = ((1920, 1080), (1280, 720), (3840, 2160))
CODES = "(tiles) => tiles.map((tile) => tile.dataset.tile)"


def codes(tiles: Locator) -> object:
    return tiles.evaluate_all(CODES)


def on_screen(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
    )


def test_a_hand_in_play_is_painted_whole(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        tv = watch(browser, pages)
        page = tv.page
        page.wait_for_selector(PAINTED)
        for seat, name in enumerate(stories.NAMES):
            expect(page.locator(f"#seat-{seat} .name")).to_have_text(name)
            expect(page.locator(f"#seat-{seat} .score")).to_have_text("0")
        expect(page.locator(".seat .wind")).to_have_text(["西", "北", "南", "东"])
        expect(page.locator("#seat-0 .mark")).to_have_text(["庄", "坐"])
        expect(page.locator("#seat-2 .mark")).to_have_text(["拉2"])
        assert codes(page.locator("#console .tile")) == ["5p", "6p"]
        expect(page.locator("#wall-left")).to_have_text("38")
        expect(page.locator("#hand .number")).to_have_text("第 1 局")
        assert [len(page.locator(f"#hand .die.v{pips}").all()) for pips in (4, 5, 2, 3)] == [1, 1, 1, 1]
        discards = pages.table.current().seats[0].discards
        assert codes(page.locator("#river-0 .tile")) == [discard.tile for discard in discards]
        assert codes(page.locator(".tile.newest")) == ["1z"]
        expect(page.locator("#seat-3 .meld.ming .tile")).to_have_count(4)
        tv.settle()
        assert tv.errors == []
        page.close()


def test_a_new_discard_is_marked_and_the_old_mark_goes(browser: Browser) -> None:
    with RunningPages(stories.playing()) as pages:
        page = watch(browser, pages).page
        page.wait_for_selector(PAINTED)
        pages.do(lambda: Teller(pages.table).discard(3, "9p"))
        expect(page.locator("#river-3 .tile").last).to_have_attribute("data-tile", "9p")
        assert codes(page.locator(".tile.newest")) == ["9p"]
        expect(page.locator("#wall-left")).to_have_text("37")
        page.close()


def test_a_discarded_wild_cannot_be_missed(browser: Browser) -> None:
    table = stories.playing()
    table.pictures["tile-28.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        tv = watch(browser, pages)
        page = tv.page
        page.wait_for_selector(PAINTED)
        expect(page.locator("#shout")).to_be_hidden()
        pages.do(lambda: Teller(table).discard(3, "6p", picture="tile-28.jpg"))
        expect(page.locator("#shout h2")).to_have_text("小相公", timeout=2000)
        expect(page.locator("#shout .name")).to_have_text("赵大勇")
        assert codes(page.locator("#shout .tile")) == ["6p"]
        tv.settle()
        assert on_screen(page, "#shout h2")
        assert on_screen(page, "#shout .photo")
        expect(page.locator("#seat-3.fouled .alert.foul")).to_contain_text("小相公")
        assert codes(page.locator(".river .tile.wild")) == ["6p"]
        assert tv.errors == []
        page.close()


def test_a_refused_win_says_who_and_why(browser: Browser) -> None:
    table = stories.false_hu()
    table.pictures["tile-28.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        page = watch(browser, pages).page
        page.wait_for_selector(PAINTED)
        expect(page.locator("#shout h2")).to_have_text("和牌无效")
        expect(page.locator("#shout .name")).to_have_text("赵大勇")
        expect(page.locator("#shout p")).to_contain_text("小相公不能和")
        expect(page.locator("#seat-3 .alert")).to_contain_text("和牌无效")
        page.close()


def test_a_win_shows_hand_fans_sum_and_payments(browser: Browser) -> None:
    with RunningPages(stories.won()) as pages:
        tv = watch(browser, pages)
        page = tv.page
        page.wait_for_selector(PAINTED)
        result = page.locator("#result")
        expect(result.locator(".headline .name")).to_have_text("张伟")
        expect(result.locator(".worth b")).to_have_text("14")
        expect(result.locator(".fan")).to_have_text(["捉五+3", "龙+4", "本混×2"])
        expect(result.locator(".formula")).to_have_text("(3 捉五 + 4 龙) × 2 本混 = 14")
        assert codes(result.locator(".place.wild > .tile")) == ["5p", "6p", "5p"]
        assert codes(result.locator(".stands-for")) == ["9p"]
        assert codes(result.locator(".place.last > .tile")) == ["5m"]
        expect(result.locator(".delta b")).to_have_text(["+194", "−57", "−113", "−24"])
        expect(result.locator(".now strong")).to_have_text(["194", "−57", "−113", "−24"])
        expect(result.locator("[data-seat='2'] .pay").first).to_have_text("付东112")
        expect(result.locator("[data-seat='2'] .why").first).to_have_text("庄家坐庄 ×2, 拉两庄 ×4: 8 × 和 14")
        tv.settle()
        assert tv.errors == []
        page.close()


def test_new_walls_leave_the_result_to_be_read_and_the_turned_tile_takes_it_away(browser: Browser) -> None:
    table = stories.won()
    with RunningPages(table) as pages:
        page = watch(browser, pages).page
        expect(page.locator("#result")).to_be_visible()
        pages.do(lambda: Teller(table).tell(StartHand(t_ms=table.clock.t_ms, source=stories.LINK)))
        page.wait_for_selector("#stage.dealing")
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("#seat-0 .score")).to_have_text("194")
        pages.do(lambda: Teller(table).turn("3s"))
        expect(page.locator("#result")).to_be_hidden()
        assert codes(page.locator("#console .tile")) == ["3s", "4s"]
        page.close()


def test_before_the_first_match_the_machines_own_screen_shows_the_pins(browser: Browser) -> None:
    table = stories.idle()
    table.keeper = Doorkeeper(Secrets(seat_pin="1234", table_pin="234567", setup_pin="34567890", signing=b"k" * 32))
    with RunningPages(table) as pages:
        for lang in ("zh", "en"):
            tv = watch(browser, pages, f"/?lang={lang}")
            pins = tv.page.locator("#last .pin")
            expect(pins).to_have_count(3)
            assert [re.sub(r"\D", "", text) for text in pins.all_inner_texts()] == ["1234", "234567", "34567890"]
            for width, height in SIZES:
                tv.page.set_viewport_size({"width": width, "height": height})
                tv.settle()
                assert tv.misplaced() == [], (lang, width)
            assert tv.errors == []
            tv.page.close()


def test_english_says_it_in_english(browser: Browser) -> None:
    with RunningPages(stories.won_big()) as pages:
        tv = watch(browser, pages, "/?lang=en")
        page = tv.page
        page.wait_for_selector(PAINTED)
        expect(page.locator(".formula")).to_contain_text("(3 caught five + 4 dragon)")
        expect(page.locator("[data-seat='1'] .why").first).to_have_text("zuo ×2, la ×4: 8 × win 56")
        tv.settle()
        assert tv.misplaced() == []
        page.close()


@pytest.mark.parametrize(
    "story",
    [
        stories.idle,
        stories.seated,
        stories.playing,
        stories.false_hu,
        stories.won,
        stories.won_big,
        stories.drawn,
        stories.in_doubt,
        stories.out_of_sync,
        stories.hard_names,
        stories.crowded,
        stories.longest_names,
        stories.longest_names_fouled,
        stories.longest_names_won,
    ],
)
def test_nothing_overlaps_is_cut_or_too_small(browser: Browser, story: stories.Story) -> None:
    table = story()
    table.pictures["tile-28.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        for lang in ("zh", "en"):
            tv = watch(browser, pages, f"/?lang={lang}")
            tv.page.wait_for_selector(PAINTED)
            for width, height in SIZES:
                tv.page.set_viewport_size({"width": width, "height": height})
                tv.settle()
                assert tv.misplaced() == [], f"{lang} {width} x {height}"
            assert tv.errors == []
            tv.page.close()


def test_the_longest_names_stand_whole_in_the_corner_as_well(browser: Browser) -> None:
    with RunningPages(stories.longest_names()) as pages:
        page = watch(browser, pages).page
        page.wait_for_selector(PAINTED)
        expect(page.locator("#last b")).to_have_text(f"{stories.LONGEST_NAMES[0]} +194")
        page.close()


def test_hostile_names_are_only_text(browser: Browser) -> None:
    with RunningPages(stories.hard_names()) as pages:
        page = watch(browser, pages).page
        page.wait_for_selector(PAINTED)
        expect(page.locator("#seat-1 .name")).to_have_text("<svg/onload=alert(1)>")
        expect(page.locator("#seat-0 .name")).to_have_text("王" * 40)
        assert page.locator("svg").count() == 0
        page.close()


@pytest.mark.parametrize("story", [stories.playing, stories.seated])
def test_the_whole_page_weighs_less_than_300_kb_even_when_every_tile_is_shown(
    browser: Browser, story: stories.Story, figure: Callable[[str], None]
) -> None:
    with RunningPages(story()) as pages:
        tv = watch(browser, pages)
        tv.page.wait_for_selector(PAINTED)
        tv.settle()
        assert tv.fetched["/"] > 0
        page = sum(size for path, size in tv.fetched.items() if not path.startswith("/static/tiles/"))
        tiles = sum(path.stat().st_size for path in (STATIC / "tiles").glob("*.svg"))
        figure(f"the TV page with every tile: {(page + tiles) / 1000:.0f} kB")
        assert page + tiles < 300_000
        tv.page.close()


def test_a_stopped_server_shows_since_when_and_a_new_one_repaints_all(browser: Browser) -> None:
    table = stories.playing()
    with RunningPages(table) as pages:
        tv = watch(browser, pages)
        page = tv.page
        page.wait_for_selector(PAINTED)
        tv.settle()
        port = pages.port
    expect(page.locator("#stale")).to_have_text(f"自 {table.clock.now():%H:%M} 起没有新数据", timeout=6000)
    assert tv.misplaced() == []
    Teller(table).discard(3, "9p")
    with RunningPages(table, port=port):
        expect(page.locator("#stale")).to_be_hidden(timeout=5000)
        expect(page.locator("#river-3 .tile").last).to_have_attribute("data-tile", "9p")
        page.close()
