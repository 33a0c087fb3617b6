// The worker of the app: keeps the frame, and says clearly when one is offline.
// Tables, the API and streams are never kept and never touched.

const told = new URL(self.location.href).searchParams;
const state = told.get("state");
const KEPT = `realms-${state}-${told.get("lang")}`;
const OFFLINE = `/offline?lang=${told.get("lang")}`;
const FRAME = ["css/base.css", "js/app.js", "built/htmx.min.js", "built/emblem.svg", "built/icons/shell.svg"];
const SHELL = FRAME.map((path) => `/assets/${state}/${path}`);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([OFFLINE, ...SHELL])));
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
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (SHELL.includes(pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
