"""The named tuples of the check path behave as `typing.NamedTuple` does."""

from __future__ import annotations

import pickle
from typing import NamedTuple as Real

import pytest

from vaultctl.core.values import NamedTuple


class Ours(NamedTuple):
    """Doc."""

    one: int
    two: str = "b"
    three: tuple[str, ...] = ()

    @property
    def both(self) -> str:
        return f"{self.one}{self.two}"


class Theirs(Real):
    one: int
    two: str = "b"
    three: tuple[str, ...] = ()


def test_fields_defaults_and_equality() -> None:
    assert Ours(1) == Ours(one=1, two="b") == (1, "b", ())
    assert tuple(Ours(1, "c", ("x",))) == tuple(Theirs(1, "c", ("x",)))
    assert Ours._fields == Theirs._fields
    assert Ours(1).both == "1b"
    assert hash(Ours(1)) == hash(Theirs(1))


def test_replace_repr_and_unpacking() -> None:
    assert Ours(1)._replace(two="z") == (1, "z", ())
    assert repr(Ours(1)) == repr(Theirs(1)).replace("Theirs", "Ours")
    one, *_ = Ours(5)
    assert one == 5
    assert Ours(1)._asdict() == Theirs(1)._asdict()


def test_it_is_frozen_and_strict() -> None:
    value = Ours(1)
    with pytest.raises(AttributeError):
        value.one = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        value.four = 2  # type: ignore[attr-defined]
    for make in (lambda: Ours(), lambda: Ours(1, "a", (), 4), lambda: Ours(1, five=5), lambda: Ours(1, one=1),
                 lambda: Ours("a", (), one=1), lambda: value._replace(five=5)):  # fmt: skip
        with pytest.raises(TypeError):
            make()


def test_the_hundredth_instance_is_made_like_the_first() -> None:
    class Fresh(NamedTuple):
        one: int
        two: str = "b"

    assert {tuple(Fresh(1)) for _ in range(100)} == {(1, "b")}
    assert (Fresh(2, two="c"), Fresh(one=2), Fresh(2, "c")._fields) == ((2, "c"), (2, "b"), ("one", "two"))
    with pytest.raises(TypeError):
        Fresh(1, one=1)


def test_it_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Ours(1))) == Ours(1)
