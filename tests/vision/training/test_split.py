import pytest

from vision.training.split import Slice, slice_of_single, slice_of_source


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("hand_001_jpg", Slice.TRAIN),
        ("hand_007_jpg", Slice.HELD_OUT),
        ("hand_012_jpg", Slice.HELD_OUT),
        ("hand_013_jpg", Slice.TRAIN),
        ("394591196_1018384852915937_5066331545557685481_n_jpg", Slice.HELD_OUT),
        ("discards_002_jpg", Slice.HELD_OUT),
        ("bamboo_family_001_jpg", Slice.TRAIN),
    ],
)
def test_the_rule_of_the_split_stays_as_it_is(source: str, expected: Slice) -> None:
    assert slice_of_source(source) is expected


def test_every_third_block_of_single_faces_is_held_out() -> None:
    sides = [slice_of_single(number) is Slice.HELD_OUT for number in range(90)]
    assert sides == [False] * 15 + [True] * 15 + [False] * 30 + [True] * 15 + [False] * 15
