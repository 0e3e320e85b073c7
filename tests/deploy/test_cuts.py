"""A cut at any step of a first installation: nothing half made is ever current, and the next run makes it whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from table_daemon.deploy import __main__ as steps
from table_daemon.deploy import system_files
from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import COMPLETE, Releases
from table_daemon.deploy.wheels import Wheel, read_wheel
from tests.deploy.wheel_maker import small_wheel
from tests.update.cutting import cut_at

FILES = Path(system_files.__file__).parent / "files"
MOST = 200
"""More than any installation changes."""


def quick_release(releases: Releases, wheel: Wheel, *, wheels: Path | None, root: Path) -> None:  # noqa: ARG001 -- as make_release
    """Make a release as the real maker does, without an environment: its word of being complete comes last."""
    folder = releases.begin(wheel.release)
    (folder / "bin").mkdir()
    (folder / "bin" / "queyan").write_text("", encoding="utf-8")
    (folder / "files").symlink_to(FILES)
    releases.complete(wheel.release)


def install(root: Path, wheel: Path) -> None:
    """The steps of install.sh that change anything of ours."""
    for step in (["install", str(wheel)], ["lay", "--kiosk"]):
        assert steps.main(["--root", str(root), *step]) == 0


def test_an_installation_is_cut_at_each_of_its_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Callable[[str], None]
) -> None:
    monkeypatch.setattr(steps, "make_release", quick_release)
    wheel = small_wheel(tmp_path / "wheels")
    release = read_wheel(wheel).release
    seen = set()
    for number in range(1, MOST):
        layout = Layout(tmp_path / f"machine_{number}")
        layout.root.mkdir()
        was_cut = cut_at(number, lambda root=layout.root: install(root, wheel), root=layout.root)  # type: ignore[misc]
        current = Releases(layout).current()
        seen.add(current)
        assert current is None or (layout.current / COMPLETE).is_file()
        if not was_cut:
            break
        install(layout.root, wheel)
        assert Releases(layout).current() == release
        assert layout.settings.is_file()
        assert system_files.lay_files(layout, layout.current / "files", kiosk=True) == [], "all was as it should be"
        system_files.take_away(layout)
        etc = {path.relative_to(layout.root).as_posix() for path in layout.at("/etc").rglob("*") if path.is_file()}
        assert etc == {"etc/queyan/queyan.toml", "etc/queyan/kiosk.conf"}
    assert seen == {None, release}
    assert number > 20
    figure(f"installation: cut at each of {number - 1} changes")
