"""The doctor's word on the release that runs, and on how the last update ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import Releases
from table_daemon.doctor_parts import Part, missing, ok, wrong
from table_daemon.update.journal import Result, last_outcome

if TYPE_CHECKING:
    from table_daemon.doctor_machine import Machine
    from table_daemon.settings import Settings

_NAME = "release"


def release(machine: Machine, _settings: Settings) -> Part:
    """Say which installed release runs; a failed update is told with its reason until the next one."""
    layout = Layout(machine.root)
    current = Releases(layout).current()
    if current is None:
        return missing(_NAME, "not installed as a service", "sudo ./install.sh, where it shall be one", needed=False)
    if layout.journal.exists():
        return wrong(_NAME, f"{current}; an update is under way, or was broken off", "sudo queyan update --resume")
    last = last_outcome(layout)
    if last is None or last.result is Result.INSTALLED:
        return ok(_NAME, current, needed=False)
    match last.result:
        case Result.REFUSED:
            what = f"{last.new} failed its trial"
        case Result.WENT_BACK:
            what = f"{last.new} failed and was gone back from"
        case Result.BROKEN_OFF:
            what = f"the update to {last.new} was broken off"
        case _:
            assert_never(last.result)
    cure = "install another release, or this one once its reason is gone: sudo queyan update ..."
    return wrong(_NAME, f"{current}; {what} ({last.at[:10]}): {last.why}", cure, needed=False)
