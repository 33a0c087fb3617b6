// A table, live: cards glide to where they went, keys press buttons, the tab calls when it is
// one's turn. Everything works without; nothing here knows the game.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const table = document.getElementById("table");

// --- Cards and tokens glide from where they were to where they are ---

let places = new Map();

function remember() {
  places = new Map();
  if (calm.matches || !table) return;
  for (const thing of table.querySelectorAll("[data-flip]")) {
    const place = whereabouts(thing);
    if (place.width) places.set(thing.dataset.flip, place);
  }
}

// A place is told within its section, so that what only moved with the page stays calm.
function whereabouts(thing) {
  const { left, top, width } = thing.getBoundingClientRect();
  const frame = thing.closest("section");
  const corner = frame?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { left, top, width, x: left - corner.left, y: top - corner.top, frame: frame?.getAttribute("aria-labelledby") };
}

function glide() {
  if (calm.matches || !places.size) return;
  for (const thing of table.querySelectorAll("[data-flip]")) {
    const from = places.get(thing.dataset.flip);
    const to = whereabouts(thing);
    if (!to.width) continue;
    if (!from) {
      thing.animate([{ opacity: 0, transform: "scale(.92)" }, {}], { duration: 220, easing: "ease-out" });
      continue;
    }
    const stays = from.frame === to.frame;
    const x = stays ? from.x - to.x : from.left - to.left, y = stays ? from.y - to.y : from.top - to.top;
    if (Math.abs(x) + Math.abs(y) < 4) continue;
    thing.animate(
      [{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: 340, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
  }
  places = new Map();
}

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

function focusOn(event, id) {
  const place = document.getElementById(id);
  if (!place) return;
  event.preventDefault();
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

// --- Copying links; looking again ---

function showCopies() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copies]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).value);
  const word = button.querySelector("span"), before = word.textContent;
  if (before === button.dataset.copied) return;
  word.textContent = button.dataset.copied;
  setTimeout(() => { word.textContent = before; }, 1500);
});

showCopies();
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

// --- When the table changes ---

function scrollLog() {
  for (const id of ["story", "lines", "news-told"]) {
    const list = document.getElementById(id);
    if (list && document.activeElement !== list) list.scrollTop = list.scrollHeight;
  }
}

function changed() {
  heard = Date.now();
  scrollLog();
  glide();
  follow(!wasAsked);
  lastAsked = question()?.dataset.question ?? lastAsked;
  goOn();
  called();
  showNotify();
  showCopies();
  tick();
  const hint = document.getElementById("hint");
  const seq = table.querySelector("[data-seq]")?.dataset.seq;
  if (hint && hint.childElementCount && hint.dataset.asked_at !== seq) hint.replaceChildren();
}

// An answer that the stream has overtaken is not shown over a newer table.
function isOvertaken(event) {
  const told = event.detail?.ctx?.text?.match(/ data-seq="(\d+)"/)?.[1];
  const shown = table.querySelector("[data-seq]")?.dataset.seq;
  return told !== undefined && shown !== undefined && Number(told) < Number(shown);
}

if (table) {
  document.addEventListener("htmx:before:swap", (event) => {
    wasActing ||= Boolean(document.activeElement?.closest?.("form[action$='/moves']"));
    if (isOvertaken(event)) event.preventDefault();
    else remember();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.target.id === "hint" || event.detail?.ctx?.target?.id === "hint") {
      document.getElementById("hint").dataset.asked_at = table.querySelector("[data-seq]")?.dataset.seq;
    }
    changed();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const form = event.target.closest?.("form.say");
    if (form && event.detail?.ctx?.response?.status === 200) form.reset();
  });
  table.addEventListener("click", (event) => {
    if (event.target.closest("[data-notifies]")) toggleNotify();
  });
  setInterval(tick, 250);
  changed();
}
