"""Opens the trained networks. Where the files lie, which library runs them and on how many threads; nothing else.

onnxruntime runs them; where it cannot be loaded (an odd processor, a broken package) OpenCV's own ``dnn`` does.
"""

import hashlib
import os
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Protocol, assert_never

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelError
from vision.runtime_opencv import OpenCvSession

MODELS = Path(__file__).with_name("models")
FINDER = "finder.onnx"
NAMER = "namer.onnx"
GLANCE = "glance.onnx"

Tensor = NDArray[np.float32]


class Runtime(StrEnum):
    """A library that runs networks."""

    ONNXRUNTIME = "onnxruntime"
    OPENCV = "opencv"


class Session(Protocol):
    """A network in one of the libraries."""

    def run(self, batch: Tensor) -> list[Tensor]:
        """Return the outputs in the order in which the file names them."""


class Network:
    """One network in memory, run on float32 pictures."""

    def __init__(self, path: Path, *, threads: int = 1, runtime: Runtime | None = None) -> None:
        """Open ``path``; OpenCV's work around the networks gets as many threads, for it has one count for all.

        Raises ModelError when the file is missing or no network.
        """
        if not path.is_file():
            raise ModelError(f"the network {path} is missing; install the package again")
        cv2.setNumThreads(threads)
        self.runtime = runtime or chosen_runtime()
        try:
            self._session = _open(path, self.runtime, threads)
        except Exception as error:  # both libraries raise classes of their own for a spoiled file
            raise ModelError(f"the network {path} cannot be opened ({error}); install the package again") from error

    def run(self, batch: Tensor) -> list[Tensor]:
        """Return the network's outputs for a batch (N, 3, H, W) of BGR in 0..1."""
        return self._session.run(batch)


@cache
def chosen_runtime() -> Runtime:
    """Return the library that runs the networks on this machine."""
    try:
        _onnxruntime()
    except (ImportError, OSError):
        return Runtime.OPENCV
    return Runtime.ONNXRUNTIME


def _open(path: Path, runtime: Runtime, threads: int) -> Session:
    match runtime:
        case Runtime.ONNXRUNTIME:
            return _OnnxSession(path, threads)
        case Runtime.OPENCV:
            return OpenCvSession(path)
        case _:
            assert_never(runtime)


class _OnnxSession:
    def __init__(self, path: Path, threads: int) -> None:
        library = _onnxruntime()
        options = library.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # An idle worker must not burn a core that the table's other programs need.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = library.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Tensor) -> list[Tensor]:
        return [np.asarray(output, np.float32) for output in self._session.run(None, {self._input: batch})]


def _onnxruntime() -> Any:
    # Newer ones (1.32) number the machine and send their maker what they are used for, unless told not to before they
    # are loaded; their own function for that comes too late for the first word.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415 -- where it cannot be loaded the rest of the program goes on without

    return onnxruntime


def sha256_of(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
