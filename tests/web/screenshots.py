"""Pictures of the TV page at well-known moments: ``python -m tests.web.screenshots FOLDER [NAME…]``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.web import stories
from tests.web.chromium import ARGS
from tests.web.pictures import tile_photo
from tests.web.running import RunningPages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOMENTS = ("idle", "seated", "playing", "foul", "false_hu", "won", "won_big", "drawn", "in_doubt", "hard_names")
SIZES = ((1920, 1080), (1280, 720))
SETTLE_MS = 900
"""Longer than the page's own motions."""


def take(browser: Browser, folder: Path, moment: str, *, lang: str = "zh") -> None:
    table = getattr(stories, moment)()
    table.pictures = {"tile-28.jpg": tile_photo(), "tile-7.jpg": tile_photo()}
    with RunningPages(table) as pages:
        for width, height in SIZES:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(f"{pages.base}/?lang={lang}")
            page.wait_for_selector("#stage[data-version]")
            page.wait_for_timeout(SETTLE_MS)
            page.screenshot(path=folder / f"{moment}-{lang}-{width}.png")
            page.close()


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        for moment in wanted or MOMENTS:
            name, _, lang = moment.partition(":")
            take(browser, folder, name, lang=lang or "zh")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
