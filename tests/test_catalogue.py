"""The catalogue, its making, and the reading of card files good and bad."""

import copy
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.card import Card, kebab, parse_load, parse_tier, write_load, write_tier
from explorer.catalogue import CardFileError, Catalogue, Contract, filler, generic, load_catalogue
from explorer.terms import AGRICULTURE, CONTRACT, ILLEGAL, LOAD, NO_ACTION, NO_COLOR, PIRATE, TECHNOLOGY

CARDS = Path(__file__).resolve().parent.parent / "cards" / "cards.csv"
HEADER = CARDS.read_text(encoding="utf-8").splitlines()[0]


@pytest.fixture(autouse=True)
def _no_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("IMPORT_EXPORT_CARDS", raising=False)


@pytest.fixture
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture
def owner_file(tmp_path: Path) -> Callable[[str], Path]:
    def write(content: str) -> Path:
        path = tmp_path / "owner.csv"
        path.write_text(content, encoding="utf-8")
        return path

    return write


def problems(path: Path | None = None, owner: Path | None = None) -> CardFileError:
    with pytest.raises(CardFileError) as caught:
        load_catalogue(path, owner)
    return caught.value


# The catalogue itself


def test_parallel_lists(catalogue: Catalogue) -> None:
    for number, card in enumerate(catalogue.cards):
        contract = card.contracts[0]
        assert catalogue.number[catalogue.key[number]] == number
        assert catalogue.name[number] == card.name
        if card.two_sided:
            continue
        assert catalogue.color[number] == contract.color
        assert catalogue.action[number] == contract.action
        assert (catalogue.tier[number], catalogue.tier_total[number]) == (contract.tier, sum(contract.tier))
        assert (catalogue.load[number], catalogue.load_total[number]) == (contract.load, sum(contract.load))
        assert catalogue.power[number] == contract.power
        assert (len(contract.tier), len(contract.load)) == (6, 7)


@pytest.mark.parametrize("name", ["Dragon Fruit", "dragon-fruit", "DRAGON FRUIT", " dragon_fruit "])
def test_find(catalogue: Catalogue, name: str) -> None:
    assert catalogue.name[catalogue.find(name)] == "Dragon Fruit"


def test_a_flag_card_has_a_number_for_itself_and_one_for_each_face(catalogue: Catalogue) -> None:
    for number in catalogue.of_sets(["flag"]):
        first, second = catalogue.cards[number].contracts
        faces = (number + 1, number + 2)
        assert catalogue.faces[number : number + 3] == [faces, faces[:1], faces[1:]]
        assert catalogue.base[number : number + 3] == [number] * 3
        assert (catalogue.find(first.name), catalogue.find(second.name)) == faces
        assert catalogue.find(catalogue.key[number]) == catalogue.find(catalogue.name[number]) == number
        assert catalogue.key[number + 1 : number + 3] == [kebab(first.name), kebab(second.name)]
        assert catalogue.contract(number, 1) is second is catalogue.contract(number + 2)


def test_a_whole_flag_card_has_both_colors_one_action_and_nothing_else(catalogue: Catalogue) -> None:
    for number in catalogue.of_sets(["flag"]):
        one, other = catalogue.faces[number]
        assert catalogue.colors[number] == 1 << catalogue.color[one] | 1 << catalogue.color[other]
        assert catalogue.color[number] == NO_COLOR
        assert catalogue.action[number] == catalogue.action[one] == catalogue.action[other]
        assert (catalogue.power[number], catalogue.tier_total[number], catalogue.load_total[number]) == (None, 0, 0)
        assert (catalogue.power[one], catalogue.power[other]) == (catalogue.name[one], catalogue.name[other])


def test_other_cards_have_one_number(catalogue: Catalogue) -> None:
    for number in set(range(len(catalogue))) - {n for b in catalogue.of_sets("flag") for n in range(b, b + 3)}:
        assert (catalogue.base[number], catalogue.faces[number]) == (number, (number,))


def test_find_names_the_nearest(catalogue: Catalogue) -> None:
    with pytest.raises(KeyError, match="Surströmming"):
        catalogue.find("surstromming fish")
    with pytest.raises(KeyError):
        catalogue.find("")


def test_of_sets(catalogue: Catalogue) -> None:
    assert len(catalogue.of_sets(["base", "capital"])) == 115
    assert catalogue.of_sets("flag") == catalogue.of_sets(["flag"])
    assert catalogue.of_sets([]) == []


def test_default_is_cached_and_equal_content_has_equal_fingerprint(catalogue: Catalogue) -> None:
    assert load_catalogue() is catalogue
    again = load_catalogue(CARDS)
    assert again == catalogue
    assert again.fingerprint == catalogue.fingerprint
    assert repr(again) == repr(catalogue) == f"<Catalogue of 170 cards, {catalogue.fingerprint}>"


def test_does_not_change(catalogue: Catalogue) -> None:
    with pytest.raises(AttributeError, match="does not change"):
        catalogue.key = []
    with pytest.raises(AttributeError, match="does not change"):
        del catalogue.key


def test_survives_pickle_and_copy(catalogue: Catalogue) -> None:
    for other in (pickle.loads(pickle.dumps(catalogue)), copy.deepcopy(catalogue), copy.copy(catalogue)):
        assert other == catalogue
        assert hash(other) == hash(catalogue)


def test_with_cards_numbers_equal_ids(catalogue: Catalogue) -> None:
    twin = generic(TECHNOLOGY, LOAD)
    more = catalogue.with_cards([twin, twin, filler(), twin])
    assert more.key[190:] == ["technology-load", "technology-load-2", "filler", "technology-load-3"]
    assert (len(catalogue), len(more), len(more.printed)) == (190, 194, 174)
    assert more.key[:190] == catalogue.key
    assert more.with_cards([twin]).key[-1] == "technology-load-4"
    assert more.fingerprint != catalogue.fingerprint


def test_keys_stay_unique_when_an_id_looks_like_a_copy() -> None:
    one = generic(TECHNOLOGY, LOAD, name="Box")
    two = generic(TECHNOLOGY, LOAD, name="Box 2")
    keys = Catalogue([one, one, two, one]).key
    assert keys == ["box", "box-3", "box-2", "box-4"]


def test_generic_and_filler() -> None:
    card = generic(AGRICULTURE, CONTRACT, "agriculture 2", "agriculture, agriculture")
    assert (card.id, card.name, card.contracts[0].power) == ("agriculture-contract", "Agriculture Contract", None)
    assert card == generic(AGRICULTURE, CONTRACT, (0, 2), (0, 2))
    assert generic(AGRICULTURE, CONTRACT, name="My Card").id == "my-card"
    inert = filler().contracts[0]
    assert (inert.color, inert.action, sum(inert.load), sum(inert.tier)) == (NO_COLOR, NO_ACTION, 0, 0)
    with pytest.raises(ValueError, match="counts"):
        generic(AGRICULTURE, CONTRACT, (0, -1))


def test_with_values(catalogue: Catalogue) -> None:
    number = catalogue.find("Foxes")
    changed = catalogue.with_values(number, color="illegal", load="illegal 2", tier=(0, 0, 0, 0, 3))
    assert changed.color[number] == ILLEGAL
    assert changed.load[number] == (0, 0, 0, 0, 2, 0, 0)
    assert changed.tier_total[number] == 3
    assert changed.origin(number, "load") == "position"
    assert changed.origin(number, "set") == catalogue.origin(number, "set")
    assert changed.power[number] == "Foxes"
    assert catalogue.color[number] != ILLEGAL or catalogue.tier_total[number] != 3
    flag = catalogue.of_sets(["flag"])[0]
    for other in (catalogue.with_values(flag, 1, load="rainbow 3"), catalogue.with_values(flag + 2, load="rainbow 3")):
        assert other.load[flag : flag + 2] == catalogue.load[flag : flag + 2]
        assert sum(other.contract(flag, 1).load) == other.load_total[flag + 2] == 3
        assert other.key == catalogue.key
    assert catalogue.with_values(flag + 1, action="pirate").action[flag : flag + 3] == [PIRATE] * 3


def test_with_values_refuses_what_it_does_not_know(catalogue: Catalogue) -> None:
    with pytest.raises(KeyError, match="color"):
        catalogue.with_values(0, colour="illegal")
    with pytest.raises(ValueError, match="luxury"):
        catalogue.with_values(0, color="luxary")
    with pytest.raises(KeyError, match="tier"):
        catalogue.origin(0, "teir")


def test_contracts_are_hashable_and_frozen(catalogue: Catalogue) -> None:
    assert len(set(catalogue.printed)) == 170
    with pytest.raises(AttributeError):
        catalogue.cards[0].contracts[0].color = 3  # type: ignore[misc]
    assert Card("x", "X", "", (Contract("X", 0, 0),)).two_sided is False


def test_frame(catalogue: Catalogue) -> None:
    pytest.importorskip("pandas")
    frame = catalogue.with_cards([filler()]).frame()
    assert len(frame) == 181
    salt = frame[frame.name == "Hawaiian Salt"].iloc[0]
    assert (salt.tier, salt.tier_origin, salt.marker) == ("agriculture 2", "rulebook", "immediate")
    assert frame.iloc[-1].tier_origin == "position"


# Cells


def test_cells_read_and_written(catalogue: Catalogue) -> None:
    for card in catalogue.cards:
        for contract in card.contracts:
            assert parse_tier(write_tier(contract.tier)) == contract.tier
            assert parse_load(write_load(contract.load)) == contract.load
    assert parse_tier("0") == parse_tier("none") == parse_tier("") == (0,) * 6
    assert parse_load("Agriculture 2,  rainbow") == (0, 2, 0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    "cell", ["agriculture", "agriculture 0", "agriculture 10", "2", "argiculture 2", "rainbow 1", "agriculture -1",
             "agriculture 1, agriculture 1", "agriculture ²", "agriculture 1,", ",", "agriculture 1.0"],
)  # fmt: skip
def test_bad_tiers(cell: str) -> None:
    with pytest.raises(ValueError, match=r"\."):
        parse_tier(cell)


@pytest.mark.parametrize("cell", ["agricultur", "2", "agriculture,,illegal", "agriculture ²", "none 2"])
def test_bad_loads(cell: str) -> None:
    with pytest.raises(ValueError, match=r"\."):
        parse_load(cell)


def test_kebab() -> None:
    assert kebab("Import/Export Definitive Edition") == "import-export-definitive-edition"
    assert kebab("Surströmming") == "surstromming"


# An owner's file


def test_owner_overrides(catalogue: Catalogue, owner_file: Callable[[str], Path]) -> None:
    path = owner_file('\ufeffName,load,tier\r\nfoxes,"illegal, illegal",\r\nWind Turbines,,0\r\n\r\n')
    owned = load_catalogue(owner=path)
    foxes, turbines = owned.find("Foxes"), owned.find("Wind Turbines")
    assert owned.load[foxes] == (0, 0, 0, 0, 2, 0, 0)
    assert owned.origin(foxes, "load") == "owner"
    assert owned.tier[foxes] == catalogue.tier[foxes]
    assert owned.tier_total[turbines] == 0
    assert owned.origin(turbines, "tier") == "owner"
    assert owned.key == catalogue.key
    assert owned.fingerprint != catalogue.fingerprint
    assert load_catalogue() is catalogue


def test_owner_by_environment(owner_file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IMPORT_EXPORT_CARDS", str(owner_file("name,action\nFoxes,import\n")))
    owned = load_catalogue()
    assert owned.origin(owned.find("Foxes"), "action") == "owner"


def test_owner_may_settle_what_was_implied(owner_file: Callable[[str], Path]) -> None:
    owned = load_catalogue(owner=owner_file("name,color\nIvory,illegal\n"))
    contract = owned.contract(owned.find("Ivory"))
    assert (contract.origin["color"], contract.implied_by) == ("owner", "")


def test_owner_may_pair_flag_cards_anew(owner_file: Callable[[str], Path]) -> None:
    plain = load_catalogue()
    (a, b), (c, d) = (plain.cards[number].contracts for number in plain.of_sets(["flag"])[:2])
    lines = [f"{one.name},{card},supply" for one, card in ((a, "new-1"), (d, "new-1"), (c, "new-2"), (b, "new-2"))]
    owned = load_catalogue(owner=owner_file("name,card,action\n" + "\n".join(lines)))
    whole = [owned.base[owned.find(one.name)] for one in (a, b, c, d)]
    assert whole[0] == whole[3] != whole[1] == whole[2]
    assert len(owned.printed) == 170


def test_owner_breaking_a_flag_card_is_told_where(owner_file: Callable[[str], Path]) -> None:
    flag = load_catalogue().cards[load_catalogue().of_sets(["flag"])[0]]
    error = problems(owner=owner_file(f"name,set\nFoxes,flag\n{flag.contracts[0].name},base\n"))
    assert {(problem.line, problem.column) for problem in error.problems} >= {(2, "card"), (3, "set")}


def test_all_problems_at_once(owner_file: Callable[[str], Path]) -> None:
    error = problems(
        owner=owner_file(
            "name,color,action,tier,load,set,timing,marker\n"
            "Foxs,luxury,,,,,,\n"
            "Pistols,ilegal,piracy,illegal 12,illegal,bse,sometimes,maybe\n"
            "Pistols,,,,,,,\n"
            "Cannons,,\n"
            ",,,,,,,\n"
            "Yogurt,,,,agriculture 7,,,\n"
            'Lutefisk,,,"agriculture 9, luxury 1",,,,\n'
        )
    )
    found = {(problem.line, problem.column) for problem in error.problems}
    in_line_three = {(3, column) for column in ("color", "action", "tier", "load", "set", "timing", "marker")}
    assert found == {(2, "name"), *in_line_three, (4, "name"), (5, ""), (7, "load"), (8, "tier")}
    report = str(error)
    assert "owner.csv: 12 problems" in report
    for hint in ("Foxes", "illegal", "pirate", "base", "line 3, column color", "stands in line 3"):
        assert hint in report


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("name,load\n", "no contract"),
        ("load\nillegal 2\n", "column name is missing"),
        ("name,colour\nFoxes,red\n", "color"),
        ("name,load,load\nFoxes,,\n", "twice"),
        ("name,color_origin\nFoxes,owner\n", "Remove the column"),
        ("name;color\nFoxes;luxury\n", "semicolons"),
        ('name,color\nFoxes,"luxury\n', "quotation mark"),
        ('name,color\nFoxes,"luxury"x\n', "quotation mark"),
        ("name,card\nFoxes,No Id\n", "no card id"),
        ("name,load\n__import__('os').system('true'),illegal 2\n", "no contract"),
        ("name,load\n=1+1,illegal 2\n", "no contract"),
        ("name,load\n\x1b[2J,illegal 2\n", "no usable name"),
        ("name,load\n" + "x" * 200 + ",illegal 2\n", "no usable name"),
        ("name,load\nFoxes,{0.__class__}\n", "no kind of good"),
        ("name,load\nFoxes,illegal 99999999999999999999\n", "no kind of good"),
        ("name,x\n" + '"' + "y" * 200_000 + '",\n', "well-formed"),
    ],
)
def test_hostile_owner_files(owner_file: Callable[[str], Path], content: str, hint: str) -> None:
    error = problems(owner=owner_file(content))
    assert error.problems
    assert hint in str(error)
    assert "\x1b" not in str(error)
    assert len(str(error)) < 3000


@pytest.mark.parametrize(
    ("data", "line", "hint"),
    [
        (b"name,load\nFoxes,\xff\n", 2, "UTF-8"),
        ("name,load\nSurströmming,illegal 2\n".encode("latin-1"), 2, "UTF-8"),
        ("name,load\nFoxes,illegal 2\n".encode("utf-16"), 1, "UTF-8"),
        (b"name,load\nFoxes,\0\n", 2, "zero byte"),
        (b"name\n" + b"Foxes\n" * 400_000, 0, "bytes"),
    ],
)
def test_hostile_bytes(tmp_path: Path, data: bytes, line: int, hint: str) -> None:
    path = tmp_path / "owner.csv"
    path.write_bytes(data)
    error = problems(owner=path)
    assert [problem.line for problem in error.problems] == [line]
    assert hint in str(error)


def test_unreadable_files(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.csv", tmp_path / "\0.csv"):
        assert "cannot be read" in str(problems(owner=path))
        assert "cannot be read" in str(problems(path))


# A whole card file


def row(**values: str) -> str:
    cells = dict(zip(HEADER.split(","), [""] * 18, strict=True))
    cells |= {"name": "Box", "card": "box", "set": "base", "color": "luxury", "action": "supply", "load": "luxury 2"}
    cells |= {"timing": "lasting", "marker": "none", "rulebook_line": "1"}
    cells |= {column: "reconstructed" for column in cells if column.endswith("_origin")} | values
    return ",".join(f'"{cell}"' for cell in cells.values())


def test_a_small_card_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("\n".join([HEADER, row(), row(name="Tin", card="tin")]), encoding="utf-8")
    assert load_catalogue(path).key == ["box", "tin"]


@pytest.mark.parametrize(
    ("values", "column"),
    [
        ({"color_origin": "guessed"}, "color_origin"),
        ({"color_origin": "owner"}, "color_origin"),
        ({"color_origin": "implied"}, "implied_by"),
        ({"implied_by": "Something."}, "implied_by"),
        ({"rulebook_line": "-3"}, "rulebook_line"),
        ({"rulebook_line": "²"}, "rulebook_line"),
        ({"load": "luxury"}, "load"),
        ({"load": ""}, "load"),
        ({"load": "luxury 7"}, "load"),
        ({"set": ""}, "set"),
        ({"set": "flag"}, "card"),
        ({"card": ""}, "card"),
        ({"color": "rainbow"}, "color"),
        ({"action": "none"}, "action"),
        ({"name": "???"}, "name"),
    ],
)
def test_problems_of_a_card_file(tmp_path: Path, values: dict[str, str], column: str) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("\n".join([HEADER, row(**values)]), encoding="utf-8")
    assert [(problem.line, problem.column) for problem in problems(path).problems] == [(2, column)]


def test_problems_of_sides(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    one = row(set="flag")
    two = row(name="Tin", set="flag", action="load", tier="luxury 1")
    path.write_text("\n".join([HEADER, one, two]), encoding="utf-8")
    assert {problem.column for problem in problems(path).problems} == {"action", "tier"}
    path.write_text("\n".join([HEADER, one, two, row(name="Jar")]), encoding="utf-8")
    assert {problem.column for problem in problems(path).problems} == {"card", "set", "action", "tier"}
    path.write_text("\n".join([HEADER, row(), row(name="Tin")]), encoding="utf-8")
    assert "Only Flag cards do" in str(problems(path))


def test_missing_columns_are_all_named(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,card\nBox,box\n", encoding="utf-8")
    assert len(problems(path).problems) == 16


def test_the_error_survives_pickle(owner_file: Callable[[str], Path]) -> None:
    error = problems(owner=owner_file("name\nFoxs\n"))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Damage some bytes: replace, insert, remove, double a stretch or cut the end off."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(changed) or 1)
        byte = chance.choice(b'",\n\r\0;=0127 \xff\xc3') if chance.random() < 0.7 else chance.randrange(256)
        kind = chance.randrange(5)
        if kind == 0:
            changed[place : place + 1] = bytes([byte])
        elif kind == 1:
            changed[place:place] = bytes([byte])
        elif kind == 2:
            del changed[place : place + chance.randint(1, 40)]
        elif kind == 3:
            changed[place:place] = changed[place : place + chance.randint(1, 400)]
        elif chance.random() < 0.2:
            del changed[place:]
    return bytes(changed)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_give_a_catalogue_or_their_problems(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    whole = CARDS.read_bytes()
    part = b"\n".join(whole.split(b"\n")[:12])
    owner = b'name,color,tier,load\nFoxes,illegal,illegal 2,"illegal, luxury"\nYogurt,,0,\nCannons,illegal,,illegal 3\n'
    path = tmp_path / "cards.csv"
    outcomes = set()
    for _ in range(150):
        base, as_owner = chance.choice([(part, False), (owner, True), (whole, False)])
        path.write_bytes(mutated(base, chance))
        try:
            made = load_catalogue(None, path) if as_owner else load_catalogue(path)
        except CardFileError as error:
            assert error.problems
            assert str(error)
            outcomes.add("problems")
        else:
            assert isinstance(made, Catalogue)
            assert len(made) > 0
            outcomes.add("catalogue")
    assert outcomes == {"problems", "catalogue"}
