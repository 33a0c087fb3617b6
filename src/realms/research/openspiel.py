"""Every installed game as a game of OpenSpiel: `pyspiel.load_game("realms_NAME(players=3)")`.

Import this module to register them (extra `openspiel`). Actions and observations are those of
the batch. All chance of a game is in its deal, which the first chance nodes draw: three of
256 outcomes. Decisions that several owe at once are asked one after another, unseen.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from realms.arena.batches.numbering import Numbering, numbering_of
from realms.kernel.game import Game
from realms.kernel.games import game_named
from realms.kernel.packs import packs
from realms.research.spaces import agent_of

OUTCOMES, DRAWS = 256, 3
"""A deal is drawn by so many chance nodes, each of so many outcomes."""
MOST_SEATS = 8
LONGEST = 50_000
"""Actions and draws of chance in a game, at most; our longest have a few hundred."""


def game_type(game: Game) -> pyspiel.GameType:
    """What OpenSpiel is told of a game; its options are parameters."""
    return pyspiel.GameType(
        short_name=f"realms_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


def parameters(game: Game) -> dict[str, Any]:
    """The options that are numbers, words or switches, as they are by default."""
    usual: Any = game.options_type()
    options = {name: getattr(usual, name) for name in usual.__struct_fields__}
    return {name: value for name, value in options.items() if isinstance(value, (bool, int, str))}


class OpenSpielGame(pyspiel.Game):
    """A game of ours at one table."""

    def __init__(self, kind: pyspiel.GameType, name: str, params: dict[str, Any] | None) -> None:
        self.played = game_named(name)
        self.options = self.played.options_type(**(params or {}))
        self.played.check_unattended(self.options)
        self.numbers = Numbering(self.played, self.options)
        players = int(self.options.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.layout.action_count,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0 / players,
            max_utility=1.0 - 1.0 / players,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> OpenSpielState:
        """A game before its deal."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:
        """What looks at states from a seat."""
        return SeatObserver(self.numbers)


class OpenSpielState(pyspiel.State):
    """A game that goes on: its state here, and the actions of a move that is not whole yet."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.drawn: list[int] = []
        self.position: Any = None
        self.begun: list[int] = []

    @property
    def _game(self) -> Game:
        return self.get_game().played  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """The seat that is asked; chance before the deal."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        awaited = self._game.awaiting(self.position)
        return awaited[0] if awaited else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and not self._game.awaiting(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the deal may be, as far as this draw says it: all are as likely."""
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player() or self.position is None:
            return []
        numbers = numbering_of(self._game, self.position)
        return np.flatnonzero(numbers.show(self.position, player, self.begun)[1]).tolist()

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.drawn.append(int(action))
            if len(self.drawn) == DRAWS:
                seed = "-".join(str(one) for one in self.drawn)
                self.position = self._game.start(self.get_game().options, seed)
            return
        seat = self.current_player()
        self.begun.append(int(action))
        move = numbering_of(self._game, self.position).move_of(self.position, seat, self.begun)
        if move is not None:
            self.position, _events = self._game.play(self.position, seat, move)
            self.begun = []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        name, number = self.get_game().numbers.layout.name_of(action)
        return f"{agent_of(player)} {name} {number}"

    def returns(self) -> list[float]:
        """Each seat's part of the win, less an equal part; nought before the end."""
        players = int(self.get_game().options.players)
        outcome = None if self.position is None else self._game.outcome(self.position)
        if outcome is None:
            return [0.0] * players
        return [outcome.share(seat) - 1 / players for seat in range(players)]

    def __str__(self) -> str:
        """The moves so far, chance included: two states are the same if these are."""
        return " ".join(str(action) for action in self.history())


class SeatObserver:
    """What a seat sees of a state, as numbers and as text."""

    def __init__(self, numbers: Numbering) -> None:
        self.numbers = numbers
        self.tensor = np.zeros(numbers.layout.observation_size, np.float32)
        self.dict = {
            field.name: self.tensor[field.start : field.start + field.size]
            for field in numbers.layout.fields
        }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Look at a state from a seat; before the deal there is nothing to see."""
        self.tensor.fill(0)
        if state.position is not None:
            begun = state.begun if player == state.current_player() else []
            self.tensor[:] = self.numbers.show(state.position, player, begun)[0]

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What a seat sees of a state, as text: all that is not nought."""
        self.set_from(state, player)
        fields = (f"{name} {values.astype(int).tolist()}" for name, values in self.dict.items())
        return f"{agent_of(player)}: " + "; ".join(fields)


def _register(name: str) -> None:
    """Make one game known to OpenSpiel."""
    kind = game_type(game_named(name))

    class Registered(OpenSpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, name, params)

    pyspiel.register_game(kind, Registered)


for _name in packs():
    if f"realms_{_name}" not in pyspiel.registered_names():
        _register(_name)
