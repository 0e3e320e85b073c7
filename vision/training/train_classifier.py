"""Trains the namer: ``python -m vision.training.train_classifier --minutes 20 --out /tmp/namer.pt``."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.labels import LABELS, Label
from vision.training.augment import cut_at_random, straight
from vision.training.designs import art_faces, designed_faces, usable_art
from vision.training.faces import ALIKE_UPSIDE_DOWN, UNKNOWN_TURN, FaceBank
from vision.training.glyph_fonts import Glyphs, font_files
from vision.training.narrowing import narrowed
from vision.training.networks import WIDTHS, NamerNet, namer_of, settle_norms, weights_of
from vision.training.photos import shared_vision
from vision.training.renders import faces_of, rendered_tables
from vision.training.schedule import train_for
from vision.training.sources import Sources, load_sources

BATCH = 64
AGAIN = 2
"""How often a cut comes back."""
REPLAY_BATCHES = 40
"""Cuts come back from so many batches."""
ALIKE = torch.tensor([label in ALIKE_UPSIDE_DOWN for label in LABELS])


@dataclass(slots=True)
class Batch:
    """Cuts (N, 64, 64, 3) with their labels and turns."""

    cuts: NDArray[np.uint8]
    labels: NDArray[np.int64]
    turns: NDArray[np.int64]

    def tensors(self) -> tuple[Any, Any, Any]:
        """Return (inputs, labels, turns) as the network takes them."""
        inputs = torch.from_numpy(self.cuts).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
        return inputs.float() / 255, torch.from_numpy(self.labels), torch.from_numpy(self.turns)


def batch_of(sources: Sources, rng: np.random.Generator, *, size: int = BATCH) -> Batch:
    """Return freshly cut faces."""
    faces = [sources.draw(rng) for _ in range(size)]
    cuts = [cut_at_random(face, rng) for face in faces]
    return Batch(
        np.stack([cut for cut, _ in cuts]),
        np.array([LABELS.index(face.label) for face in faces], np.int64),
        np.array([turn for _, turn in cuts], np.int64),
    )


class Replay:
    """Shows each cut again, at other turns: cutting costs more than learning."""

    def __init__(self, sources: Sources, rng: np.random.Generator) -> None:
        self._sources = sources
        self._rng = rng
        self._kept: list[Batch] = []

    def next(self) -> Batch:
        """Return fresh cuts and, once there are enough, twice as many earlier ones turned by right angles."""
        fresh = batch_of(self._sources, self._rng)
        self._kept.append(fresh)
        if len(self._kept) <= REPLAY_BATCHES:
            return fresh
        self._kept.pop(0)
        again = [self._kept[int(place)] for place in self._rng.permutation(REPLAY_BATCHES - 1)[:AGAIN]]
        shown = [fresh, *(_turned(old, int(self._rng.integers(1, 4))) for old in again)]
        return Batch(*(np.concatenate([getattr(b, part) for b in shown]) for part in ("cuts", "labels", "turns")))


def _turned(batch: Batch, quarters: int) -> Batch:
    """Return the cuts turned anticlockwise; the corner that was the top left moves along."""
    cuts = np.ascontiguousarray(np.rot90(batch.cuts, quarters, axes=(1, 2)))
    turns = np.where(batch.turns >= 0, (batch.turns - quarters) % 4, batch.turns)
    return Batch(cuts, batch.labels, turns)


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


def taught(net: Any, teacher: Any, batch: Batch, *, half: bool) -> Any:
    """Return the loss of learning from labels and from a teacher, which is not asked where it is wrong itself."""
    inputs, labels, turns = batch.tensors()
    with torch.autocast("cpu", torch.bfloat16, enabled=half):
        outputs = tuple(output.float() for output in net(inputs))
        if teacher is None:
            return loss_of(outputs, labels, turns)
        with torch.inference_mode():
            shown = tuple(output.float() for output in teacher(inputs))
    names, turned, like = (output.clone() for output in shown)
    right = names.argmax(1) == labels
    loss = loss_of(outputs, labels, turns)
    if right.any():
        loss = loss + _apart(outputs[0][right], names[right]) + 0.3 * _apart(outputs[1][right], turned[right])
        loss = loss + (1 - nn.functional.cosine_similarity(outputs[2][right], like[right])).mean()
    return loss


def _apart(logits: Any, wanted: Any) -> Any:
    """Return how far chances lie from those that a teacher gives."""
    return nn.functional.kl_div(logits.log_softmax(1), wanted.log_softmax(1), log_target=True, reduction="batchmean")


def guess_turns(net: Any, bank: FaceBank, *, half: bool = False) -> int:
    """Give the faces of unknown turn the turn that two views of them agree on; return how many."""
    net.eval()
    guessed = 0
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=half):
        for label, faces in bank.faces.items():
            unknown = [face for face in faces if face.turn == UNKNOWN_TURN]
            if label is Label.OTHER or not unknown:
                continue
            for start in range(0, len(unknown), 64):
                part = unknown[start : start + 64]
                views = []
                for view in range(2):
                    cuts = np.stack([straight(face.image, np.roll(face.corners, -view, axis=0)) for face in part])
                    inputs = torch.from_numpy(cuts).permute(0, 3, 1, 2).float() / 255
                    turn_logits = net(inputs)[1].float()
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
    args = _parsed(arguments)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    sources = _sources(args, rng)
    print({label.value: len(faces) for label, faces in sources.bank.faces.items()}, flush=True)
    net, teacher = NamerNet(args.widths), None
    if args.start is not None:
        net = namer_of(weights_of(args.start))
        few = batch_of(sources, rng, size=12 * BATCH).tensors()[0]
        if args.start.suffix == ".onnx":
            settle_norms(net, few)
        print("turns guessed:", guess_turns(net, sources.bank, half=args.half), flush=True)
        if tuple(args.widths) != net.widths:
            net, teacher = narrowed(net, args.widths, few), net.eval().to(memory_format=torch.channels_last)
    net = net.to(memory_format=torch.channels_last)
    guessed = args.start is not None
    replay = Replay(sources, rng)

    def on_part(done: float, average: Any) -> None:
        nonlocal guessed
        torch.save(average.state_dict(), args.out)
        if not guessed and done > 0.3:
            guessed = True
            print("turns guessed:", guess_turns(average, sources.bank, half=args.half), flush=True)

    def step_loss(learner: Any) -> Any:
        return taught(learner, teacher, replay.next(), half=args.half)

    average = train_for(net, step_loss, minutes=args.minutes, peak=args.peak, on_part=on_part)
    torch.save(average.state_dict(), args.out)


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to go on from, a .pt or the exported .onnx")
    parser.add_argument(
        "--widths",
        type=int,
        nargs=5,
        default=WIDTHS,
        help="channels of the stages; fewer than those of --start learn from it as well",
    )
    parser.add_argument("--peak", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--tables", type=int, default=80, help="how many rendered tables to learn from, 0 for none")
    parser.add_argument("--table-seed", type=int, default=1)
    parser.add_argument("--store", type=Path, help="folder that keeps rendered tables for the next run")
    parser.add_argument("--renders", type=float, default=0.2, help="share of faces from rendered tables")
    parser.add_argument("--designs", type=int, default=300, help="how many drawn designs to learn from, 0 for none")
    parser.add_argument("--drawn", type=float, default=0.5, help="share of the other faces that are drawn designs")
    parser.add_argument("--fonts", type=Path, action="append", default=[], help="folder of fonts for drawn designs")
    parser.add_argument("--own", type=Path, help="folder with a folder a class of your own set's faces, upright")
    parser.add_argument("--leave-out", action="append", default=[], help="a folder, group or art not to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="compute in bfloat16, faster where the processor can")
    return parser.parse_args(arguments)


def _sources(args: argparse.Namespace, rng: np.random.Generator) -> Sources:
    """Return every source that was asked for."""
    root = shared_vision()
    sources = load_sources(root, left_out=args.leave_out, own=args.own)
    if args.tables > 0:
        tables = rendered_tables(args.tables, seed=args.table_seed, store=args.store)
        sources.rendered = FaceBank((face, 1.0) for table in tables for face in faces_of(table, rng))
        sources.rendered_share = args.renders
    if args.designs > 0:
        glyphs = Glyphs(font_files(args.fonts))
        drawn = [(face, 1.0) for face in designed_faces(args.designs, seed=args.seed, glyphs=glyphs)]
        for folder in usable_art(root / "art", args.leave_out):
            drawn += [(face, 0.1 * args.designs) for face in art_faces(folder)]
        sources.designed = FaceBank(drawn)
        sources.designed_share = args.drawn
    return sources


if __name__ == "__main__":
    main()
