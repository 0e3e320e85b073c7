"""A lying tile's outline as five smooth numbers, the same from whichever corner it is looked at.

Two half edges a and b make A = [a b]. S = sqrt(A A') says how large and how stretched the outline is; A = S R, and
R's angle, which a quarter turn does not change when it is taken four times, says where the corners stand. So
(S_xx, S_xy, S_yy, cos 4p, sin 4p) hold any parallelogram without a jump anywhere: a network can learn them.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]


def shape_of(corners: Floats) -> Floats:
    """Return the shapes (N, 5) of quads (N, 4, 2) whose corners go clockwise as seen.

    >>> shape_of(np.array([[[0, 0], [6, 0], [6, 8], [0, 8]]])).round(3).tolist()
    [[3.0, 0.0, 4.0, 1.0, 0.0]]
    """
    first = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 4
    second = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 4
    edges = np.stack([first, second], axis=2)
    squares = edges @ edges.transpose(0, 2, 1)
    area = np.abs(np.linalg.det(edges))[:, None, None]
    trace = np.trace(squares, axis1=1, axis2=2)[:, None, None]
    size = (squares + area * np.eye(2)) / np.sqrt(np.maximum(trace + 2 * area, 1e-9))
    spin = np.linalg.solve(size + 1e-9 * np.eye(2), edges)
    angle = np.arctan2(spin[:, 1, 0], spin[:, 0, 0])
    return np.stack([size[:, 0, 0], size[:, 0, 1], size[:, 1, 1], np.cos(4 * angle), np.sin(4 * angle)], axis=1)


def corners_of(centres: Floats, shapes: Floats) -> Floats:
    """Return quads (N, 4, 2), clockwise as seen and with a short edge first, from centres (N, 2) and shapes."""
    size = np.stack([shapes[:, 0], shapes[:, 1], shapes[:, 1], shapes[:, 2]], axis=1).reshape(-1, 2, 2)
    angle = np.arctan2(shapes[:, 4], shapes[:, 3]) / 4
    cos, sin = np.cos(angle), np.sin(angle)
    spin = np.stack([cos, -sin, sin, cos], axis=1).reshape(-1, 2, 2)
    edges = size @ spin
    first, second = edges[:, :, 0], edges[:, :, 1]
    turned = np.linalg.norm(first, axis=1) > np.linalg.norm(second, axis=1)
    first, second = (
        np.where(turned[:, None], second, first),
        np.where(turned[:, None], -first, second),
    )
    return np.stack(
        [
            centres - first - second,
            centres + first - second,
            centres + first + second,
            centres - first + second,
        ],
        axis=1,
    )
