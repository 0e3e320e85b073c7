"""Queyan on a bare Debian: installed, installed again, played, updated, spoiled, taken away."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.bare_root import BareRoot, bare_root
from tests.verify.builds import build_wheel, copy_sources

AS_SERVICE = (
    "cd /var/lib/queyan && umask 077 && exec setpriv --reuid=queyan --regid=queyan --init-groups --no-new-privs"
    " env -i PATH=/usr/bin:/bin STATE_DIRECTORY=/var/lib/queyan "
)
QUEYAN = "/opt/queyan/current/bin/queyan"
EVENTS = 63

pytestmark = pytest.mark.timeout(3600)


@pytest.fixture(scope="module")
def wheelhouse(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All wheels for Debian 13, as ``make wheelhouse`` prepares them."""
    folder = tmp_path_factory.mktemp("wheelhouse") / "wheels"
    environ = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "VIRTUAL_ENV"}}
    target = "--platform manylinux_2_28_x86_64 --platform manylinux2014_x86_64 --python-version 3.13"
    done = subprocess.run(
        ["make", "wheelhouse", f"WHEELHOUSE={folder}", f"WHEELS_FOR={target}"],
        cwd=repository,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.verify
def test_a_bare_debian_12_from_a_checkout(repository: Path, tmp_path: Path, figure: Callable[[str], None]) -> None:
    root = bare_root(tmp_path, "bookworm", ["ca-certificates"])
    root.run("update-ca-certificates")
    copy_sources(repository, root.at("/root/queyan"), version="0.1.0")
    shutil.copy(repository / "install.sh", root.at("/root/queyan"))
    story = _Story(root, "/root/queyan/install.sh", update="")
    story.install()
    story.install_again()
    story.play(figure)
    story.update(repository, tmp_path)
    story.spoil(repository, tmp_path)
    story.take_away()


@pytest.mark.verify
def test_a_bare_debian_13_without_a_network(
    repository: Path, wheelhouse: Path, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    root = bare_root(tmp_path, "trixie", ["python3-venv", "ca-certificates", "systemd"])
    shutil.copytree(wheelhouse, root.at("/media/stick"))
    # No name is found any more: whatever would ask the network fails.
    root.at("/etc/resolv.conf").write_text("nameserver 127.0.0.1\n", encoding="utf-8")
    root.at("/etc/pip.conf").unlink(missing_ok=True)
    story = _Story(root, "/media/stick/install.sh --offline /media/stick", update="--wheels /media/stick")
    story.install()
    for unit in ("queyan", "queyan-update"):
        assert root.at(f"/etc/systemd/system/multi-user.target.wants/{unit}.service").is_symlink()
    story.install_again()
    story.play(figure)
    story.update(repository, tmp_path)
    story.spoil(repository, tmp_path)
    story.take_away()
    assert not root.at("/etc/systemd/system/multi-user.target.wants/queyan.service").is_symlink()


class _Story:
    """What happens to a machine, step by step."""

    def __init__(self, root: BareRoot, install: str, *, update: str) -> None:
        self._root = root
        self._install = install
        self._update = update

    def install(self) -> None:
        said = self._root.shell(f"sh {self._install}").stdout
        assert "==> Done" in said
        assert re.search(r"queyan joins dialout", said)
        assert self._root.at("/etc/queyan/queyan.toml").is_file()
        assert self._as_service(f"{QUEYAN} --version").startswith("queyan 0.1.0")
        unit = self._root.at("/etc/systemd/system/queyan.service").read_text(encoding="utf-8")
        assert "Type=notify" in unit

    def install_again(self) -> None:
        """What is in place stays in place: nothing is written anew, own settings above all."""
        settings = self._root.at("/etc/queyan/queyan.toml")
        settings.write_text(settings.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
        before = self._files()
        said = self._root.shell(f"sh {self._install}").stdout
        assert "is the one that runs already" in said
        assert "all as they should be" in said
        assert self._files() == before

    def play(self, figure: Callable[[str], None]) -> None:
        """One hand of the demo, as the service would run it."""
        said = self._as_service(f"{QUEYAN} demo --hands 1 --seed 3 --speed max --exit --json")
        last = json.loads(said.splitlines()[-1])
        assert (last["hands"], last["silent_errors"]) == (1, 0)
        figure(f"demo in a bare {self._root.path.name}: one hand in {last['wall_s']} s, asked {last['asked']}")

    def update(self, repository: Path, folder: Path) -> None:
        """A newer build takes over a log of the oldest form, which it lifts."""
        self._give_service(repository)
        log = self._root.at("/var/lib/queyan/queyan.sqlite3")
        shutil.copy(repository / "tests" / "data" / "db" / "version_1.sqlite", log)
        self._root.run("chown", "queyan:queyan", "/var/lib/queyan/queyan.sqlite3")
        wheel = self._build(repository, folder / "newer", version="0.1.1")
        old = self._current()
        said = self._root.shell(self._with_service(f"queyan update {self._update} {wheel}")).stdout
        assert f"{self._current()} runs; {old} is kept beside it" in said
        assert self._current().startswith("0.1.1-")
        assert self._log() == (2, EVENTS)
        assert self._as_service(f"{QUEYAN} --version").startswith("queyan 0.1.1")
        owners = self._root.shell("find /var/lib/queyan ! -user queyan").stdout
        assert owners == ""
        again = self._root.shell(self._with_service(f"queyan update {self._update} {wheel}")).stdout
        assert "is the one that runs already" in again

    def spoil(self, repository: Path, folder: Path) -> None:
        """A torn file, a build that fails its trial, and one whose failure only the service shows."""
        current, files = self._current(), self._files()
        wheel = self._build(repository, folder / "spoiled", version="0.1.2", spoil=True)
        torn = self._root.at("/root/torn/queyan-0.1.2-py3-none-any.whl")
        torn.parent.mkdir()
        torn.write_bytes(self._root.at(wheel).read_bytes()[:-5000])
        done = self._root.shell(self._with_service(f"queyan update {self._update} torn/{torn.name}"), check=False)
        assert done.returncode == 2
        assert "fetch or build it again" in done.stderr
        done = self._root.shell(self._with_service(f"queyan update {self._update} {wheel}"), check=False)
        assert done.returncode == 1
        assert "spoiled on purpose" in done.stderr
        assert "runs on, nothing was changed" in done.stderr
        assert (self._current(), self._files()) == (current, files)
        self._root.at("/run-newer-badly").touch()
        sound = self._build(repository, folder / "sound", version="0.1.3")
        done = self._root.shell(self._with_service(f"queyan update {self._update} {sound}"), check=False)
        assert done.returncode == 1
        assert f"{current} runs again" in done.stderr
        assert self._current() == current
        assert self._log() == (2, EVENTS)
        outcome = json.loads(self._root.at("/opt/queyan/last_update.json").read_text(encoding="utf-8"))
        assert (outcome["result"], outcome["old"]) == ("went_back", current)

    def take_away(self) -> None:
        """The program goes, the data stay; with --purge they go as well."""
        self._root.at("/usr/local/bin/systemctl").unlink()
        install = self._install.split()[0]
        self._root.shell(f"sh {install} --uninstall")
        for path in ("/opt/queyan", "/usr/local/bin/queyan", "/etc/systemd/system/queyan.service"):
            assert not os.path.lexists(self._root.at(path)), path
        assert self._log() == (2, EVENTS)
        assert "# mine" in self._root.at("/etc/queyan/queyan.toml").read_text(encoding="utf-8")
        self._root.shell(f"sh {install} --uninstall --purge")
        assert not self._root.at("/var/lib/queyan").exists()
        assert not self._root.at("/etc/queyan").exists()
        assert self._root.run("getent", "passwd", "queyan", check=False).returncode != 0

    def _build(self, repository: Path, folder: Path, *, version: str, spoil: bool = False) -> str:
        sources = copy_sources(repository, folder / "source", version=version, spoil=spoil)
        wheel = build_wheel(sources, folder / "wheel")
        shutil.copy(wheel, self._root.at("/root"))
        return f"/root/{wheel.name}"

    def _give_service(self, repository: Path) -> None:
        """From here on a stand-in runs the service: no systemd can be booted in a folder."""
        shutil.copy(repository / "tests" / "verify" / "systemctl", self._root.at("/usr/local/bin/systemctl"))

    def _with_service(self, command: str) -> str:
        return f"mkdir -p /run/systemd/system && systemctl start queyan.service && cd /root && {command}"

    def _as_service(self, command: str) -> str:
        return self._root.shell(AS_SERVICE + command).stdout

    def _current(self) -> str:
        return os.readlink(self._root.at("/opt/queyan/current")).removeprefix("releases/")  # noqa: PTH115 -- as it is

    def _files(self) -> str:
        """Names, times and targets of all that an installation made."""
        places = "/opt/queyan /etc/queyan /etc/systemd/system /etc/udev/rules.d /usr/local/bin /etc/passwd /etc/group"
        listed = self._root.shell(
            f"find {places} ! -name lock ! -name last_update.json -printf '%p %T@ %s %l %u\\n' | sort"
        )
        return re.sub(r"(?m)^/opt/queyan(/releases)? .*\n", "", listed.stdout)

    def _log(self) -> tuple[int, int]:
        """Form and length of the log, asked by the bare system's own Python."""
        script = (
            "import sqlite3; ask = sqlite3.connect('/var/lib/queyan/queyan.sqlite3').execute;"
            "print(*ask('PRAGMA user_version').fetchone(), *ask('SELECT count(*) FROM events').fetchone())"
        )
        form, length = self._root.run("setpriv", "--reuid=queyan", "python3", "-c", script).stdout.split()
        return int(form), int(length)
