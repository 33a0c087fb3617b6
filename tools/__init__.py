"""Writers of documents: each plays or searches, and fills in a template of `docs`.

Not part of the wheel: `realms numbers`, `realms ladder` and `realms solve --out` run it where
there is a checkout.
"""
