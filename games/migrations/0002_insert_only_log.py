"""The log is only ever added to: PostgreSQL refuses to change or remove an entry, no matter who asks."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION games_entry_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is only ever added to';
END $$;
CREATE TRIGGER games_entry_is_final BEFORE UPDATE OR DELETE ON games_entry
    FOR EACH ROW EXECUTE FUNCTION games_entry_is_final();
"""
BACKWARD = """
DROP TRIGGER games_entry_is_final ON games_entry;
DROP FUNCTION games_entry_is_final();
"""


def on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    dependencies = [("games", "0001_matches")]
    operations = [migrations.RunPython(on_postgresql(FORWARD), on_postgresql(BACKWARD))]
