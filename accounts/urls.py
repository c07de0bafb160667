"""Addresses of people."""

from django.urls import include, path

from accounts.views import (
    addresses,
    appearance,
    blocks,
    devices,
    endpoints,
    feeds,
    guests,
    inbox,
    mails,
    programs,
    settings,
    sign_ups,
)

urlpatterns = [
    path("accounts/signup/", sign_ups.sign_up, name="account_signup"),
    path("accounts/", include("allauth.urls")),
    path("sign-up/<str:token>/", sign_ups.make_account, name="make_account"),
    path("guest/", guests.become_account, name="keep"),
    path("guest/sign-in", guests.sign_in_from_guest, name="sign_in_from_guest"),
    path("guest/back", guests.back_to_guest, name="back_to_guest"),
    path("settings/", settings.settings, name="settings"),
    path("settings/mails/", mails.sent_mails, name="sent_mails"),
    path("settings/address/ask", addresses.ask_whether_emails_arrive, name="ask_whether_emails_arrive"),
    path("mail/arrives/<str:token>/", addresses.emails_arrive, name="emails_arrive"),
    path("settings/endpoints/", endpoints.endpoints, name="endpoints"),
    path("settings/endpoints/try", endpoints.try_out, name="try_endpoint"),
    path("settings/endpoints/remove", endpoints.remove, name="remove_endpoint"),
    path("settings/endpoints/device", devices.add_device, name="add_device"),
    path("settings/endpoints/feeds/renew", feeds.renew_feeds, name="renew_feeds"),
    path("settings/endpoints/feeds/stop", feeds.stop_feeds, name="stop_feeds"),
    path("sw.js", devices.worker, name="worker"),
    path("settings/programs/", programs.programs, name="programs"),
    path("settings/programs/declare", programs.declare_program, name="declare_program"),
    path("settings/programs/revoke", programs.revoke_program, name="revoke_program"),
    path("settings/blocks/", blocks.blocked, name="blocks"),
    path("settings/blocks/unblock", blocks.unblock, name="unblock"),
    path("mail/stop/<str:token>/", mails.stop_mails, name="stop_mails"),
    path("appearance", appearance.appearance, name="appearance"),
    path("inbox/", inbox.index, name="inbox"),
    path("inbox/<slug:name>/", inbox.letter, name="inbox_letter"),
    path("inbox/<slug:name>/html/", inbox.html, name="inbox_html"),
]
