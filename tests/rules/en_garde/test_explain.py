"""Why steps of En Garde are not possible."""

import pytest

from games.rules.en_garde.explain import explain
from games.rules.en_garde.steps import STEPS
from tests.rules.en_garde.table import GAME, laid, offered


@pytest.mark.parametrize("variant", ["standard", "advanced"])
@pytest.mark.parametrize(
    "state",
    [
        '{"hands": [[1,2,2,4,5],[1,2,3,5,5]], "pile": [3], "fencers": [4,8]}',
        '{"hands": [[1,1,5,5,5],[1,2,3,4,4]], "pile": [3], "fencers": [1,11]}',
        '{"hands": [[1,1,4],[1,2,3,4,4]], "pile": [3], "fencers": [4,9], "parried": true}',
        '{"hands": [[1,1,4,5,3],[1,2,3,4,4]], "pile": [3], "fencers": [4,9], "attack": {"value": 5, "count": 1}}',
        '{"hands": [[1,1,5,5,3],[1,2,3,4,4]], "pile": [3], "fencers": [4,9], "attack": {"value": 5, "count": 2}}',
    ],
)
def test_a_reason_is_given_for_exactly_the_steps_that_are_not_offered(state: str, variant: str) -> None:
    position = laid(state, variant=variant)
    view = GAME.view(position.state, 0)
    unexplained = [text for text, step in STEPS.items() if explain(view, 0, step) is None]
    assert sorted(unexplained) == sorted(offered(position).split())
