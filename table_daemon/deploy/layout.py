"""Where everything of an installed Queyan lies. ``root`` stands before every path, so that a test can have its own."""

from dataclasses import dataclass
from pathlib import Path

USER = "queyan"
KIOSK_USER = "queyan-kiosk"


@dataclass(frozen=True, slots=True)
class Layout:
    """The places, below ``root``."""

    root: Path = Path("/")

    def at(self, path: str) -> Path:
        """Return where an absolute path lies.

        >>> str(Layout(Path("/mnt")).at("/etc/queyan"))
        '/mnt/etc/queyan'
        """
        return self.root / path.removeprefix("/")

    @property
    def home(self) -> Path:
        """The folder of all releases and of what is known about them."""
        return self.at("/opt/queyan")

    @property
    def releases(self) -> Path:
        """One folder a release, each with its own environment; never changed once complete."""
        return self.home / "releases"

    @property
    def current(self) -> Path:
        """The name of the release that runs: a link, changed in one step."""
        return self.home / "current"

    @property
    def updating(self) -> Path:
        """The name of the release whose code is doing an update, while it does."""
        return self.home / "updating"

    @property
    def journal(self) -> Path:
        """How far an update has come, while one is under way."""
        return self.home / "update.json"

    @property
    def outcome(self) -> Path:
        """How the last update ended."""
        return self.home / "last_update.json"

    @property
    def lock(self) -> Path:
        """Held by whoever changes anything here."""
        return self.home / "lock"

    @property
    def laid_files(self) -> Path:
        """The system files that were written, one a line: what an uninstall takes away."""
        return self.home / "system_files"

    @property
    def settings(self) -> Path:
        """The settings file of the service."""
        return self.at("/etc/queyan/queyan.toml")

    @property
    def data(self) -> Path:
        """The usual data directory of the service."""
        return self.at("/var/lib/queyan")
