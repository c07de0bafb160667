from django.db import migrations


def fill(apps, editor):
    """Note the first match of every link that was offered again; each invitation was made after the one before it."""
    invitations = apps.get_model("games", "Invitation").objects
    firsts: dict[int, int] = {}
    again = invitations.exclude(again_of=None).order_by("pk")
    for match, before in again.values_list("match", "again_of"):
        firsts[match] = firsts.get(before, before)
    for match, first in firsts.items():
        invitations.filter(match=match).update(first=first)


class Migration(migrations.Migration):
    dependencies = [("games", "0059_first_of_link")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
