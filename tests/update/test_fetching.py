"""What a person may name: a wheel, a folder, an archive, a checkout, a tag; and what is said of everything else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from table_daemon.deploy.errors import WheelError
from table_daemon.update import fetching
from table_daemon.update.errors import SourceError
from table_daemon.update.fetching import Found, find
from tests.deploy.wheel_maker import small_wheel


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def _found(source: Path | str, work: Path, *, remote: str = "", wheels: Path | None = None) -> Found:
    return find(str(source), remote=remote, wheels=wheels, work=work)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Stands in for pip, which would fetch the tools of a build: notes what it was to build, gives a small wheel."""
    sources: list[Path] = []
    real = fetching._run

    def run(command: list[str]) -> None:
        if "wheel" not in command:
            real(command)
            return
        sources.append(Path(command[-1]))
        small_wheel(Path(command[command.index("--wheel-dir") + 1]))

    monkeypatch.setattr(fetching, "_run", run)
    return sources


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    for name in fetching._SOURCES:
        if "." in name or name == "LICENSE":
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(name, encoding="utf-8")
        else:
            (folder / name / "__pycache__").mkdir(parents=True)
            (folder / name / "code.py").touch()
    return folder


def test_a_wheel_is_itself_and_takes_the_named_folder(tmp_path: Path, work: Path) -> None:
    path = small_wheel(tmp_path)
    assert _found(path, work).wheel.path == path
    assert _found(path, work).wheels is None
    assert _found(path, work, wheels=tmp_path).wheels == tmp_path


def test_a_folder_of_wheels_gives_all_that_is_needed(tmp_path: Path, work: Path) -> None:
    path = small_wheel(tmp_path / "wheels")
    found = _found(tmp_path / "wheels", work)
    assert (found.wheel.path, found.wheels) == (path, tmp_path / "wheels")


def test_a_packed_folder_of_wheels_is_unpacked(tmp_path: Path, work: Path) -> None:
    small_wheel(tmp_path / "wheels")
    archive = shutil.make_archive(str(tmp_path / "stick"), "gztar", tmp_path, "wheels")
    found = _found(archive, work)
    assert found.wheel.version == "9.9.9"
    assert found.wheels == work / "unpacked" / "wheels"


def test_a_checkout_is_built_from_a_copy(checkout: Path, work: Path, built: list[Path]) -> None:
    found = _found(checkout, work)
    assert found.wheel.version == "9.9.9"
    assert built == [work / "source"]
    assert sorted(path.name for path in built[0].iterdir()) == sorted(fetching._SOURCES)
    assert not list(built[0].rglob("__pycache__"))


def test_a_source_archive_is_built(tmp_path: Path, checkout: Path, work: Path, built: list[Path]) -> None:
    archive = shutil.make_archive(str(tmp_path / "queyan-0.2.0"), "gztar", tmp_path, checkout.name)
    assert _found(archive, work).wheel.version == "9.9.9"
    assert len(built) == 1


def test_a_tag_is_fetched_from_the_repository_of_the_settings(checkout: Path, work: Path, built: list[Path]) -> None:
    if shutil.which("git") is None:
        pytest.skip("no git here")
    git = ["git", "-C", str(checkout), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "--quiet", "-b", "main"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "Release"], check=True)
    subprocess.run([*git, "tag", "v0.2.0"], check=True)
    assert _found("v0.2.0", work, remote=checkout.as_uri()).wheel.version == "9.9.9"
    assert len(built) == 1
    shutil.rmtree(work / "checkout")
    with pytest.raises(SourceError, match="git failed"):
        _found("v9.9.9", work, remote=checkout.as_uri())


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("v0.2.0", r"name the releases under \[update\] remote"),
        ("--upload-pack=x", "neither a wheel"),
        ("no/such/thing", "neither a wheel"),
        ("gone.tar.gz", "there is no file gone.tar.gz"),
        ("queyan-1-py3-none-any.whl", "there is no file"),
    ],
)
def test_everything_else_is_refused_in_one_sentence(work: Path, source: str, words: str) -> None:
    with pytest.raises(SourceError, match=words) as refused:
        _found(source, work)
    assert "\n" not in str(refused.value)


def test_files_and_folders_of_something_else_are_refused(tmp_path: Path, work: Path) -> None:
    (tmp_path / "picture.jpg").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "torn.tar.gz").write_bytes(b"\x1f\x8b torn")
    (tmp_path / "numpy-2.0-py3-none-any.whl").touch()
    with pytest.raises(SourceError, match="neither a wheel"):
        _found(tmp_path / "picture.jpg", work)
    with pytest.raises(SourceError, match="neither wheels nor"):
        _found(tmp_path / "empty", work)
    with pytest.raises(WheelError, match="no wheel of Queyan"):
        _found(tmp_path / "numpy-2.0-py3-none-any.whl", work)


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b torn", b"neither packed nor an archive" * 50])
def test_an_archive_that_is_none_is_named_with_what_to_do(tmp_path: Path, work: Path, content: bytes) -> None:
    archive = tmp_path / "queyan-9.tar.gz"
    archive.write_bytes(content)
    with pytest.raises(SourceError) as refused:
        _found(archive, work)
    said = str(refused.value)
    assert said.startswith(str(archive))
    assert "fetch it again" in said
    assert "failed" not in said
    assert str(work) not in said


def test_an_archive_of_something_else_is_named_and_not_the_folder_it_was_unpacked_in(
    tmp_path: Path, work: Path, checkout: Path
) -> None:
    (tmp_path / "pictures" / "of_it").mkdir(parents=True)
    archive = shutil.make_archive(str(tmp_path / "pictures"), "gztar", tmp_path, "pictures")
    with pytest.raises(SourceError, match="holds neither wheels nor Queyan's sources") as refused:
        _found(archive, work)
    assert str(refused.value).startswith(archive)
    assert str(work) not in str(refused.value)
    shutil.rmtree(work / "unpacked")
    shutil.rmtree(checkout / "vision")
    half = shutil.make_archive(str(tmp_path / "half"), "gztar", tmp_path, checkout.name)
    with pytest.raises(SourceError, match="lacks vision") as refused:
        _found(half, work)
    assert str(refused.value).startswith(half)


def test_half_a_checkout_is_refused(checkout: Path, work: Path) -> None:
    shutil.rmtree(checkout / "vision")
    with pytest.raises(SourceError, match="lacks vision"):
        _found(checkout, work)
