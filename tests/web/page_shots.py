"""Pictures of the other pages at well-known moments: ``python -m tests.web.page_shots FOLDER [NAME…]``."""

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

PHONE = (390, 844)
SHOTS = {
    "table_playing": ("/table", "playing", PHONE),
    "table_doubt": ("/table", "in_doubt", PHONE),
    "table_idle": ("/table", "idle", PHONE),
    "table_won": ("/table", "won", PHONE),
    "seat_playing": ("/seat/2", "playing", PHONE),
    "seat_seated": ("/seat/2", "seated", PHONE),
    "seat_foul": ("/seat/3", "foul", PHONE),
    "seat_won": ("/seat/0", "won", PHONE),
    "seat_doubt": ("/seat/2", "in_doubt", PHONE),
    "history": ("/history", "evening", (1280, 900)),
    "history_phone": ("/history", "evening", PHONE),
    "setup": ("/setup", "playing", PHONE),
    "overlay": ("/overlay", "playing", (1920, 200)),
}
SETTLE_MS = 1200


def take(browser: Browser, folder: Path, name: str, *, lang: str) -> None:
    path, moment, (width, height) = SHOTS[name]
    table = getattr(stories, moment)()
    table.pictures = {"tile-28.jpg": tile_photo(), "tile-7.jpg": tile_photo()}
    with RunningPages(table) as pages:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{pages.base}{path}?lang={lang}")
        page.wait_for_timeout(SETTLE_MS)
        page.screenshot(path=folder / f"{name}-{lang}.png", full_page=True)
        page.close()


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        for shot in wanted or SHOTS:
            name, _, lang = shot.partition(":")
            take(browser, folder, name, lang=lang or "zh")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
