"""What can go wrong while the daemon is put together. Each package below keeps its own errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class DaemonError(Exception):
    """Base of every error that the composition root raises on purpose; its text may be shown to a user."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with the settings: where (file and line, or a variable), which key, what, the cure."""

    where: str
    key: str
    text: str

    def __str__(self) -> str:
        """Return the one line a user reads."""
        return ": ".join(part for part in (self.where, self.key, self.text) if part)


class SettingsError(DaemonError, ValueError):
    """The settings cannot be used: ``problems`` is all that is wrong with ``path`` (None: no file)."""

    def __init__(self, path: Path | None, problems: tuple[Problem, ...]) -> None:
        self.path = path
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


class DataDirInUseError(DaemonError):
    """Another daemon writes to the same data directory."""


class WebAddressError(DaemonError):
    """The pages cannot be served at the address the settings name."""


class UnknownProtocolError(DaemonError, ValueError):
    """The settings name a protocol for the table's line that cannot be loaded."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            f'link.protocol = "{name}" cannot be used ({why}); write "mjt1", or module:Class as table_adapters.md says'
        )


class RecordingError(DaemonError, ValueError):
    """A recording that cannot be made or replayed: where, what and the cure."""


class RecordingExistsError(RecordingError):
    """A recording would overwrite another."""
