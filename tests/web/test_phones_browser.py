from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from table_daemon.game.commands import OpenReview
from table_daemon.game.events import ReviewKind, Source, Witness
from tests.web import stories
from tests.web.pictures import tile_photo
from tests.web.pressing import press_again
from tests.web.running import RunningPages
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PHONE = (390, 844)


def test_a_player_chooses_with_one_tap(browser: Browser) -> None:
    with RunningPages(stories.seated()) as pages:
        phone = watch(browser, pages, "/seat/3", size=PHONE)
        page = phone.page
        expect(page.locator("#who")).to_have_text("赵大勇")
        page.get_by_role("button", name="拉二").click()
        expect(page.get_by_role("button", name="拉二")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="坐", exact=True).click()
        expect(page.get_by_role("button", name="坐", exact=True)).to_have_attribute("aria-pressed", "true")
        choice = pages.table.current().seats[3].choice
        assert (choice.zuo, choice.la) == (True, 2)
        assert phone.errors == []
        page.close()


def test_a_player_changes_the_name(browser: Browser) -> None:
    with RunningPages(stories.seated()) as pages:
        page = watch(browser, pages, "/seat/1", size=PHONE).page
        expect(page.locator("#name")).to_have_value("李秀英")
        page.locator("#name").fill("<b>李四</b>")
        page.get_by_role("button", name="保存").click()
        expect(page.locator("#who")).to_have_text("<b>李四</b>")
        expect(page.locator("#said")).to_have_text("已保存")
        page.close()


def test_a_player_sees_the_foul_and_the_refusal(browser: Browser) -> None:
    table = stories.false_hu()
    table.pictures["tile-28.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        phone = watch(browser, pages, "/seat/3", size=PHONE)
        page = phone.page
        expect(page.locator(".alert").first).to_contain_text("小相公")
        expect(page.locator(".alert").last).to_contain_text("和牌无效")
        phone.settle()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert phone.errors == []
        page.close()


def test_a_question_is_answered_at_the_table(browser: Browser) -> None:
    table = stories.in_doubt()
    table.pictures["tile-7.jpg"] = tile_photo()
    with RunningPages(table) as pages:
        page = watch(browser, pages, "/table", size=PHONE).page
        expect(page.locator(".review")).to_contain_text("王麻子打出的是七条还是九条？")
        page.get_by_role("button", name="九条").click()
        expect(page.locator("#reviews")).to_have_text("没有待确认的问题")
        assert table.current().reviews == ()
        page.close()


def test_a_question_is_asked_in_english(browser: Browser) -> None:
    table = stories.in_doubt()
    answers = ("荒庄", "0", "2")
    ask = OpenReview(
        t_ms=table.clock.t_ms,
        about=ReviewKind.HAND_END,
        question="这一局怎么结束的?",
        answers=answers,
        of=None,
        source=Source(witness=Witness.CAMERA),
    )
    table.tell(ask)
    with RunningPages(table) as pages:
        page = watch(browser, pages, "/table?lang=en", size=PHONE).page
        expect(page.locator(".review p")).to_have_text(["Which tile was discarded?", "How did this hand end?"])
        choices = page.locator(".review").nth(1).locator("button")
        expect(choices).to_have_count(len(answers))
        expect(choices.first).to_have_text(re.compile("^nobody won"))
        page.close()
        tv = watch(browser, pages, "/?lang=en").page
        expect(tv.locator(".question")).to_contain_text("Which tile was discarded?")
        tv.close()


def test_a_match_is_started_and_ended_at_the_table(browser: Browser) -> None:
    with RunningPages(stories.idle()) as pages:
        table = watch(browser, pages, "/table", size=PHONE)
        page = table.page
        for seat, name in enumerate("甲乙丙丁"):
            page.locator(f"input[name=name{seat}]").fill(name)
        page.locator("select[name=first_dealer]").select_option("2")
        page.get_by_role("button", name="开始一场").click()
        expect(page.locator("#standing")).to_contain_text("甲")
        match = pages.table.state.match
        assert match is not None
        assert (match.names, match.next_dealer) == (("甲", "乙", "丙", "丁"), 2)
        page.locator("#end").click()
        expect(page.locator("#end")).to_have_text("再按一次，结束这一场")
        assert not pages.table.current().ended
        press_again(page.locator("#end"))
        expect(page.locator("#start")).to_be_visible()
        assert pages.table.current().ended
        assert table.errors == []
        page.close()


def test_what_cannot_be_is_said_on_the_phone(browser: Browser) -> None:
    with RunningPages(stories.seated()) as pages:
        page = watch(browser, pages, "/table", size=PHONE).page
        expect(page.locator("#progress")).to_have_text("等待升墙")
        page.evaluate(
            "import('/static/js/post.js').then(({ post }) => post({ kind: 'answer', review: 99, choice: 'x' }))"
            ".then((said) => { document.getElementById('said').textContent = said; })"
        )
        expect(page.locator("#said")).to_contain_text("不行：")
        page.close()


@pytest.mark.parametrize(
    ("path", "selector", "text"),
    [
        ("/setup", "#health .part.ok b", "相机"),
        ("/setup?lang=en", "#health .part.ok b", "Camera"),
        ("/history", "#hands td:nth-child(3)", "捉五 龙 本混"),
        ("/history?lang=en", "#hands th:first-child", "Hand"),
        ("/overlay", "#strip .cell bdi", "张伟"),
    ],
)
def test_the_other_pages_show_what_is_so(browser: Browser, path: str, selector: str, text: str) -> None:
    with RunningPages(stories.won()) as pages:
        watched = watch(browser, pages, path, size=(900, 600))
        expect(watched.page.locator(selector).first).to_have_text(text)
        assert watched.errors == []
        watched.page.close()


CUT = """
(selector) => [...document.querySelectorAll(selector)].filter((node) => {
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect(), around = node.parentElement.getBoundingClientRect();
  return node.scrollWidth > node.clientWidth + 1 && style.overflow !== "visible"
    || box.left < around.left - 1 || box.right > around.right + 1 || box.bottom > around.bottom + 1;
}).map((node) => node.textContent)
"""
"""The text of what is cut, or leaves the element it stands in."""


@pytest.mark.parametrize(
    ("path", "selector", "size"),
    [
        ("/history", "th bdi, td bdi", (1280, 800)),
        ("/history", "th bdi, td bdi", PHONE),
        ("/overlay", ".cell, .cell .who, .cell .name, .cell .foul", (1920, 300)),
        ("/overlay", ".cell, .cell .who, .cell .name, .cell .foul", (800, 200)),
        ("/table", "#standing bdi", PHONE),
        ("/seat/1", "#who", PHONE),
    ],
)
@pytest.mark.parametrize("story", [stories.longest_names, stories.longest_names_fouled])
def test_the_longest_names_are_shown_whole(
    browser: Browser, story: stories.Story, path: str, selector: str, size: tuple[int, int]
) -> None:
    with RunningPages(story()) as pages:
        watched = watch(browser, pages, path, size=size)
        expect(watched.page.locator("body")).not_to_contain_text("…")
        assert watched.page.evaluate(CUT, selector) == []
        assert watched.page.evaluate("document.documentElement.scrollHeight >= document.body.scrollHeight")
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        watched.page.close()
