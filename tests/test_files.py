"""Files are read with care and replaced whole, whatever fails or dies in the middle."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ordeals.faults import Fault, failing

from scorekeeper.errors import GameFileError, Problem
from scorekeeper.storage import files

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(files.__file__).parents[2]
OLD = b"[old]\r\n\0\xff" * 500
NEW = b"new = 1\n" * 700
REPLACE_CALLS = (
    *("stat", "open", "fstat", "read", "close", "access", "listdir", "kill", "unlink"),
    *("fchown", "fchmod", "write", "fsync", "replace"),
)
HARMLESS = ("listdir", "kill", "unlink", "fchown")
CREATE_CALLS = ("lstat", "listdir", "kill", "unlink", "open", "write", "fsync", "close", "link")
ABSENT = ("there is no such file.", "score new starts a game; --game names another file.")
FOLDER = ("this is a folder; a game is a file.", "--game names the file.")
SPECIAL = ("this is a pipe, a device or a socket; a game is an ordinary file.", "--game names the file.")
TAKEN = ("it exists already; nothing was written.", "Choose another name, or move that file away.")
NO_NAME = ("no file can have this name.", "--game names another file.")
CHANGED = (
    "it was changed by another program since it was read; nothing was written.",
    "run the command again.",
)
READ_ONLY = (
    "it is read-only; nothing was written.",
    "Allow writing to it, or copy it; --game names the copy.",
)
ROOM = "Make room, then run the command again."
ASK = "Ask its owner for it, or copy the game elsewhere; --game names the copy."
AGAIN = "run the command again; if that fails too, try it in another folder."
CAUSES = {
    errno.ENOSPC: ("no space left on the disk", ROOM),
    errno.EDQUOT: ("no space left on the disk", ROOM),
    errno.EACCES: ("no permission", ASK),
    errno.EPERM: ("no permission", ASK),
    errno.EROFS: ("the disk is read-only", "Copy the game to another disk; --game names the copy."),
    errno.EIO: ('the system says "Input/output error"', AGAIN),
    errno.EINTR: ('the system says "Interrupted system call"', AGAIN),
}

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes, forks and signals of Unix")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game file with the old bytes."""
    path = tmp_path / "friday.toml"
    path.write_bytes(OLD)
    return path


def refusal(action: Callable[..., object], *words: object) -> tuple[str, str, str]:
    """Where, what and remedy of the one problem that an action is refused with."""
    with pytest.raises(GameFileError) as caught:
        action(*words)
    (problem,) = caught.value.problems
    return (problem.where, problem.what, problem.remedy)


def enter(path: str, patience: float = 0.05) -> None:
    """Take the lock of a game and give it back."""
    with files.locked(path, patience=patience):
        pass


def temporaries(folder: Path) -> list[str]:
    """The temporary files in a folder."""
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".tmp"))


def run(script: str, *words: object) -> str:
    """What a Python program prints that has this project on its path."""
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert not done.stderr
    assert not done.returncode
    return done.stdout


def dead_pid() -> int:
    """The number of a process that has ended."""
    return int(run("import os; print(os.getpid())"))


def noting(order: list[str], name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    """A function of `os` that notes in which order it is called."""

    def call(*args: Any) -> Any:
        order.append(name)
        return real(*args)

    return call


# --- reading


@pytest.mark.parametrize("data", [b"", OLD, b"x" * files.MAX_BYTES])
def test_read_gives_every_byte(game: Path, data: bytes) -> None:
    """A file comes back byte for byte, up to the largest size."""
    game.write_bytes(data)
    assert files.read(str(game)) == (str(game), os.path.realpath(game), data)


def test_read_takes_what_comes_in_pieces(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short reads are put together."""
    real = os.read
    monkeypatch.setattr(os, "read", lambda fd, size: real(fd, min(size, 1000)))
    assert files.read(str(game)).data == OLD


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.toml", ABSENT),
        ("none/none.toml", ABSENT),
        ("friday.toml/none.toml", ABSENT),
        ("", FOLDER),
        (
            "n" * 5000,
            ("it cannot be read: the name is too long.", "A shorter name helps."),
        ),
        ("a\0b", NO_NAME),
        ("a\ud800b", NO_NAME),
    ],
)
def test_read_refuses_what_is_not_there(game: Path, name: str, words: tuple[str, str]) -> None:
    """An absent file, a folder and an impossible name are refused in plain words, by lock and reader."""
    path = f"{game.parent}/{name}"
    assert refusal(files.read, path) == (path, *words)
    assert refusal(enter, path) == (path, *words)
    assert [entry.name for entry in game.parent.iterdir()] == ["friday.toml"]


def test_read_refuses_an_empty_name() -> None:
    """A name without a character is no name."""
    assert refusal(files.read, "") == ("", *NO_NAME)
    assert refusal(files.create, "", NEW) == ("", *NO_NAME)


@posix_only
def test_read_refuses_pipes_devices_and_loops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that could block or never end is opened."""
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("opened"))
    pipe, loop = str(tmp_path / "pipe"), str(tmp_path / "loop")
    os.mkfifo(pipe)
    (tmp_path / "loop").symlink_to("loop")
    for path in (pipe, "/dev/zero", "/dev/null"):
        assert refusal(files.read, path) == (path, *SPECIAL)
    assert refusal(files.read, loop) == (
        loop,
        "it cannot be read: its links lead round in a circle.",
        "--game names another file.",
    )


@posix_only
def test_read_refuses_a_pipe_that_takes_the_files_place(game: Path, tmp_path: Path) -> None:
    """A pipe that comes between the look and the opening neither blocks nor is read."""
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    seen = game.stat()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "stat", lambda _path: seen)
        told = refusal(files.read, pipe)
    assert told == (pipe, *SPECIAL)


@pytest.mark.parametrize("size", [files.MAX_BYTES + 1, 3_000_000])
def test_read_refuses_a_large_file(game: Path, size: int) -> None:
    """More than two million bytes are no game, and are not taken into memory."""
    os.truncate(game, size)
    assert refusal(files.read, str(game)) == (
        str(game),
        "it holds more than 2,000,000 bytes; no game does.",
        "--game names another file.",
    )


@pytest.mark.parametrize("code", CAUSES)
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_read_tells_what_the_system_says(game: Path, code: int, number: int) -> None:
    """Each failing call of reading becomes one message."""
    with failing(Fault(number, OSError(code, os.strerror(code))), ("stat", "open", "fstat", "read")):
        problem = refusal(files.read, str(game))
    cause, remedy = CAUSES[code]
    assert problem == (str(game), f"it cannot be read: {cause}.", remedy)


@posix_only
def test_read_without_permission(game: Path) -> None:
    """A file that only others may read is refused."""
    game.chmod(0)
    if os.access(game, os.R_OK):
        pytest.skip("the administrator may read everything")
    assert refusal(files.read, str(game)) == (str(game), "it cannot be read: no permission.", ASK)


# --- replacing


def test_replace_gives_the_next_snapshot(game: Path) -> None:
    """A replaced file holds the new bytes, and its snapshot can be replaced again."""
    with files.locked(str(game)):
        second = files.replace(files.read(str(game)), NEW)
        assert second == files.read(str(game))
        third = files.replace(second, b"")
    assert third == (str(game), os.path.realpath(game), b"")
    assert sorted(path.name for path in game.parent.iterdir()) == [".friday.toml.lock", "friday.toml"]
    assert game.read_bytes() == b""


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_replace_keeps_the_mode(game: Path, mode: int) -> None:
    """Who may read and write the file stays as it was."""
    game.chmod(mode)
    before = game.stat()
    files.replace(files.read(str(game)), NEW)
    after = game.stat()
    assert (stat.S_IMODE(after.st_mode), after.st_uid, after.st_gid) == (mode, before.st_uid, before.st_gid)


@posix_only
def test_replace_keeps_the_owner_for_an_administrator(game: Path) -> None:
    """A game that the administrator writes stays its owner's."""
    if os.geteuid():
        pytest.skip("only the administrator gives files away")
    os.chown(game, 1234, 2345)
    files.replace(files.read(str(game)), NEW)
    assert (game.stat().st_uid, game.stat().st_gid) == (1234, 2345)


@posix_only
def test_replace_keeps_a_link(game: Path, tmp_path: Path) -> None:
    """A link stays a link, what it leads to is replaced, and lock and temporary file are beside that."""
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "tonight.toml"
    link.symlink_to("../friday.toml")
    with files.locked(str(link)):
        snapshot = files.replace(files.read(str(link)), NEW)
    assert snapshot == (str(link), os.path.realpath(game), NEW)
    assert str(link.readlink()) == "../friday.toml"
    assert game.read_bytes() == NEW
    assert [path.name for path in link.parent.iterdir()] == ["tonight.toml"]


@posix_only
@pytest.mark.parametrize("mode", [0o444, 0o400, 0o555])
def test_a_read_only_file_is_honoured(game: Path, mode: int) -> None:
    """A file whose mode forbids writing is not replaced, though its folder would allow it, nor locked."""
    snapshot = files.read(str(game))
    game.chmod(mode)
    assert refusal(files.replace, snapshot, NEW) == (str(game), *READ_ONLY)
    assert refusal(enter, str(game)) == (str(game), *READ_ONLY)
    assert game.read_bytes() == OLD
    assert [path.name for path in game.parent.iterdir()] == ["friday.toml"]


def test_replace_refuses_a_file_that_others_own(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that this user may not write is not replaced, whatever the folder allows."""
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    assert refusal(files.replace, files.read(str(game)), NEW) == (str(game), *READ_ONLY)


def write_theirs(path: Path) -> None:
    """What another program does: write."""
    path.write_bytes(b"theirs")


def write_too_much(path: Path) -> None:
    """What another program does: write more than a game can hold."""
    path.write_bytes(b"x" * (files.MAX_BYTES + 1))


def make_folder(path: Path) -> None:
    """What another program does: put a folder in the file's place."""
    path.unlink()
    path.mkdir()


MEDDLERS = [write_theirs, write_too_much, Path.unlink, make_folder]


@pytest.mark.parametrize("meddle", MEDDLERS)
def test_replace_refuses_a_changed_file(game: Path, meddle: Callable[[Path], None]) -> None:
    """What another program did since the reading stays."""
    snapshot = files.read(str(game))
    meddle(game)
    before = game.read_bytes() if game.is_file() else None
    assert refusal(files.replace, snapshot, NEW) == (str(game), *CHANGED)
    assert (game.read_bytes() if game.is_file() else None) == before
    assert temporaries(game.parent) == []


@pytest.mark.parametrize("meddle", MEDDLERS)
def test_replace_refuses_a_change_while_it_writes(
    game: Path, monkeypatch: pytest.MonkeyPatch, meddle: Callable[[Path], None]
) -> None:
    """A change that comes while the temporary file goes to the disk stays, too."""
    snapshot = files.read(str(game))
    monkeypatch.setattr(os, "fsync", lambda _fd: meddle(game))
    assert refusal(files.replace, snapshot, NEW) == (str(game), *CHANGED)
    assert temporaries(game.parent) == []


def test_nothing_is_written_that_could_not_be_read_again(game: Path) -> None:
    """More bytes than a game can have are refused before the disk is touched."""
    words = (
        "it would hold 2,000,001 bytes, and 2,000,000 is the most; nothing was written.",
        "start a new game for the next hands.",
    )
    large = b"x" * (files.MAX_BYTES + 1)
    other = str(game.parent / "other.toml")
    assert refusal(files.replace, files.read(str(game)), large) == (str(game), *words)
    assert refusal(files.create, other, large) == (other, *words)
    assert [path.name for path in game.parent.iterdir()] == ["friday.toml"]
    assert files.replace(files.read(str(game)), large[1:]).data == large[1:]


# --- each system call of the write path


def leave_temporaries(game: Path) -> list[str]:
    """A folder after a kill and with another writer at work: the temporary file that must stay."""
    (game.parent / f".{game.name}.score-{DEAD}.tmp").write_bytes(b"stale")
    living = f".{game.name}.score-{os.getppid()}.tmp"
    (game.parent / living).write_bytes(b"in use")
    return [living]


DEAD = dead_pid()


@pytest.mark.parametrize(
    ("error", "late"),
    [*((code, False) for code in CAUSES), (errno.EIO, True), (KeyboardInterrupt, False), (KeyboardInterrupt, True)],
)
def test_replace_survives_each_failing_call(game: Path, error: int | type[KeyboardInterrupt], late: bool) -> None:
    """Whichever call fails or is interrupted, the file is whole, the report true and nothing left over."""
    for number in range(1, 100):
        game.write_bytes(OLD)
        kept = leave_temporaries(game)
        snapshot = files.read(str(game))
        trouble = KeyboardInterrupt() if isinstance(error, type) else OSError(error, os.strerror(error))
        fault = Fault(number, trouble, late=late)
        failed = False
        with failing(fault, REPLACE_CALLS):
            try:
                files.replace(snapshot, NEW)
            except (GameFileError, KeyboardInterrupt):
                failed = True
        if fault.hit is None:
            break
        assert not (failed and fault.hit in HARMLESS and isinstance(error, int))
        certain = not isinstance(error, type) and not (late and fault.hit == "replace")
        assert game.read_bytes() in ((OLD if failed else NEW,) if certain else (OLD, NEW))
        if fault.hit != "unlink":
            assert set(temporaries(game.parent)) <= {*kept, f".friday.toml.score-{DEAD}.tmp"}
        latest = files.replace(files.read(str(game)), b"next")
        assert game.read_bytes() == latest.data == b"next"
        assert temporaries(game.parent) == kept
    assert number > 20
    assert not failed


@pytest.mark.parametrize("error", [*CAUSES, KeyboardInterrupt])
def test_create_survives_each_failing_call(game: Path, error: int | type[KeyboardInterrupt]) -> None:
    """Whichever call fails, there is no file or the whole one, as reported, and nothing left over."""
    path = game.parent / "new.toml"
    for number in range(1, 100):
        kept = leave_temporaries(path)
        trouble = KeyboardInterrupt() if isinstance(error, type) else OSError(error, os.strerror(error))
        fault = Fault(number, trouble)
        failed = False
        with failing(fault, CREATE_CALLS):
            try:
                files.create(str(path), NEW)
            except (GameFileError, KeyboardInterrupt):
                failed = True
        if fault.hit is None:
            break
        assert not path.exists() or path.read_bytes() == NEW
        if not isinstance(error, type):
            assert path.exists() is not failed
        if failed and not path.exists():
            files.create(str(path), NEW)
        files.replace(files.read(str(path)), b"next")
        assert temporaries(game.parent) == kept
        path.unlink()
    assert number > 10
    assert not failed


@pytest.mark.parametrize("code", CAUSES)
@pytest.mark.parametrize("name", ["write", "fsync", "replace", "close"])
def test_replace_says_why(game: Path, monkeypatch: pytest.MonkeyPatch, code: int, name: str) -> None:
    """A failure is told with its cause, and with what became of the file."""
    snapshot = files.read(str(game))
    number = 2 if name == "close" else 1  # the first one closes what was compared
    fault = Fault(number, OSError(code, os.strerror(code)))
    monkeypatch.setattr(os, name, fault.around(name, getattr(os, name)))
    problem = refusal(files.replace, snapshot, NEW)
    cause, remedy = CAUSES[code]
    assert problem == (str(game), f"it was not saved: {cause}; the file is as it was.", remedy)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("name", ["open", "write", "fsync", "close", "link"])
def test_create_says_why(tmp_path: Path, code: int, name: str) -> None:
    """A new file that cannot be made is told of with the cause, and nothing is left."""
    path = str(tmp_path / "new.toml")
    with failing(Fault(1, OSError(code, os.strerror(code))), (name,)):
        told = refusal(files.create, path, NEW)
    cause, remedy = CAUSES[code]
    assert told == (path, f"it was not made: {cause}.", remedy)
    assert list(tmp_path.iterdir()) == []


@posix_only
@pytest.mark.parametrize("new", [False, True])
def test_bytes_reach_the_disk_before_the_name(game: Path, new: bool) -> None:
    """The bytes are safe on the disk before the name leads to them, and the name before we say so."""
    order: list[str] = []
    snapshot = files.read(str(game))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("write", "fsync", "replace", "link"):
            patch.setattr(os, name, noting(order, name, getattr(os, name)))
        if new:
            files.create(str(game.parent / "new.toml"), NEW)
        else:
            files.replace(snapshot, NEW)
    assert order == ["write", "fsync", "link" if new else "replace", "fsync"]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_short_writes_are_gone_on_with(game: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """A system that takes a few bytes at a time gets all of them."""
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:size]))
    files.replace(files.read(str(game)), NEW)
    assert game.read_bytes() == NEW


def test_a_disk_that_takes_nothing_does_not_hang(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write of no bytes is a failure, not a reason to try for ever."""
    monkeypatch.setattr(os, "write", lambda _fd, _data: 0)
    assert refusal(files.replace, files.read(str(game)), NEW) == (
        str(game),
        'it was not saved: the system says "nothing more can be written"; the file is as it was.',
        AGAIN,
    )
    assert temporaries(game.parent) == []


@posix_only
@pytest.mark.parametrize("code", [errno.EPERM, errno.EACCES])
def test_a_disk_without_modes_is_written(game: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Where modes and owners cannot be set, the game is saved nevertheless, open to no more people."""

    def refuse(*_: int) -> None:
        raise OSError(code, os.strerror(code))

    game.chmod(0o600)
    monkeypatch.setattr(os, "fchmod", refuse)
    monkeypatch.setattr(os, "fchown", refuse)
    files.replace(files.read(str(game)), NEW)
    assert game.read_bytes() == NEW
    assert stat.S_IMODE(game.stat().st_mode) == 0o600


FULL = """
import os, resource, signal, sys
from scorekeeper.errors import GameFileError
from scorekeeper.storage import files

game, other = sys.argv[1:]
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
for action in (
    lambda: files.replace(files.read(game), b"x" * 20_000),
    lambda: files.create(other, b"x" * 20_000),
):
    try:
        action()
    except GameFileError as error:
        print(error)
files.replace(files.read(game), b"small")
print(sorted(os.listdir(os.path.dirname(game))))
"""


@posix_only
def test_a_real_limit_in_the_middle_of_writing(game: Path) -> None:
    """The system's own refusal after some of the bytes leaves the old file, and the next write works."""
    other = game.parent / "other.toml"
    again = "run the command again; if that fails too, try it in another folder."
    assert run(FULL, game, other).splitlines() == [
        f'{game}: it was not saved: the system says "File too large"; the file is as it was. {again}',
        f'{other}: it was not made: the system says "File too large". {again}',
        "['friday.toml']",
    ]
    assert game.read_bytes() == b"small"


# --- temporary files that a killed process left


def test_stale_temporary_files_are_cleared(game: Path) -> None:
    """What dead processes left of this game goes, also under our own number; all else stays."""
    stale = [
        f".friday.toml.score-{number}.tmp"
        for number in (DEAD, os.getpid(), "9" * 30)  # the last one is no number of a process
    ]
    kept = [
        f".friday.toml.score-{os.getppid()}.tmp",
        ".friday.toml.score-.tmp",
        ".friday.toml.score-x1.tmp",
        ".friday.toml.score-\u00b2.tmp",
        f".monday.toml.score-{DEAD}.tmp",
        f"friday.toml.score-{DEAD}.tmp",
    ]
    for name in (*stale, *kept):
        (game.parent / name).write_bytes(b"")
    files.replace(files.read(str(game)), NEW)
    assert temporaries(game.parent) == sorted(kept)


def test_one_that_cannot_be_removed_keeps_no_other(game: Path) -> None:
    """A stale file that stays for some reason hinders neither the clearing of the next nor the writing."""
    for number in (DEAD, "9" * 30):
        (game.parent / f".friday.toml.score-{number}.tmp").write_bytes(b"")
    with failing(Fault(1, PermissionError(errno.EACCES, os.strerror(errno.EACCES))), ("unlink",)):
        files.replace(files.read(str(game)), NEW)
    assert game.read_bytes() == NEW
    assert len(temporaries(game.parent)) == 1


@posix_only
def test_another_users_process_is_alive(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that we may not signal still owns its temporary file."""

    def refuse(_pid: int, _signal: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    kept = leave_temporaries(game)
    monkeypatch.setattr(os, "kill", refuse)
    files.replace(files.read(str(game)), NEW)
    assert temporaries(game.parent) == sorted([*kept, f".friday.toml.score-{DEAD}.tmp"])


# --- locks

COUNTING = """
import sys
from scorekeeper.storage import files

for _ in range(30):
    with files.locked(sys.argv[1], patience=20):
        snapshot = files.read(sys.argv[1])
        files.replace(snapshot, b"%d" % (int(snapshot.data) + 1))
"""


def test_two_writers_lose_nothing(game: Path) -> None:
    """Two processes that read, count and replace under the lock count every time."""
    game.write_bytes(b"0")
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    counters = [subprocess.Popen([sys.executable, "-c", COUNTING, str(game)], env=environment) for _ in range(2)]
    assert [counter.wait(timeout=60) for counter in counters] == [0, 0]
    assert game.read_bytes() == b"60"
    assert sorted(path.name for path in game.parent.iterdir()) == [".friday.toml.lock", "friday.toml"]


def test_a_lock_that_is_held_is_waited_for_and_then_told_of(game: Path) -> None:
    """Patience ends with a message; afterwards the lock is free, also if the work within failed."""
    waited: list[float] = []

    def fail_within() -> None:
        with files.locked(str(game)):
            start = time.monotonic()
            problem = refusal(enter, str(game), 0.2)
            waited.append(time.monotonic() - start)
            assert problem == (
                str(game),
                "another score is writing this game; it was not done in 0.2 seconds.",
                "wait for it to end, then run the command again.",
            )
            raise OSError(errno.ENOSPC, "of the work within")

    with pytest.raises(OSError, match="of the work within"):  # no words of ours for what is not ours
        fail_within()
    assert 0.2 <= waited[0] < 2
    enter(str(game), patience=0)
    assert (game.parent / ".friday.toml.lock").read_bytes() == b""


@posix_only
@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EIO])
def test_a_disk_without_locks(game: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Where there are no locks, comparing must do; a lock that fails otherwise is told of."""
    import fcntl

    def refuse(_fd: int, _kind: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
    if code == errno.EIO:
        assert refusal(enter, str(game)) == (
            str(game),
            'it was not saved: the system says "Input/output error"; the file is as it was.',
            AGAIN,
        )
        return
    with files.locked(str(game)):
        snapshot = files.read(str(game))
        files.replace(snapshot, NEW)
        assert refusal(files.replace, snapshot, b"lost") == (str(game), *CHANGED)
    assert game.read_bytes() == NEW


@pytest.mark.parametrize("code", CAUSES)
def test_a_folder_that_cannot_be_written(game: Path, code: int) -> None:
    """Where no lock file can be made, the message is that of writing."""
    real = os.open

    def refuse(name: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise OSError(code, os.strerror(code))
        return real(name, flags, mode)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", refuse)
        locking = refusal(enter, str(game))
        writing = refusal(files.replace, files.read(str(game)), NEW)
    cause, remedy = CAUSES[code]
    assert locking == writing == (str(game), f"it was not saved: {cause}; the file is as it was.", remedy)


@posix_only
def test_another_users_lock_file_locks(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock file that may only be read, since another user made it, keeps the two apart."""
    real = os.open

    def open_for_reading(name: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return real(name, flags, mode)

    with files.locked(str(game)):
        monkeypatch.setattr(os, "open", open_for_reading)
        assert "another score" in refusal(enter, str(game))[1]
    enter(str(game))


@posix_only
def test_a_lock_file_is_no_way_elsewhere(game: Path, tmp_path: Path) -> None:
    """A link in the place of the lock file is not followed."""
    (tmp_path / ".friday.toml.lock").symlink_to("elsewhere")
    assert refusal(enter, str(game)) == (
        str(game),
        "it was not saved: its links lead round in a circle; the file is as it was.",
        "--game names another file.",
    )
    assert not (tmp_path / "elsewhere").exists()


# --- a new file


def test_create_makes_the_whole_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file holds its bytes, can be replaced, and leaves nothing beside it."""
    monkeypatch.chdir(tmp_path)
    snapshot = files.create("new.toml", OLD)
    assert snapshot == files.read("new.toml") == ("new.toml", os.path.realpath("new.toml"), OLD)
    assert files.replace(snapshot, NEW) == files.read("new.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["new.toml"]


@posix_only
def test_create_never_overwrites(game: Path, tmp_path: Path) -> None:
    """A file, a folder, a pipe and even a link to nothing keep the name."""
    (tmp_path / "link").symlink_to("nothing")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("friday.toml", "folder", "pipe", "link", "."):
        path = f"{tmp_path}/{name}"
        with failing(Fault(1, OSError(errno.EROFS, "nothing can be made here")), ("open",)):
            assert refusal(files.create, path, NEW) == (path, *TAKEN)
    assert game.read_bytes() == OLD
    assert not (tmp_path / "nothing").exists()
    assert temporaries(tmp_path) == []


NO_HARD_LINKS = OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))


@posix_only
@pytest.mark.parametrize("links", [False, True])
def test_create_loses_a_race_politely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    """A file that appears at the last moment is not touched, with hard links and without."""
    path = tmp_path / "new.toml"
    real = os.link

    def link_late(source: str, target: str) -> None:
        path.write_bytes(b"theirs")
        if not links:
            raise NO_HARD_LINKS
        real(source, target)

    monkeypatch.setattr(os, "link", link_late)
    assert refusal(files.create, str(path), NEW) == (str(path), *TAKEN)
    assert path.read_bytes() == b"theirs"
    assert temporaries(tmp_path) == []


@posix_only
def test_create_without_hard_links(tmp_path: Path) -> None:
    """On a disk without hard links each failing call still leaves no file or the whole one."""
    path = tmp_path / "new.toml"

    def no_link(_source: str, _target: str) -> None:
        raise NO_HARD_LINKS

    words = ("it was not made: no space left on the disk.", ROOM)
    for number in range(1, 100):
        fault = Fault(number, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
        told = None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "link", no_link)
            with failing(fault, ("open", "write", "fsync", "close")):
                try:
                    files.create(str(path), NEW)
                except GameFileError as error:
                    told = str(error)
        assert temporaries(tmp_path) == []
        assert told in (None, str(Problem(str(path), *words)))
        assert path.exists() is (told is None)
        if told is None:
            assert path.read_bytes() == NEW
            path.unlink()
        if fault.hit is None:
            break
    assert number > 10


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none/new.toml", ("it was not made: there is no such folder.",)),
        ("friday.toml/new.toml", ("it was not made: there is no such folder.",)),
        ("new/", FOLDER),
        ("a\0b", NO_NAME),
        ("n" * 300, ("it was not made: the name is too long.", "A shorter name helps.")),
    ],
)
def test_create_refuses_where_no_file_can_be(game: Path, name: str, words: tuple[str, ...]) -> None:
    """A missing folder and an impossible name are told in plain words."""
    path = f"{game.parent}/{name}"
    remedy = ("Make the folder first, or name a file in another one.",)
    assert refusal(files.create, path, NEW) == (path, *(words + remedy)[:2])
    assert [entry.name for entry in game.parent.iterdir()] == ["friday.toml"]


# --- Windows, as far as it can be played elsewhere


def played_windows(monkeypatch: pytest.MonkeyPatch, failures: int, meddle: Callable[[], None]) -> list[float]:
    """Renaming that is refused some times, as while a virus scanner reads; the pauses that were made."""
    pauses: list[float] = []
    real = os.replace

    def refuse(source: str, target: str) -> None:
        if len(pauses) < failures:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        real(source, target)

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        meddle()

    monkeypatch.setattr(files, "_WINDOWS", True)
    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: sum(pauses))
    return pauses


def test_windows_waits_for_other_readers(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that another program has open for a moment is replaced when it lets go."""
    pauses = played_windows(monkeypatch, 5, lambda: None)
    files.replace(files.read(str(game)), NEW)
    assert game.read_bytes() == NEW
    assert pauses == [0.01, 0.02, 0.04, 0.08, 0.16]


def test_windows_gives_up_after_two_seconds(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that stays open is left as it was, and no signal is sent to anybody."""
    leave_temporaries(game)
    monkeypatch.setattr(os, "kill", lambda *_: pytest.fail("signalled"))
    pauses = played_windows(monkeypatch, 100, lambda: None)
    problem = refusal(files.replace, files.read(str(game)), NEW)
    assert problem == (str(game), "it was not saved: no permission; the file is as it was.", ASK)
    assert 1 < sum(pauses) <= 2
    assert game.read_bytes() == OLD
    assert temporaries(game.parent) == []


def test_windows_compares_again_after_waiting(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other program wrote while we waited stays."""
    played_windows(monkeypatch, 3, lambda: write_theirs(game))
    assert refusal(files.replace, files.read(str(game)), NEW) == (str(game), *CHANGED)
    assert game.read_bytes() == b"theirs"


def test_elsewhere_there_is_no_waiting(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where renaming is refused for good, the message comes at once."""
    pauses = played_windows(monkeypatch, 100, lambda: None)
    monkeypatch.setattr(files, "_WINDOWS", False)
    assert refusal(files.replace, files.read(str(game)), NEW)[2] == ASK
    assert pauses == []


def test_windows_renames_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Renaming, which never overwrites there, gives a new file its name."""
    monkeypatch.setattr(files, "_WINDOWS", True)
    files.create(str(tmp_path / "new.toml"), NEW)
    assert [path.name for path in tmp_path.iterdir()] == ["new.toml"]


# --- weight

WEIGHT = """
import sys, types
for name in ("scorekeeper", "scorekeeper.storage"):
    package = sys.modules[name] = types.ModuleType(name)
    package.__path__ = ["/".join((sys.argv[1], *name.split(".")))]
import scorekeeper.storage.files
print(sorted({"dataclasses", "fcntl", "msvcrt", "pathlib", "random", "shutil", "tempfile"} & set(sys.modules)))
"""


def test_the_module_is_light() -> None:
    """Nothing is imported that a command does not need at its start."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", WEIGHT, str(SOURCE)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
