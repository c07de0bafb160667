"""Field of Glory: The Card Game on the site."""
