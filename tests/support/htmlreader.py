"""What tests of drawings read HTML with: words, tags, and whether every tag is closed in order."""

from __future__ import annotations

from html.parser import HTMLParser

EVIL = "<img src=x onerror=alert(1)> & \"quoted\" 'name'"


class Reader(HTMLParser):
    """Collects the words and tags, and checks that tags are closed in order."""

    VOID = {"br", "img", "input", "path", "hr"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())
