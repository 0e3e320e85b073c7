"""Opens the trained networks in onnxruntime. Where the files lie and how many threads they get; nothing else."""

import hashlib
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import ModelError

MODELS = Path(__file__).with_name("models")
FINDER = "finder.onnx"
NAMER = "namer.onnx"

Tensor = NDArray[np.float32]


class Network:
    """One network in memory, run on float32 pictures."""

    def __init__(self, path: Path, *, threads: int = 1) -> None:
        """Open ``path``. Raises ModelError when it is missing or no network."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # An idle worker must not burn a core that the table's other programs need.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        if not path.is_file():
            raise ModelError(f"the network {path} is missing; install the package again")
        try:
            self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises its own unexported classes for a spoiled file
            raise ModelError(f"the network {path} cannot be opened ({error}); install the package again") from error
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Tensor) -> list[Tensor]:
        """Return the network's outputs for a batch (N, 3, H, W) of BGR in 0..1."""
        return [np.asarray(output, np.float32) for output in self._session.run(None, {self._input: batch})]


def sha256_of(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
