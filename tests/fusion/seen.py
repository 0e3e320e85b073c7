"""Tiles as vision reports them, put where players put them."""

from __future__ import annotations

from vision.labels import Label
from vision.observation import Observation, Point, SeenTile, Side

TILE_MM = 31.0


def place(seat: int, u: float, v: float) -> Point:
    """The table's millimetres of a place that a seat sees at ``u`` to its right, ``v`` outward."""
    return [(u, v), (v, -u), (-u, -v), (-v, u)][seat]


def seen(label: str, at: Point, confidence: float = 0.99, second: str = "other") -> SeenTile:
    x, y = at
    return SeenTile(
        label=Label(label),
        confidence=confidence,
        second=Label(second),
        second_confidence=1.0 - confidence,
        centre_mm=at,
        angle_deg=0.0,
        quad_px=((x, y), (x + 31, y), (x + 31, y + 42), (x, y + 42)),
    )


def row(seat: int, labels: str, *, u: float, v: float = 400.0, confidence: float = 0.99) -> list[SeenTile]:
    """Touching tiles from ``u`` on to the player's right; ``labels`` are words such as ``"back 1m 1m back"``."""
    return [
        seen(label, place(seat, u + k * TILE_MM, v), confidence=confidence) for k, label in enumerate(labels.split())
    ]


def look(
    *tiles: SeenTile | list[SeenTile], image_id: int = 1, t_ms: int | None = None, hands: tuple[Side, ...] = ()
) -> Observation:
    flat = [t for item in tiles for t in (item if isinstance(item, list) else [item])]
    return Observation(
        t_ms=10_000 + 100 * image_id if t_ms is None else t_ms,
        image_id=image_id,
        still=True,
        tiles=tuple(flat),
        hands=frozenset(hands),
    )
