"""A table without a camera: every fact by people's word, whole hands scored the same as seen ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table_daemon.game.commands import (
    Announce,
    ClaimWin,
    Correct,
    DrawHand,
    EndMatch,
    StartHand,
    StartMatch,
    ToldFlags,
    TurnIndicator,
    Undo,
    WriteFoul,
    WriteHand,
    WrittenMeld,
)
from table_daemon.game.events import TableMeld
from table_daemon.game.fold import fold
from table_daemon.rules.melds import Meld
from table_daemon.rules.tiles import Tile, parse_tiles
from tests.game.story import NAMES, PERSON, Table, answer, discard

HANDS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "hands_tianjin.jsonl").read_text("utf-8").splitlines()
]
KNOWN = {"gangkai", "tianhe", "dihe", "tianting"}
SU = "345m123s111z77m45s"


def walls(*, profile: str = "tianjin") -> Table:
    table = Table()
    table.tell(StartMatch(t_ms=0, match="m", names=NAMES, profile=profile, first_dealer=0, source=PERSON))
    table.tell(StartHand(t_ms=1, source=PERSON))
    return table


def written(seat: int, hand: str, draw: str | None, **more: Any) -> WriteHand:
    return WriteHand(
        t_ms=5,
        seat=seat,
        hand=parse_tiles(hand),
        draw=None if draw is None else Tile.parse(draw),
        source=PERSON,
        **more,
    )


def meld(kind: str, tile: str, *, giver: int | None = None, seat: int | None = None) -> WrittenMeld:
    lying = Meld.of(kind, tile)
    return WrittenMeld(meld=TableMeld(kind=lying.kind, tiles=lying.tiles, from_seat=giver), seat=seat)


@pytest.mark.parametrize(
    "worked", [hand for hand in HANDS if KNOWN.issuperset(hand["flags"])], ids=lambda worked: worked["id"]
)
def test_a_worked_hand_written_down_scores_as_worked(worked: dict[str, Any]) -> None:
    table = walls()
    flags = dict(worked["flags"])
    if "gangkai" in flags:
        flags["gangkai"] = int(flags["gangkai"])
    command = written(
        0 if flags.get("tianhe") else 1,
        worked["hand"],
        worked["draw"],
        melds=tuple(meld(kind, tile) for kind, tile in worked["melds"]),
        indicator=Tile.parse(worked["indicator"]),
        flags=ToldFlags(**flags),
    )
    if worked["fan"] == 0:
        assert table.refusal(command).reason == "bad_value"
        return
    table.tell(command)
    assert table.hand.won is not None
    score = table.hand.won.score
    assert (score.fan, set(score.names)) == (worked["fan"], set(worked["names"]))
    assert fold(table.log) == table.state


def test_a_whole_match_without_a_camera() -> None:
    table = walls()
    table.tell(TurnIndicator(t_ms=2, tile=Tile.parse("8p"), source=PERSON))
    table.tell(written(1, SU, "6s"))
    table.tell(StartHand(t_ms=3, source=PERSON))
    assert table.hand.dealer == 1
    kong = meld("an", "2m", seat=2)
    table.tell(
        written(0, "123s111z77m45s", "6s", melds=(meld("ming", "5p", giver=3), kong), indicator=Tile.parse("8p"))
    )
    # 素 2 from each, 明杠 1 to seat 0, 暗杠 2 to seat 2.
    assert table.match.history[1].net == (7, -5, 3, -5)
    table.tell(StartHand(t_ms=3, source=PERSON, dealer=2))
    table.tell(DrawHand(t_ms=4, source=PERSON))
    table.tell(EndMatch(t_ms=9, source=PERSON))
    assert table.match.scores == (5, 1, 1, -7)
    assert fold(table.log) == table.state


def test_a_dealers_win_written_down_is_no_tianhe_unless_it_is_said() -> None:
    table = walls()
    table.tell(written(0, SU, "6s", indicator=Tile.parse("8p")))
    assert table.match.scores == (6, -2, -2, -2)


def both_ways(seat: int, *, profile: str, discards: tuple[str, ...] = (), flag: str | None = None) -> list[int]:
    """番 of one hand where no camera looks: written down at once, and as the answer to who said 和."""
    fans = []
    for at_once in (True, False):
        table = walls(profile=profile)
        table.tell(TurnIndicator(t_ms=2, tile=Tile.parse("8p"), source=PERSON))
        for place, tile in enumerate(discards):
            table.tell(replace(discard(place, tile), source=PERSON))
        if at_once:
            flags = ToldFlags() if flag is None else ToldFlags(**{flag: True})
            table.tell(written(seat, SU, "6s", flags=flags))
        else:
            table.tell(ClaimWin(t_ms=3, seat=seat, source=PERSON))
            table.answer(1, f"{SU}+6s" + ("" if flag is None else f"+{flag}"))
        assert table.hand.won is not None
        fans.append(table.hand.won.score.fan)
        assert fold(table.log) == table.state
        table.tell(Correct(t_ms=9, of=table.hand.claim_seq or 0, field="draw", value="3s", why="", source=PERSON))
        assert table.hand.won is not None
        fans.append(table.hand.won.score.fan)
    return fans


@pytest.mark.parametrize("profile", ["tianjin", "tianjin_club"])
@pytest.mark.parametrize("discards", [(), ("1z",), ("1z", "2z", "3z")], ids=["none", "one", "three"])
def test_nobodys_first_draw_is_guessed_at_a_table_without_camera(profile: str, discards: tuple[str, ...]) -> None:
    for seat in range(4):
        assert both_ways(seat, profile=profile, discards=discards) == [2] * 4


@pytest.mark.parametrize(("profile", "seat", "flag"), [("tianjin", 0, "tianhe"), ("tianjin_club", 3, "dihe")])
def test_a_win_by_the_first_draw_counts_where_people_say_so(profile: str, seat: int, flag: str) -> None:
    assert both_ways(seat, profile=profile, flag=flag) == [8] * 4


def test_an_answer_says_how_a_hand_was_won_by_known_words_and_with_its_tile() -> None:
    table = Table.dealt("8p")
    table.tell(ClaimWin(t_ms=3, seat=0, source=PERSON))
    assert table.refusal(answer(1, f"{SU}+6s+luck")).reason == "bad_value"
    assert table.refusal(answer(1, f"{SU}6s+gangkai")).reason == "bad_value"
    table.answer(1, f"{SU}6s+tianhe")
    assert table.hand.won is not None
    assert table.hand.won.score.fan == 8


def test_a_first_draw_that_the_camera_saw_needs_no_word() -> None:
    table = Table.dealt("8p")
    table.lay_down(0, SU, "6s", sure=False)
    table.answer(1, f"{SU}+6s")
    assert table.hand.won is not None
    assert "天和" in table.hand.won.score.names


def test_a_kong_first_known_by_the_written_hand_was_not_laid_just_before_the_win() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    command = written(1, "123s111z77m45s", "6s", melds=(meld("an", "2m"),))
    table.tell(command)
    assert table.hand.won is not None
    assert table.hand.won.score.names == ("素",)
    table.tell(replace(command, flags=ToldFlags(gangkai=1), in_hand=1))
    assert set(table.hand.won.score.names) == {"素", "杠开"}


def test_what_ended_a_hand_is_replaced_and_can_be_brought_back() -> None:
    table = Table.dealt("8p")
    table.rounds("1z", "2z")
    table.draw_hand()
    table.start_hand("8p")
    assert table.refusal(written(1, SU, "6s", in_hand=7)).reason == "not_found"
    assert table.kinds(written(1, SU, "6s", in_hand=1)) == ["Corrected", "HandWon", "Settled"]
    assert table.match.scores == (-2, 6, -2, -2)
    assert table.kinds(DrawHand(t_ms=9, source=PERSON, in_hand=1)) == ["Corrected", "HandDrawn", "Settled"]
    assert table.match.scores == (0, 0, 0, 0)
    assert table.refusal(DrawHand(t_ms=9, source=PERSON, in_hand=1)).reason == "duplicate"
    assert fold(table.log) == table.state


def test_a_hand_left_behind_is_written_down_later() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.tell(StartHand(t_ms=9, source=PERSON, abandon=True))
    table.tell(DrawHand(t_ms=9, source=PERSON))
    assert table.unsettled() == [1]
    table.tell(written(1, SU, "6s", in_hand=1))
    assert table.unsettled() == []
    assert [row.scores for row in table.match.history] == [(-2, 6, -2, -2)] * 2
    assert fold(table.log) == table.state


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (written(1, SU, "6s"), "conflict"),
        (written(1, SU, "9s", indicator=Tile.parse("8p")), "bad_value"),
        (written(1, SU[4:], "6s", indicator=Tile.parse("8p")), "bad_value"),
        (written(4, SU, "6s", indicator=Tile.parse("8p")), "bad_value"),
        (written(1, SU, "6s", indicator=Tile.parse("8p"), discarder=2), "bad_value"),
        (written(1, SU, "6s", indicator=Tile.parse("8p"), dubao=True), "bad_value"),
        (written(1, "123456789m234p55s", None, indicator=Tile.parse("1z")), "bad_value"),
        (Announce(t_ms=3, seat=1, dubao=True, shangdatai=0, source=PERSON), "bad_value"),
        (ClaimWin(t_ms=3, seat=5, source=PERSON), "bad_value"),
    ],
)
def test_what_cannot_be_written_changes_nothing(command: Any, reason: str) -> None:
    assert walls().refusal(command).reason == reason


def test_hu_asks_for_the_hand_and_the_answer_wins() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.tell(ClaimWin(t_ms=3, seat=1, source=PERSON))
    assert table.refusal(ClaimWin(t_ms=3, seat=1, source=PERSON)).reason == "duplicate"
    assert table.answer(1, f"{SU}+6s") == ["ReviewAnswered", "HandWon", "Settled"]


def test_a_foul_bars_a_written_hand_until_it_is_taken_away() -> None:
    table = Table.dealt("8p")
    table.rounds("1z", "9p")
    assert table.refusal(written(1, SU, "6s")).reason == "conflict"


def test_a_false_win_is_put_and_taken_away() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    false = WriteFoul(t_ms=3, seat=1, foul=None, source=PERSON)
    table.tell(false)
    assert table.refusal(false).reason == "duplicate"
    assert table.refusal(written(1, SU, "6s")).reason == "conflict"
    table.tell(Undo(t_ms=4, of=table.log[-1].seq, source=PERSON))
    table.tell(written(1, SU, "6s"))
    assert table.refusal(replace(false, in_hand=1)).reason == "conflict"


def test_daihun_is_won_on_a_discard_with_what_was_announced() -> None:
    table = walls(profile="daihun")
    table.tell(Announce(t_ms=3, seat=2, dubao=False, shangdatai=1, source=PERSON))
    command = written(1, "123s99p123m55m46m", "5m", discarder=0, indicator=Tile.parse("1z"))
    refused = table.refusal(replace(command, discarder=1))
    assert refused.reason == "bad_value"
    table.tell(replace(command, hand=parse_tiles("123s456s99p123m46m")))
    won = table.hand.won
    assert won is not None
    assert (won.discarder, won.flags.discard) == (0, True)
    net = table.match.history[-1].net
    # Only the discarder pays the win; the three others owe seat 2 its 上大台.
    assert net == (-won.score.fan - 5, won.score.fan - 5, 15, -5)
    assert fold(table.log) == table.state


def test_a_discard_by_hand_is_recorded_as_a_persons() -> None:
    table = walls()
    table.tell(replace(discard(0, "1z"), source=PERSON))
    assert [str(lying.tile) for lying in table.hand.seats[0].discards] == ["1z"]
