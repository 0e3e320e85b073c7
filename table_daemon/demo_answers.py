"""People who answer the daemon's questions by the truth, after it was judged. Knows the public log only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.tiles import format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from table_daemon.demo_judge import LogEvent
    from table_daemon.simulator.truth import HandTruth

MOST_ROUNDS = 6
"""An answer may bring another question; more than this means that people and daemon talk past each other."""
_ORDER = (
    "indicator_tile",
    "discard_tile",
    "who_discarded",
    "meld",
    "false_hu",
    "hand_end",
    "winning_hand",
    "winning_tile",
)
"""What others depend on is answered first."""
_NOBODY_WON = "荒庄"
_NO_CLAIM = "none"
_FALSE_HU = "false_hu"


class TruthfulPeople:
    """Follow the log of one hand after another and answer what is open."""

    def __init__(self) -> None:
        self._hand: list[LogEvent] = []
        self._answered: set[int] = set()

    def hear(self, events: Sequence[LogEvent]) -> None:
        """Take in what the log told since."""
        for event in events:
            match event["kind"]:
                case "hand_started":
                    self._hand = []
                case "match_started":
                    self._answered.clear()
                case "review_answered":
                    self._answered.add(event["review"])
                case _:
                    pass
            self._hand.append(event)

    def answers(self, truth: HandTruth) -> Iterator[tuple[int, str]]:
        """Review and choice of every question of the hand that is open and that the truth answers."""
        asked = [event for event in self._hand if event["kind"] == "review_opened"]
        asked.sort(key=lambda event: _ORDER.index(event["about"]) if event["about"] in _ORDER else len(_ORDER))
        for event in asked:
            if event["review"] in self._answered:
                continue
            choice = self._choice(event, truth)
            if choice is not None:
                self._answered.add(event["review"])
                yield event["review"], choice

    def _choice(self, asked: LogEvent, truth: HandTruth) -> str | None:  # noqa: PLR0911 -- one a kind of question
        match asked["about"]:
            case "indicator_tile":
                return str(truth.indicator)
            case "discard_tile" | "who_discarded":
                discard = self._discard(asked["of"], truth)
                if discard is None:
                    return None
                return str(discard[1]) if asked["about"] == "discard_tile" else str(discard[0])
            case "meld":
                return _giver(asked, truth, self._hand)
            case "hand_end":
                return _NOBODY_WON if truth.winner is None else str(truth.winner)
            case "winning_hand":
                return _hand(asked["laid"]["seat"], truth)
            case "false_hu":
                return self._false_hu(asked, truth)
            case "winning_tile":
                return None if truth.draw is None else str(truth.draw)
            case _:
                return None

    def _false_hu(self, asked: LogEvent, truth: HandTruth) -> str:
        """Whether a recorded win was none; without one, who laid down a hand in error that is not recorded yet."""
        if asked["of"] is not None:
            return _NO_CLAIM if asked["seat"] == truth.winner else _FALSE_HU
        known = {event["seat"] for event in self._hand if event["kind"] == "false_hu"}
        return next((str(seat) for seat in truth.false_hu if seat not in known), _NO_CLAIM)

    def _discard(self, of: int | None, truth: HandTruth) -> tuple[int, str] | None:
        """The true discard behind the event ``of``: people count along."""
        back = {event["of"] for event in self._hand if event["kind"] == "discard_retracted"}
        standing = [event["seq"] for event in self._hand if event["kind"] == "discard" and event["seq"] not in back]
        if of not in standing or len(standing) > len(truth.discards):
            return None
        seat, tile = truth.discards[standing.index(of)]
        return seat, str(tile)


def _hand(seat: int, truth: HandTruth) -> str:
    if seat == truth.winner and truth.draw is not None:
        return f"{format_tiles(truth.hand)}+{truth.draw}" + ("+tianhe" if "天和" in truth.names else "")
    return _FALSE_HU if seat in truth.false_hu else _NO_CLAIM


def _giver(asked: LogEvent, truth: HandTruth, hand: Sequence[LogEvent]) -> str | None:
    """Whose discard a meld took: its own seat when nobody's."""
    laid = asked.get("meld") or next((event for event in hand if event["seq"] == asked["of"]), None)
    if laid is None:
        return None
    tile = laid["meld"]["tiles"][0]
    for lying in truth.melds:
        if lying.seat == laid["seat"] and str(lying.meld.tile) == tile:
            return str(laid["seat"] if lying.from_seat is None else lying.from_seat)
    return None
