from __future__ import annotations

import pytest

from table_daemon.fusion.errors import NotATileError
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.rules.tiles import Tile
from vision.labels import FACES, LABELS, Label


def test_every_face_is_the_tile_of_its_own_name() -> None:
    assert [str(tile_of(label)) for label in FACES] == [label.value for label in FACES]
    assert {tile_of(label) for label in FACES} == {Tile(index) for index in range(34)}


@pytest.mark.parametrize("label", [Label.BACK, Label.OTHER])
def test_what_is_no_tile_of_play_is_refused(label: Label) -> None:
    assert not is_face(label)
    with pytest.raises(NotATileError, match=label.value):
        tile_of(label)


def test_just_the_34_faces_are_faces() -> None:
    assert [label for label in LABELS if is_face(label)] == list(FACES)
