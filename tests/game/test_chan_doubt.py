"""A 铲 that hangs on a doubtful tile is a question, and the answer is what is paid."""

from __future__ import annotations

import pytest

from tests.game.story import Table


def opening(*tiles: tuple[str, bool]) -> Table:
    table = Table.dealt()
    for seat, (tile, sure) in enumerate(tiles):
        table.discard(seat, tile, sure=sure)
    return table


@pytest.mark.parametrize("read", ["2z", "1z"])
def test_a_doubtful_tile_that_decides_a_chan_is_asked_about(read: str) -> None:
    table = opening(("1z", True), ("1z", True), (read, False), ("1z", True))
    (review,) = table.state.reviews
    assert review.of == table.lying()[2]
    assert "铲" in review.question


@pytest.mark.parametrize(
    "tiles",
    [
        (("1z", True), ("1z", True), ("2z", True), ("1z", True)),
        (("1z", True), ("1z", True), ("2z", False), ("3z", True)),
        (("1z", True), ("1z", True), ("1z", True), ("1z", True)),
        (("1z", True), ("2z", False), ("3z", False), ("1z", True)),
    ],
)
def test_nobody_is_asked_where_no_doubt_decides(tiles: tuple[tuple[str, bool], ...]) -> None:
    assert opening(*tiles).state.reviews == ()


@pytest.mark.parametrize(("read", "second", "asked"), [("2z", "1z", 1), ("2z", "3z", 0), ("1z", "2z", 1)])
def test_what_a_doubtful_tile_may_also_be_says_whether_a_chan_hangs_on_it(read: str, second: str, asked: int) -> None:
    table = opening(("1z", True), ("1z", True))
    table.discard(2, read, sure=False, second=second)
    table.discard(3, "1z")
    assert len(table.state.reviews) == asked
    assert all({"1z", "2z"} == {answer.split()[0] for answer in review.answers} for review in table.state.reviews)


def test_the_answer_decides_what_is_paid_even_after_the_hand_is_settled() -> None:
    table = opening(("1z", True), ("1z", True), ("2z", False), ("1z", True))
    table.draw_hand()
    settled = table.hand.settled
    assert settled is not None
    assert settled.net == (0, 0, 0, 0)
    table.answer(table.state.reviews[0].review, "1z")
    again = table.hand.settled
    assert again is not None
    assert again.net == (-3, 1, 1, 1)


def test_a_claim_spoils_the_chan_and_the_question() -> None:
    table = Table.dealt()
    first = table.discard(0, "1z")
    table.meld(2, "pung", "1z", claimed=first, from_seat=0)
    table.discard(2, "3z")
    table.discard(3, "3z", sure=False)
    table.discard(0, "3z")
    assert table.state.reviews == ()
