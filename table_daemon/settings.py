"""The settings: one TOML file, every key with its meaning, unit and default; not what is done with them.

The page ``hardware_docs/settings.md`` and the example file are made from these models (``settings_page``).
Any key may also be given as an environment variable ``QUEYAN_<SECTION>__<KEY>``, which wins over the file.
"""

from __future__ import annotations

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings import SettingsError as VariableError

from table_daemon.errors import Problem, SettingsError
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import RuleProfile, profile_named
from table_daemon.settings_problems import explain

if TYPE_CHECKING:
    from pydantic_settings import PydanticBaseSettingsSource

MJT1 = "mjt1"
ENV_PREFIX = "QUEYAN_"
ENV_DELIMITER = "__"
PATH_KEYS = (
    ("camera", "path"),
    ("calibration", "file"),
    ("link", "record"),
    ("store", "data_dir"),
    ("backup", "folder"),
    ("vision", "tile_set"),
)
"""Keys that name files; a relative name in a settings file is meant from that file's folder."""


class CameraKind(StrEnum):
    """Where pictures come from."""

    NONE = "none"
    UVC = "uvc"
    RPICAM = "rpicam"
    FILES = "files"
    VIDEO = "video"
    SOCKET = "socket"


class ClockSource(StrEnum):
    """Which clock the game runs on."""

    SYSTEM = "system"
    PICTURES = "pictures"


class Side(StrEnum):
    """A side of the picture."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


_TOWARDS: dict[Side, tuple[int, int]] = {
    Side.BOTTOM: (0, 1),
    Side.RIGHT: (1, 0),
    Side.TOP: (0, -1),
    Side.LEFT: (-1, 0),
}


def _key(default: object, text: str, *, unit: str = "", write: str, **limits: Any) -> Any:
    """Return a field with what the page and the error messages say about it."""
    return Field(default, description=text, json_schema_extra={"unit": unit, "write": write}, **limits)


def _number(value: object) -> object:
    """Return the value, unless it is true or false: pydantic would take those for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("no number")  # noqa: TRY004 -- pydantic turns a ValueError into the key's message
    return value


Whole = Annotated[int, BeforeValidator(_number)]
Length = Annotated[float, BeforeValidator(_number)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TableSettings(_Section):
    """The table and its tiles, as measured with a ruler."""

    felt_side_mm: Length = _key(
        870.0,
        "Side of the felt inside the rim.",
        unit="mm",
        write="a length from 500 to 1500",
        ge=500,
        le=1500,
    )
    tile_width_mm: Length = _key(
        31.0, "Width of a tile's face.", unit="mm", write="a length from 15 to 60", ge=15, le=60
    )
    tile_length_mm: Length = _key(
        41.5, "Length of a tile's face.", unit="mm", write="a length from 20 to 80", ge=20, le=80
    )
    tile_thickness_mm: Length = _key(
        22.0, "Thickness of a tile lying flat.", unit="mm", write="a length from 8 to 40", ge=8, le=40
    )
    seat0_side: Side = _key(
        Side.BOTTOM,
        "The side of the picture at which seat 0 sits; the others follow counter-clockwise, in turn order.",
        write='"bottom", "right", "top" or "left"',
    )

    @property
    def towards_mm(self) -> tuple[tuple[int, int], ...]:
        """Return for each seat the direction from the table's middle to its player (x right, y down).

        >>> TableSettings().towards_mm
        ((0, 1), (1, 0), (0, -1), (-1, 0))
        """
        sides = list(Side)
        first = sides.index(self.seat0_side)
        return tuple(_TOWARDS[sides[(first + seat) % 4]] for seat in range(4))

    @model_validator(mode="after")
    def _long_side(self) -> Self:
        if self.tile_length_mm <= self.tile_width_mm:
            raise ValueError("tile_length_mm must be more than tile_width_mm; measure the face upright")
        return self


Gain = Annotated[Length, Field(ge=0.1, le=64)]


class CameraSettings(_Section):
    """The camera above the table."""

    kind: CameraKind = _key(
        CameraKind.NONE,
        "Where pictures come from: a USB camera, the Pi's ribbon camera, a folder of pictures, a video file, or "
        "another program's socket.",
        write='"none", "uvc", "rpicam", "files", "video" or "socket"',
    )
    device: str = _key(
        "",
        "USB camera (kind uvc): a stable name under /dev/v4l/by-id, since numbers change at restart. Ribbon camera "
        "(kind rpicam): its number, 0 where there is only one.",
        write='a device such as "/dev/v4l/by-id/usb-...-video-index0"',
    )
    path: Path | None = _key(
        None,
        "Folder of pictures or a recording (kind files), or a video file (kind video).",
        write='a folder such as "pictures"',
    )
    url: str = _key(
        "",
        "Socket that serves pictures (kind socket); the format is in camera_socket.md.",
        write='an address such as "unix:/run/queyan/pictures.sock" or "tcp:127.0.0.1:9000"',
        pattern=r"^$|^(unix:)?/.+$|^tcp:.+:\d{1,5}$",
    )
    width_px: Whole = _key(
        1920,
        "Picture width asked of a USB or ribbon camera; its pictures of any other width are refused.",
        unit="px",
        write="a number from 320 to 9000",
        ge=320,
        le=9000,
    )
    height_px: Whole = _key(
        1080,
        "Picture height asked of a USB or ribbon camera; its pictures of any other height are refused.",
        unit="px",
        write="a number from 240 to 9000",
        ge=240,
        le=9000,
    )
    hold: bool = _key(
        default=True,
        text="Whether a USB camera's exposure, focus and white balance are held as they are once the first pictures "
        "have settled.",
        write="true or false",
    )
    exposure_us: Whole | None = _key(
        None,
        "Exposure fixed from the start; under 50 Hz lamps a multiple of 10000.",
        unit="µs",
        write="a number such as 10000",
        ge=100,
        le=1_000_000,
    )
    focus: Length | None = _key(
        None,
        "Focus fixed from the start. USB: the driver's own figure. Ribbon camera: dioptres, 1 / distance in metres.",
        write="a number such as 0.76",
        ge=0,
        le=1023,
    )
    white_balance_k: Whole | None = _key(
        None,
        "White balance fixed from the start (USB).",
        unit="K",
        write="a number such as 4600",
        ge=1500,
        le=12_000,
    )
    colour_gains: tuple[Gain, Gain] | None = _key(
        None,
        "White balance fixed from the start (ribbon camera): red and blue gain.",
        write="two gains such as [1.8, 2.0]",
    )
    gain: Gain | None = _key(None, "Analogue gain fixed from the start (ribbon camera).", write="a number such as 2.0")

    @model_validator(mode="after")
    def _complete(self) -> Self:
        needs = {
            CameraKind.UVC: "device",
            CameraKind.FILES: "path",
            CameraKind.VIDEO: "path",
            CameraKind.SOCKET: "url",
        }
        needed = needs.get(self.kind)
        if needed is not None and not getattr(self, needed):
            raise ValueError(f'kind = "{self.kind}" needs {needed}; write it, or kind = "none" to play without')
        if self.kind is CameraKind.RPICAM and self.device and not self.device.isdecimal():
            raise ValueError('kind = "rpicam" takes a number as device; write device = "0" or leave it out')
        return self


Pixel = Annotated[float, Field(ge=-10_000, le=20_000)]
Corner = tuple[Pixel, Pixel]


class CalibrationSettings(_Section):
    """Where the table lies in the picture; without it no picture can be read."""

    file: Path | None = _key(
        None,
        "JSON file with the camera's pose and lens, the felt's homography or its corners.",
        write='a file such as "calibration.json"',
    )
    felt_corners_px: tuple[Corner, Corner, Corner, Corner] | None = _key(
        None,
        "The felt's four corners in the picture, clockwise from the top left, in place of a file.",
        unit="px",
        write="four corners such as [[510, 90], [1410, 92], [1412, 990], [508, 988]]",
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.file is not None and self.felt_corners_px is not None:
            raise ValueError("file and felt_corners_px say the same thing twice; keep one of them")
        return self


class LinkSettings(_Section):
    """The serial line to the table's controller (MJT/1)."""

    url: str = _key(
        "",
        "Device, pattern, socket:// address or recording (link.csv); empty plays by camera alone. Take a name under "
        "/dev/serial/by-id.",
        write='"", a device such as "/dev/serial/by-id/usb-..." or a URL such as "socket://127.0.0.1:7000"',
    )
    baud: Whole = _key(
        115_200,
        "Speed of a real UART; USB ignores it.",
        unit="baud",
        write="a number such as 115200",
        ge=300,
        le=4_000_000,
    )
    protocol: str = _key(
        MJT1,
        "What the controller speaks: our own protocol, or a class of a maker's (table_adapters.md).",
        write='"mjt1" or a class such as "my_table.protocol:MyTable"',
        pattern=rf"^({MJT1}|[A-Za-z_][\w.]*:[A-Za-z_]\w*)$",
    )
    record: Path | None = _key(
        None,
        "Record all that passes on the line in this file, at most twice 20 MB; unset: nothing is recorded.",
        write='a file such as "link.csv"',
    )


Pin = Annotated[Whole, Field(ge=2, le=27)]


class PanelSettings(_Section):
    """Buttons, lamps and buzzer on the Pi's own pins (BCM numbers)."""

    enabled: bool = _key(default=False, text="Whether a panel is wired.", write="true or false")
    seat_button_pins: tuple[Pin, Pin, Pin, Pin] = _key(
        (5, 6, 13, 19),
        "Buttons of seats 0..3, each to ground.",
        unit="BCM",
        write="four pins such as [5, 6, 13, 19]",
    )
    undo_button_pin: Pin = _key(26, "Undo button, to ground.", unit="BCM", write="a pin from 2 to 27")
    lamp_pins: tuple[Pin, Pin, Pin, Pin] = _key(
        (17, 27, 22, 23),
        "Lamps of seats 0..3, through 330 ohm.",
        unit="BCM",
        write="four pins such as [17, 27, 22, 23]",
    )
    buzzer_pin: Pin = _key(12, "Buzzer, through a transistor.", unit="BCM", write="a pin from 2 to 27")

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        pins = [*self.seat_button_pins, self.undo_button_pin, *self.lamp_pins, self.buzzer_pin]
        twice = sorted({pin for pin in pins if pins.count(pin) > 1})
        if twice:
            raise ValueError(f"pin {twice[0]} is given twice; each part needs a pin of its own")
        return self


class WebSettings(_Section):
    """The pages for the TV and the phones."""

    host: str = _key(
        "127.0.0.1",
        "Address to listen on; 0.0.0.0 lets phones in the house reach the pages.",
        write='an address such as "127.0.0.1" or "0.0.0.0"',
        min_length=1,
    )
    port: Whole = _key(
        8080, "Port to listen on; 0 takes any free one.", write="a number from 0 to 65535", ge=0, le=65_535
    )
    roles: bool = _key(
        default=True,
        text="Whether changing anything needs a PIN or a scanned code, except on this machine itself.",
        write="true or false",
    )
    waits_helper: bool = _key(
        default=False,
        text="Whether a seat's page tells a player what the tiles he enters there wait for. The house rules decide: "
        "switch it on only where everybody at the table agrees. Nothing that is entered is kept.",
        write="true or false",
    )


SeatName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]


def _seat_number(value: object) -> object:
    """Return a seat given as text (the environment knows nothing else) as a number."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


class MatchSettings(_Section):
    """What a match starts with when nobody says otherwise."""

    names: tuple[SeatName, SeatName, SeatName, SeatName] = _key(
        ("甲", "乙", "丙", "丁"), "Names of seats 0..3.", write='four names such as ["王", "李", "张", "赵"]'
    )
    profile: str = _key("tianjin", "Rule profile.", write='a profile such as "tianjin"', min_length=1)
    rules: dict[str, bool | int | str | dict[str, int]] = _key(
        {},
        "House rules laid over the profile, by the names of hardware_docs/rules.md.",
        write="a table such as { min_fan = 3, chan_unit = 2 }",
    )
    first_dealer: Annotated[Literal["random", 0, 1, 2, 3], BeforeValidator(_seat_number)] = _key(
        "random", "The first dealer: drawn by lot, or a seat.", write='"random" or a seat from 0 to 3'
    )

    def rule_profile(self) -> RuleProfile:
        """Return the rules a match is played by; raises a ``RulesError`` for a name or a value there is not.

        >>> MatchSettings(rules={"min_fan": 3}).rule_profile().min_fan
        3
        """
        return with_options(profile_named(self.profile), self.rules)


class StoreSettings(_Section):
    """The event log and everything else the daemon writes."""

    data_dir: Path | None = _key(
        None,
        "Data directory; unset: $STATE_DIRECTORY, else $XDG_STATE_HOME/queyan, else ~/.local/state/queyan.",
        write='a folder such as "/var/lib/queyan"',
    )
    leave_free_mb: Whole = _key(
        300,
        "Space that pictures, recordings and backups leave free on the disk; the games themselves may use it.",
        unit="MB",
        write="a number from 0 to 1000000",
        ge=0,
        le=1_000_000,
    )


class BackupSettings(_Section):
    """Copies of the event log, one each night."""

    enabled: bool = _key(default=True, text="Whether a copy is made each night.", write="true or false")
    folder: Path | None = _key(
        None,
        "Where copies go; unset: `backups` in the data directory, which a lost card takes with it.",
        write='a folder such as "/media/stick/queyan"',
    )
    other_disk: bool = _key(
        default=False,
        text="Whether the folder must be on another disk than the games: while a USB stick is out, nothing is then "
        "written in its place.",
        write="true or false",
    )
    hour: Whole = _key(
        4,
        "The hour of the night at which the copy is due; a machine that was off makes it up, but never in mid-hand.",
        unit="h",
        write="a number from 0 to 23",
        ge=0,
        le=23,
    )
    daily: Whole = _key(
        7, "How many days' last copies are kept.", unit="days", write="a number from 1 to 1000", ge=1, le=1000
    )
    weekly: Whole = _key(
        8, "How many weeks' last copies are kept.", unit="weeks", write="a number from 0 to 1000", ge=0, le=1000
    )


class VisionSettings(_Section):
    """Reading the pictures."""

    threads: Whole = _key(2, "Processor threads for the networks.", write="a number from 1 to 64", ge=1, le=64)
    tile_set: Path | None = _key(
        None, "This table's own tiles, learnt by `queyan enroll`.", write='a file such as "home.tiles"'
    )


class PictureSettings(_Section):
    """Pictures kept beside the events, as proof of what was seen."""

    keep: bool = _key(default=True, text="Whether pictures of discards and hands are kept.", write="true or false")
    quota_mb: Whole = _key(
        2000,
        "Space for kept pictures; the oldest go first.",
        unit="MB",
        write="a number from 1 to 1000000",
        ge=1,
        le=1_000_000,
    )
    keep_days: Whole = _key(
        30,
        "How long pictures are kept; none is let go while the clock may be wrong.",
        unit="days",
        write="a number from 1 to 10000",
        ge=1,
        le=10_000,
    )


class ClockSettings(_Section):
    """The time of the game."""

    source: ClockSource = _key(
        ClockSource.SYSTEM,
        "The system's clock, or the times that the pictures carry (in lock-step with a simulated table).",
        write='"system" or "pictures"',
    )


class UpdateSettings(_Section):
    """Where `queyan update` finds releases by name; nothing is ever looked for by itself."""

    remote: str = _key(
        "",
        "Git repository whose tags may be installed: an address or a folder. Empty: only files are installed.",
        write='"" or a repository such as "https://example.org/queyan.git"',
        pattern=r"^$|^[^-].*$",
    )


class Settings(BaseSettings):
    """Everything the daemon can be told. Frozen; a change is a new start."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix=ENV_PREFIX,
        env_nested_delimiter=ENV_DELIMITER,
        nested_model_default_partial_update=True,
    )

    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    calibration: CalibrationSettings = CalibrationSettings()
    link: LinkSettings = LinkSettings()
    panel: PanelSettings = PanelSettings()
    web: WebSettings = WebSettings()
    match: MatchSettings = MatchSettings()
    store: StoreSettings = StoreSettings()
    backup: BackupSettings = BackupSettings()
    vision: VisionSettings = VisionSettings()
    pictures: PictureSettings = PictureSettings()
    clock: ClockSettings = ClockSettings()
    update: UpdateSettings = UpdateSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 -- the signature is pydantic-settings' own
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 -- same
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 -- same
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources, the strongest first: the environment, then what the file says."""
        return env_settings, init_settings


def load_settings(path: Path | None) -> Settings:
    """Return the settings of a file, or the defaults when ``path`` is None; the environment wins over both.

    Raises SettingsError naming every key that is wrong, its line, and what to write.
    """
    text, raw = ("", {}) if path is None else _read(path)
    try:
        return Settings(**raw)
    except ValidationError as error:
        raise SettingsError(path, explain(error, Settings, path=path, text=text)) from error
    except VariableError as error:
        # A list in a variable is written as JSON; the message of pydantic-settings names the section only.
        text = f"a {ENV_PREFIX}... variable is malformed ({error}); write lists as JSON"
        raise SettingsError(None, (Problem("environment", "", text),)) from error


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    """Return a file's text and tables, file names in it made absolute."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise _unusable(path, "no such file; name another with --settings") from error
    except UnicodeDecodeError as error:
        raise _unusable(path, f"not UTF-8 text ({error.reason}); save it as UTF-8") from error
    except OSError as error:
        raise _unusable(path, f"cannot be read ({error.strerror}); check its owner and rights") from error
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unusable(path, f"not a TOML file: {error}; compare queyan.example.toml") from error
    for section, key in PATH_KEYS:
        table = raw.get(section)
        if isinstance(table, dict) and isinstance(name := table.get(key), str):
            table[key] = str(path.absolute().parent / Path(name).expanduser())
    return text, raw


def _unusable(path: Path, text: str) -> SettingsError:
    return SettingsError(path, (Problem(str(path), "", text),))
