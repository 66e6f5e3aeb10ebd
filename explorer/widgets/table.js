// The table in a notebook. Python draws everything and sends it as one view: {version, error, say, frame, parts}.
// This module puts the parts in place, keeps focus and scrolling, and turns clicks and keys into messages.
// It draws nothing of its own.

import { along, begin, nearest, oneStop } from "./shell.js";
import { infoPanel } from "./info.js";
import { watchKernel } from "./kernel.js";
import { glide, places, redraw } from "./picture.js";

const NUMBERS = "123456789";

// What the arrows reach inside each region; the region itself is one stop of the Tab key.
const ITEMS = {
  offer: "button",
  stack: "select, button",
  decide: ".ie-opt, summary, .ie-key[role]",
  board: "button, summary",
  info: ".ie-info",
  tabs: "button",
  log: ".ie-find input, summary, button, [data-event]",
  lines: ".ie-moment-row",
  stops: "button",
  bots: "button",
  time: "button, summary, .ie-track",
};

/** @param {{model: any, el: HTMLElement}} context */
function render(context) {
  const { model } = context;
  const page = begin(context, "ie-fit ie-widget");
  const { root, content, one, all, find, field } = page;
  const kernel = watchKernel(page, model);
  const send = kernel.send;
  const info = infoPanel(page, kernel, () => byHand);
  const { peek, peeking, explain } = info;
  /** @type {Record<string, string>} */
  let current = {}; // the item of each region that Tab comes back to
  /** @type {Animation[]} */
  let moving = [];
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let goal = -1; // where the timeline was dragged to while Python was at work
  let below = ""; // the widget that is shown below the table
  const beside = document.createElement("div"); // beside the root: keys and clicks in there are none of the table's business
  beside.className = "ie-below";
  context.el.append(beside);
  let byHand = false; // the person has moved the focus to where it is, at this moment of the game
  let quiet = false; // the widget itself is moving the focus

  const watcher = new ResizeObserver(() => showMore());
  const more = document.createElement("div"); // the sign that a decision goes on below
  more.className = "ie-unseen";
  more.setAttribute("aria-hidden", "true"); // who hears the options hears them all

  const options = () => all(".ie-opts .ie-opt");

  // The picture

  function draw() {
    const view = model.get("view") || {};
    if (!view.parts) return;
    kernel.rest();
    const held = page.held();
    const focus = held ? idOf(held) : "";
    const region = held ? regionOf(held) : "";
    const moved = view.moment !== content.dataset.moment;
    const lay = view.moves && moved && !still.matches ? places(content) : null;
    for (const it of moving) it.cancel();
    content.dataset.moment = view.moment;
    const { first, fresh } = page.show(view, redraw);
    if (fresh) info.forget();
    if (fresh && !first) kernel.answered();
    if (moved) {
      delete current.decide;
      byHand = false;
    }
    dress();
    filterLog();
    restUp();
    if (moved) scroll();
    restore(held, focus, region);
    if (focus === "save" || focus === "load") one(".ie-menu :is(.ie-alert, .ie-note)")?.scrollIntoView({ block: "nearest" });
    info.leave();
    moving = lay ? glide(lay, places(content)) : [];
    if (goal >= 0) scrubTo(goal);
    showBelow(view.below || "");
    watcher.observe(one('[data-part="decide"]'));
    showMore();
  }

  /** After a decision the question and the end of the log are in sight. */
  function scroll() {
    for (const it of all(".ie-decide")) it.scrollTop = 0;
    for (const it of all("[data-end]")) toEnd(it);
  }

  /** Show the end of the log, or the line at which a stop was met. */
  function toEnd(/** @type {HTMLElement} */ it) {
    const met = it.querySelector("[data-halt]");
    it.scrollTop = it.scrollHeight;
    if (met) it.scrollTop += Math.min(0, met.getBoundingClientRect().top - it.getBoundingClientRect().top - it.clientHeight / 3);
  }

  /** Make what Python has drawn reachable: refused choices and log lines, and one scrolling box for a whole region. */
  function dress() {
    for (const it of all(".ie-decide [tabindex='0']:not(.ie-opt), .ie-tree:has([data-event]), .ie-info button")) it.setAttribute("tabindex", "-1");
    all(".ie-reason .ie-key").forEach((it, i) => {
      it.setAttribute("role", "button");
      it.setAttribute("aria-disabled", "true");
      it.dataset.id = `refused ${i}`;
    });
    for (const it of all("[data-event]")) {
      it.setAttribute("role", "button");
      it.dataset.id = `event ${it.dataset.event}`;
    }
  }

  /** A long decision says at its lower end how much of it lies below: many browsers hide their scroll bars. */
  function showMore() {
    const box = one(".ie-decide");
    if (!box) return;
    if (more.parentElement !== box) box.append(more);
    more.hidden = box.scrollHeight - box.clientHeight - box.scrollTop < 4;
    if (more.hidden) return;
    const end = more.getBoundingClientRect().top + 4;
    const low = [...box.querySelectorAll(".ie-opt")].filter((it) => it.getBoundingClientRect().bottom > end);
    const count = low.filter((it) => !it.closest("details:not([open])")).length;
    const { more: some, rest } = one(".ie-side").dataset;
    more.textContent = count ? some.replace("#", String(count)) : rest;
  }

  function onMore() {
    const box = one(".ie-decide");
    box?.scrollBy({ top: box.clientHeight - 60, behavior: still.matches ? "auto" : "smooth" });
  }

  // Regions

  const regionOf = (/** @type {Element} */ node) =>
    /** @type {HTMLElement | null} */ (node.closest("[data-region]"))?.dataset.region || "";

  const idOf = (/** @type {HTMLElement} */ node) =>
    node.dataset.id || (node.tagName === "SUMMARY" ? `of ${node.parentElement?.dataset.id}` : "");

  /** What can have the focus in a region now, in order. */
  function itemsOf(/** @type {string} */ region) {
    const place = one(`[data-region="${region}"]`);
    if (!place || !(region in ITEMS)) return [];
    if (region === "info") return [place];
    const found = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(ITEMS[region])]).filter((it) => {
      const fold = it.tagName === "SUMMARY" ? it.parentElement?.parentElement : it;
      return !fold?.closest("details:not([open])") && !it.closest("[hidden], .ie-form") && !it.matches(":disabled");
    });
    const question = find("question");
    return found.length || region !== "decide" || !question ? found : [question];
  }

  /** Give each region its one Tab stop: what had the focus there last, else what is likeliest to be wanted. */
  function restUp() {
    for (const region of Object.keys(ITEMS)) {
      const items = itemsOf(region);
      const usual = {
        decide: (it) => it.matches(".ie-opt"), // before what came to nothing
        board: (it) => it.dataset.numbers,
        time: (it) => it.dataset.id === "timeline",
        tabs: (it) => it.getAttribute("aria-selected") === "true",
        lines: (it) => it.hasAttribute("aria-current"),
      }[region];
      const stop =
        items.find((it) => idOf(it) === current[region]) ||
        (region === "log" ? items[items.length - 1] : (usual && items.find(usual)) || items[0]);
      oneStop(items, stop);
    }
  }

  function goTo(/** @type {HTMLElement | undefined | null} */ item, scroll = true) {
    if (!item) return false;
    const fold = /** @type {HTMLDetailsElement | null} */ (item.closest("details:not([open])"));
    if (fold && item.tagName !== "SUMMARY") fold.open = true;
    if (!item.hasAttribute("tabindex")) item.tabIndex = -1;
    item.focus({ preventScroll: !scroll });
    return true;
  }

  /** Keep the focus where it was; when that is gone, stay in its region, or go to the decision. */
  function restore(held, focus, region) {
    if (!held || (document.activeElement === held && idOf(held) === focus)) return; // moved about, it has lost it
    const stop = (/** @type {string} */ name) => itemsOf(name).find((it) => it.tabIndex === 0);
    const same = focus && (region !== "decide" || !focus.startsWith("refused")) ? again(region, focus) : null;
    gently(same || (region !== "stack" && stop(region)) || stop("decide") || find("question"), false);
  }

  /** Give something the focus without showing what would follow it: nobody has asked, and it would cover the log. */
  function gently(/** @type {HTMLElement | undefined | null} */ item, scroll = true) {
    quiet = true;
    const done = goTo(item, scroll);
    quiet = false;
    if (done) byHand = false;
    return done;
  }

  const again = (/** @type {string} */ region, /** @type {string} */ id) =>
    itemsOf(region).find((it) => idOf(it) === id) || find(id);

  function onFocus(event) {
    const node = /** @type {HTMLElement} */ (event.target);
    const region = regionOf(node);
    if (region && idOf(node)) {
      current[region] = idOf(node);
      if (itemsOf(region).includes(node)) restUp();
    }
    byHand = !quiet;
    if (!info.pointFrom(node) && region !== "info") info.leave();
    if (region === "decide") showMore();
  }

  function onMessage(message) {
    kernel.answered();
    if (message?.kind === "about") info.receive(message);
  }

  function help() {
    info.showKeys();
    return goTo(one(".ie-info"));
  }

  // The tabs beside the log

  function showTab(/** @type {string} */ name) {
    for (const it of all(".ie-tab")) it.setAttribute("aria-selected", String(it.dataset.panel === name));
    for (const it of all("[data-shown]")) it.hidden = it.dataset.shown !== name;
    current.tabs = `tab ${name}`;
    if (peeking()) peek("", "");
    if (one('[data-part="card"]:not(:empty)')) info.pin(""); // it would cover the panel
    restUp();
    for (const it of all("[data-end]")) toEnd(it);
  }

  function turnTab(by) {
    const tabs = all(".ie-tab");
    const at = tabs.findIndex((it) => it.getAttribute("aria-selected") === "true");
    const next = tabs[(at + by + tabs.length) % tabs.length];
    showTab(next.dataset.panel || "");
    return goTo(next);
  }

  /** Put the cursor into a field of a panel. */
  function intoPanel(/** @type {string} */ name, /** @type {string} */ selector) {
    showTab(name);
    return goTo(one(selector));
  }

  /** Another widget that belongs to this table, such as the editor of this moment. */
  function showBelow(/** @type {string} */ id) {
    if (!id || !model.widget_manager || (id === below && beside.firstChild)) return;
    below = id;
    page.showOther(beside, id);
  }

  // The log

  function filterLog() {
    const input = /** @type {HTMLInputElement | null} */ (content.querySelector('[data-ie="find"]'));
    if (!input) return;
    const words = input.value.trim().toLowerCase();
    let count = 0;
    for (const row of all(".ie-tree li").reverse()) {
      const line = /** @type {HTMLElement | null} */ (row.querySelector(":scope > div"));
      const hit = Boolean(words) && (line?.textContent || "").toLowerCase().includes(words);
      count += Number(hit);
      line?.classList.toggle("is-found", hit);
      row.hidden = Boolean(words) && !hit && !row.querySelector(":scope > ul > li:not([hidden])");
    }
    const note = one(".ie-find [data-some]");
    if (note) note.textContent = words ? (note.dataset.some || "").replace("#", String(count)) : "";
  }

  function onInput(event) {
    if (event.target.dataset.ie === "goto") scrubTo(Number(event.target.value));
    if (event.target.dataset.ie !== "find") return;
    filterLog();
    restUp();
  }

  // To Python

  /** Show the moment under the pointer, and when Python is at work, the latest one that was wanted after that. */
  function scrubTo(/** @type {number} */ at) {
    goal = kernel.isWaiting() ? at : -1;
    if (goal < 0) send({ kind: "goto", at });
  }

  // Mouse

  /** @type {Record<string, (node: HTMLElement) => void>} */
  const commands = {
    choose: (node) => send({ kind: "choose", key: node.dataset.key }),
    interrupt: (node) => send({ kind: "interrupt", key: node.dataset.key }),
    line: (node) => send({ kind: "line", number: Number(node.dataset.number) }),
    visit: (node) => send({ kind: "visit", number: Number(node.dataset.number) }),
    unstop: (node) => send({ kind: "unstop", number: Number(node.dataset.number) }),
    note: () => send({ kind: "note", name: field("name"), comment: field("comment") }),
    stop: () => send({ kind: "stop", card: field("stop-card"), event: field("stop-event"), seat: field("stop-seat") }),
    only: (node) => narrow({ [node.dataset.what || ""]: node.dataset.value || "" }),
    clear: () => send({ kind: "filter", card: "", seat: "", clause: "" }),
    tab: (node) => showTab(node.dataset.panel || ""),
    back: (node) => send({ kind: "back", to: node.dataset.to }),
    begin: (node) => send({ kind: "begin", number: Number(node.dataset.number) }),
    mark: (node) => send({ kind: "mark", number: Number(node.dataset.number) }),
    former: (node) => send({ kind: "former", number: Number(node.dataset.number) }),
    log: (node) => send({ kind: "log", turns: Number(node.dataset.turns) }),
    forward: (node) => send({ kind: "forward", to: node.dataset.to }),
    look: (node) => info.pin(node.dataset.card || ""),
    new: () => send({ kind: "new", players: Number(field("players")), seed: Number(field("seed")) }),
    save: () => send({ kind: "save", path: field("path") }),
    load: () => send({ kind: "load", path: field("path") }),
    compare: ({ dataset }) => send({ kind: "compare", ruling: dataset.ruling || "", event: dataset.number ? Number(dataset.number) : null }),
    card: (node) => pick(node),
    ship: (node) => pick(node),
  };
  for (const kind of ["undo", "redo", "branch", "resume", "dismiss", "forget", "pause", "step", "cut", "restore", "run", "wait", "edit"])
    commands[kind] = () => send({ kind });

  /** Narrow the log to what its form says, or to something else in its place. */
  function narrow(/** @type {Record<string, string>} */ instead = {}) {
    if (Object.keys(instead).length) showTab("log");
    const card = field("only-card");
    send({ kind: "filter", card, seat: field("only-seat"), clause: field("only-clause"), ...instead });
  }

  /** Something on the board: with one option that is chosen, with several the first gets the focus, else its card shows. */
  function pick(node) {
    const numbers = (node.dataset.numbers || "").split(" ").filter(Boolean);
    const meant = options().filter((it) => numbers.includes(it.dataset.number || ""));
    if (meant.length === 1) return send({ kind: "choose", key: meant[0].dataset.key });
    for (const it of options()) it.classList.toggle("is-picked", meant.includes(it));
    if (meant.length) goTo(meant[0]);
    else if (node.dataset.card) info.pin(node.dataset.card);
  }

  function onClick(event) {
    const node = event.target.closest("[data-ie], [data-ship][data-numbers]");
    if (!node || !content.contains(node)) {
      const place = event.target.closest(".ie-reason .ie-key, [data-event], .ie-code, .ie-rule");
      if (place && content.contains(place)) explain(place);
      return;
    }
    if (node.getAttribute("aria-disabled") === "true") return;
    const command = commands[node.dataset.ie || "ship"];
    if (command && node.tagName !== "INPUT" && node.tagName !== "SELECT") command(node);
  }

  function onChange(event) {
    const node = event.target.closest("[data-ie]");
    if (!node) return;
    if (node.dataset.ie === "seat") send({ kind: "seat", seat: node.value });
    if (node.dataset.ie === "bot") send({ kind: "bot", seat: node.dataset.seat, bot: node.value });
    if (node.dataset.ie.startsWith("only-")) narrow();
  }

  // Keys

  function onKey({ key, shiftKey, target }) {
    const typing = target.matches("input:not([type=range]), select, textarea");
    return typing ? inField(key, target) : act(key, target, shiftKey);
  }

  function inField(key, node) {
    if (key === "Enter" && node.dataset.ie === "name") return commands.note(node), true;
    if (key === "Enter" && node.dataset.ie === "stop-card") return commands.stop(node), true;
    if (node.dataset.ie !== "find") return key === "Escape" && back(node);
    const input = /** @type {HTMLInputElement} */ (node);
    if (key === "Enter") return send({ kind: "log", turns: 100000 }), true;
    if (key === "ArrowDown" || key === "ArrowUp") return step(key, node);
    if (key !== "Escape") return false;
    input.value = "";
    filterLog();
    return back(node);
  }

  function act(key, node, shift) {
    const region = regionOf(node);
    if (NUMBERS.includes(key)) return choose(Number(key));
    const named = { u: "undo", r: "redo", b: "branch" }[key.toLowerCase()];
    if (named) return send({ kind: named }), true;
    if (key === "0") return goTo(options()[9] || one('[data-region="decide"] summary'));
    if (key === "?") return help();
    if (key === "/") return intoPanel("log", '[data-id="find"]');
    if (key === "n" || key === "N") return intoPanel("lines", '[data-field="name"]');
    if (key === "Delete" && region === "lines" && Number(node.dataset.number)) return send({ kind: "cut", number: Number(node.dataset.number) }), true;
    if (region === "tabs" && (key === "ArrowLeft" || key === "ArrowRight")) return turnTab(key === "ArrowLeft" ? -1 : 1);
    if (key === "c" || key === "C") return keepCard(node);
    if (key === "t" || key === "T") return all(".ie-info .is-two").map((it) => it.classList.toggle("is-turned")).length > 0;
    if (key === "w" || key === "W") return goTo(one(".ie-reason .ie-key"));
    if (key === "l" || key === "L") return clause(node);
    if (key === "Escape") return back(node);
    if (key === "Enter" || key === " ") return node.matches("[data-event], .ie-key") && explain(node);
    if (region === "time" && (key === "ArrowLeft" || key === "ArrowRight")) return scrub(key === "ArrowLeft" ? -1 : 1, shift);
    if (region === "board" && key.startsWith("Arrow")) return across(key, node);
    if (["ArrowDown", "ArrowUp", "Home", "End"].includes(key)) return step(key, node);
    return false;
  }

  function choose(number) {
    const option = options()[number - 1];
    if (option) send({ kind: "choose", key: option.dataset.key });
    return Boolean(option);
  }

  function scrub(by, turn) {
    const track = /** @type {HTMLInputElement | null} */ (content.querySelector(".ie-track"));
    if (!track || track.disabled) return true;
    const at = Number(track.value) + by;
    if (turn) send({ kind: "turn", by });
    else if (at >= 0 && at <= Number(track.max)) send({ kind: "goto", at });
    return true;
  }

  function keepCard(node) {
    const card = node.closest("[data-card]")?.dataset.card || info.card();
    if (card) info.pin(card);
    return true;
  }

  function clause(node) {
    const line = node.closest("[data-event], .ie-key, .ie-alert");
    return explain(line || one(".ie-decide .ie-ask .ie-code") || node);
  }

  /** Close what is open, one after the other, and end at the decision. */
  function back(node) {
    const fold = node.closest("details[open]");
    const stop = itemsOf("decide").find((it) => it.tabIndex === 0);
    if (peeking() === "keys" || (peeking() && regionOf(node) === "info")) peek("", "");
    else if (fold) {
      fold.open = false;
      restUp();
      return goTo(fold.querySelector("summary"));
    } else if (regionOf(node) === "decide") {
      if (peeking()) {
        byHand = false;
        peek("", "");
      } else if (one('[data-part="card"]:not(:empty)')) info.pin("");
      return node.matches(".ie-opt, h3") || gently(options()[0] || stop);
    }
    return gently(stop || find("question"));
  }

  function step(key, node) {
    const region = regionOf(node);
    const list = itemsOf(region);
    const from = node.closest("[data-event]") || node.closest("button, summary, .ie-key, input") || node;
    const at = list.indexOf(/** @type {HTMLElement} */ (from));
    if (region === "info" || (!list.length && region)) return false;
    if (!region || at < 0) return goTo(itemsOf(region || "decide")[0]);
    return goTo(along(key, list, at));
  }

  /** On the board the arrows go to the nearest card in their direction. */
  function across(key, node) {
    const list = itemsOf("board");
    const from = node.closest("button, summary");
    if (!from) return goTo(list[0]);
    goTo(nearest(key, from, list));
    return true;
  }

  function onToggle(/** @type {Event} */ event) {
    restUp();
    const fold = /** @type {HTMLDetailsElement} */ (event.target);
    const box = /** @type {HTMLElement | null} */ (fold.closest(".ie-decide"));
    if (fold.open && box) intoView(fold, box);
    showMore();
  }

  /** What was opened at the lower edge of a box comes up into it, as far as its heading stays. */
  function intoView(/** @type {HTMLElement} */ fold, /** @type {HTMLElement} */ box) {
    const [own, around] = [fold.getBoundingClientRect(), box.getBoundingClientRect()];
    const below = Math.min(own.bottom - around.bottom + 36, own.top - around.top - 8);
    box.scrollTop += Math.max(0, below);
    fold.querySelector("li")?.scrollIntoView({ block: "nearest" });
  }

  page.listen({ click: onClick, change: onChange, input: onInput, focusin: onFocus });
  page.on(root, "toggle", onToggle, true);
  page.on(root, "scroll", (event) => event.target.matches?.(".ie-decide") && showMore(), true);
  page.on(root, "scroll", (event) => event.target.matches?.(".ie-info") && info.fit(), true);
  page.on(more, "click", onMore);
  page.takeKeys(onKey);
  page.keepFocus();
  page.hear({ "change:view": draw, "msg:custom": onMessage, comm_live_update: kernel.probe });
  draw();
  kernel.probe();

  return () => {
    kernel.end();
    watcher.disconnect();
    info.end();
    page.end();
    beside.remove();
  };
}

export default { render };
