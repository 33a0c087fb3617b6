// The end of a game, told once: the hand that is shown turns over card by card, what the cards do
// to each other is counted step by step, the sum grows; then the other hands and the podium. Any
// key or tap ends it. The page underneath is complete from the start: nothing is hidden for good.

import { pace } from "./pacing.js";

const table = document.getElementById("table");
const NORMAL = 700; // the pace that all times here are made for, in milliseconds
const TURN = 150, STEP = 430, MOST_STEPS = 4300, REST = 330;

let course = 0; // of what is told; whoever tells an older one stops
let undo = []; // puts numbers back as the page says them

const stage = () => table?.querySelector(".finale");
const number = (text) => Number(text.replace("−", "-").replace("+", ""));
const shown = (value) => String(value).replace("-", "−");
const signed = (value) => (value > 0 ? `+${value}` : shown(value));
const isWanted = () => pace() > 0 && document.documentElement.dataset.motion !== "off";

/** Let a number stand for another for a while. */
function put(one, text) {
  if (!one) return;
  if (!undo.some((kept) => kept.one === one)) undo.push({ one, text: one.textContent });
  one.textContent = text;
}

/** Everything as the page says it. */
export function finish() {
  course += 1;
  for (const { one, text } of undo) one.textContent = text;
  undo = [];
  const here = stage();
  if (!here?.classList.contains("is-counting")) return;
  here.classList.remove("is-counting", "is-summed", "is-crowned");
  for (const one of here.querySelectorAll(".is-open, .is-now, .is-late")) one.classList.remove("is-open", "is-now", "is-late");
}

/** Tell the hand that is chosen; `all` others and the podium after it. */
async function tell(all) {
  finish();
  const here = stage(), hand = [...(here?.querySelectorAll(".final-hand") ?? [])].find((one) => one.getClientRects().length);
  if (!hand?.querySelector(".weave-box") || !isWanted()) return;
  const mine = (course += 1), slower = pace() / NORMAL;
  const rest = async (time) => {
    await new Promise((done) => { setTimeout(done, time * slower); });
    return mine === course;
  };
  here.classList.add("is-counting");
  here.classList.toggle("is-crowned", !all);

  const sums = { strength: 0, bonus: 0, penalty: 0 };
  const sum = (kind) => hand.querySelector(`[data-sum=${kind}]`);
  const add = (kind, points) => {
    sums[kind] += points;
    put(sum(kind), kind === "bonus" ? signed(sums.bonus) : shown(sums[kind]));
    put(sum("all"), shown(sums.strength + sums.bonus + sums.penalty));
  };
  for (const kind in sums) add(kind, 0);
  const stars = new Map();
  for (const worth of hand.querySelectorAll(".worths > [data-card]")) {
    const star = worth.querySelector(".vp b");
    stars.set(worth.dataset.card, { worth, star, now: number(worth.dataset.strength) });
    put(star, shown(number(worth.dataset.strength)));
  }
  const caption = document.getElementById("caption");
  do if (!(await rest(TURN))) return; while (caption && !caption.hidden); // the last moves come first
  for (const card of hand.querySelectorAll(".cards > [data-card]")) {
    const shownCard = stars.get(card.dataset.card);
    card.classList.add("is-open");
    shownCard.worth.classList.add("is-open");
    add("strength", shownCard.now);
    if (!(await rest(TURN))) return;
  }
  if (!(await rest(STEP))) return;

  const steps = [...hand.querySelectorAll(".steps [data-step]")];
  const time = Math.min(STEP, MOST_STEPS / Math.max(steps.length, 1));
  for (const step of steps) {
    for (const other of steps) other.classList.toggle("is-now", other === step);
    for (const thread of hand.querySelectorAll(`.thread[data-step="${step.dataset.step}"]`)) thread.classList.add("is-open");
    count(step, stars.get(step.dataset.card), add, hand);
    if (!(await rest(time))) return;
  }
  here.classList.add("is-summed");
  if (!(await rest(REST))) return;
  for (const row of [...here.querySelectorAll(".hands > li")].reverse()) {
    if (!all) break;
    row.classList.add("is-open");
    if (!(await rest(REST))) return;
  }
  here.classList.add("is-crowned");
  if (await rest(REST * 3)) finish();
}

/** What a step does to its card, and to the sums. */
function count(step, shownCard, add, hand) {
  const { kind } = step.dataset, points = Number(step.dataset.points);
  const card = hand.querySelector(`.cards > [data-card="${CSS.escape(step.dataset.card)}"]`);
  if (!shownCard) return;
  if (kind === "blank" && !card?.classList.contains("is-late")) {
    card?.classList.add("is-late");
    add("strength", -shownCard.now);
    shownCard.now = 0;
  } else if (kind === "bonus" || kind === "penalty") {
    add(kind, points);
    shownCard.now += points;
  }
  put(shownCard.star, shown(shownCard.now));
  shownCard.star.animate?.([{ scale: 1.5 }, { scale: 1 }], { duration: 240, easing: "ease-out" });
}

/** Keep only the threads of a card in sight, with what they say; all again at the second tap. */
function single(button) {
  const hand = button.closest(".final-hand"), wasOn = button.ariaPressed === "true";
  for (const one of hand.querySelectorAll("[data-tells]")) one.ariaPressed = String(one === button && !wasOn);
  hand.classList.toggle("is-single", !wasOn);
  const card = button.dataset.tells;
  const numbers = new Set();
  for (const thread of hand.querySelectorAll(".thread")) {
    const isOne = thread.dataset.ends.split(" ").includes(card);
    thread.classList.toggle("is-one", isOne);
    if (isOne) numbers.add(thread.dataset.step);
  }
  for (const step of hand.querySelectorAll(".steps [data-step]")) {
    step.classList.toggle("is-one", step.dataset.card === card || numbers.has(step.dataset.step));
  }
}

/** An end that has just come is told; one that was seen in this tab before is not. */
function arrive() {
  const here = stage(), id = `finale ${location.pathname}`;
  if (!here || document.querySelector(".replay-controls") || sessionStorage.getItem(id)) return;
  sessionStorage.setItem(id, "yes");
  tell(true);
}

const isTelling = () => stage()?.classList.contains("is-counting");

if (table) {
  document.addEventListener("keydown", (event) => {
    if (!isTelling() || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
    if ([" ", "Escape"].includes(event.key)) event.preventDefault();
    finish();
  }, true);
  document.addEventListener("pointerdown", (event) => {
    if (isTelling() && !event.target.closest?.("[data-again]")) finish();
  }, true);
  document.addEventListener("visibilitychange", () => { if (document.hidden) finish(); });
  document.addEventListener("htmx:before:swap", finish);
  document.addEventListener("htmx:after:swap", arrive);
  table.addEventListener("change", (event) => { if (event.target.name === "shown-hand") finish(); });
  table.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-again]")) return tell(false);
    const button = event.target.closest?.("[data-tells]");
    if (button) single(button);
  });
  arrive();
}
