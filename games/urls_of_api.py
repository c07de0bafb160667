"""Addresses for programs. They end with a slash; an unknown one is answered with a 404 in JSON."""

from django.urls import path, re_path

from games.chat import api as chat
from games.core.api.listening import StreamView
from games.core.api.view import Nowhere
from games.core.api.views import about, matches, myself
from games.core.seams import addresses
from games.deeds import api as deeds
from games.favourites import api as favourites
from games.lobby import api as invitations
from games.offers import api as offers
from games.ratings import api as ratings
from games.seeks import api as seeks
from games.statistics import api as statistics
from games.substitutes import api as seats
from games.watching import api as running

urlpatterns = [
    path("", about.docs, name="api_docs"),
    path("v1/schema/", about.SchemaView.as_view(), name="api_schema"),
    path("v1/me/", myself.MeView.as_view(), name="api_me"),
    path("v1/turns/", myself.TurnsView.as_view(), name="api_turns"),
    path("v1/stream/", StreamView.as_view(), name="api_stream"),
    path("v1/games/", myself.GamesView.as_view(), name="api_games"),
    path("v1/matches/", matches.MatchesView.as_view(), name="api_matches"),
    path("v1/matches/<slug:public_id>/", matches.OneMatchView.as_view(), name="api_match"),
    path("v1/matches/<slug:public_id>/log/", matches.LogView.as_view(), name="api_log"),
    path("v1/matches/<slug:public_id>/steps/", matches.StepsView.as_view(), name="api_steps"),
    path("v1/matches/<slug:public_id>/plan/", matches.PlanView.as_view(), name="api_plan"),
    path("v1/matches/<slug:public_id>/submit/", matches.SubmitView.as_view(), name="api_submit"),
    path("v1/matches/<slug:public_id>/resign/", matches.ResignView.as_view(), name="api_resign"),
    path("v1/matches/<slug:public_id>/offer/", offers.OfferView.as_view(), name="api_offer"),
    path("v1/matches/<slug:public_id>/offer/decline/", offers.DeclineView.as_view(), name="api_decline_offer"),
    path("v1/matches/<slug:public_id>/time-up/", matches.TimeUpView.as_view(), name="api_time_up"),
    path("v1/matches/<slug:public_id>/record/", matches.RecordView.as_view(), name="api_record"),
    path("v1/matches/<slug:public_id>/chat/", chat.ChatView.as_view(), name="api_chat"),
    path("v1/matches/<slug:public_id>/chat/read/", chat.ReadView.as_view(), name="api_read_chat"),
    path("v1/matches/<slug:public_id>/chat/muted/", chat.MutedView.as_view(), name="api_mute_chat"),
    path("v1/matches/<slug:public_id>/notes/", chat.NotesView.as_view(), name="api_notes"),
    path("v1/ratings/", ratings.RatingsView.as_view(), name="api_ratings"),
    path("v1/ratings/<slug:slug>/", ratings.RankingView.as_view(), name="api_ranking"),
    path("v1/statistics/", statistics.StatisticsView.as_view(), name="api_statistics"),
    path("v1/statistics/<slug:slug>/", statistics.GameStatisticsView.as_view(), name="api_game_statistics"),
    path("v1/players/<str:name>/statistics/", statistics.PlayerStatisticsView.as_view(), name="api_player_statistics"),
    path("v1/deeds/", deeds.DeedsView.as_view(), name="api_deeds"),
    path("v1/running/", running.RunningView.as_view(), name="api_running"),
    path("v1/running/<slug:public_id>/", running.WatchedView.as_view(), name="api_watched"),
    path("v1/running/<slug:public_id>/log/", running.WatchedLogView.as_view(), name="api_watched_log"),
    path("v1/seats/", seats.OpenSeatsView.as_view(), name="api_open_seats"),
    path("v1/seats/<slug:public_id>/", seats.OpenSeatView.as_view(), name="api_open_seat"),
    path("v1/seeks/", seeks.SeeksView.as_view(), name="api_seeks"),
    path("v1/seeks/<slug:slug>/", seeks.SeekView.as_view(), name="api_seek"),
    path("v1/favourites/", favourites.FavouritesView.as_view(), name="api_favourites"),
    path("v1/invitations/", invitations.InvitationsView.as_view(), name="api_invitations"),
    path("v1/invitations/<slug:public_id>/", invitations.InvitationView.as_view(), name="api_invitation"),
    path("v1/invitations/<slug:public_id>/join/", invitations.JoinView.as_view(), name="api_join"),
    path("v1/invitations/<slug:public_id>/leave/", invitations.LeaveView.as_view(), name="api_leave"),
    path("v1/invitations/<slug:public_id>/again/", invitations.OfferAgainView.as_view(), name="api_offer_again"),
    path(
        "v1/invitations/<slug:public_id>/decline/",
        invitations.DeclineInvitationView.as_view(),
        name="api_decline_invitation",
    ),
    path("v1/tickets/", invitations.TicketsView.as_view(), name="api_tickets"),
    path("v1/challenges/", invitations.ChallengeView.as_view(), name="api_challenges"),
    path("v1/matches/<slug:public_id>/rematch/", invitations.RematchView.as_view(), name="api_rematch"),
    *addresses.operations(),
    re_path(r"^(?P<address>[\s\S]*)\Z", Nowhere.as_view(), name="api_nowhere"),
]
