"""Settings in a small file. The environment overrides it, and an option overrides both."""

from __future__ import annotations

import os
from errno import ESPIPE
from pathlib import Path
from typing import Any, NamedTuple

from scoresheets import files
from scoresheets.errors import USAGE, CommandError

LONGEST = 100_000  # characters of the file; a device has no end


class Wish(NamedTuple):
    """A setting that can be made. ``kind`` is bool, str or Path; the first of its environment ``variables`` wins."""

    kind: type
    variables: tuple[str, ...]
    text: str

    @property
    def variable(self) -> str:
        """The variable in use."""
        return next((name for name in self.variables if os.environ.get(name)), self.variables[0])


WISHES = {
    "plain": Wish(bool, ("REFEREE_PLAIN",), "no boxes and no colors: true or false"),
    "profile": Wish(str, ("REFEREE_PROFILE",), "the house rules for a new session"),
    "database": Wish(Path, ("REFEREE_DB", "REFEREE_DATABASE"), "the file or server where games are saved"),
}


class Setting(NamedTuple):
    """The current value of a setting; ``source`` is environment, config or default."""

    name: str
    value: Any
    source: str


def file() -> Path:
    """The config file: REFEREE_CONFIG, or in the user's folder for config files."""
    if chosen := os.environ.get("REFEREE_CONFIG"):
        return Path(chosen)
    from platformdirs import user_config_path

    return user_config_path("referee", appauthor=False) / "config.toml"


def wished(name: str) -> Any:
    """The value in the config file, None if it has none. Raises CommandError if the file can't be read."""
    return read().get(name)


def setting(name: str) -> Setting:
    """The current value and where it comes from. The value is None if it isn't set anywhere."""
    text = os.environ.get(WISHES[name].variable, "")
    if text:
        value = text.lower() not in ("0", "false", "no", "off") if WISHES[name].kind is bool else text
        return Setting(name, value, "environment")
    value = wished(name)
    return Setting(name, value, "default" if value is None else "config")


def read() -> dict[str, Any]:
    """The settings in the config file. Raises CommandError if it is invalid."""
    path = file()
    try:
        if path.is_fifo():
            raise OSError(ESPIPE, "it is a pipe")
        with path.open(encoding="utf-8") as stream:
            text = stream.read(LONGEST + 1)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, PermissionError) and not os.access(path.parent, os.X_OK):
            return {}  # somebody else's folder, as after `sudo -u`
        words = error.strerror if isinstance(error, OSError) else "it isn't UTF-8 text"
        raise CommandError(f"{path} can't be read: {words}", USAGE) from error
    if len(text) > LONGEST:
        raise CommandError(f"{path} can't be read: it is longer than {LONGEST} characters", USAGE)
    import tomllib

    try:
        wishes = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CommandError(f"{path} can't be read: {str(error)[:1].lower()}{str(error)[1:]}", USAGE) from error
    return {name: _checked(name, value) for name, value in wishes.items()}


def _checked(name: str, value: Any) -> Any:
    if name not in WISHES:
        raise CommandError(f"{file()}: there is no setting {name!r}. The settings: {', '.join(WISHES)}", USAGE)
    kind = bool if WISHES[name].kind is bool else str
    if not isinstance(value, kind) or value == "":
        wanted = "true or false" if kind is bool else "text in quotes"
        raise CommandError(f"{file()}: {name} is {wanted}, not {value!r}", USAGE)
    return value


def put(name: str, text: str | None) -> Any:
    """Writes a setting to the config file, or removes it. The rest of the file stays as it is."""
    import tomlkit

    if name not in WISHES:
        raise CommandError(f"there is no setting {name!r}. The settings: {', '.join(WISHES)}", USAGE)
    wished = name in read()
    value = None if text is None else _meant(name, text)
    path = file()
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    if value is not None:
        document[name] = value
    elif wished:
        del document[name]
    else:
        return None
    files.write(path, tomlkit.dumps(document), folder=True, private=True)  # a server's address may contain a password
    return value


def _meant(name: str, text: str) -> Any:
    if WISHES[name].kind is bool:
        if text.lower() not in ("true", "false", "yes", "no", "on", "off", "1", "0"):
            raise CommandError(f"{name} can be true or false, not {text!r}", USAGE)
        return text.lower() in ("true", "yes", "on", "1")
    if not text.strip() or any(not (letter.isprintable()) for letter in text):
        raise CommandError(f"{name} can't be {text!r}", USAGE)
    if WISHES[name].kind is Path:
        from scoresheets.keeping.places import called

        if isinstance(meant := called(text), Path):  # reports an invalid address now
            return str(meant.expanduser().absolute())
    return text


def shown(name: str, value: Any) -> str:
    """A setting without its password, safe to print."""
    if WISHES[name].kind is Path and value:
        from scoresheets.keeping.places import called

        return str(called(str(value)))
    return {True: "true", False: "false", None: ""}.get(value) or str(value or "")
