"""What holds of every game, however it is played."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_daemon.game.commands import Command, StartHand, StartMatch, TurnIndicator
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Recorded
from table_daemon.game.fold import apply, fold
from table_daemon.game.invariants import check
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.rules.tiles import Tile
from tests.game.story import CAMERA, NAMES, PERSON
from tests.game.strategies import any_recorded, scripts

OPENING: list[Command] = [
    StartMatch(t_ms=0, match="m", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON),
    StartHand(t_ms=0, source=CAMERA),
    TurnIndicator(t_ms=0, tile=Tile.parse("8p"), source=CAMERA),
]

patient = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine draws whole scripts slowly; that is no fault of theirs."""


def played(script: list[Command]) -> tuple[GameState, list[Recorded]]:
    """Play a script, checking the invariants after every event; what is refused changes nothing."""
    state, log = GameState(), list[Recorded]()
    for command in script:
        outcome = decide(state, command)
        if isinstance(outcome, Rejection):
            assert outcome.message
            assert outcome.message_en
            continue
        for entry in recorded(state, command, outcome):
            state = apply(state, entry)
            log.append(entry)
            assert check(state) == []
    return state, log


@settings(patient, max_examples=150)
@given(scripts)
def test_any_commands_leave_a_sound_state_that_the_log_gives_again(script: list[Command]) -> None:
    state, log = played(OPENING + script)
    assert fold(log) == state
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    assert state.version == len(log)


@patient
@given(scripts, st.integers(0, 30))
def test_a_state_kept_halfway_and_the_rest_of_the_log_give_the_same(script: list[Command], cut: int) -> None:
    state, log = played(OPENING + script)
    assert fold(log[cut:], fold(log[:cut])) == state


@patient
@given(st.lists(any_recorded, max_size=20))
def test_any_events_in_any_order_can_be_applied(log: list[Recorded]) -> None:
    state, opening = played(OPENING)
    state = fold(log, state)
    assert state.version == (log[-1].seq if log else len(opening))


@patient
@given(scripts)
def test_deciding_twice_decides_the_same(script: list[Command]) -> None:
    state, _ = played(OPENING + script)
    for command in script:
        assert decide(state, command) == decide(state, command)
