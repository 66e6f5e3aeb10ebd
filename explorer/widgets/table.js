// The table in a notebook. Python draws everything and sends it as one view: {version, error, say, frame, parts}.
// This module puts the parts in place, keeps focus and scrolling, and turns clicks and keys into messages.
// It draws nothing of its own and imports nothing.

const NUMBERS = "123456789";
const WORKING = 300; // milliseconds until a busy Python is told of
const PATIENCE = 10000; // and until clicks count again all the same
const HOVER = 80;
const ALONE = 2500; // and until a picture that nobody answers is called one
const GLIDE = 180; // and for which things move

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

/**
 * What one drawing's node and the next one's have in common if they are to be the same thing on the page. An option is
 * the same by its place: taking the button away that has the focus would cost a layout of the whole page.
 */
const nameOf = (/** @type {any} */ { nodeName, dataset }) =>
  `${nodeName} ${(dataset && !dataset.key && (dataset.id || dataset.ship || dataset.event)) || ""}`;

/**
 * Change the children of a live element by what differs between two drawings, the one it was made from and a new one.
 * What the page itself has changed since, such as open folds and Tab stops, stays.
 */
function morph(/** @type {Element} */ live, /** @type {Node} */ old, /** @type {Node} */ next) {
  /** @type {Map<string, [ChildNode, ChildNode][]>} */
  const known = new Map();
  const lives = [...live.childNodes];
  [...old.childNodes].forEach((node, i) => {
    const name = nameOf(node);
    if (!known.has(name)) known.set(name, []);
    known.get(name)?.push([lives[i], node]);
  });
  let at = live.firstChild;
  for (const node of next.childNodes) {
    const [it, was] = known.get(nameOf(node))?.shift() || [document.importNode(node, true), node];
    if (it === at) at = at.nextSibling;
    else live.insertBefore(it, at);
    if (was !== node && !was.isEqualNode(node)) update(it, was, node);
  }
  for (const [it] of [...known.values()].flat()) it.remove();
}

function update(/** @type {any} */ it, /** @type {any} */ was, /** @type {any} */ node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return void (it.nodeValue = node.nodeValue);
  for (const { name } of [...was.attributes]) if (!node.hasAttribute(name)) it.removeAttribute(name);
  for (const { name, value } of node.attributes) if (was.getAttribute(name) !== value) it.setAttribute(name, value);
  if ("value" in was && "value" in node && was.value !== node.value && !it.matches(":active")) it.value = node.value;
  morph(it, was, node);
}

/**
 * Without this JupyterLab takes the keys for its own and deletes cells. It looks at what has the focus before it looks
 * at anything around it, so that this must stand on every single thing that gets the focus.
 */
function keepKeys(/** @type {Element} */ it) {
  it.setAttribute("data-lm-suppress-shortcuts", "true");
}

/** @param {{model: any, el: HTMLElement}} context */
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "ie ie-fit ie-widget";
  root.setAttribute("role", "group");
  root.tabIndex = -1; // a click beside everything comes here, not to the notebook's cell
  keepKeys(root);
  const live = document.createElement("div");
  live.className = "ie-vh";
  live.setAttribute("aria-live", "polite");
  live.setAttribute("role", "status");
  const content = document.createElement("div");
  root.append(live, content);
  el.append(root);

  /** @type {Map<HTMLElement, {html: string, tree: DocumentFragment}>} */
  let shown = new Map(); // what Python drew into each part, untouched
  /** @type {Record<string, string>} */
  let current = {}; // the item of each region that Tab comes back to
  /** @type {Map<string, string>} */
  let cards = new Map(); // details of cards, options and events that Python has sent for this picture
  /** @type {Animation[]} */
  const moving = [];
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let frame = "";
  let version = -1;
  let alive = false; // whether Python has ever answered this view
  let lonely = 0;
  let waiting = 0;
  let goal = -1; // where the timeline was dragged to while Python was at work
  let since = 0;
  let hovering = 0;
  let asking = 0;
  let wanted = ""; // what the panel shows for as long as it is pointed at, and of what kind that is
  let sort = "";
  let below = ""; // the widget that is shown below the table
  let pinned = ""; // the card that was put there to stay
  let byHand = false; // the person has moved the focus to where it is, at this moment of the game
  let quiet = false; // the widget itself is moving the focus
  let spot = ""; // where the pointer was last
  let pointed = false; // the panel shows what the pointer or the focus is on, not what was asked for

  const find = (/** @type {string} */ id) =>
    /** @type {HTMLElement | null} */ (content.querySelector(`[data-id="${CSS.escape(id)}"]`));
  const one = (/** @type {string} */ selector) =>
    /** @type {HTMLElement | null} */ (content.querySelector(selector));
  const all = (/** @type {string} */ selector) =>
    /** @type {HTMLElement[]} */ ([...content.querySelectorAll(selector)]);
  const options = () => all(".ie-opts .ie-opt");

  // The picture

  function draw() {
    const view = model.get("view") || {};
    if (!view.parts) return;
    stopWaiting();
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const held = active && content.contains(active) ? active : null;
    const focus = held ? idOf(held) : "";
    const region = held ? regionOf(held) : "";
    const moved = view.moment !== content.dataset.moment;
    const lay = view.moves && moved && !still.matches ? places() : null;
    for (const it of moving.splice(0)) it.cancel();
    content.dataset.moment = view.moment;
    if (view.frame !== frame) {
      frame = view.frame;
      shown = new Map();
      content.innerHTML = frame;
    }
    if (version !== view.version) cards = new Map();
    for (const place of all("[data-part]")) put(place, view.parts[place.dataset.part || ""] || "");
    if (moved) {
      delete current.decide;
      byHand = false;
    }
    dress();
    filterLog();
    restUp();
    if (moved) scroll();
    root.setAttribute("aria-label", view.label || "");
    if (version !== view.version) live.textContent = view.say || "";
    if (version >= 0 && version !== view.version) answered();
    version = view.version;
    restore(held, focus, region);
    if (focus === "save" || focus === "load") one(".ie-menu :is(.ie-alert, .ie-note)")?.scrollIntoView({ block: "nearest" });
    leave();
    if (lay) move(lay);
    if (goal >= 0) scrubTo(goal);
    showBelow(view.below || "");
  }

  // Things that move

  /** Every ship and card on the board, by what it is, with where it lies. */
  function places() {
    /** @type {Map<string, [HTMLElement, DOMRect, Element | null]>} */
    const found = new Map();
    for (const it of all('[data-region="board"] :is([data-ship], [data-card])')) {
      const name = it.dataset.card ? `card ${it.dataset.card}` : `ship ${it.dataset.ship}`;
      if (!found.has(name)) found.set(name, [it, it.getBoundingClientRect(), it.parentElement]);
    }
    return found;
  }

  /** Let what went to another zone come from its old place. It is there already: clicks and keys need not wait. */
  function move(/** @type {ReturnType<typeof places>} */ before) {
    /** @type {Map<Element | null, number[]>} */
    const ships = new Map();
    for (const [name, [it, now]] of places()) {
      const old = before.get(name);
      if (!old || old[2] === it.parentElement || !now.width || !old[1].width) continue;
      const [x, y] = (it.dataset.card && ships.get(it.closest("[data-ship]"))) || [0, 0]; // a ship takes along what is aboard
      const [left, top] = [old[1].left - now.left - x, old[1].top - now.top - y];
      if (Math.abs(left) + Math.abs(top) < 2) continue;
      if (!it.dataset.card) ships.set(it, [left, top]);
      const panel = it.closest("section");
      glide(it, { transform: `translate(${left}px, ${top}px)`, zIndex: 2 }, { transform: "none", zIndex: 2 });
      if (panel && old[2]?.closest("section") !== panel) glide(panel, { zIndex: 1 }, { zIndex: 1 }); // above the panel it comes from
    }
  }

  function glide(/** @type {HTMLElement} */ it, /** @type {Keyframe} */ from, /** @type {Keyframe} */ to) {
    moving.push(it.animate([from, to], { duration: GLIDE, easing: "ease-out" }));
  }

  /** Bring a part up to date. Only what differs is touched, so that focus, scrolling and open folds stay. */
  function put(/** @type {HTMLElement} */ place, /** @type {string} */ html) {
    const before = shown.get(place);
    if (before?.html === html) return;
    const { content: tree } = Object.assign(document.createElement("template"), { innerHTML: html });
    morph(place, before ? before.tree : document.createDocumentFragment(), tree);
    shown.set(place, { html, tree });
  }

  /** After a decision the question and the end of the log are in sight. */
  function scroll() {
    for (const it of all(".ie-decide")) it.scrollTop = 0;
    for (const it of all("[data-end]")) it.scrollTop = it.scrollHeight;
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
      for (const it of items) {
        const index = it === stop ? "0" : "-1";
        if (it.getAttribute("tabindex") !== index) it.setAttribute("tabindex", index);
      }
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
    keepKeys(node);
    if (region && idOf(node)) {
      current[region] = idOf(node);
      if (itemsOf(region).includes(node)) restUp();
    }
    byHand = !quiet;
    if (!pointFrom(node) && region !== "info") leave();
  }

  // The panel for a card or a rule: fills when something is pointed at or has the focus, and covers nothing

  function peek(/** @type {string} */ kind, /** @type {string | Node} */ inner) {
    const box = one(".ie-peek");
    const info = one(".ie-info");
    if (!box || !info) return;
    const ends = all("[data-end]").filter((it) => it.scrollTop + it.clientHeight > it.scrollHeight - 4);
    box.replaceChildren();
    if (typeof inner === "string") box.innerHTML = inner;
    else box.append(inner);
    box.dataset.kind = kind;
    box.hidden = !kind;
    info.classList.toggle("is-peeking", Boolean(kind));
    info.scrollTop = 0;
    if (!kind) wanted = "";
    pointed = false;
    for (const it of ends) it.scrollTop = it.scrollHeight;
  }

  const peeking = () => one(".ie-peek:not([hidden])")?.dataset.kind || "";

  /** Show what is pointed at: a refused choice, a card, or what would follow an option. */
  function pointAt(/** @type {Element} */ node) {
    const refused = node.closest(".ie-reason .ie-key");
    const card = /** @type {HTMLElement | null} */ (node.closest("[data-region] [data-card]:not(.ie-opt)"));
    const option = /** @type {HTMLElement | null} */ (node.closest(".ie-opt[data-key]"));
    if (refused) explain(refused);
    else if (card && card.dataset.card) aboutCard(card);
    else if (option) return aboutOption(option);
    else return false;
    pointed = true;
    return true;
  }

  /** What was only pointed at gives its place back to the log. */
  function leave() {
    if (!pointed) return;
    const active = document.activeElement;
    if (!active || !content.contains(active) || !pointFrom(active)) peek("", "");
  }

  /** Show what the focus is on; of an option only if the person has gone there. */
  const pointFrom = (/** @type {Element} */ node) => (byHand || !node.closest(".ie-opt[data-key]")) && pointAt(node);

  function aboutCard(/** @type {HTMLElement} */ node) {
    const key = node.dataset.card || "";
    if (key === pinned && one('[data-part="card"]:not(:empty)')) return peek("", "");
    const words = document.createElement("p");
    words.textContent = node.title || node.textContent;
    tell("card", key, { kind: "about", card: key }, words);
  }

  /** What would follow an option; a card that was put into the panel to stay keeps its place. */
  function aboutOption(/** @type {HTMLElement} */ node) {
    if (one('[data-part="card"]:not(:empty)') || !alive) return false;
    const key = node.dataset.key || "";
    tell("next", `next ${key}`, { kind: "preview", key });
    pointed = true;
    return true;
  }

  /** Fill the panel with what Python tells of something, and until then with what is known of it here. */
  function tell(kind, key, message, /** @type {Node | undefined} */ meanwhile = undefined) {
    const known = cards.get(key);
    if (known || meanwhile) peek(kind, known || /** @type {Node} */ (meanwhile));
    else if (peeking() !== kind) peek("", "");
    wanted = key;
    sort = kind;
    clearTimeout(asking);
    if (!known) asking = window.setTimeout(() => ask(key, message), HOVER);
  }

  /** Ask Python about something, unless it is at work or the pointer has moved on. */
  function ask(key, message) {
    if (waiting || key !== wanted || cards.has(key)) return;
    try {
      model.send({ ...message, about: key, version });
    } catch (error) {
      lost();
    }
  }

  function onMessage(message) {
    answered();
    if (!message || message.kind !== "about") return;
    cards.set(message.card, message.html);
    if (message.card !== wanted) return;
    const was = pointed;
    peek(sort, message.html);
    pointed = was;
  }

  /** The clauses, rulings and powers that something cites, in full; a refused choice with its reason. */
  function explain(/** @type {Element} */ node) {
    const place = node.closest(".ie-reason, [data-event], .ie-ask, .ie-alert, .ie-scores tr");
    if (!place) return false;
    const box = document.createElement("div");
    box.className = "ie-rule-text";
    const add = (/** @type {string} */ tag, /** @type {string} */ words, cls = "") => {
      const part = document.createElement(tag);
      part.textContent = words;
      part.className = cls;
      if (words) box.append(part);
    };
    const refused = place.classList.contains("ie-reason");
    if (refused && node !== place) add("b", node.textContent || "");
    const told = place.querySelector(refused ? "b:not(.ie-key), span" : "b, h3, span");
    const said = /** @type {Element | undefined} */ (told?.cloneNode(true));
    if (refused) {
      // What was tried stands above, and the clause below in full.
      said?.querySelector(".ie-key")?.remove();
      const last = /** @type {Element | null | undefined} */ (said?.lastChild);
      if (last?.nodeName === "SPAN") last.remove();
    }
    add("p", (said?.textContent || "").replace(/^[:\s]+/, ""));
    const cited = new Set();
    for (const it of place.querySelectorAll(".ie-code, .ie-rule")) {
      if (cited.has(it.outerHTML)) continue;
      cited.add(it.outerHTML);
      add("b", it.classList.contains("ie-rule") ? "§" : it.textContent || "", "ie-code");
      add("p", it.getAttribute("title") || "");
    }
    const number = /** @type {HTMLElement} */ (place).dataset.event;
    if (number) tell("event", `event ${number}`, { kind: "event", number: Number(number) }, box);
    else peek("rule", box);
    if (!number) wanted = "";
    return true;
  }

  function help() {
    const keys = /** @type {HTMLTemplateElement | null} */ (content.querySelector(".ie-info > template"));
    if (keys) peek("keys", keys.content.cloneNode(true));
    wanted = "";
    return goTo(one(".ie-info"));
  }

  // The tabs beside the log

  function showTab(/** @type {string} */ name) {
    for (const it of all(".ie-tab")) it.setAttribute("aria-selected", String(it.dataset.panel === name));
    for (const it of all("[data-shown]")) it.hidden = it.dataset.shown !== name;
    current.tabs = `tab ${name}`;
    if (peeking()) peek("", "");
    if (one('[data-part="card"]:not(:empty)')) look(""); // it would cover the panel
    restUp();
    for (const it of all("[data-end]")) it.scrollTop = it.scrollHeight;
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
  async function showBelow(/** @type {string} */ id) {
    const place = one(".ie-below");
    if (!id || !place || !model.widget_manager || (id === below && place.firstChild)) return;
    below = id;
    try {
      const view = await model.widget_manager.create_view(await model.widget_manager.get_model(id));
      place.replaceChildren(view.el);
      place.scrollIntoView({ block: "nearest" });
    } catch (error) {
      lost();
    }
  }

  function onHover(event) {
    clearTimeout(hovering);
    const before = spot;
    onMove(event);
    if (spot === before) return; // a new picture has come under the pointer
    const node = /** @type {Element} */ (event.target);
    if (node.closest(".ie-info")) return;
    hovering = window.setTimeout(() => pointAt(node) || leave(), 50);
  }

  function onMove(event) {
    spot = `${event.clientX} ${event.clientY}`;
  }

  function onLeave() {
    clearTimeout(hovering);
    leave();
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

  function send(message) {
    // A picture that is about to change takes no clicks.
    if (waiting && Date.now() - since < PATIENCE) return;
    try {
      model.send({ ...message, version });
    } catch (error) {
      return lost();
    }
    clearTimeout(waiting);
    since = Date.now();
    waiting = window.setTimeout(slow, WORKING);
  }

  function slow() {
    if (!alive) return alone();
    root.classList.add("is-waiting");
    for (const place of all(".ie-slow")) place.hidden = false;
    const long = one(".ie-slow span + span");
    if (!long) return;
    long.hidden = Date.now() - since < PATIENCE;
    if (long.hidden) waiting = window.setTimeout(slow, PATIENCE - (Date.now() - since) + 10);
  }

  function stopWaiting() {
    clearTimeout(waiting);
    waiting = 0;
    root.classList.remove("is-waiting");
    for (const place of all(".ie-slow")) place.hidden = true;
  }

  function lost() {
    stopWaiting();
    for (const place of all(".ie-lost")) place.hidden = false;
  }

  /** See whether Python is there: at first, and when Jupyter tells that the line to the kernel opens or breaks. */
  function probe() {
    try {
      model.send({ kind: "ping", version });
    } catch (error) {
      return lost();
    }
    clearTimeout(lonely);
    lonely = window.setTimeout(alone, ALONE);
  }

  function answered() {
    clearTimeout(lonely);
    alive = true;
    for (const place of all(".ie-lost, .ie-alone")) place.hidden = true;
  }

  /** A notebook opened without a kernel shows the last picture; Jupyter drops what is sent and says nothing. */
  function alone() {
    if (alive) return;
    if (model.widget_manager?.kernel?.status === "busy") return void (lonely = window.setTimeout(alone, ALONE));
    stopWaiting();
    for (const place of all(".ie-alone")) place.hidden = false;
  }

  /** Show the moment under the pointer, and when Python is at work, the latest one that was wanted after that. */
  function scrubTo(/** @type {number} */ at) {
    goal = waiting ? at : -1;
    if (!waiting) send({ kind: "goto", at });
  }

  // Mouse

  const field = (/** @type {string} */ name) => {
    const found = /** @type {HTMLInputElement | null} */ (content.querySelector(`[data-field="${name}"]`));
    return found ? found.value : "";
  };

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
    look: (node) => look(node.dataset.card || ""),
    new: () => send({ kind: "new", players: Number(field("players")), seed: Number(field("seed")) }),
    save: () => send({ kind: "save", path: field("path") }),
    load: () => send({ kind: "load", path: field("path") }),
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

  function look(card) {
    peek("", "");
    pinned = card;
    send({ kind: "look", card });
  }

  /** Something on the board: with one option that is chosen, with several the first gets the focus, else its card shows. */
  function pick(node) {
    const numbers = (node.dataset.numbers || "").split(" ").filter(Boolean);
    const meant = options().filter((it) => numbers.includes(it.dataset.number || ""));
    if (meant.length === 1) return send({ kind: "choose", key: meant[0].dataset.key });
    for (const it of options()) it.classList.toggle("is-picked", meant.includes(it));
    if (meant.length) goTo(meant[0]);
    else if (node.dataset.card) look(node.dataset.card);
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

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = /** @type {HTMLElement} */ (event.target);
    const typing = node.matches("input:not([type=range]), select, textarea");
    const done = typing ? inField(event.key, node) : act(event.key, node, event.shiftKey);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
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
    const card = node.closest("[data-card]")?.dataset.card || (sort === "card" ? wanted : "");
    if (card) look(card);
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
      } else if (one('[data-part="card"]:not(:empty)')) look("");
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
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[key];
    return goTo(list[Math.max(0, Math.min(list.length - 1, to))]);
  }

  /** On the board the arrows go to the nearest card in their direction. */
  function across(key, node) {
    const list = itemsOf("board");
    const from = node.closest("button, summary");
    if (!from) return goTo(list[0]);
    const middle = (/** @type {Element} */ it) => {
      const box = it.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from);
    const side = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    let best = null;
    let least = Infinity;
    for (const it of list) {
      const [a, b] = middle(it);
      const ahead = sign * (side ? a - x : b - y);
      const off = Math.abs(side ? b - y : a - x);
      if (it === from || ahead < 4) continue;
      const far = ahead + 3 * off;
      if (far < least) [best, least] = [it, far];
    }
    goTo(best);
    return true;
  }

  function onToggle() {
    restUp();
  }

  /** A press on a margin of the cell takes the focus away from here, which JupyterLab forgets. */
  function onPressElsewhere(event) {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    if (root.contains(focused) && !root.contains(event.target)) focused.blur();
  }

  /** A press beside everything gives the focus to the table, where JupyterLab would give it to the cell. */
  function onPressHere() {
    setTimeout(() => root.contains(document.activeElement) || root.focus({ preventScroll: true }));
  }

  /** @type {[string, (event: any) => void, boolean][]} */
  const listeners = [
    ["click", onClick, false],
    ["click", onPressHere, false],
    ["change", onChange, false],
    ["input", onInput, false],
    ["keydown", onKey, false],
    ["focusin", onFocus, false],
    ["pointerover", onHover, false],
    ["pointermove", onMove, false],
    ["pointerleave", onLeave, false],
    ["toggle", onToggle, true],
  ];
  for (const [name, listener, capture] of listeners) root.addEventListener(name, listener, capture);
  document.addEventListener("pointerdown", onPressElsewhere, true);
  model.on("change:view", draw);
  model.on("msg:custom", onMessage);
  model.on("comm_live_update", probe);
  draw();
  probe();

  return () => {
    model.off("change:view", draw);
    model.off("msg:custom", onMessage);
    model.off("comm_live_update", probe);
    clearTimeout(waiting);
    clearTimeout(lonely);
    clearTimeout(hovering);
    clearTimeout(asking);
    document.removeEventListener("pointerdown", onPressElsewhere, true);
    for (const [name, listener, capture] of listeners) root.removeEventListener(name, listener, capture);
    root.remove();
  };
}

export default { render };
