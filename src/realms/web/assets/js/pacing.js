// What others do is shown one move after another, with a line that says what it was. Only the
// display is paced: the game has gone on already, and whoever acts, presses S or taps the line
// sees the table as it is.

import { announce } from "./app.js";

const PACES = { slow: 1400, normal: 700, once: 0 };
const MANY = 3; // more waiting than that go by twice as fast
const MOST_LINES = 3; // of one move
const MOST_HEARD = 6; // lines that are read out where all is shown at once

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const table = document.getElementById("table");
const caption = document.getElementById("caption");
const waiting = []; // tables as they were, to be shown in turn
let shown = newestLine(); // the last line of the log that was shown
let course = 0; // the showing that is under way; another number ends it
let isShowing = false;
let isSkipping = false; // until something is asked
let hasActed = false; // until what one did is shown

/** Milliseconds for a move; none where everything is shown at once. */
export function pace() {
  if (calm.matches || document.hidden) return 0;
  return PACES[document.documentElement.dataset.pace] ?? PACES.normal;
}

/** Show a table, now or when it is its turn. */
export function arrive(text) {
  waiting.push(text);
  if (!pace() || isSkipping) finish();
  else if (!isShowing) show();
}

/** Whoever acts is told no more of what was before: the stream brings the table as it is. */
export function end(acts) {
  hasActed = acts;
  if (!acts) return;
  stop();
  waiting.length = 0;
}

/** Show the table as it is from now on, until something is asked. */
export function skip() {
  isSkipping = !isAsked();
  finish();
}

const isAsked = () => table?.querySelector("[data-asked]")?.dataset.asked === "yes" || document.getElementById("over") !== null;

/** Show the table as it is, and nothing of what led to it. */
export async function finish() {
  stop();
  const last = waiting.at(-1);
  waiting.length = 0;
  if (last !== undefined) await swap(last);
  newBeats();
  if (isAsked()) isSkipping = false;
}

/** End what is being shown; other tables may be shown at once. */
function stop() {
  course += 1;
  isShowing = false;
  hide();
}

/** Show what waits, table by table and move by move, until nothing does or somebody ends it. */
async function show() {
  const mine = (course += 1);
  isShowing = true;
  while (waiting.length) {
    await swap(waiting.shift());
    if (mine === course) await held();
    if (mine !== course) return;
    const beats = newBeats();
    while (beats.length) {
      tell(beats.shift());
      const left = waiting.length + beats.length;
      await new Promise((done) => { setTimeout(done, pace() / (left > MANY ? 2 : 1)); });
      if (mine !== course) return;
    }
  }
  stop();
}

/** A game may show a moment of its own before the next one: what it waits for is in `holds`. */
async function held() {
  const holds = [];
  table.dispatchEvent(new CustomEvent("realms:shown", { detail: { holds } }));
  if (!holds.length) return;
  caption?.querySelector(".caption-lines").replaceChildren();
  if (caption) caption.hidden = false;
  await Promise.all(holds);
}

async function swap(text) {
  await window.htmx.swap({ sourceElement: table, target: table, swap: "innerMorph swapEmpty:false", text });
}

// --- The lines ---

function lines() {
  return [...(table?.querySelectorAll("#story li.event") ?? [])];
}

function newestLine() {
  return Number(lines().at(-1)?.value ?? 0);
}

/** The moves of others that are told for the first time, each with its lines. */
function newBeats() {
  const fresh = lines().filter((line) => line.value > shown);
  shown = newestLine();
  if (hasActed) {
    const own = fresh.findIndex((line) => line.dataset.own === "yes");
    hasActed = own < 0;
    fresh.splice(0, own < 0 ? fresh.length : own);
  }
  const now = fresh.filter((line) => line.dataset.own === "yes" || !pace());
  if (now.length) announceLines(now);
  const others = fresh.filter((line) => line.dataset.own !== "yes");
  if (others.length && !pace()) announce(others.slice(-MOST_HEARD).map(sentence).join(" "));
  const moves = new Map();
  for (const line of fresh) {
    const { moment } = line.dataset;
    moves.set(moment, [...(moves.get(moment) ?? []), line]);
  }
  const byOthers = (move) => move.filter((line) => line.dataset.own !== "yes");
  return [...moves.values()].map(byOthers).filter((move) => move.length);
}

const sentence = (line) => line.querySelector("span")?.textContent ?? "";

function tell(beat) {
  if (!caption) return;
  const text = caption.querySelector(".caption-lines");
  text.replaceChildren(...beat.slice(0, MOST_LINES).map((line) => {
    const row = document.createElement("span");
    row.textContent = sentence(line);
    return row;
  }));
  caption.hidden = false;
  announceLines(beat);
  table.dataset.acts = beat.find((line) => line.dataset.seat)?.dataset.seat ?? "";
}

/** Let others know which lines are told now. */
function announceLines(lines) {
  table.dispatchEvent(new CustomEvent("realms:lines", { detail: { lines } }));
}

function hide() {
  if (caption) caption.hidden = true;
  if (table) delete table.dataset.acts;
}

if (table) {
  caption?.addEventListener("click", skip);
  document.addEventListener("visibilitychange", () => { if (document.hidden) finish(); });
  calm.addEventListener("change", finish);
}
