from django.db import migrations


def count(apps, editor):
    """Count again what is sealed in matches in which a seat changed hands: that entry was taken to lay all open.

    It lays nothing open. An older one does: the newest entry that spectators know of and that hands no seat over.
    """
    matches = apps.get_model("games", "Match").objects
    waiting = matches.filter(status="playing", sealed=0, turns__secret=True, pk__in=_handed_over(apps))
    for match in waiting.distinct().only("ply", "watch_blind"):
        unchanged = {*match.watch_blind, *_handed_over(apps, "ply").filter(match=match)}
        shown = next((ply for ply in range(match.ply, -1, -1) if ply not in unchanged), -1)
        since = [ply for ply in match.watch_blind if ply > shown]
        if since:
            matches.filter(pk=match.pk, ply=match.ply).update(sealed=match.ply - min(since) + 1)


def _handed_over(apps, column="match"):
    return apps.get_model("games", "Substitution").objects.order_by().values_list(column, flat=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0062_plain_words")]
    operations = [migrations.RunPython(count, migrations.RunPython.noop)]
