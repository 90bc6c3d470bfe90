/** The name is the service worker's as well: web/public/route-worker.js. */
const cacheName = 'karta-route'

/**
 * Keeps the files of this page on the phone, so that it opens again without reception. The service worker then serves them.
 * A browser that allows none of this needs a connection to open the page, as for any other.
 */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  try {
    const cache = await caches.open(cacheName)
    const wanted = [window.location.pathname, ...loadedFiles()]
    const kept = new Set((await cache.keys()).map(({ url }) => url))
    const missing = wanted.filter((path) => !isForever(path) || !kept.has(new URL(path, window.location.origin).href))
    await cache.addAll(missing)
    const needed = new Set(wanted.map((path) => new URL(path, window.location.origin).href))
    await Promise.all([...kept].filter((url) => !needed.has(url)).map((url) => cache.delete(url)))
    await navigator.serviceWorker.register('/route-worker.js', { scope: '/route' })
  } catch {
    // Without room on the phone, the page works as long as it is open.
  }
}

/** What this page has loaded: its scripts and styles, none of the data. */
function loadedFiles(): string[] {
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && /\.(js|css|woff2|svg|ico)$/.test(pathname))
  return [...new Set(urls.map(({ pathname, search }) => pathname + search))]
}

/** Its name changes with its content. */
const isForever = (path: string) => path.startsWith('/assets/')
