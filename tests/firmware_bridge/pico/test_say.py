"""One command said to the firmware from a shell, over a real port."""

import threading
from collections.abc import Iterator

import pytest

from firmware_bridge import say
from firmware_bridge.errors import FieldError
from firmware_bridge.messages import Arm, Command, Configure, Ping
from tests.firmware_bridge.pico.bench import Bench


@pytest.fixture
def living(board: Bench) -> Iterator[Bench]:
    """A board whose time goes on by itself, so that it answers while the test waits."""
    ended = threading.Event()

    def live() -> None:
        while not ended.is_set():
            board.run(5)

    thread = threading.Thread(target=live)
    thread.start()
    yield board
    ended.set()
    thread.join()


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["PING"], Ping()),
        (["ARM", "s=5"], Arm(5)),
        (["CFG", "ch=3", "deb=300"], Configure(3, debounce_ms=300)),
    ],
)
def test_words_are_a_command(words: list[str], command: Command) -> None:
    assert say.command_of(words) == command


@pytest.mark.parametrize("words", [["DANCE"], ["ARM"], ["ARM", "s=11"], ["arm", "s=5"], ["ARM", "five"]])
def test_other_words_are_refused_before_anything_is_sent(words: list[str]) -> None:
    with pytest.raises(FieldError):
        say.command_of(words)


def test_the_board_obeys(living: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert say.main([living.port, "CFG", "ch=2", "deb=30"]) == 0
    assert capsys.readouterr().out == "OK\n"


def test_the_board_refuses_in_words(living: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert say.main([living.port, "ARM", "s=5"]) == 1
    assert capsys.readouterr().out == "refused: no jumper\n"


def test_a_silent_port_is_told(board: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    board.ask("deaf 1")
    assert say.main([board.port, "PING"]) == 1
    assert "no answer" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["/dev/null"], ["/dev/absent", "PING"], ["/dev/null", "DANCE"]])
def test_what_cannot_be_sent_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert say.main(arguments) == 2
    assert capsys.readouterr().err
