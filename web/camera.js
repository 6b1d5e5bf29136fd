// Looking at a part of the map: pan and zoom with mouse, touch, wheel and keys.

import { isCalm } from "./dom.js";

const SLOP = 5;
const HOLD = 450;
/** After how long without a movement a gesture is over, in milliseconds. */
const REST = 160;
/** How much bare table is shown beside the map when it is moved to a hex at its edge, in pixels. */
const BRIM = { x: 24, y: 24 };

/** @typedef {import("./shapes.js").Point} Point */
/**
 * What a drag has hold of instead of the map.
 * @typedef {{move: (event: PointerEvent) => void, end: (event: PointerEvent) => void, cancel: () => void}} Grip
 */
/**
 * `grip` is asked where a drag begins, by touch after a long press: what it has hold of, if not the map.
 * @typedef {Object} Listeners
 * @property {(x: number, y: number, event: PointerEvent) => void} tap
 * @property {(x: number, y: number, event: Event) => void} hold
 * @property {(x: number, y: number, event: PointerEvent) => void} hover
 * @property {() => void} leave
 * @property {() => void} moved
 * @property {() => void} [rested]
 * @property {(from: Point, event: PointerEvent, target: Element) => Grip | null} [grip]
 */

/** The camera over one map. */
export class Camera {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} world
   * @param {{left: number, top: number, width: number, height: number}} bounds
   * @param {Listeners} listeners
   */
  constructor(frame, world, bounds, listeners) {
    this.frame = frame;
    this.world = world;
    this.bounds = bounds;
    this.listeners = listeners;
    this.k = 1;
    /** By how many quarters the map is turned, clockwise. */
    this.quarters = 0;
    this.x = 0;
    this.y = 0;
    /** What covers the edges of the frame, so that "visible" means visible. */
    this.insets = { left: 16, top: 60, right: 64, bottom: 96 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.dragged = false;
    this.settle = 0;
    this.holding = 0;
    this.flight = 0;
    /** Where a flight is going. @type {{x: number, y: number} | null} */
    this.aim = null;
    /** What the drag has hold of instead of the map. @type {Grip | null} */
    this.grip = null;
    /** What was pressed. @type {EventTarget | null} */
    this.target = null;
    /** Whether a finger has rested long enough, and not moved since. */
    this.isHeld = false;
    this.#listen();
  }

  #listen() {
    const f = this.frame;
    f.addEventListener("pointerdown", (e) => this.#down(e));
    f.addEventListener("pointermove", (e) => this.#move(e));
    f.addEventListener("pointerup", (e) => this.#up(e));
    f.addEventListener("pointercancel", (e) => this.#drop(e));
    f.addEventListener("pointerleave", () => this.listeners.leave());
    f.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    f.addEventListener("contextmenu", (e) => this.#explain(e));
    f.addEventListener("auxclick", (e) => e.button === 1 && this.#centreOnPointer(e));
  }

  /** @param {{clientX: number, clientY: number}} event */
  toWorld(event) {
    const box = this.frame.getBoundingClientRect();
    return this.turned((event.clientX - box.left - this.x) / this.k, (event.clientY - box.top - this.y) / this.k, -this.quarters);
  }

  /** The place of the map at a place of the frame. @param {number} x @param {number} y */
  fromScreen(x, y) {
    return this.turned((x - this.x) / this.k, (y - this.y) / this.k, -this.quarters);
  }

  /** @param {number} x @param {number} y */
  toScreen(x, y) {
    const p = this.turned(x, y);
    return { x: p.x * this.k + this.x, y: p.y * this.k + this.y };
  }

  /** A point or a way of the map as it lies when the map is turned. @param {number} x @param {number} y @param {number} [quarters] */
  turned(x, y, quarters = this.quarters) {
    return [{ x, y }, { x: -y, y: x }, { x: -x, y: -y }, { x: y, y: -x }][((quarters % 4) + 4) % 4];
  }

  /** The bounds of the map as it lies. */
  #lying() {
    const { left, top, width, height } = this.bounds;
    const [a, b] = [this.turned(left, top), this.turned(left + width, top + height)];
    return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  }

  /** Turns the map by a quarter about the middle of the window. */
  turn() {
    const room = this.#room();
    const box = this.frame.getBoundingClientRect();
    const middle = this.toWorld({ clientX: box.left + room.x + room.w / 2, clientY: box.top + room.y + room.h / 2 });
    this.quarters = (this.quarters + 1) % 4;
    this.world.style.setProperty("--unturn", `${-90 * this.quarters}deg`);
    this.centre(middle.x, middle.y, false);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = { x: event.clientX, y: event.clientY };
    this.target = event.target;
    this.isHeld = false;
    this.dragged = this.pointers.size > 1;
    // A second finger means the map.
    this.#letGo();
    clearTimeout(this.holding);
    if (event.pointerType !== "mouse") this.holding = window.setTimeout(() => this.#held(event), HOLD);
  }

  /** @param {PointerEvent} event */
  #held(event) {
    if (this.dragged || this.pointers.size !== 1) return;
    this.dragged = true;
    this.isHeld = true;
    const p = this.toWorld(event);
    this.listeners.hold(p.x, p.y, event);
  }

  #letGo() {
    const { grip } = this;
    this.grip = null;
    grip?.cancel();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      const p = this.toWorld(event);
      return this.listeners.hover(p.x, p.y, event);
    }
    const now = { x: event.clientX, y: event.clientY };
    const isFar = this.start && Math.hypot(now.x - this.start.x, now.y - this.start.y) > SLOP;
    if (isFar && (!this.dragged || this.isHeld)) this.#beginDrag(event);
    if (!this.dragged || this.isHeld) return;
    if (this.grip) return this.grip.move(event);
    if (this.pointers.size === 2) this.#pinch(event.pointerId, now);
    else this.panBy(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  #beginDrag(event) {
    const mayGrip = this.pointers.size === 1 && (event.pointerType !== "touch" || this.isHeld);
    this.dragged = true;
    this.isHeld = false;
    clearTimeout(this.holding);
    if (mayGrip && this.start) {
      const from = this.toWorld({ clientX: this.start.x, clientY: this.start.y });
      this.grip = this.listeners.grip?.(from, event, /** @type {Element} */ (this.target)) ?? null;
    }
    if (!this.grip) this.frame.classList.add("dragging");
    try { this.frame.setPointerCapture(event.pointerId); } catch { /* the pointer has gone */ }
  }

  /** @param {number} id @param {{x: number, y: number}} now */
  #pinch(id, now) {
    const before = /** @type {{x: number, y: number}} */ (this.pointers.get(id));
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    this.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoomAt((now.x + other.x) / 2, (now.y + other.y) / 2, ratio);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const was = this.pointers.has(event.pointerId);
    const { grip } = this;
    this.grip = null;
    grip?.end(event);
    this.#drop(event);
    if (!was || this.dragged || event.button > 0) return;
    const p = this.toWorld(event);
    this.listeners.tap(p.x, p.y, event);
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    clearTimeout(this.holding);
    this.#letGo();
    this.isHeld = false;
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.frame.classList.remove("dragging");
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : 1;
    if (event.shiftKey && !event.ctrlKey) return this.panBy(-event.deltaY * unit, -event.deltaX * unit);
    this.zoomAt(event.clientX, event.clientY, Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)));
  }

  /** @param {MouseEvent} event */
  #explain(event) {
    event.preventDefault();
    const p = this.toWorld(event);
    this.listeners.hold(p.x, p.y, event);
  }

  /** @param {MouseEvent} event */
  #centreOnPointer(event) {
    const p = this.toWorld(event);
    this.centre(p.x, p.y);
  }

  /** @param {number} dx @param {number} dy */
  panBy(dx, dy) {
    this.#land();
    this.x += dx;
    this.y += dy;
    this.#apply();
  }

  /** Zooms so that the point under (clientX, clientY) stays. @param {number} clientX @param {number} clientY @param {number} factor */
  zoomAt(clientX, clientY, factor) {
    this.#land();
    const box = this.frame.getBoundingClientRect();
    const [px, py] = [clientX - box.left, clientY - box.top];
    const k = Math.min(this.most(), Math.max(this.least(), this.k * factor));
    this.x = px - ((px - this.x) * k) / this.k;
    this.y = py - ((py - this.y) * k) / this.k;
    this.k = k;
    this.#apply();
  }

  /** @param {number} factor */
  zoom(factor) {
    const box = this.frame.getBoundingClientRect();
    this.zoomAt(box.left + box.width / 2, box.top + box.height / 2, factor);
  }

  least() {
    return Math.min(0.35, this.#fitScale());
  }

  most() {
    return 2.5;
  }

  #room() {
    const { clientWidth, clientHeight } = this.frame;
    const i = this.insets;
    return { x: i.left, y: i.top, w: Math.max(80, clientWidth - i.left - i.right), h: Math.max(80, clientHeight - i.top - i.bottom) };
  }

  #fitScale() {
    const room = this.#room();
    const { width, height } = this.#lying();
    return Math.min(room.w / width, room.h / height);
  }

  /** Shows the whole map. */
  fit() {
    const { left, top, width, height } = this.bounds;
    this.k = this.#fitScale();
    this.centre(left + width / 2, top + height / 2, false);
  }

  /** @param {number} x @param {number} y @param {boolean} [isSmooth] */
  centre(x, y, isSmooth = true) {
    const room = this.#room();
    const p = this.turned(x, y);
    this.#fly(room.x + room.w / 2 - p.x * this.k, room.y + room.h / 2 - p.y * this.k, isSmooth);
  }

  /**
   * Pans only if a point would be covered.
   * @param {number} x @param {number} y @param {number} [margin]
   */
  reveal(x, y, margin = 60) {
    const room = this.#room();
    const aim = this.aim ?? this;
    const q = this.turned(x, y);
    const p = { x: q.x * this.k + aim.x, y: q.y * this.k + aim.y };
    const dx = Math.max(room.x + margin - p.x, 0) || Math.min(room.x + room.w - margin - p.x, 0);
    const dy = Math.max(room.y + margin - p.y, 0) || Math.min(room.y + room.h - margin - p.y, 0);
    if (dx || dy) this.#fly(aim.x + dx, aim.y + dy, true);
  }

  /**
   * Goes to where a hand could go, but never so far past the map's edge.
   * @param {number} wantedX @param {number} wantedY @param {boolean} isSmooth
   */
  #fly(wantedX, wantedY, isSmooth) {
    this.#land();
    const { x, y } = this.#within(wantedX, wantedY, BRIM);
    if (!isSmooth || isCalm()) {
      [this.x, this.y] = [x, y];
      return this.#apply();
    }
    this.aim = { x, y };
    const [x0, y0, begin] = [this.x, this.y, performance.now()];
    /** @param {number} now */
    const frame = (now) => {
      const t = Math.min(1, Math.max(0, (now - begin) / 200));
      const e = 1 - (1 - t) ** 3;
      [this.x, this.y] = [x0 + (x - x0) * e, y0 + (y - y0) * e];
      this.#apply();
      if (t < 1) this.flight = requestAnimationFrame(frame);
      else this.aim = null;
    };
    this.flight = requestAnimationFrame(frame);
  }

  #land() {
    cancelAnimationFrame(this.flight);
    this.aim = null;
  }

  /** A hand may pull the edge of the map far into the window. */
  #keep() {
    const slack = 0.36;
    const { w, h } = this.#room();
    Object.assign(this, this.#within(this.x, this.y, { x: w * slack, y: h * slack }));
  }

  /**
   * The nearest place of the map that shows no more than so much bare table beside it.
   * @param {number} x @param {number} y @param {Point} bare
   */
  #within(x, y, bare) {
    const room = this.#room();
    const { left, top, width, height } = this.#lying();
    const { k } = this;
    return {
      x: within(x, { from: room.x, size: room.w }, { from: left * k, size: width * k }, bare.x),
      y: within(y, { from: room.y, size: room.h }, { from: top * k, size: height * k }, bare.y),
    };
  }

  #apply() {
    this.#keep();
    this.world.classList.add("moving");
    this.#place();
    this.listeners.moved();
    clearTimeout(this.settle);
    this.settle = window.setTimeout(() => this.#rest(), REST);
  }

  #place() {
    this.world.style.setProperty("transform", `translate(${this.x}px, ${this.y}px) scale(${this.k}) rotate(${90 * this.quarters}deg)`);
  }

  /** Nothing moves any more: the map lies on whole pixels, so that what is painted for them is sharp. */
  #rest() {
    const density = devicePixelRatio || 1;
    [this.x, this.y] = [this.x, this.y].map((v) => Math.round(v * density) / density);
    this.#place();
    this.world.classList.remove("moving");
    this.listeners.rested?.();
  }
}

/**
 * Where a map lies along one axis so that it fills the room but for so much; one that is smaller
 * than the room may lie in its middle.
 * @param {number} at where it should lie
 * @param {{from: number, size: number}} room @param {{from: number, size: number}} map
 * @param {number} bare
 */
export function within(at, room, map, bare) {
  const free = room.size - map.size;
  const low = room.from - map.from + Math.min(free - bare, free / 2);
  return Math.min(Math.max(room.from + bare - map.from, low), Math.max(low, at));
}
