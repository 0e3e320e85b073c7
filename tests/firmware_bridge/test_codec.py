"""Bodies and messages: golden texts, round trips of everything declared, and what is refused."""

import contextlib
from dataclasses import MISSING, fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.codec import (
    AckFrame,
    CommandFrame,
    EventFrame,
    Unreadable,
    decode_from_device,
    decode_from_host,
    encode_ack,
    encode_command,
    encode_event,
    specs_of,
)
from firmware_bridge.errors import BadBodyError, FieldError, WireError
from firmware_bridge.fields import Dice, Flags, Hex, Kind, Number, OnOff, Seat, Text, Word
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE
from firmware_bridge.messages import (
    MS_MODULUS,
    SEQ_MODULUS,
    Command,
    DeviceEvent,
    DiceValue,
    Fault,
    Inputs,
    Repeat,
    TileCount,
    Wall,
    WallState,
)
from tests.firmware_bridge.golden import FROM_DEVICE, FROM_HOST


def values(kind: Kind) -> st.SearchStrategy[Any]:
    """Draw what a field of this kind may hold."""
    drawn: st.SearchStrategy[Any]
    match kind:
        case Number(low=low, high=high):
            drawn = st.integers(low, high)
        case Hex(bits=bits):
            drawn = st.integers(0, (1 << bits) - 1)
        case Flags(bits=bits):
            drawn = st.integers(0, (1 << bits) - 1).map(Inputs)
        case Word(words=words):
            drawn = st.sampled_from(list(words))
        case OnOff():
            drawn = st.booleans()
        case Seat():
            drawn = st.sampled_from([0, 1, 2, 3])
        case Text():
            drawn = st.from_regex(r"\A[A-Za-z0-9._+-]{1,24}\Z")
        case Dice():
            drawn = st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)
        case _:
            raise AssertionError(kind)
    return drawn


def messages(union: Any) -> st.SearchStrategy[Any]:
    """Draw any message of a union, by its declaration."""

    def of(message: Any) -> st.SearchStrategy[Any]:
        drawn = {}
        for spec in specs_of(message):
            may_be_none = spec.optional and spec.default is None
            drawn[spec.name] = values(spec.kind) | st.none() if may_be_none else values(spec.kind)
        return st.builds(message, **drawn)

    return st.one_of([of(message) for message in get_args(union)])


@pytest.mark.parametrize(("line", "frame"), FROM_DEVICE)
def test_golden_lines_of_the_controller(line: bytes, frame: EventFrame | AckFrame) -> None:
    body = line[1:-6].decode()
    assert decode_from_device(body) == frame
    match frame:
        case EventFrame(seq, ms, event) if not isinstance(event, Unreadable):
            assert encode_event(seq, ms, event) == body
        case AckFrame(seq, ok, reason):
            assert encode_ack(seq, reason=None if ok else reason) == body


@pytest.mark.parametrize(("line", "frame"), FROM_HOST)
def test_golden_lines_of_the_host(line: bytes, frame: CommandFrame) -> None:
    body = line[1:-6].decode()
    assert decode_from_host(body) == frame
    assert not isinstance(frame.command, Unreadable)
    assert encode_command(frame.seq, frame.command) == body


def test_every_message_is_pinned_by_a_golden_line() -> None:
    events = {type(frame.event) for _, frame in FROM_DEVICE if isinstance(frame, EventFrame)}
    assert events == set(get_args(DeviceEvent))
    assert {type(frame.command) for _, frame in FROM_HOST} == set(get_args(Command))


def test_names_are_given_once() -> None:
    for union in (DeviceEvent, Command):
        names = [message.NAME for message in get_args(union)]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("message", [*get_args(DeviceEvent), *get_args(Command)])
def test_every_field_is_declared_with_its_kind(message: Any) -> None:
    specs = specs_of(message)
    assert len(specs) == len(fields(message))
    assert len({spec.kind.key for spec in specs}) == len(specs)
    assert all(
        spec.optional == (field.default is not MISSING) for spec, field in zip(specs, fields(message), strict=True)
    )


@given(st.integers(0, SEQ_MODULUS - 1), st.integers(0, MS_MODULUS - 1), messages(DeviceEvent))
def test_any_event_comes_back_and_fits(seq: int, ms: int, event: DeviceEvent) -> None:
    body = encode_event(seq, ms, event)
    assert decode_from_device(body) == EventFrame(seq, ms, event)
    assert len(body) <= MAX_BODY_FROM_DEVICE


@given(st.integers(0, SEQ_MODULUS - 1), messages(Command))
def test_any_command_comes_back_and_fits(seq: int, command: Command) -> None:
    body = encode_command(seq, command)
    assert decode_from_host(body) == CommandFrame(seq, command)
    assert len(body) <= MAX_BODY_TO_DEVICE


@pytest.mark.parametrize(
    "body",
    [
        "",
        "E",
        "E,1,2",
        "X,1,2,DROP",
        "E,65536,2,DROP",
        "E,1,1073741824,DROP",
        "E,-1,2,DROP",
        "E,01,2,DROP",
        "E,1,2,drop",
        "E,1,2,READY,on",
        "E,1,2,READY,on=1,on=0",
        "E,1,2,X" + ",a=1" * 17,
        "A,1,MAYBE",
        "A,1,ERR,a*b",
        "A,99999999999999999999,OK",
    ],
)
def test_no_message_at_all(body: str) -> None:
    with pytest.raises(BadBodyError):
        decode_from_device(body)


@pytest.mark.parametrize("body", ["", "C,1", "C,x,PING", "E,1,2,DROP", "C,1,PING,x"])
def test_no_command_at_all(body: str) -> None:
    with pytest.raises(BadBodyError):
        decode_from_host(body)


@pytest.mark.parametrize(
    ("fields_text", "why"),
    [
        ("WALL,seat=4,st=raised", "seat=4: expected 0..3"),
        ("WALL,seat=1", "st is missing"),
        ("WALL,seat=1,st=flying", "ready / raised / down"),
        ("WALL,seat=١,st=down", "seat"),
        ("READY,on=2", "0 / 1"),
        ("DICEV,v=7:1,src=led", "dice"),
        ("DICEV,v=1:1:1:1:1,src=led", "dice"),
        ("DICEV,v=,src=led", "dice"),
        ("TILE,port=0,n=1000", "0..999"),
        ("TILE,port=0,n=" + "9" * 100, "0..999"),
        ("SNAP,in=FFFFFFF,lift=up,shuf=0,ready=0", "hexadecimal"),
        ("SNAP,in=ff,lift=up,shuf=0,ready=0", "hexadecimal"),
        ("BOOT,fw=a b,proto=1,uid=x,reset=por", "A-Z"),
        ("BOOT,fw=" + "a" * 25 + ",proto=1,uid=x,reset=por", "1 to 24"),
        ("DANCE,step=3", "unknown name"),
    ],
)
def test_a_field_out_of_bounds_keeps_the_number(fields_text: str, why: str) -> None:
    frame = decode_from_device(f"E,9,100,{fields_text}")
    assert isinstance(frame, EventFrame)
    assert frame.seq == 9
    assert isinstance(frame.event, Unreadable)
    assert why in frame.event.why


def test_unknown_fields_are_ignored() -> None:
    frame = decode_from_device("E,9,100,WALL,seat=1,st=down,colour=green")
    assert frame == EventFrame(9, 100, Wall(1, WallState.DOWN))


@pytest.mark.parametrize(
    "event",
    [
        TileCount(port=8, total=0),
        Wall(seat=-1, state=WallState.DOWN),
        DiceValue(()),
        DiceValue((1, 2, 3, 4, 5)),
        DiceValue((0, 1)),
        DiceValue((1, 2), seat=4),
        Fault(cleared=False, code="has space"),
        Fault(cleared=False, code=""),
        Repeat(count=21),
    ],
)
def test_what_is_out_of_bounds_is_not_sent(event: DeviceEvent) -> None:
    with pytest.raises(FieldError, match="expected"):
        encode_event(0, 0, event)


@pytest.mark.parametrize("reason", ["", "a,b", "x" * 41, "a*b"])
def test_a_reason_that_no_answer_can_carry(reason: str) -> None:
    with pytest.raises(FieldError, match="a reason has 1 to 40"):
        encode_ack(0, reason=reason)


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=170))
def test_any_text_is_decoded_or_refused_by_name(body: str) -> None:
    for decode in (decode_from_device, decode_from_host):
        with contextlib.suppress(WireError):
            decode(body)


@given(st.sampled_from([line[1:-6].decode() for line, _ in FROM_DEVICE]), st.data())
def test_a_mangled_message_is_decoded_or_refused_by_name(body: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(body)))
    text = data.draw(st.text(alphabet=",=:AEOx019-", max_size=4))
    with contextlib.suppress(BadBodyError):
        decode_from_device(body[:at] + text + body[at + 1 :])
