"""What a push says is encrypted as RFC 8291 has it."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from accounts.channels.push.encryption import CURVE, encrypted
from tests.parts.browser import decrypted


def read(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


def private(written: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(read(written), "big"), CURVE)


# Section 5 of the RFC.
TEXT = b"When I grow up, I want to be a watermelon"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BROWSER, SENDER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
KEYS = {"p256dh": PUBLIC, "auth": AUTH}


def test_the_example_of_the_rfc_is_encrypted_byte_for_byte() -> None:
    made = encrypted(TEXT, KEYS, salt=read(SALT), sender=private(SENDER))

    assert urlsafe_b64encode(made).rstrip(b"=").decode() == BODY
    assert decrypted(read(BODY), private(BROWSER), read(AUTH)) == TEXT


@pytest.mark.parametrize("length", [0, 1, 3993, 4078, 4079, 5000])
def test_a_text_of_any_length_is_one_record_that_its_browser_alone_reads(length: int) -> None:
    text = b"x" * length
    first, second = encrypted(text, KEYS), encrypted(text, KEYS)

    assert decrypted(first, private(BROWSER), read(AUTH)) == decrypted(second, private(BROWSER), read(AUTH)) == text
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert int.from_bytes(first[16:20], "big") == max(4096, length + 17)
    with pytest.raises(InvalidTag):
        decrypted(first, private(SENDER), read(AUTH))


@pytest.mark.parametrize("changed", [{"p256dh": "BCVx"}, {"p256dh": ""}, {"p256dh": "A" * 87}])
def test_keys_that_are_none_are_refused(changed: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        encrypted(TEXT, KEYS | changed)
