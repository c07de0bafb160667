"""Dates in German."""

DATE_FORMAT = "j. N Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. N Y, H:i"
SHORT_DATE_FORMAT = "j. N Y"
SHORT_DATETIME_FORMAT = "j. N Y, H:i"
