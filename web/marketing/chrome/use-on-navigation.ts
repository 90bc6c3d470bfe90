import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Runs `act` after every navigation, including to an anchor on the same page, but not on the first load. */
export function useOnNavigation(act: () => void): void {
  const { key } = useLocation()
  const seen = useRef(key)
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    act()
  }, [key, act])
}
