"""The picture socket's lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.wire import LARGEST_JPEG, Header, SocketAddress, WireError, parse_consumed, parse_header

counts = st.integers(0, 2**53)


@given(image_id=counts, t_ms=counts, size=st.integers(1, LARGEST_JPEG), link_seq=st.none() | counts)
def test_a_header_survives_the_wire(image_id: int, t_ms: int, size: int, link_seq: int | None) -> None:
    header = Header(image_id, t_ms, size, link_seq)
    line = header.to_line()
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert parse_header(line) == header


def test_the_bytes_are_those_of_the_document() -> None:
    assert Header(42, 1764457000123, 512345).to_line() == b'{"t_ms":1764457000123,"image_id":42,"bytes":512345}\n'


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff\xfe\n",
        b"[]\n",
        b"{}\n",
        b'{"t_ms":1,"image_id":1}\n',
        b'{"t_ms":1,"image_id":1,"bytes":0}\n',
        b'{"t_ms":1,"image_id":1,"bytes":16777217}\n',
        b'{"t_ms":-1,"image_id":1,"bytes":5}\n',
        b'{"t_ms":1.5,"image_id":1,"bytes":5}\n',
        b'{"t_ms":true,"image_id":1,"bytes":5}\n',
        b'{"t_ms":1,"image_id":1,"bytes":5,"link_seq":"x"}\n',
    ],
)
def test_what_is_no_header_is_refused(line: bytes) -> None:
    with pytest.raises(WireError):
        parse_header(line)


@pytest.mark.parametrize("line", [b"", b"consumed\n", b"{}\n", b'{"consumed":null}\n', b'{"consumed":-1}\n'])
def test_what_is_no_answer_is_refused(line: bytes) -> None:
    with pytest.raises(WireError):
        parse_consumed(line)


@pytest.mark.parametrize("text", ["", "unix:", "tcp:", "tcp:9000", "tcp:host:0", "tcp:host:65536", "tcp:host:x"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="picture socket"):
        SocketAddress.parse(text)


@pytest.mark.parametrize(
    ("text", "again"), [("/run/a.sock", "/run/a.sock"), ("unix:b.sock", "b.sock"), ("tcp:::1:90", "tcp:::1:90")]
)
def test_an_address_reads_back(text: str, again: str) -> None:
    assert str(SocketAddress.parse(text)) == again
