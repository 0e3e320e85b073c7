"""The environment of a release, made for real from a folder of wheels."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from table_daemon.deploy.environment import make_release
from table_daemon.deploy.errors import EnvironmentBuildError
from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import COMPLETE, Releases
from table_daemon.deploy.wheels import read_wheel
from tests.deploy.wheel_maker import small_wheel


def test_a_wheel_becomes_a_release_that_stands_on_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(tmp_path / "machine")
    releases = Releases(layout)
    monkeypatch.chdir(tmp_path)  # people name a file from where they are
    wheel = read_wheel(small_wheel(tmp_path / "wheels").relative_to(tmp_path))
    pins = layout.at("/usr/lib/python3/dist-packages")
    pins.mkdir(parents=True)
    (pins / "lgpio.py").write_text("there = True\n", encoding="utf-8")
    make_release(releases, wheel, wheels=Path("wheels"), root=layout.root)
    folder = releases.path(wheel.release)
    assert json.loads((folder / COMPLETE).read_text(encoding="utf-8"))["version"] == "9.9.9"
    assert (folder / "files" / "queyan.service").read_text(encoding="utf-8") == "hello"
    # The program names its own release's Python, not the current one's: an update goes on after the switch.
    # The first line, or the second where the path is too long for a first line and a shell starts it.
    begun = (folder / "bin" / "queyan").read_text(encoding="utf-8").splitlines()[:2]
    assert any(f"{folder}/bin/python" in line for line in begun)
    lent = subprocess.run(
        [folder / "bin" / "python", "-c", "import lgpio; print(lgpio.there)"], capture_output=True, check=True
    )
    assert lent.stdout == b"True\n"


def test_a_wheel_whose_needs_are_not_in_the_folder_leaves_nothing(tmp_path: Path) -> None:
    releases = Releases(Layout(tmp_path / "machine"))
    wheel = read_wheel(small_wheel(tmp_path / "wheels", needs="no-such-package-anywhere"))
    with pytest.raises(EnvironmentBuildError, match="could not install the wheel"):
        make_release(releases, wheel, wheels=tmp_path / "wheels", root=tmp_path)
    assert releases.all() == []
    assert not releases.path(wheel.release).exists()
