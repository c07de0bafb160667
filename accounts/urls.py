"""Addresses of people."""

from django.urls import include, path

from accounts import blocks_views, programs, views, views_guests, views_sign_up
from accounts.channels.email import inbox

urlpatterns = [
    path("accounts/signup/", views_sign_up.sign_up, name="account_signup"),
    path("accounts/", include("allauth.urls")),
    path("sign-up/<str:token>/", views_sign_up.make_account, name="make_account"),
    path("guest/", views_guests.keep, name="keep"),
    path("settings/", views.settings, name="settings"),
    path("settings/mails/", views.sent_mails, name="sent_mails"),
    path("settings/programs/", programs.programs, name="programs"),
    path("settings/programs/revoke", programs.revoke_program, name="revoke_program"),
    path("settings/blocks/", blocks_views.blocked, name="blocks"),
    path("settings/blocks/unblock", blocks_views.unblock, name="unblock"),
    path("mail/stop/<str:token>/", views.stop_mails, name="stop_mails"),
    path("inbox/", inbox.index, name="inbox"),
    path("inbox/<slug:name>/", inbox.letter, name="inbox_letter"),
    path("inbox/<slug:name>/html/", inbox.html, name="inbox_html"),
]
