"""Whose seat it is: an invitation gives it to the first who opens it, and to nobody else."""

from __future__ import annotations

import secrets
from typing import Any

from websockets.exceptions import ConnectionClosed

ME_AND_LINK = {"allied": "me", "italian": "link"}


def take(server: Any, link: str, token: str | None = None) -> Any:
    return server.client.post(f"/api/tables/{link}/seat", json={"token": token or secrets.token_urlsafe(24)})


def turned_away(server: Any, token: str) -> str:
    return str(server.sit(token).welcome["code"])


def gone(player: Any) -> bool:
    """Whether the line of this player is closed."""
    try:
        while True:
            player.receive()
    except ConnectionClosed:
        return True


def test_the_first_who_opens_an_invitation_has_the_seat(server: Any) -> None:
    table = server.invite(ME_AND_LINK)
    link = table["links"]["italian"]
    assert turned_away(server, link) == "link", "an invitation is no seat"
    assert server.client.get(f"/api/tables/{link}/log").status_code == 409
    token = secrets.token_urlsafe(24)
    assert take(server, link, token).json() == {"token": token, "side": "italian"}
    assert take(server, link, token).status_code == 200, "asked again by the same browser it is the same seat"
    second = take(server, link)
    assert (second.status_code, second.json()["code"]) == (409, "taken")
    assert server.sit(token).welcome["seat"]["sides"] == ["italian"]


def test_no_link_that_others_know_becomes_a_private_seat(server: Any) -> None:
    table = server.invite({"allied": "link", "italian": "link"})
    links = table["links"]
    for known in (links["italian"], links["allied"], table["watch"], table["host"]):
        assert take(server, links["italian"], known).json()["code"] == "taken"
    assert take(server, links["italian"]).status_code == 200


def test_the_host_cannot_play_or_resign_for_his_guest(server: Any) -> None:
    table = server.invite(ME_AND_LINK)
    host = server.sit(table["mine"][0])
    assert host.welcome["invitations"] == {"italian": table["links"]["italian"]}
    guest = server.sit(server.claimed(table["links"]["italian"]))
    again = server.sit(table["mine"][0])
    assert again.welcome["invitations"] == {}
    known = {table["mine"][0], table["links"]["italian"], table["watch"], table["host"]}
    for token in known - {table["mine"][0]}:
        other = server.sit(token)
        assert "italian" not in other.welcome.get("seat", {}).get("sides", [])
    assert host.ask("invite", side="italian")["code"] == "seat"
    assert host.ask("revoke", side="italian")["code"] == "seat"
    assert guest.ask("ping")["t"] == "ok"


def test_presence_says_who_sits_where(server: Any) -> None:
    table = server.invite({"allied": "me", "italian": "link"})
    host = server.sit(table["mine"][0])
    assert host.welcome["seats"] == {"allied": "taken", "italian": "open"}
    server.claimed(table["links"]["italian"])
    while (seats := host.until("presence")["seats"]) != {"allied": "taken", "italian": "taken"}:
        assert seats["italian"] == "open"
    bot = server.sit(server.invite({"allied": "me", "italian": "bot:random"})["mine"][0])
    assert bot.welcome["seats"] == {"allied": "taken", "italian": "bot"}


def test_invitations_are_taken_back_and_replaced(server: Any) -> None:
    table = server.invite(ME_AND_LINK)
    host, link = server.sit(table["mine"][0]), table["links"]["italian"]
    new = host.ask("invite", side="italian")["link"]
    assert take(server, link).status_code == 404, "the older one is void"
    assert host.ask("revoke", side="italian")["t"] == "ok"
    assert take(server, new).status_code == 404
    newest = host.ask("invite", side="italian")["link"]
    assert take(server, newest).status_code == 200
    watcher = server.sit(table["watch"])
    for wrong in ("italian", "allied", "french"):
        assert watcher.ask("invite", side=wrong)["code"] == "seat"


def test_a_table_opened_for_two_others_has_a_host_who_only_watches(server: Any) -> None:
    table = server.invite()
    host = server.sit(table["host"])
    assert host.welcome["seat"]["watch"]
    assert host.welcome["invitations"] == {side: table["links"][side] for side in ("allied", "italian")}
    assert host.ask("resign")["code"] == "seat"


def test_a_seat_is_passed_on(server: Any) -> None:
    """The old token watches from the moment the new holder opens the link."""
    table = server.table(ME_AND_LINK)
    guest = server.sit(table["links"]["italian"])
    guest.ask("note", text="mine")
    link = guest.ask("invite", side="italian")["link"]
    assert guest.ask("ping")["t"] == "ok", "still his till it is opened"
    token = server.claimed(link)
    assert gone(guest)
    old = server.sit(table["links"]["italian"])
    assert old.welcome["seat"] == {"sides": [], "watch": True}
    assert old.ask("resign")["code"] == "seat"
    new = server.sit(token)
    assert new.welcome["seat"]["sides"] == ["italian"]
    assert new.welcome["note"] == "", "notes are not passed on"


def test_one_of_two_sides_at_one_screen_is_passed_on(server: Any) -> None:
    table = server.invite({"allied": "me", "italian": "me"})
    both = server.sit(table["mine"][0])
    link = both.ask("invite", side="italian")["link"]
    guest = server.sit(server.claimed(link))
    assert guest.welcome["seat"]["sides"] == ["italian"]
    assert server.sit(table["mine"][0]).welcome["seat"]["sides"] == ["allied"]


def test_a_used_token_takes_no_second_seat(server: Any) -> None:
    """A browser cannot be talked into a token that somebody else knows."""
    table, other = server.invite(), server.table(ME_AND_LINK)
    for known in (other["mine"][0], other["watch"], table["host"]):
        assert take(server, table["links"]["allied"], known).status_code == 409
    for odd in ("", "x", "x" * 65, "../../etc", "a b" * 10):
        assert take(server, table["links"]["allied"], odd or "short").status_code == 400
