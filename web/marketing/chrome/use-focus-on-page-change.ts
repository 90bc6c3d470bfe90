import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus to the new page's main part, so that keyboard and screen reader begin there and not in the menu behind. */
export function useFocusOnPageChange(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A page with one field to fill in has put the focus there itself.
    if (!ref.current?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true })
  }, [pathname])
  return ref
}
