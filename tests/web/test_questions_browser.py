"""What people are asked about a hand: whose it is, what is in doubt, and what was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from table_daemon.game.commands import LayDownHand, OpenReview, SetName
from table_daemon.game.events import ReviewKind
from table_daemon.rules.tiles import Tile, parse_tiles
from tests.web import stories
from tests.web.axe import violations
from tests.web.pictures import hand_photo
from tests.web.running import RunningPages
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.service import MemoryTable

pytestmark = pytest.mark.browser

PHONE = (390, 844)


def renamed(table: MemoryTable, seat: int, name: str) -> MemoryTable:
    table.tell(SetName(t_ms=table.clock.t_ms, seat=seat, name=name, source=stories.PERSON))
    return table


def given_or_drawn() -> MemoryTable:
    """By the rules of 带混 a hand may have been won on the last discard, or drawn."""
    table = stories.daihun()
    hand = parse_tiles("123s456s22p123m46m")
    draw = Tile.parse("5m")
    table.tell(LayDownHand(t_ms=table.clock.t_ms, seat=3, hand=hand, draw=draw, sure=True, source=stories.CAMERA))
    return table


def of_an_older_version() -> MemoryTable:
    """A question in a log that kept no code, no player and no doubt of it."""
    table = stories.playing()
    table.tell(
        OpenReview(
            t_ms=table.clock.t_ms,
            about=ReviewKind.WINNING_HAND,
            question="赵大勇亮牌：56番，有的牌看不清。这手牌对吗？",
            answers=("123m456m789p11s55z 牌没看错", "false_hu 不能和，继续打"),
            of=None,
            source=stories.CAMERA,
        )
    )
    return table


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("zh", "老赵亮牌：56番，有的牌看不清。这手牌对吗？"),
        ("zh-Hant", "老赵亮牌：56番，有的牌看不清。這手牌對嗎？"),
        ("en", "老赵 laid down a hand: 56 fan, but some tiles are hard to read. Was it read right?"),
    ],
)
def test_a_question_says_whose_hand_and_why_by_the_name_of_now(browser: Browser, lang: str, asked: str) -> None:
    with RunningPages(renamed(stories.doubtful_hand(), 3, "老赵")) as pages:
        page = watch(browser, pages, f"/table?lang={lang}", size=PHONE).page
        expect(page.locator(".review p")).to_have_text(asked)
        page.close()
        tv = watch(browser, pages, f"/?lang={lang}")
        expect(tv.page.locator(".question span")).to_have_text(asked)
        assert tv.misplaced() == []
        tv.page.close()


@pytest.mark.parametrize(
    ("lang", "asked"),
    [("zh", "赵大勇打出的是混儿六万吗？"), ("en", "Did 赵大勇 discard the wild 6 wan?")],
)
def test_a_doubtful_wild_is_asked_about_with_its_player(browser: Browser, lang: str, asked: str) -> None:
    with RunningPages(stories.doubtful_wild()) as pages:
        page = watch(browser, pages, f"/table?lang={lang}", size=PHONE).page
        expect(page.locator(".review p")).to_have_text(asked)
        page.close()


@pytest.mark.parametrize(
    ("lang", "asked", "answers"),
    [
        ("zh", "老赵和的五万是自摸，还是王麻子点炮？", ["老赵自摸", "王麻子点炮"]),
        (
            "en",
            "Did 老赵 draw the winning 5 wan, or did 王麻子 discard it?",
            ["老赵 drew it", "王麻子 discarded it"],
        ),
    ],
)
def test_whether_a_tile_was_drawn_or_given_is_asked_by_the_names_of_now(
    browser: Browser, lang: str, asked: str, answers: list[str]
) -> None:
    with RunningPages(renamed(given_or_drawn(), 3, "老赵")) as pages:
        page = watch(browser, pages, f"/table?lang={lang}", size=PHONE).page
        expect(page.locator(".review p")).to_have_text(asked)
        expect(page.locator(".review .answers button > span")).to_have_text(answers)
        page.close()


@pytest.mark.parametrize(
    ("lang", "asked"),
    [("zh", "赵大勇亮牌：56番，有的牌看不清。这手牌对吗？"), ("en", "Was this hand read right?")],
)
def test_a_question_of_an_older_version_is_asked_as_far_as_the_log_tells(
    browser: Browser, lang: str, asked: str
) -> None:
    with RunningPages(of_an_older_version()) as pages:
        watched = watch(browser, pages, f"/table?lang={lang}", size=PHONE)
        expect(watched.page.locator(".review p")).to_have_text(asked)
        assert watched.errors == []
        watched.page.close()


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("zh", "老李亮牌：还没轮到这一家摸牌。这手牌对吗？"),
        ("en", "老李 laid down a hand: it was not this player's turn to draw. Was it read right?"),
    ],
)
def test_the_log_tells_a_question_as_it_was_asked(browser: Browser, lang: str, asked: str) -> None:
    table = renamed(stories.playing(), 1, "老李")
    match = table.state.match
    assert match is not None
    assert match.hand is not None
    assert match.hand.to_act != 1
    hand, draw = parse_tiles("123s456s22p123m46m"), Tile.parse("5m")
    table.tell(LayDownHand(t_ms=table.clock.t_ms, seat=1, hand=hand, draw=draw, sure=True, source=stories.CAMERA))
    with RunningPages(table) as pages:
        page = watch(browser, pages, f"/table?lang={lang}", size=PHONE).page
        expect(page.locator(".story-line.review_opened")).to_contain_text(asked)
        page.close()


@pytest.mark.parametrize("seat", range(4))
def test_the_picture_of_a_hand_lies_along_the_phone_with_its_tiles_upright(browser: Browser, seat: int) -> None:
    table = stories.doubtful_hand(seat=seat)
    table.pictures["hand-1.jpg"] = hand_photo(seat=seat)
    with RunningPages(table) as pages:
        watched = watch(browser, pages, f"/seat/{seat}", size=PHONE)
        page = watched.page
        strip = page.locator(".review .strip.long")
        expect(strip).to_be_visible()
        watched.settle()
        box = strip.bounding_box()
        assert box is not None
        assert box["width"] > PHONE[0] * 0.75
        assert box["height"] == pytest.approx(box["width"] * 207 / 1210, abs=2)
        seen = cv2.imdecode(np.frombuffer(strip.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert seen is not None
        high, wide = seen.shape[:2]
        top, left = seen[high // 8, wide // 2], seen[high * 3 // 4, wide // 12]
        assert top.min() > 200
        assert (left[2] > 200, left[0] < 60) == (True, True)
        assert watched.errors == []
        page.close()


def test_the_tiles_that_were_read_stand_below_the_picture(browser: Browser) -> None:
    table = stories.doubtful_hand()
    table.pictures["hand-1.jpg"] = hand_photo(seat=3)
    with RunningPages(table) as pages:
        page = watch(browser, pages, "/table", size=PHONE).page
        read = page.locator(".hand-read .tile")
        codes = "4m 6m 1p 2p 3p 4p 5p 5p 7p 8p 6p 2s 2s 5m"
        expect(read).to_have_count(14)
        assert read.evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.tile)") == codes.split()
        expect(page.locator(".hand-read .drawn-tile")).to_have_attribute("data-tile", "5m")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        page.close()


def test_a_key_shows_the_picture_large_and_another_puts_it_away(browser: Browser) -> None:
    table = stories.doubtful_hand()
    table.pictures["hand-1.jpg"] = hand_photo(seat=3)
    with RunningPages(table) as pages:
        watched = watch(browser, pages, "/table?lang=en", size=PHONE)
        page = watched.page
        shown = page.get_by_role("button", name="Show the picture larger")
        shown.focus()
        page.keyboard.press("Enter")
        large = page.locator(".sheet .strip.long")
        expect(large).to_have_css("width", "1210px")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(large).to_have_count(0)
        expect(shown).to_be_focused()
        page.close()
