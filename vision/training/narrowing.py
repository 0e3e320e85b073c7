"""Makes a trained namer narrower: the channels that matter most stay, and what feeds them is fitted anew.

Each layer of the narrow one is the best linear answer, from what its own layers before it say, to what the wide one
says at the channels that stay. The rest of what is lost has to be learnt again.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from vision.training.networks import NamerNet, settle_norms

_ENDS = (0, 1, 3, 5, 7)
"""The last block of each stage; within a stage a shortcut keeps the channels together."""
MOST_PLACES = 40_000
"""Each layer is fitted at no more places than this."""
RIDGE = 1e-3
"""What keeps weights small where channels say nearly the same, as a share of the channels' mean power."""


def narrowed(wide: Any, widths: Sequence[int], inputs: Any) -> NamerNet:
    """Return a namer of these widths from a trained one; ``inputs`` show which channels matter and what they say."""
    wide.eval()
    kept = [_weightiest(wide, end, width, inputs) for end, width in zip(_ENDS, widths, strict=True)]
    # What each block gives; the last block's channels all stay.
    given = [kept[0], kept[1], kept[2], kept[2], kept[3], kept[3], kept[4], kept[4], slice(None)]
    net = NamerNet(widths)
    net.eval()
    with torch.no_grad():
        heard = x = (inputs - 0.5) * 4.0
        for of, to, channels in zip(wide.body, net.body, given, strict=True):
            said = of.norm(of.conv(heard)) + (heard if of.shortcut else 0)
            _fit(to, x, said[:, channels])
            heard, x = said.relu(), to(x)
    for part in ("embed", "name", "turn"):
        getattr(net, part).load_state_dict(getattr(wide, part).state_dict())
    settle_norms(net, inputs)
    return net


def _fit(block: Any, x: Any, wanted: Any) -> None:
    """Give a block the weights with which, heard ``x``, it comes closest to saying ``wanted`` before its ReLU."""
    wanted = wanted - x if block.shortcut else wanted
    pictures = max(1, MOST_PLACES // (wanted.shape[2] * wanted.shape[3]))
    kernel, stride, padding = block.conv.kernel_size, block.conv.stride, block.conv.padding
    seen = nn.functional.unfold(x[:pictures], kernel, padding=padding, stride=stride).mT.flatten(0, 1).double()
    told = wanted[:pictures].flatten(2).mT.flatten(0, 1).double()
    seen_mean, told_mean = seen.mean(0), told.mean(0)
    seen, told = seen - seen_mean, told - told_mean
    power = seen.T @ seen
    power += RIDGE * power.diagonal().mean() * torch.eye(len(power), dtype=power.dtype)
    weights = torch.linalg.solve(power, seen.T @ told)
    block.conv.weight.copy_(weights.T.reshape(block.conv.weight.shape))
    norm = block.norm
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0)
    norm.weight.fill_((1 + norm.eps) ** 0.5)
    norm.bias.copy_(told_mean - seen_mean @ weights)


def _weightiest(wide: Any, end: int, width: int, inputs: Any) -> Any:
    """Return which channels of a stage the next one hears most of, in their order."""
    with torch.inference_mode():
        x = (inputs - 0.5) * 4.0
        for block in wide.body[: end + 1]:
            x = block(x)
    loud = x.float().std((0, 2, 3)) * wide.body[end + 1].conv.weight.float().pow(2).sum((0, 2, 3)).sqrt()
    return loud.topk(width).indices.sort().values
