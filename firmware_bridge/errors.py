"""What can go wrong on the link and the panel. Each message says what, where and what to do."""


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

    def __init__(self, port: str) -> None:
        super().__init__(
            port,
            f"There is no serial port {port}. Plug the tap board in and use its name under "
            "/dev/serial/by-id (or /dev/serial/by-path where adapters have no serial number).",
        )


class PortPermissionError(LinkError):
    """The port is there but this user may not open it."""

    def __init__(self, port: str) -> None:
        super().__init__(
            port,
            f"This user may not open {port}. Add the user to the group dialout "
            "(sudo usermod -aG dialout $USER) and log in again.",
        )


class PortBusyError(LinkError):
    """Another program, or another link in this one, holds the port."""

    def __init__(self, port: str) -> None:
        super().__init__(
            port,
            f"{port} is held by another program. Close the other program (a terminal, a second daemon, "
            "brltty or ModemManager); 'fuser -v' with the port's name shows which it is.",
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
