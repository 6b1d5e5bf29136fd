// What a player sees of a table: read from the page, without asking the program. These functions run inside the page.

/** What is installed in the page before its own scripts. */
export const SCRIPT = `(${install})(${look})`;

/** Records requests and the stream, and tells when the page has changed. */
function install(look) {
  const soak = { trace: [], posts: 0, answers: 0, look };
  window.soak = soak;
  const note = (what, more = "") => {
    soak.trace.push(`${Math.round(performance.now())} ${what} ${more}`.trim());
    if (soak.trace.length > 400) soak.trace.splice(0, 200);
  };
  const fetchIt = window.fetch.bind(window);
  window.fetch = async (url, init) => {
    const isPost = init?.method === "POST";
    const isChange = isPost && /\/(choose|undo)$/.test(String(url));
    const name = `${isPost ? "POST" : "GET"} ${String(url).replace(/.*\/tables\/[^/?]*/, "")}`;
    if (isChange) soak.posts += 1;
    note(`${name} sent`, isPost ? init.body : "");
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
      for (const kind of ["open", "error", "step", "bot", "seats"]) this.addEventListener(kind, (e) => note(`sse ${kind}`, e.data ?? ""));
    }
  };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const isSending = () => Boolean(document.querySelector(".button.sending"));
  // A look makes the page lay itself out, so first what costs nothing: is it still Captain who thinks?
  const stillThinks = () => /is thinking$/.test(document.querySelector(".prompt:not([hidden]):not(.playback):not(.replay) .lead")?.textContent ?? "");

  /** Looks on until the screen is of another kind, or so many milliseconds have passed. */
  soak.awaitKind = async (kind, most, how) => {
    const end = performance.now() + most;
    while (kind === "waiting" && stillThinks() && performance.now() < end) await pause(25);
    for (;;) {
      const screen = look(how);
      if (screen.kind !== kind || performance.now() >= end) return screen;
      await pause(40);
    }
  };

  /**
   * Looks on until something has come of a click: a choice was answered or the screen is another. A click after which
   * nothing is sent and nothing moves for `patience` had no effect.
   */
  soak.awaitEffect = async (before, patience, most, how) => {
    const begun = performance.now();
    const isSent = () => soak.posts > before.posts;
    await pause(0);
    while (isSent() && (soak.answers === before.answers || isSending()) && performance.now() - begun < most) await pause(10);
    for (;;) {
      const screen = look(how);
      const took = performance.now() - begun;
      if (!screen.isSending && (screen.answers > before.answers || screen.signature !== before.signature)) return { ...screen, effect: "moved" };
      if (!isSent() && took > patience) return { ...screen, effect: "none" };
      if (took > most) return { ...screen, effect: "stuck" };
      await pause(30);
    }
  };
}

/**
 * The screen: whose decision it shows and what can be clicked.
 * @param {{seed: number, most: number}} how `most`: at most so many places on the map, drawn by lot
 */
function look({ seed, most }) {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const isShown = (node) => Boolean(node) && !node.closest("[hidden]");
  const random = () => { seed = (seed * 1664525 + 1013904223) >>> 0; return seed / 2 ** 32; };
  const size = { width: innerWidth, height: innerHeight };

  const middleOf = (node) => {
    const box = node.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const button = (node, kind) => ({ kind, label: node.textContent.trim().slice(0, 60), choice: node.dataset.choice ?? "", ...middleOf(node) });
  const isReachable = (node) => {
    const { x, y } = middleOf(node);
    return node.contains(document.elementFromPoint(x, y));
  };
  const isOnMap = ({ x, y }) => x > 4 && y > 4 && x < size.width - 4 && y < size.height - 4 && Boolean(document.elementFromPoint(x, y)?.closest(".frame"));

  /** Offered hexes are drawn as outlines, one after another in one path. */
  const hexes = () => {
    const d = one(".reach .reach-fill")?.getAttribute("d") ?? "";
    const m = new DOMMatrix(getComputedStyle(one(".world")).transform);
    return d.split("M").slice(1).map((part) => {
      const points = part.replace("Z", "").split("L").map((p) => p.trim().split(" ").map(Number));
      const mean = (i) => points.reduce((sum, p) => sum + p[i], 0) / points.length;
      const at = m.transformPoint(new DOMPoint(mean(0), mean(1)));
      return { kind: "hex", label: "", x: at.x, y: at.y };
    });
  };
  const counters = () => all(".counters .counter.offered").map((node) => ({ kind: "counter", label: node.dataset.unit, ...middleOf(node.querySelector("rect")) }));
  const sides = () => all(".side-offer .side-hit").map((node) => ({ kind: "side", label: node.parentNode.dataset.choice, ...middleOf(node) }));
  const rows = () => all(".stack-panel .stack-row").filter((n) => isShown(n) && n.classList.contains("may") && isReachable(n)).map((n) => button(n, "row"));

  /** So many of the places, by lot; hidden ones only count. */
  const draw = (places) => {
    const drawn = [];
    const rest = [...places];
    for (let tries = 0; drawn.length < most && rest.length && tries < 40; tries++) {
      const [place] = rest.splice(Math.floor(random() * rest.length), 1);
      if (isOnMap(place)) drawn.push(place);
    }
    return drawn;
  };

  const bar = one(".prompt:not(.playback):not(.replay)");
  const text = (selector) => one(selector)?.textContent ?? "";
  const lead = isShown(bar) ? bar.querySelector(".lead")?.textContent ?? "" : "";
  const buttons = isShown(bar) ? all("button", bar).filter((n) => isShown(n)) : [];
  const base = {
    lead, posts: window.soak?.posts ?? 0, answers: window.soak?.answers ?? 0, isSending: Boolean(one(".button.sending")), refusal: isShown(one(".refusal-card")) ? text(".refusal-text") : "",
    facts: bar?.querySelector(".facts")?.textContent ?? "", turn: `${text(".strip-turn")} ${all(".phases .phase").findIndex((n) => n.classList.contains("now"))}`, picked: all(".counter.picked").map((n) => n.dataset.unit), signature: "",
  };
  const say = (kind, more = {}) => ({ kind, ...base, clickable: [], places: 0, ...more, signature: JSON.stringify([kind, lead, base.facts, base.picked, more.places ?? 0, buttons.map((n) => n.textContent), one(".reach .reach-fill")?.getAttribute("d")?.length ?? 0]) });

  if (!one(".table")) return say(one(".loading") ? "loading" : "elsewhere");
  const cover = one(".cover:not([hidden]) .button.primary");
  if (cover) return say("cover", { clickable: [button(cover, "cover")] });
  const playback = one(".playback:not([hidden]) [data-primary]");
  if (playback) return say("playback", { clickable: [button(playback, "playback")], lead: text(".playback .lead"), places: text(".playback .playback-head .quiet").length });
  if (lead.startsWith("Your choices are safe")) return say("offline");
  const primary = buttons.find((n) => n.dataset.primary !== undefined);
  if (lead === "The server could not answer") return say("fault");
  if (lead.startsWith("This table moved on")) return say("moved-on", { clickable: primary ? [button(primary, "primary")] : [] });
  if (primary?.textContent.startsWith("Report")) return say("over");
  const paces = buttons.filter((n) => n.dataset.pace !== undefined);
  if (paces.length || /is thinking$|is stopped$/.test(lead)) return say("waiting", { clickable: paces.map((n) => ({ ...button(n, "pace"), isOn: n.getAttribute("aria-pressed") === "true" })) });
  if (base.isSending) return say("sending");
  const verbs = buttons.filter((n) => n.dataset.choice && !n.classList.contains("not-yet") && isReachable(n)).map((n) => button(n, n.dataset.primary === undefined ? "verb" : "primary"));
  const others = buttons.filter((n) => (n.closest(".stepper") || n.closest(".more")) && !n.dataset.choice && isReachable(n)).map((n) => button(n, n.closest(".more") ? "more" : "stepper"));
  const undo = buttons.filter((n) => n.dataset.undo !== undefined && !n.closest(".undo.none") && isReachable(n)).map((n) => button(n, "undo"));
  const onMap = [...hexes(), ...counters(), ...sides()];
  return say("mine", { clickable: [...verbs, ...others, ...undo, ...rows(), ...draw(onMap)], places: onMap.length });
}
