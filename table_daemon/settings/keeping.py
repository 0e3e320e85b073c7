"""What is kept, where, and by which clock; and where newer versions come from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from table_daemon.settings.keys import Section, Whole, key


class ClockSource(StrEnum):
    """Which clock the game runs on."""

    SYSTEM = "system"
    PICTURES = "pictures"


class StoreSettings(Section):
    """The event log and everything else the daemon writes."""

    zh: ClassVar[str] = "对局记录，和程序写下的其他一切。"

    data_dir: Path | None = key(
        None,
        "Data directory; unset: $STATE_DIRECTORY, else $XDG_STATE_HOME/queyan, else ~/.local/state/queyan.",
        zh="数据目录；不设就是 $STATE_DIRECTORY，再不然 $XDG_STATE_HOME/queyan，再不然 ~/.local/state/queyan。",
        write='a folder such as "/var/lib/queyan"',
    )
    leave_free_mb: Whole = key(
        300,
        "Space that pictures, recordings and backups leave free on the disk; the games themselves may use it.",
        zh="画面、录像和备份要给磁盘留出多少空；对局本身可以用到这部分。",
        unit="MB",
        write="a number from 0 to 1000000",
        ge=0,
        le=1_000_000,
    )


class BackupSettings(Section):
    """Copies of the event log, one each night."""

    zh: ClassVar[str] = "对局记录的备份，每夜一份。"

    enabled: bool = key(
        default=True, text="Whether a copy is made each night.", zh="每夜备不备份。", write="true or false"
    )
    folder: Path | None = key(
        None,
        "Where copies go; unset: `backups` in the data directory, which a lost card takes with it.",
        zh="备份放在哪里；不设就是数据目录里的 `backups`，存储卡坏了就一起没了。",
        write='a folder such as "/media/stick/queyan"',
    )
    other_disk: bool = key(
        default=False,
        text="Whether the folder must be on another disk than the games: while a USB stick is out, nothing is then "
        "written in its place.",
        zh="备份目录是不是必须在另一个磁盘上：U 盘拔掉的时候，就不会在原处写东西。",
        write="true or false",
    )
    hour: Whole = key(
        4,
        "The hour of the night at which the copy is due; a machine that was off makes it up, but never in mid-hand.",
        zh="夜里几点备份；那时关着机的，开机后补上，但从不在一局中间。",
        unit="h",
        write="a number from 0 to 23",
        ge=0,
        le=23,
    )
    daily: Whole = key(
        7,
        "How many days' last copies are kept.",
        zh="留最近多少天的，每天最后一份。",
        unit="days",
        write="a number from 1 to 1000",
        ge=1,
        le=1000,
    )
    weekly: Whole = key(
        8,
        "How many weeks' last copies are kept.",
        zh="留最近多少周的，每周最后一份。",
        unit="weeks",
        write="a number from 0 to 1000",
        ge=0,
        le=1000,
    )


class ClockSettings(Section):
    """The time of the game."""

    zh: ClassVar[str] = "对局的时间。"

    source: ClockSource = key(
        ClockSource.SYSTEM,
        "The system's clock, or the times that the pictures carry (in lock-step with a simulated table).",
        zh="用系统的时钟，或画面自带的时间（和模拟牌桌同步走的时候）。",
        write='"system" or "pictures"',
    )
    network_time: bool = key(
        default=True,
        text="Whether the time of day is expected to come from a network; false where the house has none: nothing is "
        "then said of a clock that is set and not synchronised.",
        zh="时间是不是该从网络来；家里没有网的写 false，时钟设好了而没有同步，也就不再提醒。",
        write="true or false",
    )


class UpdateSettings(Section):
    """Where `queyan update` finds releases by name; nothing is ever looked for by itself."""

    zh: ClassVar[str] = "`queyan update` 按名字到哪里找新版本；程序自己从不去找。"

    remote: str = key(
        "",
        "Git repository whose tags may be installed: an address or a folder. Empty: only files are installed.",
        zh="可以按版本标签安装的 Git 仓库：地址或目录。空着就只装文件。",
        write='"" or a repository such as "https://example.org/queyan.git"',
        pattern=r"^$|^[^-].*$",
    )
