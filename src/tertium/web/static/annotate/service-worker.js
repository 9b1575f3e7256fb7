// The service worker of the annotators' pages: when the server cannot be reached, the page of the
// link that was used last opens from this browser. It answers for pages and their files only; answers
// travel past it. It never holds more than one person's link.

const PREFIX = 'tertium ';
const FONTS = '/static/fonts/';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const { keep, forget } = event.data ?? {};
  if (keep) event.waitUntil(keepAll(keep));
  if (forget) event.waitUntil(forgetAll(null).then(() => self.registration.unregister()));
});

async function forgetAll(except) {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== except).map((name) => caches.delete(name)));
}

/** Keep a page with its files: the files first, so that a kept page is always a whole one. */
async function keepAll({ home, page, files }) {
  const name = PREFIX + home;
  await forgetAll(name);
  const cache = await caches.open(name);
  const keepOne = async (address) => {
    const response = await fetch(address, { cache: 'no-cache', redirect: 'error' });
    if (!response.ok) throw new Error(address);
    await cache.put(address, response);
  };
  await Promise.all(files.map(keepOne));
  await keepOne(page);
}

/** A later batch may bring letters that the first one had not: keep their font with the page. */
async function keepFont(path, response) {
  const kept = (await caches.keys()).find((name) => name.startsWith(PREFIX));
  if (kept) await (await caches.open(kept)).put(path, response);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const page = request.mode === 'navigate';
  const ours = address.origin === location.origin && request.method === 'GET';
  if (ours && (page || address.pathname.startsWith('/static/'))) {
    event.respondWith(serve(request, address.pathname, page));
  }
});

async function serve(request, path, page) {
  let response;
  let failure;
  try {
    response = await fetch(request);
    if (response.ok && path.startsWith(FONTS)) await keepFont(path, response.clone());
    if (response.status < 500) return response;
  } catch (error) {
    failure = error;
  }
  const kept = await caches.match(path);
  if (kept) return kept;
  // The link itself only leads on; without the server it leads to the tasks.
  if (page && (await caches.match(`${path}/tasks`))) return Response.redirect(`${path}/tasks`, 303);
  if (response) return response;
  throw failure;
}
