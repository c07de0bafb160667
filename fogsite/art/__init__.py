"""How the figures of the site are drawn: by rigs in Python, all with one pen."""
