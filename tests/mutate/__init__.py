"""Do the tests bite? Lines changed one at a time, and what the tests say of each: `make mutate`."""
