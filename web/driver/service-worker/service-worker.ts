/*
 * Keeps the driver's app on the phone, so that it opens without a network. It keeps files alone: what the server says is
 * kept in the app's own database, where it is known how old it is.
 */

const worker = self as unknown as ServiceWorkerGlobalScope
// These are written above this by the build.
declare const version: string
declare const files: string[]
/** What is large, and needed on some phones only. */
declare const later: string[]

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
      const cache = await caches.open(kept)
      for (const path of later) {
        const old = await caches.match(path)
        if (old) await cache.put(path, old)
      }
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
  if (performance.now() >= nextTry) event.waitUntil(keepMore())
  if (request.mode === 'navigate' && /^\/driver(\/|$)/.test(pathname)) event.respondWith(page(request))
  else if (pathname.startsWith('/driver/')) event.respondWith(file(request, pathname))
})

const tryAgainMs = 5 * 60_000
let nextTry = 0

/**
 * Once all that the app starts from is kept, and the connection is good: what reads codes where the browser does not, so
 * that the first scan works without a network as well.
 */
async function keepMore(): Promise<void> {
  nextTry = performance.now() + tryAgainMs
  if (!isGood() || (await readsCodes())) return
  const cache = await caches.open(kept)
  const isKept = await Promise.all(later.map((path) => cache.match(path)))
  await cache.addAll(later.filter((_, index) => !isKept[index])).catch(() => undefined)
}

/** Browsers that do not tell are taken to have a good one. */
function isGood(): boolean {
  type Connection = { saveData?: boolean; effectiveType?: string }
  const { saveData, effectiveType = '4g' } = (worker.navigator as { connection?: Connection }).connection ?? {}
  return worker.navigator.onLine && !saveData && effectiveType === '4g'
}

/** Whether the browser reads the codes on our labels by itself. */
async function readsCodes(): Promise<boolean> {
  type Detector = { getSupportedFormats(): Promise<string[]> }
  const own = (worker as { BarcodeDetector?: Detector }).BarcodeDetector
  const known = (await own?.getSupportedFormats().catch(() => [])) ?? []
  return known.includes('qr_code') && known.includes('code_128')
}

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
worker.addEventListener('sync', ((event: ExtendableEvent) => event.waitUntil(askApp())) as EventListener)

/** An app that is open sends what waits, and reads what is new. */
async function askApp(): Promise<void> {
  for (const client of await worker.clients.matchAll({ type: 'window' })) client.postMessage('send')
}

/** A notification, such as of a changed route. What it says is for anybody who sees the phone. */
worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = (event.data?.json() ?? {}) as Record<string, string>
  if (!title) return
  const shown = worker.registration.showNotification(title, { body, tag, data: { url }, icon: '/icons/192.png' })
  // What it tells of is on the screen at once, not only a minute later.
  event.waitUntil(Promise.all([shown, askApp()]))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  // Only ever a page of the app, whatever a notification says.
  const { pathname } = new URL(String((notification.data as { url?: unknown }).url ?? ''), worker.location.origin)
  event.waitUntil(showApp(/^\/driver(\/|$)/.test(pathname) ? pathname : '/driver'))
})

async function showApp(pathname: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) return void (await worker.clients.openWindow(pathname))
  await open.focus()
  // The app goes there itself, without loading anew what the driver is doing.
  open.postMessage({ open: pathname.slice('/driver'.length) || '/' })
}
