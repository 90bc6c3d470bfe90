// Opens the plain page of a route without reception. web/driver/route-link/kept-page.ts puts its files into the cache.
const cacheName = 'karta-route'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The scope is a prefix, so other pages begin with it too.
  if (request.mode === 'navigate' && !/^\/route\/?$/.test(pathname)) return
  if (pathname.startsWith('/assets/')) event.respondWith(kept(request).then((file) => file ?? fetch(request)))
  else event.respondWith(fetch(request).catch(async () => (await kept(request)) ?? Response.error()))
})

const kept = async (request) => (await caches.open(cacheName)).match(request, { ignoreVary: true })
