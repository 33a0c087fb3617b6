// What every page does, and helpers that other modules import:
//   import { announce, keys, notify } from "./app.js";

const region = (id) => document.getElementById(id);

/** Say something to who listens instead of looking; `urgent` interrupts, and is shown. */
export function announce(text, { urgent = false } = {}) {
  const place = region(urgent ? "alert" : "announce");
  if (!place) return;
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}

/** Whether somebody is writing, so that letters are letters and not commands. */
export const isTyping = (event) =>
  event.target instanceof Element && event.target.closest("input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]") !== null;

/** Do something when a key is pressed: `keys({ d: () => …, ArrowLeft: () => … })`. */
export function keys(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
    const isOpen = document.querySelector("dialog[open]:modal") !== null;
    const command = Object.hasOwn(commands, event.key) ? commands[event.key] : null;
    if (!command || (isOpen && event.key !== "?")) return;
    if (command(event) !== false) event.preventDefault();
  });
}

const plainTitle = () => document.title.replace(/^● /, "");

/** Mark the title while nobody looks, until somebody does. */
export function notify() {
  if (document.hasFocus()) return;
  document.title = `● ${plainTitle()}`;
  addEventListener("focus", () => { document.title = plainTitle(); }, { once: true });
}

/** Open or close a dialog. */
export function toggle(dialog) {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function showConnection() {
  const notice = region("offline");
  if (notice) notice.hidden = navigator.onLine;
}

for (const opener of document.querySelectorAll("[data-opens]")) opener.hidden = false;
document.addEventListener("click", (event) => {
  const opener = event.target instanceof Element && event.target.closest("[data-opens]");
  if (opener) toggle(region(opener.dataset.opens));
  else if (event.target instanceof HTMLDialogElement && event.target.matches(".sheet")) event.target.close();
});
// A "why?" shows its paragraph over the page; without scripts it is a link to the rules.
async function showWhy(link) {
  const answer = await fetch(link.dataset.why, { headers: { "hx-request": "true" } });
  if (!answer.ok) throw new Error(answer.statusText);
  region("why").innerHTML = await answer.text();
  region("why").showPopover();
  region("why").focus();
}
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[data-why]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !region("why")?.showPopover) return;
  event.preventDefault();
  showWhy(link).catch(() => open(link.href, link.target));
});
region("why")?.addEventListener("toggle", (event) => {
  if (event.newState === "closed") region("why").replaceChildren();
});
keys({ "?": () => toggle(region("keys")) });

// A button copies what stands in a field; without scripts one copies by hand.
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
document.addEventListener("htmx:after:swap", showCopies);

addEventListener("online", showConnection);
addEventListener("offline", showConnection);
showConnection();

// A server that does not answer is told once, until it does.
function unreachable() {
  const sentence = region("alert").dataset.unreachable;
  if (region("alert").textContent !== sentence) announce(sentence, { urgent: true });
}
const reached = () => { region("alert").textContent = ""; };
document.addEventListener("htmx:error", (event) => {
  if (event.detail?.error instanceof TypeError) unreachable(); // what `fetch` throws
});
document.addEventListener("htmx:sse:error", unreachable);
document.addEventListener("htmx:sse:after:connection", reached);
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail?.ctx?.response?.status < 400) reached();
});

if ("serviceWorker" in navigator) navigator.serviceWorker.register(document.body.dataset.worker).catch(() => {});
