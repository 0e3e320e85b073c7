"""What can go wrong on the link and the panel. Each message says what, where and what to do."""

from collections.abc import Sequence

from firmware_bridge.sentence import Sentence


class BridgeError(Exception):
    """Base of every error this package raises on purpose."""


class WireError(BridgeError, ValueError):
    """Base of what is wrong with text on the wire, as opposed to the port that carries it."""


class FieldError(WireError):
    """A field's text or value is outside what the protocol allows."""


class BadBodyError(WireError):
    """The body of a line is not of the protocol's shape, so that not even its number can be read."""


class LinkError(BridgeError):
    """Base of what is wrong with a port; ``port`` is the path or URL as it was given, ``told`` the sentence."""

    def __init__(self, port: str, message: str, *, zh: str) -> None:
        """Keep the port beside the sentence, so that a caller can name it."""
        super().__init__(message)
        self.port = port
        self.told = Sentence(message, zh=zh)


class PortMissingError(LinkError):
    """No such port, or nobody answers at that address."""

    def __init__(self, port: str, plugged_in: Sequence[str] = ()) -> None:
        if "://" in port:
            super().__init__(
                port,
                f"Nobody answers at {port}. Start the program or bridge that serves the tap board there, or correct "
                "the address.",
                zh=f"{port} 没有应答. 请启动在那里转接采集板的程序或网桥, 或改正地址.",
            )
            return
        names = ", ".join(plugged_in)
        there, there_zh = (f"Plugged in now: {names}. ", f"现在插着: {names}. ") if plugged_in else ("", "")
        super().__init__(
            port,
            f"There is no serial port {port}. {there}Plug the tap board in and use its name under "
            "/dev/serial/by-id (or /dev/serial/by-path where adapters have no serial number).",
            zh=f"没有串口 {port}. {there_zh}请插上采集板, 用它在 /dev/serial/by-id 下的名称 "
            "(适配器没有序列号时用 /dev/serial/by-path).",
        )


class PortAmbiguousError(LinkError):
    """A pattern fits more than one adapter."""

    def __init__(self, port: str, found: Sequence[str]) -> None:
        super().__init__(
            port,
            f"{port} fits {len(found)} adapters: {', '.join(found)}. Write the whole name of the tap board's.",
            zh=f"{port} 对得上 {len(found)} 个适配器: {', '.join(found)}. 请写采集板的完整名称.",
        )


class PortPermissionError(LinkError):
    """The port is there but this user may not open it."""

    def __init__(self, port: str, group: str = "dialout") -> None:
        super().__init__(
            port,
            f"This user may not open {port}. Add the user to the group {group} "
            f"(sudo usermod -aG {group} $USER) and log in again.",
            zh=f"本用户无权打开 {port}. 请把用户加入 {group} 组 (sudo usermod -aG {group} $USER), 然后重新登录.",
        )


class PortBusyError(LinkError):
    """Another program holds the port; ``holders`` names it where it can be seen."""

    def __init__(self, port: str, holders: Sequence[str] = ()) -> None:
        who = ", ".join(holders) or "another program, of a user whose programs this one may not see"
        who_zh = ", ".join(holders) or "别的用户的程序 (本用户看不到)"
        super().__init__(
            port,
            f"{port} is held by {who}. Close it (a terminal, a second daemon, brltty or ModemManager); "
            "'queyan link probe' says how.",
            zh=f"{port} 被 {who_zh} 占用. 请关掉它 (终端, 另一个守护进程, brltty 或 ModemManager); "
            "做法见 queyan link probe.",
        )


class PortOpenTwiceError(LinkError):
    """The port is open in this very program already."""

    def __init__(self, port: str) -> None:
        super().__init__(
            port,
            f"{port} is open in this program already. Name each tap board's port once.",
            zh=f"{port} 已在本程序中打开. 每块采集板的串口只写一次.",
        )


class PortUnusableError(LinkError):
    """The name opens something that is no serial port, or a URL this link cannot wait on."""

    def __init__(self, port: str, why: str) -> None:
        super().__init__(
            port,
            f"{port} cannot be the table's link: {why}. Give a serial device's path or a socket:// URL.",
            zh=f"{port} 不能当牌桌的连线: {why}. 请写串口设备的路径或 socket:// 地址.",
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
