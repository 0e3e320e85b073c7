"""The OpenAPI description: what FastAPI makes of the routes, and what it cannot know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_EVERYWHERE: Final = {"421": "Asked by a name that is not this machine's."}
_CHANGING: Final = {
    "400": "The body is no JSON that can be read: too deep, or a number too long.",
    "403": "Sent by another site's page, or the right is missing.",
    "408": "The body did not arrive in time.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
}
_STREAM: Final = {
    "get": {
        "summary": "Stream",
        "description": "The whole public state at once and after every change, as server-sent events: `id` is the "
        "version, `Last-Event-ID` resumes, `beat` events tell the table's time once a second.",
        "operationId": "stream_api_stream_get",
        "responses": {"200": {"description": "It never ends.", "content": {"text/event-stream": {}}}},
    }
}


def completed(found: dict[str, Any], *, stream_path: str) -> dict[str, Any]:
    """Add to a description what stands before and beside the routes, and take out what OpenAPI has no words for."""
    found["paths"].setdefault(stream_path, _STREAM)
    for method, operation in _operations(found):
        told = _EVERYWHERE | (_CHANGING if method == "post" else {})
        for status, text in told.items():
            operation["responses"].setdefault(status, {"description": text})
    _without_union_mappings(found)
    return found


def _operations(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for operations in found["paths"].values():
        yield from operations.items()


def _without_union_mappings(value: object) -> None:
    """Take out what pydantic says of a union in a union."""
    if isinstance(value, list):
        for inner in value:
            _without_union_mappings(inner)
    elif isinstance(value, dict):
        told = value.get("discriminator")
        mapping = told.get("mapping") if isinstance(told, dict) else None
        if isinstance(mapping, dict) and not all(isinstance(target, str) for target in mapping.values()):
            del value["discriminator"]
        for inner in value.values():
            _without_union_mappings(inner)
