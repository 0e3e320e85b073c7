"""The waits helper over the real route: a table in the middle of a hand, the wilds being 五饼 and 六饼."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import pytest

from table_daemon.game.commands import StartHand, StartMatch
from table_daemon.game.events import Source, Witness
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.waits import waits
from table_daemon.rules.wilds import wilds_of
from tests.web import stories
from tests.web.asking import Client
from tests.web.stories import Teller
from web_display.roles import Badge, Doorkeeper, Role, Secrets, Use
from web_display.routes.waits import ASKED

if TYPE_CHECKING:
    import httpx

    from tests.web.service import MemoryTable

SECRETS: Final = Secrets(seat_pin="1234", table_pin="234567", setup_pin="34567890", signing=b"k" * 32)
HELD: Final = "46m123s111s66s789s"
"""Waits for 五万 and for every wild."""


@pytest.fixture
def helped(table: MemoryTable) -> MemoryTable:
    table.waits_helper = True
    return table


def ask(table: MemoryTable, tiles: object, *, seat: object = 0) -> httpx.Response:
    return Client(table.app()).post("/api/waits", json={"seat": seat, "tiles": tiles})


def ask_as(table: MemoryTable, badge: Badge | None, *, seat: int) -> httpx.Response:
    table.keeper = Doorkeeper(SECRETS)
    headers = {}
    if badge is not None:
        key = table.keeper.key(badge, Use.PASS, now_s=table.clock.t_ms / 1000)
        headers["authorization"] = f"Bearer {key}"
    phone = Client(table.app(), address="192.168.1.20")
    return phone.post("/api/waits", json={"seat": seat, "tiles": HELD}, headers=headers)


def test_each_tile_is_told_with_its_score_and_what_is_left(helped: MemoryTable) -> None:
    answer = ask(helped, HELD)
    assert answer.status_code == 200
    told = answer.json()["waits"]
    turned = Tile.parse("5p")
    found = waits(hand=parse_tiles(HELD), wilds=wilds_of(turned), indicator=turned)
    assert [(one["tile"], one["fan"], one["wins"]) for one in told] == [
        (str(one.tile), one.score.fan, one.score.win) for one in found
    ]
    assert [(one["tile"], one["left"]) for one in told] == [("5m", 4), ("5p", 3), ("6p", 4)]
    assert answer.headers["cache-control"] == "no-store"


def test_what_lies_open_and_what_is_held_is_not_left(helped: MemoryTable) -> None:
    """The wait for a pair: one copy held, one in a river, one claimed into a 碰 of another seat."""
    told = {one["tile"]: one["left"] for one in ask(helped, "123m456m123s789s3p").json()["waits"]}
    assert told["3p"] == 2
    lone = {one["tile"]: one["left"] for one in ask(helped, "123m456m123s789s5z").json()["waits"]}
    assert lone["5z"] == 0


def test_the_melds_of_the_seat_are_those_that_lie(helped: MemoryTable) -> None:
    assert ask(helped, "46m123s789s66s", seat=2).json()["waits"][0]["tile"] == "5m"
    refused = ask(helped, HELD, seat=2)
    assert refused.status_code == 422
    assert refused.json()["error"] == "手里要 10 张，现在 13 张"
    assert "with 1 melds it must be 10" in refused.json()["error_en"]


def test_the_rules_of_the_match_count() -> None:
    """With 起和 at 4 番 the wilds, which give 3, may not win."""
    teller = Teller()
    teller.tell(
        StartMatch(
            t_ms=teller.t_ms, match="m-1", names=stories.NAMES, profile="tianjin", first_dealer=0,
            source=Source(witness=Witness.PERSON), options={"min_fan": 4},
        )
    )  # fmt: skip
    teller.deal(indicator="5p")
    teller.table.waits_helper = True
    told = ask(teller.table, HELD).json()["waits"]
    assert [(one["tile"], one["fan"], one["wins"]) for one in told] == [
        ("5m", 6, True),
        ("5p", 0, False),
        ("6p", 0, False),
    ]


def test_a_hand_that_waits_for_nothing_says_so(helped: MemoryTable) -> None:
    answer = ask(helped, "147m258s369s1234z")
    assert (answer.status_code, answer.json()) == (200, {"waits": []})


@pytest.mark.parametrize(
    "body",
    [
        {"seat": 0},
        {"tiles": HELD},
        {"seat": 4, "tiles": HELD},
        {"seat": "0", "tiles": HELD},
        {"seat": 0, "tiles": "46q"},
        {"seat": 0, "tiles": "8z"},
        {"seat": 0, "tiles": ""},
        {"seat": 0, "tiles": 46},
        {"seat": 0, "tiles": "1m" * 21},
        {"seat": 0, "tiles": "46m123s"},
        {"seat": 0, "tiles": f"{HELD}1z"},
    ],
)
def test_what_is_no_hand_is_refused(helped: MemoryTable, body: object) -> None:
    answer = Client(helped.app()).post("/api/waits", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]


@pytest.mark.parametrize("tiles", ["11111m23s111s66s7s", "5555p46m123s66s78s"])
def test_a_fifth_copy_is_refused(helped: MemoryTable, tiles: str) -> None:
    """The flipped tile is one of its four."""
    answer = ask(helped, tiles)
    assert (answer.status_code, answer.json()["error"]) == (422, "同一种牌看到了五张")
    assert answer.json()["error_en"]


def test_a_body_is_bounded(helped: MemoryTable) -> None:
    assert ask(helped, "1m" * 20_000).status_code == 413


@pytest.mark.parametrize(
    ("story", "words"),
    [("idle", "现在没有在打的牌"), ("seated", "现在没有在打的牌"), ("won", "已经打完"), ("drawn", "已经打完")],
)
def test_without_a_hand_in_play_there_is_nothing_to_wait_for(story: str, words: str) -> None:
    table: MemoryTable = getattr(stories, story)()
    table.waits_helper = True
    answer = ask(table, HELD)
    assert answer.status_code == 409
    assert words in answer.json()["error"]


def test_before_the_wilds_are_known_nothing_is_worked_out() -> None:
    teller = Teller()
    teller.sit_down()
    teller.tell(StartHand(t_ms=teller.t_ms, source=Source(witness=Witness.LINK)))
    teller.table.waits_helper = True
    answer = ask(teller.table, HELD)
    assert (answer.status_code, answer.json()["error"]) == (409, "混儿还没翻")


def test_who_has_fouled_waits_for_nothing() -> None:
    table = stories.foul()
    table.waits_helper = True
    answer = ask(table, HELD, seat=3)
    assert (answer.status_code, answer.json()["error"]) == (409, "相公不能和")
    assert ask(table, HELD, seat=1).status_code == 200


def test_it_is_off_unless_switched_on(table: MemoryTable) -> None:
    answer = ask(table, HELD)
    assert answer.status_code == 404
    assert "waits_helper" in answer.json()["error_en"]
    assert 'id="waits"' not in Client(table.app()).get("/seat/0").text


def test_the_page_of_a_seat_offers_it_where_it_is_on(helped: MemoryTable) -> None:
    client = Client(helped.app())
    assert 'id="waits"' in client.get("/seat/0").text
    assert 'id="waits"' not in client.get("/").text


@pytest.mark.parametrize(
    ("badge", "seat", "status"),
    [
        (None, 0, 401),
        (Badge(Role.SEAT, 0), 0, 200),
        (Badge(Role.SEAT, 1), 0, 403),
        (Badge(Role.TABLE), 1, 200),
        (Badge(Role.SETUP), 1, 200),
    ],
)
def test_a_player_may_ask_for_the_own_seat(helped: MemoryTable, badge: Badge | None, seat: int, status: int) -> None:
    answer = ask_as(helped, badge, seat=seat)
    assert answer.status_code == status
    assert ("error" in answer.json()) == (status != 200)


def test_who_may_not_ask_does_not_learn_whether_it_is_on(table: MemoryTable) -> None:
    assert ask_as(table, None, seat=0).status_code == 401


def test_another_site_may_not_ask(helped: MemoryTable) -> None:
    answer = Client(helped.app()).post(
        "/api/waits", json={"seat": 0, "tiles": HELD}, headers={"sec-fetch-site": "cross-site"}
    )
    assert answer.status_code == 403


def test_nothing_is_kept_and_nothing_is_written_to_the_journal(
    helped: MemoryTable, caplog: pytest.LogCaptureFixture
) -> None:
    before = (helped.state, list(helped.log), dict(helped.answers))
    with caplog.at_level(logging.DEBUG):
        assert ask(helped, HELD).status_code == 200
        assert ask(helped, "46m123s").status_code == 422
    assert (helped.state, helped.log, helped.answers) == before
    assert not [record for record in caplog.records if "46m" in record.getMessage()]


def test_every_answer_is_documented(table: MemoryTable) -> None:
    told = table.app().openapi()["paths"]["/api/waits"]["post"]["responses"]
    assert set(told) == {"200", "400", "401", "403", "404", "408", "409", "413", "415", "421", "422", "429"}


def test_who_asks_too_often_waits_and_others_do_not(helped: MemoryTable) -> None:
    app = helped.app()
    phone, other = Client(app, address="192.168.1.20"), Client(app, address="192.168.1.21")
    question = {"seat": 0, "tiles": "1m2m"}
    answers = [phone.post("/api/waits", json=question).status_code for _ in range(ASKED + 1)]
    assert answers == [422] * ASKED + [429]
    refused = phone.post("/api/waits", json=question)
    assert refused.headers["retry-after"] == "10"
    assert refused.json()["error_en"] == "asked too often: wait a few seconds"
    assert other.post("/api/waits", json=question).status_code == 422
    helped.clock.t_ms += 10_000
    assert phone.post("/api/waits", json=question).status_code == 422
