"""`score serve`: the running game on the phones and the television in the room."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from scorekeeper.cli import games
from scorekeeper.cli.screen import out, style_of, tell
from scorekeeper.cli.watched import Watched
from scorekeeper.cli.web import PageServer
from scorekeeper.errors import Problem, UsageError
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOWHERE = ("192.0.2.1", "2001:db8::1")  # addresses for documents: nobody has them, and nothing is sent there

_LAST_PORT = 65_535


def serve(game: str | None, host: str, port: int) -> None:
    """Shows a game until it is stopped.

    Raises:
        UsageError: There is no game, this machine has no such address, or the port is taken.
        ScorekeeperError: The file is no game.
    """
    path = games.to_read(game)
    follows = games.named(game) is None
    watched = Watched(path, follows=follows)
    with _listening(watched, host, port) as server:
        tell(f"{safe(path)} can be read, and not changed, at:")
        links = addresses(server, host)
        for link in links:
            out(link)
        if not _alone(server):
            _show_code(links[0])
        tell(_who_reads(server))
        if follows:
            tell("When another game in this folder is changed, or begins, it shows that one; -g FILE keeps to one.")
        tell("Ctrl-C stops it.")
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    tell("Stopped: the page shows nothing new any more.")


def _listening(watched: Watched, host: str, port: int) -> PageServer:
    if not 0 <= port <= _LAST_PORT:
        raise UsageError(
            Problem("--port", f"{port} is no port; expected 0 to {_LAST_PORT}.", "--port 0 takes a free one.")
        )
    if not host.strip():
        raise UsageError(Problem("--host", "an address is missing.", "--host 127.0.0.1 is this machine alone."))
    try:
        return PageServer(watched, host, port)
    except (socket.gaierror, UnicodeError):
        what = f"“{safe(host)}” is no address or name of a machine."
        raise UsageError(Problem("--host", what, "--host 0.0.0.0 takes all addresses of this machine.")) from None
    except OSError as error:
        raise UsageError(_refused(error, host, port)) from None


def _refused(error: OSError, host: str, port: int) -> Problem:
    """Why the server cannot listen there."""
    if error.errno == errno.EADDRINUSE:
        return Problem("--port", f"another program uses port {port}.", "--port 0 takes one that is free.")
    if error.errno == errno.EADDRNOTAVAIL:
        what = f"this machine does not have the address {safe(host)}."
        return Problem("--host", what, "--host 0.0.0.0 takes all that it has.")
    if error.errno == errno.EACCES:
        return Problem("--port", f"port {port} is not open to you.", "Take one above 1023, or --port 0.")
    return Problem("--port", f"{safe(host)} at port {port} cannot be used: {error.strerror or error}.")


def _alone(server: PageServer) -> bool:
    """Whether only this machine can reach it."""
    return bool(ipaddress.ip_address(server.address).is_loopback)


def _show_code(link: str) -> None:
    """Shows the address to the camera of a phone, on a terminal that can."""
    style = style_of(sys.stdout)
    if style.colour and style.unicode:
        from scorekeeper.render.qr import qr_code

        out(qr_code(link))


def _who_reads(server: PageServer) -> str:
    if _alone(server):
        return "Only this machine can open it; --host 0.0.0.0 shows it to the phones in the same network."
    return "Everyone in the same network can read it: the names, the notes and the figures. Nobody can write."


def addresses(server: PageServer, host: str) -> list[str]:
    """What to type into a browser: the address that was named, or all that this machine has."""
    if not ipaddress.ip_address(server.address).is_unspecified:
        return [_link(host, server.port)]
    found = [*dict.fromkeys(_own_addresses(server.address_family))] or ["127.0.0.1"]
    return [_link(address, server.port) for address in found]


def _link(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_addresses(family: int) -> Iterator[str]:
    """The addresses of this machine in its networks as far as the system tells them, the one for most traffic first."""
    for nowhere in _NOWHERE:
        kind = socket.AF_INET6 if ":" in nowhere else socket.AF_INET
        if kind == socket.AF_INET6 and family != kind:
            continue
        with suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as probe:
            probe.connect((nowhere, 9))
            yield probe.getsockname()[0]
    with suppress(OSError):
        for kind, *_, address in socket.getaddrinfo(socket.gethostname(), None):
            told = str(address[0])
            if kind == family and not ipaddress.ip_address(told.partition("%")[0]).is_loopback:
                yield told
