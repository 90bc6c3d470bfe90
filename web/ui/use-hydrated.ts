import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the prerendered page and during hydration, true from then on. Anything that depends on the query string, the
 * device or the clock waits for it, since the build knows none of them.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
