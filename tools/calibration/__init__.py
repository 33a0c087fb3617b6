"""Whether the chances that the networks tell come true: measured over games, and a picture."""
