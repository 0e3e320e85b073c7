"""Keeps the panel in the daemon: its pins, its buttons' timers, and the word on its health. Play needs none of it."""

import asyncio
from collections.abc import Callable
from typing import Any

from firmware_bridge.errors import PanelUnavailableError
from firmware_bridge.panel import Key, Panel, PanelPins
from firmware_bridge.panel_buttons import ButtonWatch, Push
from firmware_bridge.sentence import Sentence
from table_daemon.clocks import GameClock
from table_daemon.health import HealthBoard
from table_daemon.panel_desk import PanelDesk
from table_daemon.service import GameService
from table_daemon.settings import PanelSettings
from table_daemon.views import HealthLevel, HealthPart

_NAMES = {
    Key.SEAT0: Sentence("seat 0", zh="0 号位"),
    Key.SEAT1: Sentence("seat 1", zh="1 号位"),
    Key.SEAT2: Sentence("seat 2", zh="2 号位"),
    Key.SEAT3: Sentence("seat 3", zh="3 号位"),
    Key.UNDO: Sentence("undo", zh="撤销"),
}
_PRETENDED = Sentence(
    "this computer has no GPIO pins, so the panel is only pretended; "
    "run on a Raspberry Pi, or write enabled = false under [panel]",
    zh="这台电脑没有 GPIO 针脚，面板只是假装的；请用树莓派，或在 [panel] 写 enabled = false",
)


class ButtonTimers:
    """Turns the edges of all buttons into pushes, in the event loop."""

    def __init__(
        self, pressed: Callable[[Key], bool], *, now_ms: Callable[[], int], on_push: Callable[[Key, Push], None]
    ) -> None:
        """Begin with the buttons as they are. ``now_ms`` is any clock that never goes back."""
        self._pressed = pressed
        self._now_ms = now_ms
        self._on_push = on_push
        self._watches = {key: ButtonWatch(pressed=pressed(key), now_ms=now_ms()) for key in Key}
        self._timers: dict[Key, asyncio.TimerHandle] = {}

    @property
    def stuck(self) -> tuple[Key, ...]:
        """The buttons that are ignored."""
        return tuple(key for key, watch in self._watches.items() if watch.stuck)

    def edge(self, key: Key) -> None:
        """Take note of an edge; call it in the event loop."""
        watch = self._watches[key]
        watch.edge(self._now_ms())
        self.tick(key)

    def tick(self, key: Key) -> None:
        """Tell what has come about at a button, and wait for what comes next."""
        watch = self._watches[key]
        pushed = watch.tick(pressed=self._pressed(key), now_ms=self._now_ms())
        if pushed is not None:
            self._on_push(key, pushed.push)
        self._set_timer(key, watch.next_ms())

    def close(self) -> None:
        """Wait for nothing any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _set_timer(self, key: Key, due_ms: int | None) -> None:
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()
        if due_ms is not None:
            wait_s = max(0, due_ms - self._now_ms()) / 1000
            self._timers[key] = asyncio.get_running_loop().call_later(wait_s, self.tick, key)


async def keep_panel(
    settings: PanelSettings, clock: GameClock, board: HealthBoard, service: GameService, *, pin_factory: Any = None
) -> None:
    """Run the panel until cancelled, if one is wired; without it everything else goes on."""
    if not settings.enabled:
        board.tell(HealthPart.PANEL, HealthLevel.OFF)
        return
    loop = asyncio.get_running_loop()
    timers: list[ButtonTimers] = []

    def on_edge(key: Key) -> None:
        for buttons in timers:  # none yet while the pins are being claimed
            loop.call_soon_threadsafe(buttons.edge, key)

    pins = PanelPins(settings.seat_button_pins, settings.undo_button_pin, settings.lamp_pins, settings.buzzer_pin)
    try:
        panel = Panel(pins, on_edge=on_edge, pin_factory=pin_factory)
    except PanelUnavailableError as error:
        board.tell(HealthPart.PANEL, HealthLevel.WARN, str(error))
        return
    desk = PanelDesk(panel, service, clock.now_ms)

    def on_push(key: Key, push: Push) -> None:
        if push in {Push.STUCK, Push.FREED}:
            _tell(board, panel, buttons.stuck)
        desk.pushed(key, push)

    buttons = ButtonTimers(panel.pressed, now_ms=lambda: int(loop.time() * 1000), on_push=on_push)
    timers.append(buttons)
    unsubscribe = service.subscribe(desk.show)
    try:
        _tell(board, panel, buttons.stuck)
        desk.show(service.current())
        await asyncio.Event().wait()
    finally:
        unsubscribe()
        timers.clear()
        buttons.close()
        panel.close()


def _tell(board: HealthBoard, panel: Panel, stuck: tuple[Key, ...]) -> None:
    if stuck:
        names = ", ".join(_NAMES[key] for key in stuck)
        names_zh = "、".join(_NAMES[key].zh for key in stuck)
        message = Sentence(
            f"a button is stuck and ignored until it is let go: {names}; free it, or check its wires",
            zh=f"按钮卡住了，松开之前不算：{names_zh}；请拨开它，或检查接线",
        )
        board.tell(HealthPart.PANEL, HealthLevel.WARN, message)
    elif panel.pretended:
        board.tell(HealthPart.PANEL, HealthLevel.WARN, _PRETENDED)
    else:
        board.tell(HealthPart.PANEL, HealthLevel.OK)
