"""What a match says of time, and how much of it is left: pure functions, without rows or a clock of their own."""
