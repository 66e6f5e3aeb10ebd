// The panel of the table for a card or a rule: it fills when something is pointed at or has the focus, and covers
// nothing. What Python has to tell of it comes as a message of its own, without a new picture.

const HOVER = 80; // milliseconds before Python is asked

/**
 * @param {any} page what `begin` made @param {any} kernel what `watchKernel` made
 * @param {() => boolean} byHand whether the person has moved the focus to where it is
 */
export function infoPanel(page, kernel, byHand) {
  const { content, one, all } = page;
  /** @type {Map<string, string>} */
  let cards = new Map(); // details of cards, options and events that Python has sent for this picture
  let hovering = 0;
  let asking = 0;
  let wanted = ""; // what the panel shows for as long as it is pointed at, and of what kind that is
  let sort = "";
  let pinned = ""; // the card that was put there to stay
  let spot = ""; // where the pointer was last
  let pointed = false; // the panel shows what the pointer or the focus is on, not what was asked for

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
    if (kind === "next") fit(info);
    if (!kind) wanted = "";
    pointed = false;
    for (const it of ends) it.scrollTop = it.scrollHeight;
  }

  /** What would follow says when more of it lies below. */
  function fit(/** @type {HTMLElement} */ info) {
    const next = info.querySelector(".ie-next");
    if (!next) return;
    const sign = /** @type {HTMLElement} */ (next.querySelector(".ie-unseen") || next.appendChild(document.createElement("div")));
    sign.className = "ie-unseen";
    sign.textContent = one(".ie-side").dataset.rest || "";
    sign.setAttribute("aria-hidden", "true");
    sign.hidden = info.scrollHeight - info.clientHeight - info.scrollTop < 4;
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
    const held = page.held();
    if (!held || !pointFrom(held)) peek("", "");
  }

  /** Show what the focus is on; of an option only if the person has gone there. */
  const pointFrom = (/** @type {Element} */ node) => (byHand() || !node.closest(".ie-opt[data-key]")) && pointAt(node);

  function aboutCard(/** @type {HTMLElement} */ node) {
    const key = node.dataset.card || "";
    if (key === pinned && one('[data-part="card"]:not(:empty)')) return peek("", "");
    const words = document.createElement("p");
    words.textContent = node.title || node.textContent;
    tell("card", key, { kind: "about", card: key }, words);
  }

  /** What would follow an option; a card that was put into the panel to stay keeps its place. */
  function aboutOption(/** @type {HTMLElement} */ node) {
    if (one('[data-part="card"]:not(:empty)') || !kernel.isAlive()) return false;
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
    if (kernel.isWaiting() || key !== wanted || cards.has(key)) return;
    kernel.ask({ ...message, about: key });
  }

  /** Take in what Python tells of something. */
  function receive(/** @type {{card: string, html: string}} */ message) {
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

  /** All keys and what they do. */
  function showKeys() {
    const keys = one(".ie-info > template");
    if (keys) peek("keys", keys.content.cloneNode(true));
    wanted = "";
  }

  /** Put a card there to stay, or take it away. */
  function pin(/** @type {string} */ card) {
    peek("", "");
    pinned = card;
    kernel.send({ kind: "look", card });
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

  page.listen({ pointerover: onHover, pointermove: onMove, pointerleave: onLeave });

  return {
    peek,
    peeking,
    pointFrom,
    fit: () => fit(one(".ie-info")),
    leave,
    receive,
    explain,
    showKeys,
    pin,
    card: () => (sort === "card" ? wanted : ""), // the one that is shown for as long as it is pointed at
    forget: () => (cards = new Map()),
    end: () => [hovering, asking].forEach((timer) => clearTimeout(timer)),
  };
}
