"""Reading where in the turn a position is."""

from __future__ import annotations

from typing import Any, Final

from explorer.files.forms import near
from explorer.files.read_seats import SeatReader
from explorer.files.tree import Tree
from explorer.rules import resume
from explorer.terms import ACTIONS

TURN_EXAMPLE: Final = "{led: load, declared: {green: 1}, performing: green}"
TURN_KEYS: Final = ("number", "led", "played", "declared", "doing", "drew", "performing", "done", "phase")


class TurnReader(SeatReader):
    """Reads what was led, declared and done."""

    turn: dict[str, Any]

    def _once(self, tree: Tree | None) -> None:
        s = self.state
        assert s is not None
        for seat, item, place in self._by_seat(tree, "once", "{green: [sold]}"):
            for one in self.items(item, place, "[sold]"):
                mark = self.word(one, place, "sold")
                if mark and mark.startswith("drop "):
                    mark = f"drop {self.ship(one, place, mark[5:])}"
                elif mark and mark not in ("sold", "pirated", "paid load"):
                    hint = near(mark, ("sold", "pirated", "paid load", "drop green 1"))
                    self.fault(one, place, "unknown-word", word=repr(mark)[:60], near=hint)
                if mark:
                    s.once.append((seat, mark[:60]))

    def _turn(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        found = tree.get("turn")
        s.turn = 1
        if found is None or not self.keys(found, "turn", TURN_KEYS, TURN_EXAMPLE):
            self.turn = {"lead": True} if s.once else {}
            return
        get = found.get
        s.turn = self.number(get("number"), "turn/number", 1, 10_000, 1)
        phase = self.one_of(get("phase"), "turn/phase", resume.PHASES)
        led = self.one_of(get("led"), "turn/led", ACTIONS[:6])
        for seat, item, place in self._by_seat(get("played"), "turn/played", "{green: [technology/load]}"):
            s.played += [(seat, card) for card in self.cards(item, place) or []]
        declared = {
            seat: self.number(item, place, 0, 60, 0)
            for seat, item, place in self._by_seat(get("declared"), "turn/declared", "{green: 1, yellow: 0}")
        }
        self.turn = {"phase": phase, "lead": led is None, "declared": declared}
        if led is None:
            self._nothing_led(found, phase)
            return
        s.action = ACTIONS.index(led)
        for seat, count in declared.items():
            s.declared[seat] = count
            s.doing[seat] = s.action if count else -1
        for seat, item, place in self._by_seat(get("doing"), "turn/doing", "{yellow: barter}"):
            word = self.one_of(item, place, ACTIONS[:6])
            if word is not None and s.declared[seat]:
                s.doing[seat] = ACTIONS.index(word)
            elif word is not None:
                self.fault(item, place, "performs-nothing", seat=self.seat_names[seat])
        self._performing(found, declared)
        self._answered(found, declared, phase)

    def _nothing_led(self, tree: Tree, phase: str | None) -> None:
        for key in ("played", "declared", "doing", "drew", "performing", "done"):
            if tree.get(key) is not None and not (key == "played" and phase in ("clean-up", "scoring")):
                self.fault(tree.lines[key], "turn", "led-first", key=key)
        if phase == "perform":
            self.fault(tree.lines["phase"], "turn", "led-first", key="phase: perform")

    def _performing(self, tree: Tree, declared: dict[int, int]) -> None:
        s = self.state
        assert s is not None
        found = tree.get("performing")
        seat = self.seat(found, "turn/performing", -1)
        done = self.number(tree.get("done"), "turn/done", 0, 60, 0)
        if seat >= 0 and found is not None:
            if not declared.get(seat):
                self.fault(found, "turn/performing", "performs-nothing", seat=self.seat_names[seat])
            elif done > declared[seat]:
                line = tree.lines.get("done", found.line)
                self.fault(line, "turn/done", "done-range", count=done, declared=declared[seat])
        self.turn |= {"performing": seat, "done": done}

    def _answered(self, tree: Tree, declared: dict[int, int], phase: str | None) -> None:
        """Which seats have followed or drawn: a run clockwise from the leader."""
        s = self.state
        assert s is not None
        seats = len(s.players)
        if self.turn["performing"] >= 0 or phase == "perform":
            self.turn["answered"] = seats - 1
            return
        offsets = {(seat - s.leader) % seats for seat in declared} | {0}
        drew = self.seat(tree.get("drew"), "turn/drew", -1)
        run = 0
        while run + 1 in offsets:
            run += 1
        for offset in sorted(offsets):
            if offset > run:
                name, before = (self.seat_names[(s.leader + i) % seats] for i in (offset, run + 1))
                line = tree.lines.get("declared", tree.line)
                self.fault(line, "turn/declared", "declared-order", seat=name, before=before)
                break
        self.turn |= {"answered": run, "drew": (drew - s.leader) % seats if drew >= 0 else -1}


__all__ = ["TURN_KEYS", "TurnReader"]
