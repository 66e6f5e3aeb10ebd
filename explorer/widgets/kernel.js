// Whether Python hears a table: busy, gone with its kernel, or never there. The table says so, and takes no clicks
// while a picture is about to change.

const WORKING = 300; // milliseconds until a busy Python is told of
const PATIENCE = 10000; // and until clicks count again all the same
const ALONE = 2500; // and until a picture that nobody answers is called one

/** @param {any} page what `begin` made @param {any} model */
export function watchKernel({ root, one, all, ...page }, model) {
  let alive = false; // whether Python has ever answered this view
  let lonely = 0;
  let waiting = 0;
  let since = 0;

  /** Send something that changes the picture. */
  function send(/** @type {any} */ message) {
    if (waiting && Date.now() - since < PATIENCE) return;
    if (!page.send(message)) return rest();
    clearTimeout(waiting);
    since = Date.now();
    waiting = window.setTimeout(slow, WORKING);
  }

  /** Ask for something that leaves the picture as it is. */
  function ask(/** @type {any} */ message) {
    const sent = page.send(message);
    if (!sent) rest();
    return sent;
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

  /** Wait for nothing any more. */
  function rest() {
    clearTimeout(waiting);
    waiting = 0;
    root.classList.remove("is-waiting");
    for (const place of all(".ie-slow")) place.hidden = true;
  }

  /** See whether Python is there: at first, and when Jupyter tells that the line to the kernel opens or breaks. */
  function probe() {
    if (!ask({ kind: "ping" })) return;
    clearTimeout(lonely);
    lonely = window.setTimeout(alone, ALONE);
  }

  function answered() {
    clearTimeout(lonely);
    alive = true;
    page.answered();
    for (const place of all(".ie-alone")) place.hidden = true;
  }

  /** A notebook opened without a kernel shows the last picture; Jupyter drops what is sent and says nothing. */
  function alone() {
    if (alive) return;
    if (model.widget_manager?.kernel?.status === "busy") return void (lonely = window.setTimeout(alone, ALONE));
    rest();
    for (const place of all(".ie-alone")) place.hidden = false;
  }

  function end() {
    clearTimeout(waiting);
    clearTimeout(lonely);
  }

  return { send, ask, rest, probe, answered, end, isAlive: () => alive, isWaiting: () => Boolean(waiting) };
}
