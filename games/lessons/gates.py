"""What the gates ask of this feature (`tests/parts/features.py`)."""

ADDRESSES = {
    "lesson_of": (("en-garde",), "get", 302, 302, 302, "post"),
    "lesson": (("en-garde", "first", "1"), "get", 200, 200, 200, "put"),
}
