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

const stop = (address) => new URL(address, location.href).searchParams.get("step") ?? "1";

document.addEventListener("htmx:after:swap", settle);
addEventListener("popstate", () => { if (lesson()) location.reload(); });
// Who went back or forward before this script was there is taken along.
if (step && stop(location.href) !== stop(step)) location.reload();
