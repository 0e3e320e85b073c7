from __future__ import annotations

import json
from enum import StrEnum

import pytest

from table_daemon.views import json_text, to_json
from table_daemon.views.win import terms_of
from tests.web import stories


class Colour(StrEnum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (None, None),
        (Colour.RED, "red"),
        ((1, (2, "x")), [1, [2, "x"]]),
        (True, True),
    ],
)
def test_plain_values_keep_their_meaning(value: object, form: object) -> None:
    assert to_json(value) == form


@pytest.mark.parametrize("value", [{"a": 1}, object(), b"bytes", Colour])
def test_what_no_view_holds_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        to_json(value)


@pytest.mark.parametrize("story", [stories.idle, stories.won_big, stories.crowded, stories.in_doubt])
def test_the_text_says_what_the_form_says(story: stories.Story) -> None:
    state = story().current()
    assert json.loads(json_text(state)) == to_json(state)


@pytest.mark.parametrize("value", [object(), b"bytes", Colour])
def test_what_no_view_holds_is_not_written(value: object) -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        json_text((1, value))


@pytest.mark.parametrize(
    ("formula", "terms"),
    [
        ("1 提溜 = 1", ((1, "提溜", True),)),
        ("1 提溜 × 2 素 = 2", ((1, "提溜", True), (2, "素", False))),
        ("3 捉五 × 2 双混吊 × 4 天和 = 24", ((3, "捉五", True), (2, "双混吊", False), (4, "天和", False))),
        ("1 plain hand × 2 no wilds = 2", ((1, "plain hand", True), (2, "no wilds", False))),
        ("", ()),
    ],
)
def test_a_formula_gives_each_fan_its_figure(formula: str, terms: tuple[tuple[int, str, bool], ...]) -> None:
    assert terms_of(formula) == terms
