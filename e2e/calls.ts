import type { Page } from '@playwright/test'

export type WatchedCalls = {
  /** What the page requested while it ran, except map tiles. */
  calls: string[]
  /** Addresses of map tiles, as zoom/x/y. */
  tiles: string[]
}

/** Watches what a page requests beyond its own files. Call it before the page opens. */
export function watchCalls(page: Page, origin: string): WatchedCalls {
  const seen: WatchedCalls = { calls: [], tiles: [] }
  page.on('request', (request) => {
    const [, tile] = /\/(\d+\/\d+\/\d+)\.png$/.exec(new URL(request.url()).pathname) ?? []
    // The packaged base map is a file of which pages fetch parts.
    const isMap = /^\/assets\/base-map-[^/]+\.pmtiles$/.test(new URL(request.url()).pathname)
    const isFile =
      request.url().startsWith(origin) && (isMap || !['fetch', 'xhr', 'ping'].includes(request.resourceType()))
    if (tile) seen.tiles.push(tile)
    else if (!isFile && !request.url().startsWith('data:')) seen.calls.push(`${request.method()} ${request.url()}`)
  })
  page.on('websocket', (socket) => seen.calls.push(socket.url()))
  return seen
}
