"""The browser harness itself, tried with a trivial widget and a trivial notebook."""

from __future__ import annotations

import pytest
from fakehost import FakeHost
from labdriver import Lab, is_external, notebook

pytestmark = pytest.mark.browser

ESM = """
function render({model, el}) {
    const button = document.createElement('button');
    button.className = 'try-count';
    const root = document.createElement('div');
    root.setAttribute('data-lm-suppress-shortcuts', 'true');
    const draw = () => { button.textContent = `Count ${model.get('count')}`; };
    const click = () => {
        try { model.send({kind: 'more', by: 2}); } catch (error) { button.textContent = 'Kernel restarted'; }
    };
    const hear = (message) => { button.title = message.text; };
    button.addEventListener('click', click);
    model.on('change:count', draw);
    model.on('msg:custom', hear);
    draw();
    root.append(button);
    el.append(root);
    return () => { model.off('change:count', draw); model.off('msg:custom', hear); };
}
export default {render};
"""
CSS = ".try-count { color: #102030; background: #f4f4f4; }"

WIDGET = f"""
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = {ESM!r}
    _css = {CSS!r}
    count = traitlets.Int(0).tag(sync=True)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.on_msg(lambda _, content, buffers: self.more(content["by"]))

    def more(self, by):
        self.count += by

    def __repr__(self):
        return f"Counter({{self.count}})"

counter = Counter()
counter
"""


def test_fake_host(host: FakeHost) -> None:
    host.mount(ESM, CSS, {"count": 3})
    button = host.page.get_by_role("button", name="Count 3")
    button.click()
    assert host.sent == [{"kind": "more", "by": 2}]
    host.set("count", 5)
    host.page.get_by_role("button", name="Count 5").press("Enter")
    assert len(host.sent) == 2
    host.receive({"text": "hello"})
    assert host.page.get_by_title("hello").count() == 1
    assert '- button "Count 5"' in host.page.locator("#widget").aria_snapshot()
    assert host.screenshot("fake-host", "#widget").stat().st_size > 100
    host.break_kernel()
    host.page.get_by_role("button").click()
    assert host.page.get_by_role("button", name="Kernel restarted").is_visible()
    assert sorted(host.listeners) == ["change:count", "msg:custom"]
    host.unmount()


def test_fake_host_saves_traits(host: FakeHost) -> None:
    host.mount(
        "export default () => ({render({model, el}) {"
        " el.innerHTML = '<button>Set</button>';"
        " el.firstChild.onclick = () => { model.set('zoom', 2); model.save_changes(); }; }});",
        state={"zoom": 1},
    )
    host.page.get_by_role("button", name="Set").click()
    assert host.saved == [{"zoom": 2}]
    assert host.get("zoom") == 2


def test_fake_host_finds_forgotten_listeners(host: FakeHost) -> None:
    host.mount("export default {render({model}) { model.on('change:count', () => {}); }};")
    with pytest.raises(AssertionError, match="change:count"):
        host.unmount()


def test_fake_host_finds_page_errors_and_requests(host: FakeHost) -> None:
    host.mount("export default {render() { setTimeout(() => { throw new Error('late'); }); }};")
    host.page.wait_for_timeout(50)
    with pytest.raises(AssertionError, match="late"):
        host.assert_clean()
    host.page_errors.clear()
    host.page.evaluate("fetch('http://127.0.0.1:9/elsewhere').catch(() => {})")
    with pytest.raises(AssertionError, match="elsewhere"):
        host.assert_clean()
    host.requests.clear()


def test_axe(host: FakeHost) -> None:
    host.mount("export default {render({el}) { el.innerHTML = '<button></button>'; }};")
    assert any(fault.startswith("button-name") for fault in host.axe("#widget"))
    assert not any(fault.startswith("button-name") for fault in host.axe("#widget", ignore=["button-name"]))
    host.mount(ESM, CSS, {"count": 1})
    assert host.axe("#widget") == []


def test_what_is_external() -> None:
    base = "http://127.0.0.1:8888"
    for url in (f"{base}/lab", "ws://127.0.0.1:8888/api/kernels", "data:text/plain,x", f"blob:{base}/1"):
        assert not is_external(url, base)
    assert is_external("https://example.org/x.js", base)


def test_lab(lab: Lab) -> None:
    lab.server.add("harness/counter.ipynb", notebook(("markdown", "# A counter"), WIDGET, "print(counter.count)"))
    lab.open_notebook("harness/counter.ipynb")
    assert lab.run_all() == []
    assert lab.outputs()[1] == [{"output_type": "stream", "name": "stdout", "text": "0\n"}]
    button = lab.page.get_by_role("button", name="Count 0")
    button.click()
    lab.page.get_by_role("button", name="Count 2").press("Enter")
    lab.page.get_by_role("button", name="Count 4").wait_for()
    assert lab.kernel("print(counter)") == "Counter(4)"
    lab.kernel("counter.count = 9")
    lab.page.get_by_role("button", name="Count 9").wait_for()
    lab.wait_for_kernel_value("counter.count", "9")
    assert lab.screenshot("lab-counter").stat().st_size > 1000
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        lab.kernel("1 / 0")


def test_lab_reports_errors(lab: Lab) -> None:
    lab.server.add("harness/broken.ipynb", notebook("x = 1", "1 / 0", "print(x)"))
    lab.open_notebook("harness/broken.ipynb")
    assert lab.run_all() == ["cell 1: ZeroDivisionError: division by zero"]
    assert lab.kernel("print(x)") == "1"
