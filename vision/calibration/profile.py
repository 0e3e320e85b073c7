"""The table and its tiles as measured with a ruler: all that calibration needs to know beforehand."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableProfile:
    """Millimetres; No. 42 tiles on a felt of 0.87 m by default."""

    felt_side_mm: float = 870.0
    tile_width_mm: float = 31.0
    tile_length_mm: float = 41.5
    tile_thickness_mm: float = 22.0
    console_half_mm: float = 75.0
    wall_v_mm: float = 290.0
    """Middle line of a risen wall, outward from the table's middle."""

    @property
    def wall_top_mm(self) -> float:
        """Height over the felt of a wall's top, two tiles up."""
        return 2 * self.tile_thickness_mm

    def felt_corners_mm(self, z_mm: float = 0.0) -> list[tuple[float, float, float]]:
        """Return the felt's corners clockwise from the top left as the picture shows them."""
        half = self.felt_side_mm / 2
        return [(-half, -half, z_mm), (half, -half, z_mm), (half, half, z_mm), (-half, half, z_mm)]
