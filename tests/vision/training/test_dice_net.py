"""Going on from the shipped dice weights. Needs the extra `train`."""

import numpy as np
import pytest

from vision.dice import DICE
from vision.runtime import MODELS, Network

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

from vision.training.dice_net import dice_net_of  # noqa: E402 - torch decides


def test_the_exported_weights_say_the_same_where_training_goes_on_from_them() -> None:
    windows = np.random.default_rng(1).random((2, 3, 224, 224), dtype=np.float32)
    inputs = torch.from_numpy(windows)
    net = dice_net_of(MODELS / DICE, inputs)
    with torch.inference_mode():
        said = net(inputs).numpy()
    shipped = Network(MODELS / DICE).run(windows)[0]
    # The export multiplies the logits by what makes them honest.
    scale = float((said * shipped).sum() / (said * said).sum())
    assert 0.3 < scale < 2.0
    assert np.abs(said * scale - shipped).max() < 1e-2


def test_training_goes_on_with_norms_that_fit_the_windows() -> None:
    inputs = torch.from_numpy(np.random.default_rng(2).random((4, 3, 224, 224), dtype=np.float32))
    net = dice_net_of(MODELS / DICE, inputs)
    with torch.inference_mode():
        apart = (net.train()(inputs) - net.eval()(inputs)).abs().mean()
    assert apart < 0.2
