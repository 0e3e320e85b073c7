"""A page in the browser that remembers what went wrong in it and how much it fetched."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

    from tests.web.running import RunningPages

SMALLEST_TEXT_PX = 28
"""At 1080 lines; smaller text is not read from four metres."""

MISPLACED = Path(__file__).with_name("misplaced.js").read_text(encoding="utf-8")


@dataclass(slots=True)
class Watched:
    """A page and what it said."""

    page: Page
    errors: list[str] = field(default_factory=list)
    fetched: dict[str, int] = field(default_factory=dict)

    def misplaced(self) -> list[str]:
        """Say what overlaps, is cut or is too small."""
        found = self.page.evaluate(MISPLACED, SMALLEST_TEXT_PX)
        assert isinstance(found, list)
        return found

    def settle(self) -> None:
        """Wait until every picture is there and every motion is over."""
        self.page.wait_for_function(
            "() => [...document.images].every((i) => i.complete && i.naturalWidth > 0)"
            " && document.getAnimations().every((a) => a.playState === 'finished')"
        )


def watch(
    browser: Browser,
    pages: RunningPages,
    path: str = "/",
    *,
    size: tuple[int, int] = (1920, 1080),
    scheme: Literal["dark", "light"] = "dark",
) -> Watched:
    """Open ``path`` in a window of ``size``, on a device set to dark or light, and wait for its first state."""
    watched = _watched(browser, size, scheme)

    def note(response: Response) -> None:
        if "/api/stream" not in response.url:
            watched.fetched[response.url.removeprefix(pages.base)] = len(response.body())

    watched.page.on("requestfinished", lambda request: note(response) if (response := request.response()) else None)
    watched.page.goto(pages.base + path)
    return watched


def open_page(browser: Browser, url: str, *, size: tuple[int, int] = (1920, 1080)) -> Watched:
    """Open a page of whatever daemon, and remember what went wrong in it."""
    watched = _watched(browser, size)
    watched.page.goto(url)
    return watched


def _watched(browser: Browser, size: tuple[int, int], scheme: Literal["dark", "light"] = "dark") -> Watched:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    watched = Watched(page)
    page.on(
        "console",
        lambda said: watched.errors.append(f"{said.text} {said.location['url']}") if said.type == "error" else None,
    )
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    return watched
