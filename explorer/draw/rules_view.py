"""Every clause and every ruling as a list, and one of them with its words, its source and where it is played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from explorer.draw.cards_table import scenarios_html
from explorer.draw.cited import clause_html
from explorer.draw.panel import button, choice, frame, part, search
from explorer.draw.parts import esc
from explorer.rulebook import CLAUSES, RULINGS, Ruling, clause_text, reading_text, ruling_question, ruling_reason
from explorer.shipped import showing
from explorer.texts import text

START: Final = "start"  # opens the start of a game, where no scenario shows a clause


class Rule(NamedTuple):
    """A clause or a ruling: its id, its section, its words, and all that a search looks at."""

    id: str
    section: str
    words: str
    letters: str

    @property
    def is_clause(self) -> bool:
        """Whether it is a clause, not a ruling."""
        return self.id in CLAUSES


@lru_cache(maxsize=1)
def all_rules() -> dict[str, Rule]:
    """Every clause, then every ruling, by its id."""
    found = [(c.id, c.section, clause_text(c.id)) for c in CLAUSES.values()]
    found += [(r.id, r.section, ruling_question(r.id)) for r in RULINGS.values()]
    return {id_: Rule(id_, section, words, f"{id_} {section} {words}".casefold()) for id_, section, words in found}


def sections() -> list[str]:
    """Every section, as the list has them."""
    return list(dict.fromkeys(rule.section for rule in all_rules().values()))


def boards_of(id_: str) -> tuple[str, ...]:
    """The scenarios that show a clause or a ruling."""
    return showing(id_ if id_ in CLAUSES else f"ruling {id_}")


def rulings_of(clause: str) -> list[Ruling]:
    """The rulings that belong to a clause."""
    return [ruling for ruling in RULINGS.values() if clause in ruling.belongs_to]


def rules_frame() -> str:
    """What stays while one searches."""
    kinds = [(kind, _say(f"kind.{kind or 'any'}")) for kind in ("", "clause", "ruling")]
    picks = choice("kind", _say("show"), kinds, "")
    picks += choice("section", _say("section"), [("", _say("all")), *((one, one) for one in sections())], "")
    bar = f'<div class="ie-bar-row">{search("search", _say("search"))}{picks}</div>'
    return frame(bar, f'<div class="ie-two-parts is-rules">{part("list")}{part("rule")}</div>')


def list_html(rules: Iterable[Rule]) -> str:
    """The list, in sections."""
    rows, section, count = [], "", 0
    for rule in rules:
        if rule.section != section:
            section = rule.section
            rows.append(f'<li class="ie-section">{esc(section)}</li>')
        rows.append(f"<li>{_entry(rule)}</li>")
        count += 1
    note = esc(text("rulesview.found", count=count))
    return (
        f'<p class="ie-small ie-list-note">{note}</p>'
        f'<div class="ie-scroll" data-scroll="rules"><ul class="ie-rulelist" data-arrows="rules" data-list="rules">'
        f"{''.join(rows)}</ul></div>"
    )


@lru_cache(maxsize=1024)
def _entry(rule: Rule) -> str:
    inner = f'<span class="ie-rule-id">{esc(rule.id)}</span><span>{esc(rule.words)}</span>'
    return button("pick", rule.id, inner, "ie-rule", data_item="1")


def rule_html(rule: Rule | None, opened: str = "") -> str:
    """One clause or ruling: its words, its source, its rulings, and boards that show it."""
    if rule is None:
        return f'<p class="ie-small">{esc(_say("choose"))}</p>'
    inner = _clause_html(rule.id) if rule.is_clause else _ruling_html(RULINGS[rule.id])
    return (
        f'<div class="ie-about"><h3>{esc(rule.id)} <span class="ie-small">{esc(rule.section)}</span></h3>{inner}'
        f"<h3>{esc(_say('boards'))}</h3>{_boards_html(rule, opened)}</div>"
    )


def _clause_html(id_: str) -> str:
    clause = CLAUSES[id_]
    known = [(one, lines) for one, lines in (("english", clause.en), ("japanese", clause.ja)) if lines]
    source = "; ".join(text(f"rulesview.{one}", lines=lines) for one, lines in known) or _say("silent")
    rulings = "".join(f"<li>{_ruling_html(ruling, linked=True)}</li>" for ruling in rulings_of(id_))
    found = f"<h3>{esc(_say('rulings'))}</h3><ul>{rulings}</ul>" if rulings else ""
    return f'<p class="ie-rule-words">{esc(clause_text(id_))}</p><p class="ie-small">{esc(source)}</p>{found}'


def _ruling_html(ruling: Ruling, linked: bool = False) -> str:
    link = button("pick", ruling.id, esc(ruling.id), "ie-link") + " " if linked else ""
    readings = "".join(f"<li>{_reading_html(ruling, reading)}</li>" for reading in ruling.readings)
    why = "" if linked else f'<p class="ie-small">{esc(text("rulesview.why", why=ruling_reason(ruling.id)))}</p>'
    about = "" if linked else _about_html(ruling)
    question = f'<p class="ie-rule-words">{link}{esc(ruling_question(ruling.id))}</p>'
    return f'{question}<ul class="ie-rule-readings">{readings}</ul>{why}{about}'


def _reading_html(ruling: Ruling, reading: str) -> str:
    mark = "default" if reading == ruling.default else "" if reading in ruling.built else "unbuilt"
    tag = f' <span class="ie-mark ie-mark-words">{esc(_say(mark))}</span>' if mark else ""
    return f'<code class="ie-code">{esc(reading)}</code>{tag} {esc(reading_text(ruling.id, reading))}'


def _about_html(ruling: Ruling) -> str:
    links = ", ".join(
        button("pick", one, esc(one), "ie-link") if one in CLAUSES else clause_html(one) for one in ruling.belongs_to
    )
    cards = f" · {esc(text('rulesview.cards', cards=', '.join(ruling.cards)))}" if ruling.cards else ""
    return f'<p class="ie-small">{esc(_say("belongs"))} {links}{cards}</p>'


def _boards_html(rule: Rule, opened: str) -> str:
    names = boards_of(rule.id)
    if names:
        return scenarios_html(names, opened)
    start = button("open", START, esc(_say("start")), "ie-btn", aria_pressed=str(opened == START).lower())
    return f'<p class="ie-small">{esc(_say("no-board"))}</p><div class="ie-boards">{start}</div>'


def _say(key: str) -> str:
    return text(f"rulesview.{key}")


__all__ = ["START", "Rule", "all_rules", "boards_of", "list_html", "rule_html", "rules_frame", "rulings_of", "sections"]
