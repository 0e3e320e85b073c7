"""Random commands (sensible and senseless) and random events, for the laws of the game and of the log."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, get_args

from hypothesis import strategies as st

from table_daemon.game import commands
from table_daemon.game.events import Event, Recorded, ReviewKind, Source, TableMeld, Witness
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.options import OptionValue, with_options
from table_daemon.rules.profile import TIANJIN, TIANJIN_CLUB, RuleProfile
from table_daemon.rules.score import Group, GroupKind
from table_daemon.rules.tiles import Tile

if TYPE_CHECKING:
    from table_daemon.game.commands import Command

# Few kinds, so that fouls, claims, kongs and equal first discards come about by chance.
tiles = st.sampled_from([Tile.parse(text) for text in ("1m", "5m", "8p", "9p", "1z", "2z")])
seats = st.integers(0, 3)
sequences = st.integers(3, 14)
sources = st.builds(
    Source,
    witness=st.sampled_from(Witness),
    confidence=st.none() | st.floats(0, 1),
    picture=st.none() | st.text(max_size=8),
    place_mm=st.none() | st.tuples(st.floats(-500, 500), st.floats(-500, 500)),
)
times = st.integers(0, 2**40)
house_rules: st.SearchStrategy[dict[str, OptionValue]] = st.fixed_dictionaries(
    {},
    optional={
        "min_fan": st.integers(1, 9),
        "dihe": st.sampled_from(["off", "x4", "as_dragon"]),
        "wild_kinds": st.integers(1, 3),
        "draw_dealer": st.sampled_from(["stay", "pass"]),
        "zuozhuang": st.sampled_from(["optional", "always", "never"]),
        "kong": st.fixed_dictionaries({}, optional={"ming": st.integers(0, 9), "jin": st.integers(0, 9)}),
        "guo_stake": st.integers(0, 40),
    },
)
profiles = st.builds(with_options, st.sampled_from([TIANJIN, TIANJIN_CLUB]), house_rules)


def _meld(kind: MeldKind, tile: Tile, count: int, from_seat: int | None) -> TableMeld:
    """A meld that is right unless ``count`` spoils it."""
    right = 3 if kind is MeldKind.PUNG else 4
    return TableMeld(kind=kind, tiles=(tile,) * min(right, count), from_seat=from_seat)


melds = st.builds(
    _meld,
    st.sampled_from([MeldKind.PUNG, MeldKind.MING, MeldKind.AN, MeldKind.JIN, MeldKind.CHOW]),
    tiles,
    st.sampled_from([4, 4, 4, 2]),
    st.none() | seats,
)
HANDS = ("345m123s111z77m45s", "123456789m234p55s", "46m123s111z66s78p2z", "123s45s77p")
hands = st.sampled_from(HANDS).map(lambda text: tuple(Tile.parse(one) for one in _spelled(text))) | st.lists(
    tiles, max_size=15
).map(tuple)


def _spelled(text: str) -> list[str]:
    out: list[str] = []
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            out += [digit + sign for digit in digits]
            digits = ""
    return out


discards: st.SearchStrategy[Command] = st.builds(
    commands.RecordDiscard, t_ms=times, seat=seats, tile=tiles, sure=st.booleans(), source=sources
)
retractions: st.SearchStrategy[Command] = st.builds(commands.RetractDiscard, t_ms=times, of=sequences, source=sources)
melds_laid: st.SearchStrategy[Command] = st.builds(
    commands.RecordMeld,
    t_ms=times,
    seat=seats,
    meld=melds,
    claimed=st.none() | sequences,
    added=st.booleans(),
    source=sources,
)
hands_laid: st.SearchStrategy[Command] = st.builds(
    commands.LayDownHand,
    t_ms=times,
    seat=seats,
    hand=hands,
    draw=st.none() | st.sampled_from([Tile.parse(text) for text in ("6s", "5m", "3s")]),
    sure=st.booleans(),
    source=sources,
)
questions: st.SearchStrategy[Command] = st.builds(
    commands.OpenReview,
    t_ms=times,
    about=st.sampled_from(ReviewKind),
    question=st.text(max_size=4),
    answers=st.just(()),
    of=st.none() | sequences,
    source=sources,
)
answers: st.SearchStrategy[Command] = st.builds(
    commands.AnswerReview,
    t_ms=times,
    review=st.integers(0, 6),
    choice=st.sampled_from(["", "5m", "9p", "1z", "drawn", "none", "false_hu", "2", *HANDS, f"{HANDS[0]}+6s"])
    | st.text(max_size=5),
    source=sources,
)
around: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        commands.StartMatch,
        t_ms=times,
        match=st.text(max_size=4),
        names=st.tuples(*[st.text(max_size=4)] * 4),
        profile=st.sampled_from(["tianjin", "tianjin_club", "other"]),
        options=house_rules,
        first_dealer=seats,
        source=sources,
    ),
    st.builds(commands.EndMatch, t_ms=times, source=sources),
    st.builds(commands.SetName, t_ms=times, seat=st.integers(-1, 4), name=st.text(max_size=4), source=sources),
    st.builds(commands.ChooseZuo, t_ms=times, seat=seats, value=st.booleans(), source=sources),
    st.builds(commands.ChooseLa, t_ms=times, seat=seats, value=st.integers(-1, 3), source=sources),
    st.builds(commands.StartHand, t_ms=times, source=sources, abandon=st.booleans(), dealer=st.none() | seats),
    st.builds(
        commands.RecordDice,
        t_ms=times,
        seat=st.none() | seats,
        dice=st.tuples(st.integers(0, 6), st.integers(1, 6)),
        source=sources,
    ),
    st.builds(commands.TurnIndicator, t_ms=times, tile=tiles, source=sources),
    st.builds(commands.DrawHand, t_ms=times, source=sources),
)
numbers = st.none() | st.integers(0, 3)
fields = st.sampled_from(
    ["tile", "seat", "kind", "from", "dealer", "zuo", "la", "net", "winner", "draw", "gangkai", "foul", "stands", "x"]
)
values = st.sampled_from(
    ["5m", "9p", "1z", "0", "1", "3", "none", "true", "false", "ming", "pung", "an", "0,1,1,0", "3,-1,-1,-1", "?"]
)
amendments: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        commands.Correct,
        t_ms=times,
        of=st.integers(1, 30),
        field=fields,
        value=values,
        why=st.just("w"),
        source=sources,
    ),
    st.builds(commands.Undo, t_ms=times, of=st.integers(1, 30), source=sources),
    st.builds(
        commands.SwapSeats,
        t_ms=times,
        a=seats,
        b=seats,
        from_hand=st.integers(0, 2),
        to_hand=st.integers(0, 2),
        source=sources,
    ),
)
entries: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        commands.WriteHand,
        t_ms=times,
        seat=seats,
        hand=hands,
        draw=st.none() | st.sampled_from([Tile.parse(text) for text in ("6s", "5m", "3s")]),
        source=sources,
        melds=st.none()
        | st.lists(st.builds(commands.WrittenMeld, meld=melds, seat=st.none() | seats), max_size=2).map(tuple),
        indicator=st.none() | tiles,
        in_hand=numbers,
    ),
    st.builds(
        commands.WriteScore,
        t_ms=times,
        net=st.sampled_from([(0, 0, 0, 0), (3, -1, -1, -1), (1, 0, 0, 0)]),
        next_dealer=st.none() | seats,
        source=sources,
        in_hand=numbers,
    ),
    st.builds(
        commands.WriteFoul,
        t_ms=times,
        seat=seats,
        foul=st.none() | st.sampled_from(Foul),
        source=sources,
        in_hand=numbers,
    ),
    st.builds(commands.ClaimWin, t_ms=times, seat=seats, source=sources),
    st.builds(commands.DrawHand, t_ms=times, source=sources, in_hand=numbers),
    st.builds(commands.TurnIndicator, t_ms=times, tile=tiles, source=sources, in_hand=numbers),
    st.builds(
        commands.RecordDiscard,
        t_ms=times,
        seat=seats,
        tile=tiles,
        sure=st.booleans(),
        source=sources,
        in_hand=numbers,
    ),
    st.builds(
        commands.Announce,
        t_ms=times,
        seat=seats,
        dubao=st.booleans(),
        shangdatai=st.integers(0, 3),
        source=sources,
        in_hand=numbers,
    ),
)
any_command: st.SearchStrategy[Command] = st.sampled_from(
    [
        *[discards] * 6,
        *[melds_laid] * 4,
        *[hands_laid] * 3,
        answers,
        answers,
        retractions,
        questions,
        around,
        amendments,
        amendments,
        entries,
    ]
).flatmap(lambda kind: kind)
"""Mostly play, so that hands get somewhere."""
scripts = st.lists(any_command, max_size=30) | st.lists(any_command, min_size=15, max_size=30)


def _groups() -> st.SearchStrategy[Group]:
    sizes = st.sampled_from([2, 3, 4])
    return sizes.flatmap(
        lambda size: st.builds(
            Group,
            st.sampled_from(GroupKind),
            st.tuples(*[tiles] * size),
            st.tuples(*[tiles] * size),
            st.none() | st.integers(0, size - 1),
            st.booleans(),
        )
    )


st.register_type_strategy(Tile, st.builds(Tile, st.integers(0, 33)))
st.register_type_strategy(Source, sources)
st.register_type_strategy(RuleProfile, profiles)
st.register_type_strategy(Group, _groups())

events: st.SearchStrategy[Event] = reduce(or_, (st.from_type(kind) for kind in get_args(Event)))
any_recorded = st.builds(Recorded, seq=st.integers(1, 2**62), t_ms=times, event=events)
