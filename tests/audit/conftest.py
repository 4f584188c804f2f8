"""Provide shifts to audit."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from punto.core.rulebook import Rulebook
from punto.games.library import game
from tests.audit.shift import Shift, whole_shift

Begin: TypeAlias = Callable[[Rulebook], Shift]
Whole: TypeAlias = Callable[[str], Path]


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The journal of a whole shift by its game. It is played once and never written again."""

    @cache
    def played(key: str) -> Path:
        return whole_shift(tmp_path_factory.mktemp(key), key)

    return played


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin shifts, and close their journals after a test."""
    begun: list[Shift] = []

    def new(book: Rulebook) -> Shift:
        begun.append(Shift(tmp_path, book))
        return begun[-1]

    yield new
    for shift in begun:
        shift.journal.close()


@pytest.fixture
def shift(begin: Begin) -> Shift:
    """A shift at a table of Tiger Baccarat, with an open journal."""
    return begin(game("tiger"))
