// What has changed of a view, put together with the view that this browser holds.

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Unit} Unit */

/**
 * How a list of counters becomes another.
 * @typedef {{all?: string[], gone?: string[], came?: [string, number][]}} Steps
 */

/**
 * The view after some changes. What has not changed is the same object as before.
 * @param {View} view
 * @param {any} changes
 * @returns {View}
 */
export function changed(view, changes) {
  const { units, map, boxes, all_boxes, areas, control, choices, ...fields } = changes;
  const next = { ...view, ...fields };
  const fresh = new Map((units ?? []).map((/** @type {Unit} */ unit) => [unit.unit, unit]));
  if (units || map || boxes || all_boxes) {
    const known = () =>
      new Map(
        [...view.units, ...view.boxes.flatMap((b) => b.units), ...(units ?? [])].map((u) => [
          u.unit,
          u,
        ]),
      );
    const all = map || boxes || all_boxes ? known() : fresh;
    next.units = listAfter(view.units, map, fresh, all);
    if (all_boxes)
      next.boxes = all_boxes.map((/** @type {any} */ box) => ({
        ...box,
        units: listAfter([], box.units, fresh, all),
      }));
    else next.boxes = view.boxes.map((box) => boxAfter(box, boxes?.[box.id], fresh, all));
  }
  if (areas) next.control = areas;
  else if (control) next.control = controlAfter(view.control, control);
  if (choices) next.choices = offersOf(choices);
  return next;
}

/**
 * @param {View["boxes"][0]} box @param {Steps | undefined} steps
 * @param {Map<string, Unit>} fresh @param {Map<string, Unit>} all
 */
function boxAfter(box, steps, fresh, all) {
  const units = listAfter(box.units, steps, fresh, all);
  return units === box.units ? box : { ...box, units };
}

/**
 * A list of counters after some came and went, with those that have changed.
 * @param {Unit[]} list @param {Steps | undefined} steps
 * @param {Map<string, Unit>} fresh those that have changed @param {Map<string, Unit>} all
 * @returns {Unit[]}
 */
function listAfter(list, steps, fresh, all) {
  if (!steps && !list.some((unit) => fresh.has(unit.unit))) return list;
  if (steps?.all) return steps.all.flatMap((id) => all.get(id) ?? []);
  const out = new Set([...(steps?.gone ?? []), ...(steps?.came ?? []).map(([id]) => id)]);
  const stay = list
    .filter((unit) => !out.has(unit.unit))
    .map((unit) => fresh.get(unit.unit) ?? unit);
  for (const [id, place] of steps?.came ?? []) {
    const unit = all.get(id);
    if (unit) stay.splice(place, 0, unit);
  }
  return stay;
}

/**
 * @param {View["control"]} areas
 * @param {Record<string, number | null>} control for each hex that changed hands the place of its
 *   area
 */
function controlAfter(areas, control) {
  const moved = new Set(Object.keys(control));
  return areas.map((area, i) => {
    const came = Object.keys(control).filter((hex) => control[hex] === i);
    const stayed = area.hexes.filter((hex) => !moved.has(hex));
    if (!came.length && stayed.length === area.hexes.length) return area;
    return { ...area, hexes: [...stayed, ...came] };
  });
}

/**
 * A run of offers: plain counters, plain hexes, destinations (hex, the hex before it or the whole
 * way, cost, number of its
 * effects), or one offer as it is.
 * @typedef {{unit?: string[], hex?: string[], way?: [string, string | string[], string, number][],
 *   offer?: Offer}} Run
 */

/**
 * Offers as they are told whole.
 * @param {{effects?: any[][], runs: Run[]}} told
 * @returns {Offer[]}
 */
function offersOf({ effects = [], runs }) {
  const back = new Map(runs.flatMap((run) => (run.way ?? []).map(([hex, way]) => [hex, way])));
  /** @type {(hex: string) => string[]} */
  const wayTo = (hex) => {
    const way = back.get(hex);
    return typeof way === "string" ? [...wayTo(way), hex] : [...(way ?? [hex])];
  };
  return runs.flatMap(({ unit, hex, way, offer }) => {
    if (unit) return unit.map((id) => ({ choice: `unit ${id}` }));
    if (hex) return hex.map((id) => ({ choice: `hex ${id}` }));
    if (offer) return [offer];
    return (way ?? []).map(([to, , cost, n]) => ({
      choice: `hex ${to}`,
      cost,
      path: wayTo(to),
      ...(n ? { effects: effects[n - 1] } : {}),
    }));
  });
}
