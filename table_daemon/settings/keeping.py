"""What is kept, where, and by which clock; and where newer versions come from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from table_daemon.settings.keys import Section, Whole, key


class ClockSource(StrEnum):
    """Which clock the game runs on."""

    SYSTEM = "system"
    PICTURES = "pictures"


class StoreSettings(Section):
    """The event log and everything else the daemon writes."""

    data_dir: Path | None = key(
        None,
        "Data directory; unset: $STATE_DIRECTORY, else $XDG_STATE_HOME/queyan, else ~/.local/state/queyan.",
        write='a folder such as "/var/lib/queyan"',
    )
    leave_free_mb: Whole = key(
        300,
        "Space that pictures, recordings and backups leave free on the disk; the games themselves may use it.",
        unit="MB",
        write="a number from 0 to 1000000",
        ge=0,
        le=1_000_000,
    )


class BackupSettings(Section):
    """Copies of the event log, one each night."""

    enabled: bool = key(default=True, text="Whether a copy is made each night.", write="true or false")
    folder: Path | None = key(
        None,
        "Where copies go; unset: `backups` in the data directory, which a lost card takes with it.",
        write='a folder such as "/media/stick/queyan"',
    )
    other_disk: bool = key(
        default=False,
        text="Whether the folder must be on another disk than the games: while a USB stick is out, nothing is then "
        "written in its place.",
        write="true or false",
    )
    hour: Whole = key(
        4,
        "The hour of the night at which the copy is due; a machine that was off makes it up, but never in mid-hand.",
        unit="h",
        write="a number from 0 to 23",
        ge=0,
        le=23,
    )
    daily: Whole = key(
        7, "How many days' last copies are kept.", unit="days", write="a number from 1 to 1000", ge=1, le=1000
    )
    weekly: Whole = key(
        8, "How many weeks' last copies are kept.", unit="weeks", write="a number from 0 to 1000", ge=0, le=1000
    )


class ClockSettings(Section):
    """The time of the game."""

    source: ClockSource = key(
        ClockSource.SYSTEM,
        "The system's clock, or the times that the pictures carry (in lock-step with a simulated table).",
        write='"system" or "pictures"',
    )
    network_time: bool = key(
        default=True,
        text="Whether the time of day is expected to come from a network; false where the house has none: nothing is "
        "then said of a clock that is set and not synchronised.",
        write="true or false",
    )


class UpdateSettings(Section):
    """Where `queyan update` finds releases by name; nothing is ever looked for by itself."""

    remote: str = key(
        "",
        "Git repository whose tags may be installed: an address or a folder. Empty: only files are installed.",
        write='"" or a repository such as "https://example.org/queyan.git"',
        pattern=r"^$|^[^-].*$",
    )
