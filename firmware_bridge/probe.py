"""What stands between the host and the tap board: finds the adapters and says what is wrong, with the cure.

Looks only; ``greet`` is the one thing that opens a port.
"""

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.adapters_found import ROOT, Adapter, UsbId, adapters, usb_devices, usb_folder
from firmware_bridge.holders import Holder, holders_of, running
from firmware_bridge.link import Link, LinkHealth
from firmware_bridge.ports import group_of
from firmware_bridge.sentence import Language

GREET_S = 4.0
"""Long enough for a board that starts anew because its port was opened."""
BOARDS = frozenset({UsbId("2e8a", "0005"), UsbId("2e8a", "000a"), UsbId("2e8a", "000b")})
"""A Raspberry Pi Pico that runs MicroPython or another program with a port."""
BOOT_ROMS = frozenset({UsbId("2e8a", "0003"), UsbId("2e8a", "000f")})
"""A Pico that waits to be flashed: no port, a drive instead."""
BRLTTY_TAKES = frozenset({UsbId("1a86", "7523"), UsbId("10c4", "ea60"), UsbId("0403", "6001")})
"""Adapter chips that brltty takes for braille displays."""
_GROUPS_OF_RULES = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
_MODEM_MANAGER = frozenset({"ModemManager"})
_BRLTTY = frozenset({"brltty"})

Access = Callable[[str], bool]
"""Whether this user may read and write a device."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or worth knowing, with its cure; in both languages."""

    zh: str
    en: str
    fails: bool = True
    """Whether the link cannot work because of it."""

    def say(self, language: Language) -> str:
        """Return it in words."""
        return self.zh if language is Language.ZH else self.en


NONE_FOUND = Finding(
    "没有找到串口适配器. 插上采集板的 USB 线 (有些线只能充电), 再试一次",
    "no serial adapter was found. Plug the tap board's USB cable in (some cables only charge) and try again",
)
"""No trouble where a board has answered at an address that is no adapter of this machine."""


@dataclass(frozen=True, slots=True)
class Probed:
    """One adapter and what is wrong with it."""

    adapter: Adapter
    findings: tuple[Finding, ...]

    @property
    def usable(self) -> bool:
        """Whether the link could open it."""
        return not any(finding.fails for finding in self.findings)

    @property
    def likely_board(self) -> bool:
        """Whether it is of the kind the firmware is for."""
        return self.adapter.usb in BOARDS


@dataclass(frozen=True, slots=True)
class Probe:
    """All adapters, and what concerns the machine as a whole."""

    ports: tuple[Probed, ...]
    findings: tuple[Finding, ...]


def may_use(device: str) -> bool:
    """Return whether this user may read and write ``device``."""
    return os.access(device, os.R_OK | os.W_OK)


def probe(root: Path = ROOT, *, access: Access = may_use) -> Probe:
    """Look at every adapter of the machine whose tree begins at ``root``."""
    found = adapters(root)
    ports = tuple(Probed(adapter, _of_adapter(adapter, found, root, access)) for adapter in found)
    return Probe(ports, _of_machine(found, root))


async def greet(port: str, *, baud: int, version: str) -> LinkHealth:
    """Open ``port`` and greet whoever is there; return how far that came."""
    up = asyncio.Event()
    link = Link(
        port, version=version, clock=lambda: int(time.time() * 1000), on_event=lambda _event: up.set(), baud=baud
    )
    running_link = asyncio.ensure_future(link.run())
    try:
        async with asyncio.timeout(GREET_S):
            await up.wait()
    except TimeoutError:
        pass
    health = link.health()
    running_link.cancel()
    await asyncio.gather(running_link, return_exceptions=True)
    return health


def _of_adapter(adapter: Adapter, found: tuple[Adapter, ...], root: Path, access: Access) -> tuple[Finding, ...]:
    path = str(root / adapter.device.lstrip("/"))
    findings = []
    if not access(path):
        findings.append(_no_permission(adapter, group_of(path)))
    held = [holder for holder in holders_of(path, proc=root / "proc") if holder.pid != os.getpid()]
    if held:
        findings.append(_held(adapter, held))
    if not adapter.by_id and not adapter.by_path:
        findings.append(_no_stable_name(adapter))
    elif _alike(adapter, found):
        findings.append(_same_names(adapter))
    if adapter.usb in BRLTTY_TAKES and _brltty(root):
        findings.append(_brltty_will_take(adapter))
    return tuple(findings)


def _of_machine(found: tuple[Adapter, ...], root: Path) -> tuple[Finding, ...]:
    findings = []
    with_port = {usb_folder(root / "sys/class/tty" / Path(adapter.device).name) for adapter in found}
    for usb, folder in usb_devices(root):
        if usb in BOOT_ROMS:
            findings.append(_waits_to_be_flashed(usb))
        elif usb in BOARDS | BRLTTY_TAKES and folder not in with_port:
            findings.append(_no_port(usb, brltty=_brltty(root)))
    if found and running(_MODEM_MANAGER, proc=root / "proc"):
        findings.append(_modem_manager())
    if not found and not findings:
        findings.append(NONE_FOUND)
    return tuple(findings)


def _alike(adapter: Adapter, found: tuple[Adapter, ...]) -> bool:
    """Whether another adapter of the same make has no serial number either, so that by-id may mean either."""
    return not adapter.serial and adapter.usb is not None and sum(each.usb == adapter.usb for each in found) > 1


def _brltty(root: Path) -> bool:
    rules = any(next((root / folder).glob("*brltty*"), None) for folder in _GROUPS_OF_RULES if (root / folder).is_dir())
    return rules or bool(running(_BRLTTY, proc=root / "proc"))


def _no_permission(adapter: Adapter, group: str) -> Finding:
    cure = f"sudo usermod -aG {group} $USER"
    return Finding(
        f"本用户无权打开 {adapter.device}. 运行 {cure}, 然后重新登录",
        f"this user may not open {adapter.device}. Run {cure}, then log in again",
    )


def _held(adapter: Adapter, held: list[Holder]) -> Finding:
    who = ", ".join(map(str, held))
    programs = {holder.program for holder in held}
    if programs & {"ModemManager"}:
        cure_zh, cure_en = "sudo systemctl disable --now ModemManager", "sudo systemctl disable --now ModemManager"
    elif programs & {"brltty"}:
        cure_zh, cure_en = "sudo apt-get remove brltty, 再重新插上", "sudo apt-get remove brltty, then plug it in again"
    elif programs & {"queyan"}:
        cure_zh = "雀眼正在用它; 想看数据先停下守护进程, 或用设置 link.record 录制"
        cure_en = "Queyan uses it; stop the daemon to look at it, or have it recorded with the setting link.record"
    else:
        cure_zh, cure_en = "关掉那个程序", "close that program"
    return Finding(f"{adapter.device} 被 {who} 占用. {cure_zh}", f"{adapter.device} is held by {who}: {cure_en}")


def _no_stable_name(adapter: Adapter) -> Finding:
    return Finding(
        f"{adapter.device} 没有固定名称 (没有 udev), 重插后可能改名",
        f"{adapter.device} has no stable name (no udev here); it may be called otherwise when plugged in again",
        fails=False,
    )


def _same_names(adapter: Adapter) -> Finding:
    return Finding(
        f"有两个同型号且没有序列号的适配器, by-id 分不清. 请写 {adapter.stable}, 并且总插同一个口",
        f"two adapters of this make have no serial number, so that by-id may mean either. Write {adapter.stable} "
        "and keep to that socket",
        fails=False,
    )


def _brltty_will_take(adapter: Adapter) -> Finding:
    return Finding(
        f"装有 brltty, 它会抢走 {adapter.device} ({adapter.usb}). 没有盲文显示器就运行 sudo apt-get remove brltty",
        f"brltty is installed and takes adapters such as {adapter.device} ({adapter.usb}) away. Without a braille "
        "display: sudo apt-get remove brltty",
        fails=False,
    )


def _no_port(usb: UsbId, *, brltty: bool) -> Finding:
    if brltty:
        return Finding(
            f"插着适配器 {usb} 却没有串口: 被 brltty 抢走了. 运行 sudo apt-get remove brltty, 再重新插上",
            f"adapter {usb} is plugged in but has no port: brltty took it. sudo apt-get remove brltty, then plug it in "
            "again",
        )
    return Finding(
        f"插着适配器 {usb} 却没有串口. 重新插上; 仍没有就看 sudo dmesg | tail",
        f"adapter {usb} is plugged in but has no port. Plug it in again; if not there, see sudo dmesg | tail",
    )


def _waits_to_be_flashed(usb: UsbId) -> Finding:
    return Finding(
        f"一块 Pico ({usb}) 处于刷机模式, 没有固件. 按刷机说明装固件",
        f"a Pico ({usb}) waits in its boot ROM, without firmware. Flash it as the instructions say",
    )


def _modem_manager() -> Finding:
    return Finding(
        "ModemManager 在运行, 会向新插的串口发 AT 命令. 不用调制解调器就运行 sudo systemctl disable --now ModemManager",
        "ModemManager runs and sends modem commands to every new port. Without a modem: "
        "sudo systemctl disable --now ModemManager",
        fails=False,
    )
