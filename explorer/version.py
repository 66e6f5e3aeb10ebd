"""The version of the program, as pyproject.toml says it too."""

__version__ = "0.1.0"
