import re
from pathlib import Path

import numpy as np
import pytest

from vision.classify import TileNamer
from vision.dice import DICE
from vision.errors import ModelError
from vision.labels import LABELS
from vision.runtime import FINDER, GLANCE, MODELS, NAMER, Network, sha256_of

README = (MODELS / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [FINDER, GLANCE, NAMER, DICE])
def test_the_weights_are_those_the_readme_describes(name: str) -> None:
    row = re.search(rf"\| `{re.escape(name)}` \|[^\n]*\| (\d+) \| `([0-9a-f]{{64}})` \|", README)
    assert row is not None
    assert int(row[1]) == (MODELS / name).stat().st_size
    assert row[2] == sha256_of(MODELS / name)


def test_the_readme_gives_the_attributions() -> None:
    for words in ("riichimahjongdetection", "CC BY 4.0", "Camerash/mahjong-dataset", "MIT"):
        assert words in README


def test_the_weights_stay_small() -> None:
    assert sum((MODELS / name).stat().st_size for name in (FINDER, GLANCE, NAMER, DICE)) <= 8_000_000


def test_the_namer_answers_probabilities_for_every_label() -> None:
    logits, turns = Network(MODELS / NAMER).run(np.zeros((3, 3, 64, 64), np.float32))[:2]
    assert logits.shape == (3, len(LABELS))
    assert turns.shape == (3, 4)
    (naming,) = TileNamer.load().name([np.zeros((80, 60, 3), np.uint8)])
    assert 0 <= naming.second_confidence <= naming.confidence <= 1


def test_no_crops_give_no_names() -> None:
    assert TileNamer.load().name([]) == []


def test_a_missing_or_spoiled_network_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing; install"):
        Network(tmp_path / "none.onnx")
    bad = tmp_path / "bad.onnx"
    bad.write_bytes(b"nothing")
    with pytest.raises(ModelError, match="cannot be opened"):
        Network(bad)
