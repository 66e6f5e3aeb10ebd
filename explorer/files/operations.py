"""What can be done to a position that is being built, each as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

from explorer import rulebook
from explorer.edits import CREDIT_LIMIT
from explorer.files import table_keys
from explorer.files.editing import Editing, SketchError, refuse
from explorer.texts import shown, text


class Operations:
    """The operations of a sketch, which says how one is done (``_change``)."""

    landed = ""  # the path of the card that was laid last

    def _change(self, act: Callable[[Editing], None]) -> Self:
        raise NotImplementedError

    # Cards

    def put(self, card: str | int, zone: str, at: int | None = None) -> Self:
        """Lay a card into a zone, at the end or at a place; on piles at the top.  ``landed`` says where it lies.

        A card that lies in the deck is taken from there.  Where nothing was said about a hand, a ship at sea or
        the island, one of the fillers (or of the cards dealt) gives way.

        Args:
            card: a name, a short form such as "luxury/load" or "3 luxury", or a number of ``catalogue``.
            zone: its path, such as "green/hand", "green 1/containers", "island".
            at: how many cards come before it.
        """

        def act(edit: Editing) -> None:
            words, number, many = edit.card(card)
            spot = edit.spot(zone)
            place = edit.place(spot, at)
            if number >= 0 and spot.area != "deck" and "deck" not in edit.survey.unsaid:
                base = edit.survey.catalogue.base
                lying = [
                    i for i, one in enumerate(edit.survey.lying["deck"]) if one[2] >= 0 and base[one[2]] == base[number]
                ]
                for i in lying[:1]:
                    edit.take(edit.spot("deck"), i)
            self.landed = f"{spot.path}/{edit.put(spot, words, place, many)}"

        return self._change(act)

    def move(self, item: str, zone: str, at: int | None = None) -> Self:
        """Move one card, named by its path such as "green/hand/2", to a zone; within a zone, to another place.

        ``at`` says how many cards come before it, once it has been taken from where it lay.
        """

        def act(edit: Editing) -> None:
            source, number = edit.item(item)
            target = edit.spot(zone)
            place = edit.place(target, at)
            _entry, written, card, _line = edit.survey.lying[source.path][number]
            if written == "?":
                raise refuse("no-word", item=item)
            word = edit.survey.word_there(edit.take(source, number), card, target)
            same = source.path == target.path
            self.landed = f"{target.path}/{edit.lay(target, word, place) if same else edit.put(target, word, place)}"

        return self._change(act)

    def replace(self, item: str, card: str | int) -> Self:
        """Lay another card in the place of one."""

        def act(edit: Editing) -> None:
            spot, number = edit.item(item)
            words, _number, _many = edit.card(card)
            edit.take(spot, number)
            self.landed = f"{spot.path}/{edit.lay(spot, words, number)}"

        return self._change(act)

    def remove(self, item: str) -> Self:
        """Take one card away."""

        def act(edit: Editing) -> None:
            edit.take(*edit.item(item))

        return self._change(act)

    def duplicate(self, item: str) -> Self:
        """Lay another card like this beside it; of a printed card, one of its color and action."""

        def act(edit: Editing) -> None:
            spot, number = edit.item(item)
            _entry, word, card, _line = edit.survey.lying[spot.path][number]
            if card >= 0:
                word = edit.survey.form(card)
            self.landed = f"{spot.path}/{edit.put(spot, edit.card(word)[0], number + 1)}"

        return self._change(act)

    def clear(self, zone: str) -> Self:
        """Take everything out of a zone."""
        return self._change(lambda edit: edit.set(edit.spot(zone).doc, []))

    def forget(self, zone: str) -> Self:
        """Say nothing about a zone any more: it is filled as usual."""
        return self._change(lambda edit: edit.draft.delete(edit.spot(zone).doc))

    def define(self, card: str, **values: Any) -> Self:
        """Define a card of one's own under ``cards:``, or give a printed one other values.

        Args:
            card: its name.
            values: any of color, action, needs, tier, power, set, timing, marker, as words; None takes one out.
        """
        return self._change(lambda edit: table_keys.define(edit, card, values))

    def undefine(self, card: str) -> Self:
        """Take a definition out."""
        return self._change(lambda edit: table_keys.undefine(edit, card))

    # Seats and ships

    def add_seat(self, color: str = "") -> Self:
        """Add a player, the first free color if none is named."""
        return self._change(lambda edit: table_keys.add_seat(edit, color))

    def remove_seat(self, seat: str) -> Self:
        """Take a player away, with all that lies there."""
        return self._change(lambda edit: table_keys.remove_seat(edit, seat))

    def set_color(self, seat: str, color: str) -> Self:
        """Give a player another harbor, who has it gets the player's; what speaks of them by color follows."""
        return self._change(lambda edit: table_keys.set_color(edit, seat, color))

    def set_name(self, seat: str, name: str) -> Self:
        """Give a player a name, "" for none."""
        return self._change(lambda edit: table_keys.word(edit, ("players", edit.seat(seat), "name"), name, 60))

    def set_credits(self, seat: str, count: int) -> Self:
        """Set a player's credits."""

        def act(edit: Editing) -> None:
            most = CREDIT_LIMIT
            if type(count) is not int or not 0 <= count <= most:
                raise SketchError(text("error.edit-credits", amount=shown(count), most=most))
            edit.set(("players", edit.seat(seat), "credits"), count)

        return self._change(act)

    def set_ship(self, ship: str, at: str = "", joined: bool | None = None) -> Self:
        """Say where a ship is ("harbor" or "sea"), and whether the first one is joined with the second."""
        return self._change(lambda edit: table_keys.set_ship(edit, ship, at, joined))

    def add_ship(self, seat: str, card: str = "Diesel Engine") -> Self:
        """Add a ship that is a card."""

        def act(edit: Editing) -> None:
            at = edit.seat(seat)
            number, words = edit.survey.ships(at), edit.card(card)[0]
            edit.set(("players", at, "ships", number, "under"), [words])
            edit.draft.delete(("players", at, "ships", number, "at"))

        return self._change(act)

    def remove_ship(self, ship: str) -> Self:
        """Take a ship that is a card away; the printed two stay."""

        def act(edit: Editing) -> None:
            seat, number = edit.ship(ship)
            if number < 2:
                raise refuse("two-ships")
            edit.draft.delete(("players", seat, "ships", number))

        return self._change(act)

    # The table

    def set_title(self, title: str) -> Self:
        """Call the position something, "" for nothing."""
        return self._change(lambda edit: table_keys.word(edit, ("title",), title, 200))

    def set_leader(self, seat: str) -> Self:
        """Say whose turn it is."""
        return self._change(lambda edit: edit.set(("leader",), edit.survey.seats[edit.seat(seat)]))

    def set_turn(self, values: Mapping[str, Any] | None = None, /, **more: Any) -> Self:
        """Say where in a turn this is; without values, between turns.

        Args:
            values: any of number, led, declared, doing, drew, performing, done, phase, as in a position; those not
                named stay, None takes one out; ``declared`` and ``doing`` are merged with what is there.
            more: the same as keywords.
        """
        return self._change(lambda edit: table_keys.set_turn(edit, values, more))

    def drop_moment(self) -> Self:
        """Forget what is under way: the table as it is, at the beginning of the leader's turn."""
        return self._change(table_keys.drop_moment)

    def set_limits(self, limits: str) -> Self:
        """Say whether crew and goods keep their limits: "kept", or "pending" where discarding down is due."""
        return self._change(lambda edit: table_keys.one_of(edit, ("limits",), limits, ("kept", "pending")))

    def set_sets(self, *sets: str) -> Self:
        """Say which sets of cards are in use."""
        return self._change(lambda edit: table_keys.set_sets(edit, sets))

    def set_variant(self, name: str, value: Any) -> Self:
        """Set ``port`` (True, False), ``market`` (True, False) or ``containers`` (0, 1, 2); None: as usual."""
        return self._change(lambda edit: table_keys.set_variant(edit, name, value))

    def set_market(self, good: str, level: int) -> Self:
        """Set one marker of the Market."""
        return self._change(lambda edit: table_keys.set_market(edit, good, level))

    def set_ruling(self, id: str, reading: str | None) -> Self:
        """Choose a reading of a ruling; None or the default takes it out."""

        def act(edit: Editing) -> None:
            default = rulebook.default_rulings()
            if reading is None or (isinstance(id, str) and default.get(id) == reading):
                return edit.prune(("rulings", str(id)))
            try:
                rulebook.rulings({id: reading})
            except rulebook.RulingError as error:
                raise SketchError(error.problems[0][:400]) from None
            edit.set(("rulings", id), reading)

        return self._change(act)

    def set_seed(self, seed: int) -> Self:
        """Set the seed."""

        def act(edit: Editing) -> None:
            if type(seed) is not int or not -(2**63) <= seed < 2**64:
                raise refuse("seed", seed=shown(seed))
            edit.set(("seed",), seed)

        return self._change(act)

    def set_rest(self, rest: str) -> Self:
        """Say how what is left out is filled: "filler" or "dealt"."""
        return self._change(lambda edit: table_keys.one_of(edit, ("rest",), rest, ("filler", "dealt")))

    # For mends

    def drop(self, path: Sequence[str | int]) -> Self:
        """Take out what stands at a path of keys and indexes, such as ``["rulings", "bid-steps"]``."""
        return self._change(lambda edit: edit.draft.delete(table_keys.doc_path(path)))

    def write(self, path: Sequence[str | int], value: Any) -> Self:
        """Write a word or number over the one that stands at a path of keys and indexes."""

        def act(edit: Editing) -> None:
            found = edit.draft.at(table_keys.doc_path(path))
            if found is None or found.kind != "word" or not isinstance(value, (str, int)) or len(str(value)) > 300:
                raise refuse("no-word", item=shown(path))
            edit.draft.set(table_keys.doc_path(path), value)

        return self._change(act)


OPERATIONS: Final = (
    "put", "move", "replace", "remove", "duplicate", "clear", "forget", "undefine", "add_seat", "remove_seat",
    "set_color", "set_name", "set_credits", "set_ship", "add_ship", "remove_ship", "set_title", "set_leader",
    "set_turn", "drop_moment", "set_limits", "set_sets", "set_variant", "set_market", "set_ruling", "set_seed",
    "set_rest", "drop", "write",
)  # fmt: skip

__all__ = ["OPERATIONS", "Operations"]
