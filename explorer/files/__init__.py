"""Positions and scenarios as text: the tree of a YAML file, what it may say, reading, writing, and expectations."""
