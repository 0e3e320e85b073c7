from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.daemon.running import RunningDaemon

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("setting", "status", "words"), [("false", 404, "waits_helper"), ("true", 409, "no hand")])
def test_the_setting_decides_whether_the_daemon_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, status: int, words: str
) -> None:
    monkeypatch.setenv("QUEYAN_WEB__WAITS_HELPER", setting)
    with RunningDaemon(tmp_path) as daemon:
        code, answer = daemon.post("/api/waits", {"seat": 0, "tiles": "46m123s111z66s789p"})
    assert code == status
    assert words in answer["error_en"]
