"""What a wheel of Queyan says of itself, read without installing it."""

import hashlib
import re
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from table_daemon.deploy.errors import WheelError

_NAME = re.compile(r"^queyan-(?P<version>[^-]+)-.*\.whl$")
_DIGEST_LENGTH = 8
"""Enough to tell builds of one version apart."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """One built Queyan."""

    path: Path
    version: str
    release: str
    """The name of the release it becomes: version, content, and the Python that its environment is for."""


def read_wheel(path: Path) -> Wheel:
    """Return what a wheel is; raises ``WheelError`` for a file that is none of ours or is spoiled."""
    named = _NAME.match(path.name)
    if named is None:
        raise WheelError(f"{path} is no wheel of Queyan; its name would begin with queyan- and end with .whl")
    try:
        with zipfile.ZipFile(path) as archive:
            spoiled = archive.testzip()
            record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
            lines = sorted(archive.read(record).decode().splitlines())
    except (OSError, zipfile.BadZipFile, StopIteration, UnicodeDecodeError) as error:
        raise WheelError(
            f"{path} cannot be read ({error or 'no list of its files'}); fetch or build it again"
        ) from error
    if spoiled is not None:
        raise WheelError(f"{path} is spoiled at {spoiled}; fetch or build it again")
    # The list holds a digest of every file, so builds of the same files have the same name, whenever they were made.
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:_DIGEST_LENGTH]
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    return Wheel(path.absolute(), named["version"], f"{named['version']}-{digest}-{python}")


def find_wheel(folder: Path) -> Path:
    """Return the newest wheel of Queyan in a folder; raises ``WheelError`` where there is none."""
    found = sorted(folder.glob("queyan-*.whl"), key=lambda path: (path.stat().st_mtime, path.name))
    if not found:
        raise WheelError(f"{folder} holds no wheel of Queyan; prepare it with make wheelhouse")
    return found[-1]
