"""Dice in a photograph: by a calibration, or by finding the table and its console in the picture itself."""

from vision.calibration.find_felt import find_felt
from vision.dice import DiceReader
from vision.dice_window import Pixels
from vision.errors import CalibrationError
from vision.geometry import TableCamera
from vision.runtime import Network

USUAL_SIDE_MM = 870.0
"""A photograph does not tell how large its table is; the dome is found all the same on any usual one."""
_LEAST_PX = 900
"""A smaller picture of a whole table shows less than a pixel a millimetre, too little for pips; it is not searched."""


def dice_of_photo(image: Pixels, network: Network, *, camera: TableCamera | None = None) -> tuple[int, ...] | None:
    """Return what two dice in the middle of the table surely show, from left to right, else None."""
    if min(image.shape[:2]) < _LEAST_PX:
        return None
    try:
        place = camera if camera is not None else _found(image)
    except CalibrationError:
        # A plain photograph shows no whole table as a rule; then it shows no dice either.
        return None
    values = DiceReader(place, network).read(image).sure_values
    return values if values is not None and len(values) == 2 else None


def _found(image: Pixels) -> TableCamera:
    height_px, width_px = image.shape[:2]
    return TableCamera.from_corners(
        find_felt(image), width_px=width_px, height_px=height_px, table_side_mm=USUAL_SIDE_MM
    )
