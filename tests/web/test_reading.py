from __future__ import annotations

import csv
import io

from tests.web import stories
from tests.web.asking import Client


def test_the_rules_are_told_in_both_languages(client: Client) -> None:
    profiles = client.get("/api/rules").json()["profiles"]
    assert [profile["name"] for profile in profiles] == ["tianjin", "tianjin_club", "daihun"]
    first = profiles[0]["options"][0]
    assert first["words"] == {"zh": "起和番数（杠分不算）", "en": "least fan to win, kongs not counted"}
    assert (first["name"], first["value"], first["changed"]) == ("min_fan", 2, False)


def test_the_spreadsheet_opens_in_excel_and_runs_no_formula() -> None:
    table = stories.Teller()
    table.sit_down(("=1+1", "李秀英", "王麻子", "赵大勇"))
    table.deal(indicator="5p")
    table.end(0)
    answer = Client(table.table.app()).get("/api/history.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.text.startswith("\ufeff局,")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[1][:3] == ["1", "'=1+1", "'=1+1"]
    assert rows[1][3] == "捉五 龙 本混 素本"
    english = Client(table.table.app()).get("/api/history.csv?lang=en").text.splitlines()
    assert '"caught five, dragon, dragon of the wild suit, wilds as themselves"' in english[1]
    assert [int(points) for points in rows[1][6:10]] == list(table.table.history().hands[0].net)
