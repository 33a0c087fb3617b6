"""`python -m realms` is the program `realms`."""

from realms.cli import main

main()
