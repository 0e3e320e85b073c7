"""What a wheel says of itself: the same files are the same release, a spoiled one is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from table_daemon.deploy.errors import WheelError
from table_daemon.deploy.wheels import find_wheel, read_wheel
from tests.deploy.wheel_maker import small_wheel


def test_the_same_files_are_the_same_release_whenever_they_were_built(tmp_path: Path) -> None:
    one = read_wheel(small_wheel(tmp_path / "one"))
    again = read_wheel(small_wheel(tmp_path / "again", second=2))
    other = read_wheel(small_wheel(tmp_path / "other", text="hello!"))
    assert one.version == "9.9.9"
    assert one.release == again.release
    assert one.release != other.release
    assert one.release.startswith("9.9.9-")


@pytest.mark.parametrize("name", ["queyan.zip", "numpy-2.0-cp311.whl", "queyan-1.0.tar.gz"])
def test_other_files_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(WheelError, match="is no wheel of Queyan"):
        read_wheel(tmp_path / name)


def test_a_torn_or_flipped_wheel_is_refused(tmp_path: Path) -> None:
    path = small_wheel(tmp_path, text="hello, hello")
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    with pytest.raises(WheelError, match="fetch or build it again"):
        read_wheel(path)
    path.write_bytes(whole.replace(b"hello, hello", b"hello, hallo", 1))
    with pytest.raises(WheelError, match=r"spoiled at .*queyan\.service"):
        read_wheel(path)
    with pytest.raises(WheelError, match="cannot be read"):
        read_wheel(tmp_path / "queyan-1.0-py3-none-any.whl")


def test_the_newest_wheel_of_a_folder_is_taken(tmp_path: Path) -> None:
    with pytest.raises(WheelError, match="make wheelhouse"):
        find_wheel(tmp_path)
    older, newer = small_wheel(tmp_path, version="0.1.0"), small_wheel(tmp_path, version="0.0.9")
    os.utime(older, (1_000, 1_000))
    assert find_wheel(tmp_path) == newer
