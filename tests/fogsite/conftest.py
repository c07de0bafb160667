"""What all tests of the project have in common."""

from tests.drawing import drawn_without_queries  # noqa: F401  no template asks anything
