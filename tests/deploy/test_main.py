"""The installer's steps as it gives them: out of a wheel, with nothing but the standard library."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from table_daemon.deploy.__main__ import main
from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import Releases
from tests.deploy.wheel_maker import small_wheel

REPOSITORY = Path(__file__).resolve().parents[2]


def _bare(archive: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a step with a Python that sees no packages but those in the archive."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "table_daemon.deploy", *arguments],
        env={"PYTHONPATH": str(archive), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own package, packed as a wheel packs it."""
    path = tmp_path_factory.mktemp("packed") / "queyan-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        packed.write(REPOSITORY / "table_daemon" / "__init__.py", "table_daemon/__init__.py")
        for file in (REPOSITORY / "table_daemon" / "deploy").glob("*.py"):
            packed.write(file, f"table_daemon/deploy/{file.name}")
    return path


def test_steps_run_out_of_a_wheel_without_any_package(archive: Path, tmp_path: Path) -> None:
    wheel = small_wheel(tmp_path)
    named = _bare(archive, "identify", str(wheel))
    assert (named.returncode, named.stderr) == (0, "")
    assert named.stdout.startswith("9.9.9-")
    assert _bare(archive, "--root", str(tmp_path), "address").stdout == "http://127.0.0.1:8080/\n"
    assert _bare(archive, "--root", str(tmp_path), "current").stdout == "\n"
    assert _bare(archive, "find", str(tmp_path)).stdout == f"{wheel}\n"


def test_an_error_is_one_line_and_a_status(archive: Path, tmp_path: Path) -> None:
    failed = _bare(archive, "identify", str(tmp_path / "nothing.whl"))
    assert failed.returncode == 1
    assert len(failed.stderr.splitlines()) == 1


def test_laying_says_what_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layout = Layout(tmp_path)
    releases = Releases(layout)
    (releases.begin("one") / "files").symlink_to(REPOSITORY / "table_daemon" / "deploy" / "files")
    releases.complete("one")
    releases.switch("one")
    assert main(["--root", str(tmp_path), "lay", "--kiosk"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert str(layout.settings) in said
    assert "/etc/systemd/system/queyan-kiosk.service" in said
    assert main(["--root", str(tmp_path), "lay", "--kiosk"]) == 0
    assert capsys.readouterr().out == ""
