"""Our figures, beside those of other engines in one run, and beside our own earlier ones.

Not part of the wheel: `realms bench` runs it where there is a checkout.
"""
