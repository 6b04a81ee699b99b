// Lets the page work offline: without a response from the network, it shows the cached files.

const CACHE = 'almanac';
const FILES = ['./', 'index.html', 'site.css', 'site.js', 'data.js', 'manifest.webmanifest', 'icon.svg',
  'leaflet/leaflet.js', 'leaflet/leaflet.css', 'lang/de.js', 'lang/es.js', 'lang/fr.js', 'lang/ms.js',
  'lang/ta.js', 'lang/zh.js'];

async function install() {
  const cache = await caches.open(CACHE);
  // A page without a map has no Leaflet.
  await Promise.allSettled(FILES.map((file) => cache.add(file)));
  await self.skipWaiting();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    // Filters may be in the query.
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
