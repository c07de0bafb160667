"""Attacks on the service as production runs it, from outside: by HTTPS through the proxy, as many as are named and no
more. What is asked, what should be answered and what is answered is printed at the end of the run."""
