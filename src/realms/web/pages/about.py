"""About: what this is, who made it, what is made up, what is kept, and how to verify a deal."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import Response, get
from msgspec import Struct

import realms
from realms.kernel.chance import commitment
from realms.kernel.games import all_games
from realms.kernel.packs import game_names
from realms.kernel.text import say
from realms.web.admission.executor import run_aside
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import about_sections
from realms.web.messages import say_or
from realms.web.pages.environment import render_page

ARTISTS = (
    "Lorc", "Delapouite", "John Colburn", "Felbrigg", "John Redman", "Carl Olsen", "Sbed",
    "PriorBlue", "Willdabeast", "Viscious Speed", "Lord Berandas", "Irongamer", "HeavenlyDog",
    "Lucas", "Faithtoken", "Skoll", "Andy Meneely", "Cathelineau", "Kier Heyl", "Aussiesim",
    "Sparker", "Zeromancer", "Rihlsul", "Quoting", "Guard13007", "DarkZaitzev", "SpencerDub",
    "GeneralAce135", "Zajkonur", "Catsu", "Starseeker", "Pepijn Poolman", "Pierre Leducq",
    "Caro Asercion", "seregacthtuf",
)  # fmt: skip
"""Who drew the icons of the collection."""
LIBRARIES = (
    "Python", "NumPy", "Numba", "msgspec", "Litestar", "uvicorn", "Jinja", "SQLAlchemy",
    "Alembic", "markdown-it-py", "Segno", "resvg", "Typer", "Rich",
)  # fmt: skip
COOKIES = ("player", "former", "name", "lang", "theme", "help", "pace", "motion", "volume")
"""The cookies that pages may set, without the beginning that all have."""
FIRST = ("unofficial", "fair", "verify")
"""The sections before those of the games."""
LAST = ("privacy", "credits", "version")
"""The sections after them."""
LONGEST = 128


class Verified(Struct, frozen=True):
    """A seed that somebody wants to check."""

    seed: str = ""
    noted: str = ""
    """The commitment that was noted during the game."""

    @property
    def commitment(self) -> str:
        """What was published of this seed."""
        return commitment(self.seed)

    @property
    def is_same(self) -> bool:
        """Whether the seed gives the commitment that was typed beside it."""
        return hmac.compare_digest(self.commitment.encode(), self.noted.casefold().encode())


@get("/about")
@run_aside
def about(request: AnyRequest) -> Response[str]:
    """The page *About*; given a seed in the address, its commitment too."""
    language = language_of(request)
    seed, noted = (
        str(request.query_params.get(name, "")).strip()[:LONGEST] for name in ("seed", "commitment")
    )
    sections = about_sections(language)
    titles = [(part, say(f"web.about.{part}_title", language)) for part in FIRST + LAST]
    titles[len(FIRST) : len(FIRST)] = [(section.id, section.title) for _, section in sections]
    credit_lines = (say_or(f"web.{name}.credit", language) for name in game_names())
    return render_page(
        request,
        "about.html",
        parts=[(f"#{id_}", title, "") for id_, title in titles],
        sections=sections,
        game_credits=" ".join(filter(None, credit_lines)),
        artists=ARTISTS,
        libraries=LIBRARIES,
        cookies=COOKIES,
        verified=Verified(seed, noted),
        version=realms.__version__,
        rules=[game.rules for game in all_games()],
    )


HANDLERS: list[Any] = [about]
