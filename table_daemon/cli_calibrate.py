"""``queyan calibrate``: where the table lies in the picture of a file or of the camera. ``vision`` does the work."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from table_daemon.cli import SettingsOption, find_settings

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from pydantic import JsonValue

    from table_daemon.settings import Settings
    from vision.calibration.calibrate import Calibrated
    from vision.calibration.lens import Known
    from vision.calibration.profile import TableProfile
    from vision.geometry import Lens

CORNERS = 4


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command()(calibrate)


def calibrate(  # noqa: PLR0913 -- each option of a command is an argument of its function
    image: Annotated[
        Path | None, typer.Argument(metavar="[IMAGE]", help="A photograph of the table, as the camera gives it.")
    ] = None,
    settings: SettingsOption = None,
    *,
    camera: Annotated[bool, typer.Option("--camera", help="Take the picture with the settings' camera.")] = False,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to keep the calibration.")] = Path(
        "calibration.json"
    ),
    annotated: Annotated[
        Path | None, typer.Option("--annotated", metavar="PNG", help="Also write the picture with what was found.")
    ] = None,
    corners: Annotated[
        tuple[str, str, str, str] | None,
        typer.Option(
            "--corners", metavar="X,Y X,Y X,Y X,Y", help="The felt's corners in pixels, clockwise from the top left."
        ),
    ] = None,
    height_mm: Annotated[
        float | None,
        typer.Option("--height-mm", min=300, max=5000, help="How high the camera hangs over the felt, if measured."),
    ] = None,
    lens: Annotated[
        str | None, typer.Option("--lens", metavar="K1,K2", help="The lens's radial distortion, if known.")
    ] = None,
    tag_mm: Annotated[float, typer.Option("--tag-mm", min=15, max=80, help="Side of the tags' black square.")] = 40.0,
    print_tags: Annotated[
        Path | None,
        typer.Option("--print-tags", metavar="FILE", help="Write the corner tags as .pdf, .svg or .png and leave."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
) -> None:
    """Find where the table lies in the picture: by its corner tags, by corners you give, or by the felt itself."""
    from table_daemon.calibrating import calibrated  # noqa: PLC0415 -- heavy parts load only for their command
    from table_daemon.settings import load_settings  # noqa: PLC0415 -- same
    from vision.calibration.lens import Known  # noqa: PLC0415 -- same
    from vision.calibration.store import save_calibration  # noqa: PLC0415 -- same
    from vision.calibration.tag_sheet import write_tag_sheet  # noqa: PLC0415 -- same
    from vision.calibration.tags import TagSize  # noqa: PLC0415 -- same

    if print_tags is not None:
        write_tag_sheet(print_tags, TagSize(tag_mm))
        typer.echo(f"{print_tags}: print at 100 %, then measure the line of 100 mm")
        return
    _refuse_outputs(out, annotated)
    loaded = load_settings(find_settings(settings))
    known = Known(lens=None if lens is None else _lens(lens), height_mm=height_mm)
    places = None if corners is None else [_pair(text, "--corners") for text in corners]
    pixels = _picture(image, loaded, live=camera)
    profile = profile_of(loaded)
    found = calibrated(pixels, profile, corners_px=places, known=known, tag_size=TagSize(tag_mm), live=camera)
    if annotated is not None:
        _draw(annotated, pixels, found, profile)
    if found.passed:
        save_calibration(out, found, profile)
    typer.echo(json.dumps(_line(found, out), ensure_ascii=False) if as_json else _text(found, known, out))
    if not found.passed:
        raise typer.Exit(1)


def profile_of(settings: Settings) -> TableProfile:
    """Return what calibration must know of the settings' table."""
    from vision.calibration.profile import TableProfile  # noqa: PLC0415 -- NumPy and OpenCV load only for this command

    table = settings.table
    return TableProfile(
        felt_side_mm=table.felt_side_mm,
        tile_width_mm=table.tile_width_mm,
        tile_length_mm=table.tile_length_mm,
        tile_thickness_mm=table.tile_thickness_mm,
    )


def _picture(image: Path | None, settings: Settings, *, live: bool) -> NDArray[uint8]:
    if (image is None) != live:
        raise typer.BadParameter("give a picture, or --camera to take one")
    if image is None:
        return asyncio.run(_taken(settings))
    from vision.pictures import load_picture  # noqa: PLC0415 -- OpenCV loads only for this command

    return load_picture(image)


async def _taken(settings: Settings) -> NDArray[uint8]:
    """Take a picture with the settings' camera, once it has settled."""
    from table_daemon.calibrating import hides_tags  # noqa: PLC0415 -- heavy parts load only for their command
    from table_daemon.clocks import SystemClock  # noqa: PLC0415 -- same
    from table_daemon.eyesight import is_live, open_camera  # noqa: PLC0415 -- same
    from table_daemon.health import HealthBoard  # noqa: PLC0415 -- same
    from table_daemon.settled import settled_picture  # noqa: PLC0415 -- same
    from vision.errors import CameraUnavailableError  # noqa: PLC0415 -- same

    board, profile = HealthBoard(SystemClock().now_ms), profile_of(settings)
    camera = open_camera(settings, board)
    if camera is None:
        told = "; ".join(item.message for item in board.current().items if item.message)
        raise CameraUnavailableError(told or "no camera is set; name one under [camera]")
    try:
        return await settled_picture(
            camera, live=is_live(settings.camera.kind), is_bad=lambda pixels: hides_tags(pixels, profile)
        )
    finally:
        await camera.close()


def _refuse_outputs(out: Path, annotated: Path | None) -> None:
    """Raise what people read, before the work, where its results could not be written."""
    import cv2  # noqa: PLC0415 -- OpenCV loads only for this command

    from vision.whole_file import refuse_unwritable  # noqa: PLC0415 -- same

    refuse_unwritable(out)
    if annotated is None:
        return
    refuse_unwritable(annotated)
    if annotated.suffix and not cv2.haveImageWriter(f"x{annotated.suffix}"):
        raise typer.BadParameter(f"{annotated}: OpenCV can't write such a picture; name it .png or .jpg")


def _draw(path: Path, pixels: NDArray[uint8], found: Calibrated, profile: TableProfile) -> None:
    import cv2  # noqa: PLC0415 -- OpenCV loads only for this command

    from vision.calibration.annotate import annotated  # noqa: PLC0415 -- same
    from vision.whole_file import write_whole  # noqa: PLC0415 -- same

    _, data = cv2.imencode(path.suffix or ".png", annotated(pixels, found, profile))
    write_whole(path, data.tobytes())


def _pair(text: str, option: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {text!r} is no pair of numbers such as 510,90") from error
    return x, y


def _lens(text: str) -> Lens:
    k1, k2 = _pair(text, "--lens")
    return (k1, k2, 0.0, 0.0, 0.0)


def _line(found: Calibrated, out: Path) -> dict[str, JsonValue]:
    from vision.calibration.store import residual_file  # noqa: PLC0415 -- OpenCV loads only for this command

    return {
        "file": str(out) if found.passed else None,
        "method": found.method.value,
        "residual": residual_file(found).model_dump(),
        "notices_bumps": found.landmarks is not None,
        "doubts": [{"text": doubt.text, "text_zh": doubt.zh, "grave": doubt.grave} for doubt in found.doubts],
    }


def _text(found: Calibrated, known: Known, out: Path) -> str:
    from vision.calibration.calibrate import Method  # noqa: PLC0415 -- OpenCV loads only for this command

    left = found.residual
    rms = f"rms {left.rms_mm:.2f} mm ({left.rms_px:.2f} px)"
    worst = f"worst {left.worst_mm:.2f} mm ({left.worst_px:.2f} px)"
    lines = [f"calibrated by {found.method.value} from {left.marks} marks: {rms}, {worst}"]
    if found.passed:
        lines.append(f'pass; kept in {out}. Write file = "{out}" under [calibration] in the settings.')
    else:
        lines += [f"fail: {why}" for why in _failures(found)]
    lines += [f"look: {doubt.text}." for doubt in found.doubts if not doubt.grave]
    if found.method is Method.FELT:
        lines.append("No tags were seen: seat 0's side is the picture's bottom, or what seat0_side under [table] says.")
    if found.landmarks is None:
        lines.append("The rim shows on fewer than three sides: a bump of the camera would go unnoticed.")
    if known.height_mm is None:
        lines.append("Heights were taken from usual mounts; --height-mm makes the walls' tops exact.")
    return "\n".join(lines)


def _failures(found: Calibrated) -> list[str]:
    from vision.calibration.residual import PASS_RMS_MM, PASS_WORST_MM  # noqa: PLC0415 -- OpenCV loads only here

    grave = [f"{doubt.text}. Nothing was kept." for doubt in found.doubts if doubt.grave]
    if grave:
        return grave
    if not found.residual.checked:
        unseen = (
            "the felt's edge does not show where you put the corners, so nothing bears them out and nothing was kept"
        )
        return [f"{unseen}; mark them nearer to the edge, or lay the tags."]
    limits = f"rms {PASS_RMS_MM:g} mm and worst {PASS_WORST_MM:g} mm"
    return [f"more than {limits}, so nothing was kept; mark the corners again, or lay the tags."]
