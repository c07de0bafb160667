"""Signs that show nothing are no longer part of what a name looks like, and `vv` looks like `w`.

Where two names that are there already look alike by this, the younger keeps what it looked like before.
"""

from django.db import migrations

from accounts import names


def take_looks(apps, schema_editor):
    users = apps.get_model("accounts", "User").objects
    for user in users.order_by("pk").only("pk", "username", "skeleton").iterator():
        looks = names.skeleton(user.username)
        if looks != user.skeleton and not users.filter(skeleton=looks).exists():
            users.filter(pk=user.pk).update(skeleton=looks)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_sign_ups"),
    ]

    operations = [migrations.RunPython(take_looks, migrations.RunPython.noop)]
