"""Find a part of a name: by three signs of it, or among the shortest names (`games/core/reading/opponents.py`)."""

from django.db import migrations

from accounts.database.indexes import AddIndexOfPostgreSQL, Trigrams


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0032_addresses_in_one_spelling")]
    operations = [
        Trigrams(),
        AddIndexOfPostgreSQL("user_by_part", "accounts_user USING gin (upper(username::text) gin_trgm_ops)"),
        AddIndexOfPostgreSQL("user_by_length", "accounts_user (length(username), username)"),
    ]
