"""The firmware's end of the wire: corrupted bytes, resent commands, full queues and bounded memory."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.codec import AckFrame, EventFrame, Unreadable, encode_command
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, checksum, encode_line
from firmware_bridge.messages import (
    MS_MODULUS,
    AskSnapshot,
    Heartbeat,
    Overflow,
    Ping,
    Snapshot,
    Subscribe,
)
from firmware_bridge.pico.command import parse
from firmware_bridge.pico.crc import crc16
from firmware_bridge.pico.line import LineReader, encode
from tests.firmware_bridge.pico.bench import Bench

BODY = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="$*"), min_size=1, max_size=128)


@given(st.binary(max_size=200))
def test_the_check_is_the_hosts(data: bytes) -> None:
    assert crc16(data) == checksum(data)


@given(BODY)
def test_lines_are_the_hosts(body: str) -> None:
    line = encode_line(body, max_body=MAX_BODY_FROM_DEVICE)
    assert encode(body) == line
    reader = LineReader()
    assert [found for byte in line if (found := reader.feed(byte)) is not None] == [body]
    assert reader.bad == 0


@given(BODY, st.data())
def test_a_spoiled_line_is_counted_and_the_next_one_read(body: str, data: st.DataObject) -> None:
    line = bytearray(encode_line(body, max_body=MAX_BODY_TO_DEVICE))
    line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    reader = LineReader()
    found = [text for byte in bytes(line) + encode_line("C,1,PING", max_body=128) if (text := reader.feed(byte))]
    assert found == ["C,1,PING"]
    assert reader.bad <= 2


@given(st.binary(max_size=600))
def test_noise_gives_no_line_and_no_error(noise: bytes) -> None:
    reader = LineReader()
    for byte in noise:
        assert reader.feed(byte) is None


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=128))
def test_any_body_is_a_command_or_none(body: str) -> None:
    command = parse(body)
    assert command is None or 0 <= command.seq < 1 << 16


def test_a_bad_line_is_counted_in_the_heartbeat(board: Bench) -> None:
    board.send(b"$C,0,PING*0000\n$C,0,PI$C,0,PING\n" + b"x" * 300 + b"\n")
    board.run(1000)
    beats = board.events(Heartbeat)
    assert isinstance(beats[-1], Heartbeat)
    assert beats[-1].crc_errors == 3
    assert board.tell(Ping()).ok


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("C,9,DANCE", "unreadable DANCE"),
        ("C,9,TIME,ms=-1", "unreadable TIME"),
        ("C,9,TIME", "unreadable TIME"),
        ("C,9,TIME,ms=1,ms=1", "unreadable TIME"),
        ("C,9,HELLO,proto=2,host=x", "speaks 1"),
        ("C,9,SUB,mask=FFFFFFFF", "unsupported"),
        ("C,9,CFG,ch=31,deb=5", "unsupported"),
        ("C,9,CFG,ch=0,name=kettle", "unknown name"),
        ("C,9,CFG,ch=0,name=lift1", "name taken"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(board: Bench, body: str, reason: str) -> None:
    board.send_body(body)
    board.run(2)
    assert board.heard() == [AckFrame(9, ok=False, reason=reason)]


def test_fields_of_a_newer_host_are_ignored(board: Bench) -> None:
    board.send_body("C,9,PING,loud=1")
    board.run(2)
    assert board.heard() == [AckFrame(9, ok=True)]


@pytest.mark.parametrize("body", ["C,65536,PING", "C,01,PING", "C,x,PING", "C,1", "E,1,1,PING", "C,1,ping", "C,1,"])
def test_what_has_no_number_is_not_answered(board: Bench, body: str) -> None:
    board.send_body(body)
    board.run(5)
    assert board.heard() == []


def test_a_repeated_number_is_answered_and_not_obeyed_again(board: Bench) -> None:
    for _ in range(2):
        board.send_body(encode_command(5, AskSnapshot()))
        board.run(2)
    frames = board.heard()
    assert [frame for frame in frames if isinstance(frame, AckFrame)] == [AckFrame(5, ok=True)] * 2
    assert len([frame for frame in frames if isinstance(frame, EventFrame)]) == 1


def test_numbers_follow_each_other_over_the_turn_of_the_clock(cold: Bench) -> None:
    cold.power_on_at(MS_MODULUS - 1500)
    cold.run(5000)
    frames = [frame for frame in cold.heard() if isinstance(frame, EventFrame)]
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    beats = [frame.ms for frame in frames if isinstance(frame.event, Heartbeat)]
    assert beats == [(MS_MODULUS - 1500 + 1000 * beat) % MS_MODULUS for beat in range(6)]
    cold.bounce("lift1", on=True, bounce_ms=20)
    cold.run(100)
    assert len(cold.events()) == 1


def test_a_host_that_does_not_read_costs_the_oldest_lines_and_is_told(board: Bench) -> None:
    board.ask("deaf 1")
    for _ in range(80):
        board.command(AskSnapshot())
        board.run(1)
    board.ask("deaf 0")
    board.run(1100)
    frames = [frame for frame in board.heard() if isinstance(frame, EventFrame)]
    overflows = [frame.event for frame in frames if isinstance(frame.event, Overflow)]
    beats = [frame.event for frame in frames if isinstance(frame.event, Heartbeat)]
    dropped = sum(overflow.dropped for overflow in overflows)
    assert dropped >= 2 * 80 - 64 - 1  # one line was already on its way
    assert frames[0].seq > 80 - 64
    assert len(frames) <= 64
    assert beats[-1].overflowed == dropped


def test_edges_that_nobody_could_take_leave_a_gap(board: Bench) -> None:
    """The main loop stands still for a while, as in a write that waits: the ring of edges fills."""
    assert board.tell(Subscribe(0xFFFF)).ok
    board.ask("stall 1")
    for turn in range(200):
        board.set("ready", "wall0", "wall1", on=turn % 2 == 0)
        board.run(1)
    board.ask("stall 0")
    board.run(50)
    frames = [frame for frame in board.heard() if isinstance(frame, EventFrame)]
    numbers = [frame.seq for frame in frames]
    assert max(after - before for before, after in pairwise(numbers)) > 1
    assert not any(isinstance(frame.event, Unreadable) for frame in frames)
    board.command(AskSnapshot())
    board.run(100)
    assert len(board.events(Snapshot)) == 1


def test_memory_stays_the_same_under_noise_and_commands(board: Bench) -> None:
    rng = random.Random(6)
    free = int(board.ask("memory"))
    for _ in range(60):
        board.send(rng.randbytes(1000).replace(b"\n", b"x"))
        board.run(10)
        board.command(AskSnapshot())
        board.run(2)
        board.heard()
    assert int(board.ask("memory")) > free - 4096


def test_an_interrupt_that_allocated_would_be_noticed(board: Bench) -> None:
    """The proof of the proof: all these tests run the interrupt with the heap locked."""
    board.ask("leak 1")
    with pytest.raises(AssertionError, match="MemoryError"):
        board.run(1)
