"""The clauses of the rules and the register of rulings, as plain data.

A *clause* is one numbered statement of the rules, with the lines of the English and
the Japanese rulebook it rests on.  A *ruling* is one question that the rulebook leaves
open: its readings, the default first, and what it belongs to.  The words for people
(statements, questions, readings, reasons) stand in the message catalogue
``explorer/texts/en.toml`` and are fetched only when somebody asks for them.

Nothing is read at import, and nothing beyond the standard library is needed.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Clause(NamedTuple):
    """One numbered statement of the rules and where the rulebook says it."""

    id: str
    section: str
    en: str  # lines of the English rulebook, "" if it is silent
    ja: str  # lines of the Japanese rulebook, "" if it is silent


class Ruling(NamedTuple):
    """One open question: its readings (the default first) and what it concerns."""

    id: str
    section: str
    readings: tuple[str, ...]
    belongs_to: tuple[str, ...]  # citations: clauses, ambiguities, common defaults, powers
    cards: tuple[str, ...]  # contracts whose outcome can change; none: a rule of the game itself
    built: frozenset[str]  # readings that the engine can play

    @property
    def default(self) -> str:
        """The reading a game uses unless it chooses another."""
        return self.readings[0]


class RulingError(ValueError):
    """A choice of rulings that cannot be used; ``problems`` holds one sentence for each fault."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Keep the problems and show them all in the message, a line each."""
        super().__init__("\n".join(problems))
        self.problems = problems


POWERS: Final[dict[str, str]] = {
    "3d-printers": "3D Printers",
    "aeroponics": "Aeroponics",
    "the-algorithm": "The Algorithm",
    "almonds": "Almonds",
    "ammunition": "Ammunition",
    "antiquities": "Antiquities",
    "apple-watch": "Apple Watch",
    "apples": "Apples",
    "ar-glasses": "AR Glasses",
    "artifacts": "Artifacts",
    "automation": "Automation",
    "avocado": "Avocado",
    "backpacks": "Backpacks",
    "bamboo": "Bamboo",
    "batteries": "Batteries",
    "beer": "Beer",
    "big-ammunition": "Big Ammunition",
    "big-cats": "Big Cats",
    "bionic-ears": "Bionic Ears",
    "bird-feed": "Bird Feed",
    "board-games": "Board Games",
    "bok-choy": "Bok Choy",
    "books": "Books",
    "bubblegum": "Bubblegum",
    "can-openers": "Can Openers",
    "candy": "Candy",
    "cannabis": "Cannabis",
    "cannons": "Cannons",
    "cell-phones": "Cell Phones",
    "ceramics": "Ceramics",
    "chairs": "Chairs",
    "champagne": "Champagne",
    "chapstick": "Chapstick",
    "cheap-labor": "Cheap Labor",
    "cheap-shirts": "Cheap Shirts",
    "chopsticks": "Chopsticks",
    "coffee": "Coffee",
    "cologne": "Cologne",
    "container-factory": "Container Factory",
    "contraband": "Contraband",
    "cups": "Cups",
    "danger-pets": "Danger Pets",
    "dark-flight": "Dark Flight",
    "diamonds": "Diamonds",
    "diesel-engine": "Diesel Engine",
    "dino-bones": "Dino Bones",
    "dragon-fruit": "Dragon Fruit",
    "drones": "Drones",
    "euros": "Euros",
    "exotic-fish": "Exotic Fish",
    "fake-dvds": "Fake DVDs",
    "fake-money": "Fake Money",
    "fixie-bikes": "Fixie Bikes",
    "flametorch": "Flametorch",
    "flash-drives": "Flash Drives",
    "flour": "Flour",
    "flowers": "Flowers",
    "foxes": "Foxes",
    "fridges": "Fridges",
    "generators": "Generators",
    "glasses": "Glasses",
    "gold-stuff": "Gold Stuff",
    "gps": "GPS",
    "graphics-cards": "Graphics Cards",
    "hawaiian-salt": "Hawaiian Salt",
    "helicopter": "Helicopter",
    "hentai-manga": "Hentai Manga",
    "honey": "Honey",
    "import-export-definitive-edition": "Import/Export Definitive Edition",
    "iceland-water": "Iceland Water",
    "impalas": "Impalas",
    "import-tax": "Import Tax",
    "improbability": "Improbability",
    "insects": "Insects",
    "interest": "Interest",
    "ivory": "Ivory",
    "jasmine-tea": "Jasmine Tea",
    "jets": "Jets",
    "jidohanbaiki": "Jidohanbaiki",
    "joe-wiggins": "Joe Wiggins",
    "laptops": "Laptops",
    "led-lights": "LED Lights",
    "legos": "Legos",
    "long-coats": "Long Coats",
    "lucky-cards": "Lucky Cards",
    "lumber": "Lumber",
    "lutefisk": "Lutefisk",
    "machine-arms": "Machine Arms",
    "maple-syrup": "Maple Syrup",
    "market-data": "Market Data",
    "massage-tables": "Massage Tables",
    "merino-wool": "Merino Wool",
    "mini-van": "Mini Van",
    "mineral-fuels": "Mineral Fuels",
    "mother-load": "Mother Load",
    "mouthwash": "Mouthwash",
    "mri-machine": "MRI Machine",
    "muay-thai-shorts": "Muay Thai Shorts",
    "muji-pens": "Muji Pens",
    "nanobots": "Nanobots",
    "neural-units": "Neural Units",
    "nice-suits": "Nice Suits",
    "oat-milk": "Oat Milk",
    "olive-oil": "Olive Oil",
    "onions": "Onions",
    "opposition-leaflets": "Opposition Leaflets",
    "pants": "Pants",
    "paper": "Paper",
    "paprika": "Paprika",
    "partnership": "Partnership",
    "pens": "Pens",
    "pilllows": "Pilllows",
    "pirates": "Pirates",
    "pistols": "Pistols",
    "platinum-rings": "Platinum Rings",
    "playstations": "Playstations",
    "pocky": "Pocky",
    "poison-bottles": "Poison Bottles",
    "potatoes": "Potatoes",
    "prefab-home": "Prefab Home",
    "protractors": "Protractors",
    "railguns": "Railguns",
    "ramen": "Ramen",
    "rare-metals": "Rare Metals",
    "rice": "Rice",
    "rice-cookers": "Rice Cookers",
    "robo-cats": "Robo-Cats",
    "rolls-royce": "Rolls Royce",
    "rooibos-tea": "Rooibos Tea",
    "rope": "Rope",
    "sanitizer": "Sanitizer",
    "satellite": "Satellite",
    "sauna": "Sauna",
    "scotch": "Scotch",
    "sculptures": "Sculptures",
    "seeds": "Seeds",
    "segways": "Segways",
    "shampoo": "Shampoo",
    "shoes": "Shoes",
    "shotguns": "Shotguns",
    "showers": "Showers",
    "small-poodles": "Small Poodles",
    "a-small-tank": "A Small Tank",
    "smart-cars": "Smart Cars",
    "soap": "Soap",
    "solar-panels": "Solar Panels",
    "souvenirs": "Souvenirs",
    "soy-sauce": "Soy Sauce",
    "spacecraft": "Spacecraft",
    "squid-jerky": "Squid Jerky",
    "stem-cells": "Stem Cells",
    "stolen-documents": "Stolen Documents",
    "stolen-rice": "Stolen Rice",
    "stolen-tires": "Stolen Tires",
    "stretch-goal": "Stretch Goal",
    "sugar": "Sugar",
    "surstromming": "Surströmming",
    "sushi-knives": "Sushi Knives",
    "tablets": "Tablets",
    "tej": "Tej",
    "telescopes": "Telescopes",
    "televisions": "Televisions",
    "teslas": "Teslas",
    "tortillas": "Tortillas",
    "toto-toilets": "Toto Toilets",
    "toyota": "Toyota",
    "tsukiji-fish": "Tsukiji Fish",
    "unpasteurized-cheese": "Unpasteurized Cheese",
    "us-dollars": "US Dollars",
    "vaccines": "Vaccines",
    "vacuums": "Vacuums",
    "velvet-robes": "Velvet Robes",
    "volkswagen": "Volkswagen",
    "water-notepad": "Water Notepad",
    "wheat": "Wheat",
    "wind-turbines": "Wind Turbines",
    "yakuza-art": "Yakuza Art",
    "yen": "Yen",
    "yerba-mate": "Yerba Mate",
    "yogurt": "Yogurt",
}
"""The 180 contract powers: the id used in citations, and the name."""

CLAUSES: Final[dict[str, Clause]] = {
    "R-TERM-1": Clause("R-TERM-1", "Terms and components", "243-250", "210-217"),
    "R-TERM-2": Clause("R-TERM-2", "Terms and components", "277", "323, 429, 577, 611, 637"),
    "R-TERM-3": Clause("R-TERM-3", "Terms and components", "196", "165"),
    "R-TERM-4": Clause("R-TERM-4", "Terms and components", "45, 94", "21, 75"),
    "R-TERM-5": Clause("R-TERM-5", "Terms and components", "53, 57", "27, 35"),
    "R-COMP-1": Clause("R-COMP-1", "Terms and components", "31-32", "7-9, 289-647"),
    "R-COMP-2": Clause("R-COMP-2", "Terms and components", "33-41", "11-19"),
    "R-SETUP-1": Clause("R-SETUP-1", "Setup", "53", "27"),
    "R-SETUP-2": Clause("R-SETUP-2", "Setup", "54", "29"),
    "R-SETUP-3": Clause("R-SETUP-3", "Setup", "55", "31"),
    "R-SETUP-4": Clause("R-SETUP-4", "Setup", "56", "33"),
    "R-SETUP-5": Clause("R-SETUP-5", "Setup", "57", "35"),
    "R-SETUP-6": Clause("R-SETUP-6", "Setup", "58", "37"),
    "R-SETUP-7": Clause("R-SETUP-7", "Setup", "59", "39"),
    "R-SETUP-8": Clause("R-SETUP-8", "Setup", "60", "41"),
    "R-SETUP-9": Clause("R-SETUP-9", "Setup", "61", "43"),
    "R-SETUP-10": Clause("R-SETUP-10", "Setup", "62", "45"),
    "R-TURN-1": Clause("R-TURN-1", "Turn", "68-74", "49-55"),
    "R-TURN-2": Clause("R-TURN-2", "Turn", "70", "51"),
    "R-TURN-3": Clause("R-TURN-3", "Turn", "74-76", "55-57"),
    "R-TURN-4": Clause("R-TURN-4", "Turn", "82-88", "63-69"),
    "R-TURN-5": Clause("R-TURN-5", "Turn", "82", "63"),
    "R-TURN-6": Clause("R-TURN-6", "Turn", "86, 104", "67, 83"),
    "R-TURN-7": Clause("R-TURN-7", "Turn", "90, 222", "71, 193"),
    "R-TURN-8": Clause("R-TURN-8", "Turn", "92", "73"),
    "R-TURN-9": Clause("R-TURN-9", "Turn", "94", "75"),
    "R-TURN-10": Clause("R-TURN-10", "Turn", "70", "51"),
    "R-TURN-11": Clause("R-TURN-11", "Turn", "142", "113"),
    "R-WILD-1": Clause("R-WILD-1", "Two-card wild", "78", "59"),
    "R-WILD-2": Clause("R-WILD-2", "Two-card wild", "267", "232"),
    "R-LIMIT-1": Clause("R-LIMIT-1", "Limits", "110", "87"),
    "R-LIMIT-2": Clause("R-LIMIT-2", "Limits", "112", "89"),
    "R-LIMIT-3": Clause("R-LIMIT-3", "Limits", "114", "91"),
    "R-LIMIT-4": Clause("R-LIMIT-4", "Limits", "116", "93"),
    "R-LIMIT-5": Clause("R-LIMIT-5", "Limits", "", ""),
    "R-DISCARD-1": Clause("R-DISCARD-1", "Discarding", "120", "95"),
    "R-ACTION-1": Clause("R-ACTION-1", "Actions in one line each", "124-134", "97-107"),
    "R-SUPPLY-1": Clause("R-SUPPLY-1", "Supply", "138", "109"),
    "R-SUPPLY-2": Clause("R-SUPPLY-2", "Supply", "140", "111"),
    "R-SUPPLY-3": Clause("R-SUPPLY-3", "Supply", "142", "113"),
    "R-SUPPLY-4": Clause("R-SUPPLY-4", "Supply", "144", "115"),
    "R-IMPORT-1": Clause("R-IMPORT-1", "Import", "152", "121"),
    "R-IMPORT-2": Clause("R-IMPORT-2", "Import", "153", "123"),
    "R-IMPORT-3": Clause("R-IMPORT-3", "Import", "153", "123"),
    "R-IMPORT-4": Clause("R-IMPORT-4", "Import", "154", "125"),
    "R-IMPORT-5": Clause("R-IMPORT-5", "Import", "155, 166", "127, 139"),
    "R-IMPORT-6": Clause("R-IMPORT-6", "Import", "156", "129"),
    "R-IMPORT-7": Clause("R-IMPORT-7", "Import", "158", "131"),
    "R-IMPORT-8": Clause("R-IMPORT-8", "Import", "160-164", "133-137"),
    "R-IMPORT-9": Clause("R-IMPORT-9", "Import", "164", "137"),
    "R-IMPORT-10": Clause("R-IMPORT-10", "Import", "166", "139"),
    "R-CONTRACT-1": Clause("R-CONTRACT-1", "Contract", "172", "143"),
    "R-CONTRACT-2": Clause("R-CONTRACT-2", "Contract", "172-174", "143-145"),
    "R-CONTRACT-3": Clause("R-CONTRACT-3", "Contract", "176", "147"),
    "R-CONTRACT-4": Clause("R-CONTRACT-4", "Contract", "178", "149"),
    "R-CONTRACT-5": Clause("R-CONTRACT-5", "Contract", "180", "151"),
    "R-CONTRACT-6": Clause("R-CONTRACT-6", "Contract", "182", "153"),
    "R-CONTRACT-7": Clause("R-CONTRACT-7", "Contract", "184-188", "155-159"),
    "R-CONTRACT-8": Clause("R-CONTRACT-8", "Contract", "190", "161"),
    "R-CONTRACT-9": Clause("R-CONTRACT-9", "Contract", "170", "141"),
    "R-LOAD-1": Clause("R-LOAD-1", "Load", "196", "165"),
    "R-LOAD-2": Clause("R-LOAD-2", "Load", "196", "165"),
    "R-LOAD-3": Clause("R-LOAD-3", "Load", "198", "167"),
    "R-FULFIL-1": Clause("R-FULFIL-1", "Fulfilling", "200", "169"),
    "R-FULFIL-2": Clause("R-FULFIL-2", "Fulfilling", "206-209", "175-179"),
    "R-FULFIL-3": Clause("R-FULFIL-3", "Fulfilling", "210", "181"),
    "R-FULFIL-4": Clause("R-FULFIL-4", "Fulfilling", "211", "183"),
    "R-FULFIL-5": Clause("R-FULFIL-5", "Fulfilling", "212", "185"),
    "R-FULFIL-6": Clause("R-FULFIL-6", "Fulfilling", "226", "197"),
    "R-PIRATE-1": Clause("R-PIRATE-1", "Pirate", "220", "191"),
    "R-PIRATE-2": Clause("R-PIRATE-2", "Pirate", "220", "191"),
    "R-PIRATE-3": Clause("R-PIRATE-3", "Pirate", "222", "193"),
    "R-PIRATE-4": Clause("R-PIRATE-4", "Pirate", "224", "195"),
    "R-END-1": Clause("R-END-1", "End", "232", "201"),
    "R-END-2": Clause("R-END-2", "End", "233", "202"),
    "R-END-3": Clause("R-END-3", "End", "234", "203"),
    "R-END-4": Clause("R-END-4", "End", "236", "205"),
    "R-SCORE-1": Clause("R-SCORE-1", "Scoring", "242", "209"),
    "R-SCORE-2": Clause("R-SCORE-2", "Scoring", "243-244", "210-211"),
    "R-SCORE-3": Clause("R-SCORE-3", "Scoring", "245", "212"),
    "R-SCORE-4": Clause("R-SCORE-4", "Scoring", "246-249", "213-216"),
    "R-SCORE-5": Clause("R-SCORE-5", "Scoring", "250", "217"),
    "R-SCORE-6": Clause("R-SCORE-6", "Scoring", "251", "218"),
    "R-SCORE-7": Clause("R-SCORE-7", "Scoring", "253", "220"),
    "R-SCORE-8": Clause("R-SCORE-8", "Scoring", "255", "222"),
    "R-SCORE-9": Clause("R-SCORE-9", "Scoring", "", ""),
    "R-CAPITAL-1": Clause("R-CAPITAL-1", "Capital expansion", "261", "226"),
    "R-CAPITAL-2": Clause("R-CAPITAL-2", "Capital expansion", "261", "226"),
    "R-CAPITAL-3": Clause("R-CAPITAL-3", "Capital expansion", "263", "228"),
    "R-CAPITAL-4": Clause("R-CAPITAL-4", "Capital expansion", "263", "228"),
    "R-CAPITAL-5": Clause("R-CAPITAL-5", "Capital expansion", "265", "230"),
    "R-CAPITAL-6": Clause("R-CAPITAL-6", "Capital expansion", "265", "230"),
    "R-CAPITAL-7": Clause("R-CAPITAL-7", "Capital expansion", "269-271", "234-236"),
    "R-CAPITAL-8": Clause("R-CAPITAL-8", "Capital expansion", "273", "238"),
    "R-CAPITAL-9": Clause("R-CAPITAL-9", "Capital expansion", "275", "240"),
    "R-CAPITAL-10": Clause("R-CAPITAL-10", "Capital expansion", "277", "242"),
    "R-CAPITAL-11": Clause("R-CAPITAL-11", "Capital expansion", "279", "244"),
    "R-CAPITAL-12": Clause("R-CAPITAL-12", "Capital expansion", "279", "244"),
    "R-TOKYO-1": Clause("R-TOKYO-1", "Tokyo expansion", "285-287", "248-250"),
    "R-TOKYO-2": Clause("R-TOKYO-2", "Tokyo expansion", "289", "252"),
    "R-TOKYO-3": Clause("R-TOKYO-3", "Tokyo expansion", "291", "254"),
    "R-TOKYO-4": Clause("R-TOKYO-4", "Tokyo expansion", "", "587"),
    "R-FLAG-1": Clause("R-FLAG-1", "Flag expansion", "295-297", "256-258"),
    "R-FLAG-2": Clause("R-FLAG-2", "Flag expansion", "299", "260"),
    "R-FLAG-3": Clause("R-FLAG-3", "Flag expansion", "301-303", "262-264"),
    "R-MARKET-1": Clause("R-MARKET-1", "Commodities Market", "309", "268"),
    "R-MARKET-2": Clause("R-MARKET-2", "Commodities Market", "311", "270"),
    "R-MARKET-3": Clause("R-MARKET-3", "Commodities Market", "313", "272"),
    "R-MARKET-4": Clause("R-MARKET-4", "Commodities Market", "313", "272"),
    "R-MARKET-5": Clause("R-MARKET-5", "Commodities Market", "315", "274"),
    "R-VARIANT-0": Clause("R-VARIANT-0", "Container variants", "348", "649"),
    "R-VARIANT-1": Clause("R-VARIANT-1", "Container variants", "350", "651"),
    "R-VARIANT-2": Clause("R-VARIANT-2", "Container variants", "352", "653"),
    "R-VARIANT-3": Clause("R-VARIANT-3", "Container variants", "354", "655"),
    "R-VARIANT-4": Clause("R-VARIANT-4", "Container variants", "358", "659"),
    "R-VARIANT-5": Clause("R-VARIANT-5", "Container variants", "360", "661"),
    "R-POWER-1": Clause("R-POWER-1", "Powers: general notes", "319", "276"),
    "R-POWER-2": Clause("R-POWER-2", "Powers: general notes", "321", "278"),
    "R-POWER-3": Clause("R-POWER-3", "Powers: general notes", "322", "279"),
    "R-POWER-4": Clause("R-POWER-4", "Powers: general notes", "324", "281"),
    "R-POWER-5": Clause("R-POWER-5", "Powers: general notes", "328", "285"),
    "R-POWER-6": Clause("R-POWER-6", "Powers: general notes", "330", "286"),
    "R-POWER-7": Clause("R-POWER-7", "Powers: general notes", "332", "287"),
    "R-POWER-8": Clause(
        "R-POWER-8", "Powers: general notes", "", "331, 377, 399, 413, 309, 453, 461, 465, 507, 615, 643, 647"
    ),
    "R-POWER-9": Clause("R-POWER-9", "Powers: general notes", "334-344", "289-299"),
    "R-POWER-10": Clause("R-POWER-10", "Powers: general notes", "", "605, 453"),
}
"""Every clause of the rules, in the order of the rulebook."""

# ---------------------------------------------------------------------------
# READINGS BUILT BESIDES THE DEFAULTS.  Add a line when the engine can play a
# further reading:  "pair-worth": ("two-actions",),
# ---------------------------------------------------------------------------
BUILT: Final[dict[str, tuple[str, ...]]] = {
    "wild-power-lost": ("keep-their-slot",),
    "wild-container-assignment": ("fixed-when-loaded",),
    "end-power-order": ("owners-best-order",),
    "voluntary-discard": ("allowed",),
    "fulfilment-out-of-turn": ("waits",),
    "fulfilment-mid-actions": ("after-all-actions",),
    "declared-number-fixed": ("recomputed",),
    "discard-order": ("as-played",),
    "discarded-import-is-taken": ("stays-aboard",),
    "import-placing": ("ship-owner-picks",),
    "printed-contract-counts": ("everywhere",),
    "money-that-counts": ("set-aside-too",),
    "short-draw": ("stop-at-once",),
    "several-tier-colours": ("any-one-colour",),
    "crew-only-is-following": ("counts-not",),
    "able-but-unwilling": ("may-decline",),
    "turn-in-once-per-turn": ("own-turns-only",),
    "one-sale-scope": ("every-sale-to-the-island",),
    "supply-empty-island": ("may-lapse",),
    "pair-worth": ("two-actions",),
    "pass-without-drawing": ("may-do-nothing",),
    "declare-impossible": ("refused",),
    "banned-action-declared": ("declarable-but-lapses",),
    "pair-needs-no-match": ("always-allowed",),
    "pair-matches-by": ("action", "colour-and-action"),
    "falling-limits": ("keep-but-add-none", "check-at-turn-end"),
    "arrivals-over-limit": ("any-own-card", "newly-arrived-in-fixed-order"),
    "self-moving-card-limit": ("counted-until-moved",),
    "algorithm-decline": ("free-choice",),
    "cheap-labor-slot": ("any-harbour-ship",),
    "move-that-lowers-its-limit": ("needs-room-first",),
    "fake-money-choice": ("load-if-possible",),
    "insects-without-illegal": ("takes-nothing",),
    "segways-loaded-at-end": ("may-fulfil",),
    "soy-sauce-pay": ("kept-ones-only",),
    "vacuums-empty-hand": ("allowed",),
    "diesel-engine-after-aeroponics": ("usable-again",),
    "gps-ship": ("any-ship",),
    "cannons-and-cheese": ("printed-action-only",),
    "yen-first-contract": ("only-the-very-first",),
    "reshuffle-moment": ("when-next-card-needed",),
    "supply-at-crew-limit": ("must-sell-first",),
    "buy-back-own-sale": ("barred",),
    "ship-with-one-card": ("not-nameable",),
    "bid-steps": ("any-whole-number",),
    "lone-bidder": ("bids-freely",),
    "decline-to-win": ("may-withdraw",),
    "tie-by-leader-outside": ("only-a-bidding-leader",),
    "cards-taken-one-by-one": ("as-a-set",),
    "skip-tier-who": ("leader-only",),
    "fulfilled-without-loading": ("only-by-loading",),
    "flag-colour-unloaded": ("upright-one", "none"),
    "flag-fee": ("load-action-only", "every-loading"),
    "variant-import-no-match": ("search-the-deck", "nothing"),
    "variant-named-containers": ("lost",),
    "variant-crew-action": ("none",),
    "variant-2-import": ("card-fetched-and-discarded",),
    "flag-tier": ("none",),
    "discard-contracts-scope": ("all-of-one-ship", "one-ship-a-turn"),
    "surplus-containers": ("ignored-for-payout", "block-fulfilment"),
    "container-capacity": ("contracts-only",),
    "same-ship-immediates-order": ("placing-order",),
    "own-batch-seen": ("never", "always"),
    "fulfilment-trigger-moment": ("after-step-four",),
    "ship-sails-empty": ("stays-in-harbour", "stays-at-sea"),
    "shoes-satellite-scope": ("anyones",),
    "laptops-unit": ("per-contract",),
    "load-trigger-order": ("load-powers-first",),
    "big-ammunition-unit": ("once-per-turn",),
    "mini-van-own-hand": ("barred",),
    "poison-bottles-cap": ("one-payment-in-all",),
    "stem-cells-full-goods": ("allowed-then-discarded",),
    "stolen-rice-discarded": ("pays-not",),
    "water-notepad-harbour": ("unprotected",),
    "jets-unit": ("one-per-contract",),
    "hentai-manga-immediate": ("lost",),
    "sailing-ship-as-target": ("still-a-harbour-ship", "already-at-sea"),
    "island-refill": ("one-per-contract",),
    "port-columns": ("three-columns-2-4-6",),
    "port-flag-and-capital": ("both-lowest", "both-highest"),
    "port-price-and-tier": ("price-replaces-tier",),
    "port-cards-without-port": ("use-the-supply-island",),
    "market-odd-payout": ("rounded-up-to-even",),
    "market-capital-goods": ("none",),
    "market-arrivals": ("imports-only",),
    "market-below-zero": ("difference-is-paid",),
    "market-and-doubling": ("all-doubled",),
    "market-wild-container": ("colour-it-stands-for",),
    "payout-one-container": ("lowest-row",),
    "pirate-discard-by-choice": ("free-choice",),
    "pirate-own-ships": ("barred",),
    "pirate-known-misfit": ("barred",),
    "end-check": ("after-every-change-latched", "only-at-turn-end"),
    "extra-turn-at-end": ("played",),
    "instant-win-timing": ("finish-turn-then-win", "finish-turn-then-score"),
    "two-instant-wins": ("leader-first-clockwise",),
    "majority-at-zero": ("all-tied-share",),
    "leftover-containers-score": ("matching-ones-only", "every-harbour-container"),
    "negative-total": ("floor-at-zero",),
    "set-bonus-kinds": ("four-legal",),
    "trigger-outlives-card": ("still-resolves",),
    "trigger-order": ("acting-player-first", "event-owner-decides"),
    "triggers-mid-effect": ("after-the-whole-effect",),
    "payer-picks-alternative": ("user",),
    "draw-trigger-unit": ("per-card",),
    "unnamed-payer": ("other-players",),
    "any-time-windows": ("truly-any-moment",),
    "dark-flight-who": ("every-bidding-owner",),
    "neural-units-pair": ("allowed",),
    "fake-money-is-pirating": ("pirating",),
    "shampoo-scope": ("every-import",),
    "shotguns-own-pirate": ("not-needed",),
    "bamboo-it": ("any-contract",),
    "tsukiji-fish-timing": ("instead-of-the-turn",),
    "leftmost-good": ("rearrangeable",),
    "flag-good-colour": ("owner-chooses-each-time",),
    "must-or-may": ("all-optional",),
    "virtual-cards-count": ("end-scoring-only",),
    "fridges-not-a-card": ("crew-cards",),
    "grey-loaded-by-powers": ("every-loading-power",),
    "sanitizer-added": ("kept-ones-only",),
    "fake-dvds-unit": ("turn-total",),
    "chairs-moment": ("before",),
    "multi-player-power-order": ("leader-first",),
    "partial-payment": ("as-much-as-held",),
    "answer-before-power": ("barred",),
    "loop-guard": ("never-in-own-chain", "afresh-after-a-fulfilment"),
    "as-if-just-fulfilled": ("all-fulfilment-powers",),
    "arrival-without-fulfilment": ("both", "neither"),
    "wind-turbines-scope": ("anyones",),
    "what-is-drawing": ("any-card-from-the-deck", "any-card-gained"),
    "fulfil-trigger-unit": ("per-ship",),
    "free-contract-waives": ("tier-too",),
    "solo-actions-lead": ("leading",),
    "aeroponics-state": ("only-when-it-becomes-one",),
    "can-openers-and-seventy": ("fifty-only",),
    "dragon-fruit-moment": ("when-performing",),
    "flametorch-short": ("clockwise-while-it-lasts",),
    "foxes-illegal-tie": ("outside-the-penalty",),
    "partnership-total": ("each-ship",),
    "partnership-own-load": ("no-load",),
    "super-ship-returns": ("one",),
    "pirates-fulfilled-off-turn": ("right-after-this-turn",),
    "platinum-rings-pair": ("allowed",),
    "rooibos-tea": ("only-rooibos-counts", "fixed-answer"),
    "surstromming-declared": ("still-performed",),
    "us-dollars-moment": ("any-time-adds-one-action",),
    "wind-turbines-self-naming": ("nothing",),
    "yogurt-pirated-and-loaded": ("twice",),
    "payout-between-rows": ("next-row-up",),
    "loads-within-a-load-action": ("not-counted",),
    "bok-choy-mixed-ship": ("if-another-contract-is-aboard",),
    "cell-phones-flag": ("owner-may-refuse",),
    "flour-tier-skip": ("barred",),
    "nanobots-crew": ("crew-adds",),
    "oat-milk-loads": ("load-actions-only",),
    "paprika-ship": ("the-ship-contracted",),
    "partnership-with-tablets": ("stays-six",),
    "satellite-parts": ("both-or-none",),
    "playstations-unit": ("once-per-turn",),
    "prefab-home-rounding": ("down",),
    "prefab-home-at-half": ("automatic",),
    "robo-cats-capacity": ("two-containers",),
    "ammunition-amount": ("per-good",),
    "antiquities-shown": ("hidden",),
    "lucky-cards-use": ("once-compulsory", "own-turns-repeatable"),
    "naming-capital": ("capital-too",),
    "showers-amount": ("eight-each",),
    "tej-below-two": ("pays-the-difference",),
    "who-picks-given-cards": ("user", "random"),
    "yerba-mate-flip": ("former-top-card",),
    "cannons-crew-in-counts": ("actions-only",),
    "automation-moment": ("before-payout",),
    "capital-good-kind": ("not-for-being-added", "scoring-and-tiers-only"),
    "grey-extra-credits-six": ("four", "six"),
    "grey-in-setup": ("everywhere",),
    "grey-as-pirate-target": ("may-be-taken-to-discard",),
    "capital-goods-alone": ("owner-chooses", "one-credit-each"),
    "barter-follow": ("crew-only", "card-alone"),
    "barter-under-import": ("own-seat-before-rounds",),
    "chopsticks-led-action": ("the-action-performed",),
    "jidohanbaiki-is-drawing": ("does-not-count",),
    "neural-units-crew": ("played-card-only",),
    "3d-printers-card": ("the-five-actions-only",),
    "3d-printers-crew": ("every-crew",),
    "mineral-fuels-single-card": ("five",),
    "skip-tier-duration": ("rest-of-the-turn",),
    "board-games-harbour": ("harbour-too",),
    "diamonds-number": ("exactly-two",),
    "end-moves-income": ("income",),
    "exotic-fish-timing": ("end-of-turn", "end-of-game"),
    "graphics-cards-kinds": ("the-four-legal",),
    "improbability-areas": ("in-the-three-together",),
    "ivory-tie": ("gains-six",),
    "led-lights-number": ("once",),
    "rice-cookers-cologne": ("printed-action",),
    "sauna-tie": ("double-then-share",),
    "sauna-with-ivory": ("not-doubled",),
    "scotch-odd": ("as-none",),
    "sushi-knives-number": ("four",),
    "teslas-types": ("one-kind-for-all",),
    "tie-for-most": ("shared", "full-to-each"),
    "volkswagen-and-grey": ("capital-contracts-only", "capital-goods-only"),
    "import-trigger-moment": ("between-the-steps",),
    "power-import-compensation": ("import-actions-only",),
    "stretch-goal-full-goods": ("not-taken",),
    "ar-glasses-pair": ("barred",),
    "ar-glasses-tier-skip": ("barred",),
    "protractors-imports": ("import-actions-only",),
    "protractors-unit": ("per-card",),
    "cannabis-unit": ("per-red-card",),
    "pants-and-super-ship": ("six",),
    "helicopter-store": ("collected-at-once",),
    "lumber-draws": ("draw-actions-only",),
    "mri-machine-scope": ("owner-only",),
}
"""Ruling id -> readings that the engine has built besides the default."""


def _ruling(
    id_: str, section: str, readings: tuple[str, ...], belongs_to: tuple[str, ...], cards: tuple[str, ...]
) -> Ruling:
    """Make a ruling; its built readings are the default and what ``BUILT`` adds."""
    return Ruling(id_, section, readings, belongs_to, cards, frozenset((readings[0], *BUILT.get(id_, ()))))


RULINGS: Final[dict[str, Ruling]] = {
    "pass-without-drawing": _ruling(
        "pass-without-drawing",
        "Turn, declaration, wild pair",
        ("must-follow-or-draw", "may-do-nothing"),
        ("AMB-4",),
        (),
    ),
    "declared-not-possible": _ruling(
        "declared-not-possible",
        "Turn, declaration, wild pair",
        ("lapses", "declaration-was-illegal", "hand-shown-as-proof"),
        ("AMB-5",),
        (),
    ),
    "able-but-unwilling": _ruling(
        "able-but-unwilling", "Turn, declaration, wild pair", ("compulsory", "may-decline"), ("AMB-6", "AMB-48"), ()
    ),
    "declare-impossible": _ruling(
        "declare-impossible",
        "Turn, declaration, wild pair",
        ("allowed-then-lapses", "refused"),
        ("AMB-7", "AMB-26", "AMB-46", "AMB-86"),
        (),
    ),
    "banned-action-declared": _ruling(
        "banned-action-declared",
        "Turn, declaration, wild pair",
        ("not-declarable", "declarable-but-lapses"),
        ("AMB-7",),
        ("Surströmming",),
    ),
    "pair-needs-no-match": _ruling(
        "pair-needs-no-match",
        "Turn, declaration, wild pair",
        ("only-without-matching-card", "always-allowed"),
        ("AMB-8", "AMB-10", "R-WILD-1"),
        ("3D Printers", "Rice Cookers"),
    ),
    "pair-matches-by": _ruling(
        "pair-matches-by",
        "Turn, declaration, wild pair",
        ("colour", "action", "colour-and-action"),
        ("AMB-9", "R-WILD-1"),
        (),
    ),
    "pair-worth": _ruling("pair-worth", "Turn, declaration, wild pair", ("one-action", "two-actions"), ("AMB-10",), ()),
    "declared-number-fixed": _ruling(
        "declared-number-fixed",
        "Turn, declaration, wild pair",
        ("fixed-at-declaration", "recomputed"),
        ("AMB-11",),
        ("Bionic Ears", "Cannons", "Fridges", "US Dollars"),
    ),
    "turn-in-once-per-turn": _ruling(
        "turn-in-once-per-turn",
        "Turn, declaration, wild pair",
        ("each-leaders-turn-per-player", "own-turns-only"),
        ("AMB-13", "D8"),
        ("Batteries", "Books", "Contraband", "Poison Bottles", "Rope", "Smart Cars"),
    ),
    "falling-limits": _ruling(
        "falling-limits",
        "Limits",
        ("discard-at-once-owner-picks", "keep-but-add-none", "check-at-turn-end"),
        ("AMB-15", "D17"),
        (
            "Bamboo",
            "Bionic Ears",
            "Board Games",
            "Diamonds",
            "Olive Oil",
            "Railguns",
            "Scotch",
            "Segways",
            "Stolen Documents",
            "US Dollars",
        ),
    ),
    "move-that-lowers-its-limit": _ruling(
        "move-that-lowers-its-limit",
        "Limits",
        ("finish-then-check", "needs-room-first"),
        ("AMB-15", "D6"),
        ("Diamonds", "Segways"),
    ),
    "arrivals-over-limit": _ruling(
        "arrivals-over-limit",
        "Limits",
        ("newly-arrived-owner-picks", "any-own-card", "newly-arrived-in-fixed-order"),
        ("AMB-16", "D6"),
        ("Cheap Shirts", "Dino Bones", "Insects", "Interest", "Railguns", "Ramen", "Soy Sauce", "Vacuums"),
    ),
    "voluntary-discard": _ruling("voluntary-discard", "Limits", ("never", "allowed"), ("AMB-16",), ()),
    "printed-contract-counts": _ruling(
        "printed-contract-counts", "Limits", ("limits-only", "everywhere"), ("AMB-17",), ("Board Games", "Champagne")
    ),
    "self-moving-card-limit": _ruling(
        "self-moving-card-limit",
        "Limits",
        ("counted-without-it", "counted-until-moved"),
        ("AMB-18", "D6"),
        (
            "Avocado",
            "Container Factory",
            "Hentai Manga",
            "Small Poodles",
            "Solar Panels",
            "The Algorithm",
            "Unpasteurized Cheese",
        ),
    ),
    "reshuffle-moment": _ruling(
        "reshuffle-moment",
        "Deck and discard pile",
        ("when-deck-runs-empty", "when-next-card-needed"),
        ("AMB-19", "R-TURN-10"),
        ("Antiquities", "Mini Van", "Yerba Mate"),
    ),
    "short-draw": _ruling(
        "short-draw",
        "Deck and discard pile",
        ("reshuffle-and-go-on", "stop-at-once"),
        ("AMB-20",),
        ("Cups", "Massage Tables", "Merino Wool"),
    ),
    "discard-order": _ruling("discard-order", "Deck and discard pile", ("owner-orders", "as-played"), ("AMB-21",), ()),
    "supply-empty-island": _ruling("supply-empty-island", "Supply", ("must-sell", "may-lapse"), ("AMB-22",), ()),
    "one-sale-scope": _ruling(
        "one-sale-scope",
        "Supply",
        ("supply-option-only", "every-sale-to-the-island"),
        ("AMB-23",),
        ("AR Glasses", "Beer", "Iceland Water", "Platinum Rings", "Smart Cars"),
    ),
    "supply-at-crew-limit": _ruling(
        "supply-at-crew-limit", "Supply", ("free-choice", "must-sell-first"), ("AMB-24",), ()
    ),
    "buy-back-own-sale": _ruling("buy-back-own-sale", "Supply", ("allowed", "barred"), ("AMB-25",), ()),
    "ship-with-one-card": _ruling(
        "ship-with-one-card", "Import", ("nameable-take-one", "not-nameable"), ("AMB-27",), ()
    ),
    "bid-steps": _ruling("bid-steps", "Import", ("even-only", "any-whole-number"), ("AMB-28",), ()),
    "lone-bidder": _ruling(
        "lone-bidder",
        "Import",
        ("takes-for-nothing", "bids-freely"),
        ("AMB-29", "R-IMPORT-10"),
        ("AR Glasses", "Glasses", "Platinum Rings"),
    ),
    "decline-to-win": _ruling("decline-to-win", "Import", ("zero-may-win", "may-withdraw"), ("AMB-29",), ()),
    "tie-by-leader-outside": _ruling(
        "tie-by-leader-outside", "Import", ("leader-decides", "only-a-bidding-leader"), ("AMB-30",), ()
    ),
    "import-placing": _ruling("import-placing", "Import", ("winner-picks", "ship-owner-picks"), ("AMB-31",), ()),
    "discarded-import-is-taken": _ruling(
        "discarded-import-is-taken", "Import", ("taken", "stays-aboard"), ("AMB-32",), ("Cannabis",)
    ),
    "import-trigger-moment": _ruling(
        "import-trigger-moment",
        "Import",
        ("after-the-steps", "between-the-steps"),
        ("AMB-34",),
        ("Bubblegum", "Cannabis", "Chapstick", "Fake DVDs", "Protractors"),
    ),
    "cards-taken-one-by-one": _ruling(
        "cards-taken-one-by-one", "Import", ("one-by-one", "as-a-set"), ("AMB-35",), ("Aeroponics", "GPS", "Shampoo")
    ),
    "crew-only-is-following": _ruling(
        "crew-only-is-following",
        "Import",
        ("counts", "counts-not"),
        ("AMB-36",),
        ("Books", "Poison Bottles", "Shotguns"),
    ),
    "power-import-compensation": _ruling(
        "power-import-compensation",
        "Import",
        ("paid-unless-denied", "import-actions-only"),
        ("AMB-37", "D21"),
        ("Paper", "Pocky", "Protractors", "Stretch Goal"),
    ),
    "skip-tier-who": _ruling(
        "skip-tier-who", "Contract", ("everybody-with-extra-actions", "leader-only"), ("AMB-38",), ()
    ),
    "skip-tier-duration": _ruling(
        "skip-tier-duration", "Contract", ("one-placement", "rest-of-the-turn"), ("AMB-39",), ("Jasmine Tea",)
    ),
    "several-tier-colours": _ruling(
        "several-tier-colours", "Contract", ("each-circle-own-colour", "any-one-colour"), ("AMB-40",), ()
    ),
    "fulfilled-without-loading": _ruling(
        "fulfilled-without-loading",
        "Contract",
        ("checked-after-every-change", "only-by-loading"),
        ("AMB-41", "AMB-43"),
        (
            "Aeroponics",
            "Automation",
            "Candy",
            "Cheap Labor",
            "Coffee",
            "Generators",
            "Lutefisk",
            "Prefab Home",
            "Seeds",
            "Yen",
        ),
    ),
    "discard-contracts-scope": _ruling(
        "discard-contracts-scope",
        "Contract",
        ("any-subset-any-time", "all-of-one-ship", "one-ship-a-turn"),
        ("AMB-42", "R-CONTRACT-8"),
        (),
    ),
    "surplus-containers": _ruling(
        "surplus-containers",
        "Contract",
        ("sail-and-count-for-payout", "ignored-for-payout", "block-fulfilment"),
        ("AMB-44",),
        ("Aeroponics", "Cheap Labor"),
    ),
    "container-capacity": _ruling(
        "container-capacity",
        "Contract",
        ("six-aboard", "contracts-only"),
        ("AMB-45",),
        ("Cheap Labor", "Legos", "Robo-Cats", "Tablets"),
    ),
    "wild-container-assignment": _ruling(
        "wild-container-assignment",
        "Loading and fulfilling",
        ("matched-lazily", "fixed-when-loaded"),
        ("AMB-47", "D12"),
        ("Automation", "Big Cats", "Bok Choy", "Container Factory", "GPS", "Impalas", "Soap", "Televisions", "Wheat"),
    ),
    "wild-power-lost": _ruling(
        "wild-power-lost",
        "Loading and fulfilling",
        ("matched-anew", "keep-their-slot"),
        ("AMB-47", "D12"),
        ("Big Cats", "Candy", "Coffee", "Generators", "Impalas", "Seeds", "Soap", "Televisions", "Wheat"),
    ),
    "fulfilment-mid-actions": _ruling(
        "fulfilment-mid-actions", "Loading and fulfilling", ("at-once", "after-all-actions"), ("AMB-49",), ()
    ),
    "load-trigger-order": _ruling(
        "load-trigger-order",
        "Loading and fulfilling",
        ("at-once-powers-then-fulfilment-then-others", "load-powers-first"),
        ("AMB-49",),
        ("Fixie Bikes", "Oat Milk", "Stolen Tires", "Yogurt"),
    ),
    "fulfilment-out-of-turn": _ruling(
        "fulfilment-out-of-turn",
        "Loading and fulfilling",
        ("at-once-nested", "waits"),
        ("AMB-50",),
        ("Fake Money", "Lutefisk", "Nanobots", "Satellite", "Segways"),
    ),
    "same-ship-immediates-order": _ruling(
        "same-ship-immediates-order", "Loading and fulfilling", ("owner-orders", "placing-order"), ("AMB-51", "D2"), ()
    ),
    "own-batch-seen": _ruling(
        "own-batch-seen",
        "Loading and fulfilling",
        ("only-if-its-text-includes-itself", "never", "always"),
        ("AMB-51", "D1"),
        (
            "Flash Drives",
            "Hentai Manga",
            "Jets",
            "Laptops",
            "Mouthwash",
            "Onions",
            "Paper",
            "Rare Metals",
            "Rice",
            "Satellite",
            "Shoes",
        ),
    ),
    "fulfilment-trigger-moment": _ruling(
        "fulfilment-trigger-moment",
        "Loading and fulfilling",
        ("step-two-before-sailing", "after-step-four"),
        ("AMB-51", "D2"),
        ("A Small Tank", "Laptops", "Paper", "Pistols", "Satellite", "Shoes"),
    ),
    "sailing-ship-as-target": _ruling(
        "sailing-ship-as-target",
        "Loading and fulfilling",
        ("no-target", "still-a-harbour-ship", "already-at-sea"),
        ("AMB-52", "D2"),
        (
            "AR Glasses",
            "Automation",
            "Bamboo",
            "Cheap Labor",
            "Container Factory",
            "Euros",
            "Glasses",
            "GPS",
            "Paper",
            "Platinum Rings",
            "Pocky",
            "Spacecraft",
            "Stretch Goal",
            "The Algorithm",
            "Yen",
        ),
    ),
    "island-refill": _ruling(
        "island-refill", "Loading and fulfilling", ("one-per-ship", "one-per-contract"), ("AMB-53",), ()
    ),
    "payout-one-container": _ruling(
        "payout-one-container",
        "Loading and fulfilling",
        ("no-row-no-pay", "lowest-row"),
        ("AMB-54",),
        ("Prefab Home", "Yen"),
    ),
    "payout-between-rows": _ruling(
        "payout-between-rows",
        "Loading and fulfilling",
        ("highest-row-reached", "next-row-up"),
        ("AMB-54",),
        ("Legos", "Robo-Cats", "Tablets"),
    ),
    "ship-sails-empty": _ruling(
        "ship-sails-empty",
        "Loading and fulfilling",
        ("sails-and-returns-at-once", "stays-in-harbour", "stays-at-sea"),
        ("AMB-55",),
        ("Flash Drives", "Jets", "Toyota"),
    ),
    "pirate-discard-by-choice": _ruling(
        "pirate-discard-by-choice", "Pirate", ("only-if-unloadable", "free-choice"), ("AMB-56",), ()
    ),
    "pirate-own-ships": _ruling("pirate-own-ships", "Pirate", ("allowed", "barred"), ("AMB-57",), ("Water Notepad",)),
    "pirate-known-misfit": _ruling(
        "pirate-known-misfit",
        "Pirate",
        ("allowed-then-discarded", "barred"),
        ("AMB-58",),
        ("Stolen Rice", "Stolen Tires"),
    ),
    "end-check": _ruling(
        "end-check",
        "End and scoring",
        ("after-each-event-latched", "after-every-change-latched", "only-at-turn-end"),
        ("AMB-60", "AMB-62"),
        ("Can Openers", "MRI Machine", "Pirates"),
    ),
    "extra-turn-at-end": _ruling("extra-turn-at-end", "End and scoring", ("lost", "played"), ("AMB-61",), ("Pirates",)),
    "money-that-counts": _ruling(
        "money-that-counts", "End and scoring", ("held-only", "set-aside-too"), ("AMB-63",), ("Helicopter",)
    ),
    "instant-win-timing": _ruling(
        "instant-win-timing",
        "End and scoring",
        ("wins-at-once-without-scoring", "finish-turn-then-win", "finish-turn-then-score"),
        ("AMB-64", "D20"),
        ("Exotic Fish", "Graphics Cards", "Improbability", "Mother Load", "Rolls Royce"),
    ),
    "two-instant-wins": _ruling(
        "two-instant-wins", "End and scoring", ("shared", "leader-first-clockwise"), ("AMB-64",), ()
    ),
    "majority-at-zero": _ruling(
        "majority-at-zero", "End and scoring", ("needs-one-good", "all-tied-share"), ("AMB-66",), ("Foxes",)
    ),
    "leftover-containers-score": _ruling(
        "leftover-containers-score",
        "End and scoring",
        ("ships-with-a-contract-all-aboard", "matching-ones-only", "every-harbour-container"),
        ("AMB-67",),
        ("Aeroponics", "Cheap Labor", "Segways"),
    ),
    "end-power-order": _ruling(
        "end-power-order",
        "End and scoring",
        ("fixed-steps-moves-before-counts", "owners-best-order"),
        ("AMB-68",),
        (
            "Apple Watch",
            "Ceramics",
            "Champagne",
            "Cheap Shirts",
            "Cologne",
            "Diamonds",
            "Segways",
            "Telescopes",
            "Teslas",
        ),
    ),
    "negative-total": _ruling(
        "negative-total", "End and scoring", ("allowed", "floor-at-zero"), ("AMB-69",), ("Sauna",)
    ),
    "set-bonus-kinds": _ruling("set-bonus-kinds", "End and scoring", ("all-five", "four-legal"), ("AMB-70",), ()),
    "trigger-outlives-card": _ruling(
        "trigger-outlives-card",
        "Powers in general",
        ("lapses", "still-resolves"),
        ("AMB-71", "D16"),
        ("Bionic Ears", "Olive Oil", "Railguns", "Stolen Documents", "US Dollars"),
    ),
    "trigger-order": _ruling(
        "trigger-order",
        "Powers in general",
        ("leader-first-clockwise", "acting-player-first", "event-owner-decides"),
        ("AMB-71", "D16"),
        (),
    ),
    "multi-player-power-order": _ruling(
        "multi-player-power-order",
        "Powers in general",
        ("clockwise-from-its-user", "leader-first"),
        ("AMB-71", "D16"),
        ("Bird Feed", "Dino Bones", "Opposition Leaflets", "Railguns", "Sculptures", "Vacuums"),
    ),
    "triggers-mid-effect": _ruling(
        "triggers-mid-effect",
        "Powers in general",
        ("before-the-next-instruction", "after-the-whole-effect"),
        ("AMB-71", "D16"),
        ("Lumber", "Nanobots", "Pocky", "Sculptures", "Stretch Goal"),
    ),
    "must-or-may": _ruling(
        "must-or-may",
        "Powers in general",
        ("wording-decides", "all-optional"),
        ("AMB-72", "D15"),
        ("Apples", "Cheap Labor", "Cheap Shirts", "Euros", "Insects", "Sanitizer", "Small Poodles", "Solar Panels"),
    ),
    "who-picks-given-cards": _ruling(
        "who-picks-given-cards",
        "Powers in general",
        ("giver", "user", "random"),
        ("AMB-73", "D5"),
        ("A Small Tank", "Market Data", "Shotguns"),
    ),
    "payer-picks-alternative": _ruling(
        "payer-picks-alternative", "Powers in general", ("payer", "user"), ("AMB-73", "D5"), ("Shotguns", "Vacuums")
    ),
    "partial-payment": _ruling(
        "partial-payment",
        "Powers in general",
        ("all-or-nothing", "as-much-as-held"),
        ("AMB-74", "D3", "R-POWER-7"),
        (
            "Ammunition",
            "Cannabis",
            "Danger Pets",
            "Flametorch",
            "Import Tax",
            "Pistols",
            "Poison Bottles",
            "Sculptures",
            "Shotguns",
        ),
    ),
    "any-time-windows": _ruling(
        "any-time-windows",
        "Powers in general",
        ("listed-windows", "truly-any-moment"),
        ("AMB-75",),
        (
            "Bionic Ears",
            "Iceland Water",
            "Lutefisk",
            "Olive Oil",
            "Segways",
            "Sushi Knives",
            "Telescopes",
            "US Dollars",
        ),
    ),
    "answer-before-power": _ruling(
        "answer-before-power",
        "Powers in general",
        ("allowed", "barred"),
        ("AMB-75",),
        ("Bionic Ears", "Olive Oil", "Railguns", "Segways", "Stolen Documents", "US Dollars"),
    ),
    "tag-or-text": _ruling(
        "tag-or-text",
        "Powers in general",
        ("text", "tag"),
        ("AMB-76",),
        (
            "Backpacks",
            "Batteries",
            "Bionic Ears",
            "Euros",
            "Iceland Water",
            "Olive Oil",
            "Ramen",
            "Segways",
            "Small Poodles",
            "Stretch Goal",
            "Sushi Knives",
            "Telescopes",
            "The Algorithm",
            "Tortillas",
            "Unpasteurized Cheese",
            "US Dollars",
            "Yen",
        ),
    ),
    "loop-guard": _ruling(
        "loop-guard",
        "Powers in general",
        ("each-time", "never-in-own-chain", "afresh-after-a-fulfilment"),
        ("AMB-77", "D23"),
        ("Cell Phones", "Laptops", "Lumber", "Nanobots", "Oat Milk", "Protractors", "Satellite", "Shoes"),
    ),
    "as-if-just-fulfilled": _ruling(
        "as-if-just-fulfilled",
        "Powers in general",
        ("own-power-only", "all-fulfilment-powers"),
        ("AMB-78", "D19"),
        ("Apples", "Stolen Documents"),
    ),
    "arrival-without-fulfilment": _ruling(
        "arrival-without-fulfilment",
        "Powers in general",
        ("lasting-yes-immediate-no", "both", "neither"),
        ("D19",),
        ("Bird Feed", "Railguns", "Squid Jerky"),
    ),
    "shoes-satellite-scope": _ruling(
        "shoes-satellite-scope", "Powers in general", ("own", "anyones"), ("AMB-79", "D24"), ("Satellite", "Shoes")
    ),
    "wind-turbines-scope": _ruling(
        "wind-turbines-scope", "Powers in general", ("own", "anyones"), ("AMB-79", "D24"), ("Wind Turbines",)
    ),
    "draw-trigger-unit": _ruling(
        "draw-trigger-unit",
        "Powers in general",
        ("per-instruction", "per-card"),
        ("AMB-80", "D9"),
        ("Lumber", "Nanobots"),
    ),
    "what-is-drawing": _ruling(
        "what-is-drawing",
        "Powers in general",
        ("deck-top-to-hand-only", "any-card-from-the-deck", "any-card-gained"),
        ("D9",),
        ("Antiquities", "Hawaiian Salt", "Lumber", "Massage Tables", "Nanobots", "Rolls Royce", "Vaccines"),
    ),
    "fulfil-trigger-unit": _ruling(
        "fulfil-trigger-unit",
        "Powers in general",
        ("per-contract", "per-ship"),
        ("D7",),
        ("A Small Tank", "Mouthwash", "Onions", "Paper", "Pistols", "Shoes"),
    ),
    "unnamed-payer": _ruling(
        "unnamed-payer",
        "Powers in general",
        ("bank", "other-players"),
        ("AMB-81",),
        (
            "Bubblegum",
            "Chapstick",
            "Fixie Bikes",
            "Flowers",
            "Lucky Cards",
            "Massage Tables",
            "Mouthwash",
            "Muay Thai Shorts",
            "Onions",
            "Pens",
            "Pilllows",
            "Pocky",
            "Potatoes",
            "Rice",
            "Showers",
            "Soy Sauce",
            "Tej",
        ),
    ),
    "virtual-cards-count": _ruling(
        "virtual-cards-count",
        "Powers in general",
        ("every-count", "end-scoring-only"),
        ("D11",),
        (
            "Ammunition",
            "Apple Watch",
            "Artifacts",
            "Cannons",
            "Ceramics",
            "Fridges",
            "Graphics Cards",
            "Honey",
            "Joe Wiggins",
            "Long Coats",
            "Mother Load",
            "Pens",
            "Playstations",
            "Teslas",
            "Yakuza Art",
        ),
    ),
    "free-contract-waives": _ruling(
        "free-contract-waives",
        "Powers in general",
        ("action-and-price-only", "tier-too"),
        ("D13",),
        ("Bamboo", "Lutefisk", "Spacecraft", "Tsukiji Fish"),
    ),
    "tie-for-most": _ruling(
        "tie-for-most",
        "Powers in general",
        ("nothing-strictly-more-needed", "shared", "full-to-each"),
        ("D14",),
        ("Champagne", "Exotic Fish", "Graphics Cards", "Nice Suits"),
    ),
    "end-moves-income": _ruling(
        "end-moves-income",
        "Powers in general",
        ("no-income", "income"),
        ("D18",),
        ("Bubblegum", "Chapstick", "Cheap Shirts", "Diamonds", "Segways"),
    ),
    "solo-actions-lead": _ruling(
        "solo-actions-lead",
        "Powers in general",
        ("not-leading", "leading"),
        ("D2", "power ar-glasses", "power glasses", "power platinum-rings"),
        ("AR Glasses", "Books", "Dragon Fruit", "Glasses", "Machine Arms", "Platinum Rings"),
    ),
    "loads-within-a-load-action": _ruling(
        "loads-within-a-load-action",
        "Powers in general",
        ("counted", "not-counted"),
        ("D12",),
        ("Batteries", "Fixie Bikes", "Machine Arms", "Maple Syrup", "Playstations"),
    ),
    "grey-extra-credits-six": _ruling(
        "grey-extra-credits-six", "Capital", ("two", "four", "six"), ("AMB-82", "R-CAPITAL-1"), ()
    ),
    "capital-goods-alone": _ruling(
        "capital-goods-alone", "Capital", ("no-kind-no-value", "owner-chooses", "one-credit-each"), ("AMB-83",), ()
    ),
    "leftmost-good": _ruling("leftmost-good", "Capital", ("order-of-arrival", "rearrangeable"), ("AMB-84",), ()),
    "barter-follow": _ruling(
        "barter-follow", "Capital", ("crew-then-card-or-draw", "crew-only", "card-alone"), ("AMB-85", "R-CAPITAL-5"), ()
    ),
    "barter-under-import": _ruling(
        "barter-under-import", "Capital", ("after-the-last-round", "own-seat-before-rounds"), ("AMB-86",), ()
    ),
    "grey-as-pirate-target": _ruling(
        "grey-as-pirate-target",
        "Capital",
        ("never-a-target", "may-be-taken-to-discard"),
        ("AMB-87", "R-CAPITAL-10"),
        ("Contraband", "Mini Van", "Stem Cells"),
    ),
    "grey-loaded-by-powers": _ruling(
        "grey-loaded-by-powers",
        "Capital",
        ("only-a-card-loading-itself", "every-loading-power"),
        ("AMB-87", "D12"),
        (
            "Automation",
            "Candy",
            "Cell Phones",
            "Cheap Labor",
            "Coffee",
            "Container Factory",
            "Euros",
            "Fake Money",
            "Flour",
            "Generators",
            "GPS",
            "Maple Syrup",
            "Nanobots",
            "Paprika",
            "Satellite",
            "Seeds",
            "Segways",
            "The Algorithm",
            "Tortillas",
        ),
    ),
    "grey-in-setup": _ruling("grey-in-setup", "Capital", ("ships-only", "everywhere"), ("AMB-88", "R-CAPITAL-2"), ()),
    "capital-good-kind": _ruling(
        "capital-good-kind",
        "Capital",
        ("every-purpose", "not-for-being-added", "scoring-and-tiers-only"),
        ("AMB-89", "D10"),
        (
            "Ammunition",
            "Bubblegum",
            "Chapstick",
            "Graphics Cards",
            "Honey",
            "Insects",
            "Mother Load",
            "Pens",
            "Telescopes",
            "Vacuums",
            "Volkswagen",
        ),
    ),
    "port-columns": _ruling(
        "port-columns",
        "Tokyo",
        ("one-per-tier-2-4-6-8", "three-columns-2-4-6"),
        ("AMB-90", "R-TOKYO-4"),
        ("Squid Jerky", "Toto Toilets"),
    ),
    "port-flag-and-capital": _ruling(
        "port-flag-and-capital",
        "Tokyo",
        ("flag-lowest-capital-by-circles", "both-lowest", "both-highest"),
        ("AMB-90",),
        ("Squid Jerky",),
    ),
    "port-price-and-tier": _ruling(
        "port-price-and-tier",
        "Tokyo",
        ("price-and-tier", "price-replaces-tier"),
        ("AMB-91", "R-TOKYO-3"),
        ("Spacecraft", "Toto Toilets"),
    ),
    "port-cards-without-port": _ruling(
        "port-cards-without-port",
        "Tokyo",
        ("nothing", "use-the-supply-island"),
        ("AMB-90",),
        ("Ramen", "Squid Jerky", "Toto Toilets"),
    ),
    "flag-colour-unloaded": _ruling(
        "flag-colour-unloaded",
        "Flag",
        ("both", "upright-one", "none"),
        ("AMB-92", "D10"),
        (
            "Antiquities",
            "Apples",
            "Hawaiian Salt",
            "Iceland Water",
            "Lucky Cards",
            "Massage Tables",
            "Ramen",
            "Rolls Royce",
            "Showers",
            "Sushi Knives",
        ),
    ),
    "flag-good-colour": _ruling(
        "flag-good-colour",
        "Flag",
        ("colour-aboard-else-fixed-on-arrival", "owner-chooses-each-time"),
        ("AMB-92", "D10"),
        (),
    ),
    "flag-fee": _ruling(
        "flag-fee",
        "Flag",
        ("every-loading-except-ship-to-ship", "load-action-only", "every-loading"),
        ("AMB-93", "R-FLAG-2"),
        ("Cell Phones", "Fake Money", "Flour", "Machine Arms", "Mini Van", "Nanobots", "Paprika", "Satellite"),
    ),
    "flag-tier": _ruling("flag-tier", "Flag", ("zero", "none"), ("AMB-94",), ("Wind Turbines",)),
    "market-odd-payout": _ruling("market-odd-payout", "Market", ("exact", "rounded-up-to-even"), ("AMB-95",), ()),
    "market-wild-container": _ruling(
        "market-wild-container",
        "Market",
        ("printed-colour", "colour-it-stands-for"),
        ("AMB-96",),
        ("Automation", "Big Cats", "Cheap Labor", "GPS", "Impalas", "Robo-Cats", "Soap", "Televisions", "Wheat"),
    ),
    "market-capital-goods": _ruling(
        "market-capital-goods", "Market", ("kind-it-counts-as", "none"), ("AMB-89", "AMB-96"), ()
    ),
    "market-arrivals": _ruling(
        "market-arrivals",
        "Market",
        ("every-arrival", "imports-only"),
        ("AMB-97", "R-MARKET-2"),
        ("Dino Bones", "Insects", "Interest", "Ramen", "Sanitizer", "Soy Sauce", "Stem Cells"),
    ),
    "market-below-zero": _ruling(
        "market-below-zero",
        "Market",
        ("floor-at-zero", "difference-is-paid"),
        ("AMB-98",),
        ("Legos", "Prefab Home", "Yen"),
    ),
    "market-and-doubling": _ruling(
        "market-and-doubling", "Market", ("row-doubled-market-once", "all-doubled"), ("AMB-98",), ("Partnership",)
    ),
    "variant-import-no-match": _ruling(
        "variant-import-no-match",
        "Variants and small things",
        ("keep-the-container", "search-the-deck", "nothing"),
        ("AMB-99", "R-VARIANT-3"),
        (),
    ),
    "variant-named-containers": _ruling(
        "variant-named-containers",
        "Variants and small things",
        ("card-kept-under-its-container", "lost"),
        ("AMB-100",),
        ("Automation", "Bok Choy", "Flash Drives", "GPS", "Yogurt"),
    ),
    "variant-crew-action": _ruling(
        "variant-crew-action",
        "Variants and small things",
        ("that-of-its-colour", "none"),
        ("AMB-101", "R-VARIANT-4"),
        (),
    ),
    "variant-2-import": _ruling(
        "variant-2-import",
        "Variants and small things",
        ("container-becomes-good-or-crew", "card-fetched-and-discarded"),
        ("R-VARIANT-4",),
        (),
    ),
    "player-numbers": _ruling(
        "player-numbers", "Variants and small things", ("two-to-six", "three-to-six"), ("AMB-102",), ()
    ),
    "hand-sizes": _ruling("hand-sizes", "Variants and small things", ("public", "secret"), ("AMB-103",), ()),
    "3d-printers-card": _ruling(
        "3d-printers-card",
        "Single powers",
        ("any-card-barter-too", "the-five-actions-only"),
        ("power 3d-printers",),
        ("3D Printers",),
    ),
    "3d-printers-crew": _ruling(
        "3d-printers-crew",
        "Single powers",
        ("crew-of-the-led-action", "every-crew"),
        ("power 3d-printers",),
        ("3D Printers",),
    ),
    "aeroponics-state": _ruling(
        "aeroponics-state",
        "Single powers",
        ("is-at-one-returns", "only-when-it-becomes-one"),
        ("power aeroponics",),
        ("Aeroponics",),
    ),
    "algorithm-decline": _ruling(
        "algorithm-decline",
        "Single powers",
        ("only-if-both-impossible", "free-choice"),
        ("power the-algorithm",),
        ("The Algorithm",),
    ),
    "ammunition-amount": _ruling(
        "ammunition-amount", "Single powers", ("once-per-player", "per-good"), ("power ammunition",), ("Ammunition",)
    ),
    "antiquities-shown": _ruling(
        "antiquities-shown", "Single powers", ("shown", "hidden"), ("power antiquities",), ("Antiquities",)
    ),
    "ar-glasses-pair": _ruling(
        "ar-glasses-pair", "Single powers", ("allowed", "barred"), ("power ar-glasses",), ("AR Glasses",)
    ),
    "ar-glasses-tier-skip": _ruling(
        "ar-glasses-tier-skip", "Single powers", ("allowed", "barred"), ("power ar-glasses",), ("AR Glasses",)
    ),
    "self-loaded-colour-at-sea": _ruling(
        "self-loaded-colour-at-sea",
        "Single powers",
        ("printed-colour", "rainbow"),
        ("power automation", "power container-factory", "power gps"),
        ("Automation", "Container Factory", "GPS"),
    ),
    "automation-moment": _ruling(
        "automation-moment",
        "Single powers",
        ("after-payout-before-sailing", "before-payout"),
        ("power automation",),
        ("Automation",),
    ),
    "bamboo-it": _ruling("bamboo-it", "Single powers", ("itself", "any-contract"), ("power bamboo",), ("Bamboo",)),
    "big-ammunition-unit": _ruling(
        "big-ammunition-unit",
        "Single powers",
        ("per-container", "once-per-turn"),
        ("power big-ammunition",),
        ("Big Ammunition",),
    ),
    "bird-feed-first": _ruling(
        "bird-feed-first",
        "Single powers",
        ("first-asked-clockwise-from-the-fulfiller", "first-to-speak"),
        ("power bird-feed",),
        ("Bird Feed",),
    ),
    "board-games-harbour": _ruling(
        "board-games-harbour", "Single powers", ("cards-only", "harbour-too"), ("power board-games",), ("Board Games",)
    ),
    "bok-choy-mixed-ship": _ruling(
        "bok-choy-mixed-ship",
        "Single powers",
        ("if-it-can-fill-the-other-contract", "if-another-contract-is-aboard"),
        ("power bok-choy",),
        ("Bok Choy",),
    ),
    "can-openers-and-seventy": _ruling(
        "can-openers-and-seventy",
        "Single powers",
        ("any-threshold", "fifty-only"),
        ("power can-openers",),
        ("Can Openers", "MRI Machine"),
    ),
    "cannabis-unit": _ruling(
        "cannabis-unit",
        "Single powers",
        ("once-per-taking", "per-red-card"),
        ("power cannabis", "AMB-80"),
        ("Cannabis",),
    ),
    "cannons-crew-in-counts": _ruling(
        "cannons-crew-in-counts",
        "Single powers",
        ("counts", "actions-only"),
        ("power cannons",),
        ("Cannons", "Cologne", "Tej"),
    ),
    "cannons-and-cheese": _ruling(
        "cannons-and-cheese",
        "Single powers",
        ("as-placed", "printed-action-only"),
        ("power cannons",),
        ("Cannons", "Unpasteurized Cheese"),
    ),
    "cell-phones-flag": _ruling(
        "cell-phones-flag",
        "Single powers",
        ("if-payable", "owner-may-refuse"),
        ("power cell-phones", "AMB-93"),
        ("Cell Phones",),
    ),
    "chairs-moment": _ruling("chairs-moment", "Single powers", ("after", "before"), ("power chairs",), ("Chairs",)),
    "cheap-labor-slot": _ruling(
        "cheap-labor-slot",
        "Single powers",
        ("open-slot-or-bare-ship", "any-harbour-ship"),
        ("power cheap-labor",),
        ("Cheap Labor",),
    ),
    "chopsticks-led-action": _ruling(
        "chopsticks-led-action",
        "Single powers",
        ("import", "the-action-performed"),
        ("power chopsticks",),
        ("Chopsticks",),
    ),
    "dark-flight-bid": _ruling(
        "dark-flight-bid", "Single powers", ("the-money", "the-win"), ("power dark-flight",), ("Dark Flight",)
    ),
    "dark-flight-who": _ruling(
        "dark-flight-who",
        "Single powers",
        ("whoever-names-the-target", "every-bidding-owner"),
        ("power dark-flight",),
        ("Dark Flight",),
    ),
    "diamonds-number": _ruling(
        "diamonds-number", "Single powers", ("up-to-two", "exactly-two"), ("power diamonds",), ("Diamonds",)
    ),
    "diesel-engine-after-aeroponics": _ruling(
        "diesel-engine-after-aeroponics",
        "Single powers",
        ("use-is-spent", "usable-again"),
        ("power diesel-engine",),
        ("Aeroponics", "Diesel Engine"),
    ),
    "dragon-fruit-moment": _ruling(
        "dragon-fruit-moment",
        "Single powers",
        ("at-declaration", "when-performing"),
        ("power dragon-fruit",),
        ("Dragon Fruit",),
    ),
    "exotic-fish-timing": _ruling(
        "exotic-fish-timing",
        "Single powers",
        ("at-any-moment", "end-of-turn", "end-of-game"),
        ("power exotic-fish",),
        ("Exotic Fish",),
    ),
    "fake-dvds-unit": _ruling(
        "fake-dvds-unit", "Single powers", ("single-payment", "turn-total"), ("power fake-dvds",), ("Fake DVDs",)
    ),
    "fake-money-choice": _ruling(
        "fake-money-choice",
        "Single powers",
        ("free-choice", "load-if-possible"),
        ("power fake-money",),
        ("Fake Money",),
    ),
    "fake-money-is-pirating": _ruling(
        "fake-money-is-pirating",
        "Single powers",
        ("not-pirating", "pirating"),
        ("power fake-money",),
        ("Fake Money", "Water Notepad"),
    ),
    "flametorch-short": _ruling(
        "flametorch-short",
        "Single powers",
        ("nothing-paid", "clockwise-while-it-lasts"),
        ("power flametorch", "D4"),
        ("Flametorch",),
    ),
    "flour-tier-skip": _ruling("flour-tier-skip", "Single powers", ("allowed", "barred"), ("power flour",), ("Flour",)),
    "foxes-illegal-tie": _ruling(
        "foxes-illegal-tie",
        "Single powers",
        ("pays-alone", "outside-the-penalty"),
        ("power foxes",),
        ("Foxes", "Ivory", "Sauna"),
    ),
    "fridges-not-a-card": _ruling(
        "fridges-not-a-card",
        "Single powers",
        ("actions-only", "crew-cards"),
        ("power fridges",),
        ("Cologne", "Fridges", "Rice Cookers", "Tej"),
    ),
    "gps-ship": _ruling(
        "gps-ship", "Single powers", ("the-ship-it-was-first-loaded-on", "any-ship"), ("power gps",), ("GPS",)
    ),
    "graphics-cards-kinds": _ruling(
        "graphics-cards-kinds",
        "Single powers",
        ("any-four-of-five", "the-four-legal"),
        ("power graphics-cards",),
        ("Graphics Cards",),
    ),
    "helicopter-store": _ruling(
        "helicopter-store",
        "Single powers",
        ("go-with-the-card-else-lost", "collected-at-once"),
        ("power helicopter",),
        ("Diamonds", "Helicopter", "Railguns"),
    ),
    "hentai-manga-immediate": _ruling(
        "hentai-manga-immediate", "Single powers", ("resolves", "lost"), ("power hentai-manga",), ("Hentai Manga",)
    ),
    "improbability-areas": _ruling(
        "improbability-areas",
        "Single powers",
        ("in-each-of-the-three-areas", "in-the-three-together"),
        ("power improbability",),
        ("Improbability",),
    ),
    "insects-without-illegal": _ruling(
        "insects-without-illegal", "Single powers", ("still-takes", "takes-nothing"), ("power insects",), ("Insects",)
    ),
    "ivory-tie": _ruling("ivory-tie", "Single powers", ("gains-the-share", "gains-six"), ("power ivory",), ("Ivory",)),
    "jets-unit": _ruling(
        "jets-unit", "Single powers", ("one-per-ship", "one-per-contract"), ("power jets", "D7"), ("Jets",)
    ),
    "jidohanbaiki-is-drawing": _ruling(
        "jidohanbaiki-is-drawing",
        "Single powers",
        ("counts-as-draw-action", "does-not-count"),
        ("power jidohanbaiki",),
        ("Chairs", "Jidohanbaiki"),
    ),
    "laptops-unit": _ruling(
        "laptops-unit", "Single powers", ("once-per-ship", "per-contract"), ("power laptops", "D7"), ("Laptops",)
    ),
    "led-lights-number": _ruling(
        "led-lights-number", "Single powers", ("any-number", "once"), ("power led-lights",), ("LED Lights",)
    ),
    "lucky-cards-use": _ruling(
        "lucky-cards-use",
        "Single powers",
        ("once-optional", "once-compulsory", "own-turns-repeatable"),
        ("power lucky-cards", "AMB-72", "AMB-76"),
        ("Lucky Cards",),
    ),
    "lumber-draws": _ruling(
        "lumber-draws", "Single powers", ("every-drawing", "draw-actions-only"), ("power lumber",), ("Lumber",)
    ),
    "mini-van-sources": _ruling(
        "mini-van-sources", "Single powers", ("the-listed-places", "anywhere"), ("power mini-van",), ("Mini Van",)
    ),
    "mini-van-own-hand": _ruling(
        "mini-van-own-hand", "Single powers", ("allowed", "barred"), ("power mini-van",), ("Mini Van",)
    ),
    "mineral-fuels-single-card": _ruling(
        "mineral-fuels-single-card", "Single powers", ("six", "five"), ("power mineral-fuels",), ("Mineral Fuels",)
    ),
    "mri-machine-scope": _ruling(
        "mri-machine-scope", "Single powers", ("everybody", "owner-only"), ("power mri-machine",), ("MRI Machine",)
    ),
    "nanobots-crew": _ruling(
        "nanobots-crew", "Single powers", ("no-crew", "crew-adds"), ("power nanobots",), ("Nanobots",)
    ),
    "neural-units-crew": _ruling(
        "neural-units-crew",
        "Single powers",
        ("load-crew-adds", "played-card-only"),
        ("power neural-units",),
        ("Neural Units",),
    ),
    "neural-units-pair": _ruling(
        "neural-units-pair", "Single powers", ("barred", "allowed"), ("power neural-units",), ("Neural Units",)
    ),
    "oat-milk-loads": _ruling(
        "oat-milk-loads", "Single powers", ("every-loading", "load-actions-only"), ("power oat-milk",), ("Oat Milk",)
    ),
    "pants-and-super-ship": _ruling(
        "pants-and-super-ship", "Single powers", ("four", "six"), ("power pants",), ("Pants", "Partnership")
    ),
    "paprika-ship": _ruling(
        "paprika-ship",
        "Single powers",
        ("any-own-harbour-ship", "the-ship-contracted"),
        ("power paprika",),
        ("Paprika",),
    ),
    "partnership-source": _ruling(
        "partnership-source",
        "Single powers",
        ("contract-action-from-hand", "fulfilled-area-own-turn"),
        ("power partnership", "R-POWER-8"),
        ("Partnership",),
    ),
    "partnership-total": _ruling(
        "partnership-total",
        "Single powers",
        ("both-ships-together", "each-ship"),
        ("power partnership",),
        ("Partnership",),
    ),
    "partnership-own-load": _ruling(
        "partnership-own-load",
        "Single powers",
        ("met-within-the-six", "no-load"),
        ("power partnership",),
        ("Partnership",),
    ),
    "partnership-with-tablets": _ruling(
        "partnership-with-tablets",
        "Single powers",
        ("to-ten", "stays-six"),
        ("power partnership",),
        ("Partnership", "Tablets"),
    ),
    "super-ship-returns": _ruling(
        "super-ship-returns",
        "Single powers",
        ("two", "one"),
        ("power backpacks", "power partnership", "power toyota"),
        ("Backpacks", "Partnership", "Toyota"),
    ),
    "pirates-fulfilled-off-turn": _ruling(
        "pirates-fulfilled-off-turn",
        "Single powers",
        ("after-own-next-turn", "right-after-this-turn"),
        ("power pirates",),
        ("Pirates",),
    ),
    "platinum-rings-pair": _ruling(
        "platinum-rings-pair", "Single powers", ("barred", "allowed"), ("power platinum-rings",), ("Platinum Rings",)
    ),
    "playstations-unit": _ruling(
        "playstations-unit",
        "Single powers",
        ("each-load-action", "once-per-turn"),
        ("power playstations",),
        ("Playstations",),
    ),
    "poison-bottles-cap": _ruling(
        "poison-bottles-cap",
        "Single powers",
        ("each-player-pays-once", "one-payment-in-all"),
        ("power poison-bottles",),
        ("Poison Bottles",),
    ),
    "prefab-home-rounding": _ruling(
        "prefab-home-rounding", "Single powers", ("up", "down"), ("power prefab-home",), ("Prefab Home",)
    ),
    "prefab-home-at-half": _ruling(
        "prefab-home-at-half",
        "Single powers",
        ("owner-may-wait", "automatic"),
        ("power prefab-home", "AMB-72"),
        ("Prefab Home",),
    ),
    "protractors-imports": _ruling(
        "protractors-imports",
        "Single powers",
        ("every-import", "import-actions-only"),
        ("power protractors", "AMB-80"),
        ("Protractors",),
    ),
    "protractors-unit": _ruling(
        "protractors-unit",
        "Single powers",
        ("once-per-taking", "per-card"),
        ("power protractors", "AMB-80"),
        ("Protractors",),
    ),
    "rice-cookers-cologne": _ruling(
        "rice-cookers-cologne",
        "Single powers",
        ("both-kinds-under-either-name", "printed-action"),
        ("power rice-cookers",),
        ("Cologne", "Rice Cookers"),
    ),
    "robo-cats-capacity": _ruling(
        "robo-cats-capacity", "Single powers", ("one-slot", "two-containers"), ("power robo-cats",), ("Robo-Cats",)
    ),
    "naming-capital": _ruling(
        "naming-capital",
        "Single powers",
        ("five-kinds-only", "capital-too"),
        ("power rolls-royce",),
        ("Lucky Cards", "Rolls Royce", "Showers"),
    ),
    "rooibos-tea": _ruling(
        "rooibos-tea",
        "Single powers",
        ("each-player-is-asked", "only-rooibos-counts", "fixed-answer"),
        ("power rooibos-tea",),
        ("Rooibos Tea",),
    ),
    "sanitizer-added": _ruling(
        "sanitizer-added",
        "Single powers",
        ("all-added", "kept-ones-only"),
        ("power sanitizer",),
        ("Bubblegum", "Chapstick", "Sanitizer"),
    ),
    "satellite-parts": _ruling(
        "satellite-parts", "Single powers", ("separately", "both-or-none"), ("power satellite",), ("Satellite",)
    ),
    "sauna-tie": _ruling(
        "sauna-tie", "Single powers", ("share-then-double", "double-then-share"), ("power sauna",), ("Sauna",)
    ),
    "sauna-with-ivory": _ruling(
        "sauna-with-ivory",
        "Single powers",
        ("doubled", "not-doubled"),
        ("power ivory", "power sauna"),
        ("Ivory", "Sauna"),
    ),
    "scotch-odd": _ruling("scotch-odd", "Single powers", ("as-one", "as-none"), ("power scotch",), ("Scotch",)),
    "segways-loaded-at-end": _ruling(
        "segways-loaded-at-end",
        "Single powers",
        ("scores-but-fulfils-nothing", "may-fulfil"),
        ("power segways",),
        ("Segways",),
    ),
    "shampoo-scope": _ruling(
        "shampoo-scope", "Single powers", ("those-of-two-cards", "every-import"), ("power shampoo",), ("Shampoo",)
    ),
    "shotguns-own-pirate": _ruling(
        "shotguns-own-pirate", "Single powers", ("needed", "not-needed"), ("power shotguns",), ("Shotguns",)
    ),
    "showers-amount": _ruling(
        "showers-amount", "Single powers", ("eight-once", "eight-each"), ("power showers",), ("Showers",)
    ),
    "soy-sauce-pay": _ruling(
        "soy-sauce-pay", "Single powers", ("all-moved", "kept-ones-only"), ("power soy-sauce",), ("Soy Sauce",)
    ),
    "stem-cells-full-goods": _ruling(
        "stem-cells-full-goods",
        "Single powers",
        ("barred", "allowed-then-discarded"),
        ("power stem-cells",),
        ("Stem Cells",),
    ),
    "stolen-rice-discarded": _ruling(
        "stolen-rice-discarded", "Single powers", ("pays", "pays-not"), ("power stolen-rice",), ("Stolen Rice",)
    ),
    "stretch-goal-full-goods": _ruling(
        "stretch-goal-full-goods",
        "Single powers",
        ("taken-and-discarded", "not-taken"),
        ("power stretch-goal",),
        ("Stretch Goal",),
    ),
    "surstromming-declared": _ruling(
        "surstromming-declared",
        "Single powers",
        ("lapse", "still-performed"),
        ("power surstromming",),
        ("Surströmming",),
    ),
    "sushi-knives-number": _ruling(
        "sushi-knives-number", "Single powers", ("two-as-printed", "four"), ("power sushi-knives",), ("Sushi Knives",)
    ),
    "tej-below-two": _ruling(
        "tej-below-two", "Single powers", ("nothing", "pays-the-difference"), ("power tej",), ("Tej",)
    ),
    "teslas-types": _ruling(
        "teslas-types", "Single powers", ("each-its-own", "one-kind-for-all"), ("power teslas",), ("Teslas",)
    ),
    "tsukiji-fish-timing": _ruling(
        "tsukiji-fish-timing",
        "Single powers",
        ("beside-the-turn", "instead-of-the-turn"),
        ("power tsukiji-fish",),
        ("Tsukiji Fish",),
    ),
    "us-dollars-moment": _ruling(
        "us-dollars-moment",
        "Single powers",
        ("before-or-with-own-declaration", "any-time-adds-one-action"),
        ("power us-dollars", "AMB-11"),
        ("US Dollars",),
    ),
    "vacuums-empty-hand": _ruling(
        "vacuums-empty-hand", "Single powers", ("barred", "allowed"), ("power vacuums", "AMB-73"), ("Vacuums",)
    ),
    "volkswagen-and-grey": _ruling(
        "volkswagen-and-grey",
        "Single powers",
        ("capital-contracts-and-capital-goods", "capital-contracts-only", "capital-goods-only"),
        ("power volkswagen",),
        ("Volkswagen",),
    ),
    "water-notepad-harbour": _ruling(
        "water-notepad-harbour",
        "Single powers",
        ("protected", "unprotected"),
        ("power water-notepad",),
        ("Mini Van", "Water Notepad"),
    ),
    "wind-turbines-self-naming": _ruling(
        "wind-turbines-self-naming",
        "Single powers",
        ("acts-on-wind-turbines", "nothing"),
        ("power wind-turbines",),
        ("Wind Turbines",),
    ),
    "yen-first-contract": _ruling(
        "yen-first-contract",
        "Single powers",
        ("first-of-every-voyage", "only-the-very-first"),
        ("power yen",),
        ("Yen",),
    ),
    "yerba-mate-flip": _ruling(
        "yerba-mate-flip",
        "Single powers",
        ("former-bottom-card", "former-top-card"),
        ("power yerba-mate",),
        ("Yerba Mate",),
    ),
    "yogurt-pirated-and-loaded": _ruling(
        "yogurt-pirated-and-loaded", "Single powers", ("once", "twice"), ("power yogurt",), ("Yogurt",)
    ),
}
"""Every question that a game may settle in more than one way."""

AMBIGUITIES: Final = 103
"""Ambiguities are cited as AMB-1 to AMB-103."""

COMMON_DEFAULTS: Final = 24
"""Defaults shared by many powers are cited as D1 to D24."""

INTERACTIONS: Final = 124
"""Interactions between powers are cited as INT-1 to INT-124."""

_DEFAULTS: Final[dict[str, str]] = {id_: ruling.readings[0] for id_, ruling in RULINGS.items()}


def is_citation(text: str) -> bool:
    """Say whether ``text`` cites something that exists.

    Valid are a clause id, ``power <id>``, ``ruling <id>``, ``AMB-1`` to ``AMB-103``, ``D1`` to ``D24`` and
    ``INT-1`` to ``INT-124``.
    """
    if text in CLAUSES:
        return True
    if text.startswith("power "):
        return text[6:] in POWERS
    if text.startswith("ruling "):
        return text[7:] in RULINGS
    if text.startswith("AMB-"):
        return _is_number(text[4:], AMBIGUITIES)
    if text.startswith("INT-"):
        return _is_number(text[4:], INTERACTIONS)
    return text.startswith("D") and _is_number(text[1:], COMMON_DEFAULTS)


def citations() -> list[str]:
    """Return everything that can be cited."""
    numbered = (("AMB-", AMBIGUITIES), ("D", COMMON_DEFAULTS), ("INT-", INTERACTIONS))
    names = [*CLAUSES, *(f"power {id_}" for id_ in POWERS), *(f"ruling {id_}" for id_ in RULINGS)]
    return names + [f"{start}{number}" for start, highest in numbered for number in range(1, highest + 1)]


def _is_number(text: str, highest: int) -> bool:
    """Say whether ``text`` writes a number from 1 to ``highest``, without leading zeros."""
    return text.isascii() and text.isdigit() and text[0] != "0" and int(text) <= highest


def default_rulings() -> dict[str, str]:
    """Return the default reading of every ruling; one shared dict, not to be changed."""
    return _DEFAULTS


def rulings(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the full choice of readings: the defaults, with ``chosen`` laid over them.

    Raises RulingError with every problem at once.
    """
    if not isinstance(chosen, Mapping):
        raise RulingError((f"{chosen!r} names no readings. Write them as {{'bid-steps': 'any-whole-number'}}.",))
    problems = tuple(problem for id_, reading in chosen.items() if (problem := _problem(id_, reading)))
    if problems:
        raise RulingError(problems)
    return {**_DEFAULTS, **chosen}


def _problem(id_: str, reading: str) -> str | None:
    """Say what is wrong with choosing ``reading`` for the ruling ``id_``, if anything is."""
    ruling = RULINGS.get(id_)
    if ruling is None:
        return f"There is no ruling {id_!r}.{_did_you_mean(id_, RULINGS)}"
    if reading not in ruling.readings:
        hint = _did_you_mean(reading, ruling.readings)
        return f"{reading!r} is no reading of {id_!r}.{hint} Its readings are: {', '.join(ruling.readings)}."
    if reading not in ruling.built:
        built = ", ".join(known for known in ruling.readings if known in ruling.built)
        return f"{reading!r} is a known reading of {id_!r} that is not built yet. Built so far: {built}."
    return None


def _did_you_mean(word: object, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """Suggest the known word nearest to a mistyped one, or nothing."""
    from difflib import get_close_matches  # only needed for a message

    near = get_close_matches(str(word), list(known), n=1, cutoff=0.5)
    return f" Did you mean {near[0]!r}?" if near else ""


def clause_text(id_: str) -> str:
    """Return our own statement of a clause."""
    return _text(f"clause.{CLAUSES[id_].id}")


def ruling_question(id_: str) -> str:
    """Return the question that a ruling answers."""
    return _text(f"ruling.{RULINGS[id_].id}.question")


def ruling_reason(id_: str) -> str:
    """Return why the default of a ruling is the default."""
    return _text(f"ruling.{RULINGS[id_].id}.why")


def reading_text(id_: str, reading: str) -> str:
    """Return what a reading of a ruling means, in one sentence."""
    ruling = RULINGS[id_]
    if reading not in ruling.readings:
        raise KeyError(f"{reading!r} is no reading of {id_!r}; its readings are {', '.join(ruling.readings)}")
    return _text(f"ruling.{id_}.{reading}")


def _text(key: str) -> str:
    """Fetch a text from the message catalogue, which is read at its first use."""
    from explorer.texts import text

    return text(key)
