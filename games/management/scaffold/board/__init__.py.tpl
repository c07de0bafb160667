"""Last Stone on the site."""
