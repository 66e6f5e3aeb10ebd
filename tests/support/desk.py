"""A widget between a real Python object and a real page, without Jupyter: messages go to and fro by hand.

Used by the browser tests of widgets::

    desk = Desk(host, Table(game))
    desk.page.keyboard.press("1")
    desk.pump()                 # what Jupyter would do: hand messages to Python and its answer to the page
"""

from __future__ import annotations

from typing import Any

from fakehost import FakeHost


class Desk:
    """A widget's page in the fake host, and the object that answers it."""

    def __init__(self, host: FakeHost, owner: Any, dark: bool = False) -> None:
        self.host = host
        self.page = host.page
        self.owner = owner
        self.heard = 0
        if dark:
            self.page.evaluate(
                "() => { document.body.dataset.jpThemeLight = 'false'; document.body.style.background = '#212121'; }"
            )
        widget = owner.widget
        self.answers: list[Any] = []
        widget.send = lambda content, buffers=None: self.answers.append(content)
        self.shown = widget.view
        host.mount(widget._esm, widget._css, {"view": self.shown})
        self.pump()

    def pump(self) -> list[dict[str, Any]]:
        """Hand every new message to Python and the new view to the page; returns the messages."""
        new = self.host.sent_since(self.heard)
        self.heard += len(new)
        for message in new:
            self.owner.widget._handle_custom_msg(message, [])
        if self.owner.widget.view is not self.shown:
            self.shown = self.owner.widget.view
            self.host.set("view", self.shown)
        while self.answers:
            self.host.receive(self.answers.pop(0))
        return new

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, each followed by Python's answer."""
        for key in keys:
            self.page.keyboard.press(key)
            self.pump()

    def click(self, selector: str) -> None:
        """Click the first element that matches, and let Python answer."""
        self.page.locator(selector).first.click()
        self.pump()
