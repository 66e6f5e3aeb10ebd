"""Texts on their way into files: all of it or nothing, and over another text only where that is meant."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from explorer.texts import text


def put_text(written: str, path: str | os.PathLike[str], overwrite: bool = False) -> None:
    """Write a text to a file.

    Args:
        written: the text.
        path: the file.
        overwrite: write it even where another text is there.

    Raises:
        FileExistsError: another text is there.
        OSError, ValueError: it cannot be written; what was there before is unchanged.
    """
    place = Path(path).resolve()
    if place.exists() and not place.is_file():  # such as /dev/stdout; a folder says that it is one
        place.write_text(written, encoding="utf-8")
        return
    if not overwrite and place.is_file() and not _holds(place, written):
        raise FileExistsError(text("save.there", path=path))
    aside = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    try:
        aside.write_text(written, encoding="utf-8")
        os.replace(aside, place)
    except BaseException as error:
        with suppress(OSError, ValueError):
            aside.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # not the one aside, of which nobody knows
        raise


def _holds(place: Path, written: str) -> bool:
    with suppress(OSError, ValueError):
        return place.read_text(encoding="utf-8") == written
    return False
