"""A table without camera and link: whole matches entered by phone over HTTP score as they were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.clocks import LocalClock
from table_daemon.pictures import PictureKeeper
from table_daemon.rules.foul import Foul
from table_daemon.rules.tiles import format_tiles
from table_daemon.rules.turns import in_turn_order
from table_daemon.simulator.acts import Discarded, IndicatorTurned, Melded, TookBack
from table_daemon.simulator.cues import HandOver, Happened, LaWished, MatchAgreed, ZuoWished
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.simulator.timeline import Timeline
from tests.daemon.doubles import Desk
from tests.web.asking import Client
from web_display.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.simulator.acts import Act
    from table_daemon.simulator.truth import HandTruth, MeldTruth

HANDS = 6
MISHAPS = "wild_discard:0.5,false_hu:0.3,short_hand:0.2,long_hand:0.2"


class Phone:
    """Posts what people enter, as the pages do."""

    def __init__(self, folder: Path) -> None:
        desk = Desk()
        keeper = PictureKeeper(folder, keep=False, quota_bytes=1)
        service = desk.service
        self._client = Client(
            create_app(
                states=service,
                events=service,
                intents=service,
                pictures=keeper,
                health=desk.board,
                clock=LocalClock(),
            )
        )
        self._said = 0

    def say(self, kind: str, **wish: Any) -> None:
        self._said += 1
        body = {"id": f"p-{self._said}", "kind": kind, **wish}
        answer = self._client.post("/api/intents", json=body)
        assert answer.status_code == 200, (body, answer.json())

    def enter(self, fact: str, **what: Any) -> None:
        self.say("enter", fact=fact, **what)

    def event(self, kind: str) -> int:
        """The newest event of a kind."""
        return int([event["seq"] for event in self.get("/api/events") if event["kind"] == kind][-1])

    def get(self, path: str) -> Any:
        return self._client.get(path).json()


def everything(phone: Phone, acts: list[Act]) -> None:
    """People enter each act as it happens."""
    lying: list[Discarded] = []
    for act in acts:
        match act:
            case IndicatorTurned(tile=tile):
                phone.enter("indicator", tile=str(tile))
            case Discarded(seat, tile):
                lying.append(act)
                phone.enter("discard", seat=seat, tile=str(tile))
            case TookBack(seat):
                phone.say("undo", of=phone.get("/api/state")["newest"]["event"])
            case Melded(seat, meld, giver, added):
                part = {"kind": meld.kind.value, "tile": str(meld.tile), "from": giver}
                phone.enter("meld", seat=seat, meld=part, added=added)
            case _:
                pass


def the_end_alone(phone: Phone, acts: list[Act], truth: HandTruth) -> None:
    """People enter nothing while they play but what they would remember: the indicator, and a 铲."""
    phone.enter("indicator", tile=str(truth.indicator))
    first = [(act.seat, act.tile) for act in acts if isinstance(act, Discarded)][:4]
    order = list(in_turn_order(truth.dealer))
    if [seat for seat, _ in first] == order and len({tile for _, tile in first}) == 1:
        for seat, tile in first:
            phone.enter("discard", seat=seat, tile=str(tile))


def fouls(phone: Phone, truth: HandTruth) -> None:
    known = [seat["foul"] for seat in phone.get("/api/state")["seats"]]
    for seat in truth.false_hu:
        phone.enter("foul", seat=seat, foul="false_hu")
    for seat, foul in truth.fouls:
        if known[seat] is None or foul is Foul.DA:
            phone.enter("foul", seat=seat, foul=foul.value)


def part_of(lying: MeldTruth) -> dict[str, Any]:
    return {
        "kind": lying.meld.kind.value,
        "tile": str(lying.meld.tile),
        "from": lying.from_seat,
        "seat": lying.seat,
    }


def end(phone: Phone, truth: HandTruth, *, seen: bool) -> None:
    if truth.winner is None:
        for lying in () if seen else truth.melds:
            phone.enter("meld", seat=lying.seat, meld=part_of(lying))
        phone.enter("draw")
        return
    flags = {name: True for fan, name in (("杠开", "gangkai"), ("天和", "tianhe")) if fan in truth.names}
    told = {} if seen else {"melds": [part_of(lying) for lying in truth.melds], "flags": flags}
    phone.enter("hand", seat=truth.winner, hand=format_tiles(truth.hand), draw=str(truth.draw), **told)


@pytest.mark.parametrize("seed", [3, 11])
@pytest.mark.parametrize("seen", [True, False], ids=["every act", "the end alone"])
def test_a_match_entered_by_phone_scores_as_it_was_played(tmp_path: Path, seed: int, *, seen: bool) -> None:
    phone = Phone(tmp_path)
    truths: list[HandTruth] = []
    acts: list[Act] = []
    for cue in Timeline(seed, hands=HANDS, mishaps=parse_mishaps(MISHAPS)).cues():
        match cue:
            case MatchAgreed(_, names, profile, first):
                phone.say("start_match", names=list(names), profile=profile, first_dealer=first)
            case ZuoWished(_, seat, value):
                phone.say("zuo", seat=seat, value=value)
            case LaWished(_, seat, times):
                phone.say("la", seat=seat, value=times)
            case Happened(_, act):
                acts.append(act)
            case HandOver(_, truth):
                phone.say("next_hand")
                if seen:
                    everything(phone, acts)
                else:
                    the_end_alone(phone, acts, truth)
                fouls(phone, truth)
                end(phone, truth, seen=seen)
                state = phone.get("/api/state")
                assert [seat["score"] for seat in state["seats"]] == list(truth.scores), truth
                assert state["last_settlement"]["next_dealer"] == truth.next_dealer
                truths.append(truth)
                acts = []
            case _:
                pass
    phone.say("end_match")
    rows = phone.get("/api/history")["hands"]
    for row, truth in zip(rows, truths, strict=True):
        assert (row["dealer"], row["winner"], row["fan"]) == (truth.dealer, truth.winner, truth.fan)
        assert set(row["names"]) == set(truth.names)
        assert row["net"] == list(truth.net)
        assert {(foul["seat"], foul["foul"]) for foul in row["fouls"]} == {(s, f.value) for s, f in truth.fouls}
    assert any(truth.fouls for truth in truths)
    assert any(lying.meld.is_kong for truth in truths for lying in truth.melds)


def test_an_earlier_match_is_corrected_by_phone_while_another_is_played(tmp_path: Path) -> None:
    phone = Phone(tmp_path)
    for _ in range(2):
        phone.say("start_match", names=["甲", "乙", "丙", "丁"], profile="tianjin", first_dealer=0)
        phone.say("next_hand")
        phone.enter("hand", seat=1, hand="345m123s111z77m45s", draw="6s", indicator="8p")
        phone.say("end_match")
    phone.say("start_match", names=["甲", "乙", "丙", "丁"], profile="tianjin", first_dealer=0)
    phone.say("next_hand")
    now, second, first = (row["match"] for row in phone.get("/api/matches")["matches"])
    won = next(event["seq"] for event in phone.get("/api/events") if event["kind"] == "hand_won")
    phone.say("correct", of=won, field="winner", value=2, why="记错了")
    phone.enter("score", net=[3, -1, -1, -1], in_hand=1, match=second)
    assert [phone.get(f"/api/history?match={match}")["hands"][0]["net"] for match in (first, second)] == [
        [-2, -2, 6, -2],
        [3, -1, -1, -1],
    ]
    state = phone.get("/api/state")
    assert (state["match"], state["hand"], [seat["score"] for seat in state["seats"]]) == (now, 1, [0, 0, 0, 0])


def test_a_daihun_match_is_entered_by_phone(tmp_path: Path) -> None:
    phone = Phone(tmp_path)
    phone.say("start_match", names=["甲", "乙", "丙", "丁"], profile="daihun", first_dealer=0)
    phone.say("next_hand")
    phone.enter("indicator", tile="1s")
    phone.enter("meld", seat=2, meld={"kind": "fengtou_jian"})
    phone.enter("discard", seat=0, tile="4p")
    phone.enter("meld", seat=1, meld={"kind": "chow", "tile": "3p"})
    seats = phone.get("/api/state")["seats"]
    assert [(meld["kind"], meld["from"]) for meld in seats[1]["melds"]] == [("chow", 0)]
    assert [discard["claimed_by"] for discard in seats[0]["discards"]] == [1]
    phone.enter("draw")
    # 中发白 is worth 2 from each; after 荒庄 the next seat deals.
    assert [seat["score"] for seat in phone.get("/api/state")["seats"]] == [-2, -2, 6, -2]
    phone.say("next_hand")
    assert phone.get("/api/state")["dealer"] == 1
    melds = [{"kind": "chow", "tile": "1p"}, {"kind": "an", "tile": "9s", "seat": 3}]
    hand = {"seat": 0, "hand": "456s99p123m46m", "draw": "5m", "indicator": "1z", "discarder": 2}
    phone.enter("hand", **hand, melds=melds)
    row = phone.get("/api/history")["hands"][1]
    # 放炮: only seat 2 pays the win; the three others pay the 暗杠 of seat 3, the winner too.
    fan = row["fan"]
    assert row["net"] == [fan - 4, -4, -fan - 4, 12]
    phone.say("correct", of=phone.event("hand_won"), field="discarder", value=None)
    again = phone.get("/api/history")["hands"][1]
    fan = again["fan"]
    assert again["net"] == [3 * fan - 4, -fan - 4, -fan - 4, 12 - fan]
