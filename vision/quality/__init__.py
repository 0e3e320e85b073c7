"""How good a picture is, in figures, each with its limit and what to do. Not what it shows, nor whether it is fresh."""

from vision.quality.blocked import Lab
from vision.quality.figures import Figures, measure
from vision.quality.verdict import Concern, Finding, judge

__all__ = ["Concern", "Figures", "Finding", "Lab", "judge", "measure"]
