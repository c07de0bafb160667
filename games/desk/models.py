"""What moderators write for one another, and what each of them has looked at."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.reports.models import Report


class Person(User):  # type: ignore[django-manager-missing]  # keys of others lead to users
    """A person as moderators look at one: without the address, the password and the preferences."""

    class Meta:
        proxy = True
        verbose_name_plural = "people"


class Note(models.Model):
    """What `by` wrote for the other moderators: in the case of a report, or about a person.

    `for_operators` says that it is why the operators were told of the case.
    """

    report = models.ForeignKey(Report, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    written = models.DateTimeField()
    for_operators = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["written", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(report=None) ^ Q(person=None), name="a_note_is_about_one_thing"),
            models.UniqueConstraint(
                fields=["report"], condition=Q(for_operators=True), name="operators_are_told_once_of_a_case"
            ),
        ]
        indexes = [models.Index(fields=["written"], name="note_by_time")]

    def __str__(self) -> str:
        return f"note {self.pk}"


class OpenedPage(models.Model):
    """That somebody opened a page of the admin, and which one; `report` and `person` are what it was about.

    `status` is how the site answered: 403 and 404 were refused.
    """

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("moderator")
    )
    at = models.DateTimeField(_("opened on"))
    page = models.CharField(_("page"), max_length=500)
    why = models.CharField(_("reason"), max_length=300, blank=True)
    status = models.PositiveSmallIntegerField(_("answer of the site"))
    report = models.ForeignKey(Report, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["at"], name="opened_page_by_time")]

    def __str__(self) -> str:
        return f"opened page {self.pk}"


class Week(models.Model):
    """What happened on the site in the week that `begins` on this Monday, in UTC: numbers, which name nobody.

    Of reports there is none: a total would tell moderators that there is one which involves them.
    """

    begins = models.DateField(unique=True)
    counted = models.DateTimeField()
    people = models.PositiveIntegerField()
    guests = models.PositiveIntegerField()
    begun = models.PositiveIntegerField()
    ended = models.PositiveIntegerField()
    timed_out = models.PositiveIntegerField()
    joined = models.PositiveIntegerField()

    class Meta:
        ordering = ["-begins"]

    def __str__(self) -> str:
        return f"week of {self.begins}"
