"""En Garde on the site."""
