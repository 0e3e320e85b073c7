"""The decoder against bytes of every kind, with a fixed budget: nothing but the documented errors comes out.

``FUZZ_ROUNDS`` in the environment buys a longer run: ``FUZZ_ROUNDS=1000000 pytest tests/firmware_bridge/test_fuzz.py``.
"""

import os
import random
from collections.abc import Iterator

from firmware_bridge.codec import EventFrame, Unreadable, decode_from_device, decode_from_host
from firmware_bridge.errors import BadBodyError
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, LineDecoder, encode_line
from firmware_bridge.listener import Listener
from firmware_bridge.messages import SEQ_MODULUS
from firmware_bridge.session import HostSession
from tests.firmware_bridge.golden import FROM_DEVICE, FROM_HOST

ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "3000"))
SEED = 20260131
LINES = [line for line, _ in (*FROM_DEVICE, *FROM_HOST)]
MEANINGFUL = b"$*,=\n\r:0123456789ABCDEFxE"
"""Bytes that mean something to the decoder."""


def mutated(rng: random.Random) -> bytes:
    """Return a good line after one to six changes: flipped, cut, doubled, spliced, or of other bytes."""
    data = bytearray(rng.choice(LINES))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(6):
            case 0 if data:
                data[at % len(data)] ^= 1 << rng.randrange(8)
            case 1:
                del data[at : at + rng.randint(1, 8)]
            case 2:
                data[at:at] = rng.choice(LINES)[: rng.randint(1, 40)]
            case 3:
                data[at:at] = bytes([rng.choice(MEANINGFUL)]) * rng.choice((1, 2, 300))
            case 4:
                data[at:at] = rng.randbytes(rng.randint(1, 20))
            case _:
                data[at:at] = data[:at]
    return bytes(data)


def bodies(rng: random.Random) -> Iterator[str]:
    """Yield texts as a line with a good check could carry them: the check protects no decoder from a bad peer."""
    for _ in range(ROUNDS):
        text = "".join(chr(byte) for byte in mutated(rng)[1:-6] if 0x20 <= byte < 0x7F and byte not in b"$*")
        yield text[:MAX_BODY_FROM_DEVICE]


def test_a_whole_session_survives_any_bytes() -> None:
    rng = random.Random(SEED)
    session = HostSession(version="fuzz")
    session.opened(0)
    for now_ms in range(ROUNDS):
        session.received(mutated(rng), now_ms)
        session.tick(now_ms)
        session.to_send(now_ms)
        assert len(session._decoder._partial) <= MAX_BODY_FROM_DEVICE + 8


def test_any_body_with_a_good_check_is_decoded_or_refused_by_name() -> None:
    rng = random.Random(SEED + 1)
    listener = Listener()
    understood = 0
    for body in bodies(rng):
        for decode in (decode_from_device, decode_from_host):
            try:
                frame = decode(body)
            except BadBodyError:
                continue
            assert 0 <= frame.seq < SEQ_MODULUS
            if isinstance(frame, EventFrame):
                understood += not isinstance(frame.event, Unreadable)
                listener.hear(frame)
    assert understood > ROUNDS // 50  # the fuzzer reaches what lies behind the first test


def test_every_mutated_stream_is_in_step_after_the_next_line() -> None:
    rng = random.Random(SEED + 2)
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    last = encode_line("E,1,2,DROP", max_body=MAX_BODY_FROM_DEVICE)
    for _ in range(ROUNDS):
        decoder.feed(mutated(rng) + b"\n")
        assert decoder.feed(last) == ["E,1,2,DROP"]
