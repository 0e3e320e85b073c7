"""The releases on this machine: each in its own folder with its own environment, one of them current."""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table_daemon.deploy import durable
from table_daemon.deploy.errors import DeployError, ReleaseMissingError
from table_daemon.deploy.layout import Layout

COMPLETE = "release.json"
"""Written last: a folder without it is what a broken-off installation left."""


class Releases:
    """The folder of releases, and the one name by which one of them runs."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def path(self, release: str) -> Path:
        """Return the folder of a release."""
        return self._layout.releases / release

    def is_complete(self, release: str) -> bool:
        """Whether a release was installed to its end."""
        return (self.path(release) / COMPLETE).is_file()

    def all(self) -> list[str]:
        """Return the complete releases."""
        folder = self._layout.releases
        return sorted(path.name for path in folder.iterdir() if self.is_complete(path.name)) if folder.is_dir() else []

    def current(self) -> str | None:
        """Return the release that runs; ``None`` where none does."""
        return self._behind(self._layout.current)

    def updating(self) -> str | None:
        """Return the release from which an update was begun; ``None`` while none is under way."""
        return self._behind(self._layout.updating)

    @staticmethod
    def _behind(link: Path) -> str | None:
        return link.readlink().name if link.is_symlink() and link.exists() else None

    def begin(self, release: str) -> Path:
        """Make an empty folder for a release; what was left in its place is taken away."""
        folder = self.path(release)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o755)
        return folder

    def complete(self, release: str, **about: str) -> None:
        """Declare a release complete, once all of it is on the disk."""
        # Thousands of files of an installer that syncs none: without this a cut soon after would leave empty ones.
        os.sync()
        durable.write(self.path(release) / COMPLETE, json.dumps({"release": release, **about}) + "\n")

    def switch(self, release: str) -> None:
        """Let a complete release be the one that runs, in one step; raises ``ReleaseMissingError``."""
        if not self.is_complete(release):
            raise ReleaseMissingError(f"the release {release} is not completely installed")
        durable.link(self._layout.current, f"releases/{release}")

    def remove(self, release: str) -> None:
        """Take a release away, its word of being complete first; never the one that runs."""
        if release != self.current():
            (self.path(release) / COMPLETE).unlink(missing_ok=True)
            shutil.rmtree(self.path(release), ignore_errors=True)

    def keep_only(self, *kept: str) -> list[str]:
        """Take every other release and every broken-off one away; return their names."""
        folder = self._layout.releases
        names = sorted(path.name for path in folder.iterdir() if path.name not in kept) if folder.is_dir() else []
        for name in names:
            self.remove(name)
        return names


@contextmanager
def claimed(layout: Layout) -> Iterator[None]:
    """Hold everything here for this process alone; raises ``DeployError`` while another has it."""
    layout.home.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(layout.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise DeployError("another installation or update is under way; wait until it has ended") from error
    finally:
        os.close(descriptor)
