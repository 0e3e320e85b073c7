"""One drawing: lines, boxes, words and the few parts of a circuit, as SVG. Knows no circuit."""

from dataclasses import dataclass, field
from xml.sax.saxutils import escape

INK = "#222222"
PALE = "#888888"
DANGER = "#b00020"
SAFE = "#1b6e3c"
_FONT = "font-family='sans-serif'"

Point = tuple[float, float]


@dataclass(slots=True)
class Sheet:
    """A sheet of paper; places are in its own units, x to the right and y down."""

    width: int
    height: int
    title: str
    _parts: list[str] = field(default_factory=list)

    def line(self, *points: Point, colour: str = INK, dashed: bool = False, thick: float = 1.5) -> None:
        """Draw a wire through the points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dash = " stroke-dasharray='6 4'" if dashed else ""
        self._add(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='{_n(thick)}'{dash}/>")

    def dot(self, x: float, y: float) -> None:
        """Join wires."""
        self._add(f"<circle cx='{_n(x)}' cy='{_n(y)}' r='3' fill='{INK}'/>")

    def words(
        self, x: float, y: float, text: str, *, size: float = 13, anchor: str = "start", colour: str = INK
    ) -> None:
        """Write a line of text; ``anchor`` is start, middle or end."""
        self._add(
            f"<text x='{_n(x)}' y='{_n(y)}' font-size='{_n(size)}' text-anchor='{anchor}' fill='{colour}' {_FONT}>"
            f"{escape(text)}</text>"
        )

    def box(self, x: float, y: float, w: float, h: float, *labels: str, colour: str = INK, fill: str = "white") -> None:
        """Draw a part as a box, its labels in the middle."""
        self._add(
            f"<rect x='{_n(x)}' y='{_n(y)}' width='{_n(w)}' height='{_n(h)}' rx='4' "
            f"fill='{fill}' stroke='{colour}' stroke-width='1.5'/>"
        )
        first_y = y + h / 2 + 4.5 - 8 * (len(labels) - 1)
        for row, label in enumerate(labels):
            self.words(x + w / 2, first_y + 16 * row, label, anchor="middle", colour=colour)

    def resistor(self, x: float, y: float, label: str, *, upright: bool = False) -> None:
        """Draw a resistor 40 long from ``x``, ``y`` to the right, or down when ``upright``."""
        if upright:
            self._add(f"<rect x='{_n(x - 6)}' y='{_n(y)}' width='12' height='40' fill='white' stroke='{INK}'/>")
            self.words(x + 12, y + 25, label)
        else:
            self._add(f"<rect x='{_n(x)}' y='{_n(y - 6)}' width='40' height='12' fill='white' stroke='{INK}'/>")
            self.words(x + 20, y - 11, label, anchor="middle")

    def diode(self, x: float, y: float, *, up: bool = False, light: bool = False) -> None:
        """Draw a diode 24 long at ``x`` from ``y`` down, its cathode below (or above, ``up``); ``light``: an LED."""
        tip, base = (y + 2, y + 22) if up else (y + 22, y + 2)
        self._add(
            f"<polygon points='{_n(x - 9)},{_n(base)} {_n(x + 9)},{_n(base)} {_n(x)},{_n(tip)}' "
            f"fill='white' stroke='{INK}' stroke-width='1.5'/>"
        )
        self.line((x - 9, tip), (x + 9, tip))
        if light:
            for shift in (0, 7):
                self._arrow(x + 13, y + 6 + shift)

    def transistor(self, x: float, y: float) -> None:
        """Draw an optocoupler's transistor: collector at ``x + 14``, ``y - 20``, emitter at ``x + 14``, ``y + 20``."""
        self.line((x, y - 12), (x, y + 12), thick=3)
        self.line((x, y - 5), (x + 14, y - 20))
        self.line((x, y + 5), (x + 14, y + 20))

    def ground(self, x: float, y: float, label: str = "") -> None:
        """Draw a ground below ``x``, ``y``; two grounds with different labels are never joined."""
        self.line((x, y), (x, y + 8))
        for half, lower in ((11, 8), (7, 12), (3, 16)):
            self.line((x - half, y + lower), (x + half, y + lower))
        if label:
            self.words(x, y + 31, label, size=11, anchor="middle")

    def contact(self, x: float, y: float) -> None:
        """Draw a push button 40 long from ``x``, ``y`` to the right."""
        self.line((x, y), (x + 10, y))
        self.line((x + 30, y), (x + 40, y))
        self.line((x + 8, y - 10), (x + 32, y - 10))
        self.line((x + 20, y - 10), (x + 20, y - 18))
        for end in (x + 11, x + 29):
            self._add(f"<circle cx='{_n(end)}' cy='{_n(y)}' r='2.5' fill='white' stroke='{INK}'/>")

    def barrier(self, x: float, top: float, bottom: float) -> None:
        """Draw the isolation: what is left of it may be live, nothing conducts across."""
        self.line((x, top), (x, bottom), colour=DANGER, dashed=True, thick=2)
        self.words(x, top - 6, "isolation, 8 mm", size=11, anchor="middle", colour=DANGER)

    def svg(self) -> str:
        """Return the drawing."""
        head = (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} {self.height}' "
            f"width='{self.width}' height='{self.height}' role='img' aria-labelledby='t'>"
        )
        paper = f"<rect width='{self.width}' height='{self.height}' fill='white'/>"
        return "\n".join([head, f"<title id='t'>{escape(self.title)}</title>", paper, *self._parts, "</svg>", ""])

    def _arrow(self, x: float, y: float) -> None:
        self.line((x, y), (x + 10, y - 5), (x + 6, y - 6.5))
        self.line((x + 10, y - 5), (x + 8, y - 1))

    def _add(self, part: str) -> None:
        self._parts.append(part)


def _n(value: float) -> str:
    """A number as short as it can be, so that the files change only where the drawing does."""
    return f"{value:.1f}".removesuffix(".0")
