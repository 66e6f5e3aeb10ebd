// The table in a notebook. Python draws everything and sends it as one view: {version, error, say, frame, parts}.
// This module puts the parts in place, keeps focus and scrolling, and turns clicks and keys into messages.
// It draws nothing of its own and imports nothing.

const NUMBERS = "123456789";

/** @param {{model: any, el: HTMLElement}} context */
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "ie ie-fit ie-widget";
  // Without this JupyterLab takes the keys for its own and deletes cells.
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  const live = document.createElement("div");
  live.className = "ie-vh";
  live.setAttribute("aria-live", "polite");
  live.setAttribute("role", "status");
  const content = document.createElement("div");
  root.append(live, content);
  el.append(root);

  /** @type {Record<string, string>} */
  let shown = {};
  let frame = "";
  let version = -1;
  let waiting = 0;

  const find = (/** @type {string} */ id) =>
    /** @type {HTMLElement | null} */ (content.querySelector(`[data-id="${CSS.escape(id)}"]`));
  const all = (/** @type {string} */ selector) =>
    /** @type {HTMLElement[]} */ ([...content.querySelectorAll(selector)]);
  const options = () => all(".ie-opts .ie-opt");

  function draw() {
    const view = model.get("view") || {};
    if (!view.parts) return;
    stopWaiting();
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const held = active && content.contains(active) ? active : null;
    const focus = held ? held.getAttribute("data-id") : null;
    const wasOption = Boolean(held && held.closest(".ie-decide"));
    const moved = view.moment !== content.dataset.moment;
    content.dataset.moment = view.moment;
    if (view.frame !== frame) {
      frame = view.frame;
      shown = {};
      content.innerHTML = frame;
    }
    for (const place of all("[data-part]")) {
      const name = place.dataset.part || "";
      const html = view.parts[name] || "";
      if (shown[name] === html) continue;
      shown[name] = html;
      replace(place, html, moved);
    }
    root.setAttribute("aria-label", view.label || "");
    root.setAttribute("role", "group");
    if (version !== view.version) live.textContent = view.say || "";
    version = view.version;
    restore(held, focus, wasOption);
  }

  /** Put new HTML in place of the old; what was opened stays open, what was scrolled stays scrolled. */
  function replace(place, html, moved) {
    const open = new Set([...place.querySelectorAll("details[open][data-id]")].map((one) => one.dataset.id));
    const fields = new Map([...place.querySelectorAll("[data-field]")].map((one) => [one.dataset.field, one.value]));
    const scrolls = new Map([...place.querySelectorAll("[data-scroll]")].map((one) => [one.dataset.scroll, one.scrollTop]));
    place.innerHTML = html;
    for (const one of place.querySelectorAll("details[data-id]")) one.open = open.has(one.dataset.id);
    for (const one of place.querySelectorAll("[data-field]"))
      if (fields.has(one.dataset.field)) one.value = fields.get(one.dataset.field);
    for (const one of place.querySelectorAll("[data-scroll]")) {
      if (one.dataset.end && (moved || !scrolls.has(one.dataset.scroll))) one.scrollTop = one.scrollHeight;
      else if (!moved) one.scrollTop = scrolls.get(one.dataset.scroll) || 0;
    }
  }

  /** Keep the focus where it was; when that is gone, go to the first option, or to the question. */
  function restore(held, focus, wasOption) {
    if (!held || content.contains(held)) return;
    const same = focus ? find(focus) : null;
    const next = same || (wasOption ? options()[0] : null) || find("question") || options()[0];
    if (next) {
      if (next.classList.contains("ie-opt")) rove(next);
      next.focus({ preventScroll: true });
    }
  }

  function rove(option) {
    for (const one of options()) one.tabIndex = one === option ? 0 : -1;
  }

  function send(message) {
    if (waiting && message.kind !== "undo" && message.kind !== "redo") return;
    try {
      model.send({ ...message, version });
      startWaiting();
    } catch (error) {
      lost();
    }
  }

  function startWaiting() {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      for (const one of all(".ie-slow")) one.hidden = false;
      waiting = 0;
    }, 1500);
  }

  function stopWaiting() {
    clearTimeout(waiting);
    waiting = 0;
    for (const one of all(".ie-slow")) one.hidden = true;
  }

  function lost() {
    stopWaiting();
    for (const one of all(".ie-lost")) one.hidden = false;
  }

  const field = (/** @type {string} */ name) => {
    const found = /** @type {HTMLInputElement | null} */ (content.querySelector(`[data-field="${name}"]`));
    return found ? found.value : "";
  };

  /** @type {Record<string, (node: HTMLElement) => void>} */
  const commands = {
    choose: (node) => send({ kind: "choose", key: node.dataset.key }),
    interrupt: (node) => send({ kind: "interrupt", key: node.dataset.key }),
    undo: () => send({ kind: "undo" }),
    redo: () => send({ kind: "redo" }),
    branch: () => send({ kind: "branch" }),
    line: (node) => send({ kind: "line", number: Number(node.dataset.number) }),
    mark: (node) => send({ kind: "mark", number: Number(node.dataset.number) }),
    log: (node) => send({ kind: "log", turns: Number(node.dataset.turns) }),
    look: (node) => send({ kind: "look", card: node.dataset.card }),
    new: () => send({ kind: "new", players: Number(field("players")), seed: Number(field("seed")) }),
    save: () => send({ kind: "save", path: field("path") }),
    load: () => send({ kind: "load", path: field("path") }),
    card: (node) => pick(node),
    ship: (node) => pick(node),
  };

  /** Something on the board: with one option that is chosen, with several the first gets the focus, else its card shows. */
  function pick(node) {
    const numbers = (node.dataset.numbers || "").split(" ").filter(Boolean);
    const wanted = options().filter((one) => numbers.includes(one.dataset.number || ""));
    if (wanted.length === 1) return send({ kind: "choose", key: wanted[0].dataset.key });
    for (const one of options()) one.classList.toggle("is-picked", wanted.includes(one));
    if (wanted.length) {
      rove(wanted[0]);
      wanted[0].focus();
      wanted[0].scrollIntoView({ block: "nearest" });
    } else if (node.dataset.card) send({ kind: "look", card: node.dataset.card });
  }

  function onClick(event) {
    const node = event.target.closest("[data-ie], [data-ship][data-numbers]");
    if (!node || !content.contains(node) || node.getAttribute("aria-disabled") === "true") return;
    const command = commands[node.dataset.ie || "ship"];
    if (command && node.tagName !== "INPUT" && node.tagName !== "SELECT") command(node);
  }

  function onChange(event) {
    const node = event.target.closest("[data-ie]");
    if (!node) return;
    if (node.dataset.ie === "goto") send({ kind: "goto", at: Number(node.value) });
    if (node.dataset.ie === "seat") send({ kind: "seat", seat: node.value });
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = /** @type {HTMLElement} */ (event.target);
    if (node.closest("input, select, textarea")) return;
    if (!act(event.key, node)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function act(key, node) {
    if (NUMBERS.includes(key)) return choose(Number(key));
    const named = { u: "undo", r: "redo", b: "branch" }[key.toLowerCase()];
    if (named) return send({ kind: named }), true;
    if (key === "ArrowDown" || key === "ArrowUp" || key === "Home" || key === "End") return step(key, node);
    return false;
  }

  function choose(number) {
    const option = options()[number - 1];
    if (option) send({ kind: "choose", key: option.dataset.key });
    return Boolean(option);
  }

  /** Move through what can be reached in the place that has the focus: options, cards of a zone, or anything else. */
  function step(key, node) {
    const list = node.closest(".ie-board") ? all(".ie-board button") : options();
    if (!list.length || node.closest(".ie-tree")) return false;
    const at = list.indexOf(node.closest("button"));
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? list.length - 1 : at - 1, Home: 0, End: list.length - 1 }[key];
    const next = list[Math.max(0, Math.min(list.length - 1, to))];
    if (next.classList.contains("ie-opt")) rove(next);
    next.focus();
    return true;
  }

  root.addEventListener("click", onClick);
  root.addEventListener("change", onChange);
  root.addEventListener("keydown", onKey);
  model.on("change:view", draw);
  draw();

  return () => {
    model.off("change:view", draw);
    clearTimeout(waiting);
    root.removeEventListener("click", onClick);
    root.removeEventListener("change", onChange);
    root.removeEventListener("keydown", onKey);
    root.remove();
  };
}

export default { render };
