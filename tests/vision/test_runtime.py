"""The two libraries that run the networks: the same answers, and the second where the first cannot be loaded."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.classify import TileNamer, cut_straight, glanced
from vision.detect import TileFinder
from vision.errors import ModelError
from vision.geometry import TableCamera
from vision.runtime import FINDER, GLANCE, MODELS, NAMER, Network, Runtime, chosen_runtime
from vision.runtime_opencv import output_names
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import render

_SWITCH = "ORT_DISABLE_TELEMETRY"
CAMERA = TableCamera.overhead(width_px=1352, height_px=1014)


def test_the_networks_leave_nothing_behind_and_call_nobody(tmp_path: Path, repository: Path) -> None:
    """What onnxruntime would send it first lays down in the user's cache, beside a number for the machine."""
    environ = {name: value for name, value in os.environ.items() if name not in {"XDG_CACHE_HOME", _SWITCH}}
    program = "from vision.runtime import MODELS, NAMER, Network; print(Network(MODELS / NAMER).runtime)"
    said = subprocess.run(
        [sys.executable, "-c", program],
        env={**environ, "HOME": str(tmp_path)},
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "onnxruntime\n"
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def without_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    chosen_runtime.cache_clear()
    yield
    chosen_runtime.cache_clear()


@pytest.mark.parametrize("seed", [1, 2])
def test_both_give_the_same_names_and_places_on_rendered_tables(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drawn = render(random_scene(rng), CAMERA, rng=rng)
    faces = [cut_straight(drawn.image, np.array(tile.quad_px)) for tile in drawn.truth if tile.quad_px is not None][:64]
    namers = [TileNamer(Network(MODELS / NAMER, runtime=runtime)) for runtime in Runtime]
    glances = [Network(MODELS / GLANCE, runtime=runtime) for runtime in Runtime]
    for first, second in (
        [namer.name(faces) for namer in namers],
        [glanced(np.stack(faces), glance) for glance in glances],
    ):
        assert [naming.label for naming in first] == [naming.label for naming in second]
        assert [naming.turn for naming in first] == [naming.turn for naming in second]
        assert np.abs([a.confidence - b.confidence for a, b in zip(first, second, strict=True)]).max() < 1e-3
    one, other = (
        TileFinder(Network(MODELS / FINDER, runtime=runtime)).find(drawn.image[:512, :512]) for runtime in Runtime
    )
    assert len(one) == len(other)
    for found, again in zip(one, other, strict=True):
        assert np.abs(found.corners - again.corners).max() < 0.05
        assert abs(found.score - again.score) < 1e-3


@pytest.mark.parametrize(
    ("name", "shape"),
    [(FINDER, (1, 3, 96, 64)), (FINDER, (1, 3, 64, 96)), (GLANCE, (3, 3, 64, 64)), (NAMER, (3, 3, 64, 64))],
)
def test_both_give_every_output_in_the_same_order_and_nearly_the_same_figures(
    name: str, shape: tuple[int, ...]
) -> None:
    batch = np.random.default_rng(3).random(shape, dtype=np.float32)
    one, other = (Network(MODELS / name, runtime=runtime).run(batch) for runtime in Runtime)
    assert [output.shape for output in one] == [output.shape for output in other]
    for a, b in zip(one, other, strict=True):
        assert np.abs(a - b).max() < 1e-3


def test_an_answer_of_opencv_outlives_the_next() -> None:
    network = Network(MODELS / NAMER, runtime=Runtime.OPENCV)
    first = network.run(np.zeros((1, 3, 64, 64), np.float32))
    kept = [output.copy() for output in first]
    network.run(np.ones((1, 3, 64, 64), np.float32))
    assert all((a == b).all() for a, b in zip(first, kept, strict=True))


@pytest.mark.usefixtures("without_onnxruntime")
def test_opencv_steps_in_where_onnxruntime_cannot_be_loaded() -> None:
    assert chosen_runtime() is Runtime.OPENCV
    network = Network(MODELS / NAMER)
    assert network.runtime is Runtime.OPENCV
    assert network.run(np.zeros((1, 3, 64, 64), np.float32))[0].shape[0] == 1


@pytest.mark.parametrize("runtime", list(Runtime))
@pytest.mark.parametrize("content", [b"", b"no network at all", bytes(range(256))])
def test_a_spoiled_network_is_told_whichever_library_opens_it(tmp_path: Path, runtime: Runtime, content: bytes) -> None:
    path = tmp_path / "finder.onnx"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"finder\.onnx cannot be opened"):
        Network(path, runtime=runtime)


@pytest.mark.parametrize("threads", [1, 2])
def test_opencvs_own_work_gets_no_more_threads_than_the_networks(threads: int) -> None:
    Network(MODELS / NAMER, threads=threads)
    assert cv2.getNumThreads() == threads


def test_the_names_of_the_outputs_are_those_onnxruntime_tells() -> None:
    library = pytest.importorskip("onnxruntime")
    for name in (FINDER, GLANCE, NAMER):
        told = [output.name for output in library.InferenceSession(MODELS / name).get_outputs()]
        assert output_names((MODELS / name).read_bytes()) == told


@given(st.binary(max_size=200))
def test_any_bytes_either_name_outputs_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(ValueError):
        assert output_names(data)
