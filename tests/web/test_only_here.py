"""Where the pages are found: an address that is told is one that answers."""

from __future__ import annotations

import pytest

from tests.web import stories
from tests.web.asking import Client
from web_display.hosts import OwnHosts

EVERYWHERE = "0.0.0.0"  # noqa: S104 -- told, not bound


def found(bound: str) -> tuple[str, ...]:
    return OwnHosts(["mahjong-pi"], bound=bound, addresses=lambda: ("10.0.0.7", "10.0.0.8")).addresses(8080)


@pytest.mark.parametrize("bound", ["", EVERYWHERE, "::"])
def test_a_machine_that_listens_everywhere_is_found_by_all_its_addresses(bound: str) -> None:
    assert found(bound) == ("http://mahjong-pi.local:8080", "http://10.0.0.7:8080", "http://10.0.0.8:8080")


def test_a_machine_that_listens_at_one_address_is_found_there() -> None:
    assert found("10.0.0.8") == ("http://mahjong-pi.local:8080", "http://10.0.0.8:8080")
    hosts = OwnHosts([], bound="10.0.0.8", addresses=lambda: ("10.0.0.7",))
    assert hosts.reachable("localhost:8080", 8080) == "http://10.0.0.8:8080"


@pytest.mark.parametrize(
    ("bound", "address"), [("127.0.0.1", "127.0.0.1"), ("localhost", "localhost"), ("::1", "[::1]")]
)
def test_a_machine_that_listens_to_itself_alone_is_found_there_only(bound: str, address: str) -> None:
    assert found(bound) == (f"http://{address}:8080",)


def test_a_name_that_nobody_tells_the_house_is_not_offered() -> None:
    hosts = OwnHosts(["mahjong-pi"], bound=EVERYWHERE, addresses=lambda: ("10.0.0.7",), named=lambda: False)
    assert hosts.addresses(8080) == ("http://10.0.0.7:8080",)


@pytest.mark.parametrize(
    ("bound", "answering"),
    [(EVERYWHERE, ["10.0.0.7"]), ("::", ["10.0.0.7", "[fd00::2]"]), ("", ["10.0.0.7", "[fd00::2]"])],
)
def test_an_address_of_a_kind_that_is_not_listened_on_is_not_offered(bound: str, answering: list[str]) -> None:
    hosts = OwnHosts([], bound=bound, addresses=lambda: ("10.0.0.7", "fd00::2"))
    assert hosts.addresses(8080) == tuple(f"http://{host}:8080" for host in answering)


@pytest.mark.parametrize(("bound", "status"), [("127.0.0.1", 404), (EVERYWHERE, 200)])
@pytest.mark.parametrize("code", ["seat/0", "address/0"])
def test_a_code_is_drawn_only_where_a_phone_gets_an_answer(bound: str, status: int, code: str) -> None:
    client = Client(stories.seated().app(hosts=("mahjong-pi",), bound=bound))
    assert client.get(f"/api/qr/{code}.svg").status_code == status
    assert client.get("/api/addresses").json()["only_here"] is (status == 404)


@pytest.mark.parametrize(("lang", "words"), [("zh", "手机打不开"), ("en", "phones can not")])
def test_the_page_of_codes_says_that_no_phone_gets_in(lang: str, words: str) -> None:
    page = Client(stories.seated().app(bound="127.0.0.1")).get(f"/join?lang={lang}").text
    assert words in page
    assert "/api/qr/" not in page
    assert 'href="/seat/3' in page
