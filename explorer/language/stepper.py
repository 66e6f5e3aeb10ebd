"""The stepper: procedures are tuples of short steps, what is under way is a stack of frames.

The contract of a step: it either asks (and changes nothing) or changes the
table (and asks nothing).  It may push one child, whose result comes back in
``frame.r``.  Between any two steps the table settles: whatever has become due
(answers to events, returning ships, limits, complete ships) goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from explorer.language.checks import PROMPTS
from explorer.state import CHANCE, Frame, State, below

Step = Callable[[State, Frame], None]

PROCS: Final[dict[str, tuple[Step, ...]]] = {}
PLACES: Final[dict[str, dict[Step, int]]] = {}  # where each step stands in its procedure
BUDGET: Final = 20_000  # steps between two decisions; no real chain comes near it

# Set by explorer.rules.settling: finds what is due next, as a frame to push, or None.
duty: list[Callable[[State], Frame | None]] = []
# Set by explorer.rules.windows: says whether a window must ask before this forced decision.
window: list[Callable[[State, Frame, int, str, Sequence[Any]], Frame | None]] = []


class EndlessChain(RuntimeError):
    """The rules went on for ever without a decision; names the procedures and cards on the stack."""


def proc(name: str, *steps: Step) -> str:
    """Name a procedure by its steps, in order; returns the name."""
    if name in PROCS:
        raise ValueError(f"procedure {name!r} is declared twice")
    PROCS[name] = steps
    PLACES[name] = {step: place for place, step in reversed([*enumerate(steps)])}
    return name


def push(s: State, f: Frame, name: str, who: int, card: int = -1, n: int = 0, x: Any = None) -> Frame:
    """Begin a procedure as a child of the running one, with the same cause."""
    new = Frame(name, who, card, n, x, f.cause, f.by)
    f.r = None
    s.stack.append(new)
    return new


def go(f: Frame, step: Step) -> None:
    """Make a step of the same procedure the next one."""
    f.pc = PLACES[f.proc][step]


def done(f: Frame) -> None:
    """End the procedure after this step."""
    f.pc = len(PROCS[f.proc])


REPEATED: Final[set[Step]] = set()


def for_each(step: Step) -> Step:
    """Mark a step that one instruction repeats for each player it names; the frame's n counts those done."""
    REPEATED.add(step)
    return step


def midway(f: Frame) -> bool:
    """Whether an instruction has been carried out for some of the players it names, and not yet for all."""
    steps = PROCS[f.proc]
    return f.n > 0 and f.pc < len(steps) and steps[f.pc] in REPEATED


def ask(s: State, seat: int, kind: str) -> None:
    """Put a decision to a seat; its options are those of the prompt of this kind."""
    s.asking = (seat, kind)


def advance(s: State) -> None:
    """Run until somebody must decide or the game is over.

    Raises EndlessChain when the step budget is used up.
    """
    stack = s.stack
    procs = PROCS
    if s.dirty or s.triggers:
        _settle(s)
    for _ in range(BUDGET):
        if not stack:
            s.over = True
            return
        f = stack[-1]
        pc = f.pc
        steps = procs[f.proc]
        if pc < len(steps):
            f.pc = pc + 1
            steps[pc](s, f)
            if s.asking is not None:
                if _asks(s, f):
                    return
            elif s.dirty or s.triggers:
                _settle(s)
        else:  # beyond it where a power was declared anew with fewer steps
            stack.pop()
    raise EndlessChain(_chain(s))


def _settle(s: State) -> None:
    """Put what has become due on top, if anything has."""
    cause = s.dirty
    found = duty[0](s)
    s.dirty = 0
    if found is not None:
        if cause:  # the table is looked at again, at the same things
            s.stack.append(Frame("settle", found.who, n=int(cause < 0), cause=abs(cause)))
        s.stack.append(found)


def _asks(s: State, f: Frame) -> bool:
    """List the options of the pending decision; take a forced one, and say whether a person must choose.

    A single option is not taken for somebody who could do something else first; others are asked in a window.
    """
    seat, kind = s.asking  # type: ignore[misc]
    prompt = PROMPTS[kind]
    options = prompt.options(s, f, seat)
    if len(options) < 2:
        asker = window[0](s, f, seat, prompt.window, options) if prompt.window else None
        if asker is not None and not (options and asker.who == seat):
            s.asking = None
            f.pc -= 1
            s.stack.append(asker)
            return False
        if not (options and (asker is not None or prompt.always or s.ask_forced)):
            s.asking = None
            f.r = options[0] if options else None
            return False
    elif seat == CHANCE and not s.ask_chance:
        s.asking = None
        f.r = options[below(s, len(options))]
        return False
    s.options = tuple(options)
    return True


def choose(s: State, option: Any) -> None:
    """Answer the pending decision with one of ``state.options`` and run on."""
    s.stack[-1].r = option
    s.asking = None
    s.options = None
    advance(s)


def again(s: State) -> None:
    """Ask the pending decision anew, after an edit or an interruption: its options are listed again."""
    s.offers = None
    if s.asking is not None:
        s.stack[-1].pc -= 1
        s.asking = None
        s.options = None
    advance(s)


def _chain(s: State) -> str:
    names = [f.proc + (f" of {s.cat.name[f.card]}" if f.card >= 0 else "") for f in s.stack]
    return f"{BUDGET} steps without a decision; under way: " + " > ".join(names[-12:])
