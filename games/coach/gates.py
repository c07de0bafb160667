"""What the gates ask of this feature (`tests/parts/features.py`)."""

ADDRESSES = {"choose_coach": ((), "post", 302, 302, 302, "get")}
