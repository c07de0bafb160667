"""`python -m tests.drill`: lets people play on the production form, brings one fault after the other about, and prints
what came of it. Ends with 1 where a promise is broken.
"""

import os
import sys

import django


def main() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ |= {"TEST_DATABASE": "postgres", "LOG_LEVEL": "WARNING"}  # read with the settings
    django.setup()
    from tests.drill import command  # imported late: what it uses reads the settings

    return command.main()


if __name__ == "__main__":
    sys.exit(main())
