import { useEffect } from 'react'

/** When this component unmounts with the focus inside, moves the focus to the page's content instead of losing it. */
export function useFocusHandover(): void {
  useEffect(
    () => () => {
      // A dialog restores the focus one frame after it closes. If that works, there is nothing left to do.
      requestAnimationFrame(() => requestAnimationFrame(focusContentIfLost))
    },
    [],
  )
}

function focusContentIfLost(): void {
  if (document.activeElement !== document.body) return
  document.getElementById('content')?.focus({ preventScroll: true })
}
