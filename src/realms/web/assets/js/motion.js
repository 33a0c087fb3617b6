// Things go to where they went. What carries the same `data-flip` before and after a change flies
// from its old place to its new one; what was hidden comes from the deck or from the seat that
// acted, and what goes out of sight goes there (`data-place="deck"`, `data-place="hand-2"`).
// Numbers marked `data-roll` count, and show by how much. Nothing moves where motion is unwanted.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const table = document.getElementById("table");
const EASE = "cubic-bezier(.2,.8,.2,1)";
const FLIGHT = 520, GLIDE = 340, ROLL = 400, RISE = 1100, OUTLINE = 1200; // milliseconds
const NEAR = 4; // pixels that nobody calls a way
const MOST_OF_ONE = 3, MOST_TOKENS = 24; // tokens that go at once
const MOST_FLIGHTS = 12; // at once; more is no story any more

const isOn = () => !calm.matches && !document.hidden && document.documentElement.dataset.motion !== "off";

let places = new Map();
let numbers = new Map();
const rolling = new Map();

// --- Before a change ---

function remember() {
  places = new Map();
  numbers = new Map();
  if (document.hidden) return;
  for (const stop of rolling.values()) stop();
  for (const flying of document.querySelectorAll(".likeness")) flying.remove();
  for (const thing of table.querySelectorAll("[data-flip]")) {
    const place = whereabouts(thing);
    if (place.width) places.set(thing.dataset.flip, { ...place, ghost: thing.cloneNode(true), parent: thing.parentElement });
  }
  for (const one of table.querySelectorAll("[data-roll]")) numbers.set(one.dataset.roll, one.textContent.trim());
}

// Boxes are told in the measure of the page, which larger screens draw larger.
function boxed(thing) {
  const zoom = document.body.currentCSSZoom ?? 1, box = thing.getBoundingClientRect();
  return { left: box.left / zoom, top: box.top / zoom, width: box.width / zoom, height: box.height / zoom };
}

// A place is told within its section, so that what only moved with the page stays calm.
function whereabouts(thing) {
  const { left, top, width, height } = boxed(thing);
  const frame = thing.closest("[data-place], section");
  const corner = frame ? boxed(frame) : { left: 0, top: 0 };
  const name = frame?.dataset.place || frame?.id || frame?.getAttribute("aria-labelledby") || "";
  return { left, top, width, height, x: left - corner.left, y: top - corner.top, frame: name };
}

// --- After it ---

function move() {
  if (!places.size) return;
  if (!isOn()) return outline();
  const flights = [], seen = new Set(), actor = acting();
  for (const thing of table.querySelectorAll("[data-flip]")) {
    const name = thing.dataset.flip, from = places.get(name), to = whereabouts(thing);
    seen.add(name);
    if (!to.width) continue;
    if (!from) flights.push({ thing, from: origin(actor, thing), to });
    else if (from.frame !== to.frame && far(from, to)) flights.push({ thing, face: larger(from, to), from, to });
    else glide(thing, from, to);
  }
  for (const [name, from] of places) {
    if (!seen.has(name)) flights.push({ ghost: from.ghost, from, to: home(actor) });
  }
  places = new Map();
  flights.length > MOST_FLIGHTS ? flights.forEach(({ thing }) => thing && appear(thing)) : flights.forEach(fly);
}

/** What is carried: a card that shrinks to a chip on its way is carried as the card. */
const larger = (from, to) => (from.width * from.height > to.width * to.height ? from.ghost : null);

/** Where nothing moves, what came to another place is outlined for a moment. */
function outline() {
  if (!document.hidden) {
    for (const thing of table.querySelectorAll("[data-flip]")) {
      const from = places.get(thing.dataset.flip);
      if (from && from.frame === whereabouts(thing).frame) continue;
      thing.classList.add("has-come");
      setTimeout(() => thing.classList.remove("has-come"), OUTLINE);
    }
  }
  places = new Map();
}

const far = (one, other) => Math.abs(one.left - other.left) + Math.abs(one.top - other.top) >= NEAR;

/** The seat whose move was told last. */
const acting = () => [...table.querySelectorAll("#story li[data-seat]")].at(-1)?.dataset;

function boxOf(selector) {
  const place = [...table.querySelectorAll(selector)].find((one) => one.offsetParent || one.getClientRects().length);
  const box = place && boxed(place);
  return box?.width ? box : null;
}

const HOMES = ['[data-place="hand-N"]', '[data-place="seat-N"]', "#player-N", "#mat-N"];

/** Where a seat keeps what it takes. */
function home(actor) {
  return actor && HOMES.map((one) => boxOf(one.replace("N", actor.seat))).find((box) => box);
}

/** Where something comes from that was not to be seen: another's hand, or the deck. */
function origin(actor, thing) {
  const from = thing.closest("[data-from]")?.dataset.from;
  if (from) return boxOf(`[data-place="${from}"]`);
  return (actor && actor.own !== "yes" && home(actor)) || boxOf('[data-place="deck"], [data-flip="deck"]');
}

function glide(thing, from, to) {
  const stays = from.frame === to.frame;
  const x = stays ? from.x - to.x : from.left - to.left, y = stays ? from.y - to.y : from.top - to.top;
  if (Math.abs(x) + Math.abs(y) < NEAR) return;
  thing.animate(
    [{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
    { duration: GLIDE, easing: EASE },
  );
}

function appear(thing) {
  thing.animate([{ opacity: 0, transform: "scale(.92)" }, {}], { duration: 220, easing: "ease-out" });
}

/** Carry a likeness of a thing over everything else, in an arc; the thing itself is there after.

 It stays where the thing is or was, so that it looks the same, and is shown above all as a popover.
 */
function fly({ thing, face = null, ghost = null, from, to }) {
  const isOld = Boolean(face || ghost), parent = isOld ? from?.parent : thing.parentElement;
  if (!from || !to || !parent?.isConnected) return thing && appear(thing);
  const likeness = face ?? ghost ?? thing.cloneNode(true);
  const size = isOld ? from : to;
  parent.append(likened(likeness, size));
  likeness.showPopover();
  const start = scaled(from, size), end = scaled(to, size);
  const lift = Math.min(80, 24 + Math.hypot(start.x - end.x, start.y - end.y) / 8);
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - lift, scale: Math.max(start.scale, end.scale) * 1.06 };
  const frames = [start, middle, end].map(({ x, y, scale }) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1 }));
  if (ghost) frames[2].opacity = 0.2;
  thing?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT });
  const flight = likeness.animate(frames, { duration: FLIGHT, easing: EASE, fill: "both" });
  flight.finished.catch(() => {}).then(() => likeness.remove());
}

/** A copy that only is to be seen, in a size. */
function likened(copy, size) {
  for (const one of [copy, ...copy.querySelectorAll("[id], [data-roll]")]) {
    one.removeAttribute("id");
    one.removeAttribute("data-roll");
  }
  copy.classList.add("likeness");
  copy.inert = true;
  copy.ariaHidden = "true";
  copy.popover = "manual";
  for (const side of ["width", "height"]) copy.style[side] = `${size[side]}px`;
  return copy;
}

function scaled(box, size) {
  const scale = Math.min(1.4, Math.max(0.15, Math.min(box.width / size.width, box.height / size.height)));
  return { scale, x: box.left + (box.width - size.width * scale) / 2, y: box.top + (box.height - size.height * scale) / 2 };
}

function sky() {
  let layer = document.getElementById("flights");
  if (!layer) {
    layer = document.createElement("div");
    layer.id = "flights";
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
  }
  layer.className = `flights ${table.className}`;
  return layer;
}

// --- Numbers ---

const WHOLE = /^[−-]?\d{1,4}$/;
const value = (text) => Number(text.replace("−", "-"));

function roll() {
  if (!isOn()) return;
  let carried = 0;
  for (const one of table.querySelectorAll("[data-roll]")) {
    const before = numbers.get(one.dataset.roll), after = one.textContent.trim();
    if (before === undefined || before === after || !WHOLE.test(before) || !WHOLE.test(after)) continue;
    count(one, value(before), value(after), after);
    const by = value(after) - value(before);
    if (one.closest("[data-source]")) carried += carry(one, by, carried);
    else rise(one, by);
  }
}

/** Tokens go to where they are counted from where they come from, or back; how many did. */
function carry(one, by, carried) {
  const token = one.closest("[data-token]"), there = boxOf(one.closest("[data-source]").dataset.source);
  const here = token && boxed(token), number = Math.min(Math.abs(by), MOST_OF_ONE, MOST_TOKENS - carried);
  if (!there || !here?.width || number < 1) return 0;
  for (let nth = 0; nth < number; nth += 1) {
    const likeness = likened(token.cloneNode(true), here);
    token.parentElement.append(likeness);
    likeness.showPopover();
    const middle = { x: there.left + there.width / 2, y: there.top + there.height / 2 };
    const path = [middle, { x: here.left, y: here.top }];
    if (by < 0) path.reverse();
    const frames = path.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, opacity: 1 }));
    const flight = likeness.animate(frames, { duration: FLIGHT, delay: 45 * (carried + nth), easing: EASE, fill: "both" });
    flight.finished.catch(() => {}).then(() => likeness.remove());
  }
  return number;
}

function count(one, from, to, text) {
  const began = performance.now();
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    rolling.delete(one);
    one.textContent = text;
  };
  const step = (now) => {
    const part = Math.min(1, (now - began) / ROLL);
    if (part === 1 || !one.isConnected) return stop();
    one.textContent = String(Math.round(from + (to - from) * part)).replace("-", "−");
    frame = requestAnimationFrame(step);
  };
  rolling.get(one)?.();
  rolling.set(one, stop);
  step(began);
}

/** By how much a number changed, rising from it. */
function rise(one, by) {
  const box = boxed(one);
  if (!box.width) return;
  const label = document.createElement("span");
  label.className = `changed-by ${by < 0 ? "less" : "more"}`;
  label.textContent = by < 0 ? `−${-by}` : `+${by}`;
  sky().append(label);
  const at = (y) => `translate(${box.left}px, ${box.top + y}px)`;
  label.animate(
    [{ transform: at(-4), opacity: 0 }, { transform: at(-18), opacity: 1, offset: 0.2 }, { transform: at(-26), opacity: 1, offset: 0.8 }, { transform: at(-34), opacity: 0 }],
    { duration: RISE, easing: "ease-out", fill: "both" },
  ).finished.catch(() => {}).then(() => label.remove());
}

const isTable = (event) => (event.detail?.ctx?.target?.id ?? event.target.id) === "table";

if (table) {
  document.addEventListener("htmx:before:swap", (event) => { if (isTable(event) && !event.defaultPrevented) remember(); });
  document.addEventListener("htmx:after:swap", (event) => {
    if (!isTable(event)) return;
    move();
    roll();
  });
}
