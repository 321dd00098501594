"""What is refused says its single reason: odd orders to vehicles, guns, batteries and aircraft."""

from __future__ import annotations

import pytest

from tests.games.hollow.tanks import Drill, drill

FORCE = (
    "aV1 E5 br-crusader-i @3; a1 E5 br-457; a9 D6 br-228 +aG1; aG1 D6 br-oqf-2-pdr @3; xV1 H5 it-m13-40 @9; x1 H6 it-346; aV2 C3 br-3-ton-lorry @3;"
    " aV3 E5 br-crusader-i @3 wreck burning; xV2 N5 it-m13-40 @9; xV3 I9 it-m13-40 @9 wreck; xV4 L5 it-m13-40 @9 immobile; aV4 G3 br-crusader-i @3"
)


def ready(phase: str) -> Drill:
    return drill({}, FORCE, phase=phase)


@pytest.mark.parametrize(
    ("phase", "order", "rule", "text"),
    [
        ("prep", "engage aV1 aV2", "33.3", "{vehicle} is your own."),
        ("prep", "engage aV1 x1", "33.3", "{vehicle} is no vehicle."),
        ("prep", "engage aV1 xV9", "33.3", "{vehicle} is not on the map."),
        ("prep", "engage aV1 xV3", "33.3", "{vehicle} is a wreck already."),
        ("prep", "engage aV1 xV2 tracks", "33.31", "{vehicle} is too far off to aim at its tracks."),
        ("prep", "engage aV1 xV4 tracks", "33.31", "The tracks of {vehicle} are broken already."),
        ("prep", "rake aV2 H6", "35", "{vehicle} is not armed."),
        ("prep", "rake aV1 H5", "35", "In {place} are only vehicles that machine guns do not hurt: they have armour, and their hatches are shut."),
        ("prep", "rake aV1 Z2", "8", "No enemy is known to be in {place}."),
        ("prep", "intensive aV2", "145", "{gun} has no gun."),
        ("prep", "other-gun aV1", "35", "{vehicle} has no second gun."),
        ("movement", "swap aV1", "VN 3.b", "{vehicle} is no L3 aa."),
        ("rally", "mend aV1 aa", "66", "{vehicle} has no {what}."),
        ("rally", "mend aV1 tracks", "66", "There is nothing wrong with the {what} of {vehicle}."),
        ("rally", "scrounge a1 aV1", "64", "{vehicle} is still manned."),
        ("rally", "scrounge a1 aV3", "64", "{vehicle} burns."),
        ("rally", "scrounge a1 aV2", "64", "{vehicle} is no vehicle in the hex of {unit}."),
    ],
)
def test_the_reason_is_the_one_that_holds(phase: str, order: str, rule: str, text: str) -> None:
    found = ready(phase).refused(order)
    assert (found.rule, found.text) == (rule, text.format(**found.values))


def test_35_a_machine_gun_too_far_off_is_told_so_and_one_that_does_not_bear_too() -> None:
    far = drill({}, "aV1 S5 br-crusader-i @9; xV1 E5 ge-pzkpfw-ib @3", phase="prep", phasing="axis")
    found = far.refused("pierce xV1 aV1")
    assert "too far off" in found.text
    assert [value for _, value, _ in found.items] == ["14", "12"]
    bow = drill({}, "aV1 C5 br-crusader-i @9; xV1 E5 it-l3-35 @3", phase="prep", phasing="axis", date="1941-02-01")
    assert "does not bear" in bow.refused("pierce xV1 aV1").text


def test_24_5_smoke_says_how_far_it_reaches() -> None:
    found = ready("movement").refused("discharge aV1 E5")
    assert [value for _, value, _ in found.items] == ["0", "1 to 3"]


def test_72_30_177_who_has_not_started_hears_that_first() -> None:
    t = ready("movement")
    t.do("wheel aV4")
    assert t.refused("overrun H3").rule == "30"
    assert t.refused("drive-off").text == "aV4 is not at a hex over which its side may leave the map."
