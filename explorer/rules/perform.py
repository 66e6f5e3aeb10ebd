"""Performing a declared action, one after the other (R-TURN-7, AMB-5, AMB-6).

The five actions have a file each; Import is held in rounds (``importing``), but a
lone Import through a power is performed here like the others.
"""

from __future__ import annotations

from typing import Final

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.checks import PROMPTS, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.questions import allowed, contracts_per_action, forbidding
from explorer.language.stepper import ask, done, go, proc
from explorer.rules.barter import do_barter
from explorer.rules.contract import do_contract
from explorer.rules.ending import check_end
from explorer.rules.importing import do_lone_import
from explorer.rules.load import do_load
from explorer.rules.pirate import do_pirate
from explorer.rules.settling import look_again
from explorer.rules.supply import do_supply
from explorer.state import Frame, State
from explorer.terms import BARTER, CONTRACT, IMPORT, LOAD, PIRATE, SUPPLY

PROMPT_OF: Final = {
    SUPPLY: "supply",
    IMPORT: "import alone",
    CONTRACT: "contract",
    LOAD: "load",
    PIRATE: "pirate",
    BARTER: "barter",
}
DO: Final = {
    SUPPLY: do_supply,
    IMPORT: do_lone_import,
    CONTRACT: do_contract,
    LOAD: do_load,
    PIRATE: do_pirate,
    BARTER: do_barter,
}


def _begin(s: State, f: Frame) -> None:
    """Look whether an action is left; ``y`` is "alone" for actions through a power, which end nothing,
    "alone together" where one of them may stand for a tier.

    ``k`` counts the cards placed in a Contract action.
    """
    f.k = 0
    if not f.y:
        check_end(s, f)
        s.declared[f.who] = f.n
    if not f.n:
        done(f)
        return look_again(s, f)
    if s.index.allowed and not allowed(s, f.who) >> f.x & 1 and not _still_performed(s, f):
        return _lapse(s, f, "power " + kebab(forbidding(s, f.who, f.x)[0][0].power))
    if s.rulings["able-but-unwilling"] == "may-decline" and not f.y:
        return go(f, _ask_willing)
    if ev.ActionStarting not in s.index.hears:
        go(f, _ask_action)


def _ask_willing(s: State, f: Frame) -> None:
    """An announced action that could be carried out may be given up (ruling able-but-unwilling)."""
    if PROMPTS[PROMPT_OF[f.x]].possible(s, f, f.who):
        ask(s, f.who, "willing")
    else:
        f.r = None


def _willing(s: State, f: Frame) -> None:
    go(f, _announce)
    if f.r is not None and f.r[0] == "give-up":
        relied(s, f, "able-but-unwilling")
        f.n -= 1
        _give_up(s, f)


Prompt("willing", "ruling able-but-unwilling", (Move("perform"), Move("give-up")), window="action")


def _still_performed(s: State, f: Frame) -> bool:
    """Whether an action is performed although a ban has come since its declaration (ruling surstromming-declared)."""
    if not _ban_is_newer(s):
        relied(s, f, "banned-action-declared")
        return False
    relied(s, f, "surstromming-declared")
    return s.rulings["surstromming-declared"] == "still-performed"


def _ban_is_newer(s: State) -> bool:
    """Whether a ban has begun while this turn's declared actions are being performed (its parameter is that turn)."""
    return any(entry[3] == s.turn for answers in s.index.allowed for entry in answers)


def _announce(s: State, f: Frame) -> None:
    """Tell, where a power listens, that an action which can be performed is about to be."""
    if ev.ActionStarting in s.index.hears and PROMPTS[PROMPT_OF[f.x]].possible(s, f, f.who):
        emit(s, f, ev.ActionStarting, "R-TURN-7", f.who, f.x)


def _ask_action(s: State, f: Frame) -> None:
    ask(s, f.who, PROMPT_OF[f.x])


def _act(s: State, f: Frame) -> None:
    if f.r is None:
        relied(s, f, "declared-not-possible")
        relied(s, f, "declare-impossible")
        return _lapse(s, f, "R-TURN-7")
    f.n -= 1
    if f.r[0] == "give-up":
        relied(s, f, "supply-empty-island")
        return _give_up(s, f)
    f.k = 1
    DO[f.x](s, f)


def _give_up(s: State, f: Frame) -> None:
    """Let one action be, and go on with the next."""
    emit(s, f, ev.ActionGivenUp, "R-TURN-7", f.who, f.x, 1)
    go(f, _begin)


def _lapse(s: State, f: Frame, clause: str) -> None:
    emit(s, f, ev.ActionLapsed, clause, f.who, f.x, f.n)
    f.n = 0
    if not f.y:
        s.declared[f.who] = 0
    done(f)
    look_again(s, f)


def _done_one(s: State, f: Frame) -> None:
    if f.x == CONTRACT and s.index.contracts_per_action and f.k < contracts_per_action(s, f.who):
        return go(f, _ask_more)
    _end_one(s, f)


def _end_one(s: State, f: Frame) -> None:
    emit(s, f, ev.ActionDone, "R-TURN-7", f.who, f.x)
    go(f, _begin)


def came_within_action(s: State, card: int) -> bool:
    """Whether a card was fulfilled, or came otherwise, during the action that is being performed (D1)."""
    began = next((f.cause for f in reversed(s.stack) if f.proc == "perform"), s.events)
    log = s.log
    while log is not None and log[1][ev.NUMBER] > began:
        log, event = log
        if event[ev.CODE] == ev.ActionDone and event[ev.CAUSE] == began and event[ev.NUMBER] < s.events:
            return False
        if event[ev.CODE] == ev.ContractTucked and event[ev.FIELDS] == card:
            return True
    return False


def _ask_more(s: State, f: Frame) -> None:
    ask(s, f.who, "contract more")


def _more(s: State, f: Frame) -> None:
    """Place a further card in the same action, or end it."""
    if f.r is None or f.r[0] == "stop":
        return _end_one(s, f)
    f.k += 1
    do_contract(s, f)
    go(f, _done_one)


proc("perform", _begin, _announce, _ask_action, _act, _done_one, _ask_more, _more, _ask_willing, _willing)
