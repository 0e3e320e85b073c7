"""Compares what the daemon concluded of each hand with the truth. Reads the public log only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from table_daemon.rules.tiles import parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from table_daemon.simulator.truth import HandTruth

LogEvent: TypeAlias = dict[str, Any]
"""One event of the public log, as JSON gives it."""

_DIAO = {"单混吊": "混吊", "双混吊": "混吊"}
"""Where both score the same either may be named."""


@dataclass(slots=True, kw_only=True)
class Conclusion:
    """What the daemon's log says of one hand."""

    hands_started: int = 0
    dealer: int | None = None
    indicator: str | None = None
    winner: int | None = None
    fan: int = 0
    names: tuple[str, ...] = ()
    hand: str = ""
    draw: str | None = None
    net: tuple[int, ...] | None = None
    next_dealer: int | None = None
    fouls: dict[int, tuple[int, str]] = field(default_factory=dict)
    """(seat, foul) by the sequence of the event that showed it."""
    discards: dict[int, tuple[int, str, bool]] = field(default_factory=dict)
    """(seat, tile, sure) by sequence; without those taken back."""
    melds: list[tuple[int, str, str, int | None]] = field(default_factory=list)
    """(seat, kind, tile, from)."""
    false_hu: list[int] = field(default_factory=list)
    questions: int = 0

    def add(self, event: LogEvent) -> None:  # noqa: C901 - one short case a kind of event
        """Take in the next event of the log."""
        match event["kind"]:
            case "hand_started":
                self.hands_started += 1
                self.dealer = event["dealer"]
            case "indicator":
                self.indicator = event["tile"]
            case "discard":
                self.discards[event["seq"]] = (event["seat"], event["tile"], event["sure"])
            case "discard_retracted":
                self.discards.pop(event["of"], None)
                self.fouls.pop(event["of"], None)
            case "meld":
                self._meld(event)
            case "foul":
                self.fouls[event["seq"] if event["of"] is None else event["of"]] = (event["seat"], event["foul"])
            case "hand_won":
                self.winner, self.hand, self.draw = event["winner"], event["hand"], event["draw"]
                self.fan, self.names = event["score"]["fan"], tuple(event["score"]["names"])
            case "false_hu":
                self.false_hu.append(event["seat"])
            case "settled":
                self.net, self.next_dealer = tuple(event["net"]), event["next_dealer"]
            case "review_opened":
                self.questions += 1
            case _:
                pass

    def _meld(self, event: LogEvent) -> None:
        meld = event["meld"]
        tile, giver = meld["tiles"][0], meld["from"]
        if event.get("added"):
            for old in self.melds:
                if old[0] == event["seat"] and old[1] == "pung" and old[2] == tile:
                    self.melds.remove(old)
                    giver = old[3]
                    break
        self.melds.append((event["seat"], meld["kind"], tile, giver))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One hand judged."""

    record: dict[str, object]
    """The line that ``--exit --json`` prints."""
    agrees: bool
    asked: bool
    silent_error: bool
    wrong_discards: int


class Judge:
    """Judges hand after hand of one match; asked for each as soon as it is over.

    A hand is judged by its own payments: scores that an earlier hand set wrong are not held against it.
    """

    def __init__(self) -> None:
        self._scores = [0, 0, 0, 0]
        self._open_doubt = False
        """Whether an earlier hand is still with people, so that deal and scores may be behind."""
        self._unanswered: set[int] = set()
        """Reviews of this match that nobody has answered yet."""
        self._undecided: tuple[HandTruth, list[LogEvent]] | None = None
        """A hand of which the log neither tells the end nor asks: once the camera is back the question may come."""

    def verdicts(self, truth: HandTruth, events: Sequence[LogEvent]) -> Iterator[Verdict]:
        """Judge a hand by the events of the log since the one before it; what still came of that one is passed over.

        A hand left undecided is judged when the next one is, with the questions that were put about it meanwhile.
        """
        if self._undecided is not None:
            before, heard = self._undecided
            yield self.judge(before, [*heard, *_asked_later(heard, events)])
            self._undecided = None
        if _is_undecided(events):
            self._undecided = (truth, list(events))
        else:
            yield self.judge(truth, events)

    def rest(self) -> Iterator[Verdict]:
        """The verdict of a last hand left undecided: the table was gone before the daemon could look again and ask."""
        if self._undecided is not None:
            verdict = self.judge(*self._undecided)
            self._undecided = None
            yield replace(verdict, asked=True, silent_error=False)

    def judge(self, truth: HandTruth, events: Sequence[LogEvent]) -> Verdict:
        """Judge a hand by these events at once."""
        found = _concluded(events)
        self._follow_reviews(events)
        self._scores = [had + won for had, won in zip(self._scores, found.net or (0, 0, 0, 0), strict=True)]
        asked = found.questions > 0
        wrong = _differences(found, truth)
        same = not wrong
        silent = not asked and self._is_silent_error(found, truth)
        self._open_doubt = asked and not same
        return Verdict(
            record={**self._record(found, truth), "agrees": same and not asked, "wrong": sorted(wrong)},
            agrees=same and not asked,
            asked=asked,
            silent_error=silent,
            wrong_discards=_wrong_discards(found, truth),
        )

    def follow(self, events: Sequence[LogEvent]) -> None:
        """Take note of what people answered after a hand was judged."""
        self._follow_reviews(events)
        if not self._unanswered:
            self._open_doubt = False

    def _follow_reviews(self, events: Sequence[LogEvent]) -> None:
        for event in events:
            match event["kind"]:
                case "match_started":
                    self._unanswered.clear()
                case "review_opened":
                    self._unanswered.add(event["review"])
                case "review_answered":
                    self._unanswered.discard(event["review"])
                case _:
                    pass

    def _is_silent_error(self, found: Conclusion, truth: HandTruth) -> bool:
        """Whether something that counts is wrong; who deals after an unanswered question is that question's affair."""
        wrong = _differences(found, truth)
        if self._open_doubt:
            wrong -= {"dealer", "net", "next_dealer"}
        return bool(wrong)

    def _record(self, found: Conclusion, truth: HandTruth) -> dict[str, object]:
        return {
            "hand": truth.number,
            "seed": truth.seed,
            "dealer": found.dealer,
            "indicator": found.indicator,
            "winner": found.winner,
            "fan": found.fan,
            "names": list(found.names),
            "net": None if found.net is None else list(found.net),
            "scores": list(self._scores),
            "fouls": sorted([seat, foul] for seat, foul in found.fouls.values()),
            "questions": found.questions,
            "truth": truth.to_json(),
        }


def _concluded(events: Sequence[LogEvent]) -> Conclusion:
    """What the events since the hand before say of the one that began among them."""
    begins = next((k for k, event in enumerate(events) if event["kind"] == "hand_started"), 0)
    found = Conclusion()
    for event in _of_this_hand(events[begins:]):
        found.add(event)
    return found


def _is_undecided(events: Sequence[LogEvent]) -> bool:
    """Whether a hand has neither been settled nor been put to people."""
    found = _concluded(events)
    return found.net is None and not found.questions


def _asked_later(events: Sequence[LogEvent], since: Sequence[LogEvent]) -> list[LogEvent]:
    """Of what the log told ``since`` the questions about the hand of ``events``; all if it never noticed that hand."""
    number = next((event.get("hand") for event in events if event["kind"] == "hand_started"), None)
    asked = [event for event in since if event["kind"] == "review_opened"]
    return asked if number is None else [event for event in asked if event.get("in_hand") == number]


def _of_this_hand(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Without what was recorded or asked meanwhile of a hand before."""
    number = events[0].get("hand") if events else None
    if number is None:
        return list(events)
    return [event for event in events if event.get("in_hand") in (None, number)]


def _differences(found: Conclusion, truth: HandTruth) -> set[str]:
    """Name what the daemon has otherwise than it was; discards apart."""
    told: dict[str, tuple[object, object]] = {
        "hand": (found.hands_started, 1),
        "dealer": (found.dealer, truth.dealer),
        "indicator": (found.indicator, str(truth.indicator)),
        "winner": (found.winner, truth.winner),
        "fan": (found.fan, truth.fan),
        "names": (_names(found.names), _names(truth.names)),
        "winning_hand": (sorted(parse_tiles(found.hand)), sorted(truth.hand)),
        "winning_tile": (found.draw, None if truth.draw is None else str(truth.draw)),
        "net": (found.net, truth.net),
        "next_dealer": (found.next_dealer, truth.next_dealer),
        "fouls": (sorted(set(found.fouls.values())), [(seat, foul.value) for seat, foul in truth.fouls]),
        "melds": (Counter(found.melds), Counter(_true_melds(truth))),
        "false_hu": (sorted(set(found.false_hu)), sorted(truth.false_hu)),
    }
    return {name for name, (mine, true) in told.items() if mine != true}


def _names(names: Sequence[str]) -> frozenset[str]:
    return frozenset(_DIAO.get(name, name) for name in names)


def _true_melds(truth: HandTruth) -> list[tuple[int, str, str, int | None]]:
    return [(lying.seat, lying.meld.kind.value, str(lying.meld.tile), lying.from_seat) for lying in truth.melds]


def _wrong_discards(found: Conclusion, truth: HandTruth) -> int:
    """Count sure discards that are not the true ones in order (longest common run of both stories)."""
    mine = list(found.discards.values())
    true = [(seat, str(tile)) for seat, tile in truth.discards]
    # rows[j]: most sure discards of `mine` so far that fit into the first j true ones
    rows = [0] * (len(true) + 1)
    for seat, tile, sure in mine:
        fresh = [0]
        for j, real in enumerate(true, start=1):
            fits = rows[j - 1] + sure if (seat, tile) == real else 0
            fresh.append(max(fits, rows[j], fresh[j - 1]))
        rows = fresh
    return sum(sure for _, _, sure in mine) - rows[-1]
