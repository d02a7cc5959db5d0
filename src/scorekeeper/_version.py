"""The version, a constant: looking it up in the metadata costs more than the whole start."""

__version__ = "0.1.0"
