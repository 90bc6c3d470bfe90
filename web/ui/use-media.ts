import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches, kept up to date. False during the build. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** True on screens as narrow as a phone. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 47.99rem)')
}
