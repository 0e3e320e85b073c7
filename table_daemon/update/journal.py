"""How far an update has come, on the disk before each step; and how the last one ended."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from table_daemon.deploy import durable
from table_daemon.deploy.layout import Layout
from table_daemon.update.errors import JournalSpoiledError


class Stage(StrEnum):
    """The step that is being taken. Until ``SWITCHING`` the older release is the one that runs."""

    INSTALLING = "installing"
    TRYING = "trying"
    SAVING = "saving"
    SWITCHING = "switching"
    STARTING = "starting"
    GOING_BACK = "going_back"


class Result(StrEnum):
    """How an update ended."""

    INSTALLED = "installed"
    REFUSED = "refused"
    """The newer release failed its trial; the older one ran on all the time."""
    WENT_BACK = "went_back"
    BROKEN_OFF = "broken_off"
    """A cut or a kill came before anything was switched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """One update under way."""

    stage: Stage
    old: str
    new: str
    saved: str | None = None
    """The copy of the log that was made before the switch; ``None`` while there is none, or no log."""
    log_end: int = 0
    """Sequence of the log's last event then."""
    why: str = ""
    """Why it is being undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How an update ended, for whoever looks later."""

    result: Result
    old: str
    new: str
    at: str
    """When, as the machine's clock had it (ISO 8601)."""
    why: str = ""


def load(layout: Layout) -> Journal | None:
    """Return the update that is under way; ``None`` when there is none. Raises ``JournalSpoiledError``."""
    try:
        raw = json.loads(layout.journal.read_text(encoding="utf-8"))
        return Journal(**{**raw, "stage": Stage(raw["stage"])})
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError) as error:
        raise JournalSpoiledError(f"{layout.journal} cannot be read ({error})") from error


def set_aside(layout: Layout) -> Path:
    """Take a journal that cannot be read out of the way, for whoever wants to look at it; return where it lies."""
    aside = layout.journal.with_name(f"{layout.journal.name}.spoiled")
    layout.journal.replace(aside)
    durable.sync_folder(aside.parent)
    return aside


def save(layout: Layout, journal: Journal) -> None:
    """Write down the step that comes next."""
    durable.write(layout.journal, json.dumps(asdict(journal), ensure_ascii=False) + "\n")


def close(layout: Layout, outcome: Outcome) -> None:
    """Write down how it ended, and that nothing is under way any more."""
    durable.write(layout.outcome, json.dumps(asdict(outcome), ensure_ascii=False) + "\n")
    durable.remove(layout.journal)
    durable.remove(layout.updating)


def last_outcome(layout: Layout) -> Outcome | None:
    """Return how the last update ended; ``None`` where there was none, or nobody can tell."""
    try:
        raw = json.loads(layout.outcome.read_text(encoding="utf-8"))
        return Outcome(**{**raw, "result": Result(raw["result"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None
