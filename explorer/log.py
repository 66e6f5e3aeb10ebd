"""The log: every event as a tree of causes, with its clause, the power at work and the ruling it relied on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from explorer.language import events as ev
from explorer.state import State, seat_name
from explorer.words import event_text


def events_since(s: State, before: State | None) -> list[tuple[Any, ...]]:
    """The plain events after an earlier moment of the same line, oldest first: later logs go on with earlier ones."""
    found: list[tuple[Any, ...]] = []
    log, end = s.log, before.log if before is not None else None
    while log is not None and log is not end:
        log, event = log
        found.append(event)
    return found[::-1]


def events_of_turn(s: State) -> list[tuple[Any, ...]]:
    """The plain events of this turn, oldest first."""
    found: list[tuple[Any, ...]] = []
    log = s.log
    while log is not None:
        log, event = log
        found.append(event)
        if event[ev.CODE] == ev.TurnStarted:
            break
    return found[::-1]


class Entry(NamedTuple):
    """One event for people; ``cause`` is another's number (0: none), ``depth`` its place in the tree of causes."""

    number: int
    name: str
    text: str
    clause: str
    power: str
    seat: str
    cause: int
    depth: int
    fields: dict[str, Any]


class Log:
    """The events of a game up to one moment, oldest first.

    Iterating gives entries; ``frame()`` a pandas DataFrame; ``tree()`` the events
    as nested (entry, children) pairs; ``brief()`` names a ruling once a turn, and
    ``str()`` writes that out, indented by cause.
    """

    def __init__(self, s: State) -> None:
        self._state = s

    def events(self) -> list[tuple[Any, ...]]:
        """The plain events."""
        return ev.listed(self._state.log)

    def __len__(self) -> int:
        return len(self.events())

    def __iter__(self) -> Iterator[Entry]:
        depth: dict[int, int] = {0: -1}
        s = self._state
        for event in self.events():
            kind = ev.EVENTS[event[ev.CODE]]
            depth[event[0]] = depth.get(event[ev.CAUSE], -1) + 1
            fields = dict(zip(kind.fields, event[ev.FIELDS :], strict=False))
            seat = seat_name(s, event[ev.SEAT]) if event[ev.SEAT] >= 0 else ""
            yield Entry(
                event[0],
                kind.name,
                event_text(s, event),
                event[ev.CLAUSE],
                ev.teller(event),
                seat,
                event[ev.CAUSE],
                depth[event[0]],
                fields,
            )

    def __getitem__(self, at: int) -> Entry:
        return list(self)[at]

    def since(self, number: int) -> list[Entry]:
        """Entries after an event's number."""
        return [entry for entry in self if entry.number > number]

    def tree(self) -> list[Any]:
        """Entries as nested (entry, children) pairs, by cause."""
        roots: list[Any] = []
        nodes: dict[int, list[Any]] = {}
        for entry in self:
            children: list[Any] = []
            nodes[entry.number] = children
            nodes.get(entry.cause, roots).append((entry, children))
        return roots

    def brief(self) -> list[Entry]:
        """Entries without those rulings that the same turn has named before."""
        found: list[Entry] = []
        named: set[tuple[Any, ...]] = set()
        for entry in self:
            if entry.name == "TurnStarted":
                named.clear()
            if entry.name == "RulingApplied":
                ruling = tuple(entry.fields.values())
                if ruling in named:
                    continue
                named.add(ruling)
            found.append(entry)
        return found

    def rulings(self) -> dict[str, str]:
        """Rulings relied on so far, with the reading in force."""
        return {e[ev.FIELDS]: e[ev.FIELDS + 1] for e in self.events() if e[ev.CODE] == ev.RulingApplied}

    def frame(self) -> Any:
        """The log as a pandas DataFrame, one row an event."""
        import pandas as pd

        return pd.DataFrame([entry._asdict() for entry in self]).drop(columns="fields", errors="ignore")

    def __str__(self) -> str:
        return "\n".join(f"{'  ' * e.depth}{e.text}  [{e.clause}]" for e in self.brief())

    def __repr__(self) -> str:
        return f"Log({len(self)} events)"
