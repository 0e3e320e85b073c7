"""The codes for phones on the TV, read back as a phone's camera would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.conftest import HOUSE_ADDRESS
from tests.web import stories
from tests.web.running import RunningPages
from tests.web.stories import Teller
from tests.web.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = pytest.mark.browser

PAINTED = "#stage[data-version]"


def read(code: Locator) -> str:
    """What the code says, as it stands on the screen."""
    png = np.frombuffer(code.screenshot(), np.uint8)
    picture = cv2.imdecode(png, cv2.IMREAD_COLOR)
    assert picture is not None
    said, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    return said


def test_before_a_hand_every_seat_has_its_code_and_the_addresses_theirs(browser: Browser) -> None:
    with RunningPages(stories.seated(), hosts=("mahjong",)) as pages:
        tv = watch(browser, pages)
        page = tv.page
        expect(page.locator("#join .seat-codes .code")).to_have_count(4)
        tv.settle()
        codes = page.locator("#join .seat-codes .code").all()
        base = f"http://{HOUSE_ADDRESS}:{pages.port}"
        assert [read(code) for code in codes] == [f"{base}/seat/{seat}" for seat in range(4)]
        found = [read(code) for code in page.locator("#join .address-codes .code").all()]
        assert found == [f"http://mahjong.local:{pages.port}", base]
        assert tv.misplaced() == []
        assert tv.errors == []
        page.close()


def test_the_codes_go_when_the_walls_rise(browser: Browser) -> None:
    table = stories.seated()
    with RunningPages(table) as pages:
        page = watch(browser, pages).page
        expect(page.locator("#join")).to_be_visible()
        pages.do(lambda: Teller(table).deal(indicator="5p"))
        expect(page.locator("#join")).to_be_hidden()
        expect(page.locator("#console .wilds")).to_be_visible()
        page.close()


def test_the_codes_are_drawn_anew_before_their_keys_run_out(browser: Browser) -> None:
    with RunningPages(stories.seated()) as pages:
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.clock.install()
        page.goto(pages.base)
        code = page.locator("#join .seat-codes .code").first
        expect(code).to_have_attribute("src", "/api/qr/seat/0.svg?drawn=1")
        page.clock.fast_forward(10 * 60_000 + 100)
        expect(code).to_have_attribute("src", "/api/qr/seat/0.svg?drawn=2")
        page.close()
