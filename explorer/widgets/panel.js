// A panel in a notebook: lists, tables and questions that Python draws. Its view is {frame, parts, say, version}.
// Whatever has data-do becomes a message {kind, value} when it is clicked or changed; a data-arrows region is one stop
// of the Tab key, and the arrows go over the data-item elements in it. It draws nothing.

import { along, begin, oneStop } from "./shell.js";

const TYPING = 80; // milliseconds after a letter until Python is asked

/** @param {{model: any, el: HTMLElement}} context */
function render(context) {
  const { model } = context;
  const page = begin(context, "ie-fit ie-panel", { again: false });
  const { root, content, all, find } = page;

  /** @type {Record<string, string>} */
  const current = {}; // the item of each region that Tab comes back to
  let chosen = "";
  /** @type {Map<string, {kind: string, value: string, timer: number}>} */
  const typing = new Map(); // what was typed and Python has not been told of yet, by field
  /** @type {Map<string, {value: string, was: string}>} */
  const typed = new Map(); // what stands in a field, and what stood there in the picture that it was typed into

  const items = (/** @type {Element} */ region) =>
    /** @type {HTMLElement[]} */ ([...region.querySelectorAll("[data-item]")].filter((it) => it.getClientRects().length));

  function draw() {
    const view = model.get("view") || {};
    if (!view.parts) return;
    const active = page.held();
    const id = active?.dataset.id;
    const marked = id && typed.has(id) ? selected(active) : null;
    page.show(view, (place, html) => put(place, html, id));
    for (const it of all('[aria-current="true"]')) it.removeAttribute("aria-current");
    find(view.current || "")?.setAttribute("aria-current", "true");
    if (view.current !== chosen) reveal(find((chosen = view.current || "")));
    for (const [name, value] of Object.entries(view.fields || {}))
      for (const field of all(`[data-do="${CSS.escape(name)}"]`))
        if (field !== active) /** @type {any} */ (field).value = value;
    stops();
    if (!id || root.contains(document.activeElement)) return;
    const again = /** @type {any} */ (find(id));
    again?.focus({ preventScroll: true });
    again?.closest("section")?.querySelector("[data-said]")?.scrollIntoView({ block: "nearest" }); // below its button
    if (marked) again?.setSelectionRange?.(...marked);
  }

  /** Draw a part anew; scrolling, open folds and what was typed stay. */
  function put(/** @type {HTMLElement} */ place, /** @type {string} */ html, /** @type {string | undefined} */ focus) {
    const tops = [...place.querySelectorAll("[data-scroll]")].map((it) => it.scrollTop);
    const open = [...place.querySelectorAll("details[open][data-id]")].map((it) => it.getAttribute("data-id") || "");
    place.innerHTML = html;
    keepTyped(place, focus);
    for (const name of open) place.querySelector(`details[data-id="${CSS.escape(name)}"]`)?.setAttribute("open", "");
    [...place.querySelectorAll("[data-scroll]")].forEach((it, i) => (it.scrollTop = tops[i] || 0));
  }

  const selected = (/** @type {any} */ it) => [it.selectionStart, it.selectionEnd];

  /** A picture that knows nothing yet of what was typed takes nothing of it away. */
  function keepTyped(/** @type {Element} */ place, /** @type {string | undefined} */ focus) {
    for (const it of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input[data-id]"))) {
      const id = it.dataset.id || "";
      const mine = typed.get(id);
      if (!mine) continue;
      if (id === focus || typing.has(id) || it.defaultValue === mine.was) it.value = mine.value;
      if (it.defaultValue === mine.value || it.value !== mine.value) typed.delete(id);
    }
  }

  /** Scroll a list, and nothing around it, so far that an item is seen. */
  function reveal(/** @type {HTMLElement | null} */ it) {
    const list = it?.closest("[data-scroll]");
    if (!it || !list) return;
    const [own, around] = [it.getBoundingClientRect(), list.getBoundingClientRect()];
    if (own.top < around.top + 40 || own.bottom > around.bottom)
      list.scrollTop += own.top - around.top - around.height / 3;
  }

  /** Each region is one stop of the Tab key: the item that was last used, else the chosen one, else the first. */
  function stops() {
    for (const region of all("[data-arrows]")) {
      const known = /** @type {HTMLElement[]} */ ([...region.querySelectorAll("[data-item]")]);
      const name = region.dataset.arrows || "";
      const stop =
        known.find((it) => it.dataset.id === current[name]) ||
        known.find((it) => it.matches('[aria-current="true"], [aria-pressed="true"], :checked')) ||
        known[0];
      oneStop(known, stop);
    }
  }

  /** Send something, but first what was typed before it. */
  function send(/** @type {string} */ kind, /** @type {any} */ value) {
    for (const id of [...typing.keys()]) tellTyped(id);
    page.send({ kind, value });
  }

  function tellTyped(/** @type {string} */ id) {
    const it = typing.get(id);
    clearTimeout(it?.timer);
    typing.delete(id);
    if (it) page.send({ kind: it.kind, value: it.value });
  }

  const target = (/** @type {Event} */ event) => /** @type {any} */ (event.target);

  function onClick(/** @type {MouseEvent} */ event) {
    const it = target(event).closest("[data-do]");
    if (!it || !content.contains(it) || it.matches("input, select")) return;
    if (it.getAttribute("aria-disabled") !== "true") send(it.dataset.do, it.dataset.value ?? "");
  }

  function onInput(/** @type {Event} */ event) {
    const it = target(event);
    if (!it.dataset?.do || it.type === "checkbox") return;
    if (it.matches("select")) return send(it.dataset.do, it.value);
    const id = it.dataset.id || it.dataset.do;
    clearTimeout(typing.get(id)?.timer);
    typing.set(id, { kind: it.dataset.do, value: it.value, timer: window.setTimeout(() => tellTyped(id), TYPING) });
    typed.set(id, { value: it.value, was: it.defaultValue });
  }

  function onChange(/** @type {Event} */ event) {
    const it = target(event);
    if (it.type === "checkbox" && it.dataset.do) send(it.dataset.do, [it.dataset.value, it.checked]);
  }

  function onFocus(/** @type {FocusEvent} */ event) {
    const it = target(event).closest?.("[data-item]");
    const region = it?.closest("[data-arrows]");
    if (!region) return;
    current[region.dataset.arrows] = it.dataset.id;
    stops();
  }

  function onKey(/** @type {KeyboardEvent} */ event) {
    const it = target(event);
    const writes = it.matches("input:not([type=checkbox]), select, textarea");
    const search = /** @type {HTMLInputElement | null} */ (content.querySelector("input[type=search]"));
    if (event.key === "/" && !writes && search) search.focus();
    else if (event.key === "Escape" && it === search && search?.value) {
      search.value = "";
      for (const known of [typing, typed]) known.delete(search.dataset.id || "");
      send(search.dataset.do || "", "");
    } else if (event.key === "ArrowDown" && it === search) {
      const region = content.querySelector("[data-list]");
      if (region) items(region)[0]?.focus();
    } else if (writes || !(move(it, event.key) || press(event.key))) return false;
    return true;
  }

  /** Click what a key stands for. */
  function press(/** @type {string} */ key) {
    const it = all("[data-hotkey]").find((one) => one.dataset.hotkey === key.toLowerCase());
    it?.click();
    return Boolean(it);
  }

  function move(/** @type {HTMLElement} */ it, /** @type {string} */ key) {
    const region = it.closest("[data-arrows]");
    if (!region || !it.matches("[data-item]")) return false;
    const there = items(region);
    const next = along(key, there, there.indexOf(it));
    if (!next) return false;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
    return true;
  }

  page.listen({ click: onClick, input: onInput, change: onChange, focusin: onFocus });
  page.takeKeys(onKey);
  page.hear({ "change:view": draw });
  draw();

  return () => {
    for (const id of [...typing.keys()]) tellTyped(id);
    page.end();
  };
}

export default { render };
