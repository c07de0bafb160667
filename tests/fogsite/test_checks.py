"""What `manage.py check --deploy` says of an environment that runs and is wrong."""

from typing import Any

import pytest
from django.test import override_settings

from fogsite import checks


@pytest.mark.parametrize(
    ("https", "behind_proxy", "found"), [(True, False, ["fogsite.W006"]), (True, True, []), (False, False, [])]
)
def test_a_site_by_https_stands_behind_a_proxy_that_it_knows_of(
    https: bool, behind_proxy: bool, found: list[str]
) -> None:
    with override_settings(HTTPS=https, BEHIND_PROXY=behind_proxy):
        said: list[Any] = checks.proxy(None)
    assert [each.id for each in said] == found
