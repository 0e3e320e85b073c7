"""Enrolling: from folders, from a photo of the layout, and what it changes in the naming."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classify import TileNamer
from vision.enrol import enrolled_from_folder, enrolled_from_layout, joined_sets
from vision.errors import TileSetError
from vision.geometry import TableCamera
from vision.labels import FACES, LABELS, Label
from vision.laid_out import PLACES
from vision.pipeline import PhotoReader
from vision.runtime import Network, Tensor
from vision.synthetic.art.faces import face
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import style
from vision.synthetic.light import Noise
from vision.synthetic.render import render
from vision.synthetic.scene import Look, Pose, Scene, SceneTile
from vision.tile_set import FacePicture, TileSet

STYLE = 400_123
USUAL = Noise()


@pytest.fixture(scope="module")
def namer() -> TileNamer:
    return TileNamer.load()


def drawn(label: Label, number: int = STYLE) -> NDArray[np.uint8]:
    return raster(face(label, style(number)), (60, 80))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("set")
    for label in FACES:
        (root / label.value).mkdir()
        cv2.imwrite(str(root / label.value / "a.png"), drawn(label))
    return root


def layout(swap: tuple[int, int] | None = None, *, art_style: int = 0, noise: Noise = USUAL) -> NDArray[np.uint8]:
    order = list(FACES)
    if swap is not None:
        order[swap[0]], order[swap[1]] = order[swap[1]], order[swap[0]]
    faces = iter(order)
    tiles = tuple(
        SceneTile(next(faces), Pose.FACE_UP, (place * 32.0 - 128, row * 58.0 - 87), 0.0)
        for row, labels in enumerate(PLACES)
        for place, _ in enumerate(labels)
    )
    camera = TableCamera.overhead(width_px=1200, height_px=900, table_side_mm=420.0)
    scene = Scene(tiles=tiles, look=Look(art_style=art_style))
    return render(scene, camera, noise=noise, rng=np.random.default_rng(1)).image


def test_a_folder_by_class_is_enrolled_and_its_faces_are_named(folder: Path, namer: TileNamer) -> None:
    enrolment = enrolled_from_folder(folder, namer)
    assert enrolment.tile_set.missing == ()
    assert set(enrolment.tile_set.counts.values()) == {1}
    adapted = TileNamer.load(tile_set=enrolment.tile_set)
    turned = [np.ascontiguousarray(np.rot90(drawn(label), place % 4)) for place, label in enumerate(FACES)]
    namings = adapted.name(turned)
    assert [naming.label for naming in namings] == list(FACES)
    assert np.mean([naming.confidence for naming in namings]) > 0.9


def test_a_picture_in_the_wrong_folder_is_doubted(tmp_path: Path, namer: TileNamer) -> None:
    (tmp_path / "1z").mkdir()
    cv2.imwrite(str(tmp_path / "1z" / "x.png"), drawn(Label.RED, 0))
    assert enrolled_from_folder(tmp_path, namer).doubts == ("1z/x.png looks like 7z, not 1z",)


def test_a_folder_without_faces_and_a_spoiled_picture_are_told(tmp_path: Path, namer: TileNamer) -> None:
    with pytest.raises(TileSetError, match="holds no face"):
        enrolled_from_folder(tmp_path, namer)
    (tmp_path / "5p").mkdir()
    (tmp_path / "5p" / "x.jpg").write_bytes(b"nothing")
    with pytest.raises(TileSetError, match=r"x\.jpg .*replace"):
        enrolled_from_folder(tmp_path, namer)


def test_one_photo_of_the_layout_enrols_all_faces(namer: TileNamer) -> None:
    enrolment = enrolled_from_layout(layout(), "one photo", namer, PhotoReader.load())
    assert enrolment.tile_set.missing == ()
    named = namer.name([picture.square for picture in enrolment.tile_set.pictures])
    assert [naming.label for naming in named] == [picture.label for picture in enrolment.tile_set.pictures]
    assert enrolment.doubts == ()


@pytest.mark.parametrize("art_style", [0, 91])
@pytest.mark.parametrize("noise", [Noise(sigma=4, jpeg_quality=60), Noise(sigma=9, blur_px=1.4, jpeg_quality=45)])
def test_what_an_ordinary_camera_gives_is_enrolled(art_style: int, noise: Noise, namer: TileNamer) -> None:
    photo = layout(art_style=art_style, noise=noise)
    assert enrolled_from_layout(photo, "", namer, PhotoReader.load()).tile_set.missing == ()


def dimmed(photo: NDArray[np.uint8], gain: float) -> NDArray[np.uint8]:
    """Return the photo with so many times the light, as a camera's curve has it."""
    lit = np.clip((photo / 255.0) ** 2.2 * gain, 0, 1)
    return np.asarray(255 * lit ** (1 / 2.2), np.uint8)


def test_a_blurred_photo_is_refused_with_what_was_measured(namer: TileNamer) -> None:
    blurred = cv2.GaussianBlur(layout(), (0, 0), 3.6)  # 1.8 mm
    expected = r"blurred: edges on the tiles spread over 1\.[5-9] mm, at most 1\.5 mm may be; clean the lens"
    with pytest.raises(TileSetError, match=expected) as raised:
        enrolled_from_layout(np.asarray(blurred, np.uint8), "", namer, PhotoReader.load())
    assert "照片糊了：牌面上的边晕开 1." in raised.value.zh


@pytest.mark.parametrize(
    ("gain", "told", "chinese"),
    [
        (0.02, r"too dark: the tiles' brightness is 0\.1\d .*at least 0\.22", "照片太暗：牌面亮度 0.1"),
        (4.0, r"washed out: [3-9]\d% .*at most 30%", "照片过曝"),
    ],
)
def test_a_photo_in_bad_light_is_refused_with_what_was_measured(
    gain: float, told: str, chinese: str, namer: TileNamer
) -> None:
    with pytest.raises(TileSetError, match=told) as raised:
        enrolled_from_layout(dimmed(layout(), gain), "", namer, PhotoReader.load())
    assert chinese in raised.value.zh


def test_two_tiles_that_changed_places_are_told_and_not_enrolled(namer: TileNamer) -> None:
    enrolment = enrolled_from_layout(layout(swap=(0, 12)), "", namer, PhotoReader.load())
    assert enrolment.doubts == ("row 1, place 1 looks like 4p, not 1m", "row 2, place 4 looks like 1m, not 4p")
    assert enrolment.exchanged == (Label.M1, Label.P4)
    with pytest.raises(TileSetError, match="4p is in the place of 1m, 1m is in the place of 4p") as raised:
        joined_sets([enrolment], namer, name="home")
    assert "一万的位置放的是四饼" in raised.value.zh


def test_folders_that_changed_names_are_not_enrolled(tmp_path: Path, namer: TileNamer) -> None:
    for label, shown in ((Label.EAST, Label.RED), (Label.RED, Label.GREEN), (Label.GREEN, Label.EAST)):
        (tmp_path / label.value).mkdir()
        cv2.imwrite(str(tmp_path / label.value / "x.png"), drawn(shown, 0))
    enrolment = enrolled_from_folder(tmp_path, namer)
    assert enrolment.exchanged == (Label.EAST, Label.RED, Label.GREEN)
    # One right picture of a face, and it is the other picture that lies in the wrong folder.
    cv2.imwrite(str(tmp_path / Label.RED.value / "y.png"), drawn(Label.RED, 0))
    assert enrolled_from_folder(tmp_path, namer).exchanged == ()


def test_another_order_is_refused(namer: TileNamer) -> None:
    upside_down = np.ascontiguousarray(layout()[:, ::-1])
    with pytest.raises(TileSetError):
        enrolled_from_layout(upside_down, "", namer, PhotoReader.load())


def test_enrolments_of_one_set_are_joined(folder: Path, namer: TileNamer) -> None:
    one = enrolled_from_folder(folder, namer)
    both = joined_sets([one, one], namer, name="twice")
    assert both.name == "twice"
    assert set(both.counts.values()) == {2}


class _Unsure(Network):
    """Knows two faces apart by their embedding and holds either for the first."""

    def __init__(self) -> None:
        pass

    def run(self, batch: Tensor) -> list[Tensor]:
        logits = np.zeros((len(batch), len(LABELS)), np.float32)
        logits[:, LABELS.index(Label.M1)] = 1.0
        bright = batch.mean(axis=(1, 2, 3)) > 0.5
        embeddings = np.stack([bright, ~bright], axis=1).astype(np.float32)
        return [logits, np.zeros((len(batch), 4), np.float32), embeddings]


def test_what_is_enrolled_outweighs_an_unsure_network() -> None:
    plain = {Label.M1: 255, Label.M2: 0}
    pictures = tuple(FacePicture(label, np.full((64, 64, 3), grey, np.uint8)) for label, grey in plain.items())
    dark = pictures[1].square
    assert TileNamer(_Unsure()).name([dark])[0].label is Label.M1
    assert TileNamer(_Unsure(), tile_set=TileSet("", pictures)).name([dark])[0].label is Label.M2


def test_the_doubtful_are_looked_at_again() -> None:
    looked: list[int] = []

    class Counting(_Unsure):
        def run(self, batch: Tensor) -> list[Tensor]:
            looked.append(len(batch))
            return super().run(batch)

    crops = [np.zeros((64, 64, 3), np.uint8)] * 3
    TileNamer(Counting(), again_below=0.9).name(crops)
    assert looked == [3, 3, 3, 3, 3]
    looked.clear()
    TileNamer(Counting(), again_below=0.01).name(crops)
    assert looked == [3]


def test_a_layout_tells_place_by_place_what_it_looks_like(namer: TileNamer) -> None:
    reader = PhotoReader.load()
    faces = enrolled_from_layout(layout(swap=(0, 33)), "home", namer, reader).faces
    assert [face.label for face in faces] == list(FACES)
    assert [face.label for face in faces if not face.agrees] == [FACES[0], FACES[33]]
    assert faces[0].seen is FACES[33]
