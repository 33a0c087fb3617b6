// What changed at a table comes by its stream, as what the new page is made of: pairs of numbers
// stand for pieces of the page before, strings for themselves. The server stays the only truth;
// here it is put together, and shown when it is time (pacing.js).

import { arrive, end } from "./pacing.js";
import "./motion.js";
import "./sounds.js";

const PIECE = /(?<=[>\n])/; // page_delta.py cuts by the same
const PATIENCE = 5000; // milliseconds in which what an act changed has to come

const table = document.getElementById("table");
let known = null; // the page as the stream told it last, whatever is shown
let isConnected = false;

/** The page that a delta makes of an older one. */
export function rebuild(old, delta) {
  const pieces = old.split(PIECE), page = [];
  for (let at = 0; at < delta.length; at += 1) {
    if (typeof delta[at] === "string") page.push(delta[at]);
    else page.push(...pieces.slice(delta[at], delta[at] + delta[++at]));
  }
  return page.join("");
}

// --- The stream ---

function hear(event) {
  const { message } = event.detail;
  if (message.event || !message.data.startsWith("[")) return;
  event.detail.cancelled = true; // we show it ourselves
  known = rebuild(known ?? "", JSON.parse(message.data));
  heard += 1;
  arrive(known);
}

// Only now can what the stream tells be read; htmx may not have looked at the page yet.
let hasBegun = false;

function begin() {
  if (!hasBegun) window.htmx?.trigger(table, "hears");
  if (!hasBegun) setTimeout(begin, 100);
}

// A stream that was refused, or never reached the server; one that is lost later htmx opens again.
function beginAgain(event) {
  if (event.target !== table || isConnected) return;
  hasBegun = false;
  setTimeout(begin, PATIENCE);
}

function connect() {
  isConnected = true;
  known = null; // a new stream begins with all of it
}

const lose = () => { isConnected = false; };

// A game that begins has another page than the room in which it was waited for.
function leaveRoom(event) {
  const { ctx } = event.detail;
  const target = ctx?.target?.id ?? event.target.id;
  if (target !== "table" || !document.getElementById("room") || / id="room"/.test(ctx.text ?? "")) return;
  event.preventDefault();
  location.replace(location.pathname + location.search);
}

// --- Acts: one at a time, answered by the stream where there is one ---

let heard = 0; // events of the stream so far
let acting = null; // the act that is under way: what was heard before it, whether it is answered
let pressed = null; // what was pressed on the table that the stream showed before the answer came
let waits = 0;

function release() {
  clearTimeout(waits);
  acting = null;
  table.removeAttribute("aria-busy");
  if (pressed) setTimeout(actNow);
}

// Only what is still shown as it was: the same button may mean something else by now.
function actNow() {
  const { form, submitter, seen } = pressed ?? {};
  pressed = null;
  if (!form || acting || seen !== heard || !table.contains(form)) return;
  form.requestSubmit(submitter?.form === form ? submitter : null);
}

// What an act changed has been shown: by the stream where it was answered without a page.
function shown() {
  if (acting?.isAnswered && heard > acting.heard) release();
}

function act(event) {
  const form = event.target.closest?.("form.act");
  if (!form || form.matches(".say") || !table.contains(form)) return;
  if (acting) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (heard > acting.heard) pressed = { form, submitter: event.submitter, seen: heard };
    return;
  }
  pressed = null;
  acting = { heard, isAnswered: false, isMove: form.action.endsWith("/moves") };
  table.setAttribute("aria-busy", "true");
  clearTimeout(waits);
  waits = setTimeout(release, 4 * PATIENCE);
  if (acting.isMove) end(true);
}

// The second half of a double click means nothing of what has come under it meanwhile.
function pressTwice(event) {
  const button = event.target.closest?.("form.act button:not([type=button])");
  if (!button || event.detail < 2 || Date.now() - lastPress > 500) {
    if (button) lastPress = Date.now();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}
let lastPress = 0;

function tellOfStream(event) {
  const { ctx } = event.detail;
  if (!table.contains(event.target) || event.target === table) return;
  if (isConnected) ctx.request.headers["Realms-Stream"] = "open";
  if (acting && !acting.ctx && event.target.matches("form.act:not(.say)")) acting.ctx = ctx;
}

// The form may be gone from the page by now; what it asked is told by its context.
function answered(event) {
  const { ctx } = event.detail;
  if (!acting || ctx !== acting.ctx) return;
  if (ctx.response?.status !== 204) {
    end(false);
    return release();
  }
  document.getElementById("problem")?.replaceChildren();
  acting.isAnswered = true;
  shown();
  clearTimeout(waits);
  waits = setTimeout(() => {
    const isLost = acting?.isMove && heard === acting.heard;
    release();
    if (isLost) location.reload(); // a stream that brings nothing
  }, PATIENCE);
}

if (table) {
  document.addEventListener("htmx:sse:before:message", hear);
  document.addEventListener("htmx:sse:after:connection", connect);
  document.addEventListener("htmx:sse:error", lose);
  document.addEventListener("htmx:sse:close", lose);
  document.addEventListener("htmx:before:swap", leaveRoom);
  document.addEventListener("htmx:after:swap", (event) => {
    if ((event.detail?.ctx?.target?.id ?? event.target.id) === "table") shown();
  });
  document.addEventListener("htmx:config:request", tellOfStream);
  document.addEventListener("htmx:finally:request", answered);
  document.addEventListener("htmx:finally:request", beginAgain);
  document.addEventListener("submit", act, true);
  document.addEventListener("click", pressTwice, true);
  document.addEventListener("htmx:before:request", (event) => { hasBegun ||= event.target === table; });
  begin();
}
