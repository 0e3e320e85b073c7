"""Recorded events as the public JSON of the event log: ``{"seq", "t_ms", "kind", "v", …}``. Round trips are exact.

Which fields a kind has is written in ``writing`` and read in ``reading``.
"""

from __future__ import annotations

import json
from typing import Final

from table_daemon.game.events import Recorded
from table_daemon.store.errors import EventFormatError
from table_daemon.store.fields import Fields, Json, JsonObject
from table_daemon.store.reading import event_in
from table_daemon.store.upcast import FORMAT_VERSION, lifted
from table_daemon.store.values import source_out
from table_daemon.store.writing import body_of, kind_of

__all__ = ["ABOUT", "FORMAT_VERSION", "decode", "dumps", "encode", "kind_of", "loads"]

ABOUT: Final = "about_match"
"""The field that names the earlier match an event is about."""


def encode(recorded: Recorded) -> JsonObject:
    """The public JSON object of an event; ``about_match`` only where it is about an earlier match.

    >>> from table_daemon.game.events import DiscardRetracted, Source, Witness
    >>> encode(Recorded(7, 1200, DiscardRetracted(of=5, source=Source(witness=Witness.CAMERA))))
    {'seq': 7, 't_ms': 1200, 'kind': 'discard_retracted', 'v': 3, 'of': 5, 'witness': 'camera'}
    """
    return {
        "seq": recorded.seq,
        "t_ms": recorded.t_ms,
        "kind": kind_of(recorded.event),
        "v": FORMAT_VERSION,
        **({} if recorded.about is None else {ABOUT: recorded.about}),
        **body_of(recorded.event),
        **source_out(recorded.event.source),
    }


def decode(value: Json) -> Recorded:
    """The event of a public JSON object; raises ``EventFormatError``."""
    envelope = Fields(value, of="event")
    kind = envelope.text("kind")
    version = envelope.whole("v")
    if not 1 <= version <= FORMAT_VERSION:
        raise EventFormatError(
            f"event format {version} is not known, this version reads 1 to {FORMAT_VERSION}: update queyan"
        )
    if version < FORMAT_VERSION and isinstance(value, dict):
        value = lifted(value, version)
    fields = Fields(value, of=kind)
    about = fields.optional(ABOUT, fields.text)
    return Recorded(fields.whole("seq"), fields.whole("t_ms"), event_in(kind, fields), about)


def dumps(recorded: Recorded) -> str:
    """An event as one line of JSON that is valid UTF-8, whatever people typed."""
    value = encode(recorded)
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        line.encode()
    except UnicodeEncodeError:  # half of a surrogate pair in a name: only an escape can carry it
        return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return line


def loads(line: str) -> Recorded:
    """An event from one line of JSON; raises ``EventFormatError``."""
    try:
        value: Json = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise EventFormatError(f"this is not JSON: {error}") from error
    return decode(value)
