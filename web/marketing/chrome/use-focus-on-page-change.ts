import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the new page’s main content, so keyboards and screen readers start there and not in the menu. */
export function useFocusOnPageChange(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A page with a single field has already focused it.
    if (!ref.current?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true })
  }, [pathname])
  return ref
}
