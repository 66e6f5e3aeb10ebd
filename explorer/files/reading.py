"""From a tree of words to a state: reads a position as a whole and collects everything that is wrong with it.

Nothing is half applied: a state comes out only when no error was found.  The
zones are read in a fixed order (players clockwise, island, deck, discard pile,
cards on harbors), which also numbers equal short forms.  Forms, cards, seats,
the turn and what lasts have files of their own, on which this one stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from explorer import powers, rulebook
from explorer.files.forms import Problem, TooMany, near
from explorer.files.moment import MomentError, apply_moment
from explorer.files.read_lasting import LastingReader
from explorer.files.tree import Tree
from explorer.language.abilities import POWERS, power_of, reindex
from explorer.language.moves import MARKET_END, TOKEN_NAMES, is_token, stays_itself, tokens_of
from explorer.language.questions import crew_limit, goods_limit, goods_used, ship_capacity
from explorer.rules import resume
from explorer.rules.setup import as_dealt
from explorer.state import Ship, State, ship_number, shuffle
from explorer.terms import CAPITAL, FIVE_KINDS, KINDS, NO_COLOR, SETS
from explorer.words import say

DECK: Final = 40  # fillers when nothing is said
KEYS: Final = (
    "title", "clause", "cards", "sets", "rulings", "powers", "leader", "turn", "players", "island", "deck", "discard",
    "seed", "rest", "once", "extra", "effects", "copied", "ending", "limits", "moment",
    "port", "market", "containers",
)  # fmt: skip
# What a moment says itself.
IN_MOMENT: Final = ("turn", "rest", "once", "extra", "effects", "copied", "ending", "containers")


class Reader(LastingReader):
    """Reads one position; ``state`` is best effort until ``problems`` shows no error."""

    def read(self) -> State | None:
        """Read everything; returns the state when there is no error."""
        try:
            self._read()
        except TooMany:
            return None
        return None if self.failed else self.state

    def _read(self) -> None:
        tree = self.tree
        if not self.keys(tree, "", (*KEYS, *self.extra_keys), "players: 3"):
            return
        self.cites(tree.get("clause"), "clause")
        self.moment = tree.get("moment")
        if self.moment is not None:
            self.keys(tree, "", tree.value, "players: 3")
            for key in IN_MOMENT:
                if tree.get(key) is not None:
                    self.fault(tree.lines[key], key, "in-moment", key=key)
        self.sets = self._sets(tree.get("sets"))
        rulings = self._rulings(tree.get("rulings"))
        self._definitions(tree.get("cards"))
        self._moment_cards()
        s = self.state = State(self.base, rulings, self.number(tree.get("seed"), "seed", -(2**63), 2**64 - 1, 0))
        s.sets = tuple(self.sets)
        self._containers(tree.get("containers"))
        self._seats(tree.get("players"))
        self._table(tree)
        self._turn(tree)
        self._fill(tree)
        s.cat = self._catalogue().read_by(rulings["flag-colour-unloaded"])
        self._lasting(tree)
        if self.moment is not None:
            self._apply_moment()
        if not self.failed or all(p.severity == "warning" for p in self.problems):
            reindex(s)
            self._limits(tree)
            if self.moment is None:
                self._cards_for_containers()
        self._powers(tree.get("powers"))

    def _sets(self, tree: Tree | None) -> list[str]:
        found = []
        for item in self.items(tree, "sets", "[base]"):
            word = self.word(item, "sets", "base")
            if word is None:
                continue
            if word not in SETS:
                self.fault(item, "sets", "unknown-set", word=repr(word)[:60], near=near(word, SETS))
            found.append(word)
        return found or ["base"]

    def _rulings(self, tree: Tree | None) -> dict[str, str]:
        chosen: dict[str, str] = {}
        if tree is not None and tree.kind != "map":
            self.fault(tree, "rulings", "want-map", example="{bid-steps: any-whole-number}")
        elif tree is not None:
            for id_, item in tree.value.items():
                reading = self.word(item, f"rulings/{id_[:60]}", "a reading")
                if reading is not None and self._chosen(item, {id_: reading}):
                    chosen[id_] = reading
        if self._chosen(0, self.overrides):
            chosen |= self.overrides
        return rulebook.rulings(chosen)

    def _chosen(self, at: Tree | int, one: Mapping[str, str]) -> bool:
        try:
            rulebook.rulings(one)
        except rulebook.RulingError as error:
            for problem in error.problems:
                self.note(at, "rulings", problem[:400])
            return False
        return True

    # The rest of the table

    def _table(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        s.port = "tokyo" in self.sets if tree.get("port") is None else self.yes(tree.get("port"), "port")
        s.market = self._market(tree.get("market"))
        island = self.cards(tree.get("island"), "island")
        self.open_island = island is None
        s.island = self.fillers(len(s.players), "island") if island is None else island
        deck = self.cards(tree.get("deck"), "deck")
        self.open_deck = deck is None
        s.deck = self.fillers(DECK, "deck") if deck is None else deck[::-1]
        s.discard = (self.cards(tree.get("discard"), "discard") or [])[::-1]
        s.leader = max(0, self.seat(tree.get("leader"), "leader", 0))
        self._once(tree.get("once"))
        for item in self.items(tree.get("extra"), "extra", "[green]"):
            seat = self.seat(item, "extra", -1)
            if seat >= 0:
                s.extra.append(seat)
        s.ending = self.one_of(tree.get("ending"), "ending", ("credits", "cards")) or ""

    def _market(self, tree: Tree | None) -> tuple[int, ...]:
        """The levels of the Market's markers, those not named at 0; nothing where there is no Market (R-MARKET-1)."""
        if tree is None or tree.kind == "word":
            return (0,) * len(FIVE_KINDS) if self.yes(tree, "market") else ()
        goods = [KINDS[kind] for kind in FIVE_KINDS]
        if not self.keys(tree, "market", goods, "{luxury: -2}"):
            return ()
        most = MARKET_END
        return tuple(self.number(tree.get(good), f"market/{good}", -most, most, 0) for good in goods)

    # What is not said

    def _fill(self, tree: Tree) -> None:
        if not self.dealt or self.moment is not None:
            return
        s = self.state
        assert s is not None
        pool = [number for number in self.base.of_sets(self.sets) if number not in self.where]
        shuffle(s, pool)
        anything = s.rulings["grey-in-setup"] == "ships-only"
        for seat in self.open_hands:
            s.players[seat].hand = self._dealt(pool, 5, anything)
        for ship in self.open_ships:
            s.ships[ship].cargo = [as_dealt(s, card) for card in self._dealt(pool, 4, False)]
            if s.containers:  # the cards are discarded for containers, as in the setup (R-VARIANT-1)
                s.discard[:0] = [self.base.base[card] for card in s.ships[ship].cargo]
                s.ships[ship].cargo = [self._token_of(card) for card in s.ships[ship].cargo]
        if self.open_island:
            s.island = self._dealt(pool, len(s.players), anything)
        if self.open_deck:
            s.deck = pool

    def _dealt(self, pool: list[int], count: int, anything: bool) -> list[int]:
        """Deal cards; where not anything may come, Capital cards are thrown away and replaced (R-CAPITAL-2)."""
        s = self.state
        assert s is not None
        found: list[int] = []
        while pool and len(found) < count:
            card = pool.pop()
            if anything or self.base.color[card] != CAPITAL:
                found.append(card)
            else:
                s.discard.insert(0, card)
        return found

    # The moment

    def _apply_moment(self) -> None:
        s = self.state
        assert s is not None and self.moment is not None
        if self.failed:
            return
        try:
            apply_moment(s, self.moment)
        except MomentError as error:
            self.note(self.moment, "moment", str(error))
        for seat, card in s.played:
            self._lay(card, self.moment, f"moment/played/{seat}")
        for card in s.limbo:
            self._lay(card, self.moment, "moment/limbo")
        self._count(self.moment)

    def _count(self, moment: Tree) -> None:
        """Every card that was in play must still be somewhere."""
        wanted = moment.get("count")
        if wanted is None or wanted.number == len(self.where):
            return
        known = [*self.base.of_sets(self.sets), *range(len(self.base), len(self.base) + len(self.new))]  # no faces
        cards = (*self.base.cards, *self.new)
        missing = [cards[number].name for number in known if number not in self.where]
        few = 0 < len(missing) == (wanted.number or 0) - len(self.where) <= 5
        names = f" ({', '.join(missing)})" if few else ""
        self.fault(moment, "moment/count", "card-count", found=len(self.where), wanted=wanted.value, names=names)

    # Limits and powers, as what is in force makes them

    def _limits(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        pending = self.one_of(tree.get("limits"), "limits", ("kept", "pending")) == "pending" or self.moment is not None
        seats = self._lines(tree.get("players"))
        for seat, player in enumerate(s.players):
            line = seats[seat] if seat < len(seats) else 0
            crew = ("crew", len(player.crew), crew_limit(s, seat))
            for area, held, limit in (crew, ("goods", goods_used(s, seat), goods_limit(s, seat))):
                if held > limit and not pending:
                    self.fault(line, f"players/{seat + 1}/{area}", f"over-{area}", count=held, most=limit)
        for i, ship in enumerate(s.ships):
            seat = ship.owner
            self._capacity(
                i, ship, f"players/{seat + 1}/ships/{ship_number(s, i)}", seats[seat] if seat < len(seats) else 0
            )

    def _capacity(self, i: int, ship: Ship, place: str, line: int) -> None:
        s = self.state
        assert s is not None
        most = ship_capacity(s, ship.owner, i)
        need = sum(s.cat.load_total[card] for card in ship.contracts)
        severity = "warning" if self.moment is not None else "error"
        if need > most:
            self.fault(line, place, "over-capacity", severity, count=need, most=most)
        if len(ship.cargo) > most > 0 and s.rulings["container-capacity"] != "contracts-only":
            self.fault(line, place, "over-containers", severity, count=len(ship.cargo), most=most)

    def _cards_for_containers(self) -> None:
        """Cards where the variant in play has physical containers, as none comes there by play (R-VARIANT-1, -4)."""
        s = self.state
        assert s is not None
        if not s.containers:
            return
        zones = [("aboard", card) for ship in s.ships for card in ship.cargo]
        if s.containers == 2:
            zones += [("kept", card) for player in s.players for card in (*player.crew, *player.goods)]
        for where, card in zones:
            color = s.cat.color[card]
            named = [TOKEN_NAMES[kind] for kind in FIVE_KINDS if color in (kind, CAPITAL) and tokens_of(s, kind)]
            if not named or is_token(s, card) or (where == "aboard" and stays_itself(s, card)):
                continue
            place, line = self.where.get(s.cat.base[card], ("containers", 0))
            words = named[0].casefold()
            words = say("position.container-of-gray", container=words) if color == CAPITAL else words
            self.fault(line, place, f"card-{where}", "warning", card=s.cat.name[card], container=words)

    def _lines(self, tree: Tree | None) -> list[int]:
        return [item.line for item in tree.value] if tree is not None and tree.kind == "list" else []

    def _powers(self, tree: Tree | None) -> None:
        """Powers counted on must be built; those of cards in play that are not are named."""
        for item in self.items(tree, "powers", "[Foxes]"):
            name = self._power_name(item, "powers")
            if name is not None and name not in POWERS:
                self.fault(item, "powers", "power-counted-on", name=name)
        s = self.state
        if s is None or self.moment is not None or len(s.cat) < len(self.base):
            return
        zones = [player.fulfilled for player in s.players] + [ship.contracts for ship in s.ships]
        for card in (card for zone in zones for card in zone):
            name = power_of(s, card)
            if name is not None and name not in POWERS and name not in powers.BUILT:
                place, line = self.where.get(s.cat.base[card], ("cards", 0))
                self.fault(line, place, "power-not-built", "warning", card=s.cat.name[card])


def start(reader: Reader, s: State) -> State:
    """Put the right procedures on the stack and run up to the first decision."""
    turn = reader.turn
    phase = turn.get("phase")
    if phase == "scoring":
        reindex(s)
        resume.enter_scoring(s)
    elif phase == "clean-up":
        resume.enter_clean_up(s)
    elif not turn:
        resume.begin(s)
    elif turn["lead"]:
        resume.enter_lead(s)
    elif turn["performing"] >= 0:
        resume.enter_performing(s, turn["performing"], turn["done"])
    else:
        resume.enter_declaring(s, turn["answered"], turn.get("drew", -1))
    resume.run(s)
    return s


__all__ = ["NO_COLOR", "Problem", "Reader", "start"]
