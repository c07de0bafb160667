"""How balanced the armies of a data set are, found out by battles between bots."""
