"""Addresses of matches. A match is `/m/<id>/`, any earlier ply of it `/m/<id>/<ply>/`."""

from django.urls import include, path

from games.boards.registry import composed
from games.rules.registry import PACKAGES
from games.views import bots, by_link, chat, hints, lobby, matches, notes, offers, people, rematch, site, watching

urlpatterns = [
    path("", site.home, name="home"),
    path("api/", include("games.api.urls")),
    path("manifest.webmanifest", site.manifest, name="manifest"),
    path("fairness/", site.fairness, name="fairness"),
    path("rules/", site.rules, name="rules"),
    path("rules/<slug:slug>/", site.rules_of, name="rules_of"),
    path("matches/", matches.my_matches, name="my_matches"),
    path("matches/next/", matches.next_match, name="next_match"),
    path("matches/waiting", matches.waiting, name="waiting"),
    path("invitations/", lobby.lobby_page, name="lobby"),
    path("invitations/new/", lobby.choose_game, name="invite"),
    path("invitations/new/<slug:slug>/", lobby.invite, name="invite_to"),
    path("i/<slug:public_id>/", lobby.invitation, name="invitation"),
    path("i/<slug:public_id>/join", lobby.join, name="join"),
    path("i/<slug:public_id>/guest", lobby.join_as_guest, name="join_as_guest"),
    path("i/<slug:public_id>/withdraw", lobby.withdraw, name="withdraw"),
    path("i/<slug:public_id>/decline", lobby.decline, name="decline"),
    path("i/<slug:public_id>/leave", lobby.leave, name="leave"),
    path("players/<str:name>/", people.profile, name="profile"),
    path("settings/archive", people.my_archive, name="archive"),
    path("settings/leave/", people.leave, name="leave_site"),
    path("try/<slug:slug>", bots.try_out, name="try_out"),
    path("house/<slug:slug>/", bots.challenge, name="challenge"),
    *(path("", include(f"{package.app}.urls")) for package in PACKAGES.values() if package.brings("urls")),
    path("m/<slug:public_id>/", matches.match, name="match"),
    path("m/<slug:public_id>/<int:ply>/", matches.match, name="match_ply"),
    path("m/<slug:public_id>/submit", matches.submit, name="submit"),
    path("m/<slug:public_id>/plan", matches.plan, name="plan"),
    path("m/<slug:public_id>/stamp", matches.stamp, name="stamp"),
    path("m/<slug:public_id>/record.json", matches.record, name="record"),
    path("m/<slug:public_id>/positions.json", watching.positions, name="positions"),
    path("m/<slug:public_id>/resign", matches.resign, name="resign"),
    path("m/<slug:public_id>/offer/<slug:kind>", offers.offer, name="offer"),
    path("m/<slug:public_id>/chat", chat.chat, name="chat"),
    path("m/<slug:public_id>/mute", chat.mute, name="mute"),
    path("m/<slug:public_id>/rematch", rematch.play_again, name="rematch"),
    path("m/<slug:public_id>/hints", hints.hints, name="hints"),
    path("m/<slug:public_id>/mute-match", hints.mute, name="mute_match"),
    path("m/<slug:public_id>/notes", notes.notes, name="notes"),
    *(path(f"m/<slug:public_id>/{part}", matches.compose, {"part": part}, name=part) for part in composed()),
    path("t/<str:token>/", by_link.match, name="play_link"),
    path("t/<str:token>/submit", by_link.submit, name="submit_by_link"),
    path("t/<str:token>/plan", by_link.plan, name="plan_by_link"),
    *(path(f"t/<str:token>/{part}", by_link.compose, {"part": part}, name=f"{part}_by_link") for part in composed()),
]
