"""A table controller without a table: its mechanics, and MJT/1 on a pseudo-terminal or a TCP port.

The daemon opens it as it would open the real board. Knows no tiles and no rules.
"""

from firmware_bridge.emulator.emulator import Emulator
from firmware_bridge.emulator.mechanics import Mechanics, Timings
from firmware_bridge.emulator.pty_server import PtyServer
from firmware_bridge.emulator.tcp_server import TcpServer

__all__ = ["Emulator", "Mechanics", "PtyServer", "TcpServer", "Timings"]
