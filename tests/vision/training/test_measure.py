import numpy as np
import pytest

from vision.labels import Label
from vision.pipeline import ReadTile
from vision.training.measure import Answers, Tally, overlap
from vision.training.photos import Box


def tile(x: float, y: float) -> ReadTile:
    quad = ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))
    return ReadTile(Label.M1, 0.9, Label.M2, 0.1, quad)


@pytest.mark.parametrize(("shift", "shared"), [(0.0, 1.0), (15.0, 1 / 3), (30.0, 0.0), (90.0, 0.0)])
def test_overlap_is_intersection_over_union(shift: float, shared: float) -> None:
    assert overlap(tile(shift, 5), Box(Label.M1, 0, 5, 30, 40, None)) == pytest.approx(shared)


def test_calibration_error_is_nothing_for_honest_confidences_and_large_for_boasts() -> None:
    honest, boastful = Answers(), Answers()
    rng = np.random.default_rng(1)
    for confidence in rng.uniform(0.1, 1, 20_000):
        honest.add(float(confidence), right=bool(rng.random() < confidence))
        boastful.add(0.99, right=bool(rng.random() < 0.5))
    assert honest.calibration_error < 0.02
    assert boastful.calibration_error > 0.4
    assert boastful.sure_wrong == pytest.approx(0.5, abs=0.02)


def test_a_tally_of_nothing_holds_no_fault() -> None:
    tally = Tally()
    assert tally.share == 1.0
    tally.add(right=False)
    tally.add(right=True)
    assert tally.share == 0.5
