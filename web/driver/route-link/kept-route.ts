import type { z } from 'zod'
import type { openRouteLink } from '#domain/api/handovers.ts'

export type OpenedRoute = z.output<typeof openRouteLink.reply>

/** What stands behind the # of the link to a route. */
const form = /^#([\w-]{20,64})$/

export const tokenInAddress = (): string | undefined => form.exec(window.location.hash)?.[1]

type Kept = { token: string; at: string; opened: OpenedRoute }

const key = 'karta-route'

/** Keeps the newest route on this phone, for places without reception. */
export function keepRoute(token: string, opened: OpenedRoute, at: Date): void {
  write({ token, at: at.toISOString(), opened })
}

/** The route as this phone last saw it. */
export function keptRoute(token: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return kept?.token === token ? kept : undefined
  } catch {
    return undefined
  }
}

/** The link has ended, and what it showed is not this phone's business any more. */
export function forgetRoute(): void {
  write(null)
}

function write(kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept))
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the route is there as long as the page is.
  }
}
