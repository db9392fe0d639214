// The site offline: its files are kept at the first visit, under the mark of their content; the
// boards of all titles are when the page has what it needs itself.

const MARK = "@MARK@";
const FILES = ["@FILES@"];
const BOARDS = ["@BOARDS@"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(MARK).then((cache) => cache.addAll(["./", ...FILES])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const mark of await caches.keys()) if (mark.startsWith("bestrun-") && mark !== MARK) await caches.delete(mark);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(MARK);
    if (!(await cache.match(BOARDS.at(-1)))) await cache.addAll(BOARDS);
  })());
});

self.addEventListener("fetch", (event) => {
  event.respondWith(caches.open(MARK)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(event.request)));
});
