"""An army: what it may be, its text, and how an unfinished one is filled (FD-10 to FD-12)."""
