"""From what a person names to a wheel: a wheel, a folder of wheels, a source archive, a checkout, a release's tag."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from table_daemon.deploy.environment import pip
from table_daemon.deploy.wheels import Wheel, find_wheel, read_wheel
from table_daemon.update.errors import SourceError

_ARCHIVE = (".tar.gz", ".tgz", ".tar.xz", ".tar")
_TAG = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._+-]*$")
_SOURCES = ("pyproject.toml", "README.md", "LICENSE", "firmware_bridge", "vision", "table_daemon", "web_display")
"""What a wheel is built from; a copy of it, so that nothing is left in anybody's checkout."""
_BUILD_S = 900.0
_WHAT_TO_NAME = "fetch it again, or name a wheel, a folder of wheels or a source archive of a release"


@dataclass(frozen=True, slots=True)
class Found:
    """A wheel to install, and the folder that has all that it needs; ``None``: from the net."""

    wheel: Wheel
    wheels: Path | None


def find(source: str, *, remote: str, wheels: Path | None, work: Path) -> Found:
    """Return the wheel that a person means; ``work`` is an empty folder for what must be made.

    Raises a ``SourceError`` or a ``WheelError``.
    """
    path = Path(source)
    if path.is_dir():
        return _in_folder(path, wheels, work)
    if path.suffix == ".whl":
        return Found(read_wheel(_existing(path)), wheels)
    if source.endswith(_ARCHIVE):
        inside = _unpack(_existing(path), work)
        if not _holds_queyan(inside):
            raise SourceError(f"{path} holds neither wheels nor Queyan's sources; {_WHAT_TO_NAME}")
        return _in_folder(inside, wheels, work, called=source)
    if path.exists() or not _TAG.match(source):
        raise SourceError(f"{source} is neither a wheel, nor a folder of wheels, nor a source archive, nor a tag")
    if not remote:
        raise SourceError(f"there is no file {source}; to install by a tag, name the releases under [update] remote")
    checkout = work / "checkout"
    _run(["git", "clone", "--quiet", "--depth", "1", "--branch", source, "--", remote, str(checkout)])
    return _build(checkout, wheels, work, called=f"{source} of {remote}")


def _unpack(archive: Path, work: Path) -> Path:
    """Unpack an archive; return the one folder in it, or else the folder that all of it lies in."""
    unpacked = work / "unpacked"
    unpacked.mkdir()
    try:
        # tar refuses names that lead out of the folder, and takes a file without any content for an archive.
        _run(["tar", "--extract", "--no-same-owner", "--file", str(archive), "--directory", str(unpacked)])
    except SourceError as error:
        if not isinstance(error.__cause__, subprocess.CalledProcessError):
            raise
        # The first of its words is the reason; the last are that it failed.
        reason = (error.__cause__.stderr.strip() or "no reason given").splitlines()[0]
        raise SourceError(f"{archive} is damaged or no archive ({reason}); {_WHAT_TO_NAME}") from error
    inside = list(unpacked.iterdir())
    if not inside:
        raise SourceError(f"{archive} is empty; {_WHAT_TO_NAME}")
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else unpacked


def _holds_queyan(folder: Path) -> bool:
    return any(folder.glob("queyan-*.whl")) or (folder / "pyproject.toml").is_file()


def _in_folder(folder: Path, wheels: Path | None, work: Path, *, called: str = "") -> Found:
    if any(folder.glob("queyan-*.whl")):
        return Found(read_wheel(find_wheel(folder)), wheels or folder.absolute())
    if (folder / "pyproject.toml").is_file():
        return _build(folder, wheels, work, called=called or str(folder))
    raise SourceError(f"{folder} holds neither wheels nor Queyan's sources")


def _build(sources: Path, wheels: Path | None, work: Path, *, called: str) -> Found:
    """Build a wheel; ``called`` is what the person named, which stays when the folder of the sources is gone."""
    copy = work / "source"
    copy.mkdir()
    for name in _SOURCES:
        if (sources / name).is_dir():
            shutil.copytree(sources / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        elif (sources / name).is_file():
            shutil.copy(sources / name, copy / name)
        else:
            raise SourceError(f"{called} is not Queyan's source: it lacks {name}")
    built = work / "built"
    offline = [] if wheels is None else ["--no-index", "--find-links", str(wheels)]
    _run([*pip(Path(sys.prefix)), "wheel", "--no-deps", *offline, "--wheel-dir", str(built), str(copy)])
    return Found(read_wheel(find_wheel(built)), wheels)


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise SourceError(f"there is no file {path}")
    return path


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(  # noqa: S603 -- fixed programs, no shell
            command, capture_output=True, text=True, check=True, timeout=_BUILD_S
        )
    except FileNotFoundError as error:
        raise SourceError(f"{command[0]} is not installed here: sudo apt-get install {command[0]}") from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or "").strip().splitlines()
        raise SourceError(f"{command[0]} failed: {' '.join(said[-2:])}") from error
    except subprocess.TimeoutExpired as error:
        raise SourceError(f"{command[0]} did not end within {_BUILD_S:.0f} s") from error
