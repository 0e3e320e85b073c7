"""What the tests of the pages share: a table in memory, a client of its application, and a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.web import stories
from tests.web.asking import Client
from tests.web.chromium import ARGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.web.service import MemoryTable


@pytest.fixture
def table() -> MemoryTable:
    """Return a table in the middle of a hand."""
    return stories.playing()


@pytest.fixture
def client(table: MemoryTable) -> Client:
    """Return a client of the application over ``table``."""
    return Client(table.app())


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Return the system's Chromium. A module's own: while it runs, this thread cannot run asyncio itself."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=ARGS)
        yield browser
        browser.close()
