"""What an update must know of this machine's settings, and programs run as the service's user."""

import os
import pwd
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table_daemon.deploy.layout import USER, Layout
from table_daemon.paths import data_dir, database_file
from table_daemon.settings import Settings, load_settings
from table_daemon.update.errors import DataCopyError

_COPY_S = 600.0
_ALL_ADDRESSES = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 -- compared with, not listened on


@dataclass(frozen=True, slots=True)
class Place:
    """An installed Queyan: its files, its settings, its user."""

    layout: Layout
    settings: Settings
    user: str = USER

    @property
    def data(self) -> Path:
        """The data directory of the service."""
        return data_dir(self.settings, {"STATE_DIRECTORY": str(self.layout.data)})

    @property
    def log(self) -> Path:
        """The event log."""
        return database_file(self.data)

    @property
    def pages(self) -> str:
        """Where the service's pages are, from here; empty where the settings leave the port open."""
        host, port = self.settings.web.host, self.settings.web.port
        return f"http://{_ALL_ADDRESSES.get(host, host)}:{port}" if port else ""

    def as_user(self) -> dict[str, Any]:
        """Return the options that let ``subprocess`` run a program as the service's user, with its groups."""
        if os.geteuid() != 0:
            return {}
        try:
            entry = pwd.getpwnam(self.user)
        except KeyError:
            return {}
        groups = os.getgrouplist(self.user, entry.pw_gid)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": groups}

    def own_folder(self, path: Path) -> None:
        """Make a folder that is the service's user's, unless it is there."""
        if path.is_dir():
            return
        path.mkdir(parents=True, mode=0o700)
        options = self.as_user()
        if options:
            os.chown(path, options["user"], options["group"])

    def copying(self, *arguments: str) -> int:
        """Run this release's own ``copying`` as the service's user; return its answer. Raises ``DataCopyError``."""
        try:
            done = self.run([sys.executable, "-m", "table_daemon.update.copying", *arguments], timeout_s=_COPY_S)
        except subprocess.TimeoutExpired as error:
            raise DataCopyError(f"the copy did not end within {_COPY_S:.0f} s") from error
        if done.returncode != 0:
            raise DataCopyError((done.stderr.strip() or f"exit status {done.returncode}").splitlines()[-1])
        return int(done.stdout)

    def run(
        self, command: Sequence[str], *, timeout_s: float, environ: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run a program to its end as the service's user."""
        return subprocess.run(  # noqa: S603 -- our own programs, no shell
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout_s,
            cwd=self.data if self.data.is_dir() else "/",
            env=dict(os.environ) | dict(environ or {}),
            **self.as_user(),
        )


def this_place(layout: Layout) -> Place:
    """Return the Queyan installed below a layout's root; raises a ``SettingsError``."""
    return Place(layout, load_settings(layout.settings if layout.settings.is_file() else None))
