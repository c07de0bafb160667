"""How far users have come in lessons, as their accounts keep it."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from games.core.seams.merging import Merge
from games.lessons.models import Reached


def scenes_reached(user: User) -> dict[str, int]:
    """Return the scene that a user has reached, by lesson."""
    return dict(user.lessons_reached.values_list("lesson", "scene"))


def set_reached(user: User, reached: Mapping[str, int]) -> None:
    """Keep the scenes that a user has reached, in place of those before."""
    rows = [Reached(user=user, lesson=lesson, scene=scene) for lesson, scene in reached.items()]
    Reached.objects.bulk_create(rows, update_conflicts=True, unique_fields=["user", "lesson"], update_fields=["scene"])


def reach_further(user: User, reached: Mapping[str, int]) -> None:
    """Keep the scenes that were reached elsewhere, where the user has not come that far."""
    known = scenes_reached(user)
    set_reached(user, {lesson: scene for lesson, scene in reached.items() if scene > known.get(lesson, 0)})


def merge_rows(merge: Merge) -> None:
    """Give an account what its guest has learnt."""
    reach_further(merge.account, scenes_reached(merge.guest))
    forget(merge.guest)


def forget(user: User) -> None:
    """Delete how far a user has come."""
    user.lessons_reached.all().delete()


def lessons_document(user: User) -> dict[str, Any]:
    """Return what the account says of it."""
    return {"lessons": scenes_reached(user)}
