"""Indexes that a migration builds and drops while the site goes on writing.

PostgreSQL lets nobody write to a table while it builds an index there: two minutes for a log of 60 million entries.
Concurrently it holds up nobody, but works outside a transaction, so the migration needs `atomic = False`. A build that
was stopped half way leaves an index that nothing uses. Every operation here can therefore be run again at any time.
"""

from typing import Any

from django.contrib.postgres import operations as postgres
from django.db.migrations.operations import AlterField
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.models import AddIndex
from django.db.migrations.state import ProjectState


class AddIndexConcurrently(postgres.AddIndexConcurrently):
    """Django's operation, which also runs on SQLite and replaces what an earlier run left half built."""

    def database_forwards(self, app: str, editor: Any, from_state: ProjectState, to_state: ProjectState) -> None:
        if editor.connection.vendor != "postgresql":
            AddIndex.database_forwards(self, app, editor, from_state, to_state)
            return
        self._ensure_not_in_transaction(editor)
        drop(editor, self.index.name)
        super().database_forwards(app, editor, from_state, to_state)

    def database_backwards(self, app: str, editor: Any, from_state: ProjectState, to_state: ProjectState) -> None:
        drop(editor, self.index.name)


class Trigrams(postgres.TrigramExtension):
    """Django's operation, which can also be taken back on SQLite, where there is nothing to take back."""

    def database_backwards(self, app: str, editor: Any, from_state: ProjectState, to_state: ProjectState) -> None:
        if editor.connection.vendor == "postgresql":
            super().database_backwards(app, editor, from_state, to_state)


class DropOwnIndex(postgres.NotInTransactionMixin, AlterField):
    """Drop the index that a foreign key has of its own: the field is now one with `db_index=False`."""

    atomic = False

    def database_forwards(self, app: str, editor: Any, from_state: ProjectState, to_state: ProjectState) -> None:
        self._drop(editor, from_state.apps.get_model(app, self.model_name))

    def database_backwards(self, app: str, editor: Any, from_state: ProjectState, to_state: ProjectState) -> None:
        model = to_state.apps.get_model(app, self.model_name)
        self._drop(editor, model)
        concurrently = {"concurrently": True} if editor.connection.vendor == "postgresql" else {}
        editor.execute(editor._create_index_sql(model, fields=[model._meta.get_field(self.name)], **concurrently))

    def _drop(self, editor: Any, model: Any) -> None:
        drop(editor, editor._create_index_name(model._meta.db_table, [model._meta.get_field(self.name).column]))

    def describe(self) -> str:
        return f"Drop the index of field {self.name} on {self.model_name}"


class AddIndexOfPostgreSQL(postgres.NotInTransactionMixin, Operation):
    """An index that no model tells of, since SQLite has none of the kind or needs none: its name and its definition."""

    reversible = True
    atomic = False

    def __init__(self, name: str, definition: str) -> None:
        self.name = name
        self.definition = definition

    def state_forwards(self, app: str, state: ProjectState) -> None:
        """Change no model."""

    def database_forwards(self, app: str, editor: Any, from_state: ProjectState, to_state: ProjectState) -> None:
        if editor.connection.vendor == "postgresql":
            self._ensure_not_in_transaction(editor)
            drop(editor, self.name)
            editor.execute(f"CREATE INDEX CONCURRENTLY {editor.quote_name(self.name)} ON {self.definition}")

    def database_backwards(self, app: str, editor: Any, from_state: ProjectState, to_state: ProjectState) -> None:
        drop(editor, self.name)

    def describe(self) -> str:
        return f"Add index {self.name} on PostgreSQL"


def drop(editor: Any, name: str) -> None:
    """Drop an index, if it is there, and hold up nobody on PostgreSQL."""
    how = " CONCURRENTLY" if editor.connection.vendor == "postgresql" else ""
    editor.execute(f"DROP INDEX{how} IF EXISTS {editor.quote_name(name)}")


REPEATABLE: tuple[type[Operation], ...] = (
    AddIndexConcurrently,
    AddIndexOfPostgreSQL,
    DropOwnIndex,
    postgres.CreateExtension,
)
"""What a migration that is not atomic may consist of: each can be run again, wherever it was stopped."""
