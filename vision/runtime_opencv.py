"""A network run by OpenCV's ``dnn``, for machines where onnxruntime cannot be loaded. Slower, the same answers."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Tensor = NDArray[np.float32]

_GRAPH, _OUTPUT, _NAME = 7, 12, 1
"""Numbers of ``ModelProto.graph``, ``GraphProto.output`` and ``ValueInfoProto.name`` in onnx.proto."""


class OpenCvSession:
    """One network in OpenCV."""

    def __init__(self, path: Path) -> None:
        """Open ``path``. Raises cv2.error or ValueError for a file that is no network."""
        data = path.read_bytes()
        self._outputs = output_names(data)
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))

    def run(self, batch: Tensor) -> list[Tensor]:
        """Return the outputs in the order in which the file names them."""
        self._net.setInput(batch)
        # A copy: OpenCV writes the next answer into the same memory.
        return [np.array(output, np.float32) for output in self._net.forward(self._outputs)]


def output_names(model: bytes) -> list[str]:
    """Return an ONNX file's outputs in their order, which OpenCV does not keep.

    Raises ValueError when the bytes are no such file.
    """
    names = [
        name.decode()
        for graph in _values(model, _GRAPH)
        for output in _values(graph, _OUTPUT)
        for name in _values(output, _NAME)
    ]
    if not names:
        raise ValueError("it names no output")
    return names


def _values(message: bytes, wanted: int) -> Iterator[bytes]:
    """Yield the contents of a protobuf message's fields of bytes with this number."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        match key & 7:
            case 0:  # a number
                _, place = _varint(message, place)
            case 1:  # eight bytes
                place += 8
            case 5:  # four bytes
                place += 4
            case 2:  # bytes with their length before them
                size, place = _varint(message, place)
                if place + size > len(message):
                    raise ValueError("it is cut short")
                if key >> 3 == wanted:
                    yield message[place : place + size]
                place += size
            case kind:
                raise ValueError(f"it is no ONNX file (wire type {kind})")


def _varint(message: bytes, place: int) -> tuple[int, int]:
    """Return the number at ``place`` and the place after it."""
    value = 0
    for shift in range(0, 70, 7):
        if place >= len(message):
            break
        byte = message[place]
        value |= (byte & 0x7F) << shift
        place += 1
        if byte < 0x80:
            return value, place
    raise ValueError("it is cut short")
