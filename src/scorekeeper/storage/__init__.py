"""Game files: TOML that people read and edit, written so that nothing is lost."""

from scorekeeper.storage.store import OpenGame, changing, create, load_game, open_game, save

__all__ = ["OpenGame", "changing", "create", "load_game", "open_game", "save"]
