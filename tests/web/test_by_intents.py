"""Corrections, seat swaps and a whole match by intents alone, as a phone posts them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.service import MemoryTable

if TYPE_CHECKING:
    from tests.web.asking import Client

NAMES = ["甲", "乙", "丙", "丁"]
SU = "345m123s111z77m45s"
"""Wins 素 2 on 6s while the wilds are 8p 9p."""


class Phone:
    """Posts intents under ids of its own and reads the public state."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._said = 0

    def say(self, kind: str, **wish: Any) -> Any:
        """Post a wish that is granted."""
        answer = self.try_to(kind, **wish)
        assert answer.status_code == 200, answer.json()
        return answer.json()

    def try_to(self, kind: str, **wish: Any) -> Any:
        self._said += 1
        return self._client.post("/api/intents", json={"id": f"p-{self._said}", "kind": kind, **wish})

    def enter(self, fact: str, **what: Any) -> Any:
        return self.say("enter", fact=fact, **what)

    def state(self) -> Any:
        return self._client.get("/api/state").json()

    def scores(self) -> list[int]:
        return [seat["score"] for seat in self.state()["seats"]]

    def event(self, kind: str, nth: int = -1) -> int:
        return int([event["seq"] for event in self._client.get("/api/events").json() if event["kind"] == kind][nth])


@pytest.fixture
def phone(client: Client, table: MemoryTable) -> Phone:
    table.state, table.log = MemoryTable().state, []
    phone = Phone(client)
    phone.say("start_match", names=NAMES, profile="tianjin", first_dealer=0)
    return phone


def test_a_whole_match_by_intents_alone(phone: Phone) -> None:
    phone.say("next_hand")
    phone.enter("indicator", tile="8p")
    phone.enter("discard", seat=0, tile="1z")
    phone.enter("hand", seat=1, hand=SU, draw="6s")
    assert phone.scores() == [-2, 6, -2, -2]
    phone.say("next_hand")
    assert phone.state()["dealer"] == 1
    phone.enter("meld", seat=3, meld={"kind": "an", "tile": "5p"})
    phone.enter("draw")
    assert phone.scores() == [-4, 4, -4, 4]
    phone.say("next_hand")
    flags = {"gangkai": True}
    melds = [{"kind": "ming", "tiles": "9p9p9p9p".replace("p", "") + "p", "from": 0}]
    phone.enter("hand", seat=2, hand="123s11z2z78m66p", draw="9m", indicator="2z", melds=melds, flags=flags)
    assert phone.scores() == [-7, 1, 5, 1]
    phone.say("next_hand")
    phone.enter("score", net=[3, -1, -1, -1])
    assert phone.state()["last_settlement"]["by_hand"] is True
    phone.say("end_match")
    assert phone.scores() == [-4, 0, 4, 0]


def test_a_correction_answers_with_what_it_changed(phone: Phone) -> None:
    phone.say("next_hand")
    phone.enter("hand", seat=1, hand=SU, draw="6s", indicator="8p")
    phone.say("end_match")
    told = phone.say("correct", of=phone.event("hand_won"), field="winner", value=2, why="记错了", by="甲")
    assert told["changed"]["scores_before"] == [-2, 6, -2, -2]
    assert told["changed"]["scores_after"] == [-2, -2, 6, -2]
    assert told["changed"]["hands"] == [{"hand": 1, "before": [-2, 6, -2, -2], "after": [-2, -2, 6, -2]}]
    last = phone.state()["last_correction"]
    assert (last["field"], last["old"], last["value"], last["by"], last["hand"]) == ("winner", "1", "2", "甲", 1)
    assert (last["before"]["scores"], last["after"]["scores"]) == ([-2, 6, -2, -2], [-2, -2, 6, -2])
    told = phone.say("undo", of=phone.event("corrected"))
    assert told["changed"]["scores_after"] == [-2, 6, -2, -2]


def test_a_fact_added_to_a_settled_hand_answers_with_what_it_changed(phone: Phone) -> None:
    phone.say("next_hand")
    phone.enter("hand", seat=1, hand=SU, draw="6s", indicator="8p")
    told = phone.enter("discard", seat=1, tile="9p", in_hand=1, by="小明")
    assert told["changed"]["scores_before"] == [-2, 6, -2, -2]
    assert told["changed"]["scores_after"] == [0, 0, 0, 0]
    assert told["changed"]["fouls"] == [{"hand": 1, "seat": 1, "foul": "xiao_xianggong", "stands": True}]
    last = phone.state()["last_correction"]
    assert (last["by"], last["before"]["fouls"]) == ("小明", [])
    assert [foul["seat"] for foul in last["after"]["fouls"]] == [1]


def test_seats_are_swapped_and_nets_overridden(phone: Phone) -> None:
    phone.say("next_hand")
    phone.enter("hand", seat=1, hand=SU, draw="6s", indicator="8p")
    phone.say("swap_seats", a=1, b=3, from_hand=1, to_hand=1)
    assert phone.scores() == [-2, -2, -2, 6]
    phone.say("correct", of=phone.event("settled"), field="net", value=[0, 2, -2, 0], why="说好的")
    assert phone.scores() == [0, 2, -2, 0]


def test_hu_asks_and_an_answer_as_long_as_it_is_shown_is_taken(phone: Phone) -> None:
    phone.say("next_hand")
    phone.enter("indicator", tile="1z")
    phone.enter("discard", seat=0, tile="7z")
    phone.say("hu", seat=1)
    (review,) = phone.state()["reviews"]
    phone.say("answer", review=review["id"], choice="123456789m234p55s")
    (review,) = phone.state()["reviews"]
    choice = next(answer for answer in review["answers"] if answer.startswith("5m "))
    assert "乙 +42" in choice
    told = phone.say("answer", review=review["id"], choice=choice)
    assert told["changed"]["scores_after"] == [-14, 42, -14, -14]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"kind": "undo", "of": 999}, 409),
        ({"kind": "next_hand", "dealer": 1}, 200),
        ({"kind": "enter", "fact": "indicator", "tile": "10z"}, 422),
        ({"kind": "enter", "fact": "weather"}, 422),
        ({"kind": "enter", "fact": "draw"}, 409),
        ({"kind": "enter", "fact": "score", "net": [1, 2]}, 422),
        ({"kind": "enter", "fact": "meld", "seat": 0, "meld": {"kind": "pung"}}, 409),
        ({"kind": "correct", "of": 1, "field": "names", "value": "x"}, 409),
        ({"kind": "swap_seats", "a": 0, "b": 0, "from_hand": 1, "to_hand": 1}, 409),
        ({"kind": "hu", "seat": 0}, 409),
    ],
)
def test_what_cannot_be_is_answered_so(phone: Phone, wish: dict[str, Any], status: int) -> None:
    answer = phone.try_to(**wish)
    assert answer.status_code == status, answer.json()


def test_why_people_corrected_is_not_public(phone: Phone, client: Client) -> None:
    phone.say("next_hand")
    phone.enter("draw")
    phone.say("swap_seats", a=0, b=1, from_hand=1, to_hand=1, why="secret")
    phone.enter("score", in_hand=1, net=[1, -1, 0, 0], why="secret")
    assert "secret" not in client.get("/api/events").text
    assert "secret" not in client.get("/api/state").text
