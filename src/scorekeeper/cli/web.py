"""The server behind `score serve`: one page and its state, to be read and nothing else.

It knows two paths, writes nothing, reads no file but the game, and answers only those who call it by one of its own
names: a page on the internet that has its name point here (DNS rebinding) is turned away. Each request has a thread,
a limit and a deadline, so whoever is slow or gone is in nobody's way.
"""

from __future__ import annotations

import io
import ipaddress
import os
import re
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock
from typing import TYPE_CHECKING, Any

from scorekeeper.cli.screen import tell
from scorekeeper.render.page import policy
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.cli.watched import Watched

PATIENCE = 10.0
"""Seconds for a request to arrive, and again for its answer to be taken."""
MOST = 64
"""Requests answered at one time."""
MOST_EACH = 16
"""Of these, for one address."""
LONGEST = 16_384
"""Bytes of a request with its headers: cookies of other servers on this machine come along."""

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
_BUSY = b"HTTP/1.0 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_ALWAYS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Connection": "close",
}


class PageServer(ThreadingHTTPServer):
    """Shows one game at one address."""

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # on Windows that would let two programs have one port
    request_queue_size = 32

    def __init__(self, watched: Watched, host: str, port: int) -> None:
        """The server, listening.

        Args:
            watched: The game.
            host: The address or name of this machine at which to listen; ``0.0.0.0`` or ``::`` for all.
            port: The port; 0 for one that is free.

        Raises:
            OSError: There is no such address here, or the port is taken.
        """
        self.watched = watched
        self._names = {host.lower(), *_own_names()}
        self._open: Counter[str] = Counter()
        self._lock = Lock()
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family, *_, address = found[0]
        super().__init__(address[:2], PageHandler)  # type: ignore[arg-type]  # the first two are host and port

    def server_bind(self) -> None:
        """Binds the address. The usual one would look its name up, which can take long."""
        TCPServer.server_bind(self)

    @property
    def port(self) -> int:
        """The port at which it listens."""
        return int(self.socket.getsockname()[1])

    @property
    def address(self) -> str:
        """The address at which it listens."""
        return str(self.socket.getsockname()[0])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answers in a thread, unless there are too many already."""
        who = str(client_address[0])
        with self._lock:
            full = self._open.total() >= MOST or self._open[who] >= MOST_EACH
            self._open[who] += not full
        if full:
            with suppress(OSError):
                request.settimeout(0)
                request.send(_BUSY)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._left(who)
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answers, and makes room for another."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._left(str(client_address[0]))

    def _left(self, who: str) -> None:
        with self._lock:
            self._open[who] -= 1
            self._open += Counter()  # drops those who have none open

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tells of a fault of ours; that somebody hung up is none."""
        del request, client_address
        error = sys.exception()
        if not isinstance(error, OSError):
            tell(f"A request could not be answered: {type(error).__name__}: {safe(str(error))}.")

    def known_as(self, host: str, local: str) -> bool:
        """Whether a request was meant for this server.

        Args:
            host: The Host header: what the browser believes to be talking to.
            local: The address of ours to which it is connected.
        """
        found = _HOST.fullmatch(host)
        if found is None or int(found["port"] or 80) != self.port:
            return False
        name = found["name"].lower().removesuffix(".")
        here = _address(local)
        return _address(name.strip("[]")) == here or name in self._names or (name == "localhost" and here.is_loopback)


def _address(text: str) -> Any:
    """An address, an IPv4 one in IPv6 clothes as what it is; None for a name."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _own_names() -> set[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return {name, f"{name.removesuffix('.local')}.local"} - {"", ".local"}


class PageHandler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: PageServer
    protocol_version = "HTTP/1.0"  # one request a connection: nobody holds one that is idle
    default_request_version = "HTTP/1.0"

    def handle(self) -> None:
        """Reads the request within its limits, and answers it."""
        self.close_connection = True
        self.request_version, self.command, self.requestline = "HTTP/1.0", "", ""
        head = self._head()
        self.connection.settimeout(PATIENCE)
        if len(head) > LONGEST:
            self.send_error(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif head:
            self.rfile.close()
            self.rfile = io.BufferedReader(io.BytesIO(head))
            self.raw_requestline = self.rfile.readline()
            if self.parse_request():
                self._answer()

    def _head(self) -> bytes:
        """The request up to its empty line; nothing if that does not come in time."""
        end = time.monotonic() + PATIENCE
        read = b""
        while not re.search(rb"\r?\n\r?\n", read) and len(read) <= LONGEST:
            left = end - time.monotonic()
            if left <= 0:
                return b""
            self.connection.settimeout(left)
            try:
                piece = self.connection.recv(4096)
            except TimeoutError:
                return b""
            if not piece:
                return b""
            read += piece
        return read

    def _answer(self) -> None:
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1:
            self.send_error(HTTPStatus.BAD_REQUEST)
        elif not self.server.known_as(hosts[0].strip(), self.connection.getsockname()[0]):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        elif self.path not in ("/", "/state"):
            self.send_error(HTTPStatus.NOT_FOUND)
        elif self.command not in ("GET", "HEAD"):
            self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)
        elif self.path == "/":
            shown = self.server.watched.now()
            # Not in the page's own policy: browsers heed it in a header only.
            csp = f"{policy(live=True)}; frame-ancestors 'none'"
            self._send(HTTPStatus.OK, shown.page, "text/html", {"Content-Security-Policy": csp})
        else:
            self._send_state()

    def _send_state(self) -> None:
        shown = self.server.watched.now()
        mark = f'"{shown.mark}"'
        known = [known.strip() for known in self.headers.get("If-None-Match", "").split(",")]
        if mark in known:
            self._send(HTTPStatus.NOT_MODIFIED, b"", "application/json", {"ETag": mark})
        else:
            self._send(HTTPStatus.OK, shown.news, "application/json", {"ETag": mark})

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Says in plain text why there is no answer, and nothing of what was asked."""
        del message, explain
        status = HTTPStatus(code)
        more = {"Allow": "GET, HEAD"} if status == HTTPStatus.METHOD_NOT_ALLOWED else {}
        more |= {"Content-Security-Policy": "default-src 'none'"}
        self._send(status, f"{status.value} {status.phrase}\n".encode(), "text/plain", more)

    def _send(self, status: HTTPStatus, body: bytes, kind: str, more: Mapping[str, str]) -> None:
        self.send_response_only(status)
        for name, value in {**_ALWAYS, **more}.items():
            self.send_header(name, value)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name that it has there
        """Says nothing: what strangers send does not belong on the terminal."""
