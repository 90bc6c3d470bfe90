import { useEffect } from 'react'

/** When this part goes away with the keyboard's focus in it, focus goes to the page's content instead of nowhere. */
export function useFocusHandover(): void {
  useEffect(
    () => () => {
      // A dialog hands focus back one frame after it is gone; where that works, nothing is left to do.
      requestAnimationFrame(() => requestAnimationFrame(focusContentIfLost))
    },
    [],
  )
}

function focusContentIfLost(): void {
  if (document.activeElement !== document.body) return
  document.getElementById('content')?.focus({ preventScroll: true })
}
