// The worker of the app: keeps the frame, and says clearly when one is offline.
// Tables, the API and streams are never kept and never touched.

const query = new URL(self.location.href).searchParams;
const state = query.get("state");
const KEPT = `realms-${state}-${query.get("lang")}`;
const OFFLINE = `/offline?lang=${query.get("lang")}`;
const FRAME = ["css/base.css", "js/app.js", "built/htmx.min.js", "built/emblem.svg", "built/icons/shell.svg"];
const SHELL = FRAME.map((path) => `/assets/${state}/${path}`);

// Keeps the frame where not all of it is kept: a browser short of room may have thrown it away,
// or ended this worker halfway through.
const keep = async () => {
  const kept = await caches.open(KEPT);
  const wanted = [OFFLINE, ...SHELL];
  if ((await kept.keys()).length < wanted.length) await kept.addAll(wanted);
};

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const others = async () => (await caches.keys()).filter((name) => name !== KEPT);
  event.waitUntil(others().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.waitUntil(keep().catch(() => {}));
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (SHELL.includes(pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
