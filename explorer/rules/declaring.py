"""What may be led, followed and declared: the prompts of a turn and their checks (R-TURN-1 … R-TURN-6, R-WILD-1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.listing import BITS, Always, Fact, Table
from explorer.language.questions import (
    ALL_ACTIONS,
    actions_of,
    allowed,
    crew_counts,
    follow_actions,
    follows_instead,
    instead_of_drawing,
    performs_as,
    say_forbidden,
)  # fmt: skip
from explorer.state import Frame, State
from explorer.terms import BARTER, CONTRACT, FIVE_ACTIONS, LOAD


def _prepare_lead(ctx: Ctx) -> None:
    s, p = ctx.s, ctx.p
    ctx.mine = _declarable(s, p)
    ctx.crew = crew = crew_counts(s, p)
    ctx.within = within = [0b11] * len(crew)  # what may be declared of each action, as bits
    for action, count in enumerate(crew):
        if count:
            within[action] = (4 << count) - 1
    prepare_hand(ctx)


def prepare_hand(ctx: Ctx) -> None:
    """Look up what each card in hand stands for, and for which actions a wild pair may stand (R-WILD-1, AMB-8)."""
    s, p = ctx.s, ctx.p
    printed = s.cat.action
    as_others = s.index.actions_of and s.index.actions_of[p]
    ctx.stands = stands = {}
    held = 0
    ctx.hand = hand = s.players[p].hand
    ctx.several = len(hand) > 1
    for card in hand:
        actions = actions_of(s, p, card) if as_others else 1 << printed[card]
        stands[card] = actions & ALL_ACTIONS
        held |= actions
    ctx.unmatched = 0b11111 if s.rulings["pair-needs-no-match"] == "always-allowed" else ~held & 0b11111


def _pair_more(ctx: Ctx) -> int:
    """How many actions a pair is worth more than a card (ruling pair-worth)."""
    return int(ctx.s.rulings["pair-worth"] == "two-actions")


def _by_color(ctx: Ctx) -> bool:
    """Whether color alone makes a wild pair (ruling pair-matches-by)."""
    return bool(ctx.s.rulings["pair-matches-by"] == "colour")


def possible_actions(s: State, p: int, without: tuple[int, ...], count: int) -> int:
    """Which actions p could perform with these cards played and so many declared (ruling declare-impossible)."""
    from explorer.language.checks import PROMPTS
    from explorer.rules.perform import PROMPT_OF

    mask = 0
    s = s.copy()
    s.players[p].hand = [card for card in s.players[p].hand if card not in without]
    trial = Frame("perform", p, n=count)
    for action in (*FIVE_ACTIONS, BARTER):
        mask |= PROMPTS[PROMPT_OF[action]].possible(s, trial, p) << action
    if s.index.performs_as:  # declared, another action may be performed for it
        mask = sum(bool(mask & performs_as(s, p, action)) << action for action in (*FIVE_ACTIONS, BARTER))
    return mask


def _say_action(ctx: Ctx, *args: Any) -> dict[str, Any]:
    return {"action": args[-1]}


def _say_ban(ctx: Ctx, *args: Any) -> dict[str, Any]:
    return say_forbidden(ctx.s, ctx.p, args[-1])


HAS_ACTION = Check("card-has-action", "R-TURN-3", Table("stands"), "actions_of")
NOT_BANNED = Check("action-not-banned", "R-POWER-1", Fact("mine"), "allowed", say=_say_ban)


def _possible_after(ctx: Ctx, *cards: int) -> int:
    if ctx.s.rulings["declare-impossible"] != "refused":
        return -1
    return possible_actions(ctx.s, ctx.p, cards, _worth(ctx, cards) + ctx.crew[CONTRACT])


def _worth(ctx: Ctx, cards: tuple[int, ...]) -> int:
    """How many actions the cards played are worth without crew (ruling pair-worth)."""
    return 1 + _pair_more(ctx) if len(cards) > 1 else len(cards)


IF_REFUSED = ("declare-impossible", "refused")
NOW_POSSIBLE = Check(
    "action-possible-now", "ruling declare-impossible", _possible_after, say=_say_action, only=IF_REFUSED
)


def _tried(ctx: Ctx, card: int) -> tuple[int, ...]:
    """What one might try with a card: the five actions, and Barter where it shows it."""
    return (*FIVE_ACTIONS, BARTER) if ctx.s.cat.action[card] == BARTER else FIVE_ACTIONS


NO_BARTER_PAIR = Check("pair-not-for-barter", "R-WILD-2", Always(0b11111), say=_say_action)


def _crew_range(ctx: Ctx, *args: Any) -> range:
    return range(ctx.crew[args[-1]] + 3)


AT_LEAST_ONE = Check("declare-at-least-one", "R-TURN-3", Always(-2))
WITHIN_CREW = Check(
    "declare-within-crew",
    "R-TURN-3",
    Table("within"),
    "crew_counts",
    say=lambda ctx, *args: {"count": ctx.crew[args[-2]], "most": 1 + ctx.crew[args[-2]]},
)
IF_TWO = ("pair-worth", "two-actions")
PAIR_WITHIN_CREW = (
    Check(
        WITHIN_CREW.id,
        WITHIN_CREW.clause,
        Table("within"),
        "crew_counts",
        say=WITHIN_CREW.say,
        ruling="pair-worth",
        when=lambda ctx: not _pair_more(ctx),
    ),
    Check(
        "pair-within-crew",
        "ruling pair-worth",
        lambda ctx, action: (8 << ctx.crew[action]) - 1,
        "crew_counts",
        say=lambda ctx, *args: {"count": ctx.crew[args[-2]], "most": 2 + ctx.crew[args[-2]]},
        only=IF_TWO,
    ),
)

LEAD = Move(
    "lead",
    (
        Axis("card", Fact("hand")),
        Axis("action", _tried, (HAS_ACTION, NOT_BANNED, NOW_POSSIBLE), masked=True),
        Axis("count", _crew_range, (AT_LEAST_ONE, WITHIN_CREW), masked=True),
    ),
    order=(1, 0, 2),
)


def _partners(ctx: Ctx, first: int) -> list[int]:
    hand: list[int] = ctx.hand
    return hand[hand.index(first) + 1 :]


def _likely_first(ctx: Ctx) -> dict[int, list[int]]:
    """Those of the hand that share a color with later cards, where color is what counts; ``partners`` holds these."""
    hand: list[int] = ctx.hand
    partners: dict[int, list[int]]
    if not _by_color(ctx):
        ctx.partners = partners = {card: hand[at + 1 :] for at, card in enumerate(hand)}
        return partners
    colors = ctx.s.cat.colors
    ctx.partners = partners = {}
    for at, first in enumerate(hand, 1):
        mask = colors[first]
        for card in hand[at:]:
            if colors[card] & mask:
                if first in partners:
                    partners[first].append(card)
                else:
                    partners[first] = [card]
    return partners


def one_color(ctx: Ctx, a: int, b: int) -> bool:
    """Whether two cards make a wild pair: by color, or by what the ruling pair-matches-by says (R-WILD-1)."""
    s = ctx.s
    colors = s.cat.colors
    color = colors[a] & colors[b] & 0b111111
    reading = s.rulings["pair-matches-by"]
    if reading == "colour":
        return color != 0
    action = actions_of(s, ctx.p, a) & actions_of(s, ctx.p, b) & 0b111111
    return bool(action if reading == "action" else color and action)


SAME_COLOR = Check("pair-of-one-color", "R-WILD-1", one_color, ruling="pair-matches-by")
NO_MATCH = Check(
    "pair-only-without-match", "R-WILD-1", Fact("unmatched"), say=_say_action, ruling="pair-needs-no-match"
)
TWO_CARDS = Check("pair-needs-two-cards", "R-WILD-1", Fact("several"))

FIRST_CARD = Axis("card", Fact("hand"), likely=_likely_first)
PAIR_AXES = (FIRST_CARD, Axis("card", _partners, (SAME_COLOR,), likely=Table("partners")))

LEAD_PAIR = Move(
    "pair",
    (
        *PAIR_AXES,
        Axis(
            "action",
            lambda ctx, a, b: _tried(ctx, a) if ctx.s.cat.action[b] == BARTER else FIVE_ACTIONS,
            (NO_MATCH, NO_BARTER_PAIR, NOT_BANNED, NOW_POSSIBLE),
            masked=True,
        ),
        Axis(
            "count",
            lambda ctx, action: range(ctx.crew[action] + 3 + _pair_more(ctx)),
            (AT_LEAST_ONE, *PAIR_WITHIN_CREW),
            masked=True,
        ),
    ),
    gates=(
        TWO_CARDS,
        Check("some-action-unmatched", "R-WILD-1", Fact("unmatched"), ruling="pair-needs-no-match"),
    ),
    order=(2, 0, 1, 3),
)

Prompt("lead", "R-TURN-1", (Move("draw"), LEAD, LEAD_PAIR), window="declare", prepare=_prepare_lead, always=True)


def _prepare_crew(ctx: Ctx) -> None:
    s = ctx.s
    ctx.counts = crew_counts(s, ctx.p)
    ctx.crew = ctx.counts[s.action]
    ctx.mine = mine = _declarable(s, ctx.p)
    ctx.led_banned = not mine >> s.action & 1
    ctx.others = (BARTER,) if ctx.counts[BARTER] else ()


def _declarable(s: State, p: int) -> int:
    """The actions that no ban keeps p from declaring, as bits (ruling banned-action-declared)."""
    return allowed(s, p) if s.index.allowed and s.rulings["banned-action-declared"] == "not-declarable" else -1


def _prepare_follow(ctx: Ctx) -> None:
    """Look up the crew, and which cards in hand follow; a pair may stand only for an action not held (R-WILD-1)."""
    s, p = ctx.s, ctx.p
    index, action, printed = s.index, s.action, s.cat.action
    ctx.hand = hand = s.players[p].hand
    ctx.several = len(hand) > 1
    ctx.counts = counts = crew_counts(s, p)
    ctx.crew = counts[action]
    as_others = index.actions_of and index.actions_of[p]
    following, aside = [], []
    for card in hand:
        if printed[card] == action:
            following.append(card)
        if printed[card] == BARTER:
            aside.append(card)
    if as_others or (index.follow_actions and index.follow_actions[p]):
        following = [card for card in hand if follow_actions(s, p, card) >> action & 1]
    ctx.following = following
    ctx.aside = aside  # those one might try for Barter
    ctx.mine = mine = _declarable(s, p)
    ctx.led_allowed = mine >> action & 1
    ctx.may_pass = s.rulings["pass-without-drawing"] == "may-do-nothing"
    may_instead = index.follows_instead and index.follows_instead[p]
    ctx.pair_instead = may_instead and action != LOAD and s.rulings["neural-units-pair"] == "allowed"
    asked = hand if as_others or may_instead else aside
    if asked:
        ctx.instead = instead = {card: follows_instead(s, p, card, counts) & ~(1 << action) for card in asked}
        ctx.aside = [card for card in asked if instead[card] or printed[card] == BARTER]
    ctx.unmatched = not following or s.rulings["pair-needs-no-match"] == "always-allowed"


def _matches(ctx: Ctx, card: int) -> bool:
    return card in ctx.following


def _led_possible(ctx: Ctx, *cards: int) -> bool:
    s = ctx.s
    if s.rulings["declare-impossible"] != "refused":
        return True
    return bool(possible_actions(s, ctx.p, cards, ctx.crew + _worth(ctx, cards)) >> s.action & 1)


def _follow_range(ctx: Ctx, *_: Any) -> range:
    return range(ctx.crew + 3 + _pair_more(ctx))


def _say_led(ctx: Ctx, *_: Any) -> dict[str, Any]:
    return {"action": ctx.s.action}


def _say_led_ban(ctx: Ctx, *_: Any) -> dict[str, Any]:
    return say_forbidden(ctx.s, ctx.p, ctx.s.action)


def _say_crew(ctx: Ctx, *_: Any) -> dict[str, Any]:
    return {"count": ctx.crew, "most": ctx.crew + 1}


LED_ALLOWED = Check("led-action-not-banned", "R-POWER-1", Fact("led_allowed"), "allowed", say=_say_led_ban)
LED_POSSIBLE = Check(
    "led-action-possible-then", "ruling declare-impossible", _led_possible, say=_say_led, only=IF_REFUSED
)


def _crew_with(ctx: Ctx, card: int) -> int:
    """How many crew add to following with this card: those of the led action (ruling 3d-printers-crew)."""
    s, p = ctx.s, ctx.p
    if s.index.follow_actions and s.rulings["3d-printers-crew"] == "every-crew":
        if not actions_of(s, p, card) >> s.action & 1:
            return sum(bool(actions_of(s, p, one) & ALL_ACTIONS) for one in s.players[p].crew)
    return int(ctx.crew)


def _say_with(ctx: Ctx, card: int, count: int) -> dict[str, Any]:
    return {"count": _crew_with(ctx, card), "most": _crew_with(ctx, card) + 1}


AT_LEAST_ONE_TOO = Check("declare-at-least-one", "R-TURN-5", Always(-2))
FOLLOW_COUNT = (
    AT_LEAST_ONE_TOO,
    Check(
        "follow-within-crew",
        "R-TURN-5",
        lambda ctx, *_: (4 << ctx.crew) - 1,
        "crew_counts",
        say=_say_crew,
        ruling="pair-worth",
        when=lambda ctx: not _pair_more(ctx),
    ),
    Check(
        "pair-within-crew",
        "ruling pair-worth",
        lambda ctx, *_: (8 << ctx.crew) - 1,
        "crew_counts",
        say=lambda ctx, *_: {"count": ctx.crew, "most": 2 + ctx.crew},
        only=IF_TWO,
    ),
)

FOLLOW = Move(
    "follow",
    (
        Axis(
            "card",
            Fact("hand"),
            (
                Check("card-of-led-action", "R-TURN-5", _matches, "actions_of follow_actions", say=_say_led),
                LED_POSSIBLE,
            ),
            likely=Fact("following"),
        ),
        Axis(
            "count",
            lambda ctx, card: range(_crew_with(ctx, card) + 3),
            (
                AT_LEAST_ONE_TOO,
                Check(
                    "follow-within-crew",
                    "R-TURN-5",
                    lambda ctx, card: (4 << _crew_with(ctx, card)) - 1,
                    "crew_counts",
                    say=_say_with,
                ),
            ),
            masked=True,
        ),
    ),
    gates=(LED_ALLOWED,),
)


FOLLOW_PAIR = Move(
    "pair",
    (
        FIRST_CARD,
        Axis("card", _partners, (SAME_COLOR, LED_POSSIBLE), likely=Table("partners")),
        Axis("count", _follow_range, FOLLOW_COUNT, masked=True),
    ),
    gates=(
        TWO_CARDS,
        Check(
            "follow-pair-only-without-match",
            "R-WILD-1",
            Fact("unmatched"),
            say=_say_led,
            ruling="pair-needs-no-match",
        ),
        LED_ALLOWED,
    ),
)

PASS = Move(
    "pass",
    gates=(Check("follow-or-draw", "R-TURN-4", Fact("may_pass")),),
)


def _aside_actions(ctx: Ctx, card: int) -> Collection[int]:
    barter = 1 << BARTER if ctx.s.cat.action[card] == BARTER else 0
    return BITS[ctx.instead[card] | barter]


def _possible_instead(ctx: Ctx, card: int) -> int:
    if ctx.s.rulings["declare-impossible"] != "refused":
        return -1
    return possible_actions(ctx.s, ctx.p, (card,), 1)


def _crew_instead(ctx: Ctx, action: int) -> int:
    alone = action == LOAD and ctx.s.rulings["neural-units-crew"] == "played-card-only"
    return 0 if alone else int(ctx.counts[action])


def _within_crew(ctx: Ctx, action: int) -> int:
    return (4 << _crew_instead(ctx, action)) - 1


def _say_instead(ctx: Ctx, *args: Any) -> dict[str, Any]:
    crew = _crew_instead(ctx, args[1])
    return {"count": crew, "most": 1 + crew}


BY_CREW_ONLY = Check(
    "barter-by-crew-only",
    "ruling barter-follow",
    lambda ctx, action: action != BARTER or ctx.s.rulings["barter-follow"] != "crew-only",
)

INSTEAD = Move(
    "instead",
    (
        Axis("card", Fact("aside")),
        Axis(
            "action",
            _aside_actions,
            (
                Check(
                    "barter-crew-needed",
                    "R-CAPITAL-5",
                    Table("instead"),
                    "follows_instead",
                    ruling="barter-follow",
                    rather=(BY_CREW_ONLY,),
                ),
                NOT_BANNED,
                Check(
                    "action-possible-now",
                    "ruling declare-impossible",
                    _possible_instead,
                    say=_say_action,
                    only=IF_REFUSED,
                ),
            ),
            masked=True,
        ),
        Axis(
            "count",
            lambda ctx, card, action: range(_crew_instead(ctx, action) + 3),
            (
                AT_LEAST_ONE_TOO,
                Check(
                    "follow-within-crew",
                    "R-CAPITAL-5",
                    lambda ctx, action: _within_crew(ctx, action) if action == BARTER else -1,
                    "crew_counts",
                    say=_say_instead,
                ),
                Check(
                    "follow-within-crew",
                    "R-TURN-5",
                    lambda ctx, action: _within_crew(ctx, action) if action != BARTER else -1,
                    "crew_counts",
                    say=_say_instead,
                ),
            ),
            masked=True,
        ),
    ),
    order=(1, 0, 2),
)


# A pair that stands for the card which a power lets follow in its own way (ruling neural-units-pair)


def _no_load_card(ctx: Ctx) -> bool:
    s = ctx.s
    if s.rulings["pair-needs-no-match"] == "always-allowed":
        return True
    return not any(actions_of(s, ctx.p, card) >> LOAD & 1 for card in s.players[ctx.p].hand)


PAIR_INSTEAD = Move(
    "pair-instead",
    (
        *PAIR_AXES,
        Axis("action", lambda ctx, a, b: (LOAD,) if ctx.mine >> LOAD & 1 else ()),
        Axis(
            "count",
            lambda ctx, action: range(_crew_instead(ctx, action) + 3 + _pair_more(ctx)),
            (
                AT_LEAST_ONE_TOO,
                Check(
                    "follow-within-crew",
                    "R-TURN-5",
                    lambda ctx, action: (4 << _crew_instead(ctx, action) + _pair_more(ctx)) - 1,
                    "crew_counts",
                    say=lambda ctx, *args: {
                        "count": _crew_instead(ctx, LOAD),
                        "most": 1 + _pair_more(ctx) + _crew_instead(ctx, LOAD),
                    },
                ),
            ),
            masked=True,
        ),
    ),
    gates=(
        Check("pair-no-load-card", "ruling neural-units-pair", Fact("pair_instead"), "follows_instead"),
        TWO_CARDS,
        Check("load-card-held", "R-WILD-1", _no_load_card, ruling="pair-needs-no-match"),
    ),
    order=(2, 0, 1, 3),
)

Prompt(
    "follow",
    "R-TURN-4",
    (FOLLOW, FOLLOW_PAIR, INSTEAD, PAIR_INSTEAD, Move("draw"), PASS),
    window="declare",
    prepare=_prepare_follow,
)


ONLY_ZERO = Always(1)  # all that is left of a declared number when something forbids the led action


CREW_ONLY = (
    Check("crew-only-within-crew", "R-TURN-6", lambda ctx, *_: (2 << ctx.crew) - 1, "crew_counts", say=_say_crew),
    Check("led-action-not-banned", "R-POWER-1", ONLY_ZERO, "allowed", say=_say_led_ban, when=Fact("led_banned")),
    Check(
        "led-action-possible-now",
        "ruling declare-impossible",
        ONLY_ZERO,
        say=_say_led,
        only=IF_REFUSED,
        when=lambda ctx: not _led_possible(ctx),
    ),
)


def _say_others(ctx: Ctx, *args: Any) -> dict[str, Any]:
    return {"action": args[0], "count": ctx.counts[args[0]], "most": ctx.counts[args[0]] + 1}


BARTER_NOT_BANNED = Check(
    "action-not-banned",
    "R-POWER-1",
    lambda ctx, action: bool(ctx.mine >> action & 1),
    "allowed",
    say=_say_ban,
)
CREW_INSTEAD = Move(
    "instead",
    (
        Axis("action", Fact("others"), (BARTER_NOT_BANNED,)),
        Axis(
            "count",
            lambda ctx, action: range(ctx.counts[action] + 2),
            (
                Check("declare-at-least-one", "R-CAPITAL-5", Always(-2)),
                Check(
                    "crew-only-within-crew",
                    "R-CAPITAL-5",
                    lambda ctx, action: (2 << ctx.counts[action]) - 1,
                    "crew_counts",
                    say=_say_others,
                ),
            ),
            masked=True,
        ),
    ),
)

Prompt(
    "declare",
    "R-TURN-6",
    (Move("declare", (Axis("count", lambda ctx: range(ctx.crew + 2), CREW_ONLY, masked=True),)), CREW_INSTEAD),
    window="declare",
    prepare=_prepare_crew,
)


# What is performed for the declared action, and drawing as a leader


def _performable(ctx: Ctx) -> int:
    return performs_as(ctx.s, ctx.p, ctx.s.action)


Prompt(
    "perform as",
    "R-TURN-7",
    (
        Move(
            "as",
            (
                Axis(
                    "action",
                    lambda ctx: BITS[_performable(ctx)],
                    (
                        Check(
                            "action-not-banned",
                            "R-POWER-1",
                            lambda ctx: ctx.mine & _performable(ctx),
                            "allowed",
                            say=_say_ban,
                        ),
                    ),
                    masked=True,
                ),
            ),
        ),
    ),
    window="declare",
    prepare=_prepare_crew,
)

Prompt(
    "draw or gain",
    "R-TURN-2",
    (Move("draw"), Move("gain", (Axis("amount", lambda ctx: (instead_of_drawing(ctx.s, ctx.p),)),))),
    window="declare",
)
