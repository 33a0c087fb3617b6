// The lists of tables are looked at again from time to time, and whenever one comes back.

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
