"""What can be done to the table, as functions: the only code besides setup that touches zones and credits.

What happens to ships and what lies on them stands in ``ships``.

Each move does one thing, tells it as an event with its clause, and keeps every
card in exactly one place.  Legality belongs to the checks of whoever calls.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.abilities import CONTAINER_ABOARD, POWERS, power_of, reindex
from explorer.language.events import emit, relied
from explorer.language.questions import (
    crew_limit,
    deck_is_open,
    goods_limit,
    goods_used,
    kind_of_good,
)
from explorer.state import Frame, State, shuffle
from explorer.terms import ACTIONS, CAPITAL, FIVE_KINDS, KINDS

BANK = -1


# Deck and discard pile


def reshuffle(s: State, f: Frame) -> None:
    """Turn the shuffled discard pile into the new deck (R-TURN-10)."""
    s.deck = s.discard[:]
    s.discard.clear()
    shuffle(s, s.deck)
    emit(s, f, ev.DeckReshuffled, "R-TURN-10", -1, len(s.deck))


def take_top(s: State, f: Frame) -> int:
    """Take the top card of the deck, -1 when there is none; the deck is renewed when it runs empty (AMB-19)."""
    if not s.deck:
        if not s.discard:
            return -1
        reshuffle(s, f)
    s.revealed += 1
    card = s.deck.pop()
    if not s.deck and s.discard and s.rulings["reshuffle-moment"] == "when-deck-runs-empty":
        reshuffle(s, f)
    return card


def draw(s: State, f: Frame, p: int, n: int, clause: str) -> int:
    """Let p draw up to n cards; returns how many there were (R-TURN-2, AMB-20)."""
    if 0 < n < len(s.deck):  # as mostly: it does not run empty
        cards = s.deck[: -n - 1 : -1]
        del s.deck[-n:]
        s.revealed += n
    else:
        cards = _draw_to_the_last(s, f, n)
    if cards:
        s.players[p].hand += cards
        if s.index.deck_is_open and deck_is_open(s, p):  # everybody has seen them go
            emit(s, f, ev.HandShown, "power yerba-mate", p, tuple(cards))
        emit(s, f, ev.CardsDrawn, clause, p, len(cards), tuple(cards))
    return len(cards)


def nothing_to_draw(s: State) -> bool:
    """Whether no card is left, neither in the deck nor to renew it with."""
    return not (s.deck or s.discard)


def _draw_to_the_last(s: State, f: Frame, n: int) -> list[int]:
    """Take n cards of a deck that may have to be renewed meanwhile, or fewer if there are no more."""
    cards: list[int] = []
    if 0 < len(s.deck) < n and s.discard:
        relied(s, f, "short-draw")
        if s.rulings["short-draw"] == "stop-at-once":
            n = len(s.deck)
    for _ in range(n):
        card = take_top(s, f)
        if card < 0:
            break
        cards.append(card)
    return cards


def rely_on_flag_colors(s: State, f: Frame, cards: Iterable[int], kind: int) -> None:
    """Tell that a Flag card among cards that lie nowhere with a side up has been asked for a color of its sides."""
    faces = [face for card in cards if card in s.cat.two_sided for face in s.cat.faces[card]]
    if any(s.cat.color[face] == kind for face in faces):
        relied(s, f, "flag-colour-unloaded")


def rely_on_lent_crew(s: State, f: Frame, p: int) -> None:
    """Tell which rulings say whether what powers lend to p's crew is crew for counts too."""
    for entry in s.index.crew_counts[p] if s.index.crew_counts else ():
        ruling = next((a.under[0] for a in POWERS[entry[0].power].abilities if a.under is not None), "")
        if ruling and any(entry[0].by(s, entry, [0] * len(ACTIONS), p)):
            relied(s, f, ruling)


def reveal_top(s: State, f: Frame, p: int, clause: str) -> int:
    """Turn up the top card of the deck, which then lies in limbo; -1 when there is none (AMB-20)."""
    card = take_top(s, f)
    if card >= 0:
        s.limbo.append(card)
        emit(s, f, ev.CardRevealed, clause, p, card)
    return card


def lay_back(s: State, card: int) -> None:
    """Lay a card that was turned up back on top of the deck."""
    s.limbo.remove(card)
    s.deck.append(card)


def search(s: State, f: Frame, card: int) -> None:
    """Take a card out of the deck, wherever it lies there; the caller puts it somewhere and shuffles."""
    s.deck.remove(card)


def shuffle_deck(s: State, f: Frame, clause: str) -> None:
    """Shuffle the deck, renewed first when it has run empty (AMB-19)."""
    if not s.deck and s.discard:
        reshuffle(s, f)
    else:
        shuffle(s, s.deck)
        emit(s, f, ev.DeckShuffled, clause, -1, len(s.deck))


def turn_deck(s: State, f: Frame, clause: str) -> None:
    """Turn the deck face up; as a block, its former bottom card comes to lie on top (ruling yerba-mate-flip)."""
    relied(s, f, "yerba-mate-flip")
    if s.rulings["yerba-mate-flip"] == "former-bottom-card":
        s.deck.reverse()
    emit(s, f, ev.DeckTurned, clause, -1)


def as_drawn(s: State, f: Frame, p: int, cards: Iterable[int], deck: bool) -> None:
    """Tell that p drew cards gained in another way, where that counts as drawing (ruling what-is-drawing).

    ``deck`` says whether they came from the deck.
    """
    reading, cards = s.rulings["what-is-drawing"], tuple(cards)
    if cards and (reading == "any-card-gained" or (deck and reading == "any-card-from-the-deck")):
        relied(s, f, "what-is-drawing")
        emit(s, f, ev.CardsDrawn, "ruling what-is-drawing", p, len(cards), cards)


def give(s: State, f: Frame, giver: int, card: int, p: int, clause: str) -> None:
    """Let a card pass from the giver's hand to p's, seen by these two alone."""
    s.players[giver].hand.remove(card)
    s.players[p].hand.append(card)
    emit(s, f, ev.CardGiven, clause, p, card, giver)


def found(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Put a card from the deck, which is nowhere else now, into p's hand unseen by the others."""
    s.players[p].hand.append(card)
    emit(s, f, ev.CardGiven, clause, p, card, -1)


def discard(s: State, f: Frame, p: int, card: int, place: str, clause: str) -> None:
    """Lay a card that is nowhere else face up on the discard pile, a container into its supply (R-DISCARD-1)."""
    card = s.cat.base[card]
    (s.tokens if s.containers and is_token(s, card) else s.discard).append(card)
    emit(s, f, ev.CardDiscarded, clause, p, card, place)


# Flag cards and the hand.  A Flag card is one of its faces while it is a contract, container, good or crew, and
# itself everywhere else (R-FLAG-1, R-FLAG-2): the moves below and above see to that.

FLAG_FEE = 2
SIDE_OPEN = "side "  # the mark of a Flag card among crew or goods whose owner has yet to say which side is up


def faces(s: State, cards: Iterable[int]) -> list[int]:
    """What some cards may be played as: each Flag card stands there twice, once for each side (R-FLAG-1, R-FLAG-2).

    The list that was given comes back where there is none; it is not to be changed.
    """
    if s.cat.two_sided.isdisjoint(cards):
        return cards if isinstance(cards, list) else list(cards)
    of = s.cat.faces
    return [face for card in cards for face in of[card]]


def from_hand(s: State, p: int, card: int) -> None:
    """Take a card, or the Flag card that this is a face of, out of p's hand; the caller puts it somewhere."""
    s.players[p].hand.remove(s.cat.base[card])


def to_hand(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Put a card that is nowhere else into p's hand; that is not drawing (ruling what-is-drawing)."""
    if is_token(s, card):
        card = _card_for(s, f, p, card)
        if card < 0:
            return
    card = s.cat.base[card]
    s.players[p].hand.append(card)
    emit(s, f, ev.CardMoved, clause, p, card, "hand")


def flag_fee(s: State, card: int, how: str, from_ship: bool = False) -> int:
    """What loading this card costs: 2 for a face of a Flag card (R-FLAG-2, ruling flag-fee)."""
    if s.cat.base[card] == card:
        return 0
    reading = s.rulings["flag-fee"]
    due = how == "load" if reading == "load-action-only" else not from_ship or reading == "every-loading"
    return FLAG_FEE if due else 0


def pay_flag_fee(s: State, f: Frame, p: int, card: int, how: str, from_ship: bool = False) -> None:
    """Let p pay the bank for loading a Flag card; ``load`` does so by itself (R-FLAG-2)."""
    fee = flag_fee(s, card, how, from_ship)
    if fee or (how != "load" and s.cat.base[card] != card):
        relied(s, f, "flag-fee")
    if fee:
        pay(s, f, p, fee, BANK, "R-FLAG-2")


def _open_side(s: State, p: int, card: int) -> bool:
    """Whether a card has come as crew or goods with no side up: its owner is asked before anything else (AMB-92)."""
    if len(s.cat.faces[card]) == 1:
        return False
    s.once.append((p, f"{SIDE_OPEN}{card}"))
    s.dirty = s.dirty or s.events
    return True


def turn_up(s: State, f: Frame, p: int, card: int, face: int, area: str, clause: str) -> None:
    """Turn one side of a Flag card up among p's crew or goods, where it counts from now on (AMB-92)."""
    cards = getattr(s.players[p], area)
    at = cards.index(card)
    cards[at] = shown = boxed(s, f, p, face, "R-VARIANT-4") if s.containers == 2 else face
    if area == "crew":
        emit(s, f, ev.CrewAdded, clause, p, shown)
    else:
        good_came(s, f, p, shown, clause, face)


# Credits


def gain(s: State, f: Frame, p: int, n: int, clause: str) -> None:
    """Give p credits from the bank."""
    if n > 0:
        s.players[p].credits += n
        emit(s, f, ev.CreditsGained, clause, p, n)


def pay(s: State, f: Frame, p: int, n: int, to: int, clause: str, part: bool = False) -> int:
    """Let p pay n credits to a seat or the bank; returns what was paid.

    Who cannot pay in full pays nothing (R-POWER-7), unless ``part`` or the
    ruling partial-payment lets them pay what they have.
    """
    held = s.players[p].credits
    if held < n:
        if not part:
            relied(s, f, "partial-payment")
        if part or s.rulings["partial-payment"] == "as-much-as-held":
            n = held
        else:
            emit(s, f, ev.PaymentFailed, "R-POWER-7", p, n, to)
            return 0
    if n <= 0:
        return 0
    s.players[p].credits -= n
    emit(s, f, ev.CreditsPaid, clause, p, n, to)
    if to >= 0:
        s.players[to].credits += n
        emit(s, f, ev.CreditsGained, clause, to, n)
    return n


# Crew and goods


def crew_room(s: State, p: int) -> int:
    """How many crew p may still take (R-LIMIT-1)."""
    return crew_limit(s, p) - len(s.players[p].crew)


def goods_room(s: State, p: int, card: int = -1) -> int:
    """How many goods p may still place (R-LIMIT-2); above 0 with ``card`` if there is room for just this one."""
    if card >= 0:
        return goods_limit(s, p) - goods_used(s, p, card) + 1
    return goods_limit(s, p) - goods_used(s, p)


def goods_places(s: State, p: int) -> int:
    """How many goods would fill p's area beside those that lie there, whatever they count as (power scotch)."""
    return len(s.players[p].goods) + goods_room(s, p)


def add_crew(s: State, f: Frame, p: int, card: int, clause: str) -> bool:
    """Tuck a card into p's crew; of a Flag card from where no side is up, its owner chooses one first (AMB-92).

    False if nothing comes of it, as can be where a physical container finds no card (ruling variant-import-no-match).
    """
    if s.containers:
        card = _as_area_card(s, f, p, card)
        if card < 0:
            return False
    s.players[p].crew.append(card)
    if not (_open_side(s, p, card) or (s.containers == 2 and open_color(s, p, card, "crew"))):
        emit(s, f, ev.CrewAdded, clause, p, card)
    return True


def add_good(s: State, f: Frame, p: int, card: int, clause: str) -> bool:
    """Place a card in p's goods area, to the right of those already there (R-CAPITAL-7); else as for crew."""
    if s.containers:
        card = _as_area_card(s, f, p, card)
        if card < 0:
            return False
    s.players[p].goods.append(card)
    if not (_open_side(s, p, card) or (s.containers == 2 and open_color(s, p, card, "goods"))):
        good_came(s, f, p, card, clause)
    return True


def good_came(s: State, f: Frame, p: int, card: int, clause: str, was: int = -1) -> None:
    """Tell that a good has come to lie in p's goods area; its marker rises where there is a Market (R-MARKET-2).

    ``was`` is the card that a container has taken the place of only now.
    """
    emit(s, f, ev.GoodAdded, clause, p, card)
    if not s.market:
        return
    kind = kind_of_good(s, p, card)
    if s.cat.color[card] == CAPITAL:
        relied(s, f, "market-capital-goods")
        if s.rulings["market-capital-goods"] == "none":
            return
    if not clause.startswith("R-IMPORT"):
        relied(s, f, "market-arrivals")
        if s.rulings["market-arrivals"] == "imports-only" and not _just_imported(s, card if was < 0 else was):
            return
    shift_market(s, f, p, kind, 1, "R-MARKET-2")


def _just_imported(s: State, card: int) -> bool:
    """Whether a card whose side or color is known only now has been imported from the island (R-IMPORT-4)."""
    log = s.log
    while log is not None:
        log, event = log
        if event[ev.CODE] == ev.CardImported and s.cat.base[event[ev.FIELDS]] == s.cat.base[card]:
            return True
        if event[ev.CODE] == ev.IslandCardTaken:
            return False
    return False


def remove_good(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a card out of p's goods area; the caller puts it somewhere."""
    s.players[p].goods.remove(card)
    emit(s, f, ev.GoodRemoved, clause, p, card)


def remove_crew(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a card out of p's crew; the caller puts it somewhere."""
    s.players[p].crew.remove(card)
    emit(s, f, ev.CrewRemoved, clause, p, card)
    end_effects(s, f, ("crew", card))


def swap_areas(s: State, f: Frame, p: int, clause: str, told: bool = True) -> None:
    """Let all of p's crew and goods change places; the goods count as what they are when all of them lie there.

    Unless it is told at once, ``tell_areas`` has to follow (ruling sanitizer-added).
    """
    player = s.players[p]
    crew, goods = player.crew[:], player.goods[:]
    for card in crew:
        remove_crew(s, f, p, card, clause)
    for card in goods:
        remove_good(s, f, p, card, clause)
    if s.containers == 2:
        crew, goods = ([boxed(s, f, p, card, "R-VARIANT-4") for card in cards] for cards in (crew, goods))
    player.crew += goods
    player.goods += crew
    if told:
        tell_areas(s, f, p, clause)


def tell_areas(s: State, f: Frame, p: int, clause: str) -> None:
    """Tell that all of p's crew and goods have been added."""
    player = s.players[p]
    for card in player.crew[:]:
        if s.containers < 2 or not open_color(s, p, card, "crew"):
            emit(s, f, ev.CrewAdded, clause, p, card)
    for card in player.goods[:]:
        if s.containers < 2 or not open_color(s, p, card, "goods"):
            good_came(s, f, p, card, clause)


# The Commodities Market

MARKET_END = 2  # how far a marker goes, up and down


def shift_market(s: State, f: Frame, p: int, kind: int, step: int, clause: str) -> None:
    """Move the marker of a kind, if it has one, a step up or down, but not past the end (R-MARKET-2, R-MARKET-4)."""
    if kind in FIVE_KINDS and abs(s.market[kind] + step) <= MARKET_END:
        level = s.market[kind] + step
        s.market = (*s.market[:kind], level, *s.market[kind + 1 :])
        emit(s, f, ev.MarketMoved, clause, p, KINDS[kind], level)


# Physical containers: in the variants they lie on ships in place of cards, in the second also among crew and goods


TOKEN_NAMES = tuple(f"{KINDS[kind].title()} Container" for kind in FIVE_KINDS)


def is_token(s: State, card: int) -> bool:
    """Whether this is a physical container and no card (R-VARIANT-1)."""
    return bool(s.containers) and s.cat.name[card] in TOKEN_NAMES


COLOR_OPEN = "color "  # the mark of a Capital card whose user has yet to say which container it becomes


def tokens_of(s: State, color: int) -> list[int]:
    """The physical containers of a color that are left in the supply."""
    return [token for token in s.tokens if s.cat.color[token] == color]


def boxed(s: State, f: Frame, p: int, card: int, clause: str, color: int = -1) -> int:
    """Discard a card that is nowhere else for a physical container of its color, which the caller puts somewhere.

    A card stays what it is where its color is not known yet, and where the supply has run out.
    """
    if is_token(s, card) or len(s.cat.faces[card]) > 1:
        return card
    color = s.cat.color[card] if color < 0 else color
    left = tokens_of(s, color)
    if not left:
        if color != CAPITAL:  # whose container has a color only once somebody has said which (R-VARIANT-5)
            none_left(s, f, p, card, clause)
        return card
    s.tokens.remove(left[0])
    discard(s, f, p, card, "variant", clause)
    _pass_on_crew(s, card, left[0])
    return left[0]


def _pass_on_crew(s: State, card: int, token: int) -> None:
    """Let what is so of a card as crew be so of the container that lies there for it (power unpasteurized-cheese)."""
    kept = [e for e in s.effects if e[4] != ("crew", card)]
    if len(kept) < len(s.effects):
        passed = [(e[0], e[1], token, e[3], ("crew", token)) for e in s.effects if e not in kept]
        s.effects[:] = kept + passed
        reindex(s)


def none_left(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Tell that the supply has run out; that is nothing which a power at work does."""
    emit(s, Frame("supply", f.who, cause=f.cause), ev.NoContainerLeft, clause, p, card)


def open_color(s: State, p: int, card: int, how: str) -> bool:
    """Whether a Capital card is to become a container: p is asked for the color before anything else (R-VARIANT-5).

    ``how`` is its area, or the way in which it was loaded.
    """
    if s.cat.color[card] != CAPITAL:
        return False
    s.once.append((p, f"{COLOR_OPEN}{card} {how}"))
    s.dirty = s.dirty or s.events
    return True


def redeemed(s: State, f: Frame, p: int, token: int) -> int:
    """Give a container back and take the first discard of its color (R-VARIANT-3).

    Without one the container stays, or a card of the deck is taken, or there is nothing: -1 (AMB-99).
    """
    card = _first_of(s, s.discard, s.cat.color[token])
    if card >= 0:
        return _redeem(s, f, p, token, s.discard, card, "R-VARIANT-3")
    relied(s, f, "variant-import-no-match")
    reading = s.rulings["variant-import-no-match"]
    card = _first_of(s, s.deck, s.cat.color[token]) if reading == "search-the-deck" else -1
    if card >= 0:
        found = _redeem(s, f, p, token, s.deck, card, "ruling variant-import-no-match")
        shuffle_deck(s, f, "ruling variant-import-no-match")
        return found
    if reading == "nothing":
        discard(s, f, p, token, "import", "ruling variant-import-no-match")
        return -1
    return token


def _first_of(s: State, pile: list[int], color: int) -> int:
    """The uppermost card of a pile that bears a color, -1 when there is none."""
    return next((card for card in reversed(pile) if s.cat.colors[card] >> color & 1), -1)


def _redeem(s: State, f: Frame, p: int, token: int, pile: list[int], card: int, clause: str) -> int:
    pile.remove(card)
    s.tokens.append(token)
    emit(s, f, ev.CardRevealed, clause, p, card)
    return next(face for face in s.cat.faces[card] if s.cat.color[face] == s.cat.color[token])


def _card_for(s: State, f: Frame, p: int, token: int) -> int:
    """The card that comes to a hand for a container, -1 for none (ruling variant-named-containers)."""
    relied(s, f, "variant-named-containers")
    if s.rulings["variant-named-containers"] != "lost":
        token = redeemed(s, f, p, token)
    if token >= 0 and is_token(s, token):  # no container goes to a hand
        s.tokens.append(token)
        return -1
    return token


def _as_area_card(s: State, f: Frame, p: int, card: int) -> int:
    """What comes to lie among crew or goods for a card or container that would (R-VARIANT-3, R-VARIANT-4)."""
    if s.containers == 1 and f.proc == IMPORTING:  # it has been searched for already
        return card
    if is_token(s, card):
        if s.containers == 2 and f.proc == IMPORTING:
            relied(s, f, "variant-2-import")
        fetched = s.rulings["variant-2-import"] == "card-fetched-and-discarded" and f.proc == IMPORTING
        if s.containers == 2 and not fetched:
            return card
        card = redeemed(s, f, p, card)
    return card if s.containers == 1 or card < 0 else boxed(s, f, p, card, "R-VARIANT-4")


IMPORTING = "take cards"  # the procedure that takes what is imported


def stays_itself(s: State, card: int) -> bool:
    """Whether a power works with this very card aboard (ruling variant-named-containers)."""
    return s.rulings["variant-named-containers"] != "lost" and _works_itself(s, card)


def _works_itself(s: State, card: int) -> bool:
    if any(effect[4] == ("aboard", card) for effect in s.effects):
        return True
    named = POWERS.get(power_of(s, card) or "")
    return named is not None and any(_works_aboard(ability) for ability in named.abilities)


def as_container(s: State, f: Frame, p: int, card: int) -> int:
    """What goes aboard for a card that is nowhere else: itself, or a container (ruling variant-named-containers)."""
    if not s.containers or is_token(s, card):
        return card
    if _works_itself(s, card):
        relied(s, f, "variant-named-containers")
        if stays_itself(s, card):
            return card
        end_effects(s, f, ("aboard", card))
    return boxed(s, f, p, card, "R-VARIANT-1")


def _works_aboard(ability: Any) -> bool:
    """Whether an ability belongs to its card as a container, or hears of its own loading."""
    own = getattr(ability, "on_self", False) and ability.event in (ev.ContainerLoaded, ev.ContainerPirated)
    return bool(own or getattr(ability, "zone", "") == CONTAINER_ABOARD)


# The Supply Island


def to_island(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Lay a card face up on the Supply Island."""
    if is_token(s, card):
        return discard(s, f, p, card, "goods", clause)
    card = s.cat.base[card]
    s.island.append(card)
    emit(s, f, ev.IslandCardAdded, clause, p, card)


def good_to_island(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Lay one of p's goods on the Supply Island; for a container, the card that it is given back for, if any."""
    remove_good(s, f, p, card, clause)
    if is_token(s, card) and s.rulings["variant-named-containers"] != "lost":
        card = _card_for(s, f, p, card)
    if card >= 0:
        to_island(s, f, p, card, clause)


def from_island(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a card, or the Flag card that this is a face of, off the Supply Island; the caller puts it somewhere."""
    s.island.remove(s.cat.base[card])
    emit(s, f, ev.IslandCardTaken, clause, p, card)


# Fulfilled contracts


def tuck(s: State, f: Frame, p: int, card: int, how: str, clause: str) -> None:
    """Tuck a contract into p's fulfilled area (R-FULFIL-3, D19).

    ``how`` is "fulfillment", "power" (as though just fulfilled) or "arrival" (no fulfillment at all).
    """
    s.players[p].fulfilled.append(card)
    reading = s.rulings["arrival-without-fulfilment"]
    name = power_of(s, card)
    if how == "arrival" and name in POWERS:
        relied(s, f, "arrival-without-fulfilment")
        if reading == "neither":
            s.copied.append((card, None))
    reindex(s)
    emit(s, f, ev.ContractTucked, clause, p, card, how)
    if name is not None and name not in POWERS:
        emit(s, f, ev.PowerMissing, "power " + kebab(name), p, card)


def untuck(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a contract out of p's fulfilled area; a copied text stays behind (power wind-turbines)."""
    s.players[p].fulfilled.remove(card)
    reindex(s)
    emit(s, f, ev.ContractUntucked, clause, p, card)


def forget_copy(s: State, card: int) -> None:
    """Outside a fulfilled area a card is again what is printed on it (INT-75)."""
    s.copied[:] = [pair for pair in s.copied if pair[0] != card]


def lift(s: State, f: Frame, card: int, clause: str, keeps_copy: bool = False) -> bool:
    """Take the card whose power runs from limbo or a fulfilled area, to be put elsewhere; False if it is in neither."""
    if card in s.limbo:
        s.limbo.remove(card)
        return True
    for seat, player in enumerate(s.players):
        if card in player.fulfilled:
            untuck(s, f, seat, card, clause)
            if not keeps_copy:
                forget_copy(s, card)
            return True
    return False


# Effects that last


def start_effect(s: State, f: Frame, id: str, owner: int, card: int, parameter: Any, until: tuple[Any, ...]) -> None:
    """Put an ability in force without a fulfilled card.

    ``until`` is its end: ("turn end",), ("turn of", seat), ("split", ship), ("aboard", card), ("game end",),
    ("voyage", ship): once its contracts are fulfilled, ("fulfilled", card): while it is fulfilled, or ("crew", card).
    """
    s.effects.append((id, owner, card, parameter, until))
    reindex(s)
    emit(s, f, ev.EffectStarted, "power " + id.partition("/")[0], owner, card, id)


def end_effects(s: State, f: Frame, until: tuple[Any, ...]) -> None:
    """End the effects that last until just this."""
    ending = s.effects and [effect for effect in s.effects if effect[4] == until]
    if ending:
        s.effects[:] = [effect for effect in s.effects if effect[4] != until]
        reindex(s)
        for id, owner, card, _parameter, _until in ending:
            emit(s, f, ev.EffectEnded, "power " + id.partition("/")[0], owner, card, id)


def stored(s: State, card: int) -> int:
    """How many credits lie on a fulfilled card (power helicopter)."""
    return sum(effect[3] for effect in s.effects if effect[4] == ("fulfilled", card))


def set_aside(s: State, p: int) -> int:
    """How many credits lie on p's fulfilled cards (power helicopter)."""
    return sum(effect[3] for effect in s.effects if effect[4][0] == "fulfilled" and effect[1] == p)


def store(s: State, f: Frame, id: str, owner: int, card: int, n: int, clause: str) -> None:
    """Lay credits of the bank on a fulfilled card; the effect that keeps them stays as long as the card does."""
    before = stored(s, card)
    until = ("fulfilled", card)
    s.effects[:] = [effect for effect in s.effects if effect[4] != until]
    s.effects.append((id, owner, card, before + n, until))
    reindex(s)
    emit(s, f, ev.CreditsStored, clause, owner, card, n)


def follow_stores(s: State, f: Frame) -> None:
    """Let stored credits go with their card to a new owner, or be lost with it (ruling helicopter-store)."""
    for effect in [e for e in s.effects if e[4][0] == "fulfilled"]:
        id, owner, card, n, until = effect
        holder = next((q for q, player in enumerate(s.players) if card in player.fulfilled), -1)
        if holder == owner or (holder < 0 and card in s.limbo):
            continue
        relied(s, f, "helicopter-store")
        collected = s.rulings["helicopter-store"] == "collected-at-once"
        if collected or s.phase == "scoring":  # the owner takes them before the card goes
            gain(s, f, owner, n, "power helicopter")
        elif holder >= 0:
            s.effects[s.effects.index(effect)] = (id, holder, card, n, until)
            reindex(s)
            continue
        end_effects(s, f, until)
