// What a player sees of a table, read from the page itself. It is put into the page before the
// page's own scripts, and leaves `window.soak` there: a trace of requests and stream, a look at the
// screen, and ways to wait for what it shows.

{
  const TRACE = 400;
  const soak = { trace: [], posts: 0, answers: 0, look, awaitKind, awaitEffect };
  window.soak = soak;

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const text = (selector) => one(selector)?.textContent ?? "";
  const isShown = (node) => Boolean(node) && !node.closest("[hidden]");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  // The trace.

  function note(what, more = "") {
    soak.trace.push(`${Math.round(performance.now())} ${what} ${more}`.trim());
    if (soak.trace.length > TRACE) soak.trace.splice(0, TRACE / 2);
  }

  const fetchIt = window.fetch.bind(window);
  window.fetch = async (url, init) => {
    const method = init?.method ?? "GET";
    const isChange = method === "POST" && /\/(choose|undo)$/.test(String(url));
    const name = `${method} ${String(url).replace(/.*\/tables\/[^/?]*/, "")}`;
    if (isChange) soak.posts += 1;
    note(`${name} sent`, init?.body ?? "");
    try {
      const response = await fetchIt(url, init);
      note(`${name} ${response.status}`);
      if (isChange && response.ok) soak.answers += 1;
      return response;
    } catch (error) {
      note(`${name} failed`, String(error));
      throw error;
    }
  };

  const Source = window.EventSource;
  window.EventSource = class extends Source {
    constructor(url) {
      super(url);
      for (const kind of ["open", "error", "step", "bot", "seats"]) {
        this.addEventListener(kind, (e) => note(`sse ${kind}`, e.data ?? ""));
      }
    }
  };

  // What can be clicked.

  function middleOf(node) {
    const box = node.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  function isReachable(node) {
    const { x, y } = middleOf(node);
    return node.contains(document.elementFromPoint(x, y));
  }

  function target(node, kind) {
    const label = node.textContent.trim().slice(0, 60);
    return { kind, label, choice: node.dataset.choice ?? "", ...middleOf(node) };
  }

  /** Offered hexes are drawn as outlines, one after another in one path. */
  function hexes() {
    const d = one(".reach .reach-fill")?.getAttribute("d") ?? "";
    const lie = new DOMMatrix(getComputedStyle(one(".world")).transform);
    return d
      .split("M")
      .slice(1)
      .map((outline) => {
        const points = outline
          .replace("Z", "")
          .split("L")
          .map((p) => p.trim().split(" ").map(Number));
        const mean = (i) => points.reduce((sum, p) => sum + p[i], 0) / points.length;
        const { x, y } = lie.transformPoint(new DOMPoint(mean(0), mean(1)));
        return { kind: "hex", label: "", x, y };
      });
  }

  function counters() {
    return all(".counters .counter.offered").map((node) => {
      return { kind: "counter", label: node.dataset.unit, ...middleOf(node.querySelector("rect")) };
    });
  }

  function sides() {
    return all(".side-offer .side-hit").map((node) => {
      return { kind: "side", label: node.parentNode.dataset.choice, ...middleOf(node) };
    });
  }

  function rows() {
    const may = all(".stack-panel .stack-row.may").filter((n) => isShown(n) && isReachable(n));
    return may.map((n) => target(n, "row"));
  }

  function isOnMap({ x, y }) {
    const isInside = x > 4 && y > 4 && x < innerWidth - 4 && y < innerHeight - 4;
    return isInside && Boolean(document.elementFromPoint(x, y)?.closest(".frame"));
  }

  /** So many of the places that are not covered, by lot. */
  function draw(places, { seed, most }) {
    const drawn = [];
    const rest = [...places];
    for (let tries = 0; drawn.length < most && rest.length && tries < 40; tries++) {
      seed = (seed * 1664525 + 1013904223) >>> 0;
      const [place] = rest.splice(Math.floor((seed / 2 ** 32) * rest.length), 1);
      if (isOnMap(place)) drawn.push(place);
    }
    return drawn;
  }

  /** The buttons of the prompt bar by what they do. @param {HTMLElement[]} buttons */
  function choices(buttons) {
    const found = [];
    for (const node of buttons) {
      const kind = kindOfButton(node);
      if (kind && isReachable(node)) found.push(target(node, kind));
    }
    return found;
  }

  function kindOfButton(node) {
    const { choice, primary, undo } = node.dataset;
    if (node.classList.contains("not-yet")) return null;
    if (choice) return primary === undefined ? "verb" : "primary";
    if (undo !== undefined) return node.closest(".undo.none") ? null : "undo";
    if (node.closest(".stepper")) return "stepper";
    return node.closest(".more") ? "more" : null;
  }

  // The screen.

  function bar() {
    const node = one(".prompt:not(.playback):not(.replay)");
    return isShown(node) ? node : null;
  }

  /** What the prompt bar says, and whose decision the screen shows by it. */
  function kindOf(lead, buttons) {
    if (!one(".table")) return one(".loading") ? "loading" : "elsewhere";
    if (one(".cover:not([hidden])")) return "cover";
    if (one(".playback:not([hidden])")) return "playback";
    if (lead.startsWith("Connection lost")) return "offline";
    if (lead === "The server could not answer") return "fault";
    if (lead.startsWith("The table has moved on")) return "moved-on";
    if (buttons.some((n) => n.dataset.primary !== undefined && n.textContent.startsWith("Report")))
      return "over";
    if (buttons.some((n) => n.dataset.pace) || bar()?.dataset.waits) return "waiting";
    return isSending() ? "sending" : "mine";
  }

  function isSending() {
    return Boolean(one(".button.sending"));
  }

  function clickable(kind, buttons, how) {
    const only = (selector) =>
      all(selector)
        .slice(0, 1)
        .map((n) => target(n, kind));
    if (kind === "cover")
      return { targets: only(".cover:not([hidden]) .button.primary"), places: 0 };
    if (kind === "playback") return { targets: only(".playback [data-primary]"), places: 0 };
    if (kind === "moved-on") return { targets: only(".prompt [data-primary]"), places: 0 };
    if (kind === "waiting")
      return {
        targets: buttons.filter((n) => n.dataset.pace).map((n) => target(n, "pace")),
        places: 0,
      };
    if (kind !== "mine") return { targets: [], places: 0 };
    const places = [...hexes(), ...counters(), ...sides()];
    return {
      targets: [...choices(buttons), ...rows(), ...draw(places, how)],
      places: places.length,
    };
  }

  /**
   * The screen: whose decision it shows and what can be clicked.
   * @param {{seed: number, most: number}} how `most`: at most so many places on the map, drawn by
   *   lot
   */
  function look(how) {
    const node = bar();
    const lead = node?.querySelector(".lead")?.textContent ?? "";
    const facts = node?.querySelector(".facts")?.textContent ?? "";
    const buttons = node ? all("button", node).filter(isShown) : [];
    const kind = kindOf(lead, buttons);
    const { targets, places } = clickable(kind, buttons, how);
    const phase = all(".phases .phase").findIndex((n) => n.classList.contains("now"));
    const picked = all(".counter.picked").map((n) => n.dataset.unit);
    const reach = one(".reach .reach-fill")?.getAttribute("d")?.length ?? 0;
    return {
      kind,
      lead,
      clickable: targets,
      places,
      posts: soak.posts,
      answers: soak.answers,
      isSending: isSending(),
      refusal: isShown(one(".refusal-card")) ? text(".refusal-text") : "",
      turn: `${text(".strip-turn")} ${phase}`,
      signature: JSON.stringify([
        kind,
        lead,
        facts,
        picked,
        places,
        buttons.map((n) => n.textContent),
        reach,
      ]),
    };
  }

  // Waiting. A look makes the page lay itself out, so what costs nothing is looked at first.

  const stillThinks = () => bar()?.dataset.waits === "bot";

  /** Looks on until the screen is of another kind, or so many milliseconds have passed. */
  async function awaitKind(kind, most, how) {
    const end = performance.now() + most;
    while (kind === "waiting" && stillThinks() && performance.now() < end) await pause(25);
    for (;;) {
      const screen = look(how);
      if (screen.kind !== kind || performance.now() >= end) return screen;
      await pause(40);
    }
  }

  /**
   * Looks on until something has come of a click: a choice was answered or the screen is another. A
   * click after which
   * nothing is sent and nothing moves for `patience` had no effect.
   */
  async function awaitEffect(before, patience, most, how) {
    const begun = performance.now();
    const took = () => performance.now() - begun;
    const isSent = () => soak.posts > before.posts;
    const isAnswered = () => soak.answers > before.answers && !isSending();
    await pause(0);
    while (isSent() && !isAnswered() && took() < most) await pause(10);
    for (;;) {
      const screen = look(how);
      const hasMoved = screen.answers > before.answers || screen.signature !== before.signature;
      if (hasMoved && !screen.isSending) return { ...screen, effect: "moved" };
      if (!isSent() && took() > patience) return { ...screen, effect: "none" };
      if (took() > most) return { ...screen, effect: "stuck" };
      await pause(30);
    }
  }
}
