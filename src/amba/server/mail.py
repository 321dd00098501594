"""Mail, where the server has somebody to give it to: smtp://USER:PASSWORD@HOST:PORT, smtps:// for TLS from the first byte."""

from __future__ import annotations

import ipaddress
import re
import smtplib
import ssl
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from urllib.parse import SplitResult, unquote, urlsplit

from amba.server.calls import Call, Gone

LONGEST = 254
NAME = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
PLAIN = re.compile(rf"(?=[^@]{{1,64}}@)(?!.*=\?){NAME}(?:\.{NAME})*@{LABEL}(?:\.{LABEL})*\.(?=[^.]*[a-z]){LABEL}")


def plain_address(text: str) -> str | None:
    """A mail address as everybody writes it, in small letters: by it somebody is known, and to it his mail goes. None for anything else.

    What else a mail program would take for an address (lists, names, comments, words in code, letters of other alphabets that become Latin ones when
    they are made small) could lead a mail to somebody other than the one who is then known by it.
    """
    found = text.lower() if text.isascii() and len(text) <= LONGEST else ""
    return found if PLAIN.fullmatch(found) else None


def one_line(text: str) -> str:
    """As the line of a header. `=?` begins a word in code, which could be read as an end of line and headers of its own."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.replace("=?", "= ?").split())


def has_port(place: SplitResult) -> bool:
    """Whether its port, if there is one, is a number that a port can have: else every mail would fail, and nobody know why."""
    try:
        return place.port != 0
    except ValueError:
        return False


def is_here(host: str) -> bool:
    """Whether a mail server is on this machine: nobody listens on the way to it."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Post:
    """Sends mail. `url` is where this server is found from outside: links in mails lead there."""

    def __init__(self, smtp: str, sender: str, url: str) -> None:
        self.smtp = urlsplit(smtp)
        if self.smtp.scheme not in {"smtp", "smtps"} or not self.smtp.hostname or not has_port(self.smtp):
            raise ValueError("expected smtp://HOST:PORT or smtps://HOST:PORT")
        name, address = parseaddr(sender)
        try:
            if not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
                raise ValueError
            self.sender = Address(one_line(name), addr_spec=address)
        except (ValueError, MessageError):
            raise ValueError(f"--mail-from is {sender!r}; expected an address: Amba <amba@club.example>") from None
        self.url = url.rstrip("/")

    def send(self, calls: list[Call]) -> None:
        """Everything for one person in one mail."""
        newest = calls[-1]
        if plain_address(newest.address) is None:
            raise Gone
        subject = newest.title if len(calls) == 1 else f"{newest.title}, and {len(calls) - 1} more"
        parts = [f"{call.title}\n\n{call.text.strip()}\n\n{self.url}/table.html#{call.token}\n" for call in calls]
        foot = f"When and for what you are mailed you set at {self.url}/ under Calls.\n"
        self.mail(newest.address, subject, "\n\n".join([*parts, foot]))

    def mail(self, to: str, subject: str, text: str) -> None:
        """To this one address, which is plain."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, Address(addr_spec=to), one_line(subject)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        with self.connect() as line:
            if self.smtp.username:
                line.login(unquote(self.smtp.username), unquote(self.smtp.password or ""))
            line.send_message(message, to_addrs=[to])

    def connect(self) -> smtplib.SMTP:
        host, port = self.smtp.hostname or "", self.smtp.port
        if self.smtp.scheme == "smtps":
            return smtplib.SMTP_SSL(host, port or 465, timeout=30, context=ssl.create_default_context())
        line = smtplib.SMTP(host, port or 25, timeout=30)
        try:
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=ssl.create_default_context())
                line.ehlo()
            elif self.smtp.username and not is_here(host):
                raise smtplib.SMTPNotSupportedError(f"{host} offers no TLS: the password is not sent to it")
        except BaseException:
            line.close()
            raise
        return line
