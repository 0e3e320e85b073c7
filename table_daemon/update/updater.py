"""The steps of an update, in an order in which a cut at any of them leaves a release that runs; and finishing one."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeAlias, assert_never

from table_daemon.deploy import durable
from table_daemon.deploy.errors import ReleaseMissingError
from table_daemon.deploy.releases import Releases, claimed
from table_daemon.deploy.system_files import lay_files
from table_daemon.deploy.wheels import Wheel
from table_daemon.update import journal as book
from table_daemon.update import trial
from table_daemon.update.errors import (
    DataCopyError,
    JournalSpoiledError,
    NotInstalledError,
    StartFailedError,
    StoppedError,
    TrialFailedError,
)
from table_daemon.update.journal import Journal, Outcome, Result, Stage
from table_daemon.update.place import Place
from table_daemon.update.service import Service
from table_daemon.update.signals import Signals

Maker: TypeAlias = Callable[[Releases, Wheel], None]
"""Installs a wheel as a release, complete or not at all."""
Trial: TypeAlias = Callable[[Place, Path], None]
"""Tries the release in a folder; raises ``TrialFailedError``."""
SAVED = "before_update"
"""The folder in the data directory for the log as it was before the last update."""
_UNKNOWN = "a release that nobody knows any more"
"""The newer one, where what was written down of it is spoiled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What an update is done with."""

    make: Maker
    attempt: Trial
    service: Service
    say: Callable[[str], None]
    now: Callable[[], datetime]


class Updater:
    """Takes an installed Queyan from one release to another, and back where that fails."""

    def __init__(self, place: Place, means: Means) -> None:
        self._place = place
        self._layout = place.layout
        self._means = means
        self._releases = Releases(place.layout)
        self._signals = Signals()

    def update(self, wheel: Wheel) -> Outcome | None:
        """Install a wheel and let it run; how it ended, ``None`` where it runs already.

        Raises ``NotInstalledError`` or a ``DeployError``; then nothing was changed.
        """
        with claimed(self._layout):
            with self._signals.held():
                self._finish_older()
            old = self._releases.current()
            if old is None:
                raise NotInstalledError(
                    f"no release runs from {self._layout.home}; install Queyan with install.sh first"
                )
            if old == wheel.release:
                return None
            step = Journal(stage=Stage.INSTALLING, old=old, new=wheel.release)
            durable.link(self._layout.updating, f"releases/{old}")
            with self._signals.held():
                return self._install(step, wheel)

    def resume(self) -> Outcome | None:
        """Bring an update that was broken off to its end; ``None`` where none was."""
        with claimed(self._layout), self._signals.held():
            return self._finish_older()

    def _install(self, step: Journal, wheel: Wheel) -> Outcome:
        """Everything that leaves the older release untouched, then the switch."""
        book.save(self._layout, step)
        try:
            with self._signals.breakable():
                if not self._releases.is_complete(step.new):
                    self._say(f"installing {step.new} beside {step.old} (a few minutes)")
                    self._means.make(self._releases, wheel)
                step = self._note(step, Stage.TRYING)
                self._say("trying it with a copy of the data")
                self._means.attempt(self._place, self._releases.path(step.new))
        except TrialFailedError as error:
            return self._abandon(step, Result.REFUSED, str(error))
        except StoppedError as error:
            return self._abandon(step, Result.BROKEN_OFF, str(error))
        except BaseException as error:
            self._abandon(step, Result.BROKEN_OFF, str(error) or "it was interrupted")
            raise
        return self._switch(step)

    def _switch(self, step: Journal) -> Outcome:
        """Stop the older release, save its data, and go over to the newer one."""
        step = self._note(step, Stage.SAVING)
        saved = self._place.data / SAVED / f"{step.old}.sqlite3"
        try:
            with self._signals.breakable():
                self._means.service.stop()
                self._say("saving the data")
                log_end = self._place.copying("copy", str(self._place.log), str(saved))
            known = str(saved) if self._place.log.exists() else None
            step = self._note(replace(step, saved=known, log_end=log_end), Stage.SWITCHING)
        except StoppedError as error:
            self._start_again()
            return self._abandon(step, Result.BROKEN_OFF, str(error))
        except (DataCopyError, StartFailedError, OSError) as error:
            self._start_again()
            return self._abandon(step, Result.REFUSED, f"the data cannot be saved: {error}")
        return self._start(step)

    def _start(self, step: Journal) -> Outcome:
        """Let the newer release be the current one, start it, and see whether it is well."""
        try:
            self._releases.switch(step.new)
            step = self._note(step, Stage.STARTING)
            with self._signals.breakable():
                self._begin(step.new, step)
        except (StartFailedError, StoppedError, ReleaseMissingError, OSError) as error:
            return self._go_back(replace(step, why=str(error)))
        self._signals.ignore()
        self._releases.keep_only(step.new, step.old)
        for path in (self._place.data / SAVED).glob("*.sqlite3"):
            if str(path) != step.saved:
                path.unlink(missing_ok=True)
        return self._close(step, Result.INSTALLED)

    def _go_back(self, step: Journal) -> Outcome:
        """Let the older release run again, with data that it can read."""
        self._signals.ignore()
        step = self._note(step, Stage.GOING_BACK)
        self._say(f"going back to {step.old}: {step.why}")
        try:
            self._means.service.stop()
            self._give_back_data(step)
        except (DataCopyError, StartFailedError) as error:
            step = replace(step, why=f"{step.why}; the data could not be looked at: {error}")
        self._releases.switch(step.old)
        try:
            self._begin(step.old, step)
        except (StartFailedError, OSError) as error:
            step = replace(step, why=f"{step.why}; {step.old} does not run either: {error}")
        self._releases.remove(step.new)
        return self._close(step, Result.WENT_BACK)

    def _give_back_data(self, step: Journal) -> None:
        """Let the older release have a log that it can read: the one there is, or else the saved copy."""
        aside = self._place.log.with_name(f"{self._place.log.name}.of_{step.new}")
        saved = [] if step.saved is None else [step.saved]
        if self._place.copying("put-back", str(self._place.log), str(aside), str(step.log_end), *saved):
            self._say(f"the data are those from before; what the newer release wrote is {aside}")

    def _begin(self, release: str, step: Journal) -> None:
        lay_files(self._layout, self._releases.path(release) / "files")
        self._means.service.start()
        if self._means.service.runs_here:
            self._say(f"watching how {release} does")
        self._means.service.check(self._place.pages, log_end=step.log_end)

    def _finish_older(self) -> Outcome | None:
        """Bring to its end what an earlier run left."""
        try:
            step = book.load(self._layout)
        except JournalSpoiledError as error:
            return self._finish_unknown(str(error))
        if step is None:
            durable.remove(self._layout.updating)
            return None
        self._say(f"an update to {step.new} was broken off while {step.stage}")
        match step.stage:
            case Stage.INSTALLING | Stage.TRYING | Stage.SAVING:
                return self._undo(step)
            case Stage.SWITCHING:
                return self._start(step) if self._releases.current() == step.new else self._undo(step)
            case Stage.STARTING:
                return self._start(step)
            case Stage.GOING_BACK:
                return self._go_back(step)
            case _:
                assert_never(step.stage)

    def _finish_unknown(self, why: str) -> Outcome:
        """Find out from the links what an update left whose journal is spoiled; the older release runs afterwards."""
        current, older = self._releases.current(), self._releases.updating()
        self._say(f"{why}; an update was under way or not, which the links tell as well")
        self._say(f"it is set aside as {book.set_aside(self._layout)}")
        step = Journal(stage=Stage.SAVING, old=older or current or _UNKNOWN, new=_UNKNOWN, why=why)
        if older is None or current is None or older == current or not self._releases.is_complete(older):
            self._releases.keep_only(*self._releases.all())
            self._start_again()
            return self._close(step, Result.BROKEN_OFF)
        saved = self._place.data / SAVED / f"{older}.sqlite3"
        return self._go_back(replace(step, new=current, saved=str(saved) if saved.exists() else None))

    def _undo(self, step: Journal) -> Outcome:
        """The older release never ceased to be the one that runs; it may only have been stopped."""
        self._start_again()
        return self._abandon(step, Result.BROKEN_OFF, f"it was broken off while {step.stage}")

    def _start_again(self) -> None:
        self._signals.ignore()
        try:
            self._means.service.start()
        except StartFailedError as error:
            self._say(str(error))

    def _abandon(self, step: Journal, result: Result, why: str) -> Outcome:
        """Leave everything as it was, without the newer release."""
        self._signals.ignore()
        self._releases.remove(step.new)
        return self._close(replace(step, why=why), result)

    def _close(self, step: Journal, result: Result) -> Outcome:
        shutil.rmtree(self._place.data / trial.FOLDER, ignore_errors=True)
        at = self._means.now().isoformat(timespec="seconds")
        why = "" if result is Result.INSTALLED else step.why
        outcome = Outcome(result=result, old=step.old, new=step.new, at=at, why=why)
        book.close(self._layout, outcome)
        return outcome

    def _note(self, step: Journal, stage: Stage) -> Journal:
        step = replace(step, stage=stage)
        book.save(self._layout, step)
        return step

    def _say(self, text: str) -> None:
        with suppress(OSError):  # the terminal may be gone
            self._means.say(text)
