"""What the page of the editor may ask for, each as a call of the editor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer.widgets.editor import Editor

Command = Callable[[dict[str, Any]], Any]


def commands(editor: Editor) -> dict[str, Command]:
    """Every command by its name; each takes the message."""
    return {**_of_cards(editor), **_of_the_table(editor), **_of_the_text(editor)}


def _of_cards(editor: Editor) -> dict[str, Command]:
    return {
        "search": lambda m: editor.search(str(m["words"])),
        "kind": lambda m: editor.search(kind="" if m["name"] == editor.kind else str(m["name"])),
        "only": lambda m: editor.search(set=str(m["value"])),
        "look": lambda m: editor.look(int(m["card"])),
        "row": lambda m: _row(editor, str(m["word"])),
        "item": lambda m: editor.pick_up(str(m["item"])),
        "drop": lambda m: _drop(editor, m),
        "aim": lambda m: editor.aim(str(m["zone"])),
        "release": lambda m: editor.release(),
        "next": lambda m: editor.next_player(),
        "remove": lambda m: editor.remove(str(m["item"])),
        "duplicate": lambda m: editor.duplicate(str(m["item"])),
        "forget": lambda m: editor.do("forget", str(m["zone"])),
        "clear": lambda m: editor.clear(str(m["zone"])),
        "define": lambda m: editor.do("define", str(m["card"]), **_values(m["values"])),
    }


def _of_the_table(editor: Editor) -> dict[str, Command]:
    return {
        "credits": lambda m: editor.do("set_credits", str(m["seat"]), int(m["to"])),
        "unseat": lambda m: editor.do("remove_seat", str(m["seat"])),
        "name": lambda m: editor.do("set_name", str(m["seat"]), str(m["value"])),
        "color": lambda m: editor.do("set_color", str(m["seat"]), str(m["value"])),
        "launch": lambda m: editor.do("add_ship", str(m["seat"])),
        "sink": lambda m: editor.do("remove_ship", str(m["ship"])),
        "joined": lambda m: editor.do("set_ship", str(m["ship"]), joined=bool(m["on"])),
        "seat": lambda m: editor.do("add_seat", str(m["value"])),
        "ship": lambda m: editor.do("set_ship", str(m["ship"]), str(m["to"])),
        "leader": lambda m: editor.do("set_leader", str(m["value"])),
        "between": lambda m: editor.do("set_turn"),
        "within": lambda m: editor.do("set_turn", led="load"),
        "settle": lambda m: editor.do("drop_moment"),
        "led": lambda m: editor.do("set_turn", led=str(m["value"]) or None),
        "declared": lambda m: editor.do("set_turn", declared={str(m["seat"]): int(m["to"])}),
        "performing": lambda m: editor.do("set_turn", performing=str(m["value"]) or None),
        "phase": lambda m: editor.do("set_turn", phase=str(m["value"]) or None),
        "market": lambda m: editor.do("set_market", str(m["good"]), int(m["to"])),
        "variant": lambda m: editor.do("set_variant", str(m["name"]), bool(m["on"])),
        "containers": lambda m: editor.do("set_variant", "containers", int(m["value"])),
        "set": lambda m: _switch_set(editor, str(m["name"]), bool(m["on"])),
        "seed": lambda m: editor.do("set_seed", int(m["to"])),
        "rest": lambda m: editor.do("set_rest", str(m["value"])),
        "ruling": lambda m: editor.do("set_ruling", *str(m["value"]).split("=", 1)),
        "unrule": lambda m: editor.do("set_ruling", str(m["ruling"]), None),
    }


def _of_the_text(editor: Editor) -> dict[str, Command]:
    return {
        "text": lambda m: editor.set_text(str(m["text"])),
        "title": lambda m: editor.do("set_title", str(m["value"])),
        "undo": lambda m: editor.undo(),
        "redo": lambda m: editor.redo(),
        "mend": lambda m: editor.mend(int(m["problem"]), int(m["mend"])),
        "deal": lambda m: editor.start(_players(m)),
        "empty": lambda m: editor.start(_players(m), dealt=False),
        "example": lambda m: editor.example(str(m["value"])),
        "open": lambda m: editor.open(str(m["path"])),
        "save": lambda m: editor.save_click(str(m["path"])),
        "play": lambda m: editor.play(),
        "back": lambda m: editor.edit(),
        "ping": lambda m: editor.widget.send({"kind": "pong"}),
    }


def _row(editor: Editor, word: str) -> None:
    """A card of the picker was chosen: it goes where a zone waits for one, else it is picked up."""
    if editor.aimed and not editor.held:
        editor.put(word, editor.aimed)
    else:
        editor.pick_up(word)


def _drop(editor: Editor, message: dict[str, Any]) -> None:
    """Something was dragged to a zone, or what is picked up is put down with a key."""
    zone = str(message["zone"])
    if "word" in message:
        editor.put(str(message["word"]), zone)
    elif "item" in message:
        editor.move(str(message["item"]), zone)
    else:
        editor.put_down(zone)


def _players(message: dict[str, Any]) -> int | list[str]:
    """The harbors that were chosen, or how many players there are."""
    colors = message.get("colors")
    return [str(color) for color in colors] if isinstance(colors, list) else int(message["players"])


def _switch_set(editor: Editor, name: str, on: bool) -> None:
    sets = [one for one in editor.sketch.zones.sets if one != name]
    editor.do("set_sets", *sets, *([name] if on else []))


def _values(given: Any) -> dict[str, Any]:
    """The values of a card of one's own that were filled in."""
    known = {"color": "color", "action": "action", "tier": "tier", "load": "needs"}
    pairs = given.items() if isinstance(given, dict) else ()
    return {known[str(name)]: str(value) for name, value in pairs if str(name) in known and str(value).strip()}
