import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the page as the build wrote it and while React takes it over, true from then on. What depends on the address's
 * query, the device or the clock waits for it, since the build knows none of them.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
