"""People, what they want to be told, and what is on its way to them."""

from accounts.models.block import Block, BlockQuerySet
from accounts.models.endpoint import Endpoint
from accounts.models.feed import Feed
from accounts.models.outbox import Halt, Outbox, OutboxCount, OutboxQuerySet
from accounts.models.preferences import Preferences
from accounts.models.sign_up import FormerName, SignUp, SignUpQuerySet
from accounts.models.token import Token
from accounts.models.user import User
from accounts.models.vacation import Vacation, VacationQuerySet
