"""What ``queyan demo`` prints: a line a hand, for programs or for people, a progress line, and the sum at the end."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from table_daemon.simulator.acts import Act, Discarded, LaidDown, Melded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from table_daemon.demo_judge import Verdict

_CLEAR_LINE = "\r\x1b[K"


@dataclass(slots=True, kw_only=True)
class Tally:
    """The sums over all hands so far."""

    hands: int = 0
    agreed: int = 0
    asked: int = 0
    silent_errors: int = 0
    wrong_discards: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count one more hand."""
        self.hands += 1
        self.agreed += verdict.agrees
        self.asked += verdict.asked
        self.silent_errors += verdict.silent_error
        self.wrong_discards += verdict.wrong_discards

    def to_json(self, *, wall_s: float) -> dict[str, object]:
        """Return the last line of ``--exit --json``."""
        return {
            "hands": self.hands,
            "agreed": self.agreed,
            "asked": self.asked,
            "silent_errors": self.silent_errors,
            "wrong_discards": self.wrong_discards,
            "wall_s": round(wall_s, 1),
        }


class Show:
    """Prints to ``out``; the progress line goes to ``err`` and only where that is a terminal."""

    def __init__(self, *, as_json: bool, out: TextIO, err: TextIO) -> None:
        self._as_json = as_json
        self._out = out
        self._err = err
        self._progress = err.isatty() and not as_json
        self._discards = 0

    def say(self, text: str) -> None:
        """Tell a person something; programs that read JSON get it on ``err``."""
        self._clear()
        print(text, file=self._err if self._as_json else self._out, flush=True)

    def act(self, act: Act) -> None:
        """Keep the progress line up to date."""
        match act:
            case Discarded(seat, tile):
                self._discards += 1
                last = f"seat {seat} discards {tile}"
            case Melded(seat, meld):
                last = f"seat {seat} lays down {meld.kind} {meld.tile}"
            case LaidDown(seat):
                last = f"seat {seat} lays the hand down"
            case _:
                return
        if self._progress:
            self._err.write(f"{_CLEAR_LINE}{self._discards} discards, {last}")
            self._err.flush()

    def hand(self, verdict: Verdict) -> None:
        """Print one judged hand."""
        self._clear()
        self._discards = 0
        if self._as_json:
            self._print(verdict.record)
        else:
            print(_sentence(verdict), file=self._out, flush=True)

    def hands(self, verdicts: Iterable[Verdict], tally: Tally) -> None:
        """Print what was judged now and count it in."""
        for verdict in verdicts:
            tally.add(verdict)
            self.hand(verdict)

    def end(self, tally: Tally, *, wall_s: float) -> None:
        """Print the sum."""
        self._clear()
        if self._as_json:
            self._print(tally.to_json(wall_s=wall_s))
            return
        print(
            f"{tally.hands} hands in {wall_s:.0f} s: {tally.agreed} as in truth, {tally.asked} asked about, "
            f"{tally.silent_errors} silent errors, {tally.wrong_discards} wrong discards",
            file=self._out,
            flush=True,
        )

    def _print(self, record: dict[str, object]) -> None:
        print(json.dumps(record, ensure_ascii=False), file=self._out, flush=True)

    def _clear(self) -> None:
        if self._progress:
            self._err.write(_CLEAR_LINE)
            self._err.flush()


def _sentence(verdict: Verdict) -> str:
    record = verdict.record
    winner = record["winner"]
    if winner is None:
        what = "nobody won"
    else:
        names = record["names"] if isinstance(record["names"], list) else []
        what = f"seat {winner} won {record['fan']} fan ({' '.join(map(str, names))})"
    if verdict.agrees:
        how = "as in truth"
    elif verdict.asked:
        how = "put up for review"
    else:
        how = f"NOT as in truth: {json.dumps(record['truth'], ensure_ascii=False)}"
    return f"hand {record['hand']}: {what}, scores {record['scores']}; {how}"
