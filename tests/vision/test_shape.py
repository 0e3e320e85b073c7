import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.shape import corners_of, shape_of

quads = st.builds(
    lambda x, y, width, length, angle, shear: (
        np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        * (width / 2, length / 2)
        @ np.array([[1.0, 0.0], [shear, 1.0]])
        @ np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        + (x, y)
    ),
    st.floats(-100, 100),
    st.floats(-100, 100),
    st.floats(10, 40),
    st.floats(42, 80),
    st.floats(0, 2 * math.pi),
    st.floats(-0.2, 0.2),
)


@given(quads, st.integers(0, 3))
def test_a_quad_comes_back_from_its_shape_whichever_corner_it_began_with(
    quad: np.ndarray[tuple[int, ...], np.dtype[np.float64]], start: int
) -> None:
    rolled = np.roll(quad, -start, axis=0)
    again = corners_of(rolled.mean(axis=0)[None], shape_of(rolled[None]))[0]
    gaps = [np.abs(np.roll(again, k, axis=0) - quad).max() for k in range(4)]
    assert min(gaps) < 1e-6
    assert np.hypot(*(again[1] - again[0])) <= np.hypot(*(again[2] - again[1])) + 1e-6


@given(quads, st.floats(-1e-3, 1e-3))
def test_a_small_turn_changes_the_shape_little(
    quad: np.ndarray[tuple[int, ...], np.dtype[np.float64]], angle: float
) -> None:
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    assert np.abs(shape_of((quad @ turn)[None]) - shape_of(quad[None])).max() < 0.1
