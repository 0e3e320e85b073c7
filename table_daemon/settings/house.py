"""What the house decides: who reaches the pages, and how a match begins."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, StringConstraints

from table_daemon.rules.options import with_options
from table_daemon.rules.profile import RuleProfile, profile_named
from table_daemon.settings.keys import Section, Whole, key


class WebSettings(Section):
    """The pages for the TV and the phones."""

    zh: ClassVar[str] = "给电视和手机看的网页。"

    host: str = key(
        "127.0.0.1",
        "Address to listen on; 0.0.0.0 lets phones in the house reach the pages.",
        zh="在哪个地址上听；0.0.0.0 才能让家里的手机打开网页。",
        write='an address such as "127.0.0.1" or "0.0.0.0"',
        min_length=1,
    )
    port: Whole = key(
        8080,
        "Port to listen on; 0 takes any free one.",
        zh="在哪个端口上听；0 是随便取一个空的。",
        write="a number from 0 to 65535",
        ge=0,
        le=65_535,
    )
    roles: bool = key(
        default=True,
        text="Whether changing anything needs a PIN or a scanned code, except on this machine itself.",
        zh="改动任何东西要不要密码或扫码；在本机上不用。",
        write="true or false",
    )
    waits_helper: bool = key(
        default=False,
        text="Whether a seat's page tells a player what the tiles he enters there wait for. The house rules decide: "
        "switch it on only where everybody at the table agrees. Nothing that is entered is kept.",
        zh="座位页要不要告诉玩家，他在那里输入的牌听什么。由家里的规矩定：全桌都同意才打开。输入的东西一概不留。",
        write="true or false",
    )


SeatName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]


def _seat_number(value: object) -> object:
    """Return a seat given as text (the environment knows nothing else) as a number."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


class MatchSettings(Section):
    """What a match starts with when nobody says otherwise."""

    zh: ClassVar[str] = "没有人另说的时候，一场牌怎么开始。"

    names: tuple[SeatName, SeatName, SeatName, SeatName] = key(
        ("甲", "乙", "丙", "丁"),
        "Names of seats 0..3.",
        zh="0 到 3 号座位的名字。",
        write='four names such as ["王", "李", "张", "赵"]',
    )
    profile: str = key("tianjin", "Rule profile.", zh="用哪套规则。", write='a profile such as "tianjin"', min_length=1)
    rules: dict[str, bool | int | str | dict[str, int]] = key(
        {},
        "House rules laid over the profile, by the names of hardware_docs/rules.md.",
        zh="在这套规则上改的家规，名字见 hardware_docs/rules.md。",
        write="a table such as { min_fan = 3, chan_unit = 2 }",
    )
    first_dealer: Annotated[Literal["random", 0, 1, 2, 3], BeforeValidator(_seat_number)] = key(
        "random",
        "The first dealer: drawn by lot, or a seat.",
        zh="头一个庄家：抽签，或指定座位。",
        write='"random" or a seat from 0 to 3',
    )

    def rule_profile(self) -> RuleProfile:
        """Return the rules a match is played by; raises a ``RulesError`` for a name or a value there is not.

        >>> MatchSettings(rules={"min_fan": 3}).rule_profile().min_fan
        3
        """
        return with_options(profile_named(self.profile), self.rules)
