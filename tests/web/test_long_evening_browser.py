from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.long_evening import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_page_that_stays_open_shows_every_update_and_keeps_nothing(browser: Browser) -> None:
    evening = play(browser, hands=6)
    assert evening.painted == evening.pushed
    assert evening.grown_bytes < 1_000_000
    assert evening.errors == []


@pytest.mark.verify
@pytest.mark.timeout(3600)
def test_five_hundred_hands_through_one_page(browser: Browser, figure: Callable[[str], None]) -> None:
    evening = play(browser, hands=500)
    figure(
        f"500 hands, {len(evening.pushed)} updates through one TV page:"
        f" heap grew by {evening.grown_bytes / 1e6:.2f} MB, {evening.grown_nodes} nodes"
    )
    assert evening.painted == evening.pushed
    assert evening.grown_bytes < 10_000_000
    assert evening.errors == []
