"""The figures that make a namer's chances honest, found when its weights are exported and kept beside them."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from vision.errors import ModelError
from vision.likeness import Weights

HONESTY = "namer.json"
_USUAL = Weights(network=0.7, likeness=8.0, stranger=0.4)


@dataclass(frozen=True, slots=True)
class Honesty:
    """What logits are multiplied with, without and with an enrolled tile set, for one look and for four."""

    four_turns: float = 1.0
    """For the mean of four turned looks; a single look's temperature is in the network itself."""
    enrolled: Weights = _USUAL
    enrolled_four_turns: Weights = _USUAL

    @classmethod
    def load(cls, models: Path) -> Self:
        """Return the figures beside the weights. Raises ModelError."""
        path = models / HONESTY
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            enrolled, four = (Weights(**record[key]) for key in ("enrolled", "enrolled_four_turns"))
            return cls(float(record["four_turns"]), enrolled, four)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path} cannot be read ({error}); install the package again") from error

    def save(self, models: Path) -> None:
        """Write the figures beside the weights."""
        (models / HONESTY).write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
