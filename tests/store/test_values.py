"""What events are made of, as older versions wrote it."""

from __future__ import annotations

from table_daemon.rules.settle import PaymentLine
from table_daemon.store.fields import Fields, JsonObject
from table_daemon.store.values import line_in, line_out


def test_a_payment_comes_back_and_one_without_an_english_reason_is_read() -> None:
    line = PaymentLine(0, 1, 16, "庄家坐庄 ×2: 2 × 和 8", "坐庄 ×2: 2 × win 8")
    assert line_in(Fields(line_out(line), of="line")) == line
    old: JsonObject = {"from": 0, "to": 1, "points": 16, "why": "和 8番 × 坐庄2"}
    assert line_in(Fields(old, of="line")) == PaymentLine(0, 1, 16, "和 8番 × 坐庄2", "")
