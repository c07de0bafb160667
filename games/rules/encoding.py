"""Documents as programs save them: in UTF-8, or as Windows does, with a byte order mark or in UTF-16."""

import json


def utf8(data: bytes) -> bytes:
    """Return a JSON document in UTF-8 without a byte order mark. Raises UnicodeDecodeError where it is cut within a
    character.
    """
    encoding = json.detect_encoding(data)
    return data if encoding == "utf-8" else data.decode(encoding).encode()
