"""The settings file: what it accepts, and what it says when something is wrong."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon import paths, settings_page
from table_daemon.errors import SettingsError
from table_daemon.settings import CameraKind, Settings, Side, TableSettings, load_settings
from table_daemon.settings_problems import line_of
from table_daemon.settings_words import write_zh


def _file(folder: Path, text: str) -> Path:
    path = folder / "queyan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _problems(folder: Path, text: str) -> list[str]:
    path = _file(folder, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    assert caught.value.path == path
    return str(caught.value).replace(str(path), "FILE").splitlines()


def test_without_a_file_everything_has_its_default() -> None:
    settings = load_settings(None)
    assert settings == Settings()
    assert settings.camera.kind is CameraKind.NONE
    assert settings.web.host == "127.0.0.1"
    assert settings.web.port == 8080


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    settings = load_settings(
        _file(tmp_path, '[web]\nport = 9000\n[match]\nfirst_dealer = 2\nnames = ["a","b","c","王"]')
    )
    assert settings.web.port == 9000
    assert settings.web.host == "127.0.0.1"
    assert settings.match.first_dealer == 2
    assert settings.match.names == ("a", "b", "c", "王")
    assert settings.table == Settings().table


def test_settings_cannot_be_changed_afterwards() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().web.port = 1


def test_relative_names_are_meant_from_the_folder_of_the_file(tmp_path: Path) -> None:
    text = (
        '[camera]\nkind = "files"\npath = "pictures"\n'
        '[store]\ndata_dir = "/srv/queyan"\n[calibration]\nfile = "~/c.json"'
    )
    settings = load_settings(_file(tmp_path, text))
    assert settings.camera.path == tmp_path / "pictures"
    assert settings.store.data_dir == Path("/srv/queyan")
    assert settings.calibration.file == Path("~/c.json").expanduser()


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEYAN_WEB__PORT", "8090")
    monkeypatch.setenv("QUEYAN_MATCH__FIRST_DEALER", "3")
    settings = load_settings(_file(tmp_path, '[web]\nport = 9000\nhost = "0.0.0.0"'))
    assert (settings.web.port, settings.web.host, settings.match.first_dealer) == (8090, "0.0.0.0", 3)  # noqa: S104 -- a value, nothing listens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[web]\nport = 99999", "FILE:2: web.port: 99999 will not do; write a number from 0 to 65535"),
        ("[web]\nport = true", "FILE:2: web.port: true will not do; write a number from 0 to 65535"),
        ('[web]\nhost = ""', 'FILE:2: web.host: \'\' will not do; write an address such as "127.0.0.1" or "0.0.0.0"'),
        ("[web]\nprot = 1", "FILE:2: web.prot: no such key; did you mean port?"),
        ("[web]\nzzz = 1", "FILE:2: web.zzz: no such key; there are host, port, roles, waits_helper"),
        ("[tabel]\nx = 1", "FILE:1: tabel: no such section; did you mean table?"),
        ("web = 3", "FILE:1: web: 3 is no section; write [web] on a line of its own and its keys below"),
        (
            '[camera]\nkind = "uvc"',
            'FILE:1: camera: kind = "uvc" needs device; write it, or kind = "none" to play without',
        ),
        (
            '[camera]\nkind = "usb"',
            'FILE:2: camera.kind: \'usb\' will not do; write "none", "uvc", "rpicam", "files", "video" or "socket"',
        ),
        (
            '[camera]\nkind = "files"',
            'FILE:1: camera: kind = "files" needs path; write it, or kind = "none" to play without',
        ),
        (
            '[camera]\nkind = "socket"',
            'FILE:1: camera: kind = "socket" needs url; write it, or kind = "none" to play without',
        ),
        ('[camera]\nkind = "socket"\nurl = "http://x"', None),
        (
            "[table]\ntile_width_mm = 45",
            "FILE:1: table: tile_length_mm must be more than tile_width_mm; measure the face upright",
        ),
        ("[table]\nfelt_side_mm = nan", "FILE:2: table.felt_side_mm: nan will not do; write a length from 500 to 1500"),
        ('[match]\nnames = ["a", "b"]', None),
        ('[match]\nnames = ["a", "b", "c", ""]', None),
        (
            "[match]\nfirst_dealer = 4",
            'FILE:2: match.first_dealer: 4 will not do; write "random" or a seat from 0 to 3',
        ),
        ("[panel]\nbuzzer_pin = 5", "FILE:1: panel: pin 5 is given twice; each part needs a pin of its own"),
        ("[panel]\nbuzzer_pin = 99", "FILE:2: panel.buzzer_pin: 99 will not do; write a pin from 2 to 27"),
        (
            '[calibration]\nfile = "c.json"\nfelt_corners_px = [[0,0],[9,0],[9,9],[0,9]]',
            "FILE:1: calibration: file and felt_corners_px say the same thing twice; keep one of them",
        ),
        ("[calibration]\nfelt_corners_px = [[0,0],[9,0],[9,9]]", None),
    ],
)
def test_one_message_says_where_which_key_and_what_to_write(tmp_path: Path, text: str, expected: str | None) -> None:
    problems = _problems(tmp_path, text)
    assert len(problems) == 1
    assert expected is None or problems[0] == expected
    assert problems[0].startswith("FILE:")


def test_every_wrong_key_is_told_at_once(tmp_path: Path) -> None:
    assert len(_problems(tmp_path, "[web]\nport = -1\nprot = 2\n[link]\nbaud = 1")) == 3


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[web\nport = 1", "not a TOML file"),
        (b"\x00\x00\x00\x00", "not a TOML file"),
        (b"[web]\nport = \xff\xfe", "not UTF-8"),
    ],
)
def test_a_spoiled_file_gives_one_message(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "queyan.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=words) as caught:
        load_settings(path)
    assert len(str(caught.value).splitlines()) == 1


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no such file"):
        load_settings(tmp_path / "absent.toml")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path)


def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEYAN_WEB__PORT", "many")
    with pytest.raises(SettingsError, match=r"^QUEYAN_WEB__PORT: web\.port: 'many' will not do"):
        load_settings(None)
    monkeypatch.delenv("QUEYAN_WEB__PORT")
    monkeypatch.setenv("QUEYAN_MATCH__NAMES", "not a list")
    with pytest.raises(SettingsError, match="write lists as JSON"):
        load_settings(None)


@given(st.text(max_size=200))
def test_any_text_gives_settings_or_one_clear_refusal(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("any") / "queyan.toml"
    path.write_text(text, encoding="utf-8", errors="replace")
    for problem in _refusals(path):
        assert problem.startswith(str(path))


def _refusals(path: Path) -> list[str]:
    """Return every problem of a file; none when it is accepted. Any other error goes on."""
    try:
        load_settings(path)
    except SettingsError as error:
        return [str(problem) for problem in error.problems]
    return []


def test_the_seats_go_counter_clockwise_from_the_side_of_seat_0() -> None:
    assert TableSettings(seat0_side=Side.LEFT).towards_mm == ((-1, 0), (0, 1), (1, 0), (0, -1))


@pytest.mark.parametrize(
    ("text", "section", "key", "line"),
    [
        ("[web]\nport = 1", "web", "port", 2),
        ('[web]\n"port" = 1', "web", "port", 2),
        ("web.port = 1", "web", "port", 1),
        ("# [web]\n[link]\nport = 2\n[web]\nhost = 1", "web", "port", 4),
        ("web = { port = 1 }", "web", "port", 1),
        ("[link]\nbaud = 1", "web", "port", None),
    ],
)
def test_the_line_of_a_key_is_found(text: str, section: str, key: str, line: int | None) -> None:
    assert line_of(text, section, key) == line


class TestPaths:
    def test_the_named_folder_wins_over_the_usual_one(self, tmp_path: Path) -> None:
        settings = load_settings(_file(tmp_path, '[store]\ndata_dir = "here"'))
        assert paths.data_dir(settings, {"HOME": "/home/wang"}) == tmp_path / "here"
        assert paths.data_dir(Settings(), {"HOME": "/home/wang"}) == Path("/home/wang/.local/state/queyan")

    def test_systemd_wins_over_xdg(self) -> None:
        environ = {"STATE_DIRECTORY": "/var/lib/queyan:/var/lib/other", "XDG_STATE_HOME": "/x"}
        assert paths.state_dir(environ) == Path("/var/lib/queyan")
        assert paths.state_dir({"XDG_STATE_HOME": "/x"}) == Path("/x/queyan")


class TestPages:
    def test_the_page_is_fresh(self, repository: Path) -> None:
        page = (repository / "hardware_docs" / settings_page.PAGE_NAME).read_text(encoding="utf-8")
        assert page == settings_page.page(), "stale; run make docs"
        chinese = (repository / "hardware_docs" / settings_page.CHINESE_PAGE_NAME).read_text(encoding="utf-8")
        assert chinese == settings_page.chinese_page(), "stale; run make docs"

    def test_the_chinese_page_says_nothing_in_english_but_names(self) -> None:
        for name, section in settings_page.sections():
            assert re.search("[\u4e00-\u9fff]", section.zh), name
            for key, field in section.model_fields.items():
                extra = field.json_schema_extra
                assert isinstance(extra, dict)
                assert re.search("[\u4e00-\u9fff]", str(extra["zh"])), f"{name}.{key}"
                said = re.sub(r'"[^"]*"|\{.*?\}|\[.*?\]', "", write_zh(str(extra["write"])))
                assert set(re.findall("[A-Za-z]+", said)) <= {"true", "false"}, f"{name}.{key}"

    def test_the_example_is_fresh(self, repository: Path) -> None:
        example = (repository / "hardware_docs" / settings_page.EXAMPLE_NAME).read_text(encoding="utf-8")
        assert example == settings_page.example(), "stale; run make docs"

    def test_the_example_as_it_is_changes_nothing(self, tmp_path: Path) -> None:
        assert load_settings(_file(tmp_path, settings_page.example())) == Settings()

    def test_every_line_of_the_example_may_be_taken_alone(self, tmp_path: Path) -> None:
        section = ""
        for line in settings_page.example().splitlines():
            if line.startswith("["):
                section = line
            elif line.startswith("# ") and section and " = " in line and line[2:].split(" = ")[0].isidentifier():
                load_settings(_file(tmp_path, f"{section}\n{line[2:]}"))

    def test_every_key_says_what_it_is_and_what_to_write(self) -> None:
        for name, section in settings_page.sections():
            for key, field in section.model_fields.items():
                assert field.description, f"{name}.{key}"
                assert isinstance(field.json_schema_extra, dict)
                assert field.json_schema_extra["write"], f"{name}.{key}"

    @pytest.mark.parametrize("value", ["plain", 'with "quotes" and \\', "甲", 5, 2.5, True, ("a", 1)])
    def test_values_survive_the_way_through_toml(self, value: object) -> None:
        read = tomllib.loads(f"x = {settings_page.toml_value(value)}")["x"]
        assert (tuple(read) if isinstance(read, list) else read) == value
