// Moving through a game: keys and the scrubber press what is there anyway; it can play itself.

import { isTyping } from "./app.js";

const PACE = 1600;
const step = (name) => document.querySelector(`[data-step="${name}"][href]`);
const reel = () => document.getElementById("reel");
const player = () => document.getElementById("autoplay");
let clock = 0;

const STEPS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "round_back", ArrowDown: "round_on", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event)) return;
  if (event.target.closest("dialog, [role=tab], [role=radiogroup], input[type=radio], #reel-story")) return;
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
  told(true);
}

function stop() {
  if (!clock) return;
  clearInterval(clock);
  clock = 0;
  told(false);
}

function told(plays) {
  const button = player();
  button.setAttribute("aria-pressed", plays);
  button.querySelector(".autoplay-told").textContent = plays ? button.dataset.pause : button.dataset.play;
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
document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });

function settle() {
  const address = reel()?.dataset.address;
  if (!address) return;
  if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  for (const field of document.querySelectorAll("[data-whole]")) field.value = new URL(address, location.href).href;
  const list = document.getElementById("reel-story");
  const now = list?.querySelector(".now") ?? list?.lastElementChild;
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (player().hidden) player().hidden = false;
}

document.addEventListener("htmx:after:swap", settle);
settle();
