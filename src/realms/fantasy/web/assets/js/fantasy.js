// The table of Fantasy Realms: cards can be dragged where they go, numbers choose and Enter
// plays, the clock of Chaos runs. Each does nothing but press a button that is there anyway.

import "./finale.js";

const table = document.getElementById("table");
const CHOICES = ".fantasy-board .pick-input, .fantasy-board .options button[name=move]";
const isShown = (one) => one.getClientRects().length > 0;

// --- Choosing: a number lifts a card; the same number again, Enter or a double click plays it ---

/** The main move of what is chosen. */
const mainMove = () => [...table.querySelectorAll(".moves .primary[name=move]")].find(isShown);

function choose(input) {
  input.checked = true;
  input.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input:not([type=radio]), select, textarea, dialog, [role=log]")) return;
  if (event.key === "Enter") {
    if (event.target.matches?.(".chooser")) return event.preventDefault();
    if (event.target.closest?.("a, button, summary")) return;
    const main = document.querySelector(".fantasy-board [data-choose]") && mainMove();
    if (!main) return;
    event.preventDefault();
    return main.click();
  }
  const wanted = document.querySelector(`.fantasy-board [data-choose="${CSS.escape(event.key)}"]`);
  if (wanted && isShown(wanted)) {
    event.preventDefault();
    return choose(wanted);
  }
  walk(event);
});

table?.addEventListener("dblclick", (event) => {
  if (event.target.closest?.(".place")?.querySelector(":checked")) mainMove()?.click();
});

// Arrows walk over everything that can be chosen; radio buttons of one group do so themselves.
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function walk(event) {
  const step = STEPS[event.key];
  if (!step || event.target.matches?.("input, summary")) return;
  const all = [...document.querySelectorAll(CHOICES)].filter((one) => !one.disabled);
  const here = all.indexOf(document.activeElement);
  const begins = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (!all.length || (here < 0 && !begins)) return;
  event.preventDefault();
  const next = here < 0 ? all.find((one) => one.checked) ?? all[0] : all[(here + step + all.length) % all.length];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

// --- Dragging: a card to the hand or to the discard area presses its button ---

let dragged = null;

/** The button that plays what a card stands for. */
function button(thing) {
  if (thing.matches("button[name=move]")) return thing;
  const card = thing.querySelector(".pick-input")?.value;
  return card ? table.querySelector(`button[data-for="${CSS.escape(card)}"]`) : null;
}

function target(thing) {
  const goal = dragged?.dataset.drag === "discard" ? "discard" : "hand";
  return thing instanceof Element ? thing.closest(`[data-drop=${goal}]`) : null;
}

function prepare() {
  for (const thing of table.querySelectorAll("[data-drag]")) thing.draggable = Boolean(button(thing));
}

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

// --- What was chosen stays chosen while the same is asked; whoever acted by key goes on ---

let chosen = null;
let wasChoosing = false;

document.addEventListener("htmx:before:swap", () => {
  const input = table?.querySelector(".pick-input:checked");
  chosen = input && { id: input.id, seq: table.querySelector("[data-seq]")?.dataset.seq };
  wasChoosing ||= Boolean(document.activeElement?.matches?.(`${CHOICES}, .moves button`));
});

function goOn() {
  prepare();
  if (chosen && chosen.seq === table.querySelector("[data-seq]")?.dataset.seq) {
    const input = document.getElementById(chosen.id);
    if (input) input.checked = true;
  }
  const lost = !document.activeElement || document.activeElement === document.body || !isShown(document.activeElement);
  const next = wasChoosing && lost ? table.querySelector(".pick-input:checked") ?? table.querySelector(CHOICES) ?? mainMove() : null;
  if (next) next.focus({ preventScroll: true });
  if (next || !lost) wasChoosing = false;
}

// --- The clock that all share, by the time of the server ---

let serverNow = "";
let ahead = 0;

function tick() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    if (clock.dataset.now !== serverNow) {
      serverNow = clock.dataset.now;
      ahead = Number(serverNow) - Date.now();
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
