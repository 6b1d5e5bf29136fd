// Who plays a side: a person here, a friend by link, or a bot of some level.

import { h } from "./dom.js";
import { words } from "./words.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";

/** @typedef {import("./types.js").Game} Game */

/** The bot that is offered first: the third level, where there is one. @param {Game} game */
export function usualBot(game) {
  return game.bots[Math.min(2, game.bots.length - 1)];
}

/**
 * @param {Game} game
 * @param {import("./types.js").Side} side
 * @param {string} now
 * @param {(who: string) => void} set
 */
export function seatRow(game, side, now, set) {
  const [kindNow] = now.split(":");
  const kind = (
    /** @type {string} */ id,
    /** @type {string} */ mark,
    /** @type {string} */ label,
    /** @type {string} */ who,
  ) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(kindNow === id),
        "data-seat": `${side.id}:${id}`,
        on: { click: () => set(who) },
      },
      kindNow === id ? icon(mark, "small") : null,
      label,
    );
  const bot = usualBot(game);
  const level = game.bots.find((b) => `bot:${b.id}` === now);
  return h(
    "div",
    { class: "seat" },
    h("span", { class: "seat-name" }, sideMark(side), h("b", null, side.name)),
    h(
      "span",
      { class: "grow" },
      h(
        "span",
        { class: "segments" },
        kind("me", "person", words("seat.me"), "me"),
        kind("link", "link", words("seat.friend"), "link"),
        bot ? kind("bot", "bot", words("seat.bot"), `bot:${bot.id}`) : null,
      ),
      level
        ? h(
            "span",
            { class: "segments levels" },
            game.bots.map((b) =>
              h(
                "button",
                {
                  type: "button",
                  "aria-pressed": String(b === level),
                  "data-level": `${side.id}:${b.id}`,
                  on: { click: () => set(`bot:${b.id}`) },
                },
                b.name,
              ),
            ),
          )
        : null,
      h(
        "span",
        { class: "note quiet block" },
        level ? level.note : now === "link" ? words("seat.link") : words("seat.here"),
      ),
    ),
  );
}
