"""How one thing that is looked after stands: what was found and what to do, for the health page and the doctor."""

from __future__ import annotations

from dataclasses import dataclass

from table_daemon.doctor_parts import Part, ok, wrong
from table_daemon.health import HealthBoard
from table_daemon.views import HealthFigure, HealthLevel, HealthPart


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found, and the cure where something is at fault; both in both languages."""

    level: HealthLevel
    what: str = ""
    what_zh: str = ""
    cure: str = ""
    cure_zh: str = ""
    figures: tuple[HealthFigure, ...] = ()

    @property
    def at_fault(self) -> bool:
        """Whether somebody should do something."""
        return self.level in {HealthLevel.WARN, HealthLevel.BAD}

    def tell(self, board: HealthBoard, part: HealthPart) -> None:
        """Put it on the health board."""
        board.tell(
            part,
            self.level,
            "; ".join(filter(None, (self.what, self.cure))),
            message_zh="；".join(filter(None, (self.what_zh, self.cure_zh))),
            figures=self.figures,
        )

    def as_part(self, name: str) -> Part:
        """Return it as the doctor's line; nothing that is looked after here keeps the daemon from its work."""
        if self.at_fault:
            return wrong(name, self.what, self.cure, needed=False)
        return ok(name, self.what or "well", needed=False)


def well(what: str = "", what_zh: str = "", *, figures: tuple[HealthFigure, ...] = ()) -> Finding:
    """Return that nothing is at fault; ``what`` is a note beside it."""
    return Finding(level=HealthLevel.OK, what=what, what_zh=what_zh, figures=figures)


def warn(what: str, what_zh: str, *, cure: str, cure_zh: str, figures: tuple[HealthFigure, ...] = ()) -> Finding:
    """Return that play goes on and somebody should look."""
    return Finding(level=HealthLevel.WARN, what=what, what_zh=what_zh, cure=cure, cure_zh=cure_zh, figures=figures)


def bad(what: str, what_zh: str, *, cure: str, cure_zh: str) -> Finding:
    """Return that what is told or kept may be missing."""
    return Finding(level=HealthLevel.BAD, what=what, what_zh=what_zh, cure=cure, cure_zh=cure_zh)
