"""An afternoon of moderators: forty reports to practise on, with traps, and what a good moderator does."""
