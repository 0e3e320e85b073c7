"""Narrowing a trained namer. Needs the extra `train`."""

import numpy as np
import pytest

from vision.runtime import MODELS, NAMER

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

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
    assert torch.allclose(same, said, atol=1e-3)
    assert fewer.shape == said.shape
    assert not torch.allclose(fewer, said, atol=1e-3)
