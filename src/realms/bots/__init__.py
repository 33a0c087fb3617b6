"""Players that are programs.

A bot is handed a *re-deal*: a state in which all that its seat may not know has been dealt
anew. It never sees the true state, so it cannot cheat; given the same rng state it
gives the same move in every world its seat cannot tell apart. (The built-in bots look only
at what their seat may know, which the tests hold them to; so the arena's compiled loops
save themselves the re-deal.)

**Names.** `bot_named` makes a bot from a name with parameters: `greedy`, `search`,
`search:2000` (playouts), `search:0.5s` (seconds), `search:1s:cores=4`; a level of a game is
a name too. What stands behind the colons is the bot's `Budget`.

**Any game** has the bots `random` and `search`, which know nothing but its contract
(`realms.bots.general`), unless it brings its own by these names.

**What a game brings.** The method `bots` of its pack returns a `BotSet`, tables by a bot's name:

* `players`: a chooser each, `choose(position, seat, rng_state, budget)`, which returns the move
  as the steps that the rules see; the weakest first;
* `advisers`: for bots that can tell more than a move, `advise(position, seat, rng_state, budget)`,
  a list of `Advice`, best first, each `move` as steps;
* `numbers`: for bots that are rules, the number by which compiled loops call them
  (`code_chosen`, `decide`), each with a workspace of its own from `new_workspace()`;
* `weigh(workspace, bot, weights)`: writes the weights of a bot, numbers by name, into a
  workspace, so that `realms tune` can try others. `new_workspace()` has those of the file.

What a heuristic weighs stands in `bots/bots.toml` of the game's folder, a table a bot,
`[weights.steward]` for instance, with numbers by name.
The levels stand there too, the easiest first (a game without any has `GENERAL_LEVELS`):

    [[level]]
    name = "squire"
    bot = "search:400:temperature=8"

In the catalogue `bots.<game>_<bot>` says what a bot is like in a game, and for a level
`bots.level.<game>.<level>` is its title, with `_is` behind it the same sentence.

A bot of another package is an entry point of the group `realms.bots`; see
`docs/writing-a-bot.md`.
"""

from __future__ import annotations

from realms.bots.advice import Advice, AdviceReason
from realms.bots.budget import Budget
from realms.bots.built_in import Bot, BuiltIn
from realms.bots.external import BotFailed
from realms.bots.game_parts import GENERAL_BOTS, BotSet, Player
from realms.bots.levels import Level, levels_of
from realms.bots.registry import (
    bot_named,
    bot_names,
    bots_of,
    is_external,
    offered_name,
    seated_name,
    sentence_of,
    title_of,
)
from realms.bots.weights import weights_of

__all__ = [
    "GENERAL_BOTS",
    "Advice",
    "AdviceReason",
    "Bot",
    "BotFailed",
    "BotSet",
    "Budget",
    "BuiltIn",
    "Level",
    "Player",
    "bot_named",
    "bot_names",
    "bots_of",
    "is_external",
    "levels_of",
    "offered_name",
    "seated_name",
    "sentence_of",
    "title_of",
    "weights_of",
]
