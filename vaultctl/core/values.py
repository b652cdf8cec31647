"""`typing.NamedTuple` for the modules on the check path, without importing `typing` or compiling anything at import.

`import typing` costs about as much as starting the interpreter (it brings `re`, `contextlib` and more), `import dataclasses` even
more, and every `collections.namedtuple` compiles a constructor when its module is imported, while a check makes instances of a
few only; and `vaultctl check` runs before every tool call of an agent.  The type checker sees the real `typing.NamedTuple`
(see the `TYPE_CHECKING` idiom in the modules that use this one); at run time a class statement makes a tuple class that
behaves alike, and its constructor is compiled only when many instances are made.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from operator import itemgetter
    from typing import Any
else:
    from _operator import itemgetter  # `operator` would load its half in Python first

_FEW = 20


class _NamedTupleMeta(type):
    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
        if not bases:
            return super().__new__(mcs, name, bases, namespace)
        fields = tuple(namespace.get("__annotations__", ()))
        own = {key: value for key, value in namespace.items() if key not in fields}
        own.update({field: property(itemgetter(place)) for place, field in enumerate(fields)})
        own["__slots__"] = ()
        own["__new__"] = _new
        own["_made"] = 0
        own["__match_args__"] = own["_fields"] = fields
        own["_field_defaults"] = {field: namespace[field] for field in fields if field in namespace}
        return type(name, (_Values,), own)


class _Values(tuple):  # type: ignore[type-arg] # a tuple of anything
    """What all values share; the names are those of `collections.namedtuple`."""

    __slots__ = ()
    _fields: tuple[str, ...]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self, strict=True))})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def _replace(self, **changes: Any) -> Any:
        """The same value with some fields changed.  Raises TypeError for a field that it does not have."""
        return type(self)(**{**dict(zip(self._fields, self, strict=True)), **changes})

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))


def _new(cls: Any, *args: Any, **named: Any) -> Any:
    """The constructor of the first instances, which needs no compiling; then it puts the compiled one in its place.

    Compiling takes as long as some dozens of instances, and most classes make only a few in a check.
    """
    cls._made += 1
    if cls._made > _FEW:
        cls.__new__ = staticmethod(_compile(cls))
        return cls.__new__(cls, *args, **named)
    fields = cls._fields
    if not named and len(args) == len(fields):
        return tuple.__new__(cls, args)
    values = {**cls._field_defaults, **dict(zip(fields, args, strict=False)), **named}
    if len(args) > len(fields) or named.keys() & set(fields[: len(args)]) or values.keys() != set(fields):
        return _compile(cls)(cls, *args, **named)  # raises TypeError, in Python's words
    return tuple.__new__(cls, [values[field] for field in fields])


def _compile(cls: Any) -> Callable[..., Any]:
    """The constructor as `collections.namedtuple` makes it."""
    names = ", ".join(cls._fields)
    # The names are those of the annotations of a class statement in this package.
    made: Callable[..., Any] = eval(f"lambda _cls, {names}: _new(_cls, ({names},))", {"_new": tuple.__new__})
    defaults = cls._field_defaults
    made.__defaults__ = tuple(defaults[name] for name in cls._fields if name in defaults)
    made.__name__ = "__new__"
    return made


class NamedTuple(metaclass=_NamedTupleMeta):
    """Base for frozen values: fields are the annotations, defaults the assigned values."""
