import pytest
from django.test import Client


@pytest.mark.django_db
def test_health_names_the_part_that_does_not_answer(client: Client) -> None:
    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["parts"]["database"]["ok"] is True
    assert answer.json()["parts"]["redis"]["error"] == "ConnectionError"
