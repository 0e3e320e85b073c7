"""Requests straight into the application, without a socket; one event loop a request."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import AsyncIterable

    from fastapi import FastAPI

HOST = "table.local"


@dataclass(frozen=True, slots=True)
class Client:
    """Asks ``app`` as if it were served at ``http://table.local``, from ``address``."""

    app: FastAPI
    address: str = "127.0.0.1"

    def request(
        self,
        method: str,
        path: str,
        *,
        headers: dict[str, str] | None = None,
        json: object = None,
        content: bytes | str | AsyncIterable[bytes] | None = None,
    ) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, client=(self.address, 50_000))
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, path, headers=headers, json=json, content=content)

        return asyncio.run(ask())

    def get(self, path: str, *, headers: dict[str, str] | None = None) -> httpx.Response:
        return self.request("GET", path, headers=headers)

    def post(
        self,
        path: str,
        *,
        headers: dict[str, str] | None = None,
        json: object = None,
        content: bytes | str | AsyncIterable[bytes] | None = None,
    ) -> httpx.Response:
        return self.request("POST", path, headers=headers, json=json, content=content)
