// Moving through a game: keys and the scrubber press what is there anyway; it can play itself.

import { isTyping } from "./app.js";

const PACE = 1600;
const step = (name) => document.querySelector(`[data-step="${name}"][href]`);
const controls = () => document.getElementById("replay-controls");
const player = () => document.getElementById("autoplay");
let clock = 0;

const STEPS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "round_back", ArrowDown: "round_on", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event)) return;
  if (event.target.closest("dialog, .drawer input, [role=tab], [role=radiogroup], input[type=radio], #replay-story")) return;
  if (event.key === " " && !event.target.closest("a, button, summary, input")) {
    event.preventDefault();
    toggle();
    return;
  }
  const name = STEPS[event.key];
  if (!name || event.target.matches("input[type=range]")) return;
  event.preventDefault();
  stop();
  step(name)?.click();
});

let scrubbing = 0;
document.addEventListener("input", (event) => {
  if (event.target.id !== "scrub") return;
  stop();
  clearTimeout(scrubbing);
  scrubbing = setTimeout(() => document.getElementById("scrubber").requestSubmit(), 40);
});

function toggle() {
  if (clock) stop();
  else if (step("forward")) start();
  else { step("first")?.click(); start(); }
}

function start() {
  clock = setInterval(() => (step("forward") ? step("forward").click() : stop()), PACE);
  markPlaying(true);
}

function stop() {
  if (!clock) return;
  clearInterval(clock);
  clock = 0;
  markPlaying(false);
}

function markPlaying(plays) {
  const button = player();
  button.setAttribute("aria-pressed", plays);
  button.querySelector(".autoplay-word").textContent = plays ? button.dataset.pause : button.dataset.play;
}

function goTo(moment) {
  const scrub = document.getElementById("scrub");
  scrub.value = moment;
  document.getElementById("scrubber").requestSubmit();
}

document.addEventListener("click", (event) => {
  const line = event.target.closest("[data-moment]");
  if (line && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    stop();
    goTo(line.dataset.moment);
  } else if (event.target.closest("#autoplay")) toggle();
  else if (clock && event.isTrusted && event.target.closest("a[href]")) stop();
});
document.addEventListener("click", (event) => {
  if (event.target.closest(".viewer-menu a")) document.getElementById("viewers").hidePopover();
});
document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });

function settle() {
  const address = controls()?.dataset.address;
  if (!address) return;
  if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  for (const field of document.querySelectorAll("[data-whole]")) field.value = new URL(address, location.href).href;
  showLine();
  if (player().hidden) player().hidden = false;
}

/** The line of the moment comes into the middle of the log; a closed drawer has no height. */
function showLine() {
  const list = document.getElementById("replay-story");
  const now = list?.querySelector(".now") ?? list?.lastElementChild;
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}
document.addEventListener("toggle", (event) => {
  if (event.target.id === "aside" && event.newState === "open") showLine();
}, true);

document.addEventListener("htmx:after:swap", settle);
settle();
