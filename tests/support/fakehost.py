"""A stand-in for Jupyter: shows a widget's ES module on a blank page, with Python playing the kernel.

Ten times faster than JupyterLab, so this is where most widget tests belong. The fixture ``host`` in
``tests/browser/conftest.py`` hands it to a test::

    @pytest.mark.browser
    def test_click(host):
        host.mount(Path("explorer/widgets/table.js"), Path("explorer/widgets/table.css"), {"view": {...}})
        host.page.get_by_role("button", name="Pass").click()
        assert host.sent == [{"kind": "choose", "key": "pass"}]
        host.set("view", {...})           # what Python would answer
        host.unmount()                    # calls the module's cleanup; fails when a listener is left
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from labdriver import Watched

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Widget</title></head>
<body><main id="host"></main></body></html>"""

SCRIPT = """async ({esm, css, state}) => {
    const style = document.createElement('style');
    style.textContent = css;
    document.head.append(style);
    const url = URL.createObjectURL(new Blob([esm], {type: 'text/javascript'}));
    const module = await import(url);
    URL.revokeObjectURL(url);
    let widget = module.default ?? module;
    if (typeof widget === 'function') widget = await widget();

    const listeners = [];
    const host = {state: structuredClone(state), dirty: new Set(), sent: [], saved: [], broken: false, listeners};
    const emit = (name, ...values) =>
        listeners.filter((one) => one.name === name).forEach((one) => one.callback(...values));
    const guard = () => { if (host.broken) throw new Error('Cannot send'); };
    host.model = {
        get: (name) => host.state[name],
        set: (name, value) => {
            host.state[name] = value;
            host.dirty.add(name);
            emit(`change:${name}`);
            emit('change');
        },
        save_changes: () => {
            guard();
            host.saved.push(structuredClone(Object.fromEntries([...host.dirty].map((key) => [key, host.state[key]]))));
            host.dirty.clear();
        },
        send: (content) => { guard(); host.sent.push(structuredClone(content)); },
        on: (name, callback) => listeners.push({name, callback}),
        off: (name, callback) => {
            for (let i = listeners.length - 1; i >= 0; i--) {
                const one = listeners[i];
                if ((!name || one.name === name) && (!callback || one.callback === callback)) listeners.splice(i, 1);
            }
        },
    };
    host.change = (name, value) => { host.state[name] = value; emit(`change:${name}`); emit('change'); };
    host.receive = (content) => emit('msg:custom', content, []);

    const experimental = {invoke: () => Promise.reject(new Error('not in the fake host'))};
    host.ends = [await widget.initialize?.({model: host.model, experimental})];
    // As in Jupyter, the element is not yet in the document when the module draws into it.
    const el = document.createElement('div');
    el.id = 'widget';
    host.ends.push(await widget.render?.({model: host.model, el, experimental}));
    host.again = async () => {
        const other = document.createElement('div');
        host.ends.push(await widget.render?.({model: host.model, el: other, experimental}));
        host.ends.push(() => other.remove());
        document.getElementById('host').append(other);
    };
    document.getElementById('host').replaceChildren(el);
    host.el = el;
    window.fakeHost = host;
}"""


def text_of(source: str | Path) -> str:
    return source.read_text(encoding="utf-8") if isinstance(source, Path) else source


class FakeHost(Watched):
    """Shows one widget; ``sent`` and ``saved`` are what the widget told Python."""

    def __init__(self, page: Any, shots: Path) -> None:
        super().__init__(page, "about:", shots)
        page.set_default_timeout(5_000)
        page.set_content(PAGE)

    def mount(self, esm: str | Path, css: str | Path = "", state: dict[str, Any] | None = None) -> None:
        """Import a module (its text, or the file) and let it draw with these traits."""
        self.page.evaluate(SCRIPT, {"esm": text_of(esm), "css": text_of(css), "state": state or {}})

    @property
    def sent(self) -> list[Any]:
        """The messages of ``model.send``, in order."""
        return self.sent_since(0)

    def sent_since(self, count: int) -> list[Any]:
        """The messages after the first ones."""
        messages: list[Any] = self.page.evaluate("(count) => window.fakeHost.sent.slice(count)", count)
        return messages

    @property
    def saved(self) -> list[dict[str, Any]]:
        """The traits that each ``model.save_changes`` carried."""
        changes: list[dict[str, Any]] = self.page.evaluate("window.fakeHost.saved")
        return changes

    def get(self, name: str) -> Any:
        return self.page.evaluate("(name) => window.fakeHost.state[name]", name)

    def set(self, name: str, value: Any) -> None:
        """Change a trait from Python's side."""
        self.page.evaluate("([name, value]) => window.fakeHost.change(name, value)", [name, value])

    def receive(self, content: Any) -> None:
        """A message from Python to the widget."""
        self.page.evaluate("(content) => window.fakeHost.receive(content)", content)

    def show_again(self) -> None:
        """Another view of the same widget, below the first."""
        self.page.evaluate("window.fakeHost.again()")

    def break_kernel(self) -> None:
        """From now on sending fails, as it does after a kernel restart."""
        self.page.evaluate("() => { window.fakeHost.broken = true; }")

    @property
    def listeners(self) -> list[str]:
        """The names of the events that the widget listens to on its model."""
        names: list[str] = self.page.evaluate("window.fakeHost.listeners.map((one) => one.name)")
        return names

    def unmount(self) -> None:
        """Take the widget away as Jupyter does: call its cleanups, remove its element; no listener may be left."""
        self.page.evaluate(
            """async () => {
                for (const end of window.fakeHost.ends.reverse()) await end?.();
                window.fakeHost.el.remove();
            }"""
        )
        assert self.listeners == [], f"listeners left after cleanup: {self.listeners}"
