// Moving through a review: keys press the links that are there anyway.

import { announce, isTyping } from "./app.js";

const review = () => document.getElementById("review");
const PRESSED = {
  ArrowLeft: "#step-before", ArrowRight: "#step-after",
  1: "#tab-moments", 2: "#tab-turns", 3: "#tab-end",
  h: ".review-place .review-switch a:not([aria-current])",
  c: ".review-curve .review-switch a:not([aria-current])",
  t: "#to-practice", w: "#to-what-if",
};
const ENDS = { Home: "#moments li:first-child a", End: "#moments li:last-child a" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event)) return;
  if (event.target.closest("dialog, [popover]")) return;
  const isScrolled = event.target.matches(".review-scroll") && event.key in { ...ENDS, ArrowLeft: 0, ArrowRight: 0 };
  const place = isScrolled ? null : PRESSED[event.key.toLowerCase()] ?? PRESSED[event.key] ?? ENDS[event.key];
  const link = place && review()?.querySelector(place);
  if (!link?.href) return;
  event.preventDefault();
  link.click();
});

/** The address of the page is that of the moment; its line in the list is seen. */
function settle() {
  const address = review()?.dataset.address;
  if (!address) return;
  if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  for (const field of document.querySelectorAll("[data-whole]")) field.value = new URL(field.value || address, location.href).href;
  for (const button of document.querySelectorAll("[data-copies]")) button.hidden = !navigator.clipboard;
  showLine();
}

function showLine() {
  const list = document.getElementById("moments");
  const line = list?.querySelector("[aria-current]")?.parentElement;
  if (!line) return;
  const down = line.offsetTop - list.offsetTop, across = line.offsetLeft - list.offsetLeft;
  if (down < list.scrollTop || down + line.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = down - (list.clientHeight - line.offsetHeight) / 2;
  }
  if (list.scrollWidth > list.clientWidth) list.scrollLeft = across - (list.clientWidth - line.offsetWidth) / 2;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copies]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).value);
  announce(button.dataset.copied);
});

document.addEventListener("htmx:after:swap", settle);
settle();
