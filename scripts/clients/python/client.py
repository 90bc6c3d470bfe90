"""The API of Karta, generated from /openapi.yaml. It needs Python 3.11 and nothing else.

    from karta import Karta
    api = Karta("https://karta.example", "karta_live_...")
    for delivery in api.pages(api.list_deliveries, day="2027-03-15"):
        print(delivery["number"], delivery["status"])
"""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union

# TYPES


class KartaError(Exception):
    """A refused call. Decide by `code`, show `title`, quote `request_id`."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("title", f"Status {status}"))
        self.status = status
        self.problem = problem
        self.code: str = problem.get("code", "unknown")
        self.title: str = problem.get("title", "")
        self.request_id: str = problem.get("request_id", "")


def _part(value: Any) -> str:
    return urllib.parse.quote(str(value), safe="")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Karta:
    """Calls the API with a key. Refused calls raise `KartaError`."""

    def __init__(self, url: str, key: str, timeout: float = 30) -> None:
        self._base = url.rstrip("/") + "/v1"
        self._key = key
        self._timeout = timeout

    def pages(self, listing: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
        """The items of all pages of a list, such as `api.pages(api.list_drivers, active="true")`."""
        cursor = None
        while True:
            page = listing(*args, **query, cursor=cursor)
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def _call(self, method: str, path: str, query: dict[str, Any], body: Any, headers: dict[str, Any]) -> Any:
        given = {name: _text(value) for name, value in query.items() if value is not None}
        sent = {name: str(value) for name, value in headers.items() if value is not None}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        sent["Authorization"] = f"Bearer {self._key}"
        address = self._base + path + ("?" + urllib.parse.urlencode(given) if given else "")
        request = urllib.request.Request(address, data=data, headers=sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as reply:
                content = reply.read()
                if not content:
                    return None
                return json.loads(content) if "json" in reply.headers.get_content_type() else content
        except urllib.error.HTTPError as error:
            content = error.read()
            try:
                problem = json.loads(content)
            except ValueError:
                problem = {"title": content.decode(errors="replace")[:200]}
            raise KartaError(error.code, problem) from None

    # METHODS
