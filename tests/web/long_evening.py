"""Many hands pushed through one open TV page: what it painted, and how much its memory grew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from table_daemon.game.commands import EndMatch
from tests.web import stories
from tests.web.running import RunningPages
from tests.web.stories import Teller
from tests.web.watching import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, CDPSession, Page

HANDS_A_MATCH: Final = 16
WARM_UP: Final = 3
"""Hands after which the page has everything that it keeps: words, tiles, a first result and a first curve."""
NOTE_VERSIONS: Final = """() => {
  const stage = document.getElementById("stage");
  window.versions = [Number(stage.dataset.version)];
  new MutationObserver(() => window.versions.push(Number(stage.dataset.version)))
    .observe(stage, { attributes: true, attributeFilter: ["data-version"] });
}"""
DISCARDS: Final = "1z 9s 3z 7z 9s 1s 2z 1p 4z 6z 2z 1m 9p 8s 1p 6z 2m 4z 3s 1m"


@dataclass(frozen=True, slots=True)
class Evening:
    """What came of it."""

    pushed: list[int]
    """The version of every state that was told while the page was open."""
    painted: list[int]
    grown_bytes: int
    """Heap in use at the end beside that after ``WARM_UP`` hands, each after a collection."""
    grown_nodes: int
    errors: list[str]


class Pushing:
    """Tells a table step by step; each step is one push."""

    def __init__(self, pages: RunningPages, page: Page) -> None:
        self._pages = pages
        self._page = page
        self._teller = Teller(pages.table)
        self.pushed = [pages.table.state.version]

    def hand(self, number: int) -> None:
        """Play one hand; every third is drawn, and a match ends now and then."""
        if number % HANDS_A_MATCH == 0:
            self._tell(partial(self._teller.tell, EndMatch(t_ms=self._teller.t_ms, source=stories.PERSON)))
            self._tell(self._teller.sit_down)
        self._tell(partial(self._teller.deal, indicator="5p"))
        dealer = self._dealer()
        for place, tile in enumerate(DISCARDS.split()):
            self._tell(partial(self._teller.discard, (dealer + place) % 4, tile))
        self._tell(partial(self._teller.end, None if number % 3 == 0 else number % 4))
        self._page.wait_for_selector(f'#stage[data-version="{self._pages.table.state.version}"]')

    def _dealer(self) -> int:
        match = self._pages.table.state.match
        assert match is not None
        assert match.hand is not None
        return match.hand.dealer

    def _tell(self, step: Callable[[], object]) -> None:
        """Do one step; whatever happens in one turn of the server's loop is told once."""
        self._pages.do(step)
        self.pushed.append(self._pages.table.state.version)


def play(browser: Browser, *, hands: int) -> Evening:
    """Push that many hands through one page."""
    with RunningPages(stories.seated()) as pages:
        tv = watch(browser, pages)
        tv.page.wait_for_selector("#stage[data-version]")
        tv.page.evaluate(NOTE_VERSIONS)
        pushing = Pushing(pages, tv.page)
        session = tv.page.context.new_cdp_session(tv.page)
        before = (0, 0)
        for number in range(1, hands + 1):
            pushing.hand(number)
            if number == WARM_UP:
                before = in_use(session)
        after = in_use(session)
        painted = tv.page.evaluate("window.versions")
        tv.page.close()
    return Evening(pushing.pushed, painted, after[0] - before[0], after[1] - before[1], tv.errors)


def in_use(session: CDPSession) -> tuple[int, int]:
    """Bytes of the page's heap and nodes of its document, when everything unused is collected."""
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")
    counted = session.send("Memory.getDOMCounters")
    return int(used["usedSize"]), int(counted["nodes"])
