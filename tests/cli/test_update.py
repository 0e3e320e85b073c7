"""``queyan update`` as people give it: what it asks for, and how it tells the end."""

from __future__ import annotations

import pytest

from table_daemon import cli, cli_update
from table_daemon.update.journal import Outcome, Result


@pytest.mark.parametrize(
    ("arguments", "words"),
    [([], "name what to install"), (["x.whl", "--resume"], "name what to install"), (["x.whl"], "sudo queyan update")],
)
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert cli.guarded(["update", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("result", "status", "words"),
    [
        (Result.INSTALLED, 0, "new runs; old is kept beside it"),
        (Result.REFUSED, 1, "new was not taken: it dies. old runs on, nothing was changed."),
        (Result.WENT_BACK, 1, "new failed: it dies. old runs again."),
        (Result.BROKEN_OFF, 1, "the update to new came to nothing: it dies. old runs."),
    ],
)
def test_the_end_is_one_sentence_and_a_status(
    capsys: pytest.CaptureFixture[str], result: Result, status: int, words: str
) -> None:
    outcome = Outcome(result=result, old="old", new="new", at="2026-11-30T00:00:00+00:00", why="it dies")
    assert cli_update._tell(outcome) == status
    told = capsys.readouterr()
    assert (told.out + told.err).strip() == words
