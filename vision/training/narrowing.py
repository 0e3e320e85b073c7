"""Makes a trained namer narrower: the channels that matter most stay. What is lost has to be learnt again."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch

from vision.training.networks import NamerNet, settle_norms

_ENDS = (0, 1, 3, 5, 7)
"""The last block of each stage; within a stage a shortcut keeps the channels together."""


def narrowed(wide: Any, widths: Sequence[int], inputs: Any) -> NamerNet:
    """Return a namer of these widths from a trained one; ``inputs`` show which channels matter."""
    wide.eval()
    kept = [_weightiest(wide, end, width, inputs) for end, width in zip(_ENDS, widths, strict=True)]
    # What each block takes and gives: the picture first, the last block's channels all stay.
    stages = [torch.arange(3), kept[0], kept[1], kept[2], kept[2], kept[3], kept[3], kept[4], kept[4], None]
    net = NamerNet(widths)
    with torch.no_grad():
        for place, (taken, given) in enumerate(pairwise(stages)):
            of, to = wide.body[place], net.body[place]
            rows = torch.arange(len(of.conv.weight)) if given is None else given
            to.conv.weight.copy_(of.conv.weight[rows][:, taken])
            for part in ("weight", "bias", "running_mean", "running_var"):
                getattr(to.norm, part).copy_(getattr(of.norm, part)[rows])
    for part in ("embed", "name", "turn"):
        getattr(net, part).load_state_dict(getattr(wide, part).state_dict())
    settle_norms(net, inputs)
    return net


def _weightiest(wide: Any, end: int, width: int, inputs: Any) -> Any:
    """Return which channels of a stage the next one hears most of, in their order."""
    with torch.inference_mode():
        x = (inputs - 0.5) * 4.0
        for block in wide.body[: end + 1]:
            x = block(x)
    loud = x.float().std((0, 2, 3)) * wide.body[end + 1].conv.weight.float().pow(2).sum((0, 2, 3)).sqrt()
    return loud.topk(width).indices.sort().values
