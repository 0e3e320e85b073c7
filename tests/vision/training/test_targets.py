import cv2
import numpy as np

from vision.detect import read_maps
from vision.training.targets import CELLS, Lesson, targets_of, turned


def lesson(*, hidden: bool = False, complete: bool = True) -> Lesson:
    quad = np.array([[[100.0, 100.0], [130.0, 104.0], [125.0, 144.0], [95.0, 140.0]]])
    image = np.zeros((256, 256, 3), np.uint8)
    return Lesson(image, quad, np.array([True]), np.array([hidden]), complete)


def test_what_is_to_be_learnt_is_what_the_finder_reads_back() -> None:
    given = lesson()
    targets = targets_of(given)
    maps = np.zeros((8, CELLS, CELLS), np.float32)
    maps[0] = targets.heat * 20 - 10
    rows, columns = targets.cells.T
    maps[1:3, rows, columns] = targets.offsets.T
    maps[3:8, rows, columns] = targets.shapes.T
    (found,) = read_maps(maps, least=0.5)
    gaps = [np.abs(np.roll(found.corners, k, axis=0) - given.quads[0]).max() for k in range(4)]
    assert min(gaps) < 0.01


def test_a_hidden_tile_teaches_neither_way() -> None:
    targets = targets_of(lesson(hidden=True))
    assert targets.heat.max() == 0
    assert targets.weight[30, 28] == 0
    assert targets.weight[5, 5] == 1


def test_where_not_every_tile_is_boxed_only_the_surroundings_of_boxes_teach() -> None:
    targets = targets_of(lesson(complete=False))
    assert targets.weight[30, 28] == 1
    assert targets.weight[5, 5] == 0


def test_a_turned_lesson_shows_the_same_tile_where_the_picture_shows_it() -> None:
    given = lesson()
    cv2.fillConvexPoly(given.image, np.round(given.quads[0]).astype(np.int32), (255, 255, 255))
    for quarters in (1, 2, 3):
        lying = turned(given, quarters)
        again = np.zeros_like(given.image)
        cv2.fillConvexPoly(again, np.round(lying.quads[0]).astype(np.int32), (255, 255, 255))
        assert (again == lying.image).mean() > 0.999
        # Clockwise with a short edge first, as before.
        assert np.linalg.norm(lying.quads[0, 0] - lying.quads[0, 1]) < 32
        assert cv2.contourArea(lying.quads[0].astype(np.float32), oriented=True) > 0
