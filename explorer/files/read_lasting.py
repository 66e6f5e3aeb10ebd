"""Reading what lasts: effects of powers in force, and powers that were copied."""

from __future__ import annotations

from typing import Any, Final

from explorer import rulebook
from explorer.card import kebab
from explorer.files.forms import near
from explorer.files.read_turn import TurnReader
from explorer.files.tree import Tree
from explorer.language.abilities import POWERS, Answers
from explorer.powers.contracting import super_ship_effects
from explorer.powers.instead_ships import voyage_effects
from explorer.state import SEA
from explorer.terms import ACTIONS, KINDS

EFFECT_KEYS: Final = ("power", "owner", "until", "about", "effect", "card")
EFFECT_EXAMPLE: Final = "{power: Surströmming, owner: green, until: turn of green}"
# What an effect is about, by the question it answers.
ABOUT: Final = {"crew_counts": "action", "payout": "ship", "owner_pay": "ship", "load_needs": "ship"}


class LastingReader(TurnReader):
    """Reads effects and copied powers."""

    def _lasting(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        for number, item in enumerate(self.items(tree.get("effects"), "effects", f"[{EFFECT_EXAMPLE}]"), 1):
            self._effect(item, f"effects/{number}")
        copied = self.items(tree.get("copied"), "copied", "[{card: Wind Turbines, power: Foxes}]")
        for number, item in enumerate(copied, 1):
            self._copied(item, f"copied/{number}")
        for i, ship in enumerate(s.ships):
            if ship.partner > i and self.moment is None:
                card = s.cat.number.get("partnership", 0)
                said = {(effect[0], effect[3]) for effect in s.effects}
                lasting = [id for id in super_ship_effects(s) if (id, i) not in said]
                s.effects += [(id, ship.owner, card, i, ("split", i)) for id in lasting]
            if ship.at == SEA and self.moment is None:
                s.effects += [effect for effect in voyage_effects(s, i) if effect not in s.effects]

    def _effect(self, tree: Tree, place: str) -> None:
        s = self.state
        assert s is not None
        if not self.keys(tree, place, EFFECT_KEYS, EFFECT_EXAMPLE):
            return
        name = self._power_name(tree.get("power"), place)
        owner = self.seat(tree.get("owner"), place, s.leader)
        if name is None:
            return
        effects = POWERS[name].effects if name in POWERS else ()
        if not effects:
            return self.fault(tree, place, "no-effect", name=name)
        which = self.number(tree.get("effect"), place, 1, len(effects), 0)
        card = self._named_card(tree.get("card"), place, name)
        until = self._until(tree.get("until"), place)
        about = self._about(tree.get("about"), place)
        for ability in effects if not which else (effects[which - 1],):
            wanted = ABOUT.get(ability.question, "") if isinstance(ability, Answers) else ""
            if wanted and until[0] not in ("contract", "voyage") and not self._is_about(tree.get("about"), wanted):
                return self.fault(tree.get("about") or tree, place, f"about-{wanted}", name=name)
            s.effects.append((ability.id, owner, card, about, until))

    def _power_name(self, tree: Tree | None, place: str) -> str | None:
        word = self.word(tree, place, "Foxes")
        if word is None:
            return None
        known = {kebab(name): name for name in (*rulebook.POWERS.values(), *POWERS)}
        if kebab(word) not in known:
            assert tree is not None
            self.fault(tree, place, "unknown-power", name=repr(word)[:60], near=near(word, known.values()))
            return None
        return known[kebab(word)]

    def _named_card(self, tree: Tree | None, place: str, default: str) -> int:
        assert self.state is not None
        word = self.word(tree, place, default) or default
        number = self.names.get(kebab(word), -1)
        if number < 0:
            number = self._known(word)
        if number < 0:
            self._unknown_card(word, tree or self.tree, place)
        return number

    def _until(self, tree: Tree | None, place: str) -> tuple[Any, ...]:
        word = self.word(tree, place, "turn end") or "turn end"
        at = tree or self.tree
        for start in ("turn of ", "split ", "ship ", "voyage ", "aboard ", "contract ", "crew ", "fulfilled "):
            if word.startswith(start):
                rest = word[len(start) :]
                if start in ("split ", "ship ", "voyage "):
                    return (start[:-1], self.ship(at, place, rest))
                if start in ("aboard ", "contract ", "crew ", "fulfilled "):
                    return (start[:-1], self._named_card(Tree("word", at.line, rest), place, rest))
                return ("turn of", self.seat(Tree("word", at.line, rest), place, 0))
        if word == "game end":
            return ("game end",)
        if word != "turn end":
            self.fault(at, place, "unknown-until", word=repr(word)[:60])
        return ("turn end",)

    def _about(self, tree: Tree | None, place: str) -> Any:
        word = self.word(tree, place, "load")
        if word is None or tree is None:
            return None
        if word in ACTIONS:
            return ACTIONS.index(word)
        if word in KINDS:
            return KINDS.index(word)
        if word.rpartition(" ")[0] in self.seat_names:
            return self.ship(tree, place, word)
        if tree.number is None:
            self.fault(tree, place, "about", word=repr(word)[:60])
        return tree.number

    def _is_about(self, tree: Tree | None, wanted: str) -> bool:
        word = str(tree.value) if tree is not None and tree.kind == "word" else ""
        return word in ACTIONS[:6] if wanted == "action" else word.rpartition(" ")[0] in self.seat_names

    def _copied(self, tree: Tree, place: str) -> None:
        s = self.state
        assert s is not None
        if self.keys(tree, place, ("card", "power"), "{card: Wind Turbines, power: Foxes}"):
            card = self._named_card(tree.get("card"), place, "Wind Turbines")
            none = tree.get("power")
            name = None if none is not None and none.value == "none" else self._power_name(none, place)
            s.copied.append((card, name))


__all__ = ["EFFECT_KEYS", "LastingReader"]
