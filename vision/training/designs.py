"""Flat faces of very many designs: the renderer's own by lot, with written characters of fonts, and art files.

A design left out of training is measured like a tile set that nobody has seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import FACES, Label
from vision.synthetic.art.faces import characters, face, scaled_place
from vision.synthetic.art.primitives import FACE_HEIGHT, FACE_WIDTH, Primitive, Shape
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import ArtStyle, style
from vision.training.faces import Face, Pixels, whole
from vision.training.glyph_fonts import Glyphs

SIZE_PX = (72, 96)
FIRST_STYLE = 2_000_000
"""Training designs have these numbers and up; tables are rendered in lower ones."""
FONT_SHARE = 0.65
"""Share of the designs whose characters come from a font, where there are fonts."""


def designed_faces(count: int, *, seed: int, glyphs: Glyphs | None = None) -> Iterator[Face]:
    """Yield the 34 faces of each of ``count`` designs by lot."""
    rng = np.random.default_rng((seed, 34))
    for number in range(count):
        design = style(FIRST_STYLE + seed * 100_000 + number)
        font = None
        if glyphs is not None and len(glyphs) and rng.random() < FONT_SHARE:
            font = int(rng.integers(len(glyphs)))
        for label in FACES:
            yield whole(drawn(label, design, glyphs=glyphs, font=font), label, 0)


def drawn(label: Label, design: ArtStyle, *, glyphs: Glyphs | None = None, font: int | None = None) -> Pixels:
    """Return one face, its characters in a font where one is given and has them."""
    written = characters(label, design)
    if glyphs is None or font is None or not written:
        return raster(face(label, design), SIZE_PX, engraving=design.engraving)
    masks = [glyphs.mask(font, text.character) for text in written]
    if any(mask is None for mask in masks):
        return raster(face(label, design), SIZE_PX, engraving=design.engraving)
    # A blank white dragon of the same set is the ground, the index of this face included.
    ground = face(label, design)
    bare = replace(ground, parts=tuple(part for part in ground.parts if _in_corner(part)))
    canvas = raster(bare, SIZE_PX)
    for text, mask in zip(written, masks, strict=True):
        if mask is not None:
            _stamp(canvas, mask, text.box, text.ink, design)
    return canvas


def _in_corner(part: Primitive) -> bool:
    """Whether a part belongs to the index in an upper corner."""
    if not isinstance(part, Shape):
        return False
    xs, ys = zip(*part.points, strict=True)
    return bool(max(ys) <= 66 and (max(xs) <= 50 or min(xs) >= FACE_WIDTH - 50))


def _stamp(
    canvas: Pixels,
    mask: NDArray[np.uint8],
    box: tuple[float, float, float, float],
    ink: tuple[int, int, int],
    design: ArtStyle,
) -> None:
    left, top = scaled_place(box[0], box[1], design)
    right, bottom = scaled_place(box[2], box[3], design)
    scale = np.array([SIZE_PX[0] / FACE_WIDTH, SIZE_PX[1] / FACE_HEIGHT])
    (x0, y0), (x1, y1) = np.array([left, top]) * scale, np.array([right, bottom]) * scale
    height, width = mask.shape
    # A flat character such as 一 keeps its flatness, a narrow one its narrowness.
    fit = min((x1 - x0) / width, (y1 - y0) / height)
    wide, high = (x1 - x0) * 0.35 + fit * width * 0.65, (y1 - y0) * 0.35 + fit * height * 0.65
    if width > 2.2 * height:
        wide, high = x1 - x0, fit * height * 1.1
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    lean = design.slant
    source = np.array([[0, 0], [width, 0], [0, height]], np.float32)
    target = np.array(
        [
            [middle[0] - wide / 2 + lean * high / 2, middle[1] - high / 2],
            [middle[0] + wide / 2 + lean * high / 2, middle[1] - high / 2],
            [middle[0] - wide / 2 - lean * high / 2, middle[1] + high / 2],
        ],
        np.float32,
    )
    soft = cv2.GaussianBlur(mask, (0, 0), 0.35 * max(1.0, width / max(wide, 1.0)))
    share = cv2.warpAffine(soft, cv2.getAffineTransform(source, target), SIZE_PX, flags=cv2.INTER_LINEAR)
    bold = (design.weight - 1) * 1.2
    alpha = np.clip(share.astype(np.float32) / 255 * (1 + max(bold, -0.3)), 0, 1)[..., None]
    colour = np.array(ink[::-1], np.float32)
    canvas[:] = (canvas * (1 - alpha) + colour * alpha).astype(np.uint8)


def art_faces(folder: Path) -> list[Face]:
    """Return the faces of a folder of art named by class (``1m.png`` or ``1m_face.png``), on ivory."""
    found = []
    for label in FACES:
        for path in (folder / f"{label.value}.png", folder / f"{label.value}_face.png"):
            image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED) if path.is_file() else None
            if image is not None:
                found.append(whole(_on_ivory(np.asarray(image, np.uint8)), label, 0))
    return found


def _on_ivory(image: NDArray[np.uint8]) -> Pixels:
    if image.shape[2] == 3:
        pixels = image
    else:
        alpha = image[..., 3:].astype(np.float32) / 255
        pixels = (image[..., :3] * alpha + np.array([228.0, 242.0, 246.0]) * (1 - alpha)).astype(np.uint8)
    pad = max(2, int(0.06 * pixels.shape[1]))
    edge = cv2.copyMakeBorder(pixels, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(edge, SIZE_PX, interpolation=cv2.INTER_AREA), np.uint8)


def usable_art(root: Path, left_out: Sequence[str]) -> list[Path]:
    """Return the art folders under ``root`` that hold faces by class and are not left out."""
    if not root.is_dir():
        return []
    folders = sorted(path / "png" for path in root.iterdir() if (path / "png").is_dir())
    return [folder for folder in folders if folder.parent.name not in left_out]
