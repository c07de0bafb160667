"""Pages of people, and their forms."""
