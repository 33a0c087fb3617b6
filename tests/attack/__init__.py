"""The server under attack: a victim's client beside attackers who stay inside their limits.

`make attack` (or `python -m tests.attack`) starts a real server, lets the victim play alone,
then beside each attacker, and compares. An attacker is a module of `attackers/`, and is found
there: it has a function `attack`, and `prepare` where something has to be there before.
"""
