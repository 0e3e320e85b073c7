"""A table as plain data, ready to be drawn. Millimetres: origin in the console's middle, x right, y down, z up."""

from dataclasses import dataclass
from enum import Enum

from vision.labels import Label
from vision.observation import Point, Side


class Pose(Enum):
    """How a tile rests."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"
    STANDING = "standing"
    """On its long edge's short side as in a rack: the camera sees its narrow top edge."""


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile set's size in millimetres (hardware_docs: No.42 is 31 x 41.5 x 22)."""

    width_mm: float = 31.0
    length_mm: float = 41.5
    thickness_mm: float = 22.0


@dataclass(frozen=True, slots=True)
class SceneTile:
    """One tile on the table."""

    label: Label
    pose: Pose
    centre_mm: Point
    """Middle of its footprint."""
    angle_deg: float
    """Lying: direction of the top of its face, clockwise from picture-up. Standing: direction its face looks."""
    level: int = 0
    """0 lies on the felt, 1 on top of another lying tile."""


@dataclass(frozen=True, slots=True)
class SceneHand:
    """An arm and hand reaching over the table."""

    side: Side
    tip_mm: Point
    width_mm: float = 85.0


@dataclass(frozen=True, slots=True)
class Light:
    """How the table is lit."""

    brightness: float = 1.0
    """1 is well exposed."""
    temperature_k: float = 4500.0
    gradient: float = 0.1
    """Relative fall-off from one edge to the other."""
    gradient_deg: float = 30.0
    glare_mm: Point | None = None
    """Middle of a specular spot, if any."""


@dataclass(frozen=True, slots=True)
class Look:
    """What this table and tile set look like."""

    felt_bgr: tuple[int, int, int] = (70, 95, 30)
    back_bgr: tuple[int, int, int] = (60, 150, 60)
    art_style: int = 0
    """Which of the renderer's own tile designs."""
    rim_bgr: tuple[int, int, int] = (38, 44, 58)
    """The table's frame around the felt."""
    floor_bgr: tuple[int, int, int] = (96, 104, 112)
    console_bgr: tuple[int, int, int] = (46, 42, 40)
    felt_texture: float = 1.0
    """Strength of the felt's fibres, 0 is perfectly even."""
    shadow: float = 0.45
    """How dark a tile's shadow is, 0..1."""
    shadow_deg: float = 135.0
    """Direction in which shadows fall, clockwise from picture-up."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything an image of the table depends on, noise seed apart."""

    tiles: tuple[SceneTile, ...] = ()
    hands: tuple[SceneHand, ...] = ()
    dice: tuple[int, ...] | None = None
    """Dice lying in the console's dome, if it has physical ones."""
    console_up: bool = False
    table_side_mm: float = 870.0
    tile_size: TileSize = TileSize()
    light: Light = Light()
    look: Look = Look()
