"""From a plain-data scene to the camera's picture and its truth. Knows no game: only what lies where.

A ``Renderer`` keeps what did not change since its last picture, so a table seen again and again costs little; the
result never depends on what it drew before.
"""

from dataclasses import dataclass

import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.arms import draw_hand
from vision.synthetic.bodies import Body, bodies
from vision.synthetic.console import console_bounds, draw_console
from vision.synthetic.ground import bare_table
from vision.synthetic.light import LightMap, Noise, channel_gains, light_map, with_noise
from vision.synthetic.paint import Painter, Part, part_around
from vision.synthetic.pixels import Floats, Pixels
from vision.synthetic.scene import Light, Look, Scene, SceneTile, TileSize
from vision.synthetic.truth import TruthTile, truth

_MARGIN_PX = 40.0
"""How far around a changed tile the picture may change: its shadow's soft edge."""
_PAINT_ROOM_PX = 16
"""Painted around a part and thrown away: OpenCV's anti-aliasing differs where an outline is cut by an edge."""
_MANY_CHANGES = 40
"""From here on everything is painted afresh."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A picture and what it shows."""

    image: Pixels
    truth: tuple[TruthTile, ...]


@dataclass(frozen=True, slots=True)
class _Setting:
    """What every part of the picture depends on, light apart."""

    look: Look
    table_side_mm: float
    tile_size: TileSize


@dataclass(frozen=True, slots=True)
class _Console:
    """What the console shows."""

    dice: tuple[int, ...] | None
    up: bool


@dataclass(slots=True)
class _Kept:
    """The last picture without arms and noise, and what it was made of."""

    setting: _Setting
    bare: Pixels
    console: _Console
    ground: Pixels
    """The bare table with the console."""
    bodies: dict[SceneTile, Body]
    clean: Pixels
    """The ground with the tiles, unlit."""
    light: Light
    light_map: LightMap
    lit: Pixels


class Renderer:
    """Draws scenes for one camera."""

    def __init__(self, camera: TableCamera) -> None:
        self._camera = camera
        self._kept: _Kept | None = None
        left, right = camera.project([(-50, 0, 22), (50, 0, 22)])
        self._px_per_mm = float(np.hypot(*(right - left))) / 100

    def picture(self, scene: Scene, *, noise: Noise, rng: np.random.Generator) -> Pixels:
        """Return the scene as the camera delivers it: BGR, a new array."""
        kept = self._updated(scene)
        if not scene.hands:
            return with_noise(kept.lit, noise, rng)
        picture = kept.lit.copy()
        level = scene.light.brightness
        blue, green, red = channel_gains(scene.light)
        for hand in scene.hands:
            draw_hand(picture, self._camera, hand, scene, (blue * level, green * level, red * level))
        return with_noise(picture, noise, rng)

    def truth(self, scene: Scene) -> tuple[TruthTile, ...]:
        """Return what a picture of the scene shows, in the order its tiles are painted."""
        found = bodies(scene.tiles, scene.tile_size, scene.look, self._camera)
        return truth(scene, self._camera, _ordered(found))

    def _updated(self, scene: Scene) -> _Kept:
        setting = _Setting(scene.look, scene.table_side_mm, scene.tile_size)
        kept = self._kept if self._kept is not None and self._kept.setting == setting else self._fresh(scene, setting)
        self._kept = kept
        parts = self._with_console(kept, scene) + self._with_tiles(kept, scene)
        painter = Painter(scene.look, scene.tile_size, self._px_per_mm)
        for part in _merged(parts):
            self._paint(kept, painter, part)
        if kept.light != scene.light:
            kept.light, kept.light_map = scene.light, light_map(scene.light, self._camera)
            kept.lit = kept.light_map.apply(kept.clean, slice(None), slice(None))
        return kept

    def _with_console(self, kept: _Kept, scene: Scene) -> list[Part]:
        """Bring the ground up to date; return the parts that changed."""
        console = _Console(scene.dice, scene.console_up)
        if console == kept.console:
            return []
        kept.console, kept.ground = console, self._ground(kept.bare, scene)
        return self._around(console_bounds(self._camera))

    def _with_tiles(self, kept: _Kept, scene: Scene) -> list[Part]:
        """Bring the bodies up to date; return the parts that changed."""
        before = kept.bodies
        new = tuple(tile for tile in scene.tiles if tile not in before)
        made = dict(zip(new, bodies(new, scene.tile_size, scene.look, self._camera), strict=True))
        kept.bodies = {tile: before.get(tile) or made[tile] for tile in scene.tiles}
        changed = [body for tile, body in before.items() if tile not in kept.bodies] + list(made.values())
        if len(changed) > _MANY_CHANGES:
            return [Part(0, 0, self._camera.width_px, self._camera.height_px)]
        return [part for body in changed for part in self._around(np.vstack([body.hull_px, body.shadow_px]))]

    def _around(self, points_px: Floats) -> list[Part]:

        part = part_around(
            points_px, margin_px=_MARGIN_PX, width_px=self._camera.width_px, height_px=self._camera.height_px
        )
        return [] if part is None else [part]

    def _paint(self, kept: _Kept, painter: Painter, part: Part) -> None:
        wider = part.grown(_PAINT_ROOM_PX, width_px=self._camera.width_px, height_px=self._camera.height_px)
        canvas = kept.ground[wider.rows, wider.columns].copy()
        painter.paint(canvas, wider, _ordered(tuple(kept.bodies.values())))
        inner = canvas[
            part.upper - wider.upper : part.lower - wider.upper, part.left - wider.left : part.right - wider.left
        ]
        kept.clean[part.rows, part.columns] = inner
        kept.lit[part.rows, part.columns] = kept.light_map.apply(inner, part.rows, part.columns)

    def _fresh(self, scene: Scene, setting: _Setting) -> _Kept:
        bare = bare_table(self._camera, scene.look, table_side_mm=scene.table_side_mm)
        ground = self._ground(bare, scene)
        light = light_map(scene.light, self._camera)
        return _Kept(
            setting=setting,
            bare=bare,
            console=_Console(scene.dice, scene.console_up),
            ground=ground,
            bodies={},
            clean=ground.copy(),
            light=scene.light,
            light_map=light,
            lit=light.apply(ground, slice(None), slice(None)),
        )

    def _ground(self, bare: Pixels, scene: Scene) -> Pixels:
        ground = bare.copy()
        draw_console(ground, self._camera, scene.look, dice=scene.dice, up=scene.console_up)
        return ground


def render(scene: Scene, camera: TableCamera, *, noise: Noise | None = None, rng: np.random.Generator) -> Rendered:
    """Return one picture of a scene and its truth."""
    renderer = Renderer(camera)
    return Rendered(renderer.picture(scene, noise=noise or Noise(), rng=rng), renderer.truth(scene))


def _ordered(found: tuple[Body, ...]) -> tuple[Body, ...]:
    return tuple(sorted(found, key=lambda body: body.depth))


def _merged(parts: list[Part]) -> list[Part]:
    """Join parts that overlap, so that no pixel is painted twice."""
    result: list[Part] = []
    for part in parts:
        joined = part
        while touching := [other for other in result if _overlap(joined, other)]:
            result = [other for other in result if other not in touching]
            for other in touching:
                joined = Part(
                    min(joined.left, other.left),
                    min(joined.upper, other.upper),
                    max(joined.right, other.right),
                    max(joined.lower, other.lower),
                )
        result.append(joined)
    return result


def _overlap(one: Part, other: Part) -> bool:
    return one.left < other.right and other.left < one.right and one.upper < other.lower and other.upper < one.lower
