"""The names of what can be seen lying on a table: 34 faces, a back, anything else. Not what a tile is worth in play."""

from enum import StrEnum


class Label(StrEnum):
    """One kind of thing seen, named in mpsz notation (万 m, 饼 p, 条 s, 东南西北白发中 1z..7z)."""

    M1 = "1m"
    M2 = "2m"
    M3 = "3m"
    M4 = "4m"
    M5 = "5m"
    M6 = "6m"
    M7 = "7m"
    M8 = "8m"
    M9 = "9m"
    P1 = "1p"
    P2 = "2p"
    P3 = "3p"
    P4 = "4p"
    P5 = "5p"
    P6 = "6p"
    P7 = "7p"
    P8 = "8p"
    P9 = "9p"
    S1 = "1s"
    S2 = "2s"
    S3 = "3s"
    S4 = "4s"
    S5 = "5s"
    S6 = "6s"
    S7 = "7s"
    S8 = "8s"
    S9 = "9s"
    EAST = "1z"
    SOUTH = "2z"
    WEST = "3z"
    NORTH = "4z"
    WHITE = "5z"
    GREEN = "6z"
    RED = "7z"
    BACK = "back"
    OTHER = "other"


LABELS: tuple[Label, ...] = tuple(Label)
"""Every label in the order of the classifier's outputs."""

FACES: tuple[Label, ...] = LABELS[:34]
"""The 34 playable faces."""
