"""What can go wrong on the link and the panel. Each message says what, where and what to do."""

from collections.abc import Sequence


class BridgeError(Exception):
    """Base of every error this package raises on purpose."""


class WireError(BridgeError, ValueError):
    """Base of what is wrong with text on the wire, as opposed to the port that carries it."""


class FieldError(WireError):
    """A field's text or value is outside what the protocol allows."""


class BadBodyError(WireError):
    """The body of a line is not of the protocol's shape, so that not even its number can be read."""


class LinkError(BridgeError):
    """Base of what is wrong with a port; ``port`` is the path or URL as it was given."""

    def __init__(self, port: str, message: str) -> None:
        """Keep the port beside the sentence, so that a caller can name it."""
        super().__init__(message)
        self.port = port


class PortMissingError(LinkError):
    """No such port, or nobody answers at that address."""

    def __init__(self, port: str, plugged_in: Sequence[str] = ()) -> None:
        there = f"Plugged in now: {', '.join(plugged_in)}. " if plugged_in else ""
        super().__init__(
            port,
            f"Nobody answers at {port}. Start the program or bridge that serves the tap board there, or correct the "
            "address."
            if "://" in port
            else f"There is no serial port {port}. {there}Plug the tap board in and use its name under "
            "/dev/serial/by-id (or /dev/serial/by-path where adapters have no serial number).",
        )


class PortAmbiguousError(LinkError):
    """A pattern fits more than one adapter."""

    def __init__(self, port: str, found: Sequence[str]) -> None:
        super().__init__(
            port,
            f"{port} fits {len(found)} adapters: {', '.join(found)}. Write the whole name of the tap board's.",
        )


class PortPermissionError(LinkError):
    """The port is there but this user may not open it."""

    def __init__(self, port: str, group: str = "dialout") -> None:
        super().__init__(
            port,
            f"This user may not open {port}. Add the user to the group {group} "
            f"(sudo usermod -aG {group} $USER) and log in again.",
        )


class PortBusyError(LinkError):
    """Another program holds the port; ``holders`` names it where it can be seen."""

    def __init__(self, port: str, holders: Sequence[str] = ()) -> None:
        who = ", ".join(holders) or "another program, of a user whose programs this one may not see"
        super().__init__(
            port,
            f"{port} is held by {who}. Close it (a terminal, a second daemon, brltty or ModemManager); "
            "'queyan link probe' says how.",
        )


class PortOpenTwiceError(LinkError):
    """The port is open in this very program already."""

    def __init__(self, port: str) -> None:
        super().__init__(
            port,
            f"{port} is open in this program already. Name each tap board's port once.",
        )


class PortUnusableError(LinkError):
    """The name opens something that is no serial port, or a URL this link cannot wait on."""

    def __init__(self, port: str, why: str) -> None:
        super().__init__(
            port,
            f"{port} cannot be the table's link: {why}. Give a serial device's path or a socket:// URL.",
        )


class PanelUnavailableError(BridgeError):
    """There is no GPIO here, or a pin cannot be used; the daemon runs without a panel."""


class CaptureError(BridgeError, ValueError):
    """A recording of the link cannot be read."""


class FaultScriptError(BridgeError, ValueError):
    """A fault script for the emulator cannot be read; ``line`` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        """Keep the line beside the sentence."""
        super().__init__(f"fault script, line {line}: {why}")
        self.line = line
