import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useOnNavigation } from './use-on-navigation.ts'

type Disclosure = {
  ref: RefObject<HTMLDetailsElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Turns a `<details>` into a menu. It closes on a click outside, on Escape (focus returns to its summary), when focus
 * leaves and when the page changes. Arrow keys move between its links. It still opens and closes without JavaScript.
 */
export function useDisclosure(): Disclosure {
  const ref = useRef<HTMLDetailsElement>(null)
  useOnNavigation(() => {
    if (ref.current) ref.current.open = false
  })

  useEffect(() => {
    const details = ref.current!
    const closeIfOutside = (event: Event) => {
      if (details.open && !details.contains(event.target as Node)) details.open = false
    }
    document.addEventListener('pointerdown', closeIfOutside)
    document.addEventListener('focusin', closeIfOutside)
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside)
      document.removeEventListener('focusin', closeIfOutside)
    }
  }, [])

  return { ref, onKeyDown: (event) => handleKey(event, ref.current!) }
}

function handleKey(event: KeyboardEvent, details: HTMLDetailsElement): void {
  const summary = details.querySelector('summary')!
  if (event.key === 'Escape' && details.open) {
    details.open = false
    summary.focus()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  details.open = true
  const links = [...details.querySelectorAll<HTMLElement>('a, [data-menu-item]')]
  const step = event.key === 'ArrowDown' ? 1 : -1
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at < 0 && step < 0 ? links.length - 1 : (at + step + links.length) % links.length]?.focus()
}
