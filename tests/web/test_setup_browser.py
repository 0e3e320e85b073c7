"""The set-up page in a real browser, over the real daemon and a rendered table that nobody has calibrated."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from playwright.sync_api import expect

from table_daemon.demo_http import DaemonPages
from table_daemon.setup_files import SetupFiles
from tests.daemon.running import free_port
from tests.web import stories
from tests.web.axe import violations
from tests.web.pressing import press_twice
from tests.web.running import RunningPages
from tests.web.simulated_table import CORNERS, laid_out, river, simulated
from tests.web.watching import open_page, watch
from vision.calibration.store import load_calibration
from vision.labels import FACES, Label
from vision.tile_set import TileSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

    from tests.daemon.running import RunningDaemon
    from tests.web import stories
from tests.web.simulated_table import SimulatedTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(480)]

PHONE = (390, 844)
PATIENCE_MS = 120_000
"""The networks are loaded and the table is searched meanwhile, on a busy machine."""
DISCARDS = (Label.M3, Label.P7, Label.S1, Label.RED)


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[SimulatedTable, RunningDaemon]]:
    with simulated(river(*DISCARDS), tags=(0, 1, 2, 3)) as both:
        yield both


def address(daemon: RunningDaemon, lang: str = "zh") -> str:
    return f"http://127.0.0.1:{daemon.port}/setup?lang={lang}"


def kept(daemon: RunningDaemon) -> Path:
    return SetupFiles(daemon.folder / "data").calibration


def number(daemon: RunningDaemon) -> int:
    """Return the number of the newest picture the daemon has looked at."""
    picture = daemon.get("/api/setup/sight")["picture"]
    return 0 if picture is None else int(picture["number"])


def show(daemon: RunningDaemon, change: Callable[[], None]) -> None:
    """Change the table and wait until the daemon has looked at it as it is now, lying still."""
    change()
    before = number(daemon)
    daemon.until(lambda: number(daemon) > before + 3)


def tap_the_way(page: Page, way: str) -> None:
    expect(page.locator("#drawing svg")).to_be_visible(timeout=PATIENCE_MS)
    page.locator(f"#by-{way}").click()


def drag(page: Page, corner: int, *, to: tuple[float, float]) -> None:
    """Drag a corner's handle to a place of the picture, as with a mouse or a finger."""
    box = page.locator("#handles").bounding_box()
    handle = page.locator(f"[data-corner='{corner}']").bounding_box()
    width = float(page.locator("#picture").get_attribute("width") or 0)
    assert box is not None
    assert handle is not None
    scale = box["width"] / width
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + to[0] * scale, box["y"] + to[1] * scale, steps=5)
    page.mouse.up()


@pytest.mark.parametrize(("lang", "size"), [("zh", (1920, 1080)), ("en", PHONE)])
def test_the_live_picture_shows_the_table_and_names_its_tiles(
    browser: Browser, running: tuple[SimulatedTable, RunningDaemon], lang: str, size: tuple[int, int]
) -> None:
    _, daemon = running
    watched = open_page(browser, address(daemon, lang), size=size)
    page = watched.page
    expect(page.locator(".seen")).to_have_count(len(DISCARDS), timeout=PATIENCE_MS)
    assert sorted(page.locator(".seen").evaluate_all("(all) => all.map((one) => one.dataset.tile)")) == sorted(DISCARDS)
    words = {"zh": "红中", "en": "7z"}[lang]
    expect(page.locator(".seen[data-tile='7z']")).to_contain_text(words)
    expect(page.locator("polygon.felt")).to_have_count(1)
    page.locator("#show-zones").check()
    expect(page.locator(".zone")).to_have_count(17)
    expect(page.locator(".zone-name")).to_have_count(4)
    expect(page.locator("#health .part.ok").first).to_be_visible()
    expect(page.locator("#ready .verdict")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert watched.errors == []
    page.close()


def test_the_picture_follows_the_table(browser: Browser, running: tuple[SimulatedTable, RunningDaemon]) -> None:
    table, daemon = running
    watched = open_page(browser, address(daemon))
    page = watched.page
    expect(page.locator(".seen")).to_have_count(len(DISCARDS), timeout=PATIENCE_MS)
    before = page.locator("#picture").get_attribute("data-number")
    table.show(river(*DISCARDS, Label.P1), tags=(0, 1, 2, 3))
    expect(page.locator(".seen")).to_have_count(len(DISCARDS) + 1, timeout=PATIENCE_MS)
    assert page.locator("#picture").get_attribute("data-number") != before
    page.locator("#tiles-count").click()
    expect(page.locator("#tile-list li")).to_have_count(len(DISCARDS) + 1)
    table.show(river(*DISCARDS), tags=(0, 1, 2, 3))
    expect(page.locator(".seen")).to_have_count(len(DISCARDS), timeout=PATIENCE_MS)
    assert watched.errors == []
    page.close()


@pytest.mark.parametrize("size", [(1920, 1080), PHONE])
def test_the_table_is_placed_by_dragging_its_corners(
    browser: Browser, running: tuple[SimulatedTable, RunningDaemon], size: tuple[int, int]
) -> None:
    _, daemon = running
    watched = open_page(browser, address(daemon), size=size)
    page = watched.page
    tap_the_way(page, "corners")
    for corner, (x, y) in enumerate(CORNERS.tolist()):
        drag(page, corner, to=(x * 0.8 + 200, y * 0.8 + 150))
    page.locator("#check-corners").click()
    expect(page.locator("#verdict")).to_contain_text("不合格", timeout=PATIENCE_MS)
    expect(page.locator("#keep-calibration")).to_be_disabled()
    page.get_by_role("button", name="不要").click()
    page.locator("#by-corners").click()
    for corner, (x, y) in enumerate(CORNERS.tolist()):
        drag(page, corner, to=(x + 3, y - 3))
    page.locator("#check-corners").click()
    expect(page.locator("#verdict")).to_have_text("合格", timeout=PATIENCE_MS)
    expect(page.locator("#calibration-result table")).to_contain_text("mm")
    expect(page.locator("polygon.felt.tried")).to_have_count(1)
    assert not kept(daemon).exists()
    page.locator("#keep-calibration").click()
    expect(page.locator("#calibration-said")).to_have_text("已保存，马上使用。")
    expect(page.locator("#calibration-used")).to_have_text("现在用的是在这里保存的位置。")
    stored = load_calibration(kept(daemon), size_px=None, table_side_mm=870.0)
    half = 435.0
    felt = stored.camera.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    assert float(np.linalg.norm(felt - CORNERS, axis=1).max()) < 3
    page.locator("#calibration summary").click()
    press_twice(page.locator("#forget-calibration"))
    expect(page.locator("#forget-calibration")).to_be_hidden()
    assert not kept(daemon).exists()
    assert watched.errors == []
    page.close()


def test_a_corner_is_moved_with_the_keyboard_alone(
    browser: Browser, running: tuple[SimulatedTable, RunningDaemon]
) -> None:
    _, daemon = running
    watched = open_page(browser, address(daemon, "en"))
    page = watched.page
    expect(page.locator("#drawing svg")).to_be_visible(timeout=PATIENCE_MS)
    page.locator("#by-corners").focus()
    page.keyboard.press("Enter")
    handle = page.locator("[data-corner='2']")
    before = handle.get_attribute("aria-label") or ""
    handle.focus()
    for key in ("ArrowLeft", "ArrowLeft", "Shift+ArrowUp"):
        page.keyboard.press(key)
    x, y = (int(part.split()[0]) for part in before.removeprefix("Bottom right corner: ").split(", "))
    expect(handle).to_have_attribute("aria-label", f"Bottom right corner: {x - 2} across, {y - 10} down")
    expect(page.locator("#corner-said")).to_have_text(f"Bottom right corner: {x - 2} across, {y - 10} down")
    assert page.locator("#loupe").is_visible()
    assert watched.errors == []
    assert violations(page) == []
    page.close()


@pytest.mark.parametrize(("lang", "told"), [("zh", "相机还在调曝光"), ("en", "still finding its exposure")])
def test_people_are_told_while_the_camera_settles(
    browser: Browser, running: tuple[SimulatedTable, RunningDaemon], lang: str, told: str
) -> None:
    """The rendered camera is at rest at once: what a live one makes the machine say is put in its mouth."""
    _, daemon = running
    page = open_page(browser, address(daemon, lang)).page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/setup/calibration/try", hold)
    page.route(
        "**/api/setup/sight",
        lambda route: route.fulfill(json=daemon.get("/api/setup/sight") | {"settling": bool(held)}),
    )
    tap_the_way(page, "tags")
    expect(page.locator("#calibration-said")).to_contain_text(told, timeout=PATIENCE_MS)
    assert violations(page) == []
    held[0].continue_()
    expect(page.locator("#verdict")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#calibration-said")).to_be_empty()
    page.unroute_all(behavior="wait")  # a sight that is on its way would find its page gone
    page.close()


def test_the_table_is_placed_by_its_tags(browser: Browser, running: tuple[SimulatedTable, RunningDaemon]) -> None:
    table, daemon = running
    watched = open_page(browser, address(daemon))
    page = watched.page
    tap_the_way(page, "tags")
    expect(page.locator("#verdict")).to_have_text("合格", timeout=PATIENCE_MS)
    expect(page.locator("#calibration-result")).to_contain_text("按角标")
    page.get_by_role("button", name="不要").click()
    show(daemon, lambda: table.show(river(*DISCARDS), tags=(1,)))
    page.locator("#by-tags").click()
    expect(page.locator("#calibration-said")).to_contain_text("0（左上）、2（右下）、3（左下）", timeout=PATIENCE_MS)
    table.show(river(*DISCARDS), tags=(0, 1, 2, 3))
    assert [error for error in watched.errors if "409" not in error] == []
    page.close()


def test_the_tiles_are_learnt_step_by_step_and_used_at_once(
    browser: Browser, running: tuple[SimulatedTable, RunningDaemon]
) -> None:
    table, daemon = running
    show(daemon, lambda: table.show(laid_out((FACES[1], FACES[0], *FACES[2:]))))
    watched = open_page(browser, address(daemon), size=PHONE)
    page = watched.page
    expect(page.locator("#guide .tile")).to_have_count(34)
    expect(page.locator(".seen")).to_have_count(34, timeout=PATIENCE_MS)
    page.locator("#take").click()
    expect(page.locator("#take-said")).to_have_text("34 张里认对 32 张", timeout=PATIENCE_MS)
    expect(page.locator(".cut.wrong")).to_have_count(2)
    expect(page.locator("#layout-read")).to_contain_text("一万的位置看着像二万")
    show(daemon, lambda: table.show(laid_out()))
    page.reload()
    page.locator("#take").click()
    expect(page.locator("#take-said")).to_have_text("34 张里认对 34 张", timeout=PATIENCE_MS)
    expect(page.locator("#hard-pairs")).to_be_visible()
    expect(page.locator(".cut.good")).to_have_count(34)
    page.locator("#set-name").fill("老张的牌")
    page.locator("#save-set").click()
    expect(page.locator("#tiles-said")).to_have_text("已保存，马上使用。", timeout=PATIENCE_MS)
    expect(page.locator("#tiles-used")).to_have_text("现在用的是在这里学的牌。")
    assert TileSet.load(SetupFiles(daemon.folder / "data").tile_set).name == "老张的牌"
    daemon.until(lambda: daemon.health()["tile_set"] == ("ok", "老张的牌 is used"))
    expect(page.locator(".seen.sure")).to_have_count(34, timeout=PATIENCE_MS)
    assert watched.errors == []
    assert violations(page) == []
    page.close()


@pytest.mark.parametrize(("lang", "words"), [("zh", "还没有给出画面"), ("en", "no picture yet")])
def test_without_a_picture_the_page_says_what_to_look_at(browser: Browser, lang: str, words: str) -> None:
    with RunningPages(stories.playing()) as pages:
        watched = watch(browser, pages, f"/setup?lang={lang}", size=PHONE)
        page = watched.page
        expect(page.locator("#live-said")).to_contain_text("[camera]")
        page.locator("#by-corners").click()
        expect(page.locator("#calibration-said")).to_contain_text(words)
        assert watched.errors == []
        page.close()


def test_the_demos_table_is_seen_while_it_is_played(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    options = ("--hands", "1", "--speed", "4", "--port", str(port), "--data-dir", str(tmp_path / "data"))
    with (tmp_path / "said").open("wb") as said:
        demo = subprocess.Popen([sys.executable, "-m", "table_daemon", "demo", *options], stdout=said, stderr=said)
    try:
        wait_for(DaemonPages(port), demo)
        watched = open_page(browser, f"http://127.0.0.1:{port}/setup")
        page = watched.page
        expect(page.locator("polygon.felt")).to_have_count(1, timeout=PATIENCE_MS)
        expect(page.locator(".seen[data-tile]:not([data-tile='back'])").nth(3)).to_be_attached(timeout=PATIENCE_MS)
        expect(page.locator("#health .part.ok", has_text="牌桌串口")).to_be_attached(timeout=PATIENCE_MS)
        expect(page.locator("#ready .checks .ok", has_text="一场已经开始")).to_be_attached(timeout=PATIENCE_MS)
        assert watched.errors == []
        page.close()
    finally:
        demo.send_signal(signal.SIGTERM)
        demo.wait(timeout=60)


def wait_for(pages: DaemonPages, demo: subprocess.Popen[bytes]) -> None:
    """Wait until the daemon beside the demo's table answers."""
    end_s = time.monotonic() + PATIENCE_MS / 1000
    while not pages.alive():
        assert demo.poll() is None
        assert time.monotonic() < end_s
        time.sleep(0.05)
