import { useSyncExternalStore } from 'react'

/** What is under the pointer in any of the panes. */
export type Hovered = { stopId: string | null; routeId: string | null }

const nothing: Hovered = { stopId: null, routeId: null }

/**
 * What is under the pointer, for whoever asks. Outside of React’s state, so that moving the pointer over a thousand stops
 * renders only what lights up.
 */
export function createHover() {
  let now = nothing
  const listeners = new Set<() => void>()
  return {
    get: () => now,
    set(next: Partial<Hovered>) {
      const hovered = { ...nothing, ...next }
      if (hovered.stopId === now.stopId && hovered.routeId === now.routeId) return
      now = hovered
      for (const tell of listeners) tell()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Hover = ReturnType<typeof createHover>

/** What `pick` takes from what is hovered; renders again only when that changes. */
export function useHovered<T extends string | boolean | null>(hover: Hover, pick: (hovered: Hovered) => T): T {
  return useSyncExternalStore(hover.subscribe, () => pick(hover.get()))
}
