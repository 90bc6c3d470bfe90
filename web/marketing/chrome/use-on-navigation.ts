import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Runs `act` after each navigation, also one to a part of the same page; not when the page first opens. */
export function useOnNavigation(act: () => void): void {
  const { key } = useLocation()
  const seen = useRef(key)
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    act()
  }, [key, act])
}
