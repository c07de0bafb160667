"""The data sets: reading and checking their files, which are beside these modules, and the names they give."""
