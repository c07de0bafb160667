
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_match_by_game'),
    ]

    operations = [
        migrations.AlterField(
            model_name='invitation',
            name='audience',
            field=models.CharField(choices=[('open', 'Open: anybody can find it and join'), ('link', 'By link: only those to whom you give the link'), ('personal', 'Personal: one player, who is told by email')], default='open', max_length=8),
        ),
        migrations.AlterField(
            model_name='seat',
            name='offer',
            field=models.CharField(blank=True, choices=[('draw', 'a draw'), ('cancel', 'to cancel the match')], help_text='what the player offers the others', max_length=6),
        ),
        migrations.AlterField(
            model_name='seat',
            name='outcome',
            field=models.CharField(blank=True, choices=[('won', 'won'), ('lost', 'lost'), ('level', 'drawn'), ('timeout', 'lost on time'), ('absent', 'void by absence'), ('void', 'void')], max_length=8),
        ),
    ]
