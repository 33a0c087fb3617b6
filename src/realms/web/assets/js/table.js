// A table, live: keys press buttons, the tab calls when it is one's turn. Everything works without; nothing here knows the game.

import { announce } from "./app.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const table = document.getElementById("table");

// --- One's turn ---

const title = document.title;
let wasAsked = asked();

function asked() {
  return table?.querySelector("[data-asked]")?.dataset.asked === "yes";
}

function called() {
  const now = asked();
  document.title = now ? `● ${title}` : title;
  if (now && !wasAsked && document.hidden) call();
  wasAsked = now;
}

function wants() {
  try { return localStorage.getItem("realms-notify") === "on"; } catch { return false; }
}

function call() {
  if (!wants()) return;
  chime();
  if ("Notification" in window && Notification.permission === "granted") {
    const text = table.querySelector("[data-title]")?.dataset.title ?? "";
    const note = new Notification(title, { body: text, tag: location.pathname });
    note.onclick = () => { window.focus(); note.close(); };
  }
}

function chime() {
  try {
    const sound = new AudioContext();
    [523, 784].forEach((pitch, number) => {
      const tone = sound.createOscillator(), loud = sound.createGain();
      const start = sound.currentTime + number * 0.16;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.12, start);
      loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
      tone.connect(loud).connect(sound.destination);
      tone.start(start);
      tone.stop(start + 0.5);
    });
  } catch { /* a browser without sound */ }
}

function showNotify() {
  const button = table?.querySelector("[data-notifies]");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", wants());
  button.querySelector("span").textContent = wants() ? button.dataset.on : button.dataset.off;
}

async function toggleNotify() {
  const on = !wants();
  try { localStorage.setItem("realms-notify", on ? "on" : "off"); } catch { return; }
  if (on) {
    chime();
    if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  }
  showNotify();
}

// --- Keys press what they are written on ---

function isTyping(target) {
  return target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], dialog");
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) return;
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  if (event.key === "l") return focusOn(event, "story");
  if (event.key === "t") return focusOn(event, "say-text");
  const key = CSS.escape(event.key);
  const button = [...document.querySelectorAll(`[data-key="${key}"]`)].find((one) => !one.disabled && one.offsetParent);
  if (button) {
    event.preventDefault();
    button.click();
  }
});

// What lies in the drawer is brought out first.
function focusOn(event, id) {
  const place = document.getElementById(id);
  if (!place) return;
  event.preventDefault();
  const drawer = place.closest("[popover]");
  if (drawer && !drawer.matches(":popover-open")) drawer.showPopover();
  place.focus();
  place.scrollIntoView({ block: "nearest" });
}

// --- Clocks ---

let heard = Date.now();

function tick() {
  const clocks = document.getElementById("clocks");
  if (!clocks) return;
  const spent = Number(clocks.dataset.now) - Number(clocks.dataset.began) + Date.now() - heard;
  for (const time of clocks.querySelectorAll("time")) {
    const runs = time.dataset.runs === "yes";
    const left = Math.max(0, Number(time.dataset.left) - (runs ? spent : 0));
    const text = `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
    if (time.textContent !== text) time.textContent = text;
    time.classList.toggle("short", runs && left < 20000);
  }
}

// --- A hint is put away ---

function putAway(id) {
  const place = document.getElementById(id), held = place?.contains(document.activeElement);
  place?.replaceChildren();
  if (held) document.getElementById(`${id}-button`)?.focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-closes]");
  if (button) putAway(button.dataset.closes);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.getElementById("hint")?.childElementCount) putAway("hint");
});

// --- A refusal is over when something else is tried; at the end one lands on the result ---

for (const kind of ["input", "change", "click"]) {
  table?.addEventListener(kind, (event) => {
    if (!event.target.closest("#problem, [data-why]")) putAway("problem");
  });
}

let isOver = document.getElementById("over") !== null;
function landOnResult() {
  const over = document.getElementById("over");
  if (over && !isOver && document.activeElement === document.body) document.getElementById("over-title")?.focus();
  isOver = over !== null;
}

if (document.querySelector("[data-refreshes]")) setTimeout(() => location.reload(), 2500);

// --- What is asked next is brought into view, unless somebody has scrolled elsewhere ---

const CHOICES = "form[action$='/moves'] button:not([type=button], [type=reset], [disabled])";
const question = () => table?.querySelector("[data-question]");
let isFollowing = false;
let followed = "";
let lastAsked = question()?.dataset.question;

document.addEventListener("submit", (event) => {
  if (event.target.action?.endsWith("/moves")) isFollowing = true;
}, true);
for (const kind of ["wheel", "touchmove"]) {
  document.addEventListener(kind, () => { isFollowing = false; }, { passive: true });
}
document.addEventListener("keydown", (event) => {
  if (/^(Page|Home|End|Tab)/.test(event.key)) isFollowing = false;
});

const barEnd = () => document.getElementById("asking").getBoundingClientRect().bottom;

function isInView(thing) {
  const { top, bottom, width } = thing.getBoundingClientRect();
  return width > 0 && top >= barEnd() && bottom <= innerHeight;
}

function beginsInView(thing) {
  const { top } = thing.getBoundingClientRect();
  return top >= barEnd() && top <= innerHeight / 2;
}

function follow(isTurnNew) {
  const seq = table.querySelector("[data-seq]")?.dataset.seq;
  const isOver = document.getElementById("over");
  if (!isFollowing || seq === followed || !(asked() || isOver)) return;
  followed = seq;
  const behavior = calm.matches ? "auto" : "smooth";
  if (isOver) return scrollTo({ top: 0, behavior });
  const news = document.getElementById("news");
  if (news && isTurnNew) return isInView(news) || news.scrollIntoView({ block: "start", behavior });
  const next = question();
  if (next && next.dataset.question !== lastAsked) return beginsInView(next) || next.scrollIntoView({ block: "start", behavior });
  const choices = [...table.querySelectorAll(CHOICES)].filter((one) => one.offsetParent);
  if (!choices.length || choices.some(isInView)) return;
  const place = choices.find((one) => one.matches(".primary, .best *")) ?? choices[0];
  const around = place.closest("section") ?? place;
  const fits = around.getBoundingClientRect().height < innerHeight - barEnd();
  around.scrollIntoView({ block: fits ? "nearest" : "start", behavior });
}

// --- Whoever acted goes on from the next question, also by keyboard ---

let wasActing = false;

function goOn() {
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!lost) wasActing = false;
  if (!wasActing || !question()) return;
  wasActing = false;
  question().focus({ preventScroll: true });
}

// --- What is agreed besides the game is shown for a moment: the log may be out of sight ---

const ACT_SHOWN = 6000; // milliseconds
const acts = () => [...(table?.querySelectorAll("#story li:is(.table, .undone)") ?? [])];
let lastAct = Number(acts().at(-1)?.value ?? 0);

function tellActs() {
  const sentences = acts().filter((line) => line.value > lastAct).map((line) => line.querySelector("span").textContent);
  lastAct = Math.max(lastAct, ...acts().map((line) => line.value));
  if (!sentences.length || document.getElementById("undo-request")) return;
  const text = sentences.join(" "), place = document.getElementById("alert");
  announce(text, { urgent: true });
  setTimeout(() => { if (place?.textContent === text) place.textContent = ""; }, ACT_SHOWN);
}

// --- When the table changes ---

function scrollLog() {
  for (const id of ["story", "lines"]) {
    const list = document.getElementById(id);
    if (list && document.activeElement !== list) list.scrollTop = list.scrollHeight;
  }
}

// A closed drawer has no height to scroll: its newest lines are brought in when it opens.
document.addEventListener("toggle", (event) => {
  if (event.target.id === "aside" && event.newState === "open") scrollLog();
}, true);

function changed() {
  heard = Date.now();
  scrollLog();
  tellActs();
  follow(!wasAsked);
  lastAsked = question()?.dataset.question ?? lastAsked;
  forgetHint();
  goOn();
  landOnResult();
  called();
  showNotify();
  tick();
}

/** A hint is for the question it was asked at; it goes before the focus is looked for. */
function forgetHint() {
  const hint = document.getElementById("hint");
  const seq = table.querySelector("[data-seq]")?.dataset.seq;
  if (hint && hint.childElementCount && hint.dataset.asked_at !== seq) hint.replaceChildren();
}

// An answer that the stream has overtaken is not shown over a newer table.
function isOvertaken(event) {
  const answered = event.detail?.ctx?.text?.match(/ data-seq="(\d+)"/)?.[1];
  const shown = table.querySelector("[data-seq]")?.dataset.seq;
  return answered !== undefined && shown !== undefined && Number(answered) < Number(shown);
}

if (table) {
  document.addEventListener("htmx:before:swap", (event) => {
    wasActing ||= Boolean(document.activeElement?.closest?.("form[action$='/moves']"));
    if (isOvertaken(event)) event.preventDefault();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.target.id === "hint" || event.detail?.ctx?.target?.id === "hint") {
      document.getElementById("hint").dataset.asked_at = table.querySelector("[data-seq]")?.dataset.seq;
    }
    changed();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const form = event.target.closest?.("form.say");
    if (form && event.detail?.ctx?.response?.status < 300) form.reset();
  });
  table.addEventListener("click", (event) => {
    if (event.target.closest("[data-notifies]")) toggleNotify();
  });
  setInterval(tick, 250);
  changed();
}
