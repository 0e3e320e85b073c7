"""How each part of the daemon is, told by the part itself; the pages hear of a change only when there is one."""

import logging
from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.sentence import Sentence
from table_daemon.views import HealthFigure, HealthItem, HealthLevel, HealthPart, HealthView

log = logging.getLogger(__name__)

_TROUBLE = frozenset({HealthLevel.WARN, HealthLevel.BAD})
"""Told in the daemon's own log as well, for whoever starts it without looking at a page."""


class HealthBoard:
    """The last word of every part, and since when it stands."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._items: dict[HealthPart, HealthItem] = {}
        self.on_change: Callable[[], None] | None = None
        """Called after a part's level or message changed."""

    def tell(
        self,
        part: HealthPart,
        level: HealthLevel,
        message: str = "",
        *,
        message_zh: str = "",
        figures: tuple[HealthFigure, ...] = (),
    ) -> None:
        """Note how a part is now; ``message`` says what to do. Figures alone are no news: the next page has them.

        A ``Sentence`` brings its own Chinese.
        """
        if isinstance(message, Sentence) and not message_zh:
            message_zh = message.zh
        before = self._items.get(part)
        if before is not None and (before.level, before.message) == (level, message):
            self._items[part] = replace(before, figures=figures)
            return
        item = HealthItem(
            part=part, level=level, message=message, since_ms=self._now_ms(), message_zh=message_zh, figures=figures
        )
        if before is not None and before.level is level:
            item = replace(item, since_ms=before.since_ms)
        self._items[part] = item
        if level in _TROUBLE or (before is not None and before.level in _TROUBLE):
            log.warning("%s: %s%s", part.value, level.value, f", {message}" if message else "")
        if self.on_change is not None:
            self.on_change()

    def current(self) -> HealthView:
        """Every part that has spoken, in the order shown."""
        return HealthView(items=tuple(self._items[part] for part in HealthPart if part in self._items))
