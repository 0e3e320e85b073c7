"""What both trainings share: a learning rate that falls to nothing in a given time, and averaged weights."""

import copy
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

WARM_UP_STEPS = 150
KEEP = 0.998
"""How much of the averaged weights a step keeps."""


def train_for(
    net: Any,
    step_loss: Callable[[Any], Any],
    *,
    minutes: float,
    peak: float,
    on_part: Callable[[float, Any], None] | None = None,
) -> Any:
    """Train ``net`` on the losses that ``step_loss(net)`` gives for ``minutes``; return the averaged network.

    ``on_part(done, average)`` is called every 100 steps with the part of the time that is gone.
    """
    average = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=0.02)
    begun, step, running = time.monotonic(), 0, 0.0
    net.train()
    while (done := (time.monotonic() - begun) / (60 * minutes)) < 1:
        rate = peak * min(1, (step + 1) / WARM_UP_STEPS) * 0.5 * (1 + np.cos(np.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = rate
        loss = step_loss(net)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        running = 0.98 * running + 0.02 * loss.item() if step > 1 else loss.item()
        _blend(average, net, keep=min(KEEP, step / (step + 20)))
        if step % 100 == 0:
            print(f"step {step} done {done:.2f} loss {running:.3f}", flush=True)
            if on_part is not None:
                on_part(done, average)
    return average


def _blend(average: Any, net: Any, *, keep: float) -> None:
    with torch.no_grad():
        for mine, theirs in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.mul_(keep).add_(theirs, alpha=1 - keep)
            else:
                mine.copy_(theirs)
