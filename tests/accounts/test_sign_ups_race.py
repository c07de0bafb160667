"""Two browsers open the link of one sign-up at the same moment; real connections, one thread each."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from accounts import guests, sign_ups
from accounts.models import SignUp, User
from tests.parts.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("as_guest", [False, True])
def test_both_see_the_link_good_and_one_alone_makes_the_account(as_guest: bool) -> None:
    fields = {"username": "Dora", "skeleton": "dora", "email": "dora@example.org", "password": "x"}
    guest = guests.create() if as_guest else None
    row = SignUp.objects.create(**fields, guest=guest, expires=timezone.now() + sign_ups.LASTS)
    seen = Barrier(2)

    def open_link(_browser: int) -> str:
        try:
            sign_up = sign_ups.read_link(row.token)
            seen.wait(timeout=PATIENCE)  # both have looked before either makes it
            return sign_ups.make_account(sign_up).username
        except sign_ups.LinkError as error:
            return str(error.status)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(open_link, range(2))) == ["410", "Dora"]
    assert (User.objects.get().username, SignUp.objects.count()) == ("Dora", 0)
