"""Tags of Django that pages ask hundreds of times, in forms that remember what they have said."""
