"""`typing.NamedTuple` for the modules on the check path, without importing `typing`.

`import typing` costs about as much as starting the interpreter itself (it brings `re`, `contextlib`
and more), `import dataclasses` even more, and `vaultctl check` runs before every tool call of an
agent.  The type checker sees the real `typing.NamedTuple` (see the `TYPE_CHECKING` idiom in the modules that
use this one); at run time a class statement makes the same tuple class through `collections.namedtuple`.
"""

from __future__ import annotations

from collections import namedtuple


class _NamedTupleMeta(type):
    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, object]) -> type:
        if not bases:
            return super().__new__(mcs, name, bases, namespace)
        annotate = namespace.get("__annotate__") or namespace.get("__annotate_func__")
        annotations = namespace.get("__annotations__")
        if annotations is None and callable(annotate):  # Python 3.14 without the future import
            annotations = annotate(1)
        fields = list(annotations) if isinstance(annotations, dict) else []
        defaults = [namespace[field] for field in fields if field in namespace]
        base = namedtuple(name, fields, defaults=defaults)  # type: ignore[misc] # the names are known at run time only
        own = {key: value for key, value in namespace.items() if key not in fields}
        own["__slots__"] = ()
        return type(name, (base,), own)


class NamedTuple(metaclass=_NamedTupleMeta):
    """Base for frozen values: fields are the annotations, defaults the assigned values."""
