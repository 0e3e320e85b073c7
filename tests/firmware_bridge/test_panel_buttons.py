"""Presses, long presses and stuck buttons, by the clock of the test alone."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.panel_buttons import BOUNCE_MS, LONG_MS, STUCK_MS, ButtonWatch, Push, Pushed

START_MS = 10_000


def run(*edges: tuple[int, bool], until_ms: int = 60_000, pressed: bool = False) -> list[Pushed]:
    """Play edges (milliseconds after the start, contact closed) and every deadline between them."""
    watch = ButtonWatch(pressed=pressed, now_ms=START_MS)
    level, told = pressed, []

    def deadlines(limit_ms: int) -> None:
        while (due_ms := watch.next_ms()) is not None and due_ms < limit_ms:
            pushed = watch.tick(pressed=level, now_ms=due_ms)
            told.extend([pushed] if pushed is not None else [])

    for later_ms, closed in edges:
        deadlines(START_MS + later_ms)
        level = closed
        watch.edge(START_MS + later_ms)
        pushed = watch.tick(pressed=level, now_ms=START_MS + later_ms)
        told.extend([pushed] if pushed is not None else [])
    deadlines(START_MS + until_ms)
    return told


def at(push: Push, later_ms: int) -> Pushed:
    return Pushed(push, START_MS + later_ms)


@pytest.mark.parametrize("held_ms", [BOUNCE_MS + 1, 150, LONG_MS - BOUNCE_MS])
def test_a_press_is_told_when_it_is_let_go(held_ms: int) -> None:
    assert run((5, True), (5 + held_ms, False)) == [at(Push.SHORT, 5)]


@pytest.mark.parametrize("bounce_ms", [1, 2, 5, 10, 20, 35, 50])
def test_a_bouncing_contact_is_one_press(bounce_ms: int) -> None:
    half_ms = bounce_ms / 2
    down = [(0, True), (int(half_ms), False), (bounce_ms, True)]
    up = [(400, False), (400 + int(half_ms), True), (400 + bounce_ms, False)]
    assert run(*down, *up) == [at(Push.SHORT, 0)]


def test_every_millisecond_of_bouncing_is_one_press() -> None:
    down = [(ms, ms % 2 == 0) for ms in range(51)]
    up = [(600 + ms, ms % 2 == 1) for ms in range(51)]
    assert run(*down, *up) == [at(Push.SHORT, 0)]


@pytest.mark.parametrize("spike_ms", [1, 10, 50])
def test_a_spike_is_no_press(spike_ms: int) -> None:
    assert run((0, True), (spike_ms, False)) == []


@pytest.mark.parametrize("held_ms", [LONG_MS + BOUNCE_MS, 5000])
def test_a_long_press_is_told_while_it_is_held_and_no_short_one_follows(held_ms: int) -> None:
    assert run((0, True), (held_ms, False)) == [at(Push.LONG, 0)]


def test_a_stuck_button_is_told_once_and_counts_again_when_freed() -> None:
    told = run((0, True), (STUCK_MS + 5000, False), (STUCK_MS + 6000, True), (STUCK_MS + 6200, False))
    assert told == [
        at(Push.LONG, 0),
        at(Push.STUCK, 0),
        at(Push.FREED, STUCK_MS + 5000),
        at(Push.SHORT, STUCK_MS + 6000),
    ]


def test_a_button_that_is_down_from_the_start_is_stuck_until_let_go() -> None:
    watch = ButtonWatch(pressed=True, now_ms=START_MS)
    assert watch.stuck
    assert run((3000, False), (4000, True), (4200, False), pressed=True) == [
        at(Push.FREED, 3000),
        at(Push.SHORT, 4000),
    ]


def test_a_contact_that_never_rests_is_stuck() -> None:
    chatter = [(20 * turn, turn % 2 == 0) for turn in range(600)]
    assert run(*chatter) == [at(Push.STUCK, 0), at(Push.FREED, 0)]


@given(st.lists(st.tuples(st.integers(1, 15_000), st.booleans()), max_size=40))
def test_whatever_the_contact_does_pushes_are_told_in_order(steps: list[tuple[int, bool]]) -> None:
    """Law: never two pushes of one touch but long then stuck, and after stuck nothing but freed."""
    edges, now_ms = [], 0
    for wait_ms, closed in steps:
        now_ms += wait_ms
        edges.append((now_ms, closed))
    told = run(*edges, until_ms=now_ms + 30_000)
    for before, after in pairwise(told):
        assert (before.push is Push.STUCK) == (after.push is Push.FREED)
        assert before.t_ms <= after.t_ms
