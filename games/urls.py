"""Addresses of matches. A match is `/m/<id>/`, any earlier ply of it `/m/<id>/<ply>/`."""

from django.urls import include, path

from games.boards.registry import composed
from games.bots import views as bots
from games.chat import views as chat
from games.chat import views_of_notes as notes
from games.core.seams import addresses
from games.core.views import by_link, hints, matches, time_up
from games.deeds import views as deeds
from games.feeds import views as feeds
from games.guests import views as merging
from games.lobby import views as lobby
from games.offers import views as offers
from games.offers import views_by_link as offer_by_link
from games.ratings import views as ratings
from games.rematch import views as rematch
from games.reports import views as reports
from games.rules.registry import PACKAGES
from games.seeks import views as seeks
from games.site import views as site
from games.site import views_of_my_matches as my_matches
from games.site import views_of_people as people
from games.statistics import views as statistics
from games.substitutes import views as open_seats
from games.vacations import views as vacations
from games.watching import views as watching

urlpatterns = [
    path("", site.home, name="home"),
    path("api/", include("games.urls_of_api")),
    path("manifest.webmanifest", site.manifest, name="manifest"),
    path("fairness/", site.fairness, name="fairness"),
    path("rules/", site.rules, name="rules"),
    path("rules/<slug:slug>/", site.rules_of, name="rules_of"),
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/dump/", ratings.list_of_dumps, name="dumps"),
    path("ratings/dump/<str:name>", ratings.dump, name="dump"),
    path("ratings/<slug:slug>/", ratings.ratings_of, name="ratings_of"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/<slug:slug>/", statistics.statistics_of, name="statistics_of"),
    path("watch/", watching.running, name="running"),
    path("replays/", watching.recent, name="replays"),
    path("deeds/<slug:slug>/", deeds.deeds_of, name="deeds_of"),
    path("matches/", my_matches.my_matches, name="my_matches"),
    path("matches/next/", my_matches.next_match, name="next_match"),
    path("matches/waiting", my_matches.waiting, name="waiting"),
    path("invitations/", lobby.lobby_page, name="lobby"),
    path("invitations/new/", lobby.new_match, name="invite"),
    path("invitations/new/<slug:slug>/", lobby.invite, name="invite_to"),
    path("invitations/new/<slug:slug>/clock", lobby.clock_words, name="clock_words"),
    path("seeks/", seeks.seeks_page, name="seeks"),
    path("seeks/<slug:slug>/", seeks.seek, name="seek"),
    path("seeks/<slug:slug>/withdraw", seeks.withdraw, name="withdraw_seek"),
    path("seeks/<slug:slug>/house", seeks.house, name="seek_house"),
    path("i/<slug:public_id>/", lobby.invitation, name="invitation"),
    path("i/<slug:public_id>/join", lobby.join, name="join"),
    path("i/<slug:public_id>/guest", lobby.join_as_guest, name="join_as_guest"),
    path("i/<slug:public_id>/withdraw", lobby.withdraw, name="withdraw"),
    path("i/<slug:public_id>/again", lobby.offer_again, name="offer_again"),
    path("i/<slug:public_id>/decline", lobby.decline, name="decline"),
    path("i/<slug:public_id>/leave", lobby.leave, name="leave"),
    path("players/", people.players, name="players"),
    path("players/<str:name>/", people.profile, name="profile"),
    path("players/<str:name>/statistics/", people.statistics, name="statistics_of_player"),
    path("players/<str:name>/favourite", people.favourite, name="favourite"),
    path("players/<str:name>/tell", people.tell, name="tell_of_favourite"),
    path("report/match/<slug:key>/", reports.report, {"kind": "match"}, name="report_match"),
    path("report/line/<slug:key>/", reports.report, {"kind": "line"}, name="report_line"),
    path("report/player/<str:key>/", reports.report, {"kind": "player"}, name="report_player"),
    path("settings/reports/", reports.my_reports, name="my_reports"),
    path("settings/archive", people.my_archive, name="archive"),
    path("settings/vacation/", vacations.vacation, name="vacation"),
    path("settings/vacation/call-off", vacations.call_off, name="call_off_vacation"),
    path("settings/vacation/back", vacations.come_back, name="come_back"),
    path("settings/vacation/automatic", vacations.choose_automatic, name="choose_automatic_vacation"),
    path("settings/leave/", people.leave, name="leave_site"),
    path("guest/matches/", merging.merge_guest, name="merge_guest"),
    path("f/<str:token>/calendar.ics", feeds.calendar, name="calendar"),
    path("f/<str:token>/turns.atom", feeds.atom, name="atom"),
    path("try/<slug:slug>", bots.try_out, name="try_out"),
    path("house/<slug:slug>/", bots.challenge, name="challenge"),
    *(path("", include(f"{package.app}.urls")) for package in PACKAGES.values() if package.brings("urls")),
    path("m/<slug:public_id>/", matches.match, name="match"),
    path("m/<slug:public_id>/<int:ply>/", matches.match, name="match_ply"),
    path("m/<slug:public_id>/submit", matches.submit, name="submit"),
    path("m/<slug:public_id>/plan", matches.plan, name="plan"),
    path("m/<slug:public_id>/stamp", matches.stamp, name="stamp"),
    path("m/<slug:public_id>/watch", watching.stamp, name="watch_stamp"),
    path("m/<slug:public_id>/record.json", matches.record, name="record"),
    path("m/<slug:public_id>/positions.json", watching.positions, name="positions"),
    path("m/<slug:public_id>/pictures", watching.pictures, name="pictures"),
    path("m/<slug:public_id>/resign", matches.resign, name="resign"),
    path("m/<slug:public_id>/offer", offers.all_kinds, name="offers"),
    path("m/<slug:public_id>/offer/<slug:kind>", offers.offer, name="offer"),
    path("m/<slug:public_id>/seat", open_seats.open_seat, name="open_seat"),
    path("m/<slug:public_id>/seat/take", open_seats.take, name="take_seat"),
    path("m/<slug:public_id>/seat/close", open_seats.close_seat, name="close_seat"),
    path("m/<slug:public_id>/time-up", time_up.time_up, name="time_up"),
    path("m/<slug:public_id>/chat", chat.chat, name="chat"),
    path("m/<slug:public_id>/mute", chat.mute, name="mute"),
    path("m/<slug:public_id>/rematch", rematch.play_again, name="rematch"),
    path("m/<slug:public_id>/hints", hints.hints, name="hints"),
    path("m/<slug:public_id>/mute-match", hints.mute, name="mute_match"),
    path("m/<slug:public_id>/notes", notes.notes, name="notes"),
    *(path(f"m/<slug:public_id>/{part}", matches.compose, {"part": part}, name=part) for part in composed()),
    path("o/<str:token>/", offer_by_link.offer, name="offer_link"),
    path("t/<str:token>/", by_link.match, name="play_link"),
    path("t/<str:token>/submit", by_link.submit, name="submit_by_link"),
    path("t/<str:token>/plan", by_link.plan, name="plan_by_link"),
    *(path(f"t/<str:token>/{part}", by_link.compose, {"part": part}, name=f"{part}_by_link") for part in composed()),
    *addresses.pages(),
]
