"""Small wheels of Queyan, made by hand: a command that says its version, and the files of a release."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

_ENTRY_POINTS = "[console_scripts]\nqueyan = table_daemon.small:main\n"


def small_wheel(folder: Path, *, version: str = "9.9.9", text: str = "hello", needs: str = "", second: int = 0) -> Path:
    """Write a wheel; ``second`` changes only the times in the archive, ``text`` what is in it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"queyan-{version}-py3-none-any.whl"
    info = f"queyan-{version}.dist-info"
    needed = f"Requires-Dist: {needs}\n" if needs else ""
    files = {
        "table_daemon/__init__.py": "",
        "table_daemon/small.py": f'def main():\n    print("queyan {version}")\n',
        "table_daemon/deploy/files/queyan.service": text,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: queyan\nVersion: {version}\n{needed}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": _ENTRY_POINTS,
    }
    files[f"{info}/RECORD"] = "".join(f"{name},{_digest(content)},{len(content)}\n" for name, content in files.items())
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, second)), content)
    return path


def _digest(content: str) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
