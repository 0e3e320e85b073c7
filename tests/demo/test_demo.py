"""The table beside a real daemon whose eyes are flawless: all of the demo but vision."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from table_daemon.cli import guarded
from table_daemon.demo_daemon import DaemonFiles, DaemonProcess
from table_daemon.demo_http import DaemonPages
from table_daemon.simulator.errors import DaemonLostError

PERFECT_DEMO = Path(__file__).with_name("perfect_demo.py")
SHORT_SEED = 42
"""Its first hand takes few pictures."""


def played(
    folder: Path, *, hands: int, mishaps: str = "", kills: int = 0, seed: int = SHORT_SEED
) -> list[dict[str, object]]:
    command = [sys.executable, str(PERFECT_DEMO), str(seed), str(hands), mishaps, str(folder), str(kills)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_hand_is_concluded_as_it_was_played(tmp_path: Path) -> None:
    hand, total = played(tmp_path, hands=1)
    assert hand["agrees"] is True
    assert hand["questions"] == 0
    truth = hand["truth"]
    assert isinstance(truth, dict)
    assert {key: hand[key] for key in truth} == truth
    assert {key: total[key] for key in ("hands", "agreed", "asked", "silent_errors", "wrong_discards")} == {
        "hands": 1,
        "agreed": 1,
        "asked": 0,
        "silent_errors": 0,
        "wrong_discards": 0,
    }


@pytest.mark.verify
@pytest.mark.timeout(600)
def test_a_match_with_mishaps_is_concluded_as_it_was_played(tmp_path: Path) -> None:
    *hands, total = played(tmp_path, hands=4, mishaps="wild_discard:1,occlusion,nudge,lamp")
    assert total["silent_errors"] == 0
    assert all(hand["agrees"] for hand in hands)


@pytest.mark.verify
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [3, 4])
def test_a_daemon_killed_at_ten_instants_goes_on_while_the_table_plays(seed: int, tmp_path: Path) -> None:
    hand, _ = played(tmp_path, hands=1, kills=10, seed=seed)
    assert hand["agrees"] is True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_table_and_daemon_without_a_traceback(number: signal.Signals, tmp_path: Path) -> None:
    # A shell's background job ignores SIGINT, and so would all that it starts.
    command = ["env", "--default-signal=INT", sys.executable, str(PERFECT_DEMO), "1", "0", "", str(tmp_path), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        greeting = demo.stdout.readline()
        demo.send_signal(number)
        out, err = demo.communicate(timeout=30)
    assert demo.returncode == 0, err
    assert greeting.startswith("TV page: http://127.0.0.1:")
    assert out == "stopping the table and the daemon\n"
    assert err == ""
    assert "stopping" in (tmp_path / "daemon.log").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--exit"], "--exit needs --hands"),
        (["--speed", "fast"], "--speed fast: write a number such as 2, or max"),
        (["--speed", "0"], "write a number from 0.05 to 100, or max"),
        (["--hands", "0"], "--hands"),
        (["--seed", "-1"], "--seed"),
        (["--mishaps", "flood"], "'flood' is no mishap; choose among occlusion"),
        (["--noise", "awful"], "noise profile 'awful' is not known; choose among none, normal"),
        (["--profile", "riichi"], "riichi"),
        (["--record", "."], "is not empty; name a new folder for the recording"),
    ],
)
def test_a_wrong_option_gets_one_message(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "something").write_text("here")
    monkeypatch.chdir(tmp_path)
    assert guarded(["demo", *arguments]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert "Traceback" not in told


def test_a_taken_port_gets_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status = guarded(["demo", "--port", str(port), "--data-dir", str(tmp_path)])
    assert status == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err


def stand_in(folder: Path, code: str) -> DaemonProcess:
    files = DaemonFiles(data_dir=folder, run_dir=folder)
    return DaemonProcess(files, DaemonPages(1), [sys.executable, "-c", code])


def test_a_daemon_that_cannot_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    daemon = stand_in(tmp_path, "import sys; sys.exit('queyan: no camera here')")
    with pytest.raises(DaemonLostError, match=r"cannot start \(exit status 1\).*\n  queyan: no camera here"):
        daemon.start()
    daemon.stop()


def test_stopping_a_daemon_ends_its_process(tmp_path: Path) -> None:
    daemon = stand_in(tmp_path, "import time; time.sleep(60)")
    daemon.keep_alive()
    assert daemon.pid is not None
    daemon.stop()
    assert daemon.pid is None
