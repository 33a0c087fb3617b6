// A lesson: the address follows, and whoever reads along is taken to the next stop.

const lesson = () => document.getElementById("lesson");
const served = document.getElementById("table")?.dataset.served; // the stop that the page came with
let step = served;

function settle() {
  const address = lesson()?.dataset.address;
  if (!address || address === step) return;
  step = address;
  if (location.pathname + location.search !== address) history.pushState({ learn: true }, "", address);
  document.getElementById("lesson-title").focus({ preventScroll: true });
  lesson().scrollIntoView({ block: "start", behavior: "smooth" });
}

const stop = (address) => new URL(address, location.href).searchParams.get("step") ?? "1";

document.addEventListener("htmx:after:swap", settle);
addEventListener("popstate", () => { if (lesson()) location.reload(); });
// Before this script was there, somebody went back or forward, or on to another stop.
if (served && stop(location.href) !== stop(served)) location.reload();
else settle();
