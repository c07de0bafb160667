"""En Garde: two fencers, one piste, twenty-five cards."""
