"""What is wired to the machine: the table's controller, and the panel of buttons and lamps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Self

from pydantic import Field, model_validator

from table_daemon.settings.keys import Section, Whole, key

MJT1 = "mjt1"


class LinkSettings(Section):
    """The serial line to the table's controller (MJT/1)."""

    zh: ClassVar[str] = "到牌桌控制器的串口（MJT/1）。"

    url: str = key(
        "",
        "Device, pattern, socket:// address or recording (link.csv); empty plays by camera alone. Take a name under "
        "/dev/serial/by-id.",
        zh="设备、通配名、socket:// 地址或录下的 link.csv；空着就只靠相机。名字取 /dev/serial/by-id 下的。",
        write='"", a device such as "/dev/serial/by-id/usb-..." or a URL such as "socket://127.0.0.1:7000"',
    )
    baud: Whole = key(
        115_200,
        "Speed of a real UART; USB ignores it.",
        zh="真正的 UART 的速率；USB 用不到。",
        unit="baud",
        write="a number such as 115200",
        ge=300,
        le=4_000_000,
    )
    protocol: str = key(
        MJT1,
        "What the controller speaks: our own protocol, or a class of a maker's (table_adapters.md).",
        zh="控制器说什么协议：我们自己的，或厂家协议的类（table_adapters.md）。",
        write='"mjt1" or a class such as "my_table.protocol:MyTable"',
        pattern=rf"^({MJT1}|[A-Za-z_][\w.]*:[A-Za-z_]\w*)$",
    )
    record: Path | None = key(
        None,
        "Record all that passes on the line in this file, at most twice 20 MB; unset: nothing is recorded.",
        zh="线上来往的都录进这个文件，最多两份 20 MB；不设就不录。",
        write='a file such as "link.csv"',
    )


Pin = Annotated[Whole, Field(ge=2, le=27)]


class PanelSettings(Section):
    """Buttons, lamps and buzzer on the Pi's own pins (BCM numbers)."""

    zh: ClassVar[str] = "直接接在树莓派引脚上的按钮、灯和蜂鸣器（BCM 编号）。"

    enabled: bool = key(default=False, text="Whether a panel is wired.", zh="接没接按钮板。", write="true or false")
    seat_button_pins: tuple[Pin, Pin, Pin, Pin] = key(
        (5, 6, 13, 19),
        "Buttons of seats 0..3, each to ground.",
        zh="0 到 3 号座位的按钮，各接到地。",
        unit="BCM",
        write="four pins such as [5, 6, 13, 19]",
    )
    undo_button_pin: Pin = key(
        26, "Undo button, to ground.", zh="撤销按钮，接到地。", unit="BCM", write="a pin from 2 to 27"
    )
    lamp_pins: tuple[Pin, Pin, Pin, Pin] = key(
        (17, 27, 22, 23),
        "Lamps of seats 0..3, through 330 ohm.",
        zh="0 到 3 号座位的灯，串 330 欧电阻。",
        unit="BCM",
        write="four pins such as [17, 27, 22, 23]",
    )
    buzzer_pin: Pin = key(
        12, "Buzzer, through a transistor.", zh="蜂鸣器，经过一个三极管。", unit="BCM", write="a pin from 2 to 27"
    )

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        pins = [*self.seat_button_pins, self.undo_button_pin, *self.lamp_pins, self.buzzer_pin]
        twice = sorted({pin for pin in pins if pins.count(pin) > 1})
        if twice:
            raise ValueError(f"pin {twice[0]} is given twice; each part needs a pin of its own")
        return self
