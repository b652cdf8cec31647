"""Reading JSON that a foreign server sent: the shape is checked where it is used."""

from __future__ import annotations

from typing import TypeAlias

from vaultctl.errors import ForgeError

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def items(data: Json) -> list[Json]:
    """A list.  Raises ForgeError for anything else."""
    if isinstance(data, list):
        return data
    raise _unexpected("a list", data)


def inner(data: Json, *keys: str) -> Json:
    """The value below those keys; None where one of them is missing."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def text(data: Json, *keys: str) -> str:
    """The text below those keys.  Raises ForgeError where there is none."""
    value = inner(data, *keys)
    if isinstance(value, str):
        return value
    raise _unexpected(".".join(keys), data)


def number(data: Json, *keys: str) -> int:
    """The whole number below those keys.  Raises ForgeError where there is none."""
    value = inner(data, *keys)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _unexpected(".".join(keys), data)


def texts(data: Json, depth: int = 4) -> list[str]:
    """The reasons in an error answer of any forge: every text in it that is not an address, each once."""
    found: list[str] = []
    if isinstance(data, str):
        if data and "://" not in data.partition(" ")[0]:
            found.append(data)
    elif depth and isinstance(data, list):
        for item in data[:20]:
            found += texts(item, depth - 1)
    elif depth and isinstance(data, dict):
        for key, item in list(data.items())[:20]:
            if key not in ("documentation_url", "url", "error_code", "status", "request_id", "resource", "type"):
                found += texts(item, depth - 1)
    return list(dict.fromkeys(found))


def _unexpected(wanted: str, data: Json) -> ForgeError:
    return ForgeError(
        f"the forge's answer has no {wanted} (it is {type(data).__name__})",
        "is it the forge that the config says? Set `forge` in .vaultctl.yaml",
    )
