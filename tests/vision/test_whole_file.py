"""Files are whole or not there, and where none can be written is told with the cure."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from vision.errors import UnwritableError
from vision.whole_file import refuse_unwritable, write_whole


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_whole(path, "雀")
    write_whole(path, b"\x01")
    assert path.read_bytes() == b"\x01"
    assert names(tmp_path) == ["a.json"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none/a.json", "there is no folder {tmp}/none; make it first: mkdir -p {tmp}/none"),
        ("", "it is a folder; name a file in it, such as {tmp}/NAME"),
        ("file/a.json", "{tmp}/file is no folder"),
    ],
)
def test_where_nothing_can_be_written_is_told_with_the_cure(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for does in (refuse_unwritable, lambda path: write_whole(path, "")):
        with pytest.raises(UnwritableError) as raised:
            does(tmp_path / name)
        assert words.replace("{tmp}", str(tmp_path)) in str(raised.value)
        assert str(raised.value).startswith(f"{tmp_path / name} can't be written")
        assert str(tmp_path / name) in raised.value.zh
    assert names(tmp_path) == ["file"]


def test_a_full_disk_leaves_the_old_file_and_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_text("old", encoding="utf-8")

    def full(self: Path, data: bytes) -> int:
        self.touch()
        assert data == b"new"
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UnwritableError, match=r"a\.json can't be written: No space left"):
        write_whole(path, "new")
    assert names(tmp_path) == ["a.json"]
    assert path.read_text(encoding="utf-8") == "old"


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "x"
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(tmp_path / "pipe", "told")
        assert os.read(reader, 10) == b"told"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
