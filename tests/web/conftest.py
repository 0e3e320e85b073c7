"""What the tests of the pages share: a table in memory, a client of its application, and a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from playwright.sync_api import sync_playwright

from tests.web import stories
from tests.web.asking import Client
from tests.web.chromium import ARGS
from web_display.hosts import OwnHosts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.web.service import MemoryTable

ADDRESS = "192.168.31.117"


@pytest.fixture(autouse=True)
def _one_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this machine's address in the house be the same wherever the tests run."""
    monkeypatch.setitem(cast("dict[str, object]", OwnHosts.__init__.__kwdefaults__), "addresses", lambda: (ADDRESS,))


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
