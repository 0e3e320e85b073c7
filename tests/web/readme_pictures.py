"""The pages' pictures in the READMEs, taken anew: ``python -m tests.web.readme_pictures hardware_docs/pictures``."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from playwright.sync_api import sync_playwright

from table_daemon.game.commands import EndMatch
from tests.conftest import HOUSE_ADDRESS
from tests.web import stories
from tests.web.chromium import ARGS
from tests.web.pictures import tile_photo
from tests.web.running import RunningPages
from tests.web.stories import Teller
from web_display.hosts import OwnHosts

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.web.service import MemoryTable

TV: Final = (1280, 720)
PHONE: Final = (390, 844)
DESK: Final = (1280, 900)
PORT: Final = 8080
"""It stands on the pictures, and must be free."""
SETTLE_MS: Final = 4000
"""Until every motion is over."""


@dataclass(frozen=True, slots=True)
class Shot:
    story: stories.Story
    path: str = "/"
    size: tuple[int, int] = TV
    then: Callable[[Page], None] = lambda _: None
    """What is tapped before the picture is taken."""


def write_down(page: Page) -> None:
    """Begin to write a won hand down."""
    page.locator("#enter-hand").click()
    for code in ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "4m", "6m"]:
        page.locator(f".sheet .palette [data-code='{code}']").click()


def later() -> MemoryTable:
    """The middle of a hand, some hands into a match."""
    table = stories.evening()
    teller = Teller(table)
    teller.deal(indicator="5p")
    match = table.state.match
    assert match is not None
    assert match.hand is not None
    dealer = match.hand.dealer
    teller.play("1z 9s 3z 7z 9s 1s 2z 1p", first=dealer)
    taken = teller.discard(dealer, "5z")
    teller.meld((dealer + 2) % 4, "pung", "5z", claimed=taken, from_seat=dealer)
    teller.play("4z 6z 2z 1m 9p 8s 1p 6z 2m 4z 3s 1m", first=(dealer + 2) % 4)
    return table


def ended() -> MemoryTable:
    table = stories.evening()
    Teller(table).tell(EndMatch(t_ms=table.clock.t_ms, source=stories.PERSON))
    return table


SHOTS: Final = {
    "tv": Shot(later),
    "tv_win": Shot(stories.won),
    "tv_between": Shot(ended),
    "tv_join": Shot(stories.seated),
    "tv_foul": Shot(stories.foul),
    "seat": Shot(later, "/seat/2", PHONE),
    "table": Shot(later, "/table", PHONE),
    "table_enter": Shot(later, "/table", PHONE, write_down),
    "history": Shot(later, "/history", DESK),
}


def take(browser: Browser, folder: Path, name: str) -> None:
    shot = SHOTS[name]
    table = shot.story()
    table.pictures = {"tile-28.jpg": tile_photo(), "tile-7.jpg": tile_photo()}
    with RunningPages(table, port=PORT, hosts=("queyan",)) as pages:
        page = browser.new_page(viewport={"width": shot.size[0], "height": shot.size[1]})
        page.goto(f"{pages.base}{shot.path}")
        page.wait_for_timeout(SETTLE_MS)
        shot.then(page)
        page.screenshot(path=folder / f"{name}.png")
        page.close()


def main(folder: Path, wanted: list[str]) -> None:
    house = cast("dict[str, object]", OwnHosts.__init__.__kwdefaults__)
    house |= {"addresses": lambda: (HOUSE_ADDRESS,), "named": lambda: True}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        for name in wanted or SHOTS:
            take(browser, folder, name)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
