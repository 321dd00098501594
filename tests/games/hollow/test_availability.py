"""The vehicle notes' dates and rarity factors, each from its text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from amba.games.hollow.armoury import load_armoury
from amba.games.hollow.availability import is_allied_italian, load_availability, price, roof_gun_price
from amba.games.hollow.book import HERE
from amba.load.files import DataError, Folder, Replacements

OWN = Folder(HERE / "data")
VEHICLES = load_armoury(OWN).vehicles
NOTES = load_availability(OWN, VEHICLES)


def months(first: str, last: str) -> list[str]:
    """Every month from one to another."""
    year, month = map(int, first.split("-"))
    found = []
    while f"{year}-{month:02}" <= last:
        found.append(f"{year}-{month:02}")
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return found


def factors(key: str, theatre: str, fascist: bool = False) -> str:
    """What the table says of a vehicle from June 1940 to the end, in the shape of the notes: `6-12/40 (.9)` is `1940-06/1940-12 0.9`."""
    told: list[list[str]] = []
    before: int | None = None
    for month in months("1940-06", "1945-12"):
        tenths = NOTES.rarity(VEHICLES[key], month, theatre, fascist)
        if tenths is not None and tenths == before:
            told[-1][1] = month
        elif tenths is not None:
            told.append([month, month, f"{tenths / 10}"])
        before = tenths
    return "; ".join(f"{a[2:]}..{b[2:]} {factor}" for a, b, factor in told)


def test_vn_1_a_the_l5_only_in_france_and_sicily() -> None:
    assert factors("it-l5-21", "france") == "40-06..40-06 1.5"
    assert factors("it-l5-30", "sicily") == "43-07..43-07 1.6"
    assert factors("it-l5-21", "north africa") == factors("it-l5-21", "east africa") == factors("it-l5-30", "italy", True) == ""


def test_vn_2_a_the_l3_35() -> None:
    assert factors("it-l3-35", "north africa") == (
        "40-06..40-12 0.9; 41-01..41-01 1.1; 41-02..41-02 1.2; 41-03..41-03 1.4; 41-04..41-11 1.2; 41-12..41-12 1.4; 42-01..42-01 1.5; 42-02..42-02 1.6"
    )
    assert factors("it-l3-35", "east africa") == "40-07..41-01 1.3; 41-02..41-03 1.4; 41-04..41-06 1.5"
    assert factors("it-l3-35", "russia") == "41-09..41-10 1.2; 41-11..41-11 1.3; 41-12..41-12 1.4; 42-01..42-01 1.5"
    assert factors("it-l3-35", "sicily") == "43-07..43-08 1.4"
    assert factors("it-l3-35", "france") == "40-06..40-06 1.1"
    assert factors("it-l3-35", "italy") == "43-09..43-09 1.2"
    assert factors("it-l3-35", "italy", fascist=True) == "43-09..43-09 1.2; 44-01..45-05 1.3"
    assert factors("it-l3-35", "balkans", fascist=True) == "40-10..41-04 0.9; 41-05..43-09 1.1; 44-01..45-05 1.3"


def test_vn_3_c_the_l3_aa_is_point_4_rarer_and_1_6_at_most() -> None:
    assert factors("it-l3-aa", "north africa") == "40-06..40-12 1.3; 41-01..41-01 1.5; 41-02..42-02 1.6"
    assert factors("it-l3-aa", "france") == "40-06..40-06 1.5"


def test_vn_4_a_the_l3_cc() -> None:
    assert factors("it-l3-cc", "north africa") == "40-06..40-12 1.5; 41-01..41-02 1.6"
    assert factors("it-l3-cc", "east africa") == ""


def test_vn_5_c_the_l3_lf_is_point_3_rarer_at_its_own_dates() -> None:
    assert (
        factors("it-l3-lf", "north africa")
        == "40-06..40-12 1.2; 41-01..41-01 1.4; 41-02..41-02 1.5; 41-03..41-03 1.6; 41-04..41-11 1.5; 41-12..41-12 1.6"
    )
    assert factors("it-l3-lf", "balkans") == "40-10..41-04 1.2"
    assert factors("it-l3-lf", "east africa") == "40-07..41-06 1.6"
    assert factors("it-l3-lf", "russia") == ""


def test_vn_6_a_the_l6_40() -> None:
    assert factors("it-l6-40", "north africa") == "41-12..42-06 1.6; 42-07..42-09 1.4; 42-10..42-11 1.5; 42-12..43-01 1.6; 43-02..43-05 1.5"
    assert factors("it-l6-40", "russia") == "42-02..42-06 1.3; 42-07..42-08 1.2; 42-09..42-12 1.3"
    assert factors("it-l6-40", "balkans") == "41-04..41-04 1.3; 41-05..43-09 1.5"
    assert factors("it-l6-40", "italy", True) == "43-09..43-09 1.3; 44-01..45-05 1.4"


def test_vn_7_b_the_m11_39() -> None:
    assert factors("it-m11-39", "north africa") == "40-08..40-12 1.2; 41-01..41-01 1.4; 41-02..41-02 1.6"
    assert factors("it-m11-39", "east africa") == "40-07..41-01 1.4; 41-02..41-03 1.5; 41-04..41-06 1.6"


def test_vn_8_b_the_m13_40() -> None:
    assert factors("it-m13-40", "north africa") == (
        "40-12..40-12 1.3; 41-01..41-01 1.2; 41-02..41-02 1.0; 41-03..41-03 1.5; 41-04..41-05 1.3; 41-06..41-10 1.5; "
        "41-11..42-06 1.0; 42-07..42-07 1.1; 42-08..42-11 1.2; 42-12..42-12 1.6"
    )
    assert factors("it-m13-40", "balkans") == "41-01..41-04 1.3; 41-05..43-09 1.6"
    assert factors("it-m13-40", "italy") == "43-09..43-09 1.6"


def test_vn_9_a_the_m14_41() -> None:
    assert factors("it-m14-41", "north africa") == "42-01..42-06 1.2; 42-07..42-11 1.0; 42-12..43-01 1.5; 43-02..43-05 1.1"


def test_vn_10_a_the_m15_42() -> None:
    assert factors("it-m15-42", "italy", True) == "43-09..43-09 1.2; 44-01..45-05 1.4"


def test_vn_11_c_the_mr35() -> None:
    assert factors("it-mr35-f", "sicily") == "43-07..43-07 1.2; 43-08..43-08 1.4"


def test_vn_12_a_assault_guns() -> None:
    assert factors("it-smv-m41-75-18", "north africa") == "42-01..42-06 1.5; 42-07..42-11 1.3; 42-12..43-01 1.5; 43-02..43-05 1.3"
    assert factors("it-smv-m40-75-18", "north africa") == "42-01..42-11 1.4"


def test_vn_13_a_the_longer_gun() -> None:
    assert factors("it-smv-m42-75-32", "italy", True) == "43-09..43-09 1.5; 44-01..45-05 1.6"


def test_vn_15_b_the_l40_is_tunisias() -> None:
    assert factors("it-smv-l40-47-32", "tunisia") == "42-12..43-05 1.2"
    assert factors("it-smv-l40-47-32", "north africa") == ""
    assert factors("it-smv-l40-47-32", "russia") == "42-07..42-08 1.5; 42-09..42-12 1.6"
    assert factors("it-smv-l40-47-32", "sicily") == "43-07..43-07 1.2; 43-08..43-08 1.4"


def test_vn_16_c_the_m41m() -> None:
    assert factors("it-smv-m41m-90-53", "sicily") == "43-07..43-07 1.3; 43-08..43-08 1.6"


def test_vn_17_b_the_as_42() -> None:
    assert factors("it-as-42", "north africa") == "42-11..42-12 1.5; 43-01..43-05 1.4"
    assert factors("it-as-42-aa", "north africa") == factors("it-as-42-cc", "north africa") == "42-11..42-12 1.6; 43-01..43-05 1.5"
    assert factors("it-as-42-cc", "italy", True) == "43-09..43-09 1.5; 44-01..45-05 1.6"


def test_vn_19_b_only_east_africa() -> None:
    assert factors("it-lancia-izm", "east africa") == "40-07..41-01 1.4; 41-02..41-06 1.5"
    assert factors("it-lancia-izm", "north africa") == ""


def test_vn_20_a_only_east_africa() -> None:
    assert factors("it-fiat-611a", "east africa") == factors("it-fiat-611b", "east africa") == "40-07..41-01 1.5; 41-02..41-06 1.6"
    assert factors("it-fiat-611b", "north africa") == ""


def test_vn_21_a_the_ab_41() -> None:
    assert factors("it-ab-41", "north africa") == "41-08..41-10 1.5; 41-11..42-05 1.4; 42-06..43-05 1.3"
    assert factors("it-ab-41", "russia") == "41-12..42-08 1.5"


def test_vn_22_b_the_s37() -> None:
    assert factors("it-autoprot-s37", "russia") == "42-10..42-12 1.5; 43-01..43-03 1.6"
    assert factors("it-autoprot-s37", "balkans", True) == "42-10..43-09 1.4; 44-01..45-05 1.5"


def test_vn_23_c_guns_on_british_lorries() -> None:
    assert factors("it-autocann-65-17-b", "north africa") == "41-11..42-06 1.5; 42-07..42-12 1.6; 43-01..43-05 1.5"
    assert NOTES.rarity(VEHICLES["it-autocann-20-65-b"], "1945-02", "italy") is None
    assert NOTES.rarity(VEHICLES["it-autocann-20-65-b"], "1945-02", "italy", fascist=True) == 16


def test_vn_24_a_anti_aircraft_guns_on_lorries() -> None:
    assert factors("it-autocann-75-27", "north africa") == "40-06..41-02 1.5; 41-03..41-11 1.6"
    assert factors("it-autocann-90-53", "north africa") == "42-05..42-11 1.4; 42-12..42-12 1.6; 43-01..43-02 1.5; 43-03..43-03 1.6"
    assert factors("it-autocann-90-53", "sicily") == "43-07..43-07 1.5; 43-08..43-08 1.6"


def test_vn_25_a_the_tl_37() -> None:
    assert factors("it-tl-37", "north africa") == "40-06..41-06 1.3; 41-07..43-05 1.2"
    assert factors("it-tl-37", "italy", True).endswith("43-07..43-08 1.3; 43-09..43-09 1.2; 43-10..43-12 1.6; 44-01..45-05 1.5")
    assert factors("it-tl-37", "east africa") == "40-06..41-06 1.5; 41-07..41-11 1.6"


def test_vn_25_b_the_tm_40() -> None:
    assert factors("it-tm-40", "north africa") == "40-09..40-11 1.6; 40-12..41-03 1.5; 41-04..41-06 1.4; 41-07..43-05 1.3"
    assert factors("it-tm-40", "east africa") == ""


def test_vn_25_c_the_tp_32() -> None:
    assert factors("it-tp-32", "north africa") == "40-06..41-12 1.5; 42-01..43-05 1.4"
    assert factors("it-tp-32", "balkans") == "40-10..41-04 1.5; 41-05..43-09 1.6"


def test_vn_26_b_the_autocarretta() -> None:
    assert factors("it-autocarretta", "north africa") == "41-08..43-05 1.1"
    assert factors("it-autocarretta", "east africa") == ""
    assert factors("it-autocarretta", "balkans", True) == "41-08..43-09 1.2; 43-10..43-11 1.5; 44-01..45-05 1.2"


def test_vn_27_c_the_fiat_508_of_1945_is_fascist() -> None:
    assert NOTES.rarity(VEHICLES["it-fiat-508-mc"], "1945-01", "italy") is None
    assert NOTES.rarity(VEHICLES["it-fiat-508-mc"], "1945-01", "italy", fascist=True) == 13


def test_vn_28_a_lorries() -> None:
    for lorry in ("it-autocarro-l", "it-autocarro-m", "it-autocarro-p-hvy"):
        assert factors(lorry, "north africa").startswith("40-06..41-07 1.4; 41-08..43-09 1.3")
        assert factors(lorry, "east africa") == "40-06..41-06 1.5; 41-07..41-11 1.6"
        assert NOTES.rarity(VEHICLES[lorry], "1943-12", "italy") == 13


def test_mn_n_what_served_in_north_africa_may_be_in_tunisia() -> None:
    assert NOTES.rarity(VEHICLES["it-m14-41"], "1943-03", "tunisia") == 11
    assert NOTES.rarity(VEHICLES["it-m14-41"], "1943-03", "russia") is None
    assert factors("it-ab-40", "north africa") == "41-01..41-12 1.6"


def test_mn_r_russia() -> None:
    assert NOTES.rarity(VEHICLES["it-autocann-20-65-b"], "1942-08", "russia") == 16
    assert NOTES.rarity(VEHICLES["it-m13-40"], "1942-08", "russia") is None


def test_mn_c_vn_23_b_vn_26_a_an_optional_machine_gun_has_a_factor_of_its_own() -> None:
    """Firepower times 1.4, or 1.2 on the Autocannone da 65/17, rounded up; the armed Fiat 508 is a line of its own (VN 27.b), in North Africa in 1942 and 1943."""
    prices = {key: roof_gun_price(VEHICLES[key]) for key in ("it-m13-40", "it-autocann-65-17-b", "it-autocarretta", "it-fiat-508-mc", "it-l3-35")}
    assert prices == {"it-m13-40": 3, "it-autocann-65-17-b": 3, "it-autocarretta": 6, "it-fiat-508-mc": 0, "it-l3-35": 0}
    assert factors("it-fiat-508-furgone", "north africa") == "42-01..43-05 1.4"


def test_o_others_cost_what_is_printed_in_their_months() -> None:
    crusader = VEHICLES["br-crusader-i"]
    assert NOTES.rarity(crusader, "1941-05", "north africa") is None
    assert NOTES.rarity(crusader, "1941-06", "north africa") == 10
    assert NOTES.rarity(VEHICLES["ge-pzkpfw-vie-tiger"], "1943-02", "north africa") is None
    assert NOTES.rarity(VEHICLES["ge-pzkpfw-vie-tiger"], "1943-02", "tunisia") == 16
    assert [price(34, tenths) for tenths in (9, 10, 13)] == [31, 34, 45]


def test_vn_intro_allied_italians_of_1945_have_british_transport() -> None:
    def may(key: str, month: str) -> bool:
        return is_allied_italian(VEHICLES[key], month)

    assert may("br-3-ton-lorry", "1945-02")
    assert may("br-carrier-a-bren", "1945-02")
    assert may("br-daimler-sc-dingo", "1945-02")
    assert not may("br-sherman-iii-a", "1945-02")
    assert not may("br-3-ton-lorry", "1944-12")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("it-m14-41,north africa,1942-01", "it-maus,north africa,1942-01"), "vehicle is 'it-maus', which vehicles.csv does not know"),
        (lambda text: text.replace("it-m14-41,north africa,1942-01", "it-m14-41,the moon,1942-01"), "theatre is 'the moon'"),
        (lambda text: text.replace("1942-06,1.2,any,VN 9.a", "1942-06,rare,any,VN 9.a"), "rarity is 'rare'; expected such as 1.2"),
        (lambda text: text.replace("1942-06,1.2,any,VN 9.a", "1942-07,1.2,any,VN 9.a"), "it-m14-41 has a row for 1942-01 to 1942-07 there already"),
        (lambda text: text.replace("1942-06,1.2,any,VN 9.a", "1941-06,1.2,any,VN 9.a"), "the earlier first"),
        (lambda text: text.replace("it-as-42 + .1,any", "it-l3-aa + .1,any"), "expected a vehicle that has factors of its own"),
    ],
)  # fmt: skip
def test_a_wrong_row_says_what_and_where(change: Callable[[str], str], message: str) -> None:
    with pytest.raises(DataError, match=r"availability.csv, line \d+: ") as found:
        load_availability(Folder(HERE / "data", Replacements(None, {"availability.csv": change(OWN.read("availability.csv"))})), VEHICLES)
    assert message in str(found.value)


def test_every_italian_vehicle_has_its_months() -> None:
    assert [key for key, vehicle in VEHICLES.items() if vehicle.nation == "italian" and key not in NOTES.periods] == []
