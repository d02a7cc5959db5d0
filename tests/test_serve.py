"""The server behind `score serve`: what it answers, whom it turns away, and that nobody can hold it up."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import segno

from harness import Done
from scorekeeper.cli import serve, web
from scorekeeper.cli.watched import Watched
from scorekeeper.cli.web import PageServer
from scorekeeper.render.qr import qr_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness import Table

FRIDAY = Path(__file__).parent.parent / "examples" / "friday.toml"


class Answer(NamedTuple):
    """What a server sent."""

    status: str
    headers: dict[str, str]
    body: bytes


class Browser:
    """Speaks to a server byte by byte."""

    def __init__(self, server: PageServer) -> None:
        self.port = server.port

    def connect(self) -> socket.socket:
        """A connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def send(self, request: bytes) -> bytes:
        """All that comes back for some bytes; nothing where the server hangs up."""
        with self.connect() as connection:
            connection.sendall(request)
            got = b""
            try:
                while piece := connection.recv(65536):
                    got += piece
            except ConnectionError:
                pass
            return got

    def ask(self, what: str = "GET /", *headers: str, host: str | None = None) -> Answer:
        """The answer to a request."""
        named = [f"Host: {host if host is not None else f'127.0.0.1:{self.port}'}"] if host != "" else []
        lines = [f"{what} HTTP/1.1", *named, *headers, "", ""]
        head, _, body = self.send("\r\n".join(lines).encode()).partition(b"\r\n\r\n")
        status, *rest = head.decode().split("\r\n")
        return Answer(status.partition(" ")[2], dict(line.split(": ", 1) for line in rest), body)


@contextmanager
def running(path: Path | str, host: str = "127.0.0.1", *, follows: bool = False) -> Iterator[Browser]:
    """A server that shows this game, and a browser for it."""
    with PageServer(Watched(str(path), follows=follows), host, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield Browser(server)
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def browser(table: Table) -> Iterator[Browser]:
    """A browser, and a server that shows friday.toml of the test's folder."""
    table.put("friday.toml", FRIDAY.read_bytes())
    with running(table.folder / "friday.toml") as found:
        yield found


def test_page_and_state(browser: Browser) -> None:
    """There is a page and its state; a browser that has the state already gets nothing."""
    page = browser.ask()
    assert page.status == "200 OK"
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert int(page.headers["Content-Length"]) == len(page.body)
    state = browser.ask("GET /state")
    news = json.loads(state.body)
    assert [*news] == ["state", "title", "game", "said", "problem"]
    assert (news["title"], news["problem"]) == ("Friday night", "")
    assert news["game"] in page.body.decode()
    assert f'data-state="{news["state"]}"' in page.body.decode()
    assert state.headers["ETag"] == f'"{news["state"]}"'
    again = browser.ask("GET /state", f'If-None-Match: "other", {state.headers["ETag"]}')
    assert (again.status, again.body) == ("304 Not Modified", b"")
    assert browser.ask("GET /state", 'If-None-Match: "other"').body == state.body


def test_head(browser: Browser) -> None:
    """HEAD gives what GET gives, without the body."""
    for path in ("/", "/state"):
        got, head = browser.ask(f"GET {path}"), browser.ask(f"HEAD {path}")
        assert head == got._replace(body=b"")


def test_headers(browser: Browser) -> None:
    """Nothing is kept, guessed, framed or told about the program; the page may load nothing."""
    page = browser.ask()
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert "connect-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not any("unsafe" in part for part in policy)
    for answer in (page, browser.ask("GET /state"), browser.ask("GET /nothing"), browser.ask("PUT /")):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Server" not in answer.headers
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        *("/friday.toml", "/..", "/../friday.toml", "/%2e%2e/", "/?", "/state/", "*", "http://127.0.0.1/", "/%00"),
        *(
            "//evil.example",
            "//evil.example/state",
            "/..%2ffriday.toml",
            "/\\..\\friday.toml",
            "/.friday.toml.lock",
        ),
        *("/state?x", "/state#x", "/STATE", "/;/", "/./", "state", "friday.toml", "file:///etc/passwd"),
    ],
)
def test_no_other_path(path: str, browser: Browser) -> None:
    """Nothing else is there, no file and no folder."""
    answer = browser.ask(f"GET {path}")
    assert (answer.status, answer.body) == ("404 Not Found", b"404 Not Found\n")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "TRACE"])
def test_no_other_method(method: str, browser: Browser, table: Table) -> None:
    """Nobody can write."""
    answer = browser.ask(f"{method} /")
    assert (answer.status, answer.body) == ("405 Method Not Allowed", b"405 Method Not Allowed\n")
    assert answer.headers["Allow"] == "GET, HEAD"
    assert (table.folder / "friday.toml").read_bytes() == FRIDAY.read_bytes()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", "200 OK"),
        ("localhost:{port}", "200 OK"),
        ("LOCALHOST.:{port}", "200 OK"),
        ("localhost", "421 Misdirected Request"),
        ("localhost:1", "421 Misdirected Request"),
        ("evil.example:{port}", "421 Misdirected Request"),
        ("127.0.0.1.evil.example:{port}", "421 Misdirected Request"),
        ("127.0.0.2:{port}", "421 Misdirected Request"),
        ("[::1]:{port}", "421 Misdirected Request"),
        ("127.0.0.1:{port}@evil.example", "421 Misdirected Request"),
        (":{port}", "421 Misdirected Request"),
        ("", "400 Bad Request"),
    ],
)
def test_host(host: str, status: str, browser: Browser) -> None:
    """Who calls the server by a name that is not its own is turned away."""
    assert browser.ask(host=host.format(port=browser.port)).status == status


def test_two_hosts(browser: Browser) -> None:
    """Who names two is turned away."""
    assert browser.ask("GET /", f"Host: 127.0.0.1:{browser.port}").status == "400 Bad Request"


def test_all_addresses(table: Table) -> None:
    """Where it listens at all addresses, the one that was called is good, and no other name."""
    table.put("friday.toml", FRIDAY.read_bytes())
    with running("friday.toml", "0.0.0.0") as browser:  # noqa: S104  that is the case
        assert browser.ask().status == "200 OK"
        assert browser.ask(host=f"{socket.gethostname()}:{browser.port}").status == "200 OK"
        assert browser.ask(host=f"evil.example:{browser.port}").status == "421 Misdirected Request"
        assert browser.ask(host=f"192.0.2.7:{browser.port}").status == "421 Misdirected Request"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"\x1b[31mGET / HTTP/1.1\r\n\r\n", b"400 Bad Request"),
        (b"GET\r\n\r\n", b"400 Bad Request"),
        (b"GET / HTTP/9.9\r\n\r\n", b"505 HTTP Version Not Supported"),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", b"431 Request Header Fields Too Large"),
        (b"GET /" + b"a" * 20_000, b"431 Request Header Fields Too Large"),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 20_000, b"431 Request Header Fields Too Large"),
        (b"\x16\x03\x01\x02\x00\r\n\r\n", b"400 Bad Request"),
        (b"\r\n\r\n", b""),
    ],
)
def test_no_request(request_: bytes, status: bytes, browser: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no request, or too long, gets a short answer, and nothing of it reaches the terminal."""
    got = browser.send(request_)
    assert got.partition(b"\r\n")[0].partition(b" ")[2] == status
    assert browser.ask().status == "200 OK"
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "path", ["/\r\nX-Made: up", "/\nX-Made: up", "/%0d%0aX-Made:%20up", "/\rX-Made: up", "/\x85X-Made: up"]
)
def test_nothing_of_a_request_comes_back(path: str, browser: Browser) -> None:
    """Line breaks in a request make no header of an answer; nothing that was sent is in what comes back."""
    got = browser.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{browser.port}\r\nCookie: up\r\n\r\n".encode())
    assert got.partition(b" ")[2][:3] in (b"200", b"400", b"404")
    assert got.count(b"\r\n\r\n") == 1
    assert b"Made" not in got
    assert b"up\r\n" not in got


def test_slow_client(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who says nothing, or half a request, is in nobody's way, and is hung up on in time."""
    with browser.connect() as silent, browser.connect() as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert browser.ask().status == "200 OK"
        monkeypatch.setattr(web, "PATIENCE", 0.05)
        with browser.connect() as third:
            third.sendall(b"GET")
            assert third.recv(100) == b""
        silent.close()


def test_many_clients(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address has a share of the connections; those beyond it are told to come again."""
    monkeypatch.setattr(web, "MOST_EACH", 2)
    with browser.connect() as first, browser.connect() as second:
        first.sendall(b"G")
        second.sendall(b"G")
        assert browser.send(b"").startswith(b"HTTP/1.0 503 ")
    while browser.send(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{browser.port}\r\n\r\n".encode())[9:12] == b"503":
        pass  # until the server has seen that they are gone
    assert browser.ask().status == "200 OK"


def test_game_goes_on(table: Table) -> None:
    """What is entered is seen, also where the file is replaced by another of that name."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them", "-g", "friday.toml")
    with running("friday.toml") as browser:
        before = json.loads(browser.ask("GET /state").body)
        table.score("bid", "4", "3", "nil", "4")
        bid = json.loads(browser.ask("GET /state").body)
        table.score("tricks", "5", "3", "0", "5")
        after = json.loads(browser.ask("GET /state").body)
        assert len({before["state"], bid["state"], after["state"]}) == 3
        assert "Us bid 4 and a nil, Them bid 7" in bid["said"]
        assert after["said"] == "After hand 1: Us 141 and Them 71. Ann deals hand 2, Bob bids first."


def title(browser: Browser) -> str:
    """What the page shows is called."""
    return str(json.loads(browser.ask("GET /state").body)["title"])


def test_next_game(table: Table) -> None:
    """Unless the game was named, the page goes over to the one changed last, once that can be read; never elsewhere."""
    for name in ("friday", "saturday"):
        table.score("new", "Ann", "Bob", "Cy", "Dee", "--name", name, "-g", f"{name}.toml")
    later = [2_000_000_000 + 10 * number for number in range(5)]
    os.utime("friday.toml", (later[0], later[0]))
    with running("friday.toml") as keeps, running("friday.toml", follows=True) as browser:
        assert title(browser) == "friday"
        table.put("saturday.toml", table.text("saturday.toml") + "[[hands]]\n")
        os.utime("saturday.toml", (later[1], later[1]))
        assert title(browser) == "friday"
        table.put("saturday.toml", table.text("saturday.toml").replace("[[hands]]\n", ""))
        os.utime("saturday.toml", (later[2], later[2]))
        assert title(browser) == "saturday"
        os.remove("saturday.toml")  # noqa: PTH107  in this folder
        state = json.loads(browser.ask("GET /state").body)
        assert (state["title"], "no such file" in state["problem"]) == ("saturday", True)
        inner = table.folder / "inner"
        inner.mkdir()
        table.score("new", "Eve", "Fay", "Gus", "Hal", "--name", "elsewhere", "-g", "inner/elsewhere.toml")
        os.utime(inner / "elsewhere.toml", (later[3], later[3]))
        (table.folder / "link.toml").symlink_to(inner / "elsewhere.toml")
        table.put("pyproject.toml", "[project]\n")
        os.utime("pyproject.toml", (later[3], later[3]))
        assert title(browser) == "saturday"
        os.utime("friday.toml", (later[4], later[4]))
        assert (title(browser), title(keeps)) == ("friday", "friday")


def test_broken_file(table: Table) -> None:
    """A file that is broken, gone or unreadable for a while leaves the last good sheet, with the reason."""
    table.put("friday.toml", FRIDAY.read_bytes())
    with running(table.folder / "friday.toml") as browser:
        good = json.loads(browser.ask("GET /state").body)
        table.put("friday.toml", "format = 1\nplayers = [")
        broken = json.loads(browser.ask("GET /state").body)
        told = "What the file holds now cannot be shown; below is what it held before. friday.toml, line 2, "
        assert broken["problem"].startswith(told)
        assert broken["said"] == broken["problem"]
        assert str(table.folder) not in broken["problem"]
        assert broken["game"] == good["game"]
        assert broken["problem"].partition(":")[0] in browser.ask().body.decode()
        os.remove("friday.toml")  # noqa: PTH107  in this folder
        assert "there is no such file" in json.loads(browser.ask("GET /state").body)["problem"]
        table.put("friday.toml", FRIDAY.read_bytes())
        assert json.loads(browser.ask("GET /state").body) == good


def test_fault_of_ours(browser: Browser, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault of the program ends one request, is told on the terminal, and nothing else stops."""

    def broken(_: object) -> None:
        message = "no \x1b[31msuch thing"
        raise KeyError(message)

    with monkeypatch.context() as patch:
        patch.setattr(Watched, "now", broken)
        assert browser.send(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{browser.port}\r\n\r\n".encode()) == b""
    assert browser.ask().status == "200 OK"
    err = capsys.readouterr().err
    assert err.startswith("A request could not be answered: KeyError: ")
    assert "\x1b" not in err


def test_command(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command says where the game can be read, by whom, and how to stop it; Ctrl-C ends it well."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "friday.toml")

    def stopped(_: PageServer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PageServer, "serve_forever", stopped)
    monkeypatch.setattr(PageServer, "port", 8052)
    monkeypatch.setattr(serve, "_own_addresses", lambda _: iter(["192.0.2.4", "192.0.2.10"]))
    stop = "Ctrl-C stops it.\nStopped: the page shows nothing new any more.\n"
    only = "Only this machine can open it; --host 0.0.0.0 shows it to the phones in the same network.\n"
    next_ = "When another game in this folder is changed, or begins, it shows that one; -g FILE keeps to one.\n"
    said = "friday.toml can be read, and not changed, at:\n"
    assert table.score("serve", "--port", "0") == Done("http://127.0.0.1:8052/\n", said + only + next_ + stop, 0)
    kept = said + only + stop
    assert table.score("serve", "--port", "0", "-g", "friday.toml") == Done("http://127.0.0.1:8052/\n", kept, 0)
    all_ = "Everyone in the same network can read it: the names, the notes and the figures. Nobody can write.\n"
    links = "http://192.0.2.4:8052/\nhttp://192.0.2.10:8052/\n"
    assert table.score("serve", "--port", "0", "--host", "0.0.0.0") == Done(links, said + all_ + next_ + stop, 0)  # noqa: S104


def test_code_for_the_camera(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with colours shows the first address as a QR code; the code is that of the address."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "friday.toml")

    def stopped(_: PageServer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PageServer, "serve_forever", stopped)
    monkeypatch.setattr(PageServer, "port", 8052)
    monkeypatch.setattr(serve, "_own_addresses", lambda _: iter(["192.0.2.4"]))
    words = ("serve", "--port", "0", "--host", "0.0.0.0")  # noqa: S104  that is the case
    link = "http://192.0.2.4:8052/"
    shown = table.score(*words, terminal=True, env={"NO_COLOR": "", "TERM": "xterm"}).out
    assert shown == f"{link}\n{qr_code(link)}\n"
    assert table.score(*words, terminal=True).out == f"{link}\n"
    assert table.score(*words, terminal=True, env={"NO_COLOR": ""}, encoding="cp1252").out == f"{link}\n"
    rows = [re.sub("\x1b[^m]*m", "", line) for line in qr_code(link).split("\n")]
    dark = [[letter in marks for letter in row] for row in rows for marks in ("▀█", "▄█")]
    code = segno.make(link, error="l", micro=False)
    expected = [[bool(module) for module in row] for row in code.matrix_iter(border=2)]
    assert dark[: len(expected)] == expected
    assert not any(map(any, dark[len(expected) :]))


def test_command_refused(table: Table) -> None:
    """An address or port that cannot be had is said in one line; a file that is no game, too."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "friday.toml")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        taken = f"--port: another program uses port {port}. --port 0 takes one that is free.\n"
        assert table.score("serve", "--port", port) == Done("", taken, 2)
    nobody = (
        "--host: “no such” is no address or name of a machine. --host 0.0.0.0 takes all addresses of this machine.\n"
    )
    assert table.score("serve", "--host", "no such") == Done("", nobody, 2)
    foreign = "--host: this machine does not have the address 192.0.2.7. --host 0.0.0.0 takes all that it has.\n"
    assert table.score("serve", "--host", "192.0.2.7", "--port", "0") == Done("", foreign, 2)
    missing = "--host: an address is missing. --host 127.0.0.1 is this machine alone.\n"
    assert table.score("serve", "--host", "") == Done("", missing, 2)
    for port in ("70000", "-1"):
        wrong = f"--port: {port} is no port; expected 0 to 65535. --port 0 takes a free one.\n"
        assert table.score("serve", "--port", port) == Done("", wrong, 2)
    table.put("friday.toml", "format = 1\n")
    assert table.score("serve", "--port", "0", "-g", "friday.toml").code == 3
