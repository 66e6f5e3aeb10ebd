// The editor of positions. Python draws everything and sends it as one view: {version, frame, parts, text, say, focus}.
// This module puts the parts in place, keeps focus and scrolling, drags cards, and turns clicks and keys into messages.

import { along, begin, nearest, oneStop } from "./shell.js";

const TYPED = 250; // milliseconds after the last letter until the text is sent
const HOVER = 80;
const FAR = 5; // pixels from which a press is a drag
const LINE = 19; // height of a line of the text, as in the style sheet

// What the arrows reach inside each region; the region itself is one stop of the Tab key.
const ITEMS = {
  rows: '[data-ie="row"]',
  zones: '[data-ie="item"], [data-ie="aim"], [data-ie="ship"], [data-ie="clear"], [data-ie="forget"]',
};

/** @param {{model: any, el: HTMLElement}} context */
function render(context) {
  const { model, el } = context;
  const page = begin(context, "ie-fit ie-widget ie-editing");
  const { root, content, one, all, find, field } = page;
  const below = document.createElement("div"); // beside the root: what happens in there is none of the editor's business
  el.append(below);

  /** @type {Record<string, string>} */
  const current = {}; // the item of each region that Tab comes back to
  let holding = false;
  let edited = false; // the text was changed here and not sent yet
  let typing = 0;
  let hovering = 0;
  let looked = "";
  let searching = false; // Python has not answered the last search yet
  let wanted = /** @type {string | null} */ (null); // what to search for after that
  /** @type {{it: HTMLElement, x: number, y: number, ghost: HTMLElement | null, id: number} | null} */
  let drag = null;
  let child = ""; // the widget below: the table of a game that began from here
  let keys = ""; // the seat whose zones the keys mean
  let entered = false; // Enter was pressed before the answer to a search
  let met = -1; // the error that was gone to last
  let dragged = false; // the next click belongs to a drag

  const area = () => /** @type {HTMLTextAreaElement} */ (one("textarea"));

  // The picture

  function draw() {
    const view = model.get("view") || {};
    if (!view.parts) return;
    const held = page.held();
    const region = held?.closest("[data-region]")?.dataset.region || "";
    for (const it of all(".ie-ed-coming")) it.remove();
    const { first, fresh } = page.show(view, put);
    holding = Boolean(view.holding);
    root.classList.toggle("is-holding", holding);
    const keyed = one(".ie-ed-seat.is-keyed");
    if (holding && keys && keyed && keyed.dataset.seat !== keys) keyed.scrollIntoView({ block: "nearest" });
    keys = holding ? keyed?.dataset.seat : "";
    showText(view.text || "");
    showSearch(view.words || "");
    restUp();
    for (const it of all("details[data-done]")) it.removeAttribute("open");
    if (fresh) {
      met = -1;
      searched();
    }
    if (fresh && !first && view.focus && held) find(view.focus)?.focus({ preventScroll: view.focus === "search" });
    else if (held && !content.contains(held)) restore(held.dataset.id || "", region);
    showBelow(view.below || "");
    if (fresh && !first && view.focus === "search" && document.activeElement === one('[data-ie="search"]')) document.activeElement.select();
  }

  async function showBelow(/** @type {string} */ id) {
    if (id === child || !model.widget_manager) return;
    child = id;
    if (await page.showOther(below, id)) toDecision();
  }

  /** A game that has just begun takes the focus, so that a number chooses at once. */
  function toDecision(tries = 20) {
    const question = /** @type {HTMLElement | null} */ (below.querySelector('.ie-decide [data-id="question"]'));
    const there = document.activeElement === document.body || root.contains(document.activeElement);
    if (question) return void (there && question.focus({ preventScroll: true }));
    if (tries) setTimeout(() => toDecision(tries - 1), 50);
  }

  /** Inside another widget, such as below a table, keys and clicks are meant for the editor alone. */
  function keepToOneself(event) {
    if (root.parentElement?.closest(".ie-widget")) event.stopPropagation();
  }

  /** Bring a part up to date; open folds and scrolling stay. */
  function put(/** @type {HTMLElement} */ place, /** @type {string} */ html) {
    const open = [...place.querySelectorAll("details[open]")].map((it) => /** @type {HTMLElement} */ (it).dataset.id);
    const files = [...place.querySelectorAll("[data-field]")].map((it) => /** @type {any} */ ([it.dataset.field, it.value]));
    const top = place.scrollTop;
    place.innerHTML = html;
    for (const id of open) place.querySelector(`details[data-id="${id}"]`)?.setAttribute("open", "");
    for (const [name, value] of files) {
      const it = /** @type {any} */ (place.querySelector(`[data-field="${name}"]`));
      if (it) it.value = value;
    }
    place.scrollTop = top;
  }

  function restore(/** @type {string} */ focus, /** @type {string} */ region) {
    const stop = region && one(`[data-region="${region}"] [tabindex="0"]`);
    (find(focus) || stop || root).focus({ preventScroll: true });
  }

  function showText(/** @type {string} */ words) {
    const it = area();
    if (!edited && it.value !== words) {
      const at = it.selectionStart;
      it.value = words;
      if (document.activeElement === it) it.setSelectionRange(at, at);
    }
    fitText();
  }

  function fitText() {
    const it = area();
    const lines = it.value.split("\n");
    it.style.height = `${lines.length * LINE + 12}px`;
    it.style.width = `max(calc(100% - 50px), ${Math.max(...lines.map((line) => line.length)) + 3}ch)`;
  }

  function showSearch(/** @type {string} */ words) {
    const it = one('[data-ie="search"]');
    if (document.activeElement !== it) it.value = words;
  }

  // Regions

  const itemsOf = (/** @type {string} */ region) => all(`[data-region="${region}"] :is(${ITEMS[region]})`);

  function restUp() {
    for (const region of Object.keys(ITEMS)) {
      const items = itemsOf(region);
      const stop = items.find((it) => it.dataset.id === current[region]) || items[0];
      oneStop(items, stop);
    }
  }

  function onFocus(event) {
    const node = /** @type {HTMLElement} */ (event.target);
    const region = /** @type {HTMLElement | null} */ (node.closest("[data-region]"))?.dataset.region || "";
    if (node.dataset.id && region && node.matches(ITEMS[region])) {
      current[region] = node.dataset.id;
      restUp();
    }
    look(node);
  }

  // To Python

  function send(message) {
    flush();
    return page.send(message);
  }

  /** Python has answered a search. */
  function searched() {
    searching = false;
    const words = wanted;
    wanted = null;
    if (words !== null) return search(words);
    if (entered) choose();
  }

  /** Send the text as it now is, before anything else is asked for. */
  function flush() {
    clearTimeout(typing);
    if (!edited) return;
    edited = false;
    page.send({ kind: "text", text: area().value });
  }

  function search(/** @type {string} */ words) {
    narrow(words);
    if (searching) return void (wanted = words);
    searching = page.send({ kind: "search", words });
  }

  /** Hide at once what a longer search will not find; Python's answer follows. */
  function narrow(/** @type {string} */ words) {
    const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
    for (const it of all("[data-find]")) it.hidden = !parts.every((part) => (it.dataset.find || "").includes(part));
  }

  /** Take the first card that was found. */
  function choose() {
    entered = searching;
    const first = one('li:not([hidden]) > [data-ie="row"]');
    if (entered || !first) return;
    first.focus({ preventScroll: true });
    commands.row(first);
  }

  function look(/** @type {Element} */ node) {
    const card = /** @type {HTMLElement | null} */ (node.closest("[data-card]:is([data-ie=row], [data-ie=item])"))?.dataset.card;
    clearTimeout(hovering);
    if (card === undefined || card === looked || card === "-1") return;
    hovering = window.setTimeout(() => {
      looked = card;
      page.send({ kind: "look", card });
    }, HOVER);
  }

  function onMessage(message) {
    const place = one('[data-part="detail"]');
    if (message?.kind !== "detail" || !place || place.contains(document.activeElement)) return;
    page.update(place, message.html, put);
  }

  // Mouse

  const number = (/** @type {any} */ it, /** @type {string} */ to) =>
    Math.max(Number(it.min), Math.min(Number(it.max), Math.round(Number(to)) || 0));

  /** @type {Record<string, (node: any) => void>} */
  const commands = {
    row: (node) => send({ kind: "row", word: node.dataset.word }),
    item: (node) => send({ kind: "item", item: node.dataset.item }),
    aim: (node) => send({ kind: "aim", zone: node.dataset.zone }),
    clear: (node) => send({ kind: "clear", zone: node.dataset.zone }),
    forget: (node) => send({ kind: "forget", zone: node.dataset.zone }),
    remove: (node) => send({ kind: "remove", item: node.dataset.item }),
    duplicate: (node) => send({ kind: "duplicate", item: node.dataset.item }),
    drop: (node) => putInto(node.dataset.zone),
    kind: (node) => send({ kind: "kind", name: node.dataset.kind }),
    mend: (node) => send({ kind: "mend", problem: Number(node.dataset.problem), mend: Number(node.dataset.mend) }),
    credits: (node) => send({ kind: "credits", seat: node.dataset.seat, to: Number(node.dataset.to) }),
    declared: (node) => send({ kind: "declared", seat: node.dataset.seat, to: Number(node.dataset.to) }),
    market: (node) => send({ kind: "market", good: node.dataset.good, to: Number(node.dataset.to) }),
    seed: (node) => send({ kind: "seed", to: Number(node.dataset.to) }),
    unseat: (node) => send({ kind: "unseat", seat: node.dataset.seat }),
    launch: (node) => send({ kind: "launch", seat: node.dataset.seat }),
    sink: (node) => send({ kind: "sink", ship: node.dataset.ship }),
    ship: (node) => send({ kind: "ship", ship: node.dataset.ship, to: node.dataset.to }),
    unrule: (node) => send({ kind: "unrule", ruling: node.dataset.ruling }),
    define: (node) => send({ kind: "define", card: node.dataset.card, values: own() }),
    open: () => send({ kind: "open", path: field("open") }),
    save: () => send({ kind: "save", path: field("save") }),
    deal: () => send({ kind: "deal", ...players() }),
    empty: () => send({ kind: "empty", ...players() }),
    line: (node) => toLine(Number(node.dataset.line)),
    problem: () => toProblem(met + 1),
  };
  for (const kind of ["undo", "redo", "release", "next", "between", "within", "settle", "play", "back"])
    commands[kind] = () => send({ kind });

  /** How many players there will be, and the harbor of each. */
  function players() {
    const count = Number(one('[data-ie="players"]').value);
    return { players: count, colors: all('[data-ie="seat-color"]').slice(0, count).map((it) => /** @type {any} */ (it).value) };
  }

  /** Of all six lists of harbors those are shown that there are players for; a harbor that is taken changes places. */
  function reseat(/** @type {any} */ node) {
    const lists = /** @type {any[]} */ (all('[data-ie="seat-color"]'));
    const values = lists.map((it) => it.value);
    const missing = [...lists[0].options].map((it) => it.value).find((value) => !values.includes(value));
    const other = lists.find((it) => it !== node && it.value === node.value);
    if (other && missing) other.value = missing;
    lists.forEach((it, i) => (it.closest("label").hidden = i >= Number(one('[data-ie="players"]').value)));
  }

  /** The values of one's own that differ from what is printed. */
  function own() {
    /** @type {Record<string, string>} */
    const values = { tier: field("own-tier"), load: field("own-load") };
    for (const name of ["color", "action"]) {
      const it = one(`select[data-ie="own-${name}"]`);
      if (it && !it.selectedOptions[0]?.defaultSelected) values[name] = it.value;
    }
    return values;
  }

  function toLine(/** @type {number} */ line) {
    const it = area();
    const lines = it.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    it.focus();
    it.setSelectionRange(start, start + (lines[line - 1] || "").length);
    const box = one(".ie-ed-scroll");
    box.scrollTop = Math.max(0, (line - 4) * LINE);
  }

  /** Go to one of the errors, counted from 0; after the last one comes the first. */
  function toProblem(/** @type {number} */ number) {
    const bad = all(".ie-ed-bad:not(.is-hint)").sort((a, b) => Number(a.dataset.at) - Number(b.dataset.at));
    if (!bad.length) return;
    met = number % bad.length;
    bad[met].scrollIntoView({ block: "nearest" });
    const way = bad[met].querySelector(".ie-ed-mend") || bad[met].querySelector("button") || bad[met];
    /** @type {HTMLElement} */ (way).focus({ preventScroll: true });
  }

  function onClick(event) {
    if (dragged) return void (dragged = false);
    const node = event.target.closest("[data-ie]");
    if (!node || !content.contains(node)) {
      const zone = event.target.closest("[data-zone]");
      if (holding && zone) putInto(zone.dataset.zone);
      return;
    }
    if (node.getAttribute("aria-disabled") === "true") return void (node.dataset.ie === "play" && toProblem(0));
    if (!node.matches("input, select, textarea")) commands[node.dataset.ie]?.(node);
    if (["deal", "empty"].includes(node.dataset.ie)) leave(node, false);
  }

  /** Something was chosen from a list, ticked or typed into a field. */
  function onChange(event) {
    const node = event.target;
    const kind = node.dataset.ie;
    if (kind === "players" || kind === "seat-color") return reseat(node);
    if (!kind || kind === "search" || kind === "text" || kind.startsWith("own-")) return;
    const { name, seat, ship, good } = node.dataset;
    if (node.type === "checkbox") return void send({ kind, name, ship, on: node.checked });
    if (node.type === "number") return void send({ kind, seat, good, to: number(node, node.value) });
    if (node.value || ["title", "name", "led", "performing", "phase", "only"].includes(kind)) send({ kind, seat, value: node.value });
  }

  function onInput(event) {
    const node = event.target;
    if (node.dataset.ie === "search") search(node.value);
    if (node.dataset.ie !== "text") return;
    edited = true;
    fitText();
    clearTimeout(typing);
    typing = window.setTimeout(flush, TYPED);
  }

  // Dragging

  function onDown(event) {
    dragged = false;
    const it = event.target.closest('[data-ie="row"], [data-ie="item"]');
    if (!it || event.button !== 0) return;
    drag = { it, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  }

  function onMove(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    if (!drag.ghost) lift();
    if (!drag?.ghost) return;
    const box = root.getBoundingClientRect();
    drag.ghost.style.left = `${event.clientX - box.left + 6}px`;
    drag.ghost.style.top = `${event.clientY - box.top + 6}px`;
    const over = zoneAt(event);
    for (const it of all(".is-over")) if (it !== over) it.classList.remove("is-over");
    over?.classList.add("is-over");
    scrollAt(event.clientY);
    event.preventDefault();
  }

  function lift() {
    if (!drag) return;
    const ghost = copyOf(drag.it);
    ghost.classList.add("ie-ed-ghost");
    root.append(ghost);
    drag.ghost = ghost;
    root.classList.add("is-dragging");
    root.setPointerCapture?.(drag.id);
  }

  /** Near its upper or lower end the list of zones moves on. */
  function scrollAt(/** @type {number} */ y) {
    const list = one(".ie-ed-seats");
    const box = list.getBoundingClientRect();
    if (y < box.top + 36) list.scrollTop -= 14;
    else if (y > box.bottom - 36) list.scrollTop += 14;
  }

  const zoneAt = (event) =>
    /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]:not(button)") || null);

  function onUp(event) {
    if (!drag) return;
    const { it, ghost } = drag;
    const zone = ghost ? zoneAt(event) : null;
    dragged = Boolean(ghost);
    endDrag();
    if (!ghost || !zone || !content.contains(zone)) return;
    const what = it.dataset.item ? { item: it.dataset.item } : { word: it.dataset.word };
    if (send({ kind: "drop", zone: zone.dataset.zone, ...what })) coming(it, zone);
  }

  /** Put what is picked up into a zone. */
  function putInto(/** @type {string} */ path) {
    const sent = send({ kind: "drop", zone: path });
    const [it, zone] = [one(".is-held"), one(`[data-zone="${CSS.escape(path)}"]:not(button)`)];
    if (sent && it && zone) coming(it, zone);
  }

  /** Show a card where it was put, until Python has drawn it there. */
  function coming(/** @type {HTMLElement} */ it, /** @type {HTMLElement} */ zone) {
    const copy = copyOf(it);
    copy.classList.add("ie-ed-coming");
    zone.insertBefore(copy, zone.querySelector('[data-ie="aim"]'));
  }

  /** A picture of a card that is no button any more. */
  function copyOf(/** @type {HTMLElement} */ it) {
    const copy = document.createElement("span");
    copy.className = it.className;
    copy.innerHTML = it.innerHTML;
    copy.classList.remove("is-held");
    copy.setAttribute("aria-hidden", "true");
    return copy;
  }

  function endDrag() {
    drag?.ghost?.remove();
    drag = null;
    root.classList.remove("is-dragging");
    for (const it of all(".is-over")) it.classList.remove("is-over");
  }

  // Keys

  function onKey({ key, shiftKey, target }) {
    if (!drag || key !== "Escape") return act(key, target, shiftKey);
    dragged = true;
    endDrag();
    return true;
  }

  function chord({ key, target }) {
    if (target.matches("textarea, input:not([type=checkbox])")) return false;
    if (key === "z" || key === "Z") return send({ kind: key === "Z" ? "redo" : "undo" });
    return key === "y" && send({ kind: "redo" });
  }

  function act(key, node, shift) {
    if (node.dataset.ie === "search") return inSearch(key, /** @type {HTMLInputElement} */ (node));
    const filed = key === "Enter" && commands[node.dataset.field || ""];
    if (filed) return filed(node), true;
    if (node.matches("input:not([type=checkbox]), select, textarea")) return key === "Escape" && leave(node);
    if (holding && putDown(key, shift)) return true;
    if (key === "Escape") return leave(node);
    if (key === "/") return goTo(one('[data-ie="search"]'));
    if (node.dataset.item && (key === "Delete" || key === "Backspace")) return send({ kind: "remove", item: node.dataset.item });
    if (node.dataset.item && key === "+") return send({ kind: "duplicate", item: node.dataset.item });
    const region = /** @type {HTMLElement | null} */ (node.closest("[data-region]"))?.dataset.region;
    if (region === "rows") return step(key, node);
    return region === "zones" && key.startsWith("Arrow") && across(key, node);
  }

  function putDown(key, shift) {
    if (key === "Tab" && shift) return false;
    const button = one(`.ie-ed-ebar [data-key="${CSS.escape(key.length === 1 ? key.toUpperCase() : key)}"]`);
    if (!button) return false;
    commands[button.dataset.ie](button);
    return true;
  }

  function inSearch(key, input) {
    if (holding && (key === "Escape" || key === "Tab")) return putDown(key, false);
    if (key === "ArrowDown") return goTo(one('li:not([hidden]) > [data-ie="row"]'));
    if (key === "Enter") return choose(), true;
    if (key !== "Escape") return false;
    entered = false;
    if (!input.value) return send({ kind: "release" });
    input.value = "";
    search("");
    return true;
  }

  /** Close what is open, else put back what is picked up. */
  function leave(node, back = true) {
    const fold = node.closest("details[open]");
    if (!fold) return back && send({ kind: "release" });
    fold.open = false;
    return goTo(fold.querySelector("summary"));
  }

  function goTo(it) {
    it?.focus();
    return Boolean(it);
  }

  function step(key, node) {
    const list = itemsOf("rows");
    const at = list.indexOf(node);
    if (key === "ArrowUp" && at === 0) return goTo(one('[data-ie="search"]'));
    return key !== "ArrowLeft" && key !== "ArrowRight" && goTo(along(key, list, at));
  }

  /** Among the zones the arrows go to the nearest thing in their direction. */
  function across(key, node) {
    goTo(nearest(key, node, itemsOf("zones")));
    return true;
  }

  const onOver = (event) => look(event.target);
  const onPressElsewhere = (event) => {
    for (const it of all(".ie-ed-menu[open]")) if (!it.contains(event.target)) it.removeAttribute("open");
  };

  const listeners = {
    click: onClick,
    change: onChange,
    input: onInput,
    focusin: onFocus,
    pointerover: onOver,
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: endDrag,
  };
  page.listen(listeners);
  page.takeKeys(onKey, chord);
  for (const name of [...Object.keys(listeners), "keydown"]) page.on(root, name, keepToOneself);
  page.on(document, "pointerdown", onPressElsewhere, true);
  page.hear({ "change:view": draw, "msg:custom": onMessage });
  draw();

  return () => {
    clearTimeout(typing);
    clearTimeout(hovering);
    page.end();
    below.remove();
  };
}

export default { render };
