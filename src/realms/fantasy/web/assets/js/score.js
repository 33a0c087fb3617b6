// Scoring by keys: a few letters and Enter. What is found here is what the server would find.

import { announce, isTyping } from "./app.js";

const NEVER = 9;
const form = () => document.getElementById("score");
const box = () => document.getElementById("quick");
const foundBox = () => document.getElementById("quick-found");
const tiles = () => [...form().querySelectorAll(".tile input")];
let chosen = 0;
const picks = [];

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function beginsWords(typed, words) {
  if (!typed) return true;
  if (!words.length) return false;
  let longest = 0;
  while (longest < typed.length && typed[longest] === words[0][longest]) longest += 1;
  for (let taken = longest; taken > 0; taken -= 1) {
    if (beginsWords(typed.slice(taken), words.slice(1))) return true;
  }
  return false;
}

function inTurn(typed, name) {
  let from = 0;
  for (const letter of typed) {
    from = name.indexOf(letter, from) + 1;
    if (!from) return false;
  }
  return true;
}

function rank(typed, words) {
  const name = words.join("");
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  if (beginsWords(typed, words)) return 2;
  if (words.some((word) => word.startsWith(typed))) return 3;
  return name[0] === typed[0] && inTurn(typed, name) ? 4 : NEVER;
}

/** The cards that are meant, best first. */
function found(text) {
  const typed = folded(text);
  if (!typed) return [];
  const fits = [];
  for (const [place, tile] of tiles().entries()) {
    if (tile.checked) continue;
    const names = tile.dataset.words.split(" ").map((name) => name.split("|"));
    const ranks = names.map((words, language) => [rank(typed, words), language, words.join("").length]);
    const [best] = ranks.sort(compared);
    if (best[0] < NEVER) fits.push({ tile, key: [...best, place] });
  }
  return fits.sort((a, b) => compared(a.key, b.key)).map((fit) => fit.tile);
}

function compared(a, b) {
  for (let place = 0; place < a.length; place += 1) if (a[place] !== b[place]) return a[place] - b[place];
  return 0;
}

const nameOf = (tile) => tile.closest(".tile").querySelector(".tile-name").firstChild.textContent.trim();

function show() {
  const typed = box().value;
  const fits = found(typed);
  chosen = Math.min(chosen, Math.max(fits.length - 1, 0));
  form().classList.toggle("finding", typed !== "" && fits.length > 0);
  for (const tile of tiles()) {
    tile.closest(".tile").classList.toggle("missed", fits.length > 0 && !fits.includes(tile));
    tile.closest(".tile").classList.toggle("found", tile === fits[chosen]);
  }
  const [before, after] = box().dataset.adds.split("{card}");
  foundBox().replaceChildren();
  if (!typed) return;
  if (!fits.length) foundBox().textContent = box().dataset.none;
  else {
    const name = document.createElement("b");
    name.textContent = nameOf(fits[chosen]);
    foundBox().append("⏎ ", before, name, after);
  }
}

function changed(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function add() {
  const [...fits] = found(box().value);
  const tile = fits[chosen];
  if (!tile) return false;
  tile.checked = true;
  box().value = "";
  chosen = 0;
  show();
  changed(tile);
  return true;
}

function takeBack() {
  while (picks.length && !document.getElementById(picks.at(-1))?.checked) picks.pop();
  const tile = picks.length ? document.getElementById(picks.pop()) : tiles().findLast((one) => one.checked);
  if (!tile) return;
  tile.checked = false;
  changed(tile);
}

function onKeyInBox(event) {
  if (event.isComposing) return;
  if (event.key === "Enter" && add()) event.preventDefault();
  else if (event.key === "Enter" && !box().value.trim()) event.preventDefault();
  else if (event.key === "Backspace" && !box().value) takeBack();
  else if (event.key === "Escape") { box().value = ""; chosen = 0; show(); }
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!box().value) return;
    chosen = Math.max(0, chosen + (event.key === "ArrowDown" ? 1 : -1));
    show();
    event.preventDefault();
  }
}

document.addEventListener("keydown", (event) => {
  if (!form()) return;
  if (event.target === box()) return onKeyInBox(event);
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || document.querySelector("dialog[open]")) return;
  if (/^\p{L}$/u.test(event.key)) box().focus();
});

document.addEventListener("input", (event) => {
  if (event.target === box()) { chosen = 0; show(); }
});

// Before htmx hears of it: what is typed is no card yet, and a choice is one's own.
document.addEventListener("change", (event) => {
  if (event.target === box() || event.target.matches?.(".suit-bar input")) event.stopPropagation();
  else if (event.target.matches?.("[data-choice]")) document.getElementById("score-own").value = "1";
  else if (event.target.matches?.(".tile input") && event.target.checked) picks.push(event.target.id);
}, true);

document.addEventListener("click", (event) => {
  const drop = event.target.closest?.(".held-card");
  const share = event.target.closest?.("[data-share]");
  if (drop) {
    const tile = tiles().find((one) => one.value === drop.value);
    tile.checked = false;
    changed(tile);
    event.preventDefault();
  }
  if (share) handOver(share);
});

async function handOver(button) {
  const url = new URL(form().dataset.address, location.href).href;
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    await navigator.share({ url, title: document.title }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(url);
  announce(button.dataset.copied);
  button.classList.add("done");
}

/** The server's answer is what counts: for the boxes, and for the address. */
function settle() {
  if (!form()) return;
  for (const tile of tiles()) tile.checked = tile.defaultChecked;
  for (const radio of form().querySelectorAll(".suit-bar input")) radio.defaultChecked = radio.checked;
  const here = location.pathname + location.search;
  const address = form().dataset.address;
  if (address && here !== address) history.pushState({ score: true }, "", address);
  ready();
  if (box().value) show();
}

function ready() {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !(navigator.clipboard || navigator.share);
}

// An answer to what is no longer asked is not shown: the next one is on its way.
const isOurs = (event) => event.detail.ctx.sourceElement === form(); // other parts of a page ask as well
let asked = 0;
document.addEventListener("htmx:config:request", (event) => {
  if (isOurs(event)) event.detail.ctx.asked = asked += 1;
});
document.addEventListener("htmx:after:request", (event) => {
  if (isOurs(event) && event.detail.ctx.asked !== asked) event.preventDefault();
});
document.addEventListener("htmx:after:swap", (event) => { if (isOurs(event)) settle(); });
addEventListener("popstate", () => { if (form()) location.reload(); });

ready();
if (matchMedia("(pointer: fine)").matches && location.hash === "") box()?.focus({ preventScroll: true });
