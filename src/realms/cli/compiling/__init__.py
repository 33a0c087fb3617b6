"""How commands run rules, and what they say while rules are compiled."""
