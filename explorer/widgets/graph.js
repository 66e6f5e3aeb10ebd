// The power graph in a notebook. Python draws everything and sends it as one view: {version, frame, parts, say, mode, at}.
// This module puts the parts in place, keeps focus, scrolling and zoom, filters the suggestions of the search,
// and turns clicks and keys into messages. It draws nothing of its own.

import { begin, nearest, oneStop } from "./shell.js";

const SHOWN = 9; // suggestions at a time
const ZOOM = [0.25, 3];
const STEP = 1.25;
const ASIDE = 6; // what of the width the picture does not have
const RESIZED = 40; // how much narrower or wider the picture must have become to be drawn anew

// What the arrows reach inside the canvas; it is one stop of the Tab key.
const ITEMS = ".ie-g-node, .ie-g-mark, button";

let made = 0; // views so far, for ids that are no one else's

/** @param {{model: any, el: HTMLElement}} context */
function render(context) {
  const { model, el } = context;
  const page = begin(context, "ie-graph");
  const { root, content, one, all, find, send } = page;
  const uid = `ie-graph-${++made}`;
  let current = ""; // the item of the canvas that Tab comes back to
  let scale = 1;
  let whole = ""; // which picture the zoom is for
  let width = 0; // what Python was told last
  let resizing = 0;
  let fitting = false; // the picture is to be fitted once Python has laid it out for that
  let wanted = false; // the canvas is to have the focus once Python has answered
  let chosen = -1; // among the suggestions that fit
  let looking = 0; // for the table of an example that is to be scrolled to

  const canvas = () => one(".ie-g-canvas");
  const picture = () => one(".ie-g-canvas > svg");
  const items = () => all(".ie-g-canvas :is(" + ITEMS + ")");

  // The picture

  function draw() {
    const view = model.get("view") || {};
    if (!view.parts) return;
    const held = page.held();
    const focus = held?.dataset.id || "";
    const inside = held?.closest("[data-part]")?.dataset.part || "";
    const typed = one('[data-ie="search"]')?.value || "";
    const menu = one(".ie-g-menu")?.open;
    page.show(view, put);
    const input = one('[data-ie="search"]');
    if (input && inside === "bar") input.value = typed;
    if (menu && inside === "bar" && one(".ie-g-menu")) one(".ie-g-menu").open = true;
    root.dataset.mode = view.mode || "";
    closeNames();
    zoomTo(whole === kindOf() ? scale : 1);
    whole = kindOf();
    if (fitting && picture()) zoomTo(fitted());
    fitting = false;
    rest();
    if (wanted) goTo(find(`node ${view.at}`) || items()[0]);
    else restore(focus, inside, view.at);
    wanted = false;
  }

  /** The zoom holds for one picture and those that grow from it. */
  const kindOf = () => (picture() ? String(Boolean(one(".ie-g-faint"))) : "");

  function put(/** @type {any} */ place, /** @type {string} */ html) {
    const part = place.dataset.part;
    const [left, top] = [place.scrollLeft, place.scrollTop];
    place.innerHTML = html;
    if (part === "canvas") [place.scrollLeft, place.scrollTop] = [left, top];
    if (part === "side") place.scrollTop = 0;
    if (part === "canvas") said("");
  }

  function restore(focus, inside, at) {
    if (!inside || page.held()) return;
    const again = focus && find(focus);
    if (again && !again.closest("[hidden]")) return goTo(again, false);
    if (inside === "canvas") return goTo(find(`node ${at}`) || items()[0], false);
    root.focus({ preventScroll: true });
  }

  /** One stop of the Tab key: what had the focus last, else what is looked at. */
  function rest() {
    const list = items();
    const view = model.get("view") || {};
    const stop = list.find((it) => it.dataset.id === current) || find(`node ${view.at}`) || list[0];
    oneStop(list, stop);
  }

  function goTo(/** @type {any} */ it, scroll = true) {
    if (!it) return false;
    it.focus({ preventScroll: true });
    if (scroll) it.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  // What is pointed at

  function said(/** @type {string} */ words) {
    const place = one(".ie-g-said");
    if (!place) return;
    place.textContent = words;
    place.hidden = !picture();
  }

  /** Say what something means, and let only what bears on it stand out among all cards. */
  function point(/** @type {any} */ node) {
    const it = node?.closest?.(".ie-g-node, .ie-g-edge, .ie-g-mark");
    const svg = picture();
    if (!svg) return;
    said(it ? it.getAttribute("aria-label") || it.querySelector("title")?.textContent || "" : "");
    const name = it?.dataset.node;
    svg.classList.toggle("is-pointing", Boolean(name) && Boolean(one(".ie-g-faint")));
    if (!one(".ie-g-faint")) return;
    const near = new Set([name]);
    for (const edge of all(".ie-g-edge")) {
      const on = Boolean(name) && (edge.dataset.a === name || edge.dataset.b === name);
      edge.classList.toggle("is-near", on);
      edge.classList.toggle("is-in", on && edge.dataset.b === name);
      if (on) near.add(edge.dataset.a).add(edge.dataset.b);
    }
    for (const other of all(".ie-g-node")) other.classList.toggle("is-near", near.has(other.dataset.node));
  }

  // Zoom

  function zoomTo(/** @type {number} */ to, /** @type {any} */ at = null) {
    const svg = picture();
    const place = canvas();
    if (!svg || !place) return;
    const before = scale;
    scale = Math.max(ZOOM[0], Math.min(ZOOM[1], to));
    const [wide, high] = svg.getAttribute("viewBox").split(" ").slice(2).map(Number);
    const box = place.getBoundingClientRect();
    const [x, y] = at ? [at.clientX - box.left, at.clientY - box.top] : [box.width / 2, box.height / 2];
    const [left, top] = [place.scrollLeft + x, place.scrollTop + y];
    svg.setAttribute("width", String(Math.round(wide * scale)));
    svg.setAttribute("height", String(Math.round(high * scale)));
    svg.style.flex = "none";
    if (scale === before) return;
    place.scrollLeft = (left * scale) / before - x;
    place.scrollTop = (top * scale) / before - y;
  }

  const sizes = () => picture().getAttribute("viewBox").split(" ").slice(2).map(Number);
  const room = () => [canvas().clientWidth - 2, canvas().clientHeight - 42];

  function fitted() {
    const [[wide, high], [w, h]] = [sizes(), room()];
    return Math.min(1, w / wide, h / high);
  }

  /** All cards are laid out anew, in the shape of the room that there is, so that they are as large as can be. */
  function fit() {
    if (!one(".ie-g-faint")) return zoomTo(fitted());
    const [[wide, high], [w, h]] = [sizes(), room()];
    fitting = true;
    send({ kind: "spread", width: Math.round(Math.max(w, Math.sqrt((wide * high * w) / h))) });
  }

  const zooms = { in: () => zoomTo(scale * STEP), out: () => zoomTo(scale / STEP), fit };

  function onWheel(event) {
    if (!(event.ctrlKey || event.metaKey) || !event.target.closest(".ie-g-canvas") || !picture()) return;
    event.preventDefault();
    zoomTo(scale * (event.deltaY < 0 ? STEP : 1 / STEP), event);
  }

  // To Python

  /** Tell Python how wide the picture may be. */
  function measure() {
    const place = canvas();
    const wide = place ? Math.round(place.clientWidth - ASIDE) : 0;
    if (wide < 200 || Math.abs(wide - width) < RESIZED) return;
    width = wide;
    send({ kind: "size", width });
  }

  function onResize() {
    clearTimeout(resizing);
    resizing = window.setTimeout(measure, width ? 150 : 0);
  }

  function onMessage(message) {
    page.answered();
    if (message?.kind !== "file") return;
    if (message.form === "png") return void toPng(message);
    const type = message.form === "svg" ? "image/svg+xml" : "text/plain";
    save(new Blob([message.text], { type }), message.name);
  }

  /** @param {Blob} blob @param {string} name */
  function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** The browser turns the drawing into pixels, two for one. */
  async function toPng(message) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(message.text)}`;
    await image.decode();
    const sheet = document.createElement("canvas");
    sheet.width = image.naturalWidth * 2;
    sheet.height = image.naturalHeight * 2;
    sheet.getContext("2d")?.drawImage(image, 0, 0, sheet.width, sheet.height);
    sheet.toBlob((blob) => blob && save(blob, message.name));
  }

  const isDark = () => getComputedStyle(root).getPropertyValue("--ie-card").trim() !== "#ffffff";

  // The search

  const names = () => one(".ie-g-names");
  const input = () => one('[data-ie="search"]');
  const open = () => all(".ie-g-names > li:not([hidden])");

  /** Show the names that fit: those that begin with what was typed, then those that hold it. */
  function suggest() {
    const words = input().value.trim().toLowerCase();
    const list = names();
    if (!words) return closeNames();
    const rated = [...list.children].map((it) => {
      const at = it.textContent.toLowerCase().search(new RegExp(`(^|[^a-z0-9])${escaped(words)}`));
      const has = it.textContent.toLowerCase().includes(words);
      return { it, rate: at === 0 ? 0 : at > 0 ? 1 : has ? 2 : 3 };
    });
    const fitting = rated.filter((one) => one.rate < 3).sort((a, b) => a.rate - b.rate).slice(0, SHOWN);
    const kept = new Set(fitting.map((one) => one.it));
    for (const { it } of rated) it.hidden = !kept.has(it);
    for (const { it } of fitting.reverse()) list.prepend(it);
    list.hidden = !kept.size;
    list.id = `${uid}-names`;
    choose(0);
  }

  const escaped = (/** @type {string} */ words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  function choose(/** @type {number} */ number) {
    const list = open();
    chosen = list.length ? (number + list.length) % list.length : -1;
    list.forEach((it, i) => {
      it.setAttribute("aria-selected", String(i === chosen));
      it.id = `${uid}-name-${i}`;
    });
    input().setAttribute("aria-expanded", String(list.length > 0));
    input().setAttribute("aria-controls", `${uid}-names`);
    if (chosen >= 0) input().setAttribute("aria-activedescendant", list[chosen].id);
    list[chosen]?.scrollIntoView({ block: "nearest" });
  }

  function closeNames() {
    const list = names();
    if (!list) return;
    list.hidden = true;
    chosen = -1;
    input()?.setAttribute("aria-expanded", "false");
    input()?.removeAttribute("aria-activedescendant");
    input()?.removeAttribute("aria-controls");
  }

  function take(/** @type {any} */ it, path = false) {
    if (!it) return;
    input().value = "";
    closeNames();
    const waiting = Boolean(one(".ie-g-wait"));
    wanted = true;
    // Among all cards one that is found is shown where it stands; C or a double click goes to it alone.
    const there = one(".ie-g-faint") && find(`node ${it.dataset.node}`);
    send({ kind: path || waiting ? "to" : there ? "look" : "focus", node: it.dataset.node });
    root.focus({ preventScroll: true });
    current = `node ${it.dataset.node}`;
  }

  // Mouse

  const plain = (kind) => () => send({ kind });
  const named = (kind) => (node) => send({ kind, node: node.dataset.node });
  const valued = (kind) => (node) => send({ kind, value: node.dataset.value });

  /** @type {Record<string, (node: any) => void>} */
  const commands = {
    grow: named("grow"),
    look: named("look"),
    focus: named("focus"),
    from: named("from"),
    back: plain("back"),
    whole: plain("whole"),
    clear: plain("clear"),
    mode: valued("mode"),
    page: valued("page"),
    hide: valued("hide"),
    kind: valued("kind"),
    way: valued("way"),
    sized: plain("sized"),
    sort: (node) => send({ kind: "sort", column: node.dataset.column }),
    pair: (node) => send({ kind: "pair", a: node.dataset.a, b: node.dataset.b }),
    play,
    export: (node) => send({ kind: "export", value: node.dataset.value, dark: isDark() }),
    zoom: (node) => zooms[node.dataset.value](),
  };

  /** The table of an example stands below the graph, often below the window: it is gone to once it is drawn. */
  function play(node) {
    const tables = () => [...(el.parentElement?.querySelectorAll(".ie-widget") || [])];
    const before = tables();
    let tries = 60;
    const look = () => {
      const made = tables().find((it) => !before.includes(it) && it.querySelector(".ie-board"));
      if (made) land(made);
      else if (tries-- > 0) looking = setTimeout(look, 100);
    };
    clearTimeout(looking);
    look();
    send({ kind: "play", a: node.dataset.a, b: node.dataset.b, edge: node.dataset.kind });
  }

  /** The example's event is in sight in the log, and the next decision has the focus, so that a number chooses at once. */
  function land(/** @type {any} */ table) {
    table.scrollIntoView({ block: "start" });
    for (const log of table.querySelectorAll("[data-end]")) {
      const line = log.querySelector(`[data-event="${Number(model.get("view").event)}"]`);
      const ahead = line ? line.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 2 : 0;
      log.scrollTop = line ? log.scrollTop + ahead : log.scrollHeight;
    }
    const here = document.activeElement === document.body || root.contains(document.activeElement);
    if (here) table.querySelector('.ie-decide [data-id="question"]')?.focus({ preventScroll: true });
  }

  function onClick(event) {
    const suggestion = event.target.closest(".ie-g-names > li");
    if (suggestion) return take(suggestion, event.shiftKey);
    if (!event.target.closest(".ie-g-search")) closeNames();
    const node = event.target.closest("[data-ie]");
    if (!node || !content.contains(node)) return;
    commands[node.dataset.ie]?.(node);
  }

  function onDouble(event) {
    const node = event.target.closest(".ie-g-node[data-ie='look']");
    if (node) send({ kind: "focus", node: node.dataset.node });
  }

  function onChange(event) {
    const node = event.target.closest("[data-ie='filter']");
    if (node) send({ kind: "filter", name: node.dataset.name, value: node.value });
  }

  function onInput(event) {
    if (event.target.dataset.ie === "search") suggest();
  }

  function onFocus(event) {
    const node = event.target;
    if (node.closest(".ie-g-canvas") && node.dataset.id) {
      current = node.dataset.id;
      rest();
    }
    point(node);
  }

  const onHover = (event) => point(event.target.closest?.(".ie-g-canvas") ? event.target : document.activeElement);
  const onLeave = () => point(null);

  // Keys

  function onKey(event) {
    const node = event.target;
    return node.matches("input, select, textarea") ? inField(event, node) : act(event.key, node);
  }

  function inField(event, node) {
    if (node.dataset.ie !== "search") return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (names().hidden) suggest();
      else choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
      return true;
    }
    if (event.key === "Enter") return take(open()[chosen], event.shiftKey), true;
    if (event.key !== "Escape") return false;
    if (names().hidden) goTo(items().find((it) => it.tabIndex === 0));
    closeNames();
    node.value = "";
    return true;
  }

  function act(key, node) {
    const it = node.closest(".ie-g-canvas :is(" + ITEMS + ")");
    const name = it?.dataset.node;
    if (key === "/") return goTo(input());
    if (key === "Backspace") return send({ kind: "back" }), true;
    if (key === "Escape") return escape(node);
    if (picture() && "+=-0".includes(key)) return zooms[{ "-": "out", 0: "fit" }[key] || "in"](), true;
    if (name && (key === "c" || key === "C")) return send({ kind: "focus", node: name }), true;
    if (name && (key === "p" || key === "P")) return send({ kind: "from", node: name }), true;
    const pressed = key === "Enter" || key === " ";
    if (pressed && it && it.tagName !== "BUTTON") return commands[it.dataset.ie]?.(it), true;
    if (key.startsWith("Arrow") && node.closest(".ie-g-canvas")) return across(key, it);
    return false;
  }

  function escape(node) {
    const menu = node.closest("details[open]");
    if (menu) {
      menu.open = false;
      return goTo(menu.querySelector("summary"));
    }
    if (one(".ie-g-wait")) return send({ kind: "from", node: "" }), true;
    return goTo(items().find((it) => it.tabIndex === 0));
  }

  /** The arrows go to the nearest thing in their direction; upward and downward what lies aside is near enough. */
  function across(key, from) {
    const list = items();
    if (!from) return goTo(list.find((it) => it.tabIndex === 0));
    const far = (sideways, ahead, off) =>
      sideways && off > 3 * ahead + 20 ? Infinity : ahead + (sideways ? 3 : 0.6) * off;
    goTo(nearest(key, from, list, far));
    return true;
  }

  function onPressElsewhere(event) {
    if (!root.contains(event.target)) closeNames();
  }

  page.listen({
    click: onClick,
    dblclick: onDouble,
    change: onChange,
    input: onInput,
    focusin: onFocus,
    pointerover: onHover,
    pointerleave: onLeave,
  });
  page.on(root, "wheel", onWheel, { passive: false });
  page.on(document, "pointerdown", onPressElsewhere, true);
  page.takeKeys(onKey);
  page.keepFocus();
  page.hear({ "change:view": draw, "msg:custom": onMessage });
  const watcher = new ResizeObserver(onResize);
  watcher.observe(root);
  draw();

  return () => {
    watcher.disconnect();
    clearTimeout(resizing);
    clearTimeout(looking);
    page.end();
  };
}

export default { render };
