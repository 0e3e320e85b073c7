"""Lines and their check: golden bytes, every cut, noise, and what a peer cannot do."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import BadBodyError
from firmware_bridge.framing import (
    MAX_BODY_FROM_DEVICE,
    MAX_BODY_TO_DEVICE,
    LineDecoder,
    checksum,
    encode_line,
)
from tests.firmware_bridge.golden import FROM_DEVICE, FROM_HOST

LINES = [line for line, _ in (*FROM_DEVICE, *FROM_HOST)]
STREAM = b"boot rom v3\r\n$E,1" + b"".join(LINES) + b"$$E,2,\n*\x00\xff" + LINES[0]


def bitwise_crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE as its definition has it, bit by bit; shares nothing with the code under test."""
    register = 0xFFFF
    for byte in data:
        for place in range(7, -1, -1):
            carry = (byte >> place & 1) ^ (register >> 15)
            register = (register << 1) & 0xFFFF
            if carry:
                register ^= 0x1021
    return register


def fed(data: bytes, *, max_body: int = MAX_BODY_FROM_DEVICE) -> list[str]:
    return LineDecoder(max_body=max_body).feed(data)


def test_the_check_is_the_published_one() -> None:
    assert bitwise_crc(b"123456789") == checksum(b"123456789") == 0x29B1


@pytest.mark.parametrize("line", LINES)
def test_golden_lines(line: bytes) -> None:
    body = line[1:-6]
    assert line == b"$" + body + b"*%04X\n" % bitwise_crc(body)
    assert encode_line(body.decode(), max_body=len(body)) == line
    assert fed(line) == [body.decode()]


@given(st.binary(max_size=60))
def test_the_check_agrees_with_its_definition(data: bytes) -> None:
    assert checksum(data) == bitwise_crc(data)


def test_cut_at_every_position() -> None:
    whole = fed(STREAM)
    assert len(whole) == len(LINES) + 1  # the first line is broken off, the boot text is noise
    for cut in range(len(STREAM) + 1):
        decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
        assert decoder.feed(STREAM[:cut]) + decoder.feed(STREAM[cut:]) == whole


@given(st.lists(st.sampled_from([*LINES, b"$", b"*", b"\n", b"x" * 300, b"\x00"]), max_size=12), st.data())
def test_any_cutting_gives_the_same_lines_and_counts(pieces: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(pieces)
    whole = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    expected = whole.feed(stream)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    parts = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    got: list[str] = []
    for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += parts.feed(stream[begin:end])
    assert got == expected
    assert parts.counts == whole.counts


def test_byte_by_byte() -> None:
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    got = [body for index in range(len(STREAM)) for body in decoder.feed(STREAM[index : index + 1])]
    assert got == fed(STREAM)


@pytest.mark.parametrize(
    ("stream", "count"),
    [
        (b"$E,1,2,DROP*0000\n", "bad_check"),
        (b"$E,10,9000,DROP*0a67\n", "bad_check"),  # lower-case digits
        (b"$E,10,9000,DROP*0A67\r\n", "bad_check"),
        (b"$E,10,9000,DROP0A67\n", "bad_check"),
        (b"$\n", "bad_check"),
        (b"$*FFFF\n", "bad_check"),  # an empty body, though its check is right
        (b"$E,10,9000$E,10,9000,DROP*0A67\n", "cut"),
        (b"$" + b"x" * 300 + b"\n", "too_long"),
        (b"noise\n", "noise_bytes"),
    ],
)
def test_a_bad_line_is_counted_by_its_fault(stream: bytes, count: str) -> None:
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    decoder.feed(stream)
    counted = {name: getattr(decoder.counts, name) for name in ("bad_check", "cut", "too_long", "noise_bytes")}
    assert counted.pop(count) == (5 if count == "noise_bytes" else 1)
    assert set(counted.values()) == {0}


@pytest.mark.parametrize("body", ["", "a$b", "a*b", "a\nb", "é", "x" * 129, "\x7f"])
def test_a_body_that_no_line_can_hold(body: str) -> None:
    with pytest.raises(BadBodyError, match="1 to 128 printable ASCII"):
        encode_line(body, max_body=MAX_BODY_TO_DEVICE)


@pytest.mark.parametrize("length", [MAX_BODY_TO_DEVICE, MAX_BODY_TO_DEVICE + 1])
def test_the_longest_line(length: int) -> None:
    line = encode_line("x" * length, max_body=length)
    assert fed(line, max_body=MAX_BODY_TO_DEVICE) == (["x" * length] if length == MAX_BODY_TO_DEVICE else [])


@pytest.mark.parametrize("begun", [b"", b"$", b"$E,1,2,DROP"])
@pytest.mark.parametrize("filler", [b"\x00", b"$", b"x", b"$x", b"\r"])
def test_memory_stays_bounded_without_a_line_end(begun: bytes, filler: bytes) -> None:
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    decoder.feed(begun)
    chunk = filler * (65536 // len(filler))
    for _ in range(160):  # ten megabytes
        assert decoder.feed(chunk) == []
        assert len(decoder._partial) <= MAX_BODY_FROM_DEVICE + 8
    assert decoder.feed(b"\n" + LINES[0]) == [LINES[0][1:-6].decode()]


@pytest.mark.parametrize("error_rate", [1e-4, 1e-3, 1e-2])
def test_flipped_bits_are_never_taken_for_a_line(error_rate: float) -> None:
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    assert wrongly_accepted(decoder, 6000, error_rate) == 0
    assert decoder.counts.bad > 0
    # In step again after the next line, whatever the last one left behind.
    decoder.feed(LINES[0])
    assert decoder.feed(LINES[1]) == [LINES[1][1:-6].decode()]


@pytest.mark.verify
@pytest.mark.parametrize(("lines", "error_rate", "allowed"), [(80_000, 1e-4, 0), (80_000, 1e-3, 0), (300_000, 1e-2, 3)])
def test_noise_hardly_ever_passes_for_a_line(lines: int, error_rate: float, allowed: int) -> None:
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    assert wrongly_accepted(decoder, lines, error_rate) <= allowed
    assert decoder.counts.bad > 0


def wrongly_accepted(decoder: LineDecoder, lines: int, error_rate: float) -> int:
    """Feed golden lines with bits flipped at random; return how many bodies come out that nobody sent."""
    rng = random.Random(20260117)
    sent = {line[1:-6].decode() for line in LINES}
    wrong = 0
    for index in range(lines):
        for body in decoder.feed(flipped(LINES[index % len(LINES)], error_rate, rng)):
            wrong += body not in sent
    return wrong


def flipped(line: bytes, error_rate: float, rng: random.Random) -> bytes:
    value = int.from_bytes(line, "big")
    for bit in range(len(line) * 8):
        if rng.random() < error_rate:
            value ^= 1 << bit
    return value.to_bytes(len(line), "big")


@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    fed(data)
