"""Every page under axe-core, in both languages and each of its themes; and the keyboard alone on the working pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from tests.web import stories
from tests.web.axe import violations
from tests.web.pictures import tile_photo
from tests.web.running import RunningPages
from tests.web.watching import watch
from web_display.hosts import OwnHosts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.service import MemoryTable

pytestmark = pytest.mark.browser

PHONE, SCREEN = (390, 844), (1280, 720)
NO_HEADING = "page-has-heading-one"
"""A scoreboard and a strip over a stream have nothing to jump to; screen readers get the pages with headings."""
PAGES = (
    ("/", "idle", SCREEN),
    ("/", "in_doubt", SCREEN),
    ("/", "won", SCREEN),
    ("/", "drawn", SCREEN),
    ("/seat/2", "in_doubt", PHONE),
    ("/seat/1", "seated", PHONE),
    ("/seat/3", "foul", PHONE),
    ("/table", "idle", PHONE),
    ("/table", "in_doubt", PHONE),
    ("/table", "won", SCREEN),
    ("/setup", "playing", PHONE),
    ("/history", "evening", SCREEN),
    ("/history", "idle", PHONE),
    ("/overlay", "playing", SCREEN),
    ("/enter", "playing", PHONE),
    ("/join", "playing", SCREEN),
    ("/nowhere", "playing", PHONE),
)
FIRST = {"/": "#stage[data-version]", "/history": "#figures > *, #hands p, #curve p", "/table": "#standing > *, #start"}
"""What each page shows once it has its first state."""


@pytest.fixture(autouse=True)
def _addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnHosts, "addresses", lambda _self, port: (f"http://10.0.0.7:{port}",))


def told(story: str) -> MemoryTable:
    table: MemoryTable = getattr(stories, story)()
    table.pictures = {"tile-28.jpg": tile_photo(), "tile-7.jpg": tile_photo()}
    return table


def rest(page: Page) -> None:
    """Wait until everything is loaded and lies still."""
    page.wait_for_load_state("load")
    page.wait_for_function(
        "() => [...document.images].every((one) => one.complete)"
        " && document.getAnimations().every((one) => one.playState === 'finished')"
    )


@pytest.mark.parametrize(("lang", "scheme"), [("zh", "dark"), ("en", "light")])
@pytest.mark.parametrize(("path", "story", "size"), PAGES)
def test_a_page_is_for_everybody(
    browser: Browser, path: str, story: str, size: tuple[int, int], lang: str, scheme: Literal["dark", "light"]
) -> None:
    with RunningPages(told(story)) as pages:
        # The television takes its theme from its address, the others from the device.
        watched = watch(browser, pages, f"{path}?lang={lang}&theme={scheme}", size=size, scheme=scheme)
        page = watched.page
        expect(page.locator(FIRST.get(path, "body *")).first).to_be_attached()
        rest(page)
        assert [error for error in watched.errors if "404" not in error or path != "/nowhere"] == []
        found = violations(page)
        assert [one for one in found if path not in {"/", "/overlay"} or not one.startswith(NO_HEADING)] == []
        page.close()


def focused(page: Page) -> str:
    """Return what holds the keyboard, and whether that can be seen."""
    return str(
        page.evaluate(
            """() => {
              const here = document.activeElement;
              const style = getComputedStyle(here);
              const marked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
              return `${here.id || here.textContent.trim() || here.name}${marked ? "" : " (not marked)"}`;
            }"""
        )
    )


def walk(page: Page, most: int = 80) -> list[str]:
    """Press Tab until the page has been gone through; return what held the keyboard, one after the other."""
    seen: list[str] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        seen.append(focused(page))
    return seen


@pytest.mark.parametrize(("path", "story", "stops"), [
    ("/table", "in_doubt", ("next-hand", "end", "enter-hand", "draw", "swap")),
    ("/table", "idle", ("name0", "profile", "开始一场")),
    ("/setup", "playing", ("by-corners", "by-tags", "by-felt", "take", "set-name")),
    ("/history", "evening", ("print",)),
    ("/seat/2", "playing", ("name", "hu")),
])  # fmt: skip
def test_every_control_is_reached_with_the_keyboard_and_seen_there(
    browser: Browser, path: str, story: str, stops: tuple[str, ...]
) -> None:
    with RunningPages(told(story)) as pages:
        watched = watch(browser, pages, path, size=SCREEN)
        page = watched.page
        expect(page.locator(FIRST.get(path, "#ready .verdict, #choices button, #state > *")).first).to_be_attached()
        for stop in stops:
            named = page.locator(f"#{stop}, [name='{stop}']").or_(page.get_by_role("button", name=stop, exact=True))
            expect(named.first).to_be_visible()
        rest(page)
        walked = walk(page)
        assert [one for one in walked if "(not marked)" in one] == []
        assert [stop for stop in stops if stop not in walked] == []
        assert watched.errors == []
        page.close()


def test_a_discard_is_corrected_with_the_keyboard_alone(browser: Browser) -> None:
    with RunningPages(stories.foul()) as pages:
        wrong = next(d for d in pages.table.current().seats[3].discards if d.tile == "6m")
        page = watch(browser, pages, "/table", size=PHONE).page
        page.locator(f".story-line[data-seq='{wrong.event}']").get_by_role("button", name="改").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".sheet")).to_be_focused()
        tab_to(page, "哪张牌")
        page.keyboard.press("Enter")
        expect(page.locator(".sheet .palette")).to_be_visible()
        tab_to(page, "九万")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_contain_text("不再是小相公")
        assert pages.table.current().seats[3].foul is None
        page.close()


def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Press Tab until the control called ``name`` holds the keyboard."""
    for _ in range(most):
        page.keyboard.press("Tab")
        said = page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")
        if said.strip() == name:
            return
    raise AssertionError(f"{name} is not reached")
