// How one picture of the table becomes the next: what is the same stays on the page as it is, with its focus,
// scrolling and open folds, and what went to another place glides there.

const GLIDE = 180; // milliseconds for which things move

/** @type {WeakMap<Element, DocumentFragment>} */
const drawn = new WeakMap(); // what Python drew into each part, untouched

/** Bring a part up to date. Only what differs is touched. */
export function redraw(/** @type {HTMLElement} */ place, /** @type {string} */ html) {
  const { content: tree } = Object.assign(document.createElement("template"), { innerHTML: html });
  morph(place, drawn.get(place) || document.createDocumentFragment(), tree);
  drawn.set(place, tree);
}

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
    if (was !== node && !was.isEqualNode(node)) change(it, was, node);
  }
  for (const [it] of [...known.values()].flat()) it.remove();
}

function change(/** @type {any} */ it, /** @type {any} */ was, /** @type {any} */ node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return void (it.nodeValue = node.nodeValue);
  for (const { name } of [...was.attributes]) if (!node.hasAttribute(name)) it.removeAttribute(name);
  for (const { name, value } of node.attributes) if (was.getAttribute(name) !== value) it.setAttribute(name, value);
  if ("value" in was && "value" in node && was.value !== node.value && !it.matches(":active")) it.value = node.value;
  morph(it, was, node);
}

/** Every ship and card on the board, by what it is, with where it lies. */
export function places(/** @type {Element} */ content) {
  /** @type {Map<string, [HTMLElement, DOMRect, Element | null]>} */
  const found = new Map();
  const there = content.querySelectorAll('[data-region="board"] :is([data-ship], [data-card])');
  for (const it of /** @type {NodeListOf<HTMLElement>} */ (there)) {
    const name = it.dataset.card ? `card ${it.dataset.card}` : `ship ${it.dataset.ship}`;
    if (!found.has(name)) found.set(name, [it, it.getBoundingClientRect(), it.parentElement]);
  }
  return found;
}

/**
 * Let what went to another zone come from its old place. It is there already: clicks and keys need not wait.
 * @param {ReturnType<typeof places>} before @param {ReturnType<typeof places>} after
 * @returns {Animation[]} what moves
 */
export function glide(before, after) {
  /** @type {Animation[]} */
  const moving = [];
  const start = (/** @type {HTMLElement} */ it, /** @type {Keyframe} */ from, /** @type {Keyframe} */ to) =>
    moving.push(it.animate([from, to], { duration: GLIDE, easing: "ease-out" }));
  /** @type {Map<Element | null, number[]>} */
  const ships = new Map();
  for (const [name, [it, now]] of after) {
    const old = before.get(name);
    if (!old || old[2] === it.parentElement || !now.width || !old[1].width) continue;
    const [x, y] = (it.dataset.card && ships.get(it.closest("[data-ship]"))) || [0, 0]; // a ship takes along what is aboard
    const [left, top] = [old[1].left - now.left - x, old[1].top - now.top - y];
    if (Math.abs(left) + Math.abs(top) < 2) continue;
    if (!it.dataset.card) ships.set(it, [left, top]);
    const panel = it.closest("section");
    start(it, { transform: `translate(${left}px, ${top}px)`, zIndex: 2 }, { transform: "none", zIndex: 2 });
    if (panel && old[2]?.closest("section") !== panel) start(panel, { zIndex: 1 }, { zIndex: 1 }); // above the panel it comes from
  }
  return moving;
}
