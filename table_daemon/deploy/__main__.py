"""``python -m table_daemon.deploy``: the steps of installer and kiosk; people use install.sh and ``queyan``."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from table_daemon.deploy import page, system_files, tv
from table_daemon.deploy.environment import make_release
from table_daemon.deploy.errors import DeployError
from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import Releases, claimed
from table_daemon.deploy.wheels import find_wheel, read_wheel


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one step; the exit status."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m table_daemon.deploy", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path("/"))
    steps = parser.add_subparsers(dest="step", required=True)
    for name in ("find", "identify", "install"):
        step = steps.add_parser(name)
        step.add_argument("path", type=Path)
        if name == "install":
            step.add_argument("--wheels", type=Path)
    lay = steps.add_parser("lay")
    lay.add_argument("--kiosk", action="store_true")
    for name in ("current", "address"):
        steps.add_parser(name)
    for name in ("wait", "wake-tv"):
        steps.add_parser(name).add_argument("page")
    options = parser.parse_args(arguments)
    try:
        _do(options, Layout(options.root))
    except (DeployError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _do(options: argparse.Namespace, layout: Layout) -> None:
    match options.step:
        case "find":
            _say(str(find_wheel(options.path)))
        case "identify":
            _say(read_wheel(options.path).release)
        case "install":
            _install(options, layout)
        case "lay":
            _lay(layout, kiosk=options.kiosk)
        case "current":
            _say(Releases(layout).current() or "")
        case "address":
            _say(page.address(system_files.web_port(layout)))
        case "wait":
            page.wait_for(options.page)
        case "wake-tv":
            tv.keep_waking(options.page)


def _install(options: argparse.Namespace, layout: Layout) -> None:
    """Make a release of a wheel, unless it is there, and let it be the current one."""
    wheel = read_wheel(options.path)
    releases = Releases(layout)
    with claimed(layout):
        if not releases.is_complete(wheel.release):
            make_release(releases, wheel, wheels=options.wheels, root=layout.root)
        releases.switch(wheel.release)


def _lay(layout: Layout, *, kiosk: bool) -> None:
    """Write settings where there are none, and the system files of the current release; say what changed."""
    files = layout.current / "files"
    for path in [
        *system_files.keep_settings(layout, files, kiosk=kiosk),
        *system_files.lay_files(layout, files, kiosk=kiosk),
    ]:
        _say(path)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
