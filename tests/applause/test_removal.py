"""The feature is removed as docs/adding-a-feature.md says: first its tables, then its folder and its line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fogsite.settings import BASE_DIR

pytestmark = pytest.mark.deep

FOLDER, SETTINGS, LINE = "tests/applause", "tests/settings.py", 'FEATURES.append("tests.applause")\n'
TABLES = {"applause_encore", "applause_thanks"}
STAYS = {"__init__.py", "apps.py", "feature.py", "migrations"}
UNPLUGGED = '''"""Applause is gone. Its last migration drops its tables."""


def register() -> None:
    """Register nothing."""
'''
DROPPED = """from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("applause", "0002_encore")]

    operations = [migrations.DeleteModel("Encore"), migrations.DeleteModel("Thanks")]
"""
GATES = (
    *("tests/test_privacy.py", "tests/test_upkeep.py", "tests/test_imports.py", "tests/games/test_features.py"),
    *("tests/games/core/seams", "tests/games/core/services/test_leaving.py", "tests/games/guests/test_merging.py"),
)
"""What `make check` and the suite ask of features: their tables, their sweeps, and what seams hold."""
OUR_OWN = ("TESTS_", "PYTEST_", "DATABASE_URL", "SECRET_KEY")
"""What a run of tests sets for itself."""
TABLE_NAMES = """
import django
django.setup()
from django.db import connection
print(*connection.introspection.table_names())
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project, as far as git knows it or would."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=BASE_DIR, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (BASE_DIR / name).is_file():
            (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(BASE_DIR / name, tmp_path / "tree" / name)
    return tmp_path / "tree"


def python(tree: Path, *arguments: str) -> str:
    """Run something in the copy, with a database of its own beside it; return what it says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OUR_OWN)}
    environment |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "TESTS_DIRECTORY": str(tree.parent)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tables(tree: Path) -> set[str]:
    """Return the feature's tables that are in the database."""
    return {name for name in python(tree, "-c", TABLE_NAMES).split() if name.startswith("applause_")}


def pass_the_gates(tree: Path) -> None:
    python(tree, "manage.py", "makemigrations", "--check", "--dry-run")
    python(tree, "manage.py", "migrate", "--check")
    python(tree, "-m", "pytest", "-q", "--brief", "-p", "no:cacheprovider", *GATES)


def test_it_is_removed_in_two_releases(tree: Path) -> None:
    folder = tree / FOLDER
    python(tree, "manage.py", "migrate")
    assert tables(tree) == TABLES

    for path in folder.iterdir():
        if path.name not in STAYS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "feature.py").write_text(UNPLUGGED)
    (folder / "migrations" / "0003_drop_tables.py").write_text(DROPPED)
    python(tree, "manage.py", "migrate")
    assert tables(tree) == set()
    pass_the_gates(tree)

    shutil.rmtree(folder)
    settings = (tree / SETTINGS).read_text()
    assert settings.count(LINE) == 1
    (tree / SETTINGS).write_text(settings.replace(LINE, ""))
    pass_the_gates(tree)
