"""How balanced the armies of a data set are, as battles between bots show."""
