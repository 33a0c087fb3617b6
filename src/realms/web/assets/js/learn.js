// A lesson: the address follows, and whoever reads along is taken to the next stop.

const lesson = () => document.getElementById("lesson");
let step = lesson()?.dataset.address;

function settle() {
  const address = lesson()?.dataset.address;
  if (!address || address === step) return;
  step = address;
  if (location.pathname + location.search !== address) history.pushState({ learn: true }, "", address);
  document.getElementById("lesson-title").focus({ preventScroll: true });
  lesson().scrollIntoView({ block: "start", behavior: "smooth" });
}

document.addEventListener("htmx:after:swap", settle);
addEventListener("popstate", () => { if (lesson()) location.reload(); });
