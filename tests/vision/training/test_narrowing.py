"""Narrowing a trained namer. Needs the extra `train`."""

import numpy as np
import pytest

from vision.runtime import MODELS, NAMER

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

from torch import nn  # noqa: E402 - torch decides

from vision.training.narrowing import narrowed  # noqa: E402 - torch decides
from vision.training.networks import namer_of, settle_norms, weights_of  # noqa: E402 - torch decides


def test_a_namer_narrowed_to_its_own_widths_says_the_same_and_a_narrower_one_has_as_many_answers() -> None:
    inputs = torch.from_numpy(np.random.default_rng(1).random((8, 3, 64, 64), dtype=np.float32))
    wide = namer_of(weights_of(MODELS / NAMER))
    settle_norms(wide, inputs)
    with torch.inference_mode():
        said = wide(inputs)[0]
        same = narrowed(wide, wide.widths, inputs).eval()(inputs)[0]
        fewer = narrowed(wide, [width // 2 for width in wide.widths], inputs).eval()(inputs)[0]
    assert torch.allclose(same, said, atol=0.02)
    assert fewer.shape == said.shape
    assert not torch.allclose(fewer, said, atol=0.02)


def test_a_narrower_namer_still_says_much_of_what_the_wide_one_says() -> None:
    rng = np.random.default_rng(2)
    # Smooth patches: of noise alone there is nothing to tell apart.
    inputs = nn.functional.interpolate(torch.from_numpy(rng.random((48, 3, 8, 8), dtype=np.float32)), scale_factor=8)
    wide = namer_of(weights_of(MODELS / NAMER))
    settle_norms(wide, inputs)
    with torch.inference_mode():
        said = wide(inputs)[0]
        fewer = narrowed(wide, [width // 2 for width in wide.widths], inputs).eval()(inputs)[0]
    assert np.corrcoef(said.flatten(), fewer.flatten())[0, 1] > 0.7
