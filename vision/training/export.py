"""Turns trained weights into the ONNX files of ``vision/models``.

``python -m vision.training.export --namer /tmp/namer.pt --glance /tmp/glance.pt --finder /tmp/finder.pt``. The logits
of both namers are multiplied by what makes their chances honest; ``namer.json`` holds the figures for four looks and
for enrolled sets. Weights that went on from exported ones keep theirs: ``--namer /tmp/namer.pt --like vision/models``.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from vision.classify import Looks
from vision.detect import to_batch
from vision.honesty import Honesty
from vision.labels import LABELS, Label
from vision.likeness import unit
from vision.runtime import FINDER, GLANCE, MODELS, NAMER
from vision.training.augment import cut_at_random
from vision.training.designs import art_faces, designed_faces
from vision.training.faces import UNKNOWN_TURN, Face, faces_of_crops
from vision.training.honest import CAUTION, Straightening, best_scale, honesty_of, straightened
from vision.training.networks import FinderNet, namer_of, weights_of
from vision.training.photos import load_crops, shared_vision
from vision.training.renders import faces_of, rendered_tables
from vision.training.split import Slice
from vision.training.strangers import ENROLLED_STRENGTH, STRENGTH, Seen, StrangerSet, joined_looks, shown

OPSET = 17
CALIBRATION_SEED = 7_000
CALIBRATION_TABLES = 6
CALIBRATION_DESIGNS = 4
PHOTO_STRENGTH = 0.6
"""How badly photographs are cut and lit while the temperature is found: about as a finder's cuts are."""
LOOKS_A_FACE = 4
NO_FACE_SHIFT = 1.0
"""What is taken from the logit of ``other``: lessons show what is no face twice as often as any face and in far more
kinds, so that unheard-of designs would be taken for it. Flowers are still told from faces (``vision/models``)."""


class CalibratedNamer(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """The namer with its temperature and the straightening of its embedding built in."""

    def __init__(self, net: Any, scale: float, straightening: Straightening) -> None:
        super().__init__()
        self.net = net
        self.scale = scale
        size = len(straightening.middle)
        self.straighten = nn.Linear(size, size)
        self.register_buffer("shift", torch.tensor([NO_FACE_SHIFT * (label is Label.OTHER) for label in LABELS]))
        with torch.no_grad():
            self.straighten.weight.copy_(torch.from_numpy(straightening.matrix.T.copy()))
            self.straighten.bias.copy_(torch.from_numpy(-straightening.middle @ straightening.matrix))

    def forward(self, x: Any) -> tuple[Any, Any, Any]:
        """Return (logits, turn logits, embedding)."""
        logits, turns, embedding = self.net(x)
        return logits * self.scale - self.shift, turns, self.straighten(embedding)

    def look(self, squares: NDArray[np.uint8]) -> Looks:
        """Return what it says of squares, as the product's namer does."""
        with torch.inference_mode():
            parts = [self(torch.from_numpy(to_batch(squares[i : i + 128]))) for i in range(0, len(squares), 128)]
        logits, turns, embeddings = (torch.cat(part).numpy() for part in zip(*parts, strict=True))
        return Looks(logits.astype(np.float64), turns.astype(np.float64), unit(embeddings))

    def look_all_turns(self, squares: NDArray[np.uint8], labels: Sequence[Label]) -> Seen:
        """Return the looks at the four turns."""
        turned = [np.ascontiguousarray(np.rot90(squares, quarters, axes=(1, 2))) for quarters in range(4)]
        return joined_looks([self.look(part) for part in turned], labels)


class CalibratedGlance(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """A small namer with its temperature built in."""

    def __init__(self, net: Any, scale: float) -> None:
        super().__init__()
        self.net = net
        self.scale = scale

    def forward(self, x: Any) -> tuple[Any, Any]:
        """Return (logits, turn logits)."""
        logits, turns, _ = self.net(x)
        return logits * self.scale, turns


@dataclass(frozen=True, slots=True)
class Material:
    """What chances are made honest on: photographs, and sets with the pictures that enrol them."""

    photos: Seen
    sets: tuple[tuple[Seen, Seen], ...]


def material_for(namer: CalibratedNamer, sets: Sequence[StrangerSet]) -> Material:
    """Return the namer's looks at the calibration photographs and at sets that it never saw."""
    rng = np.random.default_rng(CALIBRATION_SEED)
    photos = namer.look_all_turns(*calibration_cuts(rng))
    pairs = []
    for one in sets:
        for pictures in (1, 3):
            known = shown(one, rng, times=pictures, strength=ENROLLED_STRENGTH)
            pairs.append(
                (namer.look_all_turns(*known), namer.look_all_turns(*shown(one, rng, times=4, strength=STRENGTH)))
            )
    return Material(photos, tuple(pairs))


def calibration_cuts(rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Label]]:
    """Return cuts of the calibration slice's photographs and of rendered tables."""
    faces = [face for face, _ in faces_of_crops(load_crops(shared_vision()), Slice.CALIBRATE)]
    for table in rendered_tables(CALIBRATION_TABLES, seed=CALIBRATION_SEED):
        faces += list(faces_of(table, rng))
    cuts = np.stack([cut_at_random(face, rng, strength=PHOTO_STRENGTH)[0] for face in faces])
    return cuts, [face.label for face in faces]


def stranger_sets(art: Sequence[str]) -> list[StrangerSet]:
    """Return the sets of these art folders and some drawn ones that nothing learnt from."""
    sets = [StrangerSet(name, tuple(art_faces(shared_vision() / "art" / name / "png"))) for name in art]
    return sets + [
        StrangerSet(f"design {number}", tuple(designed_faces(1, seed=CALIBRATION_SEED + 1 + number)))
        for number in range(CALIBRATION_DESIGNS)
    ]


def straightening_of(net: Any) -> Straightening:
    """Return what brings looks at one face together, found on designs by lot and single faces."""
    rng = np.random.default_rng(CALIBRATION_SEED)
    faces = list(designed_faces(12, seed=CALIBRATION_SEED))
    faces += [face for face, _ in faces_of_crops(load_crops(shared_vision()), Slice.TRAIN) if face.turn != UNKNOWN_TURN]
    cuts = np.stack([cut for face in faces for cut in _upright_cuts(face, rng)])
    with torch.inference_mode():
        parts = [net(torch.from_numpy(to_batch(cuts[i : i + 128])))[2] for i in range(0, len(cuts), 128)]
    return straightened(torch.cat(parts).numpy(), np.repeat(np.arange(len(faces)), LOOKS_A_FACE))


def _upright_cuts(face: Face, rng: np.random.Generator) -> Iterator[NDArray[np.uint8]]:
    for _ in range(LOOKS_A_FACE):
        cut, turn = cut_at_random(face, rng, strength=STRENGTH)
        yield np.ascontiguousarray(np.rot90(cut, turn))


def loaded(weights: Path) -> Any:
    """Return the network with these weights, ready to look."""
    return namer_of(weights_of(weights)).eval()


def export_namer(weights: Path, models: Path, *, blind: Path, art: Sequence[str]) -> None:
    """Write the namer and its honesty.

    Chances are made honest with the weights ``blind``, which never saw the sets of ``art``: found on what was learnt
    they would promise a new table too much.
    """
    net = loaded(blind)
    namer = CalibratedNamer(net, 1.0, straightening_of(net)).eval()
    material = material_for(namer, stranger_sets(art))
    groups = [material.photos, *(seen for _, seen in material.sets)]
    namer.scale = CAUTION * best_scale([seen.logits[0] for seen in groups], [seen.labels for seen in groups])
    scaled = [Seen(seen.logits * namer.scale, seen.embeddings, seen.labels) for seen in groups]
    pairs = [(known, seen) for (known, _), seen in zip(material.sets, scaled[1:], strict=True)]
    four = CAUTION * best_scale([seen.logits.mean(axis=0) for seen in scaled], [seen.labels for seen in scaled])
    honesty = honesty_of(four, pairs)
    print(f"temperature {1 / namer.scale:.3f}, {honesty}")
    honesty.save(models)
    final = loaded(weights)
    _write(CalibratedNamer(final, namer.scale, straightening_of(final)).eval(), models / NAMER)


def export_namer_like(weights: Path, models: Path, *, like: Path) -> None:
    """Write the namer with the temperature and the honesty of the models its weights went on from.

    A blind run of those found them; sets that the new weights have learnt would promise a new table too much.
    """
    scale = _scale_of(like / NAMER)
    print(f"temperature {1 / scale:.3f}, as {like}")
    Honesty.load(like).save(models)
    final = loaded(weights)
    _write(CalibratedNamer(final, scale, straightening_of(final)).eval(), models / NAMER)


def export_glance(weights: Path, models: Path, *, art: Sequence[str]) -> None:
    """Write the small namer, its chances made honest on photographs and on sets that it never saw, those of ``art``."""
    net = loaded(weights)
    rng = np.random.default_rng(CALIBRATION_SEED)
    groups = [calibration_cuts(rng)]
    groups += [shown(one, rng, times=4, strength=STRENGTH) for one in stranger_sets(art)]
    logits = []
    with torch.inference_mode():
        for cuts, _ in groups:
            parts = [net(torch.from_numpy(to_batch(cuts[i : i + 128])))[0] for i in range(0, len(cuts), 128)]
            logits.append(torch.cat(parts).numpy().astype(np.float64))
    labels = [np.array([LABELS.index(label) for label in told]) for _, told in groups]
    scale = CAUTION * best_scale(logits, labels)
    print(f"glance: temperature {1 / scale:.3f}")
    _write(CalibratedGlance(net, scale).eval(), models / GLANCE, ["logits", "turn"])


def _scale_of(namer: Path) -> float:
    """Return what an exported namer multiplies its logits with."""
    nodes = {node.output[0]: node for node in onnx.load(namer).graph.node}
    scaled = nodes["logits"]
    if scaled.op_type == "Sub":
        scaled = nodes[scaled.input[0]]
    (constant,) = (nodes[name] for name in scaled.input if nodes.get(name) and nodes[name].op_type == "Constant")
    return float(numpy_helper.to_array(constant.attribute[0].t))


def _write(namer: Any, out: Path, outputs: Sequence[str] = ("logits", "turn", "embedding")) -> None:
    torch.onnx.export(
        namer,
        (torch.zeros(1, 3, 64, 64),),
        str(out),
        input_names=["image"],
        output_names=list(outputs),
        dynamic_axes={name: {0: "batch"} for name in ("image", *outputs)},
        opset_version=OPSET,
        dynamo=False,
    )


def export_finder(weights: Path, out: Path) -> None:
    """Write the finder."""
    net = FinderNet()
    net.load_state_dict(torch.load(weights, weights_only=True))
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 256, 256),),
        str(out),
        input_names=["image"],
        output_names=["maps"],
        dynamic_axes={name: {0: "batch", 2: "height", 3: "width"} for name in ("image", "maps")},
        opset_version=OPSET,
        dynamo=False,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Export what is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--namer", type=Path)
    parser.add_argument("--blind", type=Path, help="the namer's weights from a run that left the art out; else --namer")
    parser.add_argument("--art", action="append", default=[], help="art folder that --blind and --glance left out")
    parser.add_argument("--like", type=Path, help="models from which --namer went on, to keep what makes them honest")
    parser.add_argument("--glance", type=Path, help="weights of a narrow namer that looks at a table first")
    parser.add_argument("--finder", type=Path)
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.namer is not None and args.like is not None:
        export_namer_like(args.namer, args.out, like=args.like)
    elif args.namer is not None:
        export_namer(args.namer, args.out, blind=args.blind or args.namer, art=args.art)
    if args.glance is not None:
        export_glance(args.glance, args.out, art=args.art)
    if args.finder is not None:
        export_finder(args.finder, args.out / FINDER)


if __name__ == "__main__":
    main()
