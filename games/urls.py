"""Addresses of the core, of the site and of games. A match is `/m/<id>/`, any earlier ply of it `/m/<id>/<ply>/`."""

from django.urls import include, path

from games.boards.registry import composed
from games.core.seams import addresses
from games.core.views import by_link, hints, matches, records, time_up
from games.rules.registry import PACKAGES
from games.site import (
    views as site,
    views_of_house as house,
    views_of_my_matches as my_matches,
    views_of_people as people,
)

urlpatterns = [
    path("", site.home, name="home"),
    path("api/", include("games.core.api.urls")),
    path("manifest.webmanifest", site.manifest, name="manifest"),
    path("fairness/", site.fairness, name="fairness"),
    path("about/", house.about, name="about"),
    path("contact/", house.contact, name="contact"),
    path("privacy/", house.privacy, name="privacy"),
    path("terms/", house.terms, name="terms"),
    path("rules/", site.rules, name="rules"),
    path("rules/<slug:slug>/", site.rules_of, name="rules_of"),
    path("matches/", my_matches.my_matches, name="my_matches"),
    path("matches/next/", my_matches.next_match, name="next_match"),
    path("matches/waiting", my_matches.waiting, name="waiting"),
    path("players/", people.players, name="players"),
    path("players/<str:name>/", people.profile, name="profile"),
    path("players/<str:name>/statistics/", people.statistics, name="statistics_of_player"),
    path("players/<str:name>/favourite", people.favourite, name="favourite"),
    path("players/<str:name>/tell", people.tell, name="tell_of_favourite"),
    path("settings/archive", people.my_archive, name="archive"),
    path("settings/leave/", people.leave, name="leave_site"),
    *(path("", include(f"{package.app}.urls")) for package in PACKAGES.values() if package.brings("urls")),
    path("m/<slug:public_id>/", matches.match, name="match"),
    path("m/<slug:public_id>/<int:ply>/", matches.match, name="match_ply"),
    path("m/<slug:public_id>/record.json", records.record, name="record"),
    path("m/<slug:public_id>/positions.json", records.positions, name="positions"),
    path("m/<slug:public_id>/submit", matches.submit, name="submit"),
    path("m/<slug:public_id>/plan", matches.plan, name="plan"),
    path("m/<slug:public_id>/stamp", matches.stamp, name="stamp"),
    path("m/<slug:public_id>/resign", matches.resign, name="resign"),
    path("m/<slug:public_id>/time-up", time_up.time_up, name="time_up"),
    path("m/<slug:public_id>/hints", hints.hints, name="hints"),
    path("m/<slug:public_id>/mute-match", hints.mute, name="mute_match"),
    *(path(f"m/<slug:public_id>/{part}", matches.compose, {"part": part}, name=part) for part in composed()),
    path("t/<str:token>/", by_link.match, name="play_link"),
    path("t/<str:token>/submit", by_link.submit, name="submit_by_link"),
    path("t/<str:token>/plan", by_link.plan, name="plan_by_link"),
    *(path(f"t/<str:token>/{part}", by_link.compose, {"part": part}, name=f"{part}_by_link") for part in composed()),
    *addresses.pages(),
]
