"""The host's session against the controller's, over every kind of line, on a virtual clock."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.codec import decode_from_host, encode_ack, encode_event
from firmware_bridge.errors import FieldError
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, encode_line
from firmware_bridge.messages import (
    PROTOCOL,
    Act,
    DeviceEvent,
    DiceRoll,
    DiceValue,
    Drop,
    Hello,
    Lift,
    LiftPos,
    LinkLost,
    LinkUp,
    Ping,
    Ready,
    ResetCause,
    SayHello,
    TableEvent,
    TelemetryGap,
    ToldByTable,
    Wall,
    WallState,
)
from firmware_bridge.session import HEARD_WITHIN_MS, HostSession, Phase
from tests.firmware_bridge.golden import FROM_DEVICE
from tests.firmware_bridge.joined import (
    STANDING,
    Carry,
    Joined,
    corrupting,
    lossy,
    one_byte_at_a_time,
    twice,
    whole,
)

HAND: tuple[ToldByTable, ...] = (
    Drop(),
    Lift(LiftPos.MOVING),
    Lift(LiftPos.DOWN),
    *(Wall(seat, WallState.RAISED) for seat in range(4)),
    DiceRoll(Act.START, 1),
    DiceRoll(Act.STOP, 1, 1800),
    DiceValue((4, 2)),
    Ready(on=True),
)
HEARD_HAND: tuple[TableEvent, ...] = tuple(
    DiceValue((4, 2), 1) if isinstance(event, DiceValue) else event for event in HAND
)


def play(joined: Joined) -> None:
    joined.open()
    joined.run(4000)
    for event in HAND:
        joined.tell(event)
        joined.run(700)
    joined.run(4000)


@pytest.mark.parametrize("carry", [whole, one_byte_at_a_time, twice])
def test_a_hand_is_heard_whole(carry: Carry) -> None:
    joined = Joined(to_host=carry, to_device=carry)
    play(joined)
    assert joined.events == [LinkUp(), STANDING, *HEARD_HAND]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("spoil", [lossy, corrupting])
def test_a_bad_line_loses_events_but_never_invents_one(spoil: Callable[[float, int], Carry], seed: int) -> None:
    joined = Joined(to_host=spoil(0.2, seed), to_device=spoil(0.2, seed + 100))
    play(joined)
    about_link = (LinkUp, LinkLost, TelemetryGap, type(STANDING))
    told = [event for event in joined.events if not isinstance(event, about_link)]
    expected = [event for event in HEARD_HAND if _without_seat(event) in map(_without_seat, told)]
    assert list(map(_without_seat, told)) == list(map(_without_seat, expected))  # in order, each once
    assert all(event.seat in {1, None} for event in told if isinstance(event, DiceValue))
    assert joined.host.phase is Phase.UP
    if len(told) < len(HAND):
        gap = next(index for index, event in enumerate(joined.events) if isinstance(event, TelemetryGap))
        assert STANDING in joined.events[gap:]


def _without_seat(event: TableEvent) -> TableEvent:
    return DiceValue(event.dice) if isinstance(event, DiceValue) else event


def test_every_gap_is_followed_by_a_snapshot() -> None:
    joined = Joined()
    joined.open()
    joined.run(2500)  # between two heartbeats
    joined.cut = True
    joined.tell(DiceRoll(Act.START, 0))
    joined.run(100)
    joined.cut = False
    joined.tell(DiceValue((1, 2)))
    joined.run(500)
    assert joined.events[2:] == [TelemetryGap(missed=1), DiceValue((1, 2), None), STANDING]


def test_silence_is_a_lost_link_and_it_comes_back_by_itself() -> None:
    joined = Joined()
    joined.open()
    joined.run(2000)
    joined.cut = True
    joined.run(HEARD_WITHIN_MS + 1000)
    lost = [heard for heard in joined.heard if heard.event == LinkLost()]
    assert len(lost) == 1
    assert lost[0].t_ms <= 2000 + HEARD_WITHIN_MS + 40
    joined.cut = False
    joined.run(3000)
    assert joined.events[2:] == [LinkLost(), LinkUp(), STANDING]


def test_a_reboot_is_a_gap_with_a_snapshot_and_no_lost_link() -> None:
    joined = Joined()
    joined.open()
    joined.run(2000)
    joined.tell(DiceRoll(Act.START, 3))
    joined.run(100)
    joined.device.boot(ms=5, cause=ResetCause.WATCHDOG)
    joined.run(1000)
    joined.tell(DiceValue((2, 2)))
    joined.run(1000)
    assert joined.events[3:] == [TelemetryGap(), STANDING, DiceValue((2, 2), None)]
    assert joined.host.health().events.reboots == 1


def test_nothing_said_before_the_greeting_is_believed() -> None:
    joined = Joined()
    joined.device.boot(ms=0)
    joined.tell(Drop())
    joined.tell(DiceValue((1, 1)))
    joined.host.opened(0)
    joined.run(1000)
    assert joined.events == [LinkUp(), STANDING]


def test_a_host_that_starts_again_is_obeyed_though_it_counts_from_zero() -> None:
    joined = Joined()
    joined.open()
    joined.run(1000)
    joined.host = HostSession(version="test")
    joined.host.opened(joined.now_ms)
    joined.run(1000)
    assert joined.events == [LinkUp(), STANDING] * 2


def test_a_closed_port_tells_the_loss_once() -> None:
    joined = Joined()
    joined.open()
    joined.run(1000)
    assert joined.host.closed() == [LinkLost()]
    assert joined.host.closed() == []
    assert joined.host.next_deadline_ms() is None
    assert joined.host.to_send(99_999) == b""
    assert not joined.host.ask(Ping())


def test_commands_wait_for_each_other_and_have_a_bound() -> None:
    joined = Joined()
    joined.open()
    joined.run(1000)
    accepted = [joined.host.ask(Ping()) for _ in range(20)]
    assert accepted == [True] * 8 + [False] * 12
    joined.run(1000)
    assert joined.host.ask(Ping())


class Script:
    """A dialogue with the host's session, line by line, in the words of the protocol."""

    def __init__(self) -> None:
        self.host = HostSession(version="test")
        self.seq = 0

    def sends(self, now_ms: int) -> str:
        line = self.host.to_send(now_ms)
        return line[1:-6].decode()

    def hears(self, body: str, now_ms: int) -> list[TableEvent]:
        return self.host.received(encode_line(body, max_body=MAX_BODY_FROM_DEVICE), now_ms)

    def hears_event(self, event: DeviceEvent, now_ms: int) -> list[TableEvent]:
        self.seq += 1
        return self.hears(encode_event(self.seq, now_ms, event), now_ms)


def test_a_command_is_sent_three_times_300_ms_apart_then_given_up() -> None:
    script = Script()
    script.host.opened(0)
    times = [now_ms for now_ms in range(1400) if script.sends(now_ms) == "C,0,HELLO,proto=1,host=test"]
    assert times == [0, 300, 600]
    assert script.host.health().commands.given_up == 1
    assert script.sends(1500) == "C,1,HELLO,proto=1,host=test"


def test_deadlines_lead_from_try_to_try() -> None:
    script = Script()
    script.host.opened(0)
    now_ms, sent = 0, 0
    while now_ms < 10_000:
        sent += bool(script.sends(now_ms))
        deadline_ms = script.host.next_deadline_ms()
        assert deadline_ms is not None
        assert deadline_ms > now_ms
        now_ms = deadline_ms
    assert sent == 3 * 7  # a greeting every 1.5 s, three tries each


def test_a_hello_without_the_acknowledgement_is_an_old_one() -> None:
    script = Script()
    script.host.opened(0)
    script.sends(0)
    assert script.hears_event(Hello(PROTOCOL, 0, 0, 0), 1) == []
    assert script.hears(encode_ack(0), 2) == []
    assert script.hears_event(Hello(PROTOCOL, 0, 0, 0), 3) == [LinkUp()]
    assert script.sends(4) == "C,1,SNAP"


@pytest.mark.parametrize("refused_by", ["answer", "hello"])
def test_another_version_of_the_protocol_is_told(refused_by: str) -> None:
    script = Script()
    script.host.opened(0)
    script.sends(0)
    script.hears(encode_ack(0, reason="speaks 9" if refused_by == "answer" else None), 1)
    assert script.hears_event(Hello(9, 0, 0, 0), 2) == []
    assert "Flash the firmware" in str(script.host.health().refusal)
    assert script.host.phase is Phase.GREETING


def test_a_snapshot_that_never_comes_is_asked_for_again() -> None:
    script = Script()
    script.host.opened(0)
    script.sends(0)
    script.hears(encode_ack(0), 1)
    script.hears_event(Hello(PROTOCOL, 0, 0, 0), 2)
    assert script.sends(3) == "C,1,SNAP"
    script.hears(encode_ack(1), 4)
    assert [now_ms for now_ms in range(5, 1600) if script.sends(now_ms) == "C,2,SNAP"] == [1503]
    script.hears(encode_ack(2), 1601)
    assert script.hears_event(STANDING, 1602) == [STANDING]
    assert script.sends(9000) == ""


def test_answers_to_nothing_are_ignored() -> None:
    script = Script()
    script.hears(encode_ack(55), 0)
    script.host.opened(0)
    assert script.sends(0).startswith("C,0,HELLO")
    script.hears(encode_ack(55), 1)
    assert script.sends(300).startswith("C,0,HELLO")


def test_a_body_of_no_known_shape_is_counted() -> None:
    script = Script()
    script.host.opened(0)
    assert script.hears("Z,what", 1) == []
    assert script.host.health().malformed == 1


def test_the_greeting_tells_version_and_protocol() -> None:
    script = Script()
    script.host.opened(0)
    assert decode_from_host(script.sends(0)).command == SayHello(protocol=PROTOCOL, host="test")


def test_a_version_that_no_line_can_carry_is_refused_at_once() -> None:
    with pytest.raises(FieldError, match="host="):
        HostSession(version="two words")


@given(st.lists(st.one_of(st.binary(max_size=60), st.sampled_from([line for line, _ in FROM_DEVICE])), max_size=30))
def test_whatever_arrives_the_session_lives(pieces: list[bytes]) -> None:
    joined = Joined()
    joined.open()
    joined.run(200)
    for piece in pieces:
        joined.now_ms += 10
        joined.host.received(piece, joined.now_ms)
    joined.run(8000)  # and is in step again by itself
    assert joined.host.phase is Phase.UP
    assert joined.host.health().refusal is None
