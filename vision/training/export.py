"""Turns trained weights into the ONNX files of ``vision/models``.

``python -m vision.training.export --namer /tmp/namer.pt --finder /tmp/finder.pt``. The namer's logits are divided by
the temperature that makes its probabilities honest on the calibration slice and on fresh renders.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from vision.detect import to_batch
from vision.labels import LABELS
from vision.runtime import FINDER, MODELS, NAMER
from vision.training.augment import cut_at_random
from vision.training.faces import Face, faces_of_crops
from vision.training.networks import FinderNet, NamerNet
from vision.training.photos import load_crops, shared_vision
from vision.training.renders import faces_of, rendered_tables
from vision.training.split import Slice

OPSET = 17
CALIBRATION_SEED = 7_000
CALIBRATION_TABLES = 12
STRENGTH = 0.6
"""How badly faces are cut and lit while the temperature is found: about as a finder's cuts are."""


class CalibratedNamer(nn.Module):  # type: ignore[misc] # torch is absent where types are checked
    """The namer with its temperature built in."""

    def __init__(self, net: Any, temperature: float) -> None:
        super().__init__()
        self.net = net
        self.scale = 1 / temperature

    def forward(self, x: Any) -> tuple[Any, Any, Any]:
        """Return (logits, turn logits, embedding)."""
        logits, turns, embedding = self.net(x)
        return logits * self.scale, turns, embedding


def temperature_of(net: Any, faces: Sequence[Face], *, seed: int) -> float:
    """Return the temperature with the least log loss on these faces."""
    rng = np.random.default_rng(seed)
    cuts = np.stack([cut_at_random(face, rng, strength=STRENGTH)[0] for face in faces])
    labels = torch.tensor([LABELS.index(face.label) for face in faces])
    with torch.inference_mode():
        parts = [net(torch.from_numpy(to_batch(cuts[i : i + 128])))[0] for i in range(0, len(cuts), 128)]
        logits = torch.cat(parts)
        losses = {
            float(t): nn.functional.cross_entropy(logits / t, labels).item() for t in np.exp(np.linspace(-1.5, 1, 51))
        }
    return min(losses, key=lambda t: losses[t])


def export_namer(weights: Path, out: Path) -> None:
    """Write the calibrated namer."""
    net = NamerNet()
    net.load_state_dict(torch.load(weights, weights_only=True))
    net.eval()
    rng = np.random.default_rng(CALIBRATION_SEED)
    faces = [face for face, _ in faces_of_crops(load_crops(shared_vision()), Slice.CALIBRATE)]
    for table in rendered_tables(CALIBRATION_TABLES, seed=CALIBRATION_SEED):
        faces += list(faces_of(table, rng))
    temperature = temperature_of(net, faces, seed=CALIBRATION_SEED)
    print(f"temperature {temperature:.3f} on {len(faces)} faces")
    torch.onnx.export(
        CalibratedNamer(net, temperature).eval(),
        (torch.zeros(1, 3, 64, 64),),
        str(out),
        input_names=["image"],
        output_names=["logits", "turn", "embedding"],
        dynamic_axes={name: {0: "batch"} for name in ("image", "logits", "turn", "embedding")},
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
    parser.add_argument("--finder", type=Path)
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    torch.set_num_threads(2)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.namer is not None:
        export_namer(args.namer, args.out / NAMER)
    if args.finder is not None:
        export_finder(args.finder, args.out / FINDER)


if __name__ == "__main__":
    main()
