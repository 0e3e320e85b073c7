"""The simulated people's wishes as intents: the only thing the daemon is told, for nobody could see it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, TypeVar, assert_never

from table_daemon.demo_daemon import Patience
from table_daemon.simulator.cues import LaWished, MatchAgreed, Wish, ZuoWished
from table_daemon.simulator.errors import DaemonLostError

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_daemon.demo_daemon import DaemonProcess
    from table_daemon.demo_http import DaemonPages
    from table_daemon.simulator.recorder import MatchRecorder

_T = TypeVar("_T")

_PATIENCE_S = 60.0
"""How long people repeat themselves; loading its networks may take a busy board half of that."""
_OK = 200


class People:
    """Post wishes; each has an id, so a wish repeated after the daemon fell over counts once.

    ``meanwhile`` is called while nobody listens: it keeps the table going and takes a moment.
    """

    def __init__(
        self,
        pages: DaemonPages,
        daemon: DaemonProcess,
        *,
        run_id: str,
        recorder: MatchRecorder | None,
        meanwhile: Callable[[], None],
    ) -> None:
        self._pages = pages
        self._daemon = daemon
        self._run_id = run_id
        self._recorder = recorder
        self._meanwhile = meanwhile
        self._said = 0

    def say(self, wish: Wish) -> None:
        """Say it until it is heard; raises ``DaemonLostError`` when it is refused or nobody listens."""
        if isinstance(wish, MatchAgreed) and self._playing():
            self._post({"kind": "end_match"}, wish.t_ms)
        self._post(_words(wish), wish.t_ms)

    def answer(self, review: int, choice: str, *, t_ms: int) -> None:
        """Answer a question; one that was settled meanwhile is let be."""
        with contextlib.suppress(DaemonLostError):
            self._post({"kind": "answer", "review": review, "choice": choice}, t_ms)

    def _playing(self) -> bool:
        match = self._heard(self._pages.state).get("match")
        return bool(match) and not (isinstance(match, dict) and match.get("ended"))

    def _post(self, words: dict[str, object], t_ms: int) -> None:
        self._said += 1
        intent = {"id": f"{self._run_id}-{self._said}", **words}
        if self._recorder is not None:
            self._recorder.intent(intent, t_ms=t_ms)
        status, why = self._heard(lambda: self._pages.post(intent))
        if status != _OK:
            raise DaemonLostError(f"the daemon refused {words['kind']}: {status} {why}")

    def _heard(self, say: Callable[[], _T]) -> _T:
        """Say it until somebody answers."""
        patience = Patience(self._daemon, _PATIENCE_S)
        while True:
            try:
                return say()
            except OSError as error:
                if patience.over():
                    raise DaemonLostError(f"the daemon does not hear people ({error}); see its log") from error
            self._meanwhile()


def _words(wish: Wish) -> dict[str, object]:
    match wish:
        case MatchAgreed():
            return {
                "kind": "start_match",
                "names": list(wish.names),
                "profile": wish.profile,
                "first_dealer": wish.first_dealer,
            }
        case ZuoWished():
            return {"kind": "zuo", "seat": wish.seat, "value": wish.value}
        case LaWished():
            return {"kind": "la", "seat": wish.seat, "value": wish.value}
        case _:
            assert_never(wish)
