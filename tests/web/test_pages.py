from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import web_display
from tests.web.asking import Client
from vision.quality import Concern
from web_display.i18n import load_catalogues
from web_display.kept import KeptPictures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.service import MemoryTable

PACKAGE = Path(web_display.__file__).parent
STATIC = PACKAGE / "static"
PAGES = ("/", "/seat/0", "/seat/3", "/table", "/setup", "/history", "/overlay")
CATALOGUES = {lang: json.loads((STATIC / "i18n" / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("zh", "en")}
USED = re.compile(r"""\bt\(\s*["'`]([^"'`]+)["'`]""")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("query", "lang"),
    [("", "zh-CN"), ("?lang=en", "en"), ("?lang=zh-Hant", "zh-Hant"), ("?lang=fr", "zh-CN"), ("?lang=", "zh-CN")],
)
def test_every_page_comes_in_every_language(client: Client, path: str, query: str, lang: str) -> None:
    answer = client.get(path + query)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{lang}"' in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_no_page_holds_inline_script_or_style_or_anything_from_outside(client: Client, path: str) -> None:
    html = client.get(path).text
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r"<style|\bstyle=|\bon\w+=", html) == []
    assert re.findall(r"(?:src|href)=\"(?!/[a-z?])", html) == []


@pytest.mark.parametrize("path", ["/seat/0", "/table", "/history", "/setup"])
@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (KeptPictures(keep=True, days=30, most_mb=2000), "are kept for 30 days, 2000 MB at most"),
        (KeptPictures(keep=False, days=30, most_mb=2000), "no picture is kept"),
    ],
)
def test_people_are_told_which_pictures_are_kept(table: MemoryTable, path: str, kept: KeptPictures, words: str) -> None:
    assert words not in Client(table.app()).get(f"{path}?lang=en").text
    table.kept = kept
    assert words in Client(table.app()).get(f"{path}?lang=en").text


@pytest.mark.parametrize(
    "path", ["/seat/4", "/seat/-1", "/seat/x", "/seat/", "/seat/00", "/nowhere", "/static/none.js"]
)
@pytest.mark.parametrize(("query", "words"), [("", "没有这个页面"), ("?lang=en", "There is no page at this address")])
def test_an_address_that_is_no_page_says_so_to_people(client: Client, path: str, query: str, words: str) -> None:
    answer = client.get(path + query, headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert words in answer.text
    assert 'href="/seat/3' in answer.text
    assert "<script" not in answer.text


def test_a_program_gets_one_sentence(client: Client) -> None:
    answer = client.get("/seat/9")
    assert answer.status_code == 404
    assert "seats are 0, 1, 2 and 3" in answer.json()["error_en"]
    nothing = client.get("/api/nothing", headers={"accept": "text/html"}).json()
    assert nothing == {"error": "/api/nothing: 没有这个地址", "error_en": "/api/nothing: Not Found"}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/state", 405),
        ("GET", "/api/events?after=x", 422),
        ("GET", "/api/pictures/none.jpg", 404),
        ("GET", "/api/qr/seat/7.svg", 404),
        ("GET", "/api/setup/pictures/5.jpg", 404),
        ("GET", "/api/setup/tags.pdf", 404),
        ("POST", "/api/intents", 415),
    ],
)
def test_every_refusal_is_told_in_both_languages(client: Client, method: str, path: str, status: int) -> None:
    answer = client.request(method, path, headers={"content-type": "application/json"} if method == "DELETE" else None)
    told = answer.json()
    assert answer.status_code == status
    assert re.search("[\u4e00-\u9fff]", told["error"])
    assert not re.search("[\u4e00-\u9fff]", told["error_en"])


@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_asked_after_without_fetching_it(client: Client, path: str) -> None:
    assert client.request("HEAD", path).status_code == 200
    assert client.request("HEAD", "/seat/9").status_code == 404


def test_the_television_has_no_controls(client: Client) -> None:
    assert re.findall(r"<(?:a|button|input|select|form|textarea)\b", client.get("/").text) == []


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("js/tv.js", "text/javascript; charset=utf-8"),
        ("css/tv.css", "text/css; charset=utf-8"),
        ("tiles/5m.svg", "image/svg+xml"),
        ("i18n/zh.json", "application/json"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_files_are_served_with_their_types_and_revalidated(client: Client, path: str, kind: str) -> None:
    answer = client.get(f"/static/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    again = client.get(f"/static/{path}", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["../app.py", "..%2fapp.py", "nothing.js", ""])
def test_only_the_files_of_the_folder_are_served(client: Client, path: str) -> None:
    assert client.get(f"/static/{path}").status_code in {404, 405}


MACHINE_WORDS = (
    *("table_daemon/rules", "table_daemon/game", "table_daemon/fusion", "table_daemon/care", "vision/quality"),
    *("vision/calibration", "vision/errors.py", "table_daemon/calibrating.py"),
    *("vision/enrol.py", "vision/laid_out.py", "vision/clear_faces.py", "vision/words.py"),
    *("web_display", "firmware_bridge/errors.py", "firmware_bridge/link.py", "firmware_bridge/session.py"),
    *(f"table_daemon/{name}.py" for name in ("watching", "panel_keeping", "saving", "link_watch", "eyesight")),
    *(f"table_daemon/{name}.py" for name in ("setup_desk", "setup_tries", "settled", "service")),
)
"""Where sentences are made that a page may show."""
NOT_SHOWN = {"explain.py", "fan_table.py", "told.py", "ladders.py"}
"""Words for the terminal, and for tests."""


def machine_words() -> Iterator[str]:
    """Every text in the code of ``MACHINE_WORDS`` that is no docstring."""
    places = [PACKAGE.parent / place for place in MACHINE_WORDS]
    for path in (path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node.value if path.name not in NOT_SHOWN else ""


def test_every_character_has_its_traditional_form() -> None:
    said = json.loads((STATIC / "i18n" / "zh-Hant.json").read_text(encoding="utf-8"))
    texts = [*CATALOGUES["zh"].values(), *machine_words()]
    used = {char for text in texts for char in text if "\u4e00" <= char <= "\u9fff"}
    assert len(used) > 500
    assert sorted(used - {*said["simplified"], *said["same"]}) == []
    assert len(said["simplified"]) == len(said["traditional"])
    assert not {*said["simplified"]} & {*said["traditional"], *said["same"]}


def test_traditional_pages_say_the_same_in_other_characters() -> None:
    catalogues = load_catalogues(STATIC / "i18n")
    simplified, written = catalogues["zh"], catalogues["zh-Hant"]
    assert list(written.messages) == list(simplified.messages)
    assert (written("waiting_hand"), written("review_open"), written("wall_left")) == (
        "等待升牆",
        "有疑問，請在手機上確認",
        "餘牌",
    )
    assert [len(text) for text in written.messages.values()] == [len(text) for text in simplified.messages.values()]


@pytest.mark.parametrize("concern", list(Concern))
def test_every_figure_of_a_picture_has_its_name(concern: Concern) -> None:
    for words in CATALOGUES.values():
        assert words[f"figure.{concern}"]


def test_both_catalogues_say_the_same_things() -> None:
    assert list(CATALOGUES["zh"]) == list(CATALOGUES["en"])
    places = {
        lang: {k: sorted(re.findall(r"\{\w+\}", v)) for k, v in words.items()} for lang, words in CATALOGUES.items()
    }
    assert places["zh"] == places["en"]


@pytest.mark.parametrize("path", sorted([*(STATIC / "js").glob("*.js"), *(PACKAGE / "templates").glob("*.html")]))
def test_every_word_a_page_uses_is_in_the_catalogue(path: Path) -> None:
    for key in USED.findall(path.read_text(encoding="utf-8")):
        pattern = re.escape(re.sub(r"\$\{[^}]*\}", "*", key)).replace(r"\*", ".+")
        assert any(re.fullmatch(pattern, known) for known in CATALOGUES["zh"]), key


@pytest.mark.parametrize("path", sorted([*(STATIC / "js").glob("*.js"), *(STATIC / "css").glob("*.css")]))
def test_no_file_fetches_from_outside(path: Path) -> None:
    assert re.findall(r"https?:|url\(", path.read_text(encoding="utf-8")) == []
