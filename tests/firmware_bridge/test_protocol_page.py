"""The protocol page is fresh, complete, and its lines are good."""

import re
from pathlib import Path
from typing import get_args

import pytest

from firmware_bridge import protocol_page
from firmware_bridge.codec import EventFrame, Unreadable, decode_from_device, decode_from_host
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, LineDecoder
from firmware_bridge.messages import Command, DeviceEvent


def test_the_page_is_fresh(repository: Path) -> None:
    assert repository / "hardware_docs" / "serial_protocol.md" == protocol_page.PAGE
    written = protocol_page.PAGE.read_text(encoding="utf-8")
    assert written == protocol_page.page(), "run: python -m firmware_bridge.protocol_page"


def test_every_line_on_the_page_is_good() -> None:
    lines = re.findall(r"^`(\$.*)`", protocol_page.page(), flags=re.MULTILINE)
    bodies = LineDecoder(max_body=MAX_BODY_FROM_DEVICE).feed("".join(f"{line}\n" for line in lines).encode())
    assert len(bodies) == len(lines)
    told = [body for body in bodies if body.startswith("E")]
    events = [frame for frame in map(decode_from_device, told) if isinstance(frame, EventFrame)]
    assert {type(frame.event) for frame in events} == set(get_args(DeviceEvent))
    commands = [decode_from_host(body).command for body in bodies if body.startswith("C")]
    assert {type(command) for command in commands} == set(get_args(Command))
    assert Unreadable not in map(type, commands)


def test_it_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol_page, "PAGE", tmp_path / "page.md")
    assert protocol_page.main() == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == protocol_page.page()
