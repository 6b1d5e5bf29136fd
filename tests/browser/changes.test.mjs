// What a choice is answered with: what has changed of the view, and little of it. Put together with
// the view before it, it is
// the whole view, in every game and through the eyes of both sides and of somebody who watches.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { changed } from "../../web/changes.js";
import { games, home } from "./helpers.mjs";

/** So many choices of each game are made, one by one, by lot. */
const CHOICES = Number(process.env.ROKADA_CHANGES ?? 120);

let place;
before(async () => {
  place = await home();
});
after(async () => {
  await place?.stop();
});

/** A small generator, so that a failing game can be played again. */
function lots(seed) {
  let x = seed;
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
}

/** The hexes of an area have no order. */
function sorted(view) {
  return {
    ...view,
    control: view.control.map((area) => ({ ...area, hexes: [...area.hexes].sort() })),
  };
}

/** A visitor who holds views of one table by their eyes. */
class Guest {
  constructor(url) {
    this.url = url;
    this.cookie = "";
    this.held = new Map();
    this.sizes = [];
  }

  async ask(path, body) {
    const headers = {
      "content-type": "application/json",
      origin: this.url,
      "sec-fetch-site": "same-origin",
      ...(this.cookie ? { cookie: this.cookie } : {}),
    };
    const send = () =>
      fetch(
        `${this.url}${path}`,
        body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers },
      );
    let answer = await send();
    for (; answer.status === 429; answer = await send())
      await new Promise((done) => setTimeout(done, 500));
    this.cookie ||= answer.headers
      .getSetCookie()
      .map((c) => c.split(";")[0])
      .join("; ");
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${text.slice(0, 300)}`);
    return { json: JSON.parse(text), size: text.length };
  }

  /** Takes in an answer that may be what has changed. */
  take(state) {
    const base = this.held.get(state.as);
    const view = state.changes ? changed(base.view, state.changes) : state.view;
    this.held.set(state.as, { tag: state.tag, view });
    return view;
  }
}

for (const [game, scenario] of Object.entries({
  "battle-of-moscow": "campaign",
  "moscow-1941": "typhoon",
  "kursk-1943": "kursk",
  "borodino-2025": "a113",
  "last-stand": "standard",
})) {
  test(`what has changed makes the whole view: ${game}`, async () => {
    const { sides, id } = (await games(place.url)).find((g) => g.id === game);
    const guest = new Guest(place.url);
    const seats = Object.fromEntries(sides.map((side) => [side.id, "me"]));
    const opened = await guest.ask("/api/tables", { game: id, scenario, seats });
    const at = `/api/tables/${opened.json.table}`;
    const watcher = new Guest(place.url);
    const lot = lots(5);
    const watch = async () => {
      const tag = watcher.held.get("spectator")?.tag;
      watcher.take((await watcher.ask(`${at}${tag ? `?as=spectator&have=${tag}` : ""}`)).json);
    };
    for (let n = 0; n < CHOICES; n++) {
      for (const { id: as } of sides) {
        const have = guest.held.get(as)?.tag;
        guest.take((await guest.ask(`${at}?as=${as}${have ? `&have=${have}` : ""}`)).json);
        const whole = (await guest.ask(`${at}?as=${as}`)).json;
        assert.deepEqual(
          sorted(guest.held.get(as).view),
          sorted(whole.view),
          `${game}, choice ${n}, ${as}`,
        );
      }
      await watch();
      const mine = [...guest.held].find(([, { view }]) => view.prompt?.mine);
      if (!mine) break;
      const [as, { view, tag: have }] = mine;
      const { seq } = (await guest.ask(`${at}?as=${as}&have=${have}`)).json;
      const { json, size } = await guest.ask(`${at}/choose`, {
        as,
        seq,
        have,
        choice: view.choices[lot(view.choices.length)].choice,
      });
      guest.sizes.push(size);
      guest.take(json);
    }
    await watch();
    const whole = (await watcher.ask(at)).json;
    assert.deepEqual(sorted(watcher.held.get("spectator").view), sorted(whole.view));
    guest.sizes.sort((a, b) => a - b);
    const part = (p) => guest.sizes[Math.floor((guest.sizes.length - 1) * p)];
    console.log(
      `${game}: answers of ${part(0.5)} bytes (half), ${part(0.9)} (nine of ten), ${part(1)} (the largest); a whole view ${JSON.stringify(whole.view).length}`,
    );
  });
}

test("a view that the server does not know any more is answered with the whole one", async () => {
  const guest = new Guest(place.url);
  const opened = await guest.ask("/api/tables", {
    game: "battle-of-moscow",
    scenario: "campaign",
    seats: { german: "me", russian: "me" },
  });
  for (const have of ["00000000-1", "nonsense", ""]) {
    const { json } = await guest.ask(`/api/tables/${opened.json.table}?as=german&have=${have}`);
    assert.ok(json.view && !json.changes, have);
  }
});
