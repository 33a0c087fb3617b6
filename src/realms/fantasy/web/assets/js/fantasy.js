// The table of Fantasy Realms: cards can be dragged where they go, arrows walk from card to
// card, the clock of Chaos runs. Each does nothing but press a button that is there anyway.

const table = document.getElementById("table");
const CHOICES = ".fantasy-board :is(.deck, .drawn, .area, .hand, .options) button[name=move]";

// --- Dragging: a card to the hand or to the discard area presses its button ---

let dragged = null;

function button(thing) {
  return thing.querySelector("button[name=move]");
}

function target(thing) {
  const goal = dragged?.dataset.drag === "discard" ? "discard" : "hand";
  return thing instanceof Element ? thing.closest(`[data-drop=${goal}]`) : null;
}

function prepare() {
  for (const thing of table.querySelectorAll("[data-drag]")) thing.draggable = Boolean(button(thing));
}

// The button of a card covers all of it; where it can be dragged, the card passes clicks on.
table?.addEventListener("click", (event) => {
  const thing = event.target.closest?.("[data-drag]");
  if (thing && !event.target.closest("a, button, summary")) button(thing)?.click();
});

table?.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-drag]");
  if (!dragged || !button(dragged)) { dragged = null; return; }
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", "");
});

table?.addEventListener("dragover", (event) => {
  const place = target(event.target);
  for (const other of table.querySelectorAll(".over")) if (other !== place) other.classList.remove("over");
  if (!dragged || !place) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
  place.classList.add("over");
});

function settle() {
  for (const place of table.querySelectorAll(".over")) place.classList.remove("over");
  dragged = null;
}

table?.addEventListener("drop", (event) => {
  const pressed = dragged && target(event.target) ? button(dragged) : null;
  if (pressed) event.preventDefault();
  settle();
  pressed?.click();
});
table?.addEventListener("dragend", settle);

// --- Arrows walk over everything that can be chosen ---

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.target.matches?.(".chooser")) return event.preventDefault();
  const step = STEPS[event.key];
  if (!step || event.target.closest?.("input, select, textarea, dialog, [role=log], summary")) return;
  const all = [...document.querySelectorAll(CHOICES)];
  const here = all.indexOf(document.activeElement);
  const begins = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (!all.length || (here < 0 && !begins)) return;
  event.preventDefault();
  const next = here < 0 ? (step > 0 ? 0 : all.length - 1) : (here + step + all.length) % all.length;
  all[next].focus();
  all[next].scrollIntoView({ block: "nearest" });
});

// --- Whoever chose by keyboard goes on from the next choice ---

let wasChoosing = false;

document.addEventListener("htmx:before:swap", () => {
  wasChoosing ||= Boolean(document.activeElement?.matches?.(CHOICES));
});

function goOn() {
  prepare();
  const lost = !document.activeElement || document.activeElement === document.body;
  const next = wasChoosing && lost ? document.querySelector(CHOICES) : null;
  if (next) next.focus({ preventScroll: true });
  if (next || !lost) wasChoosing = false;
}

// --- The clock that all share, by the time of the server ---

let told = "";
let ahead = 0;

function tick() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    if (clock.dataset.now !== told) {
      told = clock.dataset.now;
      ahead = Number(told) - Date.now();
    }
    const left = Math.max(0, Number(clock.dataset.until) - Date.now() - ahead);
    const text = `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left < 30000);
  }
}

if (table) {
  document.addEventListener("htmx:after:swap", goOn);
  setInterval(tick, 250);
  table.classList.add("draggable");
  prepare();
}
