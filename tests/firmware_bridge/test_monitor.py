"""What a person is shown of the line: every message in both languages, every trouble by its name."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.capture import CapturedLine
from firmware_bridge.codec import AckFrame, CommandFrame, EventFrame
from firmware_bridge.direction import Direction
from firmware_bridge.framing import encode_line
from firmware_bridge.messages import Fault, Lift, LiftPos, LinkLost, LinkUp, TelemetryGap
from firmware_bridge.monitor import Monitor, Trouble
from firmware_bridge.sentence import Language
from firmware_bridge.wording import say_frame, say_notice
from tests.firmware_bridge.golden import FROM_DEVICE, FROM_HOST

FRAMES = [frame for _, frame in (*FROM_DEVICE, *FROM_HOST)]


def row(line: bytes, *, t_ms: int = 0, direction: Direction = Direction.RX) -> CapturedLine:
    return CapturedLine(t_ms, direction, line)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("language", Language)
def test_every_message_has_words(frame: EventFrame | AckFrame | CommandFrame, language: Language) -> None:
    said = say_frame(frame, language)
    assert said
    has_chinese = any("\u4e00" <= char <= "\u9fff" for char in said)
    assert has_chinese is (language is Language.ZH)


@pytest.mark.parametrize(
    "event", [LinkUp(), LinkLost(), TelemetryGap(), TelemetryGap(3), Fault(cleared=False, code="stuck.READY")]
)
@pytest.mark.parametrize("language", Language)
def test_what_the_link_notices_has_words(event: LinkUp | LinkLost | TelemetryGap | Fault, language: Language) -> None:
    assert say_notice(event, language)
    assert say_notice(Lift(LiftPos.UP), language) is None


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        (b"$E,9,5500,LIFT,pos=up*AEC7", None),
        (b"$E,9,5500,LIFT,pos=up*AEC8", Trouble.CHECK),
        (b"$" + b"x" * 400, Trouble.TOO_LONG),
        (b"boot rom v3", Trouble.NOISE),
        (b"\r", Trouble.NOTHING),
        (encode_line("Z,1", max_body=9)[:-1], Trouble.SHAPE),
        (b"boot$E,9,5500,LIFT,pos=up*AEC7", None),
    ],
)
def test_a_bad_line_is_named_by_its_trouble(line: bytes, trouble: Trouble | None) -> None:
    monitor = Monitor()
    told = monitor.row(row(line))
    assert told.trouble is trouble
    assert monitor.counts.good == (trouble is None)
    assert monitor.counts.bad == (trouble not in {None, Trouble.NOTHING})
    for language in Language:
        assert told.text(language)


def test_a_gap_is_noticed_in_words() -> None:
    monitor = Monitor()
    monitor.row(row(b"$E,8,4000,LIFT,pos=moving*0737"))
    told = monitor.row(row(b"$E,10,9000,DROP*0A67", t_ms=9000))
    lines = told.text(Language.EN).splitlines()
    assert lines[-1] == "       9.000 !! 1 missing; this hand's telemetry is incomplete"
    assert monitor.counts.say(Language.EN) == "-- 2 good lines, 0 bad, 1 events missing"
    assert "缺 1 条" in monitor.counts.say(Language.ZH)


def test_a_row_for_a_program() -> None:
    told = json.loads(Monitor().row(row(b"$E,18,14050,DICEV,v=3:5,src=led*0B3B", t_ms=7)).to_json())
    assert told == {
        "t_ms": 7,
        "direction": "rx",
        "line": "$E,18,14050,DICEV,v=3:5,src=led*0B3B",
        "kind": "event",
        "seq": 18,
        "ms": 14050,
        "name": "DICEV",
        "fields": {"dice": [3, 5], "seat": None, "source": "led"},
        "notices": ["linked: the board answers"],
    }
    bad = json.loads(Monitor().row(row(b"x")).to_json())
    assert (bad["kind"], bad["trouble"]) == ("bad", "noise")


@pytest.mark.parametrize(("line", "frame"), [*FROM_DEVICE, *FROM_HOST])
def test_every_golden_line_is_json(line: bytes, frame: EventFrame | AckFrame | CommandFrame) -> None:
    direction = Direction.TX if isinstance(frame, CommandFrame) else Direction.RX
    assert json.loads(Monitor().row(row(line[:-1], direction=direction)).to_json())["seq"] == frame.seq


@given(
    st.lists(st.tuples(st.integers(0, (1 << 53) - 1), st.sampled_from(Direction), st.binary(max_size=60)), max_size=9)
)
def test_any_stream_can_be_shown(lines: list[tuple[int, Direction, bytes]]) -> None:
    for told in Monitor().rows(CapturedLine(*line) for line in lines):
        assert told.text(Language.ZH)
        json.loads(told.to_json())
