// The icons, drawn on a field of 24.

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  rotate: "M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  branch: "M6 4v16M6 14c8 0 12-2 12-8M18 3l-3 3M18 3l3 3",
  why: "M12 20h.01M8.5 8.5a3.5 3.5 0 1 1 5.2 3.1c-1.2.7-1.7 1.4-1.7 2.9",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  undo: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  first: "M18 6l-6 6 6 6M6 6v12",
  last: "M6 6l6 6-6 6M18 6v12",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  log: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  book: "M12 6c-2-1.6-5-2-9-2v14c4 0 7 .4 9 2 2-1.6 5-2 9-2V4c-4 0-7 .4-9 2zM12 6v14",
  layers: "M12 3l9 5-9 5-9-5zM3 13l9 5 9-5",
  forces: "M3 6h18v12H3zM3 6l18 12M21 6L3 18",
  odds: "M5 20V10M12 20V4M19 20v-7",
  text: "M4 5h16M4 10h10M4 15h16M4 20h10",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.8h.01",
  settings:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9L7 7M17 17l2.1 2.1M19.1 4.9L17 7M7 17l-2.1 2.1",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4",
  flag: "M5 21V4M5 4h12l-2.5 4L17 12H5",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  move: "M4 17l6-6 4 4 6-8M15 7h5v5",
  attack: "M5 5l14 14M19 5L5 19M5 5h4M5 5v4M19 5h-4M19 5v4",
  stop: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12h8",
  supply:
    "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  skull: "M12 3a8 8 0 0 0-5 14v3h10v-3a8 8 0 0 0-5-14zM9 12h.01M15 12h.01M10 20v-2M14 20v-2",
  rail: "M6 3v18M18 3v18M6 7h12M6 12h12M6 17h12",
  place: "M12 3v12M7 10l5 5 5-5M4 20h16",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  snow: "M12 2v20M3.300 7l17.400 10M20.700 7L3.300 17M9 4l3 2 3-2M9 20l3-2 3 2",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M4.900 4.900l2.100 2.100M17 17l2.100 2.100M19.100 4.900L17 7M7 17l-2.100 2.100",
  rain: "M7 14a4 4 0 0 1 .5-8 5.500 5.500 0 0 1 10.500 1.500A3.500 3.500 0 0 1 17.500 14zM8 17l-1 3M12 17l-1 3M16 17l-1 3",
  frost: "M12 3v13M9 5.500l3 2 3-2M9 10l3 2 3-2M4 20h16M7 16.500h10",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 21a7.500 7.500 0 0 1 15 0",
  bot: "M5 9h14v10H5zM12 9V5M12 5h.01M9 13.500h.01M15 13.500h.01M9.500 16.500h5M3 12v4M21 12v4",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  offline:
    "M3 3l18 18M5 12.500a10 10 0 0 1 4-2.400M19 12.500a10 10 0 0 0-6-2.900M8.500 16a5 5 0 0 1 7 0M12 20h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  back: "M20 12H5M11 6l-6 6 6 6",
  forward: "M4 12h15M13 6l6 6-6 6",
  home: "M4 11l8-7 8 7v9H4z",
  download: "M12 4v11M7 10l5 5 5-5M5 20h14",
  upload: "M12 20V9M7 14l5-5 5 5M5 4h14",
  moon: "M20 14A8 8 0 1 1 10 4a6.500 6.500 0 0 0 10 10z",
  control: "M4 4h7v16H4zM13 4h7v16h-7z",
  turn: "M20 12a8 8 0 1 1-3-6.200M20 3v5h-5",
  box: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
};

/** Which icon stands for which kind of event, effect or track. @type {Record<string, string>} */
const KINDS = {
  phase: "clock",
  moved: "move",
  placed: "place",
  declared: "attack",
  rolled: "dice",
  retreated: "back",
  eliminated: "skull",
  supplied: "supply",
  controlled: "flag",
  revealed: "eye",
  changed: "info",
  ended: "flag",
  refused: "stop",
  stop: "stop",
  "attack-owed": "attack",
  attack: "attack",
  supply: "supply",
  loss: "skull",
  rail: "rail",
  points: "flag",
  turn: "clock",
  zones: "stop",
  control: "control",
  moscow: "flag",
  isolation: "supply",
  morale: "person",
  air: "move",
  ammo: "box",
};

/**
 * @param {string} name
 * @param {string} [extra] a further class
 */
export function icon(name, extra = "") {
  return s(
    "svg",
    { class: `icon ${extra}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] ?? PATHS.info }),
  );
}

/** Weather by the words that the games have for it. @type {[RegExp, string][]} */
const WEATHERS = [
  [/snow/, "snow"],
  [/mud|rain/, "rain"],
  [/fro(st|zen)/, "frost"],
];

/**
 * The icon of a track: the weather looks like what it is.
 * @param {import("./types.js").Track} track
 */
export function trackIcon(track) {
  if (track.id !== "weather") return iconOf(track.id);
  return icon(WEATHERS.find(([word]) => word.test(track.value.toLowerCase()))?.[1] ?? "sun");
}

/**
 * The icon of a kind of thing; a plain mark where the kind is new.
 * @param {string} kind
 * @param {string} [extra]
 */
export function iconOf(kind, extra = "") {
  return icon(KINDS[kind] ?? (kind in PATHS ? kind : "info"), extra);
}
