"""Tests for blank tiles: white dragons are four, backs are many."""

from __future__ import annotations

import numpy as np
import pytest

from vision.blanks import blank_colours, without_fifth_whites
from vision.classify import SIDE_PX, Naming
from vision.detect import Pixels
from vision.labels import Label

GREY = (138, 174, 143)
IVORY = (207, 222, 229)
NONE = np.empty((0, 3))


def blank(colour: tuple[int, int, int], seed: int = 0) -> Pixels:
    noise = np.random.default_rng(seed).normal(0, 4, (SIDE_PX, SIDE_PX, 3))
    return np.clip(np.array(colour) + noise, 0, 255).astype(np.uint8)


def framed(colour: tuple[int, int, int]) -> Pixels:
    cut = blank(colour)
    cut[14:20] = cut[44:50] = (120, 60, 20)
    return cut


def named(label: Label, confidence: float, second: Label = Label.BACK, rest: float = 0.1) -> Naming:
    return Naming(label, confidence, second, rest, (1.0, 0.0, 0.0, 0.0))


def colours(namings: list[Naming], cuts: list[Pixels]) -> np.ndarray:
    return blank_colours(namings, np.array(cuts, np.uint8).reshape(-1, SIDE_PX, SIDE_PX, 3))


def judged(namings: list[Naming], cuts: list[Pixels], before: np.ndarray = NONE) -> list[Naming]:
    return without_fifth_whites(namings, colours(namings, cuts), before)


def test_of_many_blank_tiles_alike_none_is_a_white_dragon() -> None:
    namings = [named(Label.WHITE, 0.8)] * 20
    for naming in judged(namings, [blank(GREY, seed) for seed in range(20)]):
        assert naming.label is Label.BACK
        assert naming.confidence == pytest.approx(0.1 + 0.8 * 16 / 20)
        assert naming.second is Label.WHITE
        assert naming.second_confidence == pytest.approx(0.8 * 4 / 20)


def test_four_white_dragons_stay_what_they_are() -> None:
    namings = [named(Label.WHITE, 0.95, Label.OTHER, 0.03)] * 4
    assert judged(namings, [blank(IVORY, seed) for seed in range(4)]) == namings


def test_a_fifth_white_dragon_makes_none_of_them_sure() -> None:
    namings = [named(Label.WHITE, 0.99, Label.BACK, 0.01)] * 5
    for naming in judged(namings, [blank(IVORY, seed) for seed in range(5)]):
        assert naming.label is Label.WHITE
        assert naming.confidence < 0.8


def test_an_ivory_dragon_among_grey_backs_stays_sure() -> None:
    namings = [named(Label.WHITE, 0.97)] + [named(Label.BACK, 0.8, Label.WHITE, 0.15)] * 12
    ivory, *grey = judged(namings, [blank(IVORY), *(blank(GREY, seed) for seed in range(12))])
    assert ivory == namings[0]
    assert all(naming.confidence == pytest.approx(0.9) for naming in grey)


def test_a_frame_or_a_character_is_no_blank_tile() -> None:
    namings = [named(Label.WHITE, 0.9)] * 6 + [named(Label.RED, 0.9)] * 6
    cuts = [framed(IVORY)] * 6 + [blank(IVORY)] * 6
    assert np.isnan(colours(namings, cuts)).all()
    assert judged(namings, cuts) == namings


def test_what_is_rather_no_tile_counts_with_its_second_name() -> None:
    namings = [named(Label.OTHER, 0.55, Label.WHITE, 0.33)] * 10
    for naming in judged(namings, [blank(GREY, seed) for seed in range(10)]):
        assert (naming.label, naming.second) == (Label.OTHER, Label.BACK)


def test_uneven_light_leaves_backs_alike() -> None:
    cuts = [blank((88 + step, 128 + step, 123 + step), step) for step in range(0, 16, 2)]
    assert all(naming.label is Label.BACK for naming in judged([named(Label.WHITE, 0.5, rest=0.3)] * 8, cuts))


def test_a_part_of_the_table_remembers_the_backs_of_the_whole() -> None:
    before = colours([named(Label.BACK, 0.9)] * 30, [blank(GREY, seed) for seed in range(30)])
    (naming,) = judged([named(Label.WHITE, 0.92, rest=0.05)], [blank(GREY, 99)], before)
    assert (naming.label, naming.second) == (Label.BACK, Label.WHITE)


def test_tiles_seen_before_are_not_counted_twice() -> None:
    namings = [named(Label.WHITE, 0.95)] * 4
    known = colours(namings, [blank(IVORY, seed) for seed in range(4)])
    assert without_fifth_whites(namings, known, known) == namings


def test_no_tile_at_all() -> None:
    assert judged([], []) == []
