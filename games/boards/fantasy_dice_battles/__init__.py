"""Fantasy Dice Battles on the site."""
