"""The files outside the releases: written once, changed with the release, taken away without a trace."""

from __future__ import annotations

import configparser
import os
from pathlib import Path

import pytest

from table_daemon.deploy import system_files
from table_daemon.deploy.layout import Layout
from table_daemon.settings import load_settings

FILES = Path(system_files.__file__).parent / "files"
UNIT = "/etc/systemd/system/queyan.service"
KIOSK = "/etc/systemd/system/queyan-kiosk.service"
AUTOSTART = "/etc/xdg/autostart/queyan-kiosk.desktop"
AVAHI = "/etc/avahi/services/queyan.service"


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    made = Layout(tmp_path)
    made.home.mkdir(parents=True)
    return made


def test_a_second_time_nothing_changes(layout: Layout) -> None:
    first = system_files.lay_files(layout, FILES)
    assert UNIT in first
    assert "/usr/local/bin/queyan" in first
    assert os.readlink(layout.at("/usr/local/bin/queyan")) == "/opt/queyan/current/bin/queyan"  # noqa: PTH115
    written = [layout.laid_files, *(layout.at(path) for path in system_files.laid(layout))]
    before = [path.stat().st_mtime_ns for path in written]
    assert system_files.lay_files(layout, FILES) == []
    assert [path.stat().st_mtime_ns for path in written] == before


def test_the_journal_is_bounded_on_disk_and_in_memory(layout: Layout) -> None:
    bound = "/etc/systemd/journald.conf.d/50-queyan.conf"
    assert bound in system_files.lay_files(layout, FILES)
    parser = configparser.ConfigParser()
    parser.read(layout.at(bound), encoding="utf-8")
    assert {*parser["Journal"]} == {"systemmaxuse", "systemkeepfree", "runtimemaxuse"}
    assert all(value.endswith("M") for value in parser["Journal"].values())


def test_a_changed_file_is_put_right(layout: Layout) -> None:
    system_files.lay_files(layout, FILES)
    layout.at(UNIT).write_text("spoiled", encoding="utf-8")
    assert system_files.lay_files(layout, FILES) == [UNIT]
    assert layout.at(UNIT).read_text(encoding="utf-8") == (FILES / "queyan.service").read_text(encoding="utf-8")


def test_a_file_that_this_release_has_not_goes(layout: Layout) -> None:
    system_files.lay_files(layout, FILES)
    older = layout.at("/etc/systemd/system/queyan-older.timer")
    older.touch()
    layout.laid_files.write_text(
        "\n".join([*system_files.laid(layout), "/etc/systemd/system/queyan-older.timer"]), encoding="utf-8"
    )
    assert system_files.lay_files(layout, FILES) == ["/etc/systemd/system/queyan-older.timer"]
    assert not older.exists()


def test_without_a_desktop_the_kiosk_is_a_unit_with_one_an_autostart(layout: Layout) -> None:
    assert KIOSK not in system_files.lay_files(layout, FILES)
    assert KIOSK in system_files.lay_files(layout, FILES, kiosk=True)
    assert layout.at(KIOSK).is_file()
    layout.at("/etc/systemd/system/display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    # Wanted once, wanted still: an update does not ask again.
    assert set(system_files.lay_files(layout, FILES)) == {KIOSK, AUTOSTART}
    assert not layout.at(KIOSK).exists()


def test_the_house_is_told_the_port_of_the_settings(layout: Layout) -> None:
    layout.at("/etc/avahi/services").mkdir(parents=True)
    system_files.lay_files(layout, FILES)
    assert "<port>8080</port>" in layout.at(AVAHI).read_text(encoding="utf-8")
    layout.settings.parent.mkdir(parents=True)
    layout.settings.write_text("[web]\nport = 9000\n", encoding="utf-8")
    assert system_files.lay_files(layout, FILES) == [AVAHI]
    assert "<port>9000</port>" in layout.at(AVAHI).read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["[web", "web = 3", '[web]\nport = "x"', "", "[web]\nport = true"])
def test_settings_that_name_no_port_mean_the_usual_one(layout: Layout, text: str) -> None:
    layout.settings.parent.mkdir(parents=True)
    layout.settings.write_text(text, encoding="utf-8")
    assert system_files.web_port(layout) == 8080


def test_taking_away_leaves_settings_and_others_files(layout: Layout) -> None:
    system_files.lay_files(layout, FILES, kiosk=True)
    system_files.keep_settings(layout, FILES, kiosk=True)
    others = layout.at("/etc/systemd/system/ssh.service")
    others.touch()
    system_files.take_away(layout)
    left = sorted(str(path.relative_to(layout.root)) for path in layout.root.rglob("*") if not path.is_dir())
    assert left == ["etc/queyan/kiosk.conf", "etc/queyan/queyan.toml", "etc/systemd/system/ssh.service"]


def test_somebody_elses_command_of_that_name_stays(layout: Layout) -> None:
    own = layout.at("/usr/local/bin/queyan")
    own.parent.mkdir(parents=True)
    own.write_text("mine", encoding="utf-8")
    assert "/usr/local/bin/queyan" not in system_files.lay_files(layout, FILES)
    assert own.read_text(encoding="utf-8") == "mine"


def test_settings_are_written_once_and_are_good(layout: Layout) -> None:
    assert system_files.keep_settings(layout, FILES) == [str(layout.settings)]
    settings = load_settings(layout.settings)
    assert settings.web.host == "0.0.0.0"  # noqa: S104 -- what the house needs
    assert settings.web.roles
    layout.settings.write_text("# mine\n", encoding="utf-8")
    assert system_files.keep_settings(layout, FILES) == []
    assert layout.settings.read_text(encoding="utf-8") == "# mine\n"
