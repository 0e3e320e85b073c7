from pathlib import Path

import pytest

from vision.runtime import MODELS
from vision.training.measure import CropFigures, PhotoFigures, TableFigures
from vision.training.measure_dice import DiceFigures
from vision.training.report import Report, written

CARRIED = (
    "## Naming given crops, held out",
    "## Tile sets never seen",
    "## What drawn tiles bring",
    "## Whole photographs, held out",
    "## Rendered overhead tables",
)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    for path in MODELS.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def report() -> Report:
    return Report("2026-01-02", CropFigures(), CropFigures(), PhotoFigures(), TableFigures(), 0, 1)


def test_sections_that_were_not_measured_are_carried_over_once_and_say_so(models: Path) -> None:
    readme = models / "README.md"
    for _ in range(2):
        readme.write_text(written(report(), models), encoding="utf-8")
    text = readme.read_text(encoding="utf-8")
    for heading in CARRIED:
        assert text.count(heading) == 1
        assert text.split(heading)[1].startswith("\n\nMeasured in an earlier run. ")
    assert "cangjie6_ccbysa4" in text
    assert text.count("Measured in an earlier run.") - text.count("## Dice") == len(CARRIED)


def test_nothing_is_carried_over_where_no_readme_is(models: Path) -> None:
    (models / "README.md").unlink()
    text = written(report(), models)
    assert not any(heading in text for heading in CARRIED)


def test_the_report_tells_how_dice_are_read(models: Path) -> None:
    figures = DiceFigures()
    for right in (True, True, True, False):
        figures.with_dice.add(right=right)
        figures.answers.add(0.95, right=right)
    figures.without_dice.add(right=True)
    told = report()
    told.dice = figures
    text = written(told, models)
    assert "| with dice | 75.00 % of 4 |" in text
    assert "| **all** | **80.00 % of 5** |" in text
    assert "`dice.onnx`" in text
