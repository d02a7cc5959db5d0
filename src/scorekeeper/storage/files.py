"""Files as whole bytes: read with care, replaced at once, never half written.

After a crash, a kill or a full disk the file has its old bytes or its new ones. The lock keeps our own
processes apart; comparing with what was read catches editors and sync programs, which know no lock, up to
the instant of the renaming itself. A replaced file keeps its mode and, where the system lets us, owner and
group; other hard links to it, access lists and extended attributes stay with the old one. Two threads of one
process must not write the same file.
"""
# os and os.path are loaded at every start; pathlib is not, and would cost time.
# ruff: noqa: PTH104, PTH105, PTH108, PTH116, PTH118, PTH120, PTH208

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import GameFileError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 2_000_000
"""More than this is no game: about 12,800 hands."""

_WINDOWS = sys.platform == "win32"
_RENAME_PATIENCE = 2.0
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # bytes as they are; opening never waits
_IN_USE = PermissionError if _WINDOWS else BlockingIOError  # what locking raises while another holds the lock
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EBADF}
_NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL}
_UNREAD = "it cannot be read: {}."
_UNSAVED = "it was not saved: {}; the file is as it was."
_UNMADE = "it was not made: {}."
_ABSENT = ("there is no such file.", "score new starts a game; --game names another file.")
_TAKEN = ("it exists already; nothing was written.", "Choose another name, or move that file away.")
_FOLDER = ("this is a folder; a game is a file.", "--game names the file.")
_FULL = ("no space left on the disk", "Make room, then run the command again.")
_DENIED = ("no permission", "Ask its owner for it, or copy the game elsewhere; --game names the copy.")
_NO_FOLDER = ("there is no such folder", "Make the folder first, or name a file in another one.")
_CAUSES = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: ("the disk is read-only", "Copy the game to another disk; --game names the copy."),
    errno.ENOENT: _NO_FOLDER,
    errno.ENOTDIR: _NO_FOLDER,
    errno.ELOOP: ("its links lead round in a circle", "--game names another file."),
    errno.ENAMETOOLONG: ("the name is too long", "A shorter name helps."),
}


class Snapshot(NamedTuple):
    """A file as it was at one moment.

    Attributes:
        path: The file as the user named it, for messages.
        real: The file with all links resolved: what is read and replaced.
        data: What the file held when it was read.
    """

    path: str
    real: str
    data: bytes


def read(path: str) -> Snapshot:
    """The file as it is now; a pipe or a device is refused unopened, so nothing waits.

    Raises:
        GameFileError: It is absent, no ordinary file, larger than `MAX_BYTES`, or cannot be read.
    """
    real = _real(path)
    with _told(path, _UNREAD):
        return Snapshot(path, real, _load(path, real))


@contextmanager
def locked(path: str, *, patience: float = 3.0) -> Iterator[None]:
    """Keep every other score from writing this game: read it, and replace it, inside.

    The lock is on the file ".<name>.lock" beside the real file. The first command that writes makes it (not
    for a file that is absent or read-only), and it stays for good: were it removed, one process could hold
    the old lock file while another locks a new one. A lock within a lock of the same game waits in vain.
    Where the system has no locks (some network drives) work goes on without; `replace` still compares.

    Args:
        path: The game, which must exist.
        patience: How many seconds to wait for another score.

    Raises:
        GameFileError: The game cannot be written here, or another score does not stop writing it.
    """
    real = _real(path)
    _writable(path, real)
    with _told(path, _UNSAVED):
        fd = _open_lock(_beside(real, "lock"))
    try:
        with _told(path, _UNSAVED):
            _wait_for_lock(path, fd, patience)
        yield
    finally:
        with suppress(OSError):
            os.close(fd)


def replace(snapshot: Snapshot, data: bytes) -> Snapshot:
    """Put new bytes in the place of those that were read, all or none; to be called under `locked`.

    Raises:
        GameFileError: The file has changed since it was read, is read-only, or could not be written. No byte
            of it has been touched.
    """
    path, real, _ = snapshot
    _check_size(path, data)
    with _told(path, _UNSAVED):
        _check_unchanged(snapshot)
        old = _writable(path, real)
        with _temporary(real, data, old) as temporary:
            _rename(temporary, snapshot)
    _sync_folder(real)
    return snapshot._replace(data=data)


def create(path: str, data: bytes) -> Snapshot:
    """Make a new file, whole or not at all, never in the place of another; needs no lock.

    On a disk without hard links the file is written in place, where a kill or a power cut may leave a part.

    Raises:
        GameFileError: Something of that name is there, even a link to nothing, or it could not be written.
    """
    _check_name(path)
    _check_size(path, data)
    folder, name = os.path.split(path)
    if not name:
        raise _fault(path, _FOLDER)
    with _told(path, _UNMADE):
        real = os.path.join(os.path.realpath(folder), name)
        if os.path.lexists(real):
            raise _fault(path, _TAKEN)
        with _temporary(real, data) as temporary:
            _publish(path, temporary, real, data)
    _sync_folder(real)
    return Snapshot(path, real, data)


def write(path: str, data: bytes, *, over: bool) -> None:
    """Make a new file, or with `over` put it in the place of an ordinary one; whole or not at all.

    Raises:
        GameFileError: Something of that name is there and may not be written over, or it could not be written.
    """
    if over and os.path.lexists(path):
        replace(read(path), data)
    else:
        create(path, data)


def _fault(path: str, words: tuple[str, str]) -> GameFileError:
    return GameFileError(Problem(path, *words))


@contextmanager
def _told(path: str, sentence: str) -> Iterator[None]:
    """Turn what the system refuses into a `GameFileError`; the cause goes into the sentence."""
    try:
        yield
    except OSError as error:
        if sentence == _UNREAD and isinstance(error, (FileNotFoundError, NotADirectoryError)):
            raise _fault(path, _ABSENT) from error
        again = "run the command again; if that fails too, try it in another folder."
        other = (f'the system says "{error.strerror or error}"', again)
        cause, remedy = _CAUSES.get(error.errno or 0, other)
        raise _fault(path, (sentence.format(cause), remedy)) from error


def _check_name(path: str) -> None:
    try:
        possible = bool(path) and b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise _fault(path, ("no file can have this name.", "--game names another file."))


def _check_size(path: str, data: bytes) -> None:
    if len(data) > MAX_BYTES:
        what = f"it would hold {len(data):,} bytes, and {MAX_BYTES:,} is the most; nothing was written."
        raise _fault(path, (what, "start a new game for the next hands."))


def _check_kind(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise _fault(path, _FOLDER)
    if not stat.S_ISREG(status.st_mode):
        what = "this is a pipe, a device or a socket; a game is an ordinary file."
        raise _fault(path, (what, "--game names the file."))


def _check_unchanged(snapshot: Snapshot) -> None:
    try:
        same = _load(snapshot.path, snapshot.real) == snapshot.data
    except (FileNotFoundError, NotADirectoryError, GameFileError):  # gone, or something else by now
        same = False
    if not same:
        what = "it was changed by another program since it was read; nothing was written."
        raise _fault(snapshot.path, (what, "run the command again."))


def _real(path: str) -> str:
    _check_name(path)
    with _told(path, _UNREAD):
        return os.path.realpath(path)


def _beside(real: str, end: str) -> str:
    """The hidden companion of a file."""
    folder, name = os.path.split(real)
    return os.path.join(folder, f".{name}.{end}")


def _load(path: str, real: str) -> bytes:
    """The bytes of an ordinary file that is not too large."""
    _check_kind(path, os.stat(real))
    fd = os.open(real, os.O_RDONLY | _PLAIN)
    try:
        _check_kind(path, os.fstat(fd))  # something else may have taken its place
        data = b""
        while part := os.read(fd, MAX_BYTES + 1 - len(data)):  # asked for no byte, it gives none
            data += part
    finally:
        os.close(fd)
    if len(data) > MAX_BYTES:
        what = f"it holds more than {MAX_BYTES:,} bytes; no game does."
        raise _fault(path, (what, "--game names another file."))
    return data


def _writable(path: str, real: str) -> os.stat_result:
    """The state of a file that may be written: its mode counts, though renaming does not ask for it."""
    with _told(path, _UNREAD):
        status = os.stat(real)
        allowed = status.st_mode & 0o222 and os.access(real, os.W_OK)  # root has access to everything
    _check_kind(path, status)
    if not allowed:
        remedy = "Allow writing to it, or copy it; --game names the copy."
        raise _fault(path, ("it is read-only; nothing was written.", remedy))
    return status


def _open_lock(name: str) -> int:
    flags = _PLAIN | getattr(os, "O_NOFOLLOW", 0)
    try:
        return os.open(name, os.O_RDWR | os.O_CREAT | flags, 0o666)
    except PermissionError:
        with suppress(OSError):
            return os.open(name, os.O_RDONLY | flags)  # another user's, in a folder that both may write
        raise


def _wait_for_lock(path: str, fd: int, patience: float) -> None:
    """Take the lock; come back without it where there are no locks."""
    end = time.monotonic() + patience
    while True:
        try:
            return _try_lock(fd)
        except _IN_USE:
            if time.monotonic() >= end:
                what = f"another score is writing this game; it was not done in {patience:g} seconds."
                words = (what, "wait for it to end, then run the command again.")
                raise _fault(path, words) from None
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return None
            raise
        time.sleep(0.01)


def _try_lock(fd: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _temporary(real: str, data: bytes, old: os.stat_result | None = None) -> Iterator[str]:
    """A whole new file beside the real one; gone afterwards, unless it was renamed."""
    _clear_stale(real)
    name = _beside(real, f"score-{os.getpid()}.tmp")
    try:
        _write_new(name, data, old)
        yield name
    finally:
        with suppress(OSError):
            os.unlink(name)


def _clear_stale(real: str) -> None:
    """Remove what killed processes left; what bears our own number was left by an earlier bearer of it."""
    with suppress(OSError):
        folder, start = os.path.split(_beside(real, "score-"))
        for name in os.listdir(folder):
            pid = name.removeprefix(start).removesuffix(".tmp")
            if name == f"{start}{pid}.tmp" and pid.isascii() and pid.isdigit() and not _busy(int(pid)):
                with suppress(OSError):
                    os.unlink(os.path.join(folder, name))


def _busy(pid: int) -> bool:
    """Whether another process with this number may be at work."""
    if _WINDOWS or pid == os.getpid():  # on Windows signal 0 is Ctrl-C, but a file in use cannot be removed
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # somebody else's
        pass
    return True


def _write_new(name: str, data: bytes, old: os.stat_result | None = None) -> None:
    """Make a file that must not exist, its bytes safe on the disk; on any failure it is removed."""
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | _PLAIN
    fd = os.open(name, flags, 0o666 if old is None else stat.S_IMODE(old.st_mode))
    try:
        try:
            if old is not None:
                _dress(fd, old)
            _write_all(fd, data)
            os.fsync(fd)
        finally:
            os.close(fd)
    except BaseException:  # Ctrl-C, too
        with suppress(OSError):
            os.unlink(name)
        raise


def _dress(fd: int, old: os.stat_result) -> None:
    """Give a file the mode of the old one, and its group and owner as far as the system lets us."""
    if hasattr(os, "fchown"):  # not on Windows
        for owner, group in ((-1, old.st_gid), (old.st_uid, -1)):
            with suppress(OSError):
                os.fchown(fd, owner, group)
    if hasattr(os, "fchmod"):
        with suppress(PermissionError):  # a disk that keeps no modes
            os.fchmod(fd, stat.S_IMODE(old.st_mode))


def _write_all(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        written = os.write(fd, rest)
        if not written:
            raise OSError(errno.EIO, "nothing more can be written")
        rest = rest[written:]


def _rename(temporary: str, snapshot: Snapshot) -> None:
    """Put the temporary file in the place of the real one, if that is unchanged."""
    end = time.monotonic() + _RENAME_PATIENCE
    pause = 0.01
    while True:
        _check_unchanged(snapshot)
        try:
            return os.replace(temporary, snapshot.real)
        except PermissionError:  # on Windows, so long as a virus scanner or another reader has it open
            if not _WINDOWS or time.monotonic() + pause > end:
                raise
        time.sleep(pause)
        pause *= 2


def _publish(path: str, temporary: str, real: str, data: bytes) -> None:
    """Give a whole temporary file its name, which must be free."""
    try:
        if _WINDOWS:
            os.rename(temporary, real)  # which refuses a name in use, there
            return
        try:
            os.link(temporary, real)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _write_new(real, data)
    except FileExistsError as error:
        raise _fault(path, _TAKEN) from error


def _sync_folder(real: str) -> None:
    """Bring the new name to the disk. No failure counts: the file is in place, and not every system can."""
    with suppress(OSError):
        fd = os.open(os.path.dirname(real), os.O_RDONLY | _PLAIN)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
