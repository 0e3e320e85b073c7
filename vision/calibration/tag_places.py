"""Whether the tags lie as the page says: each once, all the same way up, each in its own corner, of the size told.

What is wrong is told by the tag's number, with the cure.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.borders import find_felt_edge
from vision.calibration.doubts import CORNERS, CORNERS_ZH, Doubt, tags_named, tags_named_zh
from vision.calibration.lens import Known, Sightings, fit_camera
from vision.calibration.profile import TableProfile
from vision.calibration.residual import px_per_mm
from vision.calibration.tags import COUNT, LEAST_TAGS, FoundTag, Pixels, TagSize, sightings_of
from vision.errors import CalibrationError
from vision.geometry import Floats, TableCamera

_SIZE_OFF = 0.03
"""Tags of a pixel to the millimetre are measured to one per cent; a page printed to fit is 3 to 6 % small."""
_SIZE_FAR_OFF = 0.06
"""Four tags in the corners leave open whether they or the lens are larger than thought."""
_TOGETHER = 1.8
"""Tags that look so many times too large lie together, far from the felt's corners."""
_ONE_OFF = 2.0
"""Without the one tag that lies wrong the others agree so many times better."""
_ONE_OFF_SURELY = 1.4
"""... or so many times, where they agree with the felt's edge as well ..."""
_AGREE_MM = 1.5
"""... to this: two tags off leave twice as much at the least."""
_LEAST_AWAY_MM = 6.0
"""A tag that lies wrong by less moves tiles by less than a calibration may be off."""
_EDGE_REACH_MM = 14.0
_PLACES = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


def refuse_too_few(tags: tuple[FoundTag, ...], *, felt_will_do: bool) -> None:
    """Raise CalibrationError that names the tags which do not show; ``felt_will_do`` says what else can be done."""
    seen = [tag.number for tag in tags]
    hidden = [number for number in range(COUNT) if number not in seen]
    if not seen:
        raise CalibrationError(
            f"no tag was seen, {LEAST_TAGS} are needed; lay them in the felt's corners, in even light, their whole "
            "white border in the picture",
            zh=f"一张角标也没看到，至少要 {LEAST_TAGS} 张：放在桌面四角，光线均匀，白边也要完整入镜",
        )
    english = f"only {tags_named(seen)} {'was' if len(seen) == 1 else 'were'} seen, {LEAST_TAGS} are needed; uncover "
    english += ", ".join(f"{number} ({CORNERS[number]})" for number in hidden)
    chinese = f"只看到{tags_named_zh(seen)}，至少要 {LEAST_TAGS} 张；没看到："
    chinese += "、".join(f"{number}（{CORNERS_ZH[number]}）" for number in hidden)
    if felt_will_do:
        english += ", or take all tags away: the felt alone tells where the table lies, not which of its sides is which"
        chinese += "。也可以把角标全拿走，只凭桌布找，但那样分不出哪边是哪边"
    raise CalibrationError(english, zh=chinese)


def refuse_mirrored(numbers: tuple[int, ...]) -> None:
    """Raise CalibrationError where tags show only in the picture's mirror image."""
    if not numbers:
        return
    raise CalibrationError(
        f"the picture is mirrored: {tags_named(list(numbers))} can be read only in its mirror image; turn mirroring "
        "(flip) off in the camera or the program that serves its pictures",
        zh=f"画面左右反了（镜像）：{tags_named_zh(list(numbers))} 要照镜子才认得；"
        "请在相机或供图的程序里关掉镜像（翻转）",
    )


def refuse_misplaced(tags: tuple[FoundTag, ...]) -> None:
    """Raise CalibrationError naming tags that are turned or lie in another's corner."""
    _refuse_turned(tags)
    _refuse_exchanged(tags)


def refuse_doubles(tags: tuple[FoundTag, ...]) -> None:
    """Raise CalibrationError where two tags have one number."""
    numbers = [tag.number for tag in tags]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        raise CalibrationError(
            f"{tags_named(twice)} {'was' if len(twice) == 1 else 'were'} seen twice; leave one of each number on the "
            "table and take the rest out of the picture",
            zh=f"{tags_named_zh(twice)} 看到了两张：每个号只留一张，其余拿出画面",
        )


def _refuse_turned(tags: tuple[FoundTag, ...]) -> None:
    turns = np.array([_turn(tag) for tag in tags])
    apart = np.abs((turns[:, None] - turns[None] + 180) % 360 - 180)
    alike = (apart < 45).sum(axis=1)
    most = int(alike.argmax())
    if alike[most] * 2 <= len(tags):
        raise CalibrationError(
            "the tags do not lie the same way up; lay all four side by side as printed, then push each into its corner "
            "without turning it",
            zh="角标的朝向不一致：先照打印的样子摆在一起，再不转方向地推到各自的角里",
        )
    turned = {
        tag.number: float((turn - turns[most] + 180) % 360 - 180)
        for tag, turn, away in zip(tags, turns, apart[most], strict=True)
        if away >= 45
    }
    if turned:
        cures = [_cure(number, turn) for number, turn in turned.items()]
        raise CalibrationError(
            f"not all tags lie the same way up: {', '.join(english for english, _ in cures)}",
            zh=f"角标的朝向不一致：{'，'.join(chinese for _, chinese in cures)}",
        )


def _cure(number: int, turned_deg: float) -> tuple[str, str]:
    if abs(turned_deg) > 135:
        return f"turn tag {number} by half a turn", f"角标 {number} 掉个头"
    # Angles count clockwise, for y points down.
    if turned_deg > 0:
        return f"turn tag {number} a quarter anticlockwise", f"角标 {number} 逆时针转四分之一圈"
    return f"turn tag {number} a quarter clockwise", f"角标 {number} 顺时针转四分之一圈"


def _turn(tag: FoundTag) -> float:
    across = tag.corners_px[1] - tag.corners_px[0] + tag.corners_px[2] - tag.corners_px[3]
    return float(np.degrees(np.arctan2(across[1], across[0])))


def _refuse_exchanged(tags: tuple[FoundTag, ...]) -> None:
    places = _corners_of(tags)
    wrong = {number: corner for number, corner in places.items() if number != corner}
    if not wrong:
        return
    pairs = [(a, b) for a, b in wrong.items() if a < b and wrong.get(b) == a]
    if pairs and 2 * len(pairs) == len(wrong):
        english = ", ".join(f"tags {a} and {b} are swapped" for a, b in pairs)
        chinese = "，".join(f"角标 {a} 和 {b} 放反了" for a, b in pairs)
        raise CalibrationError(f"{english}; exchange them", zh=f"{chinese}：对调一下")
    english = ", ".join(f"tag {a} lies {CORNERS[b]} and belongs {CORNERS[a]}" for a, b in wrong.items())
    chinese = "，".join(f"角标 {a} 在{CORNERS_ZH[b]}，应放{CORNERS_ZH[a]}" for a, b in wrong.items())
    raise CalibrationError(
        f"tags lie in each other's corners: {english}; lay each in its own, all the same way up",
        zh=f"角标放错了角：{chinese}",
    )


def _corners_of(tags: tuple[FoundTag, ...]) -> dict[int, int]:
    """Return in which corner each tag lies, seen the way up that the tags themselves have."""
    across = np.mean([tag.corners_px[1] + tag.corners_px[2] - tag.corners_px[0] - tag.corners_px[3] for tag in tags], 0)
    down = np.mean([tag.corners_px[2] + tag.corners_px[3] - tag.corners_px[0] - tag.corners_px[1] for tag in tags], 0)
    middles = np.array([tag.corners_px.mean(axis=0) for tag in tags])
    steps = np.linalg.solve(np.column_stack([across, down]), middles.T).T
    halfway = (steps.min(axis=0) + steps.max(axis=0)) / 2
    return {tag.number: _PLACES[bool(x), bool(y)] for tag, (x, y) in zip(tags, steps > halfway, strict=True)}


def tag_side_mm(tags: tuple[FoundTag, ...], camera: TableCamera, size: TagSize, profile: TableProfile) -> float:
    """Return how large the tags' black squares are beside the felt, where ``camera`` was fitted to the felt's edge."""
    seen = sightings_of(tags, size, profile)
    return size.black_mm * _sides(seen.points_px) / _sides(camera.project(seen.points_mm))


def first_camera(seen: Sightings, size_px: tuple[int, int], known: Known) -> TableCamera:
    """Return the camera, its lens taken as straight, that the tags' corners tell at first sight.

    ``size_px`` is the picture's width and height. Raises CalibrationError when the corners lie on one line.
    """
    homography, _ = cv2.findHomography(seen.points_mm[:, :2], seen.points_px)
    if homography is None:
        raise CalibrationError(
            "the tags lie on one line; lay each in its own corner of the felt",
            zh="角标排成了一条线：请每个角放一张",
        )
    return TableCamera.from_felt(homography, width_px=size_px[0], height_px=size_px[1], hangs_mm=known.height_mm)


def _sides(corners_px: Floats) -> float:
    quads = corners_px.reshape(-1, 4, 2)
    return float(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean())


def size_doubt(side: float, size: TagSize, profile: TableProfile, *, by_edge: bool) -> Doubt | None:
    """Return what to do where the tags' ``side`` as measured, in mm, is another than was told.

    ``by_edge`` says that it was measured beside the felt's edge; beside the tags' distances it is known roughly.
    """
    if abs(side / size.black_mm - 1) <= (_SIZE_OFF if by_edge else _SIZE_FAR_OFF):
        return None
    felt = profile.felt_side_mm
    if side > _TOGETHER * size.black_mm:
        return Doubt(
            "the tags lie together; cut them apart and lay each in its own corner of the felt",
            "角标挨在一起：剪开，每个角放一张",
        )
    return Doubt(
        f"on a felt of {felt:g} mm the tags measure {side:.1f} mm, --tag-mm says {size.black_mm:g}; measure a tag's "
        "black square and the felt's side with a ruler, and correct --tag-mm or felt_side_mm under [table]",
        f"桌面按 {felt:g} 毫米算，角标黑框边长是 {side:.1f} 毫米，填的却是 {size.black_mm:g}："
        "用尺量一量黑框和桌面，改正角标边长或 [table] 的 felt_side_mm",
    )


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The camera fitted to all tags but one."""

    without: FoundTag
    camera: TableCamera
    left_px: tuple[float, float]
    """How far the other tags and the felt's edge, and the tags alone, are from where it puts them."""


def place_doubt(image: Pixels, tags: tuple[FoundTag, ...], size: TagSize, profile: TableProfile, known: Known) -> Doubt:
    """Return which tag lies wrong where the tags do not agree, or that any of them may."""
    numbers = [tag.number for tag in tags]
    if len(tags) == LEAST_TAGS:
        (hidden,) = {*range(COUNT)} - {*numbers}
        return Doubt(
            f"{tags_named(numbers)} do not agree, and three cannot show which of them lies wrong; lay tag {hidden} "
            f"({CORNERS[hidden]}) as well and it is named, or push all three into their corners, flat and against the "
            "rim on both sides",
            f"{tags_named_zh(numbers)} 对不上，只有三张看不出是哪一张放错了：把角标 {hidden}（{CORNERS_ZH[hidden]}）"
            "也放上，就能说出是哪张；或者三张都推到角里，放平，两边贴住边框",
        )
    return odd_one(image, tags, size, profile, known) or Doubt(
        f"{tags_named(numbers)} do not agree, and more than one of them lies wrong; lay each flat in its own corner, "
        "against the rim on both sides, all the same way up",
        f"{tags_named_zh(numbers)} 对不上，放错的不止一张：每张放平在自己的角里，两边贴住边框，朝向一致",
    )


def odd_one(
    image: Pixels,
    tags: tuple[FoundTag, ...],
    size: TagSize,
    profile: TableProfile,
    known: Known,
    *,
    surely: bool = False,
) -> Doubt | None:
    """Return which of four tags lies wrong, if without it the other three agree.

    ``surely`` asks that they agree with the felt's edge as well.
    """
    if len(tags) <= LEAST_TAGS:
        return None
    tried = [_without(one, image, tags, size, profile, known) for one in tags]
    # Three of four agree with each other now and then by chance; with the felt's edge as well they hardly do.
    for figure in (0, 1):
        best, second = sorted(tried, key=lambda attempt: attempt.left_px[figure])[:2]
        least_mm = best.left_px[figure] / px_per_mm(best.camera, felt_side_mm=profile.felt_side_mm)
        by_edge = figure == 0 and least_mm <= _AGREE_MM
        times = _ONE_OFF_SURELY if by_edge else _ONE_OFF
        if (by_edge or not surely) and second.left_px[figure] > times * best.left_px[figure]:
            return _one_off(best.without, best.camera, size, profile)
    return None


def unnoticed_doubt(
    image: Pixels, tags: tuple[FoundTag, ...], size: TagSize, profile: TableProfile, known: Known
) -> Doubt | None:
    """Return which of four tags lies wrong although a camera was found that all of them agree with well enough.

    A lens or a lean that is not there makes up for one tag; without that tag the felt's edge fits far better.
    """
    if len(tags) <= LEAST_TAGS:
        return None
    tried = [_without(one, image, tags, size, profile, known) for one in tags]
    best, second = sorted(tried, key=lambda attempt: attempt.left_px[0])[:2]
    scale = px_per_mm(best.camera, felt_side_mm=profile.felt_side_mm)
    if best.left_px[0] > _AGREE_MM * scale or second.left_px[0] <= _ONE_OFF * best.left_px[0]:
        return None
    away_mm = _away_mm(best.without, best.camera, size, profile)
    return _one_off(best.without, best.camera, size, profile) if away_mm >= _LEAST_AWAY_MM else None


def _without(
    one: FoundTag, image: Pixels, tags: tuple[FoundTag, ...], size: TagSize, profile: TableProfile, known: Known
) -> _Attempt:
    others = sightings_of(tuple(tag for tag in tags if tag is not one), size, profile)
    # From afresh: a fit that begins where the wrong tag has drawn it may not find its way.
    fitted = fit_camera(others, first_camera(others, (image.shape[1], image.shape[0]), known), known=known)
    left = float(np.sqrt(np.mean(others.misses(fitted) ** 2)))
    return _Attempt(one, fitted, (left + _edge_left(image, fitted, profile), left))


def _edge_left(image: Pixels, camera: TableCamera, profile: TableProfile) -> float:
    """Return how many pixels the felt's edge is off its line, on the mean of the four sides."""
    edge = find_felt_edge(image, camera, felt_side_mm=profile.felt_side_mm, reach_mm=_EDGE_REACH_MM)
    misses = np.abs(edge.sightings.misses(camera))
    far = _EDGE_REACH_MM * px_per_mm(camera, felt_side_mm=profile.felt_side_mm)
    return float(
        np.mean([np.median(misses[edge.sides == side]) if share > 0 else far for side, share in enumerate(edge.shares)])
    )


def _away_mm(one: FoundTag, others: TableCamera, size: TagSize, profile: TableProfile) -> float:
    """Return how far a tag lies from where the camera of the others puts it."""
    seen = sightings_of((one,), size, profile)
    expected = others.project(seen.points_mm)
    return float(np.linalg.norm((expected - seen.points_px).mean(axis=0)) / (_sides(expected) / size.black_mm))


def _one_off(one: FoundTag, others: TableCamera, size: TagSize, profile: TableProfile) -> Doubt:
    away = _away_mm(one, others, size, profile)
    return Doubt(
        f"tag {one.number} lies {away:.0f} mm from where the other three say; push it into its corner, flat and "
        "against the rim on both sides",
        f"角标 {one.number} 偏离另外三张所说的位置 {away:.0f} 毫米：推到角里，放平，两边贴住边框",
    )
