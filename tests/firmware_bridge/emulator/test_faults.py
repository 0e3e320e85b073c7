"""The fault script's format, and what each fault does to a stream of lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.emulator.faults import (
    BadCrc,
    Junk,
    Late,
    Reset,
    Rule,
    Silent,
    StuckSensor,
    Twice,
    WrongOrder,
    read_script,
)
from firmware_bridge.emulator.wire import BANNER, MAX_WAITING, Wire
from firmware_bridge.errors import FaultScriptError

SCRIPT = """
line 115: bad CRC      # as the manual has it
from 200: silent
now: reset now; now: reset
from 3 to 9:  late by 300 ms
LINE 4: twice
line 5: wrong order
line 6: junk banner
line 7: stuck sensor wall2
"""


def test_the_whole_vocabulary() -> None:
    assert read_script(SCRIPT, next_line=42) == (
        Rule(115, 115, BadCrc()),
        Rule(200, None, Silent()),
        Rule(42, 42, Reset()),
        Rule(42, 42, Reset()),
        Rule(3, 9, Late(300)),
        Rule(4, 4, Twice()),
        Rule(5, 5, WrongOrder()),
        Rule(6, 6, Junk()),
        Rule(7, 7, StuckSensor("wall2")),
    )


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("bad crc", 1, "WHEN: WHAT"),
        ("\n\nline x: twice", 3, "WHEN: WHAT"),
        ("line 0: twice", 1, "count from 1"),
        ("from 9 to 3: twice", 1, "count from 1"),
        ("line 1: dance", 1, "is no fault; there are: bad crc, silent"),
        ("line 1: stuck sensor nose", 1, "is no fault"),
        ("line 1: late by 99999 ms", 1, "at most 60000 ms"),
        ("\n".join(["line 1: twice"] * 1001), 1001, "more than 1000"),
    ],
)
def test_a_script_that_cannot_be_read(text: str, line: int, why: str) -> None:
    with pytest.raises(FaultScriptError, match=why) as caught:
        read_script(text)
    assert caught.value.line == line


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        read_script(text)
    except FaultScriptError:
        return


def sent(script: str, *, lines: int = 4, now_ms: int = 0) -> bytes:
    wire = Wire(read_script(script))
    for number in range(1, lines + 1):
        wire.take(b"%d*00\n" % number, 0)
    return wire.due(now_ms)


@pytest.mark.parametrize(
    ("script", "data"),
    [
        ("", b"1*00\n2*00\n3*00\n4*00\n"),
        ("line 2: bad crc", b"1*00\n2*01\n3*00\n4*00\n"),
        ("from 2 to 3: silent", b"1*00\n4*00\n"),
        ("from 3: silent", b"1*00\n2*00\n"),
        ("line 3: twice", b"1*00\n2*00\n3*00\n3*00\n4*00\n"),
        ("line 2: wrong order", b"1*00\n3*00\n2*00\n4*00\n"),
        ("from 1 to 2: wrong order", b"2*00\n1*00\n3*00\n4*00\n"),
        ("line 4: wrong order", b"1*00\n2*00\n3*00\n"),  # it waits for one to follow
        ("line 1: junk banner", BANNER + b"1*00\n2*00\n3*00\n4*00\n"),
        ("line 2: late by 300 ms", b"1*00\n"),
    ],
)
def test_what_a_fault_makes_of_the_stream(script: str, data: bytes) -> None:
    assert sent(script) == data


def test_a_late_line_comes_in_its_time_and_the_rest_behind_it() -> None:
    assert sent("line 2: late by 300 ms", now_ms=299) == b"1*00\n"
    assert sent("line 2: late by 300 ms", now_ms=300) == b"1*00\n2*00\n3*00\n4*00\n"


def test_what_concerns_the_board_is_told() -> None:
    wire = Wire(read_script("line 1: reset; line 1: stuck sensor ready"))
    wire.take(b"1\n", 0)
    assert wire.reset
    assert wire.stuck == ["ready"]


def test_it_says_when_it_is_full() -> None:
    wire = Wire(read_script("line 1: late by 60000 ms"))
    while not wire.full:
        wire.take(b"x\n", 0)
    assert wire.lines == MAX_WAITING
    wire.clear()
    assert not wire.full
