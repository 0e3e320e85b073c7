"""Recordings of the link: what is written is read back, and foreign files are refused by row."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.capture import MAX_ROW_BYTES, CapturedLine, Recorder, read_capture
from firmware_bridge.direction import Direction
from firmware_bridge.errors import CaptureError
from tests.firmware_bridge.golden import FROM_DEVICE


def recorded(pieces: list[tuple[int, Direction, bytes]]) -> str:
    file = io.StringIO(newline="")
    recorder = Recorder(file)
    for piece in pieces:
        recorder.hear(*piece)
    recorder.finish(999)
    return file.getvalue()


def read(text: str) -> list[CapturedLine]:
    return list(read_capture(io.StringIO(text, newline="")))


def test_the_file_is_as_the_contract_has_it() -> None:
    text = recorded(
        [(5, Direction.TX, b"$C,1,PING*3A52\n"), (9, Direction.RX, b"$A,7,"), (12, Direction.RX, b"OK*C801\n")]
    )
    assert text == 't_ms,direction,line\n5,tx,"$C,1,PING*3A52"\n12,rx,"$A,7,OK*C801"\n'


def test_noise_is_kept() -> None:
    text = recorded([(1, Direction.RX, b"\x00\xff\\x41,\"'\r\n")])
    assert text.splitlines()[1] == '1,rx,"\\x00\\xff\\x5cx41,""\'\\x0d"'
    assert read(text) == [CapturedLine(1, Direction.RX, b"\x00\xff\\x41,\"'\r")]


@given(st.lists(st.tuples(st.sampled_from(Direction), st.binary(max_size=40)), max_size=8))
def test_any_stream_comes_back(pieces: list[tuple[Direction, bytes]]) -> None:
    lines = read(recorded([(7, direction, data) for direction, data in pieces]))
    for direction in Direction:
        sent = b"".join(data for way, data in pieces if way is direction)
        back = b"".join(line.line + b"\n" for line in lines if line.direction is direction)
        assert back in {sent, sent + b"\n"}  # an unfinished line gets an end


def test_a_stream_without_line_ends_is_cut() -> None:
    lines = read(recorded([(1, Direction.RX, b"x" * (3 * MAX_ROW_BYTES + 5))]))
    assert [len(line.line) for line in lines] == [MAX_ROW_BYTES] * 3 + [5]


def test_every_golden_line_comes_back() -> None:
    stream = b"".join(line for line, _ in FROM_DEVICE)
    lines = read(recorded([(1, Direction.RX, stream)]))
    assert b"".join(line.line + b"\n" for line in lines) == stream


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "row 1: expected the header"),
        ("time,way,line\n", "row 1: expected the header"),
        ("t_ms,direction,line\n5,rx,$E,1\n", "row 2: expected three columns, got 4"),
        ("t_ms,direction,line\n5,rx,a\nx,rx,a\n", "row 3: t_ms"),
        ("t_ms,direction,line\n-1,rx,a\n", "row 2: t_ms"),
        ("t_ms,direction,line\n" + "9" * 5000 + ",rx,a\n", "row 2: t_ms"),
        ("t_ms,direction,line\n5,up,a\n", "row 2: direction must be rx or tx"),
        ('t_ms,direction,line\n5,rx,"a\n', "unexpected end"),
    ],
)
def test_a_file_that_is_no_recording(text: str, why: str) -> None:
    with pytest.raises(CaptureError, match=why):
        read(text)


GOOD = "7,rx,b\n"


@pytest.mark.parametrize(
    ("spoiled", "rest"),
    [
        ("x,rx,a\n" + GOOD, 1),
        ('5,rx,"$E,1\n' + GOOD + GOOD, 2),  # a power cut in the midst of a quoted row
        ("\0" * 40 + "\n" + GOOD, 1),
        (GOOD + '8,rx,"$E', 1),
        ('5,rx,"' + "x\n" * 20_000 + GOOD, 1),  # bounded, though the quote is never closed
    ],
)
def test_a_spoiled_row_is_told_and_the_rest_is_read(spoiled: str, rest: int) -> None:
    bad: list[CaptureError] = []
    text = "t_ms,direction,line\n" + spoiled
    read = list(read_capture(io.StringIO(text, newline=""), on_bad=bad.append))
    assert read == [CapturedLine(7, Direction.RX, b"b")] * rest
    assert bad
    assert all(str(error).startswith("link.csv, row ") for error in bad)


def test_a_quoted_row_may_hold_the_end_of_its_line() -> None:
    assert read('t_ms,direction,line\n5,rx,"$E,1\n"\n' + GOOD) == [
        CapturedLine(5, Direction.RX, b"$E,1\n"),
        CapturedLine(7, Direction.RX, b"b"),
    ]


def test_an_empty_row_is_passed_over() -> None:
    assert read("t_ms,direction,line\n\n5,rx,a\n") == [CapturedLine(5, Direction.RX, b"a")]
