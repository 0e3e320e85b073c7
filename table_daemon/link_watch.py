"""How the table's line is, on the health board; and whether what it told of this hand is whole."""

import asyncio
from collections.abc import Callable

from firmware_bridge.link import LinkHealth
from firmware_bridge.messages import Drop, LinkEvent, LinkLost, TelemetryGap, Wall, WallState
from firmware_bridge.sentence import Sentence
from firmware_bridge.sources import TableSource
from table_daemon.health import HealthBoard
from table_daemon.views import HealthLevel, HealthPart

_CHECK_S = 0.5
_QUIET_MS = 1400
"""A board beats every second. People are told of a silence within two, looks being half a second apart."""

_NO_ANSWER = Sentence("the tap board does not answer yet", zh="采集板还没有应答")


class Telemetry:
    """Whether everything the table told of the present hand has been heard."""

    def __init__(self) -> None:
        self.lost = 0
        """Events known to be missing in this hand."""
        self.complete = True

    def hear(self, heard: LinkEvent) -> None:
        """Take in one event: a gap spoils the hand, the next hand begins whole."""
        match heard.event:
            case TelemetryGap(missed):
                self.complete = False
                self.lost += missed or 0
            case LinkLost():
                self.complete = False
            case Drop() | Wall(state=WallState.RAISED):
                self.complete, self.lost = True, 0
            case _:
                pass


class LinkWatch:
    """Passes events on and keeps the board's word about the line."""

    def __init__(self, board: HealthBoard, on_event: Callable[[LinkEvent], None]) -> None:
        self._board = board
        self._on_event = on_event
        self._telemetry = Telemetry()

    def hear(self, heard: LinkEvent) -> None:
        """Take in one event of the link."""
        self._telemetry.hear(heard)
        self._on_event(heard)

    async def run(
        self,
        source: TableSource,
        *,
        recording_problem: Callable[[], str | None],
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        """Put the source's state on the board until cancelled; ``beat`` at each look, however the line is."""
        while True:
            beat()
            health = source.health()
            if health.up:
                level, message = self._heard(health if isinstance(health, LinkHealth) else None)
                trouble = recording_problem()
                if trouble is not None:
                    level, message = HealthLevel.WARN, trouble
                self._board.tell(HealthPart.LINK, level, message)
            else:
                problem = health.problem or _NO_ANSWER
                self._board.tell(HealthPart.LINK, HealthLevel.WARN, problem)
            await asyncio.sleep(_CHECK_S)

    def _heard(self, health: LinkHealth | None) -> tuple[HealthLevel, str]:
        figures = Sentence("", zh="") if health is None else link_figures(health)
        if health is not None and _is_quiet(health):
            return HealthLevel.WARN, figures
        if self._telemetry.complete:
            return HealthLevel.OK, figures
        lost = self._telemetry.lost
        en = f"telemetry of this hand is incomplete{f' ({lost} events lost)' if lost else ''}"
        zh = f"这一局的信号不全{f'（丢了 {lost} 条）' if lost else ''}"
        return HealthLevel.WARN, Sentence(
            f"{en}; {figures}" if figures else en, zh=f"{zh}；{figures.zh}" if figures else zh
        )


def _is_quiet(health: LinkHealth) -> bool:
    return health.heard_ms_ago is not None and health.heard_ms_ago >= _QUIET_MS


def link_figures(health: LinkHealth) -> Sentence:
    """Return what has gone wrong on the line since the start, in a few words; empty when nothing has."""
    session = health.session
    parts = [
        (session.lines.bad, "bad lines", "坏行"),
        (session.commands.resent, "resent", "重发"),
        (session.events.lost, "events lost", "丢失"),
        (session.events.reboots, "board restarts", "采集板重启"),
        (health.opened - 1, "reconnections", "重连"),
    ]
    told = [(f"{count} {en}", f"{zh} {count}") for count, en, zh in parts if count > 0]
    if health.heard_ms_ago is not None and _is_quiet(health):
        seconds = health.heard_ms_ago // 1000
        told.insert(0, (f"last heard {seconds} s ago", f"{seconds} 秒没有声音"))
    return Sentence(", ".join(en for en, _ in told), zh="，".join(zh for _, zh in told))
