// Placing leaders with less typing: steps, clicks and drags fill the numbers of the form, and
// what they would bring is counted along. The form works without any of this.

const root = document.documentElement;
root.classList.add("has-steps");

const form = () => document.querySelector("form.placement");
const number = (input) => Math.max(0, Number.parseInt(input.value, 10) || 0);
const parsed = (text) => JSON.parse(text || "{}");

/** How many leaders of a sort stand somewhere. */
function placed(place, sort) {
  let sum = 0;
  for (const input of place.querySelectorAll(`[data-sort="${sort}"] input`)) sum += number(input);
  return sum;
}

/** Tell what is left to place, and what the placement would bring. */
function count() {
  const place = form();
  if (!place) return;
  let state = "whole";
  for (const piece of place.querySelectorAll("[data-piece]")) {
    const left = Number(piece.dataset.number) - placed(place, piece.dataset.piece);
    piece.querySelector("output b").textContent = left < 0 ? `−${-left}` : left;
    piece.classList.toggle("is-done", left === 0);
    piece.classList.toggle("is-over", left < 0);
    piece.draggable = left > 0;
    if (left < 0) state = "over";
    else if (left > 0 && state === "whole") state = "left";
  }
  const told = place.querySelector("#placing-state");
  if (told.dataset.state !== state) told.dataset.state = state;
  countYields(place);
  markTiles(place);
}

function countYields(place) {
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
    const resource = one.dataset.yield;
    one.querySelector("[data-sure]").textContent = Number(one.dataset.base) + (sure[resource] ?? 0);
    one.querySelector("[data-hoped]").textContent = hoped[resource] ? `+${hoped[resource]}` : "";
  }
}

function markTiles(place) {
  for (const tile of place.querySelectorAll("[data-tile]")) {
    const there = [...tile.querySelectorAll("input")].some((input) => number(input) > 0);
    tile.classList.toggle("is-filled", there);
    const apart = placed(tile, "decoy") && (placed(tile, "general") || placed(tile, "admiral"));
    tile.classList.toggle("is-wrong", Boolean(apart));
  }
}

/** One leader more or fewer. */
function step(stepper, by) {
  const input = stepper.querySelector("input");
  if (by > 0 && leftOf(stepper.dataset.sort) <= 0) return;
  input.value = Math.min(Math.max(0, number(input) + by), Number(input.max));
  count();
}

const leftOf = (sort) => {
  const piece = form()?.querySelector(`[data-piece="${sort}"]`);
  return piece ? Number(piece.dataset.number) - placed(form(), sort) : 0;
};

document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  const button = at?.closest("form.placement [data-step]");
  if (button) return step(button.closest(".stepper"), Number(button.dataset.step));
  const tile = at?.closest("form.placement [data-tile]");
  if (!tile || at.closest("input, button, a")) return undefined;
  const next = [...tile.querySelectorAll(".stepper")].find((one) => leftOf(one.dataset.sort) > 0);
  return next && step(next, 1);
});

document.addEventListener("input", (event) => {
  const box = event.target;
  if (box.matches?.("form.placement input")) count();
  if (!box.matches?.("[data-draft]")) return;
  if (box.checked) onlyTwo(box);
  markPairs();
});
// To start afresh is to take every leader back, also those of a placement that was refused.
document.addEventListener("reset", (event) => setTimeout(() => {
  if (event.target.matches("form.placement")) for (const input of event.target.querySelectorAll(".stepper input")) input.value = 0;
  count();
}));

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

// Dragging a leader onto a square or a land.
let dragged = "";
document.addEventListener("dragstart", (event) => {
  const piece = event.target instanceof Element && event.target.closest("[data-piece]");
  if (!piece) return;
  dragged = piece.dataset.piece;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged);
});
const goal = (event) => {
  const tile = dragged && event.target instanceof Element && event.target.closest("[data-tile]");
  return tile ? tile.querySelector(`[data-sort="${dragged}"]`) : null;
};
document.addEventListener("dragover", (event) => {
  const stepper = goal(event);
  for (const tile of document.querySelectorAll(".is-over-drop")) tile.classList.remove("is-over-drop");
  if (!stepper) return;
  event.preventDefault();
  stepper.closest("[data-tile]").classList.add("is-over-drop");
});
document.addEventListener("drop", (event) => {
  const stepper = goal(event);
  if (!stepper) return;
  event.preventDefault();
  step(stepper, 1);
});
document.addEventListener("dragend", () => {
  dragged = "";
  for (const tile of document.querySelectorAll(".is-over-drop")) tile.classList.remove("is-over-drop");
});

document.addEventListener("htmx:after:swap", count);
new MutationObserver((changes) => {
  if (changes.some((change) => change.target instanceof Element && !change.target.closest("form.placement"))) count();
}).observe(document.getElementById("table") ?? document.body, { childList: true, subtree: true });
count();
