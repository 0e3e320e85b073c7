"""The daemon and the commands beside it in a network of their own that leads nowhere: the kernel counts every try.

``python -m tests.daemon.quiet_house FOLDER`` must run as ``in_own_network`` tells. It prints a line of JSON: how often
anything wanted to leave the machine while the daemon served its pages and people used the commands, and, as a proof
that this is seen, how often when a name was looked up and an address was called on purpose.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.care.kept_log import write_log
from tests.daemon.running import RunningDaemon

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGES = ("/", "/seat/0", "/table", "/setup", "/history", "/overlay", "/join", "/enter", "/metrics", "/api/openapi.json")
COMMANDS = (("doctor",), ("backup",), ("export",), ("pins",), ("link", "probe"))
LIVES_S = 4.0
SETTINGS = """
[camera]
kind = "socket"
url = "tcp:127.0.0.1:9"
[link]
url = "socket://127.0.0.1:9"
"""


_NETWORK = (
    "ip link set lo up && "
    # The pages ask the kernel by which address these two would be reached, to know their own; that sends nothing.
    'ip route add 192.0.2.1 dev lo && ip -6 route add 2001:db8::1 dev lo && exec "$@"'
)


def in_own_network(program: Sequence[str]) -> tuple[str, ...]:
    """The command that runs a program where only the machine itself can be reached."""
    return ("unshare", "--net", "--map-root-user", "sh", "-c", _NETWORK, "sh", *program)


def is_possible() -> bool:
    """Whether this machine lets us make a network of our own."""
    try:
        return subprocess.run(in_own_network(("true",)), capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def tries() -> int:
    """How often anything wanted to go where no way leads, by the kernel's own count."""
    names, figures = [
        line.split() for line in Path("/proc/net/snmp").read_text().splitlines() if line.startswith("Ip:")
    ]
    of_six = [line.split() for line in Path("/proc/net/snmp6").read_text().splitlines() if "OutNoRoutes" in line]
    return int(figures[names.index("OutNoRoutes")]) + sum(int(figure) for _, figure in of_six)


def live(folder: Path) -> None:
    """Serve pages, look for camera and line, look after the machine, be asked everything; then use the commands."""
    write_log(folder / "data" / "queyan.sqlite3")
    with RunningDaemon(folder, SETTINGS) as daemon:
        for page in PAGES:
            connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=10)
            with contextlib.closing(connection):
                connection.request("GET", page)
                assert connection.getresponse().read()
        time.sleep(LIVES_S)
        settings = daemon.settings
        assert daemon.stop() == 0
    for command in COMMANDS:
        called = [sys.executable, "-m", "table_daemon", *command]
        if command[0] != "link":
            called += ["--settings", str(settings)]
        subprocess.run(called, capture_output=True, check=False, timeout=60)


def call_out() -> None:
    """Do what must be noticed."""
    with contextlib.suppress(OSError), socket.socket() as caller:
        caller.connect(("198.51.100.1", 443))
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as caller:
        caller.connect(("2001:db8:1::1", 443))


def main() -> None:
    folder = Path(sys.argv[1])
    before = tries()
    live(folder)
    lived = tries()
    call_out()
    sys.stdout.write(json.dumps({"lived": lived - before, "called": tries() - lived}) + "\n")


if __name__ == "__main__":
    main()
