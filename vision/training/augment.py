"""What may happen to a face between the table and the namer, at random: cut askew, badly lit, blurred."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.faces import UNKNOWN_TURN, Face, Pixels
from vision.training.inks import bolder_or_finer, covered_at_an_edge, inked_anew

SIDE_PX = 64
"""Side of the namer's square input."""
_YS, _XS = np.mgrid[-1 : 1 : SIDE_PX * 1j, -1 : 1 : SIDE_PX * 1j].astype(np.float32)


def cut_at_random(face: Face, rng: np.random.Generator, *, strength: float = 1.0) -> tuple[Pixels, int]:
    """Return a namer's input of this face, cut as an imperfect finder would, and its turn in that cut."""
    start = int(rng.integers(4))
    corners = np.roll(face.corners, -start, axis=0)
    turn = UNKNOWN_TURN if face.turn == UNKNOWN_TURN else (face.turn - start) % 4
    corners = _askew(corners, rng, strength)
    image, corners = _surround(face.image, corners, rng)
    cut = straight(image, corners, smooth=rng.random() < 0.7)
    if strength > 0:
        cut = _of_another_make(cut, rng)
    return (spoil(cut, rng, strength) if strength > 0 else cut), turn


def _of_another_make(cut: Pixels, rng: np.random.Generator) -> Pixels:
    if rng.random() < 0.35:
        cut = inked_anew(cut, rng)
    if rng.random() < 0.15:
        cut = bolder_or_finer(cut, rng)
    if rng.random() < 0.06:
        cut = covered_at_an_edge(cut, rng)
    return cut


def straight(image: Pixels, corners: NDArray[np.floating], *, smooth: bool = True) -> Pixels:
    """Return the face between ``corners`` as a square."""
    target = np.array([[0, 0], [SIDE_PX, 0], [SIDE_PX, SIDE_PX], [0, SIDE_PX]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(
            image,
            homography,
            (SIDE_PX, SIDE_PX),
            flags=cv2.INTER_LINEAR if smooth else cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def _askew(corners: NDArray[np.floating], rng: np.random.Generator, strength: float) -> NDArray[np.floating]:
    """Move the corners: size, place, turn, and each a little on its own."""
    centre = corners.mean(axis=0)
    arms = corners - centre
    size = float(np.abs(arms).mean())
    angle = rng.normal(0, 0.06) * strength
    if rng.random() < 0.1:
        angle = rng.uniform(-0.45, 0.45) * strength
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    scale = 1 + (rng.uniform(-0.10, 0.12, 1) + rng.normal(0, 0.02, 2)) * strength
    arms = (arms @ turn) * scale
    place = rng.normal(0, 0.08, 2) * size * strength
    moved = centre + arms + place + rng.normal(0, 0.05, (4, 2)) * size * strength
    return np.asarray(moved, np.float32)


def _surround(
    image: Pixels, corners: NDArray[np.floating], rng: np.random.Generator
) -> tuple[Pixels, NDArray[np.floating]]:
    """Put felt, an edge or a copy of the picture around it, for where the cut reaches beyond."""
    pad = max(4, int(0.15 * max(image.shape[:2])))
    kind = rng.random()
    if kind < 0.35:
        mode, colour = cv2.BORDER_REPLICATE, (0, 0, 0)
    elif kind < 0.6:
        mode, colour = cv2.BORDER_WRAP, (0, 0, 0)
    else:
        mode, colour = cv2.BORDER_CONSTANT, _colour(rng)
    return np.asarray(cv2.copyMakeBorder(image, pad, pad, pad, pad, mode, value=colour), np.uint8), corners + pad


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    blue, green, red = rng.integers(0, 230, 3)
    return int(blue), int(green), int(red)


def spoil(cut: Pixels, rng: np.random.Generator, strength: float = 1.0) -> Pixels:
    """Return the cut under other light and through a worse camera."""
    work = _resample(cut, rng, strength)
    work = _blur(work, rng, strength)
    lit = _light(work.astype(np.float32), rng, strength)
    if rng.random() < 0.6:
        lit += rng.standard_normal(lit.shape, np.float32) * np.float32(rng.uniform(1, 12) * strength)
    out = np.clip(lit, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        quality = int(rng.integers(25, 90))
        packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return out


def _resample(cut: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    """Lose detail as a small tile would."""
    if rng.random() > 0.45 * strength:
        return cut
    width, height = (int(rng.integers(18, 56)) for _ in range(2))
    height = int(np.clip(height, width * 0.7, width * 1.4))
    small = cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_LINEAR), np.uint8)


def _blur(cut: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    kind = rng.random()
    if kind < 0.2 * strength:
        return np.asarray(cv2.GaussianBlur(cut, (0, 0), rng.uniform(0.4, 1.6)), np.uint8)
    if kind < 0.3 * strength:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        spin = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), rng.uniform(0, 180), 1)
        kernel = np.asarray(cv2.warpAffine(kernel, spin, (length, length)), np.float32)
        return np.asarray(cv2.filter2D(cut, -1, kernel / max(float(kernel.sum()), 1e-3)), np.uint8)
    return cut


def _light(lit: NDArray[np.float32], rng: np.random.Generator, strength: float) -> NDArray[np.float32]:
    """Change exposure, contrast, cast, evenness; now and then a shadow, a glare spot or paler colour."""
    gain = np.exp(rng.normal(0, 0.25) * strength)
    cast = np.exp(rng.normal(0, 0.10, 3) * strength)
    pivot = rng.uniform(60, 200)
    contrast = np.exp(rng.normal(0, 0.15) * strength)
    out = ((lit - pivot) * contrast + pivot) * (gain * cast).astype(np.float32)
    ys, xs = _YS, _XS
    angle = rng.uniform(0, 2 * np.pi)
    along = np.cos(angle) * xs + np.sin(angle) * ys
    out *= (1 + along * rng.normal(0, 0.12) * strength)[..., None]
    if rng.random() < 0.12 * strength:
        shadow = np.clip((along - rng.uniform(-0.8, 0.8)) * rng.uniform(1, 8) + 0.5, 0, 1)
        out *= (1 - shadow * rng.uniform(0.2, 0.55))[..., None]
    if rng.random() < 0.06 * strength:
        spot = np.exp(-((xs - rng.uniform(-1, 1)) ** 2 + (ys - rng.uniform(-1, 1)) ** 2) / rng.uniform(0.02, 0.25))
        out += (spot * rng.uniform(40, 200))[..., None]
    if rng.random() < 0.2 * strength:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.0, 1.5)
    return np.asarray(out, np.float32)
