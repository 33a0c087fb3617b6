// The lists of tables are looked at again from time to time, and whenever one comes back.

// A name is kept as soon as it is typed, wherever one goes next.
const name = document.getElementById("name");
name?.addEventListener("change", () => {
  if (name.value.trim()) fetch("/play", { method: "POST", body: new URLSearchParams({ name: name.value }), redirect: "manual", keepalive: true }).catch(() => {});
});

const EVERY = 20_000;
const tables = document.getElementById("tables");

function lookAgain() {
  const isBusy = tables.contains(document.activeElement);
  if (document.visibilityState === "visible" && navigator.onLine && !isBusy) {
    tables.dispatchEvent(new Event("look-again"));
  }
}

setInterval(lookAgain, EVERY);
document.addEventListener("visibilitychange", lookAgain);
