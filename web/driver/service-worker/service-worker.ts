/*
 * Keeps the driver's app on the phone, so that it opens without a network. It keeps files alone: what the server says is
 * kept in the app's own database, where it is known how old it is.
 */

const worker = self as unknown as ServiceWorkerGlobalScope
// Both are written above this by the build.
declare const version: string
declare const files: string[]

const prefix = 'karta-driver-'
const kept = prefix + version

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(kept).then((cache) => cache.addAll(files.map((path) => new Request(path, { cache: 'reload' })))),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== kept) await caches.delete(name)
      await worker.clients.claim()
    })(),
  )
})

worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting()
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate' && /^\/driver(\/|$)/.test(pathname)) event.respondWith(page(request))
  else if (pathname.startsWith('/driver/')) event.respondWith(file(request, pathname))
})

/** All addresses of the app open the same page. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(kept)
  return (await cache.match('/driver')) ?? fetch(request)
}

/** A file of this version; what is not among its list, such as the map, is kept once it was loaded. */
async function file(request: Request, pathname: string): Promise<Response> {
  const cache = await caches.open(kept)
  const found = await cache.match(pathname)
  if (found) return found
  const reply = await fetch(request)
  // Parts of a file cannot be kept.
  if (reply.status === 200 && pathname.startsWith('/driver/assets/')) await cache.put(pathname, reply.clone())
  return reply
}

/** The phone has a network again, and asks on behalf of the app whether something waits to be sent. */
worker.addEventListener('sync', ((event: ExtendableEvent) => {
  event.waitUntil(
    worker.clients.matchAll({ type: 'window' }).then((clients) => {
      for (const client of clients) client.postMessage('send')
    }),
  )
}) as EventListener)

/** A notification, such as of a changed route. What it says is for anybody who sees the phone. */
worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = (event.data?.json() ?? {}) as Record<string, string>
  if (!title) return
  const shown = worker.registration.showNotification(title, { body, tag, data: { url }, icon: '/icons/192.png' })
  event.waitUntil(shown)
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showApp())
})

async function showApp(): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (open) await open.focus()
  else await worker.clients.openWindow('/driver')
}
