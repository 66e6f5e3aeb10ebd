// What all widgets begin with: the root and its live region, the parts of a view, messages to Python, focus and keys.
// shell.py puts this before the module of each widget, as it does with every file that one imports from beside it.

/**
 * Without this JupyterLab takes the keys for its own and deletes cells. It looks at what has the focus before it looks
 * at anything around it, so that this must stand on every single thing that gets the focus.
 */
function keepKeys(/** @type {Element} */ it) {
  it.setAttribute("data-lm-suppress-shortcuts", "true");
}

/** Of all that the arrows reach in a region, one thing is its stop of the Tab key. */
export function oneStop(/** @type {Element[]} */ items, /** @type {Element | null | undefined} */ stop) {
  for (const it of items) {
    const index = it === stop ? "0" : "-1";
    if (it.getAttribute("tabindex") !== index) it.setAttribute("tabindex", index);
  }
}

const ARROWS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
const STEPS = { ...ARROWS, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/** Where a key leads in a list, from one place in it; undefined if that key leads nowhere. */
export function along(/** @type {string} */ key, /** @type {any[]} */ list, /** @type {number} */ at) {
  return key in STEPS ? list[Math.max(0, Math.min(list.length - 1, at + STEPS[key]))] : undefined;
}

/**
 * Where an arrow leads on a plane: to the nearest thing in its direction.
 * @param {string} key @param {Element} from @param {Element[]} list
 * @param {(sideways: boolean, ahead: number, off: number) => number} far how far something seems that lies off the line
 */
export function nearest(key, from, list, far = (_sideways, ahead, off) => ahead + 3 * off) {
  const middle = (/** @type {Element} */ it) => {
    const box = it.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best = null;
  let least = Infinity;
  for (const it of list) {
    const [a, b] = middle(it);
    const ahead = sign * (sideways ? a - x : b - y);
    const off = Math.abs(sideways ? b - y : a - x);
    if (it === from || ahead < 4) continue;
    if (far(sideways, ahead, off) < least) [best, least] = [it, far(sideways, ahead, off)];
  }
  return /** @type {HTMLElement | null} */ (best);
}

/**
 * Put an empty widget on the page.
 * @param {{model: any, el: HTMLElement}} context @param {string} cls
 * @param {{again?: boolean}} how whether the same words are said again when they come a second time
 */
export function begin({ model, el }, cls, { again = true } = {}) {
  const root = document.createElement("div");
  root.className = `ie ${cls}`;
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

  /** @type {Map<Element, string>} */
  let shown = new Map(); // what Python drew into each part
  let frame = "";
  let version = -1;
  /** @type {(() => void)[]} */
  const ends = [];

  const one = (/** @type {string} */ selector) => /** @type {any} */ (content.querySelector(selector));
  const all = (/** @type {string} */ selector) => /** @type {any[]} */ ([...content.querySelectorAll(selector)]);
  const find = (/** @type {string} */ id) => one(`[data-id="${CSS.escape(id)}"]`);
  const field = (/** @type {string} */ name) => one(`[data-field="${name}"]`)?.value || "";

  /** What has the focus inside. */
  function held() {
    const active = /** @type {any} */ (document.activeElement);
    return active && content.contains(active) ? active : null;
  }

  /**
   * Put the parts of a view in place; only those that differ are handed to `put`.
   * @param {any} view @param {(place: HTMLElement, html: string) => void} put
   */
  function show(view, put) {
    if (view.frame !== frame) {
      content.innerHTML = frame = view.frame;
      shown = new Map();
    }
    for (const place of all("[data-part]")) update(place, view.parts[place.dataset.part] || "", put);
    root.setAttribute("aria-label", view.label || "");
    const [first, fresh] = [version < 0, version !== view.version];
    version = view.version;
    if (fresh && (again || live.textContent !== view.say)) live.textContent = view.say || "";
    if (fresh && !first) answered();
    return { first, fresh };
  }

  /** @param {HTMLElement} place @param {string} html @param {(place: HTMLElement, html: string) => void} put */
  function update(place, html, put) {
    if (shown.get(place) === html) return;
    put(place, html);
    shown.set(place, html);
  }

  /** Show another widget in a place of this one. */
  async function showOther(/** @type {HTMLElement} */ place, /** @type {string} */ id) {
    try {
      const made = await model.widget_manager.create_view(await model.widget_manager.get_model(id));
      place.replaceChildren(made.el);
      made.trigger?.("displayed");
      place.scrollIntoView({ block: "nearest" });
      return true;
    } catch {
      return lost();
    }
  }

  // Python

  /** Send a message about the picture that is shown; false if nobody hears it. */
  function send(/** @type {any} */ message) {
    try {
      model.send({ ...message, version });
      return true;
    } catch {
      return lost();
    }
  }

  function lost() {
    for (const it of all(".ie-lost")) it.hidden = false;
    return false;
  }

  function answered() {
    for (const it of all(".ie-lost")) it.hidden = true;
  }

  // What is listened to until the widget is taken away

  /** @param {EventTarget} place @param {string} name @param {(event: any) => void} listener @param {any} how */
  function on(place, name, listener, how = false) {
    place.addEventListener(name, listener, how);
    ends.push(() => place.removeEventListener(name, listener, how));
  }

  /** Listen to what happens inside, by the names of the events. */
  function listen(/** @type {Record<string, (event: any) => void>} */ listeners) {
    for (const [name, listener] of Object.entries(listeners)) on(root, name, listener);
  }

  /** Listen to Python, by the names of the model's events. */
  function hear(/** @type {Record<string, (message: any) => void>} */ listeners) {
    for (const [name, listener] of Object.entries(listeners)) {
      model.on(name, listener);
      ends.push(() => model.off(name, listener));
    }
  }

  /**
   * Take the keys that one of two functions says it has done something with; all others are JupyterLab's.
   * @param {(event: any) => any} plain for keys alone or with Shift
   * @param {(event: any) => any} chord for keys with Ctrl or Cmd
   */
  function takeKeys(plain, chord = () => false) {
    on(root, "keydown", (event) => {
      const done = event.ctrlKey || event.metaKey ? chord(event) : !event.altKey && plain(event);
      if (!done) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Keep the focus as the person would expect where JupyterLab gives it to a cell, or forgets it. */
  function keepFocus() {
    // A press beside everything gives it to the widget, not to the cell.
    on(root, "click", () => setTimeout(() => root.contains(document.activeElement) || root.focus({ preventScroll: true })));
    // A press on a margin of the cell takes it away from here.
    const elsewhere = (/** @type {any} */ event) => {
      const focused = /** @type {HTMLElement} */ (document.activeElement);
      if (root.contains(focused) && !root.contains(event.target)) focused.blur();
    };
    on(document, "pointerdown", elsewhere, true);
  }

  function end() {
    for (const it of ends) it();
    root.remove();
  }

  on(root, "focusin", (event) => keepKeys(event.target));
  const looking = { root, content, one, all, find, field, held };
  const python = { show, update, showOther, send, answered, hear };
  return { ...looking, ...python, on, listen, takeKeys, keepFocus, end };
}
