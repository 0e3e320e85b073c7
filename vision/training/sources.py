"""Where the namer's training faces come from, and how one is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.labels import FACES, LABELS, Label
from vision.pictures import pictures_under
from vision.training.faces import UNKNOWN_TURN, Face, FaceBank, Pixels, faces_of_crops, faces_of_photos, whole
from vision.training.inks import bent
from vision.training.laying import can_be_laid, laid
from vision.training.photos import label_of, load_crops, load_photos
from vision.training.plain import between, blank_face, nothing, plain_back
from vision.training.split import Slice

OWN_WEIGHT = 6.0
"""How much a face of one's own set counts beside one of the shared photographs."""
BLANK_SHARE = 0.1
"""Share of the white dragons that carry nothing at all."""
LAID_SHARE = 0.55
"""Share of the flat faces that are laid on a made-up table."""
BENT_SHARE = 0.3
"""Share of the designs and the upright photographs whose lines are bent a little."""


@dataclass(slots=True)
class Sources:
    """Banks of faces with the share of each that is not a photograph."""

    bank: FaceBank
    backgrounds: list[Pixels]
    rendered: FaceBank | None = None
    rendered_share: float = 0.0
    designed: FaceBank | None = None
    designed_share: float = 0.0

    def draw(self, rng: np.random.Generator) -> Face:
        """Return one face: its class first, then where it comes from."""
        label = LABELS[int(rng.integers(len(LABELS)))] if rng.random() < 0.97 else Label.OTHER
        return self.draw_of(label, rng)

    def draw_of(self, label: Label, rng: np.random.Generator) -> Face:
        """Return one face of this class."""
        chance = rng.random()
        if label is Label.OTHER and chance < 0.45:
            return self._no_face(rng)
        if label is Label.WHITE and chance < BLANK_SHARE:
            return self._perhaps_laid(blank_face(rng), rng)
        return self._of_a_bank(label, rng) or self.draw(rng)

    def _of_a_bank(self, label: Label, rng: np.random.Generator) -> Face | None:
        """Return a face of a render, of a design or of a photograph; a back that is not rendered is made up."""
        if self.rendered is not None and rng.random() < self.rendered_share:
            rendered = self.rendered.draw(rng, label)
            if rendered is not None:
                return rendered
        if label is Label.BACK:
            return plain_back(rng)
        if self.designed is not None and rng.random() < self.designed_share:
            designed = self.designed.draw(rng, label)
            if designed is not None:
                return self._perhaps_laid(_perhaps_bent(designed, rng), rng)
        face = self.bank.draw(rng, label)
        face = face if face is None else _perhaps_bent(face, rng)
        layable = face is not None and self.designed is not None and can_be_laid(face)
        return self._perhaps_laid(face, rng) if face is not None and layable else face

    def _perhaps_laid(self, face: Face, rng: np.random.Generator) -> Face:
        if rng.random() >= LAID_SHARE:
            return face
        return laid(face, self._flat, self.backgrounds, rng, boxed=rng.random() < 0.5)

    def _flat(self, rng: np.random.Generator) -> Face:
        """Return a face to lie beside another."""
        label = FACES[int(rng.integers(len(FACES)))]
        bank = self.designed if self.designed is not None and rng.random() < 0.5 else self.bank
        face = bank.draw(rng, label)
        return face if face is not None and can_be_laid(face) else plain_back(rng)

    def _no_face(self, rng: np.random.Generator) -> Face:
        if rng.random() < 0.6:
            return nothing(rng, self.backgrounds)
        pair = [self.bank.draw(rng, FACES[int(rng.integers(len(FACES)))]) for _ in range(2)]
        if pair[0] is None or pair[1] is None:
            return nothing(rng, self.backgrounds)
        return between(pair[0], pair[1], rng)


def _perhaps_bent(face: Face, rng: np.random.Generator) -> Face:
    """Return a face that fills its picture, now and then drawn by another hand."""
    if face.turn == UNKNOWN_TURN or rng.random() >= BENT_SHARE:
        return face
    return replace(face, image=bent(face.image, rng))


def load_sources(root: Path, *, left_out: Sequence[str] = (), own: Path | None = None) -> Sources:
    """Return every training face of the photographs, and pieces of them that show no tile.

    ``left_out`` names folders or groups of photographs that are not to be learnt from; ``own`` is a folder with a
    folder a class of upright faces of one's own set.
    """
    photos = [p for p in load_photos(root) if p.folder not in left_out and p.group not in left_out]
    crops = [
        crop
        for crop in load_crops(root)
        if crop.folder not in left_out and not any(f"_{group}_" in crop.path.stem for group in left_out)
    ]
    faces = faces_of_crops(crops, Slice.TRAIN) + faces_of_photos(photos, Slice.TRAIN)
    if own is not None:
        faces += own_faces(own)
    backgrounds: list[Pixels] = []
    for photo in photos:
        if photo.slice is Slice.TRAIN and photo.fully_boxed:
            image = cv2.imread(str(photo.path))
            if image is not None:
                right = int(max(box.x + box.width for box in photo.boxes)) + 8
                left = int(min(box.x for box in photo.boxes)) - 8
                backgrounds += [
                    np.asarray(piece, np.uint8)
                    for piece in (image[:, right:], image[:, : max(left, 0)])
                    if min(piece.shape[:2]) > 40
                ]
    return Sources(FaceBank(faces), backgrounds)


def own_faces(folder: Path) -> list[tuple[Face, float]]:
    """Return the upright faces in ``folder``/<class>/ with their weights."""
    found = []
    for path in pictures_under(folder):
        image = cv2.imread(str(path))
        if image is not None:
            found.append((whole(np.asarray(image, np.uint8), label_of(path.parent.name), 0), OWN_WEIGHT))
    return found
