"""What was done at a table, and how much of it each viewer could notice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from realms.kernel.game import Event
from realms.tables.changes import Change, FailedBot, StoryEntry, ViewerSeat
from realms.tables.entries import MoveMade, MovesUndone, ProxyBidSet


def is_seen(events: Iterable[Event], viewer: ViewerSeat) -> bool:
    """Whether any of some events is visible to a viewer."""
    return any(event.seen_by(viewer) is not None for event in events)


class History:
    """The story of a table, and the place in it of each viewer.

    A viewer's place counts only what it could notice, so that it does not tell how many
    secret acts there were.
    """

    def __init__(self) -> None:
        self.story: list[StoryEntry] = []
        """All that happened, but for what was undone; only parts of it are for everybody."""
        self.open_acts = 0
        """The entries that everybody noticed."""
        self._secret: Counter[ViewerSeat] = Counter()
        """The others, by who acted."""
        self._noticed: Counter[ViewerSeat] = Counter()
        """The others, by who noticed them."""
        self._events: list[Event] = []
        """What happened with the last entry that everybody noticed."""
        self._asides: dict[ViewerSeat, list[Event]] = {}
        """What happened since to those who noticed it while others did not."""
        self._failed: dict[ViewerSeat, FailedBot] = {}
        """Whose bot failed at the last entry, for viewers who saw what came of it."""

    def seq_for(self, seat: ViewerSeat) -> int:
        """The entries that a viewer could notice."""
        return self.open_acts + self._noticed[seat]

    def secret_acts(self, seat: ViewerSeat) -> int:
        """What a seat did that not everybody noticed."""
        return self._secret[seat]

    def events_for(self, seat: ViewerSeat) -> list[Event]:
        """What happened last, as far as a viewer could notice it; not yet as it may know it."""
        return self._asides.get(seat, self._events)

    def failed_for(self, seat: ViewerSeat) -> FailedBot | None:
        """Whose bot failed at what happened last, as far as a viewer may know it."""
        return self._failed.get(seat)

    def count(self, change: Change, viewers: Sequence[ViewerSeat]) -> None:
        """Count a change for the viewers who notice it, and keep its events for them."""
        noticed = viewers if change.noticed is None else change.noticed
        if self._failed:
            for viewer in noticed:
                self._failed.pop(viewer, None)
        entry = change.entry
        if isinstance(entry, MoveMade) and entry.fault and entry.seat is not None:
            seeing = [viewer for viewer in noticed if is_seen(change.events, viewer)]
            self._failed |= dict.fromkeys(seeing, FailedBot(entry.seat, entry.fault))
        if change.noticed is None:
            self._events, self._asides = change.events, {}
            self.open_acts += 1
        else:
            self._secret[getattr(entry, "seat", None)] += 1
            self._asides |= dict.fromkeys(change.noticed, change.events)
            self._noticed.update(change.noticed)

    def add(self, change: Change, name: str, moves: int) -> None:
        """Add an entry to the story; `moves` is how many moves stand after it."""
        entry = change.entry
        if isinstance(entry, MovesUndone):
            self.story = [
                part
                for part in self.story
                if part.moves <= moves or not isinstance(part.entry, MoveMade)
            ]
        if entry is not None and not isinstance(entry, ProxyBidSet):
            self.story.append(StoryEntry(entry, name, tuple(change.events), moves))
