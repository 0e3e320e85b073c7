"""Trains the namer: ``python -m vision.training.train_classifier --minutes 20 --out /tmp/namer.pt``."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from vision.labels import FACES, LABELS, Label
from vision.training.augment import cut_at_random, straight
from vision.training.faces import (
    ALIKE_UPSIDE_DOWN,
    UNKNOWN_TURN,
    Face,
    FaceBank,
    Pixels,
    faces_of_crops,
    faces_of_photos,
)
from vision.training.networks import NamerNet
from vision.training.photos import load_crops, load_photos, shared_vision
from vision.training.plain import between, blank_face, nothing, plain_back
from vision.training.renders import faces_of, rendered_tables
from vision.training.schedule import train_for
from vision.training.split import Slice

BATCH = 96
ALIKE = torch.tensor([label in ALIKE_UPSIDE_DOWN for label in LABELS])


@dataclass(slots=True)
class Sources:
    """Where training faces come from."""

    bank: FaceBank
    backgrounds: list[Pixels]
    rendered: FaceBank | None = None
    rendered_share: float = 0.0

    def draw(self, rng: np.random.Generator) -> Face:
        """Return one face: its class first, then where it comes from."""
        label = LABELS[int(rng.integers(len(LABELS)))] if rng.random() < 0.97 else Label.OTHER
        chance = rng.random()
        if label is Label.OTHER and chance < 0.45:
            return self._no_face(rng)
        if label is Label.WHITE and chance < 0.04:
            return blank_face(rng)
        if self.rendered is not None and rng.random() < self.rendered_share:
            rendered = self.rendered.draw(rng, label)
            if rendered is not None:
                return rendered
        if label is Label.BACK:
            return plain_back(rng)
        face = self.bank.draw(rng, label)
        return face if face is not None else self.draw(rng)

    def _no_face(self, rng: np.random.Generator) -> Face:
        if rng.random() < 0.6:
            return nothing(rng, self.backgrounds)
        pair = [self.bank.draw(rng, FACES[int(rng.integers(len(FACES)))]) for _ in range(2)]
        if pair[0] is None or pair[1] is None:
            return nothing(rng, self.backgrounds)
        return between(pair[0], pair[1], rng)


def load_sources(root: Path) -> Sources:
    """Return every training face of the photographs, and pieces of them that show no tile."""
    photos = load_photos(root)
    faces = faces_of_crops(load_crops(root), Slice.TRAIN) + faces_of_photos(photos, Slice.TRAIN)
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


def batch_of(sources: Sources, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """Return (inputs, labels, turns) as tensors."""
    cuts, labels, turns = [], [], []
    for _ in range(BATCH):
        face = sources.draw(rng)
        cut, turn = cut_at_random(face, rng)
        cuts.append(cut)
        labels.append(LABELS.index(face.label))
        turns.append(turn)
    inputs = torch.from_numpy(np.stack(cuts)).permute(0, 3, 1, 2).float() / 255
    return inputs, torch.tensor(labels), torch.tensor(turns)


def loss_of(outputs: tuple[Any, Any, Any], labels: Any, turns: Any) -> Any:
    """Return the loss: the name, and the turn where it is known (either way up for faces alike so)."""
    logits, turn_logits, _ = outputs
    loss = nn.functional.cross_entropy(logits, labels, label_smoothing=0.02)
    known = turns >= 0
    if known.any():
        chances = turn_logits[known].log_softmax(1)
        turn = turns[known]
        exact = chances.gather(1, turn[:, None])[:, 0]
        either = torch.logaddexp(exact, chances.gather(1, (turn[:, None] + 2) % 4)[:, 0])
        loss = loss - 0.4 * torch.where(ALIKE[labels[known]], either, exact).mean()
    return loss


def guess_turns(net: Any, bank: FaceBank) -> int:
    """Give the faces of unknown turn the turn that all four views of them agree on; return how many."""
    net.eval()
    guessed = 0
    with torch.inference_mode():
        for label, faces in bank.faces.items():
            unknown = [face for face in faces if face.turn == UNKNOWN_TURN]
            if label is Label.OTHER or not unknown:
                continue
            for start in range(0, len(unknown), 64):
                part = unknown[start : start + 64]
                views = []
                for view in range(4):
                    cuts = np.stack([straight(face.image, np.roll(face.corners, -view, axis=0)) for face in part])
                    turn_logits = net(torch.from_numpy(cuts).permute(0, 3, 1, 2).float() / 255)[1]
                    views.append(turn_logits.log_softmax(1).roll(view, dims=1))
                chances = torch.stack(views).mean(0).softmax(1).numpy()
                for face, chance in zip(part, chances, strict=True):
                    best = int(chance.argmax())
                    sure = chance[best] + (chance[(best + 2) % 4] if label in ALIKE_UPSIDE_DOWN else 0)
                    if sure > 0.9:
                        face.turn = best
                        guessed += 1
    return guessed


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--peak", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--tables", type=int, default=200, help="how many rendered tables to learn from, 0 for none")
    parser.add_argument("--table-seed", type=int, default=1)
    parser.add_argument("--store", type=Path, help="folder that keeps rendered tables for the next run")
    parser.add_argument("--renders", type=float, default=0.4, help="share of rendered faces")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args(arguments)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    os.nice(5)
    rng = np.random.default_rng(args.seed)
    sources = load_sources(shared_vision())
    if args.tables > 0:
        tables = rendered_tables(args.tables, seed=args.table_seed, store=args.store)
        sources.rendered = FaceBank((face, 1.0) for table in tables for face in faces_of(table, rng))
        sources.rendered_share = args.renders
    print({label.value: len(faces) for label, faces in sources.bank.faces.items()}, flush=True)
    net = NamerNet()
    if args.start is not None:
        net.load_state_dict(torch.load(args.start, weights_only=True))
        print("turns guessed:", guess_turns(net, sources.bank), flush=True)
    guessed = args.start is not None

    def on_part(done: float, average: Any) -> None:
        nonlocal guessed
        torch.save(average.state_dict(), args.out)
        if not guessed and done > 0.3:
            guessed = True
            print("turns guessed:", guess_turns(average, sources.bank), flush=True)

    def step_loss(learner: Any) -> Any:
        inputs, labels, turns = batch_of(sources, rng)
        return loss_of(learner(inputs), labels, turns)

    average = train_for(net, step_loss, minutes=args.minutes, peak=args.peak, on_part=on_part)
    torch.save(average.state_dict(), args.out)


if __name__ == "__main__":
    main()
