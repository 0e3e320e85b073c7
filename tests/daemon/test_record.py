"""``queyan record`` on a table without camera and line: the daemon runs as ever, and people's intents are kept."""

import http.client
import json
from pathlib import Path

from table_daemon.cli import guarded
from tests.daemon.running import RunningDaemon


def test_a_recorded_daemon_serves_its_pages_and_what_was_kept_replays(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    wish = {"id": "a", "kind": "start_match", "names": ["一", "二", "三", "四"], "first_dealer": 1}
    with RunningDaemon(tmp_path, command=("record", str(kept))) as daemon:
        connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=10)
        connection.request("POST", "/api/intents", json.dumps(wish), {"Content-Type": "application/json"})
        assert connection.getresponse().status == 200
        connection.close()
        live = daemon.get("/api/events?after=0")
        assert daemon.stop() == 0
    assert [event["kind"] for event in live] == ["match_started"]
    assert guarded(["replay", str(kept)]) == 0
    assert json.loads((kept / "people.jsonl").read_text(encoding="utf-8"))["names"] == wish["names"]
