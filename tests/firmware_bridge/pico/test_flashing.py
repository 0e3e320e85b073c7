"""The page on flashing copies all that the board needs, and nothing else."""

import doctest
import importlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.firmware_bridge.pico.bench import ROOT, micropython

PICO = ROOT / "firmware_bridge" / "pico"
PAGE = ROOT / "hardware_docs" / "flashing.md"
FOR_TESTS = {"hal_unix", "hal_exits"}
PORTABLE = sorted(path.stem for path in PICO.glob("*.py") if not path.stem.startswith(("hal_", "__init__")))


def copied() -> list[str]:
    """Return the names that the page's loop copies."""
    found = re.search(r"for file in ([\w\s\\]+?);", PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return found[1].replace("\\", " ").split()


def test_the_page_copies_every_file_of_the_board() -> None:
    assert sorted(copied()) == sorted({path.stem for path in PICO.glob("*.py")} - FOR_TESTS)


def test_the_copied_files_are_enough(tmp_path: Path) -> None:
    interpreter = micropython()
    folder = tmp_path / "firmware_bridge" / "pico"
    folder.mkdir(parents=True)
    for name in copied():
        shutil.copy(PICO / f"{name}.py", folder)
    imports = "".join(f"import firmware_bridge.pico.{name}\n" for name in copied() if name != "__init__")
    done = subprocess.run(
        [interpreter, "-c", imports + "print('all')"],
        env={"MICROPYPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("all", "")


@pytest.mark.parametrize("name", PORTABLE)
def test_the_examples_of_the_firmware_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"firmware_bridge.pico.{name}")).failed == 0
