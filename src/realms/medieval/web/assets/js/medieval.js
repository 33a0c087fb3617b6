// Placing leaders with pieces: taps, drags and keys fill the numbers of the form, which works
// without any of this. What is half done is kept in this browser, by table and seat. Cards of
// the panel are chosen and played by keys.

import { announce } from "./app.js";


document.documentElement.classList.add("has-steps");
import("./medieval-show.js"); // nothing waits for it

const board = () => document.getElementById("medieval");
const form = () => document.querySelector("form.placement");
const tray = () => document.getElementById("tray");
const number = (input) => Math.max(0, Number.parseInt(input.value, 10) || 0);
const parsed = (text) => JSON.parse(text || "{}");
const boxOf = (sort) => tray()?.querySelector(`[data-box="${sort}"]`);

// --- Numbers ---

/** How many leaders of a sort stand somewhere. */
function placed(place, sort) {
  let sum = 0;
  for (const input of place.querySelectorAll(`[data-sort="${sort}"] input`)) sum += number(input);
  return sum;
}

const leftOf = (sort) => Number(boxOf(sort)?.dataset.number ?? 0) - placed(form(), sort);
const fieldOf = (tile, sort) => tile.querySelector(`[data-sort="${sort}"] input`);
const clashes = (tile) => placed(tile, "decoy") > 0 && placed(tile, "general") + placed(tile, "admiral") > 0;

function state() {
  let found = "whole";
  for (const box of tray().querySelectorAll("[data-box]")) {
    const left = leftOf(box.dataset.box);
    if (left < 0) return "over";
    if (left > 0) found = "left";
  }
  return [...form().querySelectorAll("[data-tile]")].some(clashes) ? "wrong" : found;
}

// --- What is shown ---

function piece(sort) {
  const { seat, pieces } = tray().dataset;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `piece seat-${seat}`);
  svg.setAttribute("viewBox", "-1 -1 42 50");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.piece = sort;
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${pieces}#${sort}-${seat}`);
  svg.append(use);
  return svg;
}

function drawTile(tile) {
  const stand = tile.querySelector("[data-stand]");
  const wanted = [...tile.querySelectorAll(".stepper")].flatMap((one) => Array(number(one.querySelector("input"))).fill(one.dataset.sort));
  const shown = [...stand.querySelectorAll("[data-piece]")].map((one) => one.dataset.piece);
  if (wanted.join() !== shown.join() || (!wanted.length && !stand.querySelector(".foot"))) {
    const foot = Object.assign(document.createElement("i"), { className: "foot" });
    stand.replaceChildren(...(wanted.length ? wanted.map(piece) : [foot]));
  }
  tile.classList.toggle("has", wanted.length > 0);
  tile.classList.toggle("is-wrong", clashes(tile));
  const plus = tile.querySelector("[data-plus]");
  if (plus) {
    const each = Object.values(parsed(tile.querySelector("[data-yields]").dataset.yields))[0] ?? 1;
    plus.textContent = wanted.length ? `+${each * wanted.length}` : "";
  }
  labelTile(tile, wanted);
}

function labelTile(tile, there) {
  const words = [...new Set(there)].map((sort) => {
    const count = there.filter((one) => one === sort).length, { one, many } = boxOf(sort).dataset;
    return `${count} ${count === 1 ? one : many}`;
  });
  const sort = lifted ?? nextSort(tile);
  const action = sort && fieldOf(tile, sort) ? boxOf(sort).dataset.putHere : there.length ? boxOf(there.at(-1)).dataset.take : "";
  const label = [tile.dataset.label, words.length ? `${words.join(", ")}.` : "", action].filter(Boolean).join(" ");
  const put = tile.querySelector("[data-put]");
  if (put.getAttribute("aria-label") !== label) put.setAttribute("aria-label", label);
}

/** Draw all pieces, what is left to place, and what the placement would bring. */
function draw() {
  const place = form();
  if (!place) return;
  for (const box of tray().querySelectorAll("[data-box]")) {
    const sort = box.dataset.box, left = leftOf(sort);
    box.querySelector("output b").textContent = left < 0 ? `−${-left}` : left;
    box.classList.toggle("is-done", left === 0);
    box.classList.toggle("is-wrong", left < 0);
    box.classList.toggle("is-held", lifted === sort);
    box.querySelector("[data-lift]").setAttribute("aria-pressed", String(lifted === sort));
    [...box.querySelectorAll(".peg")].forEach((peg, n) => peg.classList.toggle("gone", n >= left));
  }
  for (const tile of place.querySelectorAll("[data-tile]")) drawTile(tile);
  const progress = document.getElementById("placing-state"), now = state();
  if (progress.dataset.state !== now) progress.dataset.state = now;
  tellMissing(progress.querySelector("[data-missing]"));
  board().classList.toggle("is-lifted", Boolean(lifted));
  if (lifted) board().dataset.lifted = lifted;
  else delete board().dataset.lifted;
  drawYields(place);
  const last = document.getElementById("place-last");
  last.hidden = !tray().dataset.last;
}

/** Say which leaders are still to be placed, and how many. */
function tellMissing(words) {
  const missing = [...tray().querySelectorAll("[data-box]")].map((box) => [leftOf(box.dataset.box), box.dataset]).filter(([left]) => left > 0);
  if (!missing.length) return;
  const text = words.dataset.missing.replace("*", missing.map(([left, { one, many }]) => `${left} ${left === 1 ? one : many}`).join(", "));
  if (words.textContent !== text) words.textContent = text;
}

function drawYields(place) {
  const sure = {}, hoped = {};
  for (const stepper of place.querySelectorAll("[data-sort=mayor]")) {
    for (const [resource, each] of Object.entries(parsed(stepper.dataset.yields)))
      sure[resource] = (sure[resource] ?? 0) + each * number(stepper.querySelector("input"));
  }
  for (const land of place.querySelectorAll("[data-land]")) {
    if (!placed(land, "general") && !placed(land, "admiral")) continue;
    for (const [resource, amount] of Object.entries(parsed(land.dataset.reward)))
      hoped[resource] = (hoped[resource] ?? 0) + amount;
  }
  for (const one of place.querySelectorAll("[data-yield]")) {
    const resource = one.dataset.yield, certain = Number(one.dataset.base) + (sure[resource] ?? 0);
    one.querySelector("[data-sure]").textContent = certain ? `+${certain}` : "";
    one.querySelector("[data-hoped]").textContent = hoped[resource] ? `+${hoped[resource]}` : "";
  }
}

// --- Lifting, putting, taking back ---

let lifted = null;

function lift(sort) {
  lifted = lifted === sort || leftOf(sort) <= 0 ? null : sort;
  draw();
}

/** The sort that a tap on a place puts there, where none is lifted. */
function nextSort(tile) {
  const open = [...tile.querySelectorAll(".stepper")].map((one) => one.dataset.sort).filter((sort) => leftOf(sort) > 0);
  return open.find((sort) => !wouldClash(tile, sort));
}

const wouldClash = (tile, sort) =>
  sort === "decoy" ? placed(tile, "general") + placed(tile, "admiral") > 0 : sort !== "mayor" && placed(tile, "decoy") > 0;

function refuse(tile, why) {
  announce(why, { urgent: true });
  tile.classList.remove("is-refused");
  void tile.offsetWidth;
  tile.classList.add("is-refused");
}

/** Put a leader on a place; whether that can be. */
function put(tile, sort) {
  const field = fieldOf(tile, sort);
  if (!field) return refuse(tile, tray().dataset.wrong), false;
  if (leftOf(sort) <= 0) return refuse(tile, tray().dataset.full), false;
  if (wouldClash(tile, sort)) return refuse(tile, tray().dataset.clash), false;
  field.value = number(field) + 1;
  if (leftOf(sort) <= 0) lifted = null;
  changed();
  return true;
}

function takeBack(tile, sort) {
  const there = [...tile.querySelectorAll(".stepper")].filter((one) => number(one.querySelector("input")) > 0);
  const one = sort ? there.find((stepper) => stepper.dataset.sort === sort) : there.at(-1);
  if (!one) return false;
  const input = one.querySelector("input");
  input.value = number(input) - 1;
  changed();
  return true;
}

function press(tile) {
  if (lifted) return put(tile, lifted);
  const sort = nextSort(tile);
  return sort ? put(tile, sort) : takeBack(tile);
}

function fill(fields) {
  for (const input of form().querySelectorAll(".stepper input")) input.value = fields[input.name] ?? 0;
}

document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (!at || !form()?.contains(at)) return;
  if (justDragged) { justDragged = false; return; }
  const box = at.closest("[data-lift]");
  if (box) return lift(box.dataset.lift);
  const spot = at.closest("[data-put]");
  if (spot) return press(spot.closest("[data-tile]"));
  if (at.closest("#place-last")) { fill(parsed(tray().dataset.last)); lifted = null; changed(); }
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.("form.placement input")) changed();
});

// To start afresh is to take every leader back, also those of a placement that was refused.
document.addEventListener("reset", (event) => setTimeout(() => {
  if (!event.target.matches("form.placement")) return;
  fill({});
  lifted = null;
  changed();
}));

// --- Keys: letters lift, arrows and numbers choose a place, Backspace takes back ---

const tileAt = (target) => target instanceof Element ? target.closest("[data-tile]") : null;

document.addEventListener("keydown", (event) => {
  if (!form() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, dialog, [popover]")) return;
  const tile = tileAt(event.target);
  if (/^Arrow/.test(event.key)) return stepTo(event, tile);
  if (/^[0-9]$/.test(event.key)) return choose(event, event.key === "0" ? "10" : event.key);
  if ((event.key === "Backspace" || event.key === "Delete") && tile) {
    event.preventDefault();
    takeBack(tile);
  }
  if (event.key === "Escape" && lifted) { lifted = null; draw(); }
});

function choose(event, key) {
  const isTown = lifted === "mayor" || (!lifted && leftOf("mayor") > 0);
  const tile = form().querySelector(`${isTown ? ".plot" : ".land"}[data-tile="${key}"]`);
  if (!tile) return;
  event.preventDefault();
  tile.querySelector("[data-put]").focus();
}

/** The next place in the direction of an arrow, as places lie on the screen. */
function stepTo(event, tile) {
  const tiles = [...form().querySelectorAll("[data-tile]")];
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const centre = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  event.preventDefault();
  if (!tile) {
    const first = tiles.find((one) => lifted && fieldOf(one, lifted)) ?? tiles[0];
    return first?.querySelector("[data-put]").focus();
  }
  const [x, y] = centre(tile);
  let best = null, least = Infinity;
  for (const one of tiles) {
    if (one === tile) continue;
    const [cx, cy] = centre(one), along = (cx - x) * dx + (cy - y) * dy, across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (along > 8 && along + 2 * across < least) [best, least] = [one, along + 2 * across];
  }
  return best?.querySelector("[data-put]").focus();
}

// --- Drags: a piece follows the pointer, from the tray or from a place ---

let drag = null, justDragged = false;
const zoom = () => Number.parseFloat(getComputedStyle(document.body).zoom) || 1;

document.addEventListener("pointerdown", (event) => {
  justDragged = false;
  const at = event.target instanceof Element && form()?.contains(event.target) ? event.target : null;
  const box = at?.closest("[data-lift]"), tile = at?.closest("[data-put]")?.closest("[data-tile]");
  const sorts = tile ? [...tile.querySelectorAll(".stepper")].filter((one) => number(one.querySelector("input")) > 0) : [];
  const sort = box ? box.dataset.lift : sorts.at(-1)?.dataset.sort;
  if (!sort || (box && leftOf(sort) <= 0)) return;
  drag = { sort, from: tile, x: event.clientX, y: event.clientY, ghost: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 7) return;
    if (drag.from) takeBack(drag.from, drag.sort);
    lifted = drag.sort;
    draw();
    drag.ghost = Object.assign(document.createElement("div"), { className: "dragged medieval-drag" });
    drag.ghost.append(piece(drag.sort));
    board().append(drag.ghost);
  }
  drag.ghost.animate([{ transform: `translate(${event.clientX / zoom()}px, ${event.clientY / zoom()}px)` }], { duration: 0, fill: "forwards" });
  markGoal(tileUnder(event));
});

const tileUnder = (event) => tileAt(document.elementFromPoint(event.clientX, event.clientY));

function markGoal(tile) {
  for (const area of document.querySelectorAll(".area")) area.classList.toggle("is-hot", Boolean(tile) && area.dataset.area === tile.dataset.land);
  for (const one of document.querySelectorAll(".plot")) one.classList.toggle("is-over-drop", one === tile);
}

function endDrag(event) {
  const done = drag;
  drag = null;
  if (!done?.ghost) return;
  done.ghost.remove();
  markGoal(null);
  justDragged = event.type === "pointerup";
  lifted = null;
  const tile = event.type === "pointerup" ? tileUnder(event) : null;
  if (tile) put(tile, done.sort);
  draw();
  setTimeout(() => { justDragged = false; });
}
document.addEventListener("pointerup", endDrag);
document.addEventListener("pointercancel", endDrag);

// --- What is half done is kept ---

const keyOf = () => `realms-placement ${location.pathname} ${board().dataset.seat}`;

function keep() {
  const fields = Object.fromEntries([...form().querySelectorAll(".stepper input")].filter((one) => number(one)).map((one) => [one.name, number(one)]));
  try { localStorage.setItem(keyOf(), JSON.stringify({ round: board().dataset.round, fields })); } catch { /* nowhere to keep it */ }
}

/** Bring back what was begun in this round, unless the page has a placement of its own. */
function bringBack() {
  const isEmpty = [...form().querySelectorAll(".stepper input")].every((one) => !number(one));
  if (!isEmpty) return;
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf()) ?? "null");
    if (kept?.round === board().dataset.round) fill(kept.fields);
  } catch { /* nothing was kept */ }
}

function changed() {
  keep();
  draw();
}

// --- The draft ---

document.addEventListener("input", (event) => {
  const box = event.target;
  if (!box.matches?.("[data-draft]")) return;
  if (box.checked) onlyTwo(box);
  markPairs();
});

/** Two different tokens: a third takes the place of the one checked first. */
const checked = [];
function onlyTwo(box) {
  const others = [...document.querySelectorAll("[data-draft]:checked")].filter((one) => one !== box);
  if (others.length > 1) (checked.find((one) => others.includes(one)) ?? others[0]).checked = false;
  checked.push(box);
}

/** Whether somebody has taken the same pair already. */
function markPairs() {
  const pair = [...document.querySelectorAll("[data-draft]:checked")].map((box) => box.name.slice("token.".length)).join(" ");
  for (const taken of document.querySelectorAll("[data-pair]")) taken.classList.toggle("is-wrong", taken.dataset.pair === pair);
}

// --- The panel: arrows move as the squares lie, a second press of a key plays, Escape closes ---

const picks = () => [...document.querySelectorAll("#squares .pick-input")];
const chosen = () => document.querySelector(".medieval-table .pick-input:checked");
const mainMove = () => [...document.querySelectorAll("#moves .go button")].find((one) => one.offsetParent);

document.addEventListener("click", (event) => {
  const label = event.target instanceof Element ? event.target.closest(".medieval-table label.pick") : null;
  if (!label || !chosen() || chosen().id !== label.htmlFor) return;
  event.preventDefault();
  if (event.isTrusted) close();
  else mainMove()?.click();
});

function close() {
  const none = document.getElementById("pick-none");
  if (!none || !chosen()) return;
  none.checked = true;
  kept = "";
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen() && !document.querySelector("[popover]:popover-open, dialog[open]")) return close();
  const here = event.target instanceof Element && event.target.matches("#squares .pick-input") ? event.target : null;
  if (!here || !/^Arrow/.test(event.key)) return;
  const [row, column] = place(here), [dr, dc] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  event.preventDefault();
  for (let step = 1; step < 4; step += 1) {
    const next = picks().find((one) => place(one).join() === [row + step * dr, column + step * dc].join());
    if (!next) continue;
    next.focus();
    next.checked = true;
    kept = next.id;
    return;
  }
});
const place = (input) => {
  const at = Number(input.id.slice("pick-".length)) - 1;
  return [Math.floor(at / 4), at % 4];
};

// What was chosen stays chosen while others talk; with the next question it goes.
let kept = "", keptAt = "";
const seq = () => document.querySelector("[data-seq]")?.dataset.seq ?? "";
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("[name=pick]")) return;
  kept = event.target.id === "pick-none" ? "" : event.target.id;
  keptAt = seq();
});
function keepChosen() {
  if (!kept) return;
  const input = document.getElementById(kept);
  if (input && keptAt === seq()) input.checked = true;
  else { kept = ""; const none = document.getElementById("pick-none"); if (none) none.checked = true; }
}

// --- The stage is put away to look at the board; with another question it is back ---

let isLooking = false, lookedAt = "";
const stage = () => document.querySelector(".medieval-table .stage");

/** What lies behind the stage is out of reach, but for who looks at it. */
function look() {
  const box = document.getElementById("peek"), now = `${stage()?.id} ${document.getElementById("asking")?.dataset.asked}`;
  if (now !== lookedAt) isLooking = false;
  lookedAt = now;
  if (!box) return;
  box.checked = isLooking;
  document.getElementById("parts").inert = !isLooking;
}
document.addEventListener("change", (event) => {
  if (event.target.id !== "peek") return;
  isLooking = event.target.checked;
  look();
  if (!isLooking) { close(); stage().focus(); }
});

// --- When the table changes ---

function arrive() {
  look();
  keepChosen();
  if (!form()) { lifted = null; return; }
  bringBack();
  draw();
}
document.addEventListener("htmx:after:swap", arrive);
arrive();
