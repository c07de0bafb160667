"""What went wrong, in words, and with which of many."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import Error

R = TypeVar("R")
T = TypeVar("T")


def why(error: Exception) -> str:
    """Return what an error says; of one that says nothing, its kind."""
    return str(error) or type(error).__name__


def one_by_one(
    read: Callable[[Sequence[R]], list[T]], rows: Sequence[R], unread: Callable[[R, Exception], list[T]]
) -> list[T]:
    """Return what `read` makes of all rows together; where one of them is of a shape that nobody has written, of each
    alone, and what `unread` makes of that one and its error. Raises Error, which is no fault of any row.
    """
    try:
        return read(rows)
    except Error:
        raise
    except Exception as error:
        if len(rows) == 1:
            return unread(rows[0], error)
    return [each for row in rows for each in one_by_one(read, [row], unread)]
