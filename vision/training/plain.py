"""Faces that no photograph boxes, made up: backs of any colour, blank faces, felt, seams of two tiles."""

import cv2
import numpy as np

from vision.labels import Label
from vision.training.faces import UNKNOWN_TURN, Face, Pixels, even, whole


def plain_back(rng: np.random.Generator) -> Face:
    """Return the back of a tile: one colour, rounded, with a pale or dark rim now and then."""
    hue, saturation, value = rng.integers(0, 180), rng.integers(70, 256), rng.integers(25, 240)
    if rng.random() < 0.3:
        # Grey and black backs; a pale grey one cannot be told from a blank face by itself.
        saturation, value = rng.integers(0, 70), rng.integers(15, 130)
    body = _solid(_bgr(int(hue), int(saturation), int(value)), rng)
    if rng.random() < 0.5:
        _rim(body, rng)
    return whole(body, Label.BACK, UNKNOWN_TURN)


def blank_face(rng: np.random.Generator) -> Face:
    """Return a white dragon without any frame: ivory, nothing on it."""
    body = _solid(_bgr(int(rng.integers(10, 35)), int(rng.integers(0, 45)), int(rng.integers(120, 256))), rng)
    if rng.random() < 0.7:
        _rim(body, rng)
    return whole(body, Label.WHITE, UNKNOWN_TURN)


def nothing(rng: np.random.Generator, pictures: list[Pixels]) -> Face:
    """Return a piece of one of ``pictures`` that is no face: pass pictures without tiles; seldom an even one."""
    for _ in range(8):
        picture = pictures[int(rng.integers(len(pictures)))]
        height, width = picture.shape[:2]
        side = int(rng.integers(12, max(13, min(height, width) // 2)))
        left, top = int(rng.integers(0, width - side)), int(rng.integers(0, height - side))
        face = whole(picture[top : top + side, left : left + side], Label.OTHER, UNKNOWN_TURN)
        if not even(face):
            break
    return face


def between(first: Face, second: Face, rng: np.random.Generator) -> Face:
    """Return the seam of two faces lying side by side: half of each, which is no face."""
    side = 64
    pair = np.hstack([cv2.resize(face.image, (side, side)) for face in (first, second)])
    shift = int(side * rng.uniform(0.38, 0.62))
    piece = np.asarray(pair[:, shift : shift + side], np.uint8)
    return whole(np.ascontiguousarray(np.rot90(piece, int(rng.integers(4)))), Label.OTHER, UNKNOWN_TURN)


def _bgr(hue: int, saturation: int, value: int) -> tuple[int, int, int]:
    pixel = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def _solid(colour: tuple[int, int, int], rng: np.random.Generator) -> Pixels:
    body = np.full((64, 48, 3), colour, np.float32)
    ramp = np.linspace(-1, 1, 64, dtype=np.float32)[:, None, None]
    body *= 1 + ramp * rng.normal(0, 0.06)
    body += rng.normal(0, rng.uniform(0, 6), body.shape)
    return np.clip(body, 0, 255).astype(np.uint8)


def _rim(body: Pixels, rng: np.random.Generator) -> None:
    height, width = body.shape[:2]
    thick = int(rng.integers(1, 5))
    shade = tuple(int(v) for v in np.clip(body[0, 0] * rng.uniform(0.5, 1.3) + rng.uniform(-10, 60), 0, 255))
    sides = rng.random(4) < 0.6
    for on, (a, b) in zip(
        sides,
        (
            ((0, 0), (width, 0)),
            ((width, 0), (width, height)),
            ((0, height), (width, height)),
            ((0, 0), (0, height)),
        ),
        strict=True,
    ):
        if on:
            cv2.line(body, a, b, shade, thick)
